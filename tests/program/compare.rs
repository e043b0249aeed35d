//! `check` with an earlier save, the log of the turn and a side's copy beside the save.

use std::path::Path;

use liege::format::Limits;
use liege::format::save_file::SaveFile;
use liege::model::change::{self, Change, Destination, Order, Step};
use liege::model::geometry::Point;
use liege::model::position::Position;
use serde_json::Value;

use super::{DAY, liege, plan, save, told};

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The report of `check` as JSON.
fn report(arguments: &[&str], status: i32) -> Value {
    let all: Vec<&str> = ["check"].iter().chain(arguments).chain(&["--format", "json"]).copied().collect();
    let json: Value = serde_json::from_str(&told(&all, status)).unwrap();
    json["reports"][0].clone()
}

fn ids(report: &Value) -> Vec<&str> {
    report["findings"].as_array().unwrap().iter().map(|finding| finding["id"].as_str().unwrap()).collect()
}

/// Why a check was not run.
fn reason<'r>(report: &'r Value, id: &str) -> &'r str {
    let all = report["not_checked"].as_array().unwrap();
    all.iter().find(|one| one["id"] == id).map_or("", |one| one["reason"].as_str().unwrap())
}

fn at(phase: &str, lines: &str) -> String {
    format!("game: atpo\ndate: 1942-08\nphase: {phase}\n{lines}\n")
}

#[test]
fn an_earlier_save_shows_that_an_active_unit_moved() {
    let folder = tempfile::tempdir().unwrap();
    let before = save(folder.path(), "before.vsav", &at("MV.1", "at W5021: jp-inf-2 active"));
    let now = save(folder.path(), "now.vsav", &at("MV.2", "at W5022: jp-inf-2 active"));
    let alone = report(&[text(&now)], 0);
    assert_eq!(reason(&alone, "ATPO-M15"), "needs --previous");
    let found = report(&[text(&now), "--previous", text(&before)], 1);
    assert_eq!(ids(&found), ["ATPO-M15"]);
    assert!(
        found["findings"][0]["message"].as_str().unwrap().ends_with("Active in W5021, now in Mukden (W5022)")
    );
    let same = report(&[text(&now), "--previous", text(&now)], 0);
    assert_eq!((ids(&same).len(), reason(&same, "ATPO-M15")), (0, ""));
}

#[test]
fn an_earlier_save_that_does_not_fit_is_told_with_what_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let before = save(folder.path(), "before.vsav", &at("OL.3", "at W5021: jp-inf-2 active"));
    let now = save(folder.path(), "now.vsav", &at("MV.1", "at W5022: jp-inf-2 active"));
    let found = report(&[text(&now), "--previous", text(&before)], 0);
    let why = reason(&found, "ATPO-M15");
    assert!(why.starts_with("needs --previous of the same month, made in MV.1 "), "{why}");
    assert!(why.contains("that is August 1942, OL.3 "), "{why}");
}

#[test]
fn an_earlier_save_shows_that_a_docked_ship_moved_in_the_end_phase() {
    let folder = tempfile::tempdir().unwrap();
    let before = save(folder.path(), "before.vsav", &at("MV.2", "at W3825 docked: jp-ca-chokai"));
    let now = save(folder.path(), "now.vsav", &at("EN.1", "at W4533 docked: jp-ca-chokai"));
    assert_eq!(ids(&report(&[text(&now), "--previous", text(&before)], 1)), ["ATPO-N01"]);
}

/// A log in which an active division loses its mark, moves a hex and is marked again.
fn log_of(folder: &Path) -> std::path::PathBuf {
    let start = save(folder, "start.vsav", &at("OL.3", "at W5021: jp-inf-2 active\nat W5022: jp-inf-3"));
    let read = SaveFile::read(std::fs::read(start).unwrap(), &Limits::default()).unwrap();
    let plan = plan();
    let (module, commands) = (plan.module(), read.commands().unwrap());
    let (position, _) = Position::read(&commands, Some(&module));
    let of = |counter: &str| {
        let is = |piece: &&liege::model::position::Piece| piece.property("LiegeId") == Some(counter);
        position.pieces.iter().find(is).unwrap()
    };
    let (unit, other) = (of("jp-inf-2"), of("jp-inf-3"));
    let status = |level: i32| Change::SetLayer { piece: unit.id.clone(), layer: "Status".into(), level };
    let to =
        Destination { map: other.map.clone().unwrap(), at: Point::new(other.x, other.y), order: Order::Top };
    let step = |changes: Vec<Change>| Step { changes, ..Step::default() };
    let steps = [
        Step { chat: vec!["* a word".into()], ..Step::default() },
        step(vec![status(1), Change::Move { piece: unit.id.clone(), to }]),
        step(vec![status(3)]),
    ];
    let log = change::write_log(&commands, Some(&module), &steps).unwrap();
    let about = plan.about.write();
    let file = SaveFile::new(&log, Some(about.as_bytes()), &plan.about).unwrap();
    let path = folder.join("turn.vlog");
    std::fs::write(&path, file.write(DAY).unwrap()).unwrap();
    path
}

