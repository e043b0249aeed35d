//! `view`: each side's copy shows what the side saw of the whole save, and holds nothing else.

use std::collections::BTreeMap;
use std::path::Path;

use liege::format::Limits;
use liege::format::archive::Archive;
use liege::format::command::Command;
use liege::format::save_file::SaveFile;
use serde_json::Value;

use super::pack::{self, DATA, built, json, run};
use crate::liege;

/// Saves and who looks at them.
const LOOKS: [(&str, &str); 4] = [
    ("lanterns.vsav", "Corsairs"),
    ("storms.vsav", "League"),
    ("islands-played.vsav", "Crown"),
    ("islands-played.vsav", "League"),
];

/// A copy beside the built module.
fn copy(save: &str, side: &str) -> String {
    let name = Path::new(save).file_stem().unwrap().to_str().unwrap();
    let path = Path::new(save).with_file_name(format!("{name}-for-{side}.vsav")).display().to_string();
    run(&["view", save, "--side", side, "-o", &path], 0);
    path
}

/// How often each piece of a table is there, by name, place and levels; unknown counters and ids left out.
fn known(save: &str, side: &str) -> BTreeMap<String, usize> {
    let table = run(&["convert", save, "--side", side, "--to", "json"], 0);
    let table: Value = serde_json::from_str(&table).unwrap();
    let mut known = BTreeMap::new();
    for piece in table["reports"][0]["pieces"].as_array().unwrap() {
        let row = ["name", "map", "x", "y", "location", "layers", "labels"].map(|key| piece[key].to_string());
        if !row[0].contains("Hidden force") {
            *known.entry(row.join(" ")).or_default() += 1;
        }
    }
    known
}

fn checked(save: &str, side: &str) -> Value {
    let output = liege(&["check", save, "--side", side, "--format", "json", "--data", DATA]);
    assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_copy_shows_its_side_what_it_saw() {
    for (name, side) in LOOKS {
        let save = built(name);
        let copy = copy(&save, side);
        assert_eq!(known(&copy, side), known(&save, side), "{name} {side}");
        let told = |save: &str| {
            let report = &checked(save, side)["reports"][0];
            ["findings", "untold", "not_checked", "phase"].map(|key| report[key].clone())
        };
        assert_eq!(told(&copy), told(&save), "{name} {side}");
        let words = ["check", &save, "--side", "umpire", "--copy", &format!("{side}={copy}")];
        let output = liege(&[&words[..], &["--format", "json", "--data", DATA]].concat());
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let text = report["reports"][0].to_string();
        assert!(!text.contains("ISLES-Y01"), "{name} {side}: the copy agrees, and that was checked: {text}");
    }
}

#[test]
fn no_name_of_a_hidden_piece_stands_in_a_copy() {
    let save = built("islands-played.vsav");
    let position = pack::position(&save);
    for (side, secrets) in [
        ("Crown", &["Red Madder", "Gull Men", "Bright Lantern", "Mutiny", "Tamsin", "False Lights"][..]),
        ("Corsairs", &["Bright Lantern", "False Lights", "Good Harvest"]),
    ] {
        let text = pack::read(&copy(&save, side)).to_text().unwrap();
        let told: Vec<_> = secrets.iter().filter(|secret| text.contains(**secret)).collect();
        assert!(told.is_empty(), "{side}: {told:?}");
        let strangers = position.players.iter().filter(|player| player.side != side);
        let ids: Vec<String> = strangers.map(|player| format!("PLAYER\t{}", player.id)).collect();
        assert!(!ids.is_empty() && !ids.iter().any(|id| text.contains(id)), "{side}");
        assert!(!text.contains("CHAT") && !text.contains("LOG\t"), "{side}");
    }
}

#[test]
fn the_engine_opens_a_copy_and_has_the_pieces_in_it() {
    let position = pack::position(&copy(&built("islands-played.vsav"), "Crown"));
    let engine = std::fs::read_to_string(pack::tests("data/engine/islands-copy.jsonl")).unwrap();
    let mut pieces = 0;
    for line in engine.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        if let Some(deck) = line["deck"].as_str() {
            let ours = position.stacks.iter().find(|stack| stack.deck.as_deref() == Some(deck)).unwrap();
            assert_eq!(ours.pieces.len() as u64, line["cards"].as_u64().unwrap(), "{deck}");
            continue;
        }
        pieces += 1;
        let ours = position.piece(line["id"].as_str().unwrap()).unwrap_or_else(|| panic!("{line}"));
        let told = |text: &Option<String>| text.as_deref().map_or(Value::Null, Value::from);
        assert_eq!((told(&ours.map), told(&ours.location)), (line["map"].clone(), line["location"].clone()));
        assert_eq!(ours.name, line["name"], "{line}");
    }
    assert_eq!(pieces, position.pieces.len());
}

