//! What the papers of a desk decide: checks of a whole desk, the guards of an issue, and the proof of a game of another
//! kind.

use std::path::PathBuf;

use liege::rules::data::Embedded;
use liege::rules::games::known;
use serde_json::Value;

use super::umpire::{Club, START};
use super::umpire_take::Table;
use super::{done, liege, said};

/// The checks of a report that were not made, with their reasons.
fn unchecked(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let all = report["not_checked"].as_array().unwrap().iter();
    all.map(|one| (text(&one["id"]), text(&one["reason"]))).collect()
}

#[test]
fn after_a_turn_the_last_issue_is_checked_with_all_papers_of_its_time() {
    let table = Table::new(&format!("{START}in \"US at war\": us-status\n"), "japan", "CM");
    let copy = table.hand(1, "axis").note("Axis", "TANK: Siam > Shan State").save(&table.club, "back.vsav");
    table.taken(&copy);
    table.taken(&table.hand(1, "allies").save(&table.club, "allies.vsav"));
    done(&["umpire", "turn", &table.folder]);
    let checked = liege(&["check", &table.folder, "--format", "json"]);
    let told: Value = serde_json::from_slice(&checked.stdout).unwrap();
    let reports = told["reports"].as_array().unwrap();
    assert_eq!(reports.len(), 2, "{told:#}");
    assert_eq!(reports[1]["phase"], "CM");
    let left = unchecked(&reports[1]);
    assert!(left.len() <= 6, "{left:?}");
    for needs in ["--copy", "--returned", "--turn-log", "--previous", "--shared", "--ledger", "--record"] {
        assert!(!left.iter().any(|(_, why)| why.contains(&format!("needs {needs}"))), "{needs}: {left:?}");
    }
}

#[test]
fn a_check_between_two_issues_says_what_it_waits_for() {
    let table = Table::new(&format!("{START}in \"US at war\": us-status\n"), "japan", "CM");
    let reasons = |only: &str| -> Vec<String> {
        let checked = liege(&["check", &table.folder, "--only", only, "--format", "json"]);
        let told: Value = serde_json::from_slice(&checked.stdout).unwrap();
        let reports = told["reports"].as_array().unwrap().iter();
        reports.flat_map(|report| unchecked(report).into_iter().map(|(_, why)| why)).collect()
    };
    assert_eq!(reasons("AAF-069"), ["no copy has come back since issue 1"]);
    assert!(reasons("AAF-072").is_empty());
    let copy = table.hand(1, "axis").note("Axis", "INF: Siam > Shan State").save(&table.club, "back.vsav");
    table.taken(&copy);
    done(&["umpire", "turn", &table.folder]);
    let now = "checked with the next issue, when copies are made of the master; those of issue 1 are checked \
               with the master of that issue";
    assert_eq!(reasons("AAF-072"), [now], "the last issue is checked with its copies");
    assert_eq!(reasons("AAF-069")[0], now);
    table.issue(&[]);
    assert_eq!(reasons("AAF-072"), [""; 0]);
}

#[test]
fn a_copy_that_came_back_is_read_after_the_next_issue_too() {
    let table = Table::new(START, "japan", "PU");
    table.taken(&table.hand(1, "axis").add("japan-inf", "Japan purchase").save(&table.club, "back.vsav"));
    table.issue(&["--phase", "CM"]);
    let checked = liege(&["check", &table.folder, "--format", "json"]);
    let told: Value = serde_json::from_slice(&checked.stdout).unwrap();
    let left = unchecked(&told["reports"][0]);
    assert!(!left.iter().any(|(_, why)| why.contains("--returned")), "{left:?}");
}

#[test]
fn a_guard_of_the_copies_that_lacks_its_papers_is_not_checked_and_says_so() {
    let club = Club::new();
    let (master, module) = (club.save("master.vsav", START), club.name("fog.vmod"));
    let game = known("aafog", &Embedded).unwrap();
    let guards = game.hidden().unwrap().guards();
    assert!(guards.len() >= 3, "{guards:?}");
    for id in guards {
        let words =
            ["check", &master, "--module", &module, "--side", "umpire", "--only", id, "--format", "json"];
        let told: Value = serde_json::from_slice(&liege(&words).stdout).unwrap();
        let left = unchecked(&told["reports"][0]);
        assert!(left.iter().any(|(lacks, why)| lacks == id && why.contains("needs --")), "{id}: {told:#}");
    }
    // What a copy shows of others follows from the ledger of its side.
    let axis = club.begin("tuesday", START).join("issues/000/axis.vsav");
    let copy = format!("Axis={}", axis.display());
    for id in ["AAF-005", "AAF-065"] {
        let words =
            ["check", &master, "--module", &module, "--side", "umpire", "--copy", &copy, "--only", id, "-v"];
        let told = said(&liege(&words));
        assert!(told.contains(&format!("not checked: {id}: needs --ledger")), "{told}");
    }
}

