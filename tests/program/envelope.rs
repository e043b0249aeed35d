//! The one form that the JSON of all commands has.

use serde_json::Value;

use super::resolve::{BOTH, BUNA, Case, PAIR};
use super::told;

/// What a command prints, of a call that ended with this status, in the form that all have.
fn enveloped(words: &[&str], status: i32) -> Value {
    let json: Value = serde_json::from_str(&told(words, status)).unwrap();
    assert_eq!(json["tool"], "liege", "{words:?}");
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"), "{words:?}");
    assert_eq!(json["schema"], 1, "{words:?}");
    assert!(json["reports"].as_array().is_some_and(|reports| !reports.is_empty()), "{words:?}: {json:#}");
    json
}

#[test]
fn reports_of_files_say_which_file_they_are_about() {
    let case = Case::of(BUNA);
    let save = case.save.as_str();
    for (words, status, key) in [
        (&["check", save, "--format", "json"][..], 0, "findings"),
        (&["inspect", save, "--side", "umpire", "--format", "json"], 0, "pieces"),
        (&["battles", save, "--format", "json"], 0, "battles"),
        (&["convert", save, "--to", "json", "--side", "umpire"], 0, "pieces"),
    ] {
        let json = enveloped(words, status);
        let report = &json["reports"][0];
        assert_eq!(report["file"], save, "{words:?}");
        assert!(!report[key].is_null(), "{words:?}: {report:#}");
    }
}

#[test]
fn each_file_has_a_report_in_the_order_given() {
    let (one, two) = (Case::of(BUNA), Case::of(PAIR));
    for command in ["inspect", "check"] {
        let words = [command, &two.save, &one.save, "--side", "umpire", "--format", "json"];
        let json = enveloped(&words, 0);
        let files: Vec<_> =
            json["reports"].as_array().unwrap().iter().map(|report| &report["file"]).collect();
        assert_eq!(files, [&two.save, &one.save]);
    }
}

#[test]
fn a_single_report_has_its_keys_at_the_top_as_well() {
    let case = Case::of(BUNA);
    let out = case.path("faces").to_str().unwrap().to_owned();
    let after = case.path("after.vsav").to_str().unwrap().to_owned();
    let save = case.save.as_str();
    for (words, status, key) in [
        (&["run", "atpo", "R39", "attack=10", "defence=4", "--dice", "4"][..], 0, "result"),
        (&["run", "atpo", "R39", "attack=10", "defence=4", "activated=no", "--dice", "4"], 1, "refused"),
        (&["chances", "atpo", "R39", "attack=10", "defence=4"], 0, "results"),
        (&["chances", save, "land-E4631", "--policy", BOTH], 0, "results"),
        (&["resolve", save, "land-E4631", "--dice", "4", "--policy", BOTH], 0, "battle"),
        (&["explain", "ATPO-R39"], 0, "page"),
        (&["explain", "--list", "atpo"], 0, "topics"),
        (&["counters", "atpo", "-o", &out, "--only", "standby"], 0, "counters"),
        (&["oob", "atpo", "list", "--year", "1942"], 0, "events"),
        (&["oob", "atpo", "arrivals", "--turn", "1942-08"], 0, "arrivals"),
        (&["oob", "atpo", "check"], 0, "summary"),
        (&["oob", "apply", save, "--turn", "1937-02", "-o", &after], 0, "turn"),
    ] {
        let json = enveloped(&[words, &["--format", "json"]].concat(), status);
        let report = &json["reports"][0];
        assert!(!report[key].is_null(), "{words:?}: {report:#}");
        for (key, value) in report.as_object().unwrap() {
            assert_eq!(&json[key], value, "{words:?}: {key}");
        }
    }
}

#[test]
fn several_resolutions_are_several_reports() {
    let case = Case::of(PAIR);
    let json = enveloped(
        &["resolve", &case.save, "--all", "--dice", "6,6", "--policy", BOTH, "--format", "json"],
        0,
    );
    let battles: Vec<_> = json["reports"].as_array().unwrap().iter().map(|one| &one["battle"]).collect();
    assert_eq!(battles.len(), 2);
    assert_eq!(json["battle"], Value::Null, "which of the two would it be?");
}

#[test]
fn a_table_of_pieces_has_one_a_line() {
    let case = Case::of(BUNA);
    let text = told(&["convert", &case.save, "--to", "json", "--side", "umpire"], 0);
    let json: Value = serde_json::from_str(&text).unwrap();
    let pieces = json["reports"][0]["pieces"].as_array().unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| line.trim_start().starts_with("{\"id\":")).collect();
    assert_eq!(lines.len(), pieces.len());
    for (line, piece) in lines.iter().zip(pieces) {
        assert_eq!(&serde_json::from_str::<Value>(line.trim().trim_end_matches(',')).unwrap(), piece);
    }
}
