//! `diff` and `transcript`: what differs between two files, and a log told step by step.

use std::path::Path;

use liege::format::build_file::{Document, Element};
use liege::format::command::Command;
use liege::format::leaf::Leaf;
use liege::format::metadata::Metadata;
use liege::format::module_file::ModuleFile;
use liege::format::save_file::SaveFile;
use liege::format::timestamp::Timestamp;
use serde_json::Value;

use super::logs::fought;
use super::{liege, told};

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A module of one map with one picture.
fn module(path: &Path, map: &Element, picture: &[u8]) {
    let root = Element::new("VASSAL.build.GameModule").with("name", "Mini").with("version", "1");
    let about = Metadata { name: Some("Mini".into()), version: Some("1".into()), ..Metadata::default() };
    let mut file = ModuleFile::new(Document::new(root.with_child(map.clone())), about).unwrap();
    file.archive.insert("images/unit.png", picture).unwrap();
    std::fs::write(path, file.write(Timestamp(0)).unwrap()).unwrap();
}

fn map() -> Element {
    Element::new("VASSAL.build.module.Map").with("mapName", "Main").with("edgeWidth", "0")
}

#[test]
fn two_saves_differ_in_what_the_battle_did() {
    let folder = tempfile::tempdir().unwrap();
    let [before, _, after] = fought(folder.path());
    let lines = told(&["diff", &before, &after, "--side", "umpire"], 1);
    assert!(lines.contains("moved E4632 → E4631"), "{lines}");
    assert!(lines.contains("Standby → Active"), "{lines}");
    assert!(lines.lines().last().unwrap().contains("moved"), "{lines}");
    let same = told(&["diff", &before, &before, "--side", "umpire"], 0);
    assert!(same.ends_with("  no difference\n"), "{same}");
    let json: Value =
        serde_json::from_str(&told(&["diff", &before, &after, "--side", "umpire", "--format", "json"], 1))
            .unwrap();
    let report = &json["reports"][0];
    assert_eq!((report["kind"].as_str(), report["differs"].as_bool()), (Some("save"), Some(true)));
    let deeds =
        report["pieces"].as_array().unwrap().iter().flat_map(|piece| piece["deeds"].as_array().unwrap());
    assert!(
        deeds.clone().any(|deed| deed["deed"] == "moved" && deed["to"]["location"] == "E4631"),
        "{report}"
    );
}

#[test]
fn a_log_is_compared_at_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let [before, log, after] = fought(folder.path());
    let of = |other: &str| told(&["diff", &before, other, "--side", "umpire"], 1);
    let told = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let (of_log, of_save) = (told(&of(&log)), told(&of(&after)));
    let moved =
        |lines: &[String]| lines.iter().filter(|line| line.contains(" → E4631")).cloned().collect::<Vec<_>>();
    assert_eq!(moved(&of_log), moved(&of_save));
    assert!(!moved(&of_log).is_empty());
}

#[test]
fn two_modules_differ_in_components_and_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = ["old.vmod", "new.vmod"].map(|name| folder.path().join(name));
    module(&old, &map(), b"\x89PNG old");
    let board = Element::new("VASSAL.build.module.map.BoardPicker");
    module(&new, &map().with("edgeWidth", "20").with_child(board), b"\x89PNG newer");
    let lines = told(&["diff", text(&old), text(&new)], 1);
    let expected = [
        "Map Window \"Main\": edgeWidth 0 → 20",
        "Map Window \"Main\" › Map Boards added",
        "image unit.png replaced, 8 → 10 bytes",
        "2 components differ, 1 file differs",
    ];
    for line in expected {
        assert!(lines.contains(&format!("  {line}\n")), "{line}:\n{lines}");
    }
    let page = folder.path().join("diff.html");
    told(&["diff", text(&old), text(&new), "-o", text(&page)], 1);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("unit.png, before") && html.contains("unit.png, after"), "{html}");
    let same = told(&["diff", text(&old), text(&old)], 0);
    assert!(same.contains("no difference"), "{same}");
}

#[test]
fn a_module_and_a_save_are_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    let [before, ..] = fought(folder.path());
    let old = folder.path().join("old.vmod");
    module(&old, &map(), b"");
    let out = liege(&["diff", text(&old), &before]);
    assert_eq!(out.status.code(), Some(2));
    let said = String::from_utf8(out.stderr).unwrap();
    assert!(said.contains("is a save, and the file before it is a module"), "{said}");
}

/// A log in which somebody talks and rolls dice.
fn dice_log(path: &Path) {
    let lines = ["<Anna> - my attack", "** 2d6 = 3,5 *** &lt;Anna&gt;", "** 2d6 = 6,1 *** &lt;Bert&gt;"];
    let entry = |line: &&str| {
        let inner = Command::leaf(Leaf::Chat((*line).to_owned()).encode().unwrap());
        Command::leaf(Leaf::Log(Box::new(inner)).encode().unwrap())
    };
    let mut children = vec![Command::leaf("end_save")];
    children.extend(lines.iter().map(entry));
    let commands = Command::group("begin_save", children);
    let save = SaveFile::new(&commands, None, &Metadata::default()).unwrap();
    std::fs::write(path, save.write(Timestamp(0)).unwrap()).unwrap();
}

