//! What a person at the prompt meets: results in short, words that are nearly right, files of other programs.

use std::path::Path;

use serde_json::Value;

use super::check::TWO_HQS;
use super::look::corpus;
use super::{done, liege, said, save, squeezed, told};
use crate::call::Call;

fn case(name: &str) -> String {
    format!("{}/tests/data/cases/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn check_begins_with_its_findings_and_counts_what_was_not_checked_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "two.vsav", TWO_HQS);
    let shown = told(&["check", text(&path)], 1);
    let mut lines = shown.lines();
    assert!(lines.next().unwrap().contains("two.vsav: 1 illegal, 0 suspicious; "), "{shown}");
    assert!(lines.nth(1).unwrap().starts_with("1. illegal[ATPO-S06"), "{shown}");
    assert_eq!(shown.matches("not checked: ").count(), 1, "{shown}");
    let all = told(&["check", "-v", text(&path)], 1);
    assert!(all.matches("not checked").count() > 10, "{all}");
    let findings = told(&["check", "-q", text(&path)], 1);
    assert!(findings.starts_with("1. illegal[ATPO-S06") && !findings.contains("not checked"), "{findings}");
    let fine =
        save(folder.path(), "fine.vsav", "game: atpo\ndate: 1942-08\nphase: NA.1\nat W4533: jp-hq-17\n");
    assert_eq!(told(&["check", "-q", text(&fine)], 0), "");
}

#[test]
fn check_writes_its_result_in_the_form_that_the_name_of_the_file_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "two.vsav", TWO_HQS);
    let written = |name: &str| {
        let out = folder.path().join(name);
        assert_eq!(told(&["check", text(&path), "-o", text(&out)], 1), "");
        std::fs::read_to_string(out).unwrap()
    };
    assert!(written("a.txt").contains("illegal[ATPO-S06"));
    assert!(written("a.html").contains("<html"));
    let json: Value = serde_json::from_str(&written("a.json")).unwrap();
    assert_eq!(json["reports"][0]["summary"]["illegal"], 1);
    let sarif: Value = serde_json::from_str(&written("a.sarif")).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let refused = liege(&["check", text(&path), "-o", text(&folder.path().join("a.png"))]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(liege(&["check", text(&path), "-o", text(&path)]).status.code(), Some(2), "the save itself");
}

#[test]
fn choices_and_open_points_that_output_cites_can_be_explained() {
    assert!(told(&["explain", "G72"], 0).contains("air combat"));
    assert!(told(&["explain", "atpo-v01"], 0).contains("unmarked_or_standby"));
    assert!(told(&["explain", "reactive_naval_phase"], 0).contains("--choice reactive_naval_phase=VALUE"));
    let two = said(&liege(&["explain", "G05"]));
    assert!(two.contains("ATPO-G05 and AAF-G05"), "{two}");
    assert!(told(&["explain", "e01"], 0).contains("VASSAL-E01"), "an id that only a lint has");
    assert!(told(&["explain", "M02"], 0).contains("ATPO-M02"), "games come first");
    let nothing = said(&liege(&["explain", ""]));
    assert!(nothing.contains("nothing is called \"\""), "{nothing}");
    let games = told(&["explain", "--list"], 0);
    for game in ["atpo", "aafog", "vassal"] {
        assert!(games.contains(&format!("explain --list {game}")), "{games}");
    }
}

#[test]
fn a_word_that_is_nearly_right_is_answered_with_the_right_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "two.vsav", TWO_HQS);
    for (call, near) in [
        (&["explain", "overstacked-hexx"][..], "overstacked-hex"),
        (&["check", text(&path), "--only", "two-headquarters-in-hexx"], "two-headquarters-in-hex"),
        (&["lint", &case("formulas.vmod"), "--only", "missing-prototyp"], "missing-prototype"),
    ] {
        let output = liege(call);
        assert_eq!(output.status.code(), Some(2), "{call:?}");
        assert!(said(&output).contains(&format!("did you mean \"{near}\"?")), "{}", said(&output));
    }
}

#[test]
fn facts_of_a_whole_position_are_a_summary_until_more_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "two.vsav", TWO_HQS);
    let short = done(&["facts", text(&path)]);
    assert!(short.contains("By place:") && !short.contains("\nW4533"), "{short}");
    let long = done(&["facts", "-v", text(&path)]);
    assert!(long.contains("\nW4533 Tokyo"), "{long}");
    assert!(done(&["facts", text(&path), "--at", "W4533"]).contains("\nW4533 Tokyo"));
}

#[test]
fn turns_are_typed_as_output_writes_them() {
    let arrivals = |turn: &str| done(&["oob", "atpo", "arrivals", "--turn", turn]);
    assert_eq!(arrivals("autumn 1942"), arrivals("1942-autumn"));
    assert_eq!(arrivals("August 1942"), arrivals("1942-08"));
}

