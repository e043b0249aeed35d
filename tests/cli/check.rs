//! `check` on saves.

use serde_json::Value;

use super::{save, told};

const TWO_HQS: &str = "game: atpo\ndate: 1942-08\nphase: NA.1\nat W4533: jp-hq-17, jp-hq-25\n";
const FINE: &str = "game: atpo\ndate: 1942-08\nphase: NA.1\nat W4533: jp-hq-17\n";

#[test]
fn a_legal_save_ends_with_status_0_and_lists_what_was_not_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "fine.vsav", FINE);
    let text = told(&["check", path.to_str().unwrap()], 0);
    assert!(text.contains("0 illegal") && text.contains("not checked"), "{text}");
}

#[test]
fn an_illegal_save_ends_with_status_1_and_names_rule_place_and_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "two.vsav", TWO_HQS);
    let text = told(&["check", path.to_str().unwrap()], 1);
    for part in ["illegal[ATPO-S06 two-headquarters-in-hex]", "W4533", "17th Army", "rule: 7.1.6"] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
}

#[test]
fn the_json_has_the_keys_that_other_tools_rely_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "two.vsav", TWO_HQS);
    let text = told(&["check", path.to_str().unwrap(), "--format", "json"], 1);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["tool"], "liege");
    let report = &json["reports"][0];
    assert_eq!(report["game"], "atpo");
    assert_eq!(report["phase"], "NA.1");
    let finding = &report["findings"][0];
    assert_eq!(finding["id"], "ATPO-S06");
    assert_eq!(finding["severity"], "illegal");
    assert_eq!(finding["place"]["map"], "Main Map");
    assert_eq!(finding["place"]["location"], "W4533");
    assert!(finding["place"]["x"].is_i64() && finding["place"]["y"].is_i64());
    assert_eq!(finding["pieces"].as_array().unwrap().len(), 2);
    assert_eq!(report["summary"]["illegal"], 1);
    assert!(!report["not_checked"].as_array().unwrap().is_empty());
}

#[test]
fn a_filter_leaves_a_check_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "two.vsav", TWO_HQS);
    told(&["check", path.to_str().unwrap(), "--ignore", "S06"], 0);
    told(&["check", path.to_str().unwrap(), "--only", "ATPO-S06"], 1);
    told(&["check", path.to_str().unwrap(), "--only", "ATPO-S99"], 2);
}

#[test]
fn several_saves_are_reported_in_the_order_of_the_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let first = save(folder.path(), "b.vsav", TWO_HQS);
    let second = save(folder.path(), "a.vsav", FINE);
    let text = told(&["check", first.to_str().unwrap(), second.to_str().unwrap()], 1);
    let (b, a) = (text.find("b.vsav:").unwrap(), text.find("a.vsav:").unwrap());
    assert!(b < a, "{text}");
}

#[test]
fn explain_shows_the_page_of_a_check_and_lists_all() {
    assert!(told(&["explain", "ATPO-S06"], 0).contains("7.1.6"));
    assert!(told(&["explain", "R39"], 0).to_lowercase().contains("land combat"));
    assert!(told(&["explain", "--list", "atpo"], 0).lines().count() > 250);
    told(&["explain", "ATPO-S999"], 2);
}

#[test]
fn pieces_that_the_game_does_not_know_are_told_and_not_passed_over() {
    let save = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/mini/mini.vsav");
    let text = told(&["check", save, "--game", "atpo"], 0);
    assert!(text.contains("not told: "), "{text}");
    let json: Value =
        serde_json::from_str(&told(&["check", save, "--game", "atpo", "--format", "json"], 0)).unwrap();
    assert!(!json["reports"][0]["untold"].as_array().unwrap().is_empty());
    told(&["check", save], 2);
}
