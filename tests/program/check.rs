//! `check` on saves.

use std::path::{Path, PathBuf};

use liege::format::Limits;
use liege::format::command::Command;
use liege::format::save_file::SaveFile;
use liege::model::change::{self, Change};
use liege::model::position::{Piece, Position};
use serde_json::Value;

use super::{DAY, liege, said, save, told};

/// Two headquarters in a hex, which is illegal.
pub const TWO_HQS: &str = "game: atpo\ndate: 1942-08\nphase: NA.1\nat W4533: jp-hq-17, jp-hq-25\n";
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
fn a_file_that_is_no_save_does_not_keep_the_others_from_being_checked() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.vsav");
    std::fs::write(&bad, b"no save").unwrap();
    let good = save(folder.path(), "two.vsav", TWO_HQS);
    let files = [bad.to_str().unwrap(), good.to_str().unwrap()];
    let output = liege(&["check", files[0], files[1], "--format", "json"]);
    assert_eq!(output.status.code(), Some(2));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(json["reports"][0]["error"].as_str().unwrap().contains("bad.vsav"), "{json}");
    assert_eq!(json["reports"][1]["summary"]["illegal"], 1);
    assert!(told(&["check", files[1], files[0]], 2).contains("two-headquarters-in-hex"));
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
fn explain_says_what_is_demanded_where_there_is_no_check() {
    let text = told(&["explain", "X07"], 0);
    for part in
        ["ATPO-X07 too-many-minor-nation-offensives", "14.9.5", "at most two offensives a month", "not check"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(told(&["explain", "too-many-minor-nation-offensives"], 0), text);
}

#[test]
fn explain_shows_the_page_of_a_check_and_lists_all() {
    assert!(told(&["explain", "ATPO-S06"], 0).contains("7.1.6"));
    assert!(told(&["explain", "R39"], 0).to_lowercase().contains("land combat"));
    assert!(told(&["explain", "--list", "atpo"], 0).lines().count() > 250);
    told(&["explain", "ATPO-S999"], 2);
}

/// The text of a saved game with every occurrence of some words replaced, as another save.
fn altered(folder: &Path, situation: &str, changes: &[(&str, &str)]) -> PathBuf {
    let path = save(folder, "altered.vsav", situation);
    let mut file = SaveFile::read(std::fs::read(&path).unwrap(), &Limits::default()).unwrap();
    let mut text = file.text().to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "the save has no {from:?}");
        text = text.replace(from, to);
    }
    file.set_commands(&Command::parse(text, 64).unwrap()).unwrap();
    std::fs::write(&path, file.write(super::DAY).unwrap()).unwrap();
    path
}

#[test]
fn a_save_of_which_the_game_knows_no_piece_is_refused() {
    let save = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/mini/mini.vsav");
    for command in
        [&["check", save][..], &["battles", save], &["resolve", save, "--all"], &["chances", save, "x"]]
    {
        let output = liege(&[command, &["--game", "atpo"]].concat());
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let talk = String::from_utf8_lossy(&output.stderr);
        assert!(
            talk.contains("mini.vsav") && talk.contains("ATPO 2022 knows none of them"),
            "{command:?}: {talk}"
        );
        assert!(output.stdout.is_empty(), "{command:?}");
    }
    told(&["check", save], 2);
    let folder = tempfile::tempdir().unwrap();
    let fine = super::save(folder.path(), "fine.vsav", FINE);
    told(&["check", fine.to_str().unwrap(), "--previous", save, "--game", "atpo"], 2);
    told(&["check", fine.to_str().unwrap(), save, "--game", "atpo"], 2);
    let empty = super::save(folder.path(), "empty.vsav", "game: atpo\ndate: 1942-08\nphase: NA.1\n");
    told(&["check", empty.to_str().unwrap()], 0);
}

#[test]
fn pieces_that_the_game_does_not_know_are_told_and_not_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = altered(folder.path(), TWO_HQS, &[("jp-hq-25", "jp-hq-99")]);
    let path = path.to_str().unwrap();
    let text = told(&["check", path, "-v"], 0);
    assert!(text.contains("jp-hq-99"), "{text}");
    let json: Value = serde_json::from_str(&told(&["check", path, "--format", "json"], 0)).unwrap();
    assert!(json["reports"][0]["untold"][0]["reason"].as_str().unwrap().contains("jp-hq-99"));
}