#[test]
fn a_picture_of_a_whole_map_is_drawn_smaller_where_it_would_be_too_large() {
    let folder = tempfile::tempdir().unwrap();
    let board = r#"width="400" height="300""#;
    let build = corpus::BUILD_FILE.replace(board, r#"width="60000" height="30""#);
    let about = ("moduledata", corpus::MODULE_DATA.as_bytes());
    let module = corpus::archive(&[
        ("buildFile.xml", build.as_bytes()),
        about,
        ("images/green.png", &corpus::green_square()),
    ]);
    let (path, game) = (folder.path().join("small.vmod"), folder.path().join("game.vsav"));
    std::fs::write(&path, module).unwrap();
    std::fs::write(&game, corpus::save(&corpus::COMMANDS)).unwrap();
    let out = folder.path().join("map.png");
    let call = ["render", text(&game), "--module", text(&path), "--side", "umpire", "-o", text(&out)];
    let output = liege(&call);
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("scale 0.33"), "{}", said(&output));
    assert!(image::image_dimensions(&out).unwrap().0 <= 20_000);
    let refused = liege(&[&call[..], &["--scale", "0.5"]].concat());
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("--scale 0.33"), "{}", said(&refused));
}

#[test]
fn no_name_in_a_file_or_argument_commands_the_terminal() {
    for call in [&["explain", "a\u{1b}]0;x\u{7}"][..], &["lint", "no\u{9b}31m.vmod"], &["check\u{202e}"]] {
        let output = liege(call);
        assert_eq!(output.status.code(), Some(2));
        let talk = String::from_utf8(output.stderr).unwrap();
        let raw = ['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}'];
        assert!(!talk.contains(raw) && talk.contains("\\u{"), "{talk:?}");
    }
}

#[test]
fn cells_that_look_like_formulas_are_text_for_spreadsheets() {
    let convert = ["convert", &case("formulas.vsav"), "--module", &case("formulas.vmod"), "--to", "csv"];
    let table = done(&[&convert[..], &["--side", "umpire"]].concat());
    let names = |table: &str| {
        let mut rows = csv::Reader::from_reader(table.as_bytes());
        rows.records().map(|row| row.unwrap()[1].to_owned()).collect::<Vec<_>>()
    };
    let is_formula = |name: &String| name.starts_with(['=', '+', '-', '@']);
    assert!(!names(&table).iter().any(is_formula), "{table}");
    let raw = done(&[&convert[..], &["--side", "umpire", "--raw-cells"]].concat());
    assert_eq!(names(&raw).iter().filter(|name| is_formula(name)).count(), 4, "{raw}");
}

#[test]
fn a_piece_with_another_picture_is_the_same_piece() {
    let output = liege(&["diff", &case("no-number-before.vsav"), &case("no-number-after.vsav")]);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(shown.contains("1 piece changed") && !shown.contains("gone"), "{shown}");
}

#[test]
fn what_refresh_cannot_place_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new.vsav");
    let (save, old, new) = (case("free.vsav"), case("free-old.vmod"), case("free-new.vmod"));
    let shown = done(&["refresh", &save, "--from", &old, "--module", &new, "-o", text(&out)]);
    let shown = squeezed(&shown);
    assert!(shown.contains("\"Main\": 2 pieces left where they were: their board has moved"), "{shown}");
}

#[test]
fn a_bare_save_with_letters_that_are_not_utf8_is_unpacked_and_packed_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (save, unpacked) = (folder.path().join("old.vsav"), folder.path().join("unpacked"));
    let bytes = b"begin_save\x1b\x1bNOTES\tCaf\xe9\x1b\x1bend_save";
    std::fs::write(&save, bytes).unwrap();
    assert!(done(&["inspect", text(&save)]).contains("letters that are not UTF-8"));
    assert_eq!(liege(&["inspect", "-q", text(&save)]).stderr, b"", "quiet is quiet");
    let told = done(&["unpack", text(&save), "-o", text(&unpacked)]);
    assert!(told.contains("letters that are not UTF-8, the first at byte 21; kept unchanged"), "{told}");
    let packed = folder.path().join("again.vsav");
    done(&["pack", text(&unpacked), "-o", text(&packed)]);
    assert_eq!(std::fs::read(packed).unwrap(), bytes);
}

#[test]
fn colours_are_forced_by_a_variable_and_forbidden_by_another() {
    let coloured = |variables: &[(&str, &str)]| {
        let call = Call::of(["explain", "no-such-check"]);
        let call = variables.iter().fold(call, |call, (name, value)| call.with(name, value));
        String::from_utf8(call.spawned().stderr).unwrap().contains('\u{1b}')
    };
    assert!(!coloured(&[]) && coloured(&[("FORCE_COLOR", "1")]));
    assert!(!coloured(&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")]) && !coloured(&[("FORCE_COLOR", "0")]));
}

#[test]
fn a_table_with_semicolons_is_read_as_one_with_commas() {
    let folder = tempfile::tempdir().unwrap();
    let (commas, semicolons) = (folder.path().join("commas"), folder.path().join("semicolons"));
    done(&["data", "export", "atpo", "-o", text(&commas)]);
    let table = "rules/atpo/bombing.csv";
    let mut rows =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_path(commas.join(table)).unwrap();
    std::fs::create_dir_all(semicolons.join("rules/atpo")).unwrap();
    let mut out =
        csv::WriterBuilder::new().delimiter(b';').flexible(true).from_path(semicolons.join(table)).unwrap();
    rows.byte_records().for_each(|row| out.write_byte_record(&row.unwrap()).unwrap());
    out.flush().unwrap();
    drop(out);
    let page = |data: &Path| done(&["explain", "R37", "--data", text(data)]);
    assert_eq!(page(&semicolons), done(&["explain", "R37"]));
}