#[test]
fn the_file_of_a_copy_tells_nothing_by_itself() {
    let save = built("lanterns.vsav");
    let first = std::fs::read(copy(&save, "Crown")).unwrap();
    let archive = Archive::read(first.clone(), &Limits::default()).unwrap();
    let entries = archive.entries().iter().map(|entry| (entry.name.as_str(), entry.modified.unwrap()));
    let day = (2026, 1, 1, 0, 0, 0);
    assert_eq!(entries.collect::<Vec<_>>(), [("savedGame", day), ("savedata", day), ("moduledata", day)]);
    // The same master with more said, steps logged and another comment gives the same bytes.
    let mut file = SaveFile::read(std::fs::read(&save).unwrap(), &Limits::default()).unwrap();
    let mut commands = file.commands().unwrap();
    commands.children_mut().push(Command::leaf("CHAT<Vane> they lie off Tallow"));
    file.set_commands(&commands).unwrap();
    file.archive.as_mut().unwrap().insert("savedata", "<data version=\"1\"/>".as_bytes()).unwrap();
    let talked = Path::new(&save).with_file_name("talked.vsav");
    std::fs::write(&talked, file.write(liege::format::timestamp::Timestamp(0)).unwrap()).unwrap();
    assert_eq!(std::fs::read(copy(talked.to_str().unwrap(), "Crown")).unwrap(), first);
}

#[test]
fn the_umpire_is_told_what_was_left_out() {
    let save = built("lanterns.vsav");
    let path = Path::new(&save).with_file_name("told.vsav").display().to_string();
    let told = json(&["view", &save, "--side", "crown", "-o", &path, "--date", "1992-06-01"], 0);
    assert_eq!((&told["side"], &told["pieces"]), (&"Crown".into(), &75.into()), "{told}");
    let lines: Vec<&str> =
        told["left_out"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap()).collect();
    assert!(lines.contains(&"2 masked pieces in Storm Deep became unknown counters"), "{lines:?}");
    assert!(lines.contains(&"closed window League hand: 2 pieces left out"), "{lines:?}");
    assert!(lines.contains(&"deck Fortune cards: 6 cards face down left out"), "{lines:?}");
    let kept = Archive::read(std::fs::read(&path).unwrap(), &Limits::default()).unwrap();
    assert_eq!(kept.entries()[0].modified, Some((1992, 6, 1, 0, 0, 0)));
}

#[test]
fn what_no_copy_can_be_made_of_is_refused() {
    let save = built("lanterns.vsav");
    let alone = tempfile::tempdir().unwrap();
    let stray = alone.path().join("stray.vsav").display().to_string();
    std::fs::copy(&save, &stray).unwrap();
    let out = alone.path().join("out.vsav").display().to_string();
    let picture = out.replace("vsav", "png");
    let refused: [(&[&str], &str); 6] = [
        (&[&save, "--side", "umpire", "-o", &out], "the umpire sees everything"),
        (&[&save, "--side", "Corsair", "-o", &out], "no side \"Corsair\"; did you mean \"Corsairs\"?"),
        (&[&save, "--side", "Red", "-o", &out], "sides: Crown, League, Corsairs, Solo"),
        (&[&stray, "--side", "Crown", "-o", &out], "name it with --module"),
        (&[&save, "--side", "Crown", "-o", &save], "is the input file"),
        (&[&save, "--side", "Crown", "-o", &picture], "expected a name ending in .vsav or .sav"),
    ];
    for (words, message) in refused {
        let output = liege(&[&["view"], words, &["--data", DATA]].concat());
        let talk = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {talk}");
        assert!(talk.contains(message), "{words:?}: {talk}");
        assert!(!Path::new(&out).exists() && output.stdout.is_empty(), "{words:?}");
    }
}