#[test]
fn a_saved_game_that_was_cut_off_or_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (from, to, reason) in [
        ("\u{1b}end_save", "", "end_save is missing"),
        ("begin_save", "beginn_save", "expected the command begin_save"),
    ] {
        let path = altered(folder.path(), FINE, &[(from, to)]);
        for command in ["check", "battles", "inspect"] {
            let output = liege(&[command, path.to_str().unwrap()]);
            assert_eq!(output.status.code(), Some(2), "{command}: {from}");
            let talk = String::from_utf8_lossy(&output.stderr);
            assert!(talk.contains(reason) && talk.contains("altered.vsav"), "{command}: {talk}");
            assert!(output.stdout.is_empty());
        }
    }
    // A plain text whose last line an editor has ended.
    let path = altered(folder.path(), FINE, &[("\u{1b}end_save", "\u{1b}end_save\n")]);
    assert_eq!(liege(&["check", path.to_str().unwrap()]).status.code(), Some(0));
}

/// The save of a situation in which these counters are marked aboard or aloft, by the level of their Layer.
fn marked(folder: &Path, situation: &str, marks: &[(&str, i32)]) -> PathBuf {
    let path = save(folder, "marked.vsav", situation);
    let mut file = SaveFile::read(std::fs::read(&path).unwrap(), &Limits::default()).unwrap();
    let mut commands = file.commands().unwrap();
    let module = super::plan().module();
    let (position, _) = Position::read(&commands, Some(&module));
    let change = |(entry, level): &(&str, i32)| {
        let is_it = |piece: &&Piece| piece.markers.get("LiegeId").is_some_and(|id| id == entry);
        let piece = position.pieces.iter().find(is_it).unwrap().id.clone();
        Change::SetLayer { piece, layer: "Ride".into(), level: *level }
    };
    let changes: Vec<Change> = marks.iter().map(change).collect();
    change::apply(&mut commands, Some(&module), &changes).unwrap();
    file.set_commands(&commands).unwrap();
    std::fs::write(&path, file.write(super::DAY).unwrap()).unwrap();
    path
}

#[test]
fn cargo_of_a_real_save_belongs_to_any_carrier_of_its_stack() {
    let folder = tempfile::tempdir().unwrap();
    for (cargo, carrier) in
        [("us-raider-1", "us-ss-1"), ("jp-inf-2", "jp-stp-1"), ("jp-n-kaga", "jp-cv-kaga")]
    {
        let text = head(&format!("at W3031: {cargo}, {carrier}"));
        let path = marked(folder.path(), &text, &[(cargo, 2)]);
        assert_eq!(found(&path, 0), [""; 0], "{cargo} under {carrier}");
    }
}

#[test]
fn a_unit_of_a_real_save_that_nothing_carries_is_told_and_counts() {
    let folder = tempfile::tempdir().unwrap();
    for (id, text, unit) in [
        ("ATPO-S12", "at W3031: jp-inf-2", "jp-inf-2"),
        ("ATPO-S06", "at W4533: jp-hq-17, jp-hq-25", "jp-hq-25"),
        ("ATPO-S09", "at W5021: jp-inf-2, us-inf-6", "jp-inf-2"),
        ("ATPO-P06", "phase: NA.2\nat W3021: jp-inf-2\nat W3021 docked: us-dd-1", "jp-inf-2"),
    ] {
        for level in [2, 3] {
            let path = marked(folder.path(), &head(text), &[(unit, level)]);
            assert_eq!(found(&path, 1), [id], "{text}");
            let told = told(&["check", path.to_str().unwrap(), "-v"], 1);
            assert!(told.contains("it counts where it is"), "{told}");
        }
    }
}

/// The ids of what `check` finds in a save, with its status.
fn found(path: &Path, status: i32) -> Vec<String> {
    let text = told(&["check", path.to_str().unwrap(), "--format", "json"], status);
    let json: Value = serde_json::from_str(&text).unwrap();
    let findings = json["reports"][0]["findings"].as_array().unwrap();
    let mut ids: Vec<String> =
        findings.iter().map(|finding| finding["id"].as_str().unwrap().to_owned()).collect();
    ids.dedup();
    ids
}

