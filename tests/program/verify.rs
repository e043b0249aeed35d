//! `verify`: a player holds the umpire's papers against each other.

use liege::format::Limits;
use liege::format::command::Command;
use liege::format::save_file::SaveFile;
use liege::rules::desk::commitment::{Leaves, Sealed, UnitLine, leaves};
use liege::rules::desk::digest::{Digest32, GameTag};
use liege::rules::desk::key::SealKey;
use liege::rules::desk::opening::{Issue, Opening};
use liege::rules::desk::record::{IssueTime, Record};
use serde_json::Value;

use super::{DAY, liege, told};

/// A game of three issues with the papers of its umpire in a folder.
struct Desk {
    folder: tempfile::TempDir,
    key: SealKey,
    issues: Vec<(Leaves, Sealed, Record)>,
}

impl Desk {
    fn new() -> Self {
        let (key, tag) = (SealKey::new([1; 32]), GameTag::new("my-game").unwrap());
        let mut previous = Digest32::ZERO;
        let mut issues = Vec::new();
        for issue in 0..3u32 {
            let unit = |class, uid, carrier| UnitLine::new("japan", class, "0", uid, carrier).unwrap();
            let fleet = vec![unit("CV", "1", None), unit("FTR", "2", Some("1")), unit("SUB", "3", None)];
            let (here, there) = if issue == 0 { (fleet, vec![]) } else { (vec![], fleet) };
            let places = [("SZ 6".to_owned(), here), ("SZ 7".to_owned(), there)];
            let orders = format!("{issue}. stay\n\u{1b}[2Jgo on\n");
            let leaves = leaves(places, [("orders/japan".to_owned(), orders)]).unwrap();
            let sealed = Sealed::new(&key, &tag, issue, previous, &leaves);
            previous = sealed.root;
            let time = IssueTime { round: Some(issue + 1), power: Some("japan".into()), phase: None };
            let record = Record::of(&sealed, time);
            issues.push((leaves, sealed, record));
        }
        Self { folder: tempfile::tempdir().unwrap(), key, issues }
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn opening(&self, issue: usize, name: &str) -> Opening {
        let (leaves, sealed, _) = &self.issues[issue];
        Opening::of(Issue { key: &self.key, leaves, sealed }, name, &|unit| unit.class != "SUB").unwrap()
    }

    fn opened(&self, issue: usize, name: &str) -> String {
        self.file("opening.json", &self.opening(issue, name).to_json())
    }

    fn record(&self, issue: usize) -> String {
        self.file(&format!("record-{issue}.json"), &self.issues[issue].2.to_json())
    }

    /// A side's copy with these notes.
    fn copy(&self, name: &str, notes: &str) -> String {
        let bytes = include_bytes!("../data/mini/mini.vsav");
        let mut save = SaveFile::read(bytes, &Limits::default()).unwrap();
        let mut commands = save.commands().unwrap();
        let children = commands.children_mut();
        children.insert(children.len() - 1, Command::leaf(format!("NOTES\t{notes}")));
        save.set_commands(&commands).unwrap();
        let path = self.folder.path().join(name);
        std::fs::write(&path, save.write(DAY).unwrap()).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

fn json(words: &[&str], status: i32) -> Value {
    serde_json::from_str(&told(&[words, &["--format", "json"]].concat(), status)).unwrap()
}

/// What is said on standard error by a call that cannot do its work.
fn complaint(words: &[&str]) -> String {
    let output = liege(words);
    let talk = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{talk}");
    assert!(output.stdout.is_empty(), "{talk}");
    talk
}

#[test]
fn an_opened_place_is_proven_by_the_record_in_the_players_own_copy() {
    let desk = Desk::new();
    let record = desk.issues[1].2.to_json();
    for notes in [format!("Issue 1.\n{record}\nKeep it."), format!("Issue 1.|{record}|Keep it.")] {
        let copy = desk.copy("axis.vsav", &notes);
        let text = told(&["verify", &desk.opened(1, "SZ 7"), &copy], 0);
        assert!(text.starts_with("SZ 7, issue 1: proven: it held 3 pieces\n"), "{text}");
        assert!(text.contains("  japan FTR, state 0, piece 2, aboard 1\n"), "{text}");
        assert!(text.contains("and 1 piece that the umpire keeps secret") && !text.contains("SUB"), "{text}");
    }
    let text = told(&["verify", &desk.opened(1, "SZ 6"), &desk.record(1)], 0);
    assert_eq!(text, "SZ 6, issue 1: proven: it was empty\n");
}

#[test]
fn an_opened_text_is_shown_and_cannot_move_the_cursor() {
    let desk = Desk::new();
    let text = told(&["verify", &desk.record(2), &desk.opened(2, "orders/japan")], 0);
    assert_eq!(text, "orders/japan, issue 2: proven: the text was\n  2. stay\n  \\u{1b}[2Jgo on\n");
    let json = json(&["verify", &desk.record(2), &desk.opened(2, "orders/japan")], 0);
    assert_eq!(json["text"], "2. stay\n\u{1b}[2Jgo on\n");
}

#[test]
fn what_was_not_committed_to_is_contradicted() {
    let desk = Desk::new();
    let mut false_opening = desk.opening(0, "SZ 6");
    false_opening.content = desk.opening(0, "SZ 7").content;
    let opening = desk.file("false.json", &false_opening.to_json());
    let text = told(&["verify", &opening, &desk.record(0)], 1);
    assert!(text.contains("SZ 6, issue 0: contradicted by the record in"), "{text}");
    let told = json(&["verify", &opening, &desk.record(0)], 1);
    assert_eq!((&told["verdict"], &told["difference"]), (&"contradicted".into(), &"leaf".into()));
    let edited = desk.issues[0].2.to_json().replace(&desk.issues[0].2.root.to_string(), &"0".repeat(64));
    let edited = desk.file("edited.json", &edited);
    let told = json(&["verify", &desk.opened(0, "SZ 6"), &edited], 1);
    assert_eq!(told["difference"], "root");
}

#[test]
fn a_report_has_the_keys_that_other_tools_rely_on() {
    let desk = Desk::new();
    let (opening, record) = (desk.opened(1, "SZ 7"), desk.record(1));
    let told = json(&["verify", &opening, &record], 0);
    let report = &told["reports"][0];
    for (key, value) in [
        ("file", Value::from(opening)),
        ("record", record.into()),
        ("game", "my-game".into()),
        ("issue", 1.into()),
        ("name", "SZ 7".into()),
        ("verdict", "proven".into()),
        ("secret", 1.into()),
        ("names_fixed", true.into()),
    ] {
        assert_eq!(report[key], value, "{key}");
        assert_eq!(told[key], value, "{key} stands at the top as well");
    }
    let mut pieces = report["pieces"].as_array().unwrap().clone();
    pieces.sort_by_key(|piece| piece["id"].to_string());
    let due = r#"{"power": "japan", "class": "FTR", "damage": "0", "id": "2", "carrier": "1"}"#;
    assert_eq!(pieces[1], serde_json::from_str::<Value>(due).unwrap());
    let told = json(&["verify", &desk.record(0), &desk.record(2)], 0);
    assert_eq!((&told["linked"], &told["missing"]), (&0.into(), &serde_json::json!([[1, 1]])));
    assert_eq!(told["records"][1]["root"], desk.issues[2].2.root.to_string());
}

#[test]
fn records_of_both_sides_form_one_chain() {
    let desk = Desk::new();
    let copies: Vec<String> = (0..3)
        .flat_map(|issue| {
            let notes = format!("notes\n{}", desk.issues[issue].2.to_json());
            ["axis", "allies"].map(|side| desk.copy(&format!("{side}-{issue}.vsav"), &notes))
        })
        .collect();
    let mut words = vec!["verify"];
    words.extend(copies.iter().map(String::as_str));
    assert_eq!(told(&words, 0), "6 records: no contradiction; 2 issues held against the one before\n");
    let lines: Vec<String> = desk.issues.iter().map(|(_, _, record)| record.to_json()).collect();
    let all = desk.file("records.jsonl", &lines.join("\n"));
    assert_eq!(
        told(&["verify", &all], 0),
        "3 records: no contradiction; 2 issues held against the one before\n"
    );
    let text = told(&["verify", &copies[0], &copies[4]], 0);
    assert!(text.contains("not checked: issue 1, of which no record is given"), "{text}");
}

#[test]
fn two_stories_and_a_broken_chain_are_found() {
    let desk = Desk::new();
    let told_otherwise = Record { root: Digest32([9; 32]), ..desk.issues[1].2.clone() };
    let other = desk.file("other.json", &told_otherwise.to_json());
    let text = told(&["verify", &desk.record(0), &desk.record(1), &other], 1);
    assert!(text.contains("issue 1: contradicted: the records of one issue have different roots"), "{text}");
    assert!(text.contains(&format!("({other} against {})", desk.record(1))), "{text}");
    let json = json(&["verify", &other, &desk.record(2), &desk.opened(2, "SZ 6")], 1);
    assert_eq!(json["reports"][0]["verdict"], "proven", "the opening for itself is true");
    assert_eq!(json["reports"][1]["faults"][0]["fault"], "link");
}

#[test]
fn what_cannot_be_tried_is_told_with_status_2() {
    let desk = Desk::new();
    let opening = desk.opened(2, "SZ 6");
    let text = told(&["verify", &opening, &desk.record(0)], 2);
    assert_eq!(text, "SZ 6, issue 2: could not be tried: no record of issue 2 is given, only of 0\n");
    assert!(told(&["verify", &opening], 2).contains("no record of the game my-game is given"));
    assert!(complaint(&["verify", &desk.record(0)]).contains("proves nothing by itself"));
    let bare = desk.copy("bare.vsav", "nothing in it");
    assert!(complaint(&["verify", &opening, &bare]).contains("the notes of the save have no record"));
    let broken = desk.file("broken.json", "{\"schema\": \"liege-my-game-opening-1\"}");
    assert!(complaint(&["verify", &broken, &desk.record(0)]).contains("missing field `game`"));
    let cut = desk.issues[0].2.to_json().replace("\"issue\":0,", "");
    let cut = desk.copy("cut.vsav", &cut);
    assert!(complaint(&["verify", &opening, &cut]).contains("cut.vsav: a record that cannot be read"));
    let picture = desk.file("picture.png", "\u{89}PNG");
    std::fs::write(&picture, b"\x89PNG").unwrap();
    assert!(complaint(&["verify", &picture]).contains("is not UTF-8 text"));
    let log = desk.file("log.json", "{\"schema\": \"liege-my-game-log-1\"}");
    assert!(complaint(&["verify", &log]).contains("expected that of an opening or a record"));
}

#[test]
fn a_record_without_names_proves_less_and_says_so() {
    let desk = Desk::new();
    let loose = Record { names: None, ..desk.issues[1].2.clone() };
    let loose = desk.file("loose.json", &loose.to_json());
    let opening = desk.opened(1, "SZ 6");
    let text = told(&["verify", &opening, &loose], 0);
    assert!(text.contains("note: the record does not fix the names of the places"), "{text}");
    let both = told(&["verify", &opening, &loose, &desk.record(1)], 0);
    assert!(!both.contains("note:"), "{both}");
}