#[test]
fn a_transcript_tells_who_said_and_rolled_what() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("game.vlog");
    dice_log(&log);
    let story = told(&["transcript", text(&log)], 0);
    for line in ["Step 1: Anna", "  <Anna> - my attack", "Step 3: Bert", "  2d6: 2 rolls, 4 dice of 6 sides"]
    {
        assert!(story.contains(&format!("{line}\n")), "{line}:\n{story}");
    }
    assert!(story.contains("too few rolls"), "{story}");
    let only = told(&["transcript", text(&log), "--steps", "2"], 0);
    assert!(only.contains("Step 2") && !only.contains("Step 1") && !only.contains("Step 3"), "{only}");
    let out = liege(&["transcript", text(&log), "--steps", "2-9"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8(out.stderr).unwrap().contains("--steps 2-9: the log has 3 steps"));
    let json: Value =
        serde_json::from_str(&told(&["transcript", text(&log), "--format", "json"], 0)).unwrap();
    assert_eq!(json["reports"][0]["steps"][1]["rolls"][0]["faces"], serde_json::json!([3, 5]));
    let page = folder.path().join("game.md");
    told(&["transcript", text(&log), "-o", text(&page)], 0);
    assert!(
        std::fs::read_to_string(&page).unwrap().contains("## Step 1: Anna\n\n- \\<Anna\\> - my attack\n")
    );
}

#[test]
fn the_moves_of_a_battle_are_told_with_their_step_and_a_save_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let [before, log, _] = fought(folder.path());
    let story = told(&["transcript", &log, "--side", "umpire"], 0);
    assert!(story.contains("moved E4632 → E4631"), "{story}");
    let out = liege(&["transcript", &before]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8(out.stderr).unwrap().contains("has no steps: nothing was logged in it"));
}

#[test]
fn the_saves_of_a_folder_become_one_database() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    let [before, _, after] = fought(&games);
    std::fs::write(games.join("broken.vsav"), b"no save").unwrap();
    let database = folder.path().join("games.db");
    let out = liege(&["convert", text(&games), "--to", "sqlite", "--side", "umpire", "-o", text(&database)]);
    // The broken one is told, the others are there.
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8(out.stderr).unwrap().contains("broken.vsav"));
    let open = rusqlite::Connection::open(&database).unwrap();
    let files: Vec<String> = open
        .prepare("SELECT file FROM saves ORDER BY file")
        .and_then(|mut query| query.query_map([], |row| row.get(0))?.collect())
        .unwrap();
    assert!(files.contains(&before) && files.contains(&after), "{files:?}");
    let count = |sql: &str| open.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM pieces"), count("SELECT sum(pieces) FROM saves"));
    assert!(count("SELECT count(*) FROM layers WHERE layer = 'Status'") > 0);
    let out = liege(&["convert", &before, &after, "--to", "csv", "--side", "umpire"]);
    assert_eq!(out.status.code(), Some(2));
    let both = told(&["convert", &before, &after, "--to", "json", "--side", "umpire"], 0);
    let json: Value = serde_json::from_str(&both).unwrap();
    assert_eq!(json["reports"].as_array().unwrap().len(), 2);
}

#[test]
fn an_edited_component_reaches_the_module_and_a_broken_one_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let [old, unpacked, packed] = ["old.vmod", "unpacked", "new.vmod"].map(|name| folder.path().join(name));
    module(&old, &map().with("hotkey", "77,130"), b"\x89PNG");
    told(&["unpack", text(&old), "-o", text(&unpacked)], 0);
    let file = unpacked.join("module/Map Main.toml");
    let before = std::fs::read_to_string(&file).unwrap();
    assert!(before.contains("edgeWidth = 0\nhotkey = \"Ctrl+M\"\n"), "{before}");
    let edited = before.replace("edgeWidth = 0", "edgeWidth = 20").replace("Ctrl+M", "Ctrl+Shift+M");
    std::fs::write(&file, edited).unwrap();
    told(&["pack", text(&unpacked), "-o", text(&packed)], 0);
    let lines = told(&["diff", text(&old), text(&packed)], 1);
    assert!(lines.contains("edgeWidth 0 → 20") && lines.contains("hotkey 77,130 → 77,195"), "{lines}");
    // The folder stands for the file it packs to.
    told(&["diff", text(&unpacked), text(&packed)], 0);
    for (broken, told) in [
        (before.replace("edgeWidth = 0", "edgeWidth ="), "module/Map Main.toml: line "),
        (
            before.replace("edgeWidth = 0", "edgeWidth = 1.5"),
            "edgeWidth: expected a text; put quotes around it",
        ),
        (before.replace("\"#class\"", "\"#klass\""), "expected \"#class\""),
    ] {
        std::fs::write(&file, broken).unwrap();
        let out = liege(&["pack", text(&unpacked), "-o", text(&packed)]);
        let said = String::from_utf8(out.stderr).unwrap();
        assert!(out.status.code() == Some(2) && said.contains(told), "{told}: {said}");
    }
}