#[test]
fn the_log_of_the_turn_shows_that_a_unit_was_activated_twice() {
    let folder = tempfile::tempdir().unwrap();
    let log = log_of(folder.path());
    assert_eq!(reason(&report(&[text(&log), "--end"], 0), "ATPO-M14"), "needs --turn-log");
    let found = report(&[text(&log), "--end", "--turn-log", text(&log)], 0);
    assert_eq!(ids(&found), ["ATPO-M14"]);
    let message = found["findings"][0]["message"].as_str().unwrap();
    assert!(message.contains("in Mukden (W5022): activated in step 3, and in W5021 earlier"), "{message}");

    let of_start = report(&[text(&log), "--turn-log", text(&log)], 0);
    let why = reason(&of_start, "ATPO-M14");
    assert_eq!(
        why, "needs the --turn-log that leads to this save; at its end 1 piece would differ from it",
        "the log's start is not where it leads"
    );
}

#[test]
fn a_save_is_no_log_and_a_file_of_another_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let now = save(folder.path(), "now.vsav", &at("MV.1", "at W5022: jp-inf-2"));
    let said = |arguments: &[&str]| {
        let output = liege(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let talk = said(&["check", text(&now), "--turn-log", text(&now)]);
    assert!(talk.contains("has no steps, expected the log of a turn"), "{talk}");
    assert!(said(&["check", text(&now), "--copy", "Japan"]).contains("SIDE=SAVE"));
    let copy = format!("Japan={}", text(&now));
    let talk = said(&["check", text(&now), "--side", "Allies", "--copy", &copy]);
    assert!(talk.contains("Allies may not know what Japan sees"), "{talk}");
    let talk = said(&["check", text(&now), "--copy", &copy, "--copy", &copy.replacen('J', "j", 1)]);
    assert!(talk.contains("--copy: Japan is named twice"), "{talk}");
    let talk = said(&["check", text(&now), "--copy", &format!("umpire={}", text(&now))]);
    assert!(talk.contains("--copy umpire=…: expected a player's side"), "{talk}");
}

#[test]
fn what_lies_beside_a_save_and_no_check_looks_at_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let now = save(folder.path(), "now.vsav", &at("MV.1", "at W5022: jp-inf-2"));
    let copy = format!("Japan={}", text(&now));
    let talk = |more: &[&str]| {
        let words = [&["check", text(&now), "--previous", text(&now), "--copy", &copy], more].concat();
        String::from_utf8(liege(&words).stderr).unwrap()
    };
    let idle = "note: --copy: not used by any of the selected checks of atpo\n";
    assert!(talk(&[]).ends_with(idle) && !talk(&[]).contains("note: --previous"));
    assert!(
        talk(&["--only", "ATPO-S01"]).contains("--previous: not used by any of the selected checks of atpo")
    );
    assert_eq!(talk(&["--quiet"]), "");
}

#[test]
fn a_copy_of_a_side_is_held_against_what_the_side_may_see() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("data/rules/atpo");
    std::fs::create_dir_all(&rules).unwrap();
    let row = "id,name,rule,severity,demand,shared\nATPO-Y01,copy-differs,0.5,illegal,,copy-agrees\n";
    std::fs::write(rules.join("checks.csv"), row).unwrap();
    let data = folder.path().join("data");
    let one = |name: &str, hex: &str| save(folder.path(), name, &at("MV.1", &format!("at {hex}: jp-inf-2")));
    let (now, same, other) =
        (one("now.vsav", "W5022"), one("same.vsav", "W5022"), one("other.vsav", "W5021"));
    let compared = |copy: &Path, status: i32| {
        let copy = format!("Japan={}", text(copy));
        let words = ["--side", "umpire", "--only", "ATPO-Y01", "--data", text(&data), "--copy", &copy];
        report(&[&[text(&now)], &words[..]].concat(), status)
    };
    assert!(ids(&compared(&same, 0)).is_empty());
    let found = compared(&other, 1);
    assert_eq!(ids(&found), ["ATPO-Y01"]);
    let finding = &found["findings"][0];
    assert_eq!(finding["message"], "copy of Japan: 2nd Division in W5021, expected in Mukden (W5022)");
    assert_eq!(finding["place"]["location"], "W5021");
}
