//! Logs of a game: each command says which position it takes, and can take the end.

use std::path::Path;

use liege::format::Limits;
use liege::format::save_file::SaveFile;
use liege::model::position::Position;
use liege::model::{change, log};
use serde_json::Value;

use super::resolve::BUNA;
use super::{liege, save, told};

const POLICIES: [&str; 4] =
    ["--policy", "attacker=strongest,together,advance", "--policy", "defender=retreat,together,weakest"];

/// A save, the log of the battle in it, and the save that the battle ends in.
pub fn fought(folder: &Path) -> [String; 3] {
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let (log, after) = (text(&folder.join("buna.vlog")), text(&folder.join("after.vsav")));
    let before = text(&save(folder, "buna.vsav", BUNA));
    let mut arguments = vec!["resolve", &before, "land-E4631", "--dice", "1"];
    arguments.extend(POLICIES);
    arguments.extend(["--log", &log, "-o", &after]);
    told(&arguments, 0);
    [before, log, after]
}

fn talk(arguments: &[&str]) -> String {
    String::from_utf8(liege(arguments).stderr).unwrap()
}

/// The report of a call, without what differs by the file alone, and where in a log it looked.
fn report(arguments: &[&str], status: i32) -> (Value, Option<u64>) {
    let json: Value = serde_json::from_str(&told(arguments, status)).unwrap();
    let mut report = json["reports"][0].clone();
    let step = report["at_step"].as_u64();
    let keys = report.as_object_mut().unwrap();
    for key in ["file", "at_step", "log_steps"] {
        keys.remove(key);
    }
    (report, step)
}

#[test]
fn the_rules_look_at_the_start_of_a_log_and_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let [before, log, _] = fought(folder.path());
    for command in ["check", "battles"] {
        let (of_log, step) = report(&[command, &log, "--format", "json"], 0);
        assert_eq!(of_log, report(&[command, &before, "--format", "json"], 0).0, "{command}");
        assert_eq!(step, Some(0));
        assert!(talk(&[command, &log]).contains("buna.vlog: using the start of the log; --end"), "{command}");
    }
    let shown = talk(&["resolve", &log, "land-E4631", "--dice", "1"]);
    assert!(shown.contains("using the start of the log; --end"), "{shown}");
}

#[test]
fn the_rules_can_look_at_the_end_of_a_log() {
    let folder = tempfile::tempdir().unwrap();
    let [_, log, after] = fought(folder.path());
    for command in ["check", "battles"] {
        let (of_log, step) = report(&[command, &log, "--format", "json", "--end"], 0);
        assert_eq!(of_log, report(&[command, &after, "--format", "json"], 0).0, "{command}");
        assert!(step > Some(0));
        assert!(!talk(&[command, &log, "--end"]).contains("the start of the log"), "{command}");
    }
    let steps = step_count(&log);
    let last = steps.to_string();
    let by_number = report(&["check", &log, "--format", "json", "--step", &last], 0);
    assert_eq!(by_number, report(&["check", &log, "--format", "json", "--end"], 0));
    let beyond = talk(&["check", &log, "--step", &(steps + 1).to_string()]);
    assert!(beyond.contains(&format!("the log has {steps} steps")), "{beyond}");
}

#[test]
fn a_battle_is_resolved_where_the_log_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "buna.vsav", BUNA);
    let module = super::plan().module();
    let mut file = read(&path);
    let notes = change::Change::SetPublicNotes("as agreed".to_owned());
    let step = change::Step { changes: vec![notes], ..change::Step::default() };
    let log = change::write_log(&file.commands().unwrap(), Some(&module), &[step]).unwrap();
    file.set_commands(&log).unwrap();
    let (log, after) = (folder.path().join("buna.vlog"), folder.path().join("after.vsav"));
    std::fs::write(&log, file.write(super::DAY).unwrap()).unwrap();
    for (end, agreed) in
        [(&[][..], false), (&["--end"], true), (&["--step", "0"], false), (&["--step", "1"], true)]
    {
        let mut arguments = vec!["resolve", log.to_str().unwrap(), "land-E4631", "--dice", "1"];
        arguments.extend(POLICIES);
        arguments.extend(["-o", after.to_str().unwrap()]);
        arguments.extend(end);
        told(&arguments, 0);
        let commands = read(&after).commands().unwrap();
        assert_eq!(log::steps(&commands).len(), 0, "what was written is a save");
        let (position, _) = Position::read(&commands, Some(&module));
        assert_eq!(position.public_notes.contains("as agreed"), agreed);
        assert!(position.public_notes.contains("result: "), "{}", position.public_notes);
    }
}

fn read(path: &Path) -> SaveFile {
    SaveFile::read(std::fs::read(path).unwrap(), &Limits::default()).unwrap()
}

fn step_count(path: &str) -> usize {
    log::steps(&read(Path::new(path)).commands().unwrap()).len()
}

#[test]
fn several_modules_do_not_stop_a_check() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "buna.vsav", BUNA);
    let alone = told(&["check", path.to_str().unwrap()], 0);
    for (name, version) in [("a.vmod", "1"), ("b.vmod", "2")] {
        std::fs::write(folder.path().join(name), empty_module(version)).unwrap();
    }
    assert_eq!(told(&["check", path.to_str().unwrap()], 0), alone);
    let talk = talk(&["check", path.to_str().unwrap()]);
    assert!(talk.contains("several modules beside it") && talk.contains("b.vmod"), "{talk}");
    assert!(talk.contains("using the places of the built-in module of ATPO 2022"), "{talk}");
}

/// A module without anything in it that bears the name of the main game's.
fn empty_module(version: &str) -> Vec<u8> {
    use std::io::Write;
    let name = super::plan().about.name.clone().unwrap();
    let text = format!(
        "<VASSAL.build.GameModule name=\"{name}\" version=\"{version}\" VassalVersion=\"3.7.9\"></VASSAL.build.GameModule>"
    );
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("buildFile.xml", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(text.as_bytes()).unwrap();
    zip.finish().unwrap().into_inner()
}