/// A game of the islands at the desk: a pack of its own, without rules for an umpire.
struct Islands {
    folder: tempfile::TempDir,
}

impl Islands {
    const PACK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/packs/islands");

    fn new() -> Self {
        let isles = Self { folder: tempfile::tempdir().unwrap() };
        let (module, saves, game) = (isles.name("isles.vmod"), isles.name("saves"), isles.name("game"));
        isles.done(&["build", "islands", "-o", &module, "--saves", &saves]);
        let master: PathBuf = std::fs::read_dir(&saves).unwrap().next().unwrap().unwrap().path();
        let master = master.to_str().unwrap();
        isles.done(&["umpire", "new", "islands", &game, "--module", &module, "--master", master]);
        isles
    }

    fn name(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn run(&self, words: &[&str]) -> (Option<i32>, String) {
        let run = liege(&[&["--data", Self::PACK], words].concat());
        (run.status.code(), said(&run))
    }

    fn done(&self, words: &[&str]) -> String {
        let (status, text) = self.run(words);
        assert_eq!(status, Some(0), "{words:?}: {text}");
        text
    }
}

#[test]
fn a_game_of_another_kind_is_proven_from_its_first_issue_to_its_end() {
    let isles = Islands::new();
    let (game, module, end) = (isles.name("game"), isles.name("isles.vmod"), isles.name("end"));
    let leaves = std::fs::read_to_string(isles.name("game/sealed/000/leaves.json")).unwrap();
    let leaves: Value = serde_json::from_str(&leaves).unwrap();
    let is_full = |leaf: &&Value| leaf["lines"].as_array().is_some_and(|lines| !lines.is_empty());
    let leaf = leaves["leaves"].as_array().unwrap().iter().find(is_full).unwrap();
    let (place, opening) = (leaf["name"].as_str().unwrap(), isles.name("opening.json"));
    isles.done(&["umpire", "open", &game, "0", place, "-o", &opening]);
    let copy = isles.name("game/issues/000/crown.vsav");
    let proof = isles.done(&["verify", &opening, &copy]);
    assert!(proof.contains(": proven: it held "), "{proof}");
    isles.done(&["umpire", "issue", &game]);
    let later = isles.name("game/issues/001/league.vsav");
    isles.done(&["verify", &copy, &later]);
    isles.done(&["umpire", "publish", &game, "-o", &end]);
    let verified = isles.done(&["verify", &end, &copy, &later, "--module", &module, "-v"]);
    assert!(verified.contains("issue 0: proven") && verified.contains("issue 1: proven"), "{verified}");
    // Somebody writes another root into the record that was published.
    let record = isles.name("end/issues/001/record.json");
    let text = std::fs::read_to_string(&record).unwrap();
    let at = text.find("\"root\":\"").unwrap() + 8;
    let other = if &text[at..=at] == "0" { "1" } else { "0" };
    std::fs::write(&record, format!("{}{other}{}", &text[..at], &text[at + 1..])).unwrap();
    let (status, told) = isles.run(&["verify", &end, &copy, &later, "--module", &module]);
    assert!(status == Some(1) && told.contains("contradicted: issue 1, "), "{told}");
    // And other leaves.
    std::fs::write(&record, text).unwrap();
    let leaves = isles.name("end/issues/000/leaves.json");
    let text = std::fs::read_to_string(&leaves).unwrap();
    let line = leaf["lines"][0].as_str().unwrap();
    let old = serde_json::to_string(line).unwrap();
    std::fs::write(&leaves, text.replacen(&old, "\"-\\tnothing\\t0\\t1\\t-\"", 1)).unwrap();
    let (status, told) = isles.run(&["verify", &end, &copy, "--module", &module]);
    assert!(status == Some(1) && told.contains("contradicted: issue 0, "), "{told}");
}