#[test]
fn legal_positions_of_a_real_save_end_with_status_0() {
    let folder = tempfile::tempdir().unwrap();
    let silent = [
        "at E2720: us-marine-1, us-marine-2, us-marine-3",
        "at W5021: chit:small-airbase, 3 x chit:air-supply, jp-atp-1",
        "phase: OL.4\nat W5109: cn-inf-5, cn-inf-6",
        "at W3031: us-ss-1\nat W3031 aboard us-ss-1: us-raider-1",
    ];
    let doubtful = [
        ("ATPO-P03", "at W3825: chit:small-airbase\nat W3825: chit:destroyed\nat W3825 docked: jp-ca-chokai"),
        ("ATPO-S18", "at W3031: us-ss-1, us-stp-1"),
        ("ATPO-S04", "at W3315: cn-inf-5, cn-inf-6"),
        ("ATPO-S09", "at W3412: fr-inf-tonkin, jp-inf-5"),
    ];
    for text in silent {
        let path = save(folder.path(), "x.vsav", &head(text));
        assert_eq!(found(&path, 0), [""; 0], "{text}");
    }
    for (id, text) in doubtful {
        let path = save(folder.path(), "x.vsav", &head(text));
        assert_eq!(found(&path, 0), [id], "{text}");
    }
}

#[test]
fn illegal_positions_of_a_real_save_end_with_status_1() {
    let folder = tempfile::tempdir().unwrap();
    for (id, text) in [
        ("ATPO-S01", "at W4117: jp-inf-2, jp-inf-3, jp-inf-4, jp-inf-5, jp-inf-6"),
        ("ATPO-S12", "in \"South Pacific\": jp-inf-2"),
        ("ATPO-A01", "in \"South Pacific\": us-f-211"),
        ("ATPO-S09", "in \"India Box\": uk-inf-2, jp-inf-2"),
        ("ATPO-F15", "at W2609: 2 x chit:burma-railway"),
        ("ATPO-M18", "at W4217: chit:dirt-airstrip destroyed"),
        ("ATPO-A13", "at W3031: us-cve-1\nat W3031 aboard us-cve-1: us-f-18 reduced"),
        ("ATPO-C01", "at W3031: jp-stp-1\nat W3031 aboard jp-stp-1: jp-inf-2, jp-inf-3, jp-inf-4"),
    ] {
        let path = save(folder.path(), "x.vsav", &head(text));
        assert_eq!(found(&path, 1), [id], "{text}");
    }
}

/// A situation with its head: the main game in August 1942, unless the text says the phase itself.
fn head(text: &str) -> String {
    let phase = if text.starts_with("phase:") { "" } else { "phase: NA.1\n" };
    format!("game: atpo\ndate: 1942-08\n{phase}{text}\n")
}

/// A save with so many pieces more in one hex that the game does not know.
fn crowded(folder: &Path, pieces: usize) -> String {
    let path = save(folder, "crowd.vsav", TWO_HQS);
    let mut file = SaveFile::read(std::fs::read(&path).unwrap(), &Limits::default()).unwrap();
    let mut commands = file.commands().unwrap();
    let strangers = (0..pieces)
        .map(|id| Command::leaf(format!("+/9{id:09}/piece;;;;Stranger {id}/Main Map;3000;3000;1;0")));
    let at = commands.children().len() - 1;
    commands.children_mut().splice(at..at, strangers);
    file.set_commands(&commands).unwrap();
    std::fs::write(&path, file.write(DAY).unwrap()).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_crowd_of_unknown_pieces_in_a_hex_is_checked_as_few_are() {
    let folder = tempfile::tempdir().unwrap();
    let few = told(&["check", &crowded(folder.path(), 2), "-q"], 1);
    assert!(few.contains("two-headquarters-in-hex"), "{few}");
    assert_eq!(told(&["check", &crowded(folder.path(), 200), "-q"], 1), few);
}

#[test]
fn more_pieces_than_any_game_has_are_not_checked_and_the_place_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (pieces, what) in [(1_501, "1501 pieces are in W4412; "), (4_001, "it has 4003 pieces on its maps; ")]
    {
        let path = crowded(folder.path(), pieces);
        for command in ["check", "facts", "battles"] {
            let refused = liege(&[command, &path]);
            assert_eq!(refused.status.code(), Some(2), "{command}");
            assert!(said(&refused).contains(what), "{command}: {}", said(&refused));
        }
        told(&["convert", &path, "--to", "csv"], 0);
    }
}
