//! Where results go: standard output, and files whose names promise what is in them.

use std::path::Path;

use liege::format::Limits;
use liege::format::save_file::SaveFile;

use super::resolve::{BOTH, BUNA, Case};
use super::{liege, told};

/// The bytes on standard output of a call that succeeds, and what it said beside.
fn printed(words: &[&str]) -> (Vec<u8>, String) {
    let output = liege(words);
    let talk = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{words:?}: {talk}");
    (output.stdout, talk)
}

fn is_log(bytes: &[u8]) -> bool {
    SaveFile::read(bytes, &Limits::default()).unwrap().is_log().unwrap()
}

#[test]
fn a_dash_is_standard_output_for_every_command_that_writes_a_file() {
    let case = Case::of(BUNA);
    let save = case.save.as_str();
    let resolve = ["resolve", save, "land-E4631", "--dice", "4", "--policy", BOTH];
    let (after, talk) = printed(&[&resolve[..], &["-o", "-"]].concat());
    assert!(!is_log(&after) && talk.contains("result: "), "{talk}");
    let (log, talk) = printed(&[&resolve[..], &["--log", "-", "--format", "json"]].concat());
    assert!(is_log(&log) && talk.contains("\"result\""), "{talk}");
    let (plain, _) = printed(&["convert", save, "--to", "plain", "-o", "-"]);
    assert!(!is_log(&plain));
    let (csv, _) = printed(&["convert", save, "--to", "csv", "--side", "umpire", "-o", "-"]);
    assert!(csv.starts_with(b"id,name,map"));
    let (schedule, _) = printed(&["oob", "atpo", "export", "-o", "-"]);
    assert!(String::from_utf8(schedule).unwrap().lines().count() > 100);
    let (moved, talk) = printed(&["oob", "apply", save, "--turn", "1937-02", "-o", "-"]);
    assert!(!is_log(&moved) && talk.contains("moved"), "{talk}");
    let folder = case.path("unpacked").to_str().unwrap().to_owned();
    told(&["unpack", save, "-o", &folder], 0);
    let (packed, _) = printed(&["pack", &folder, "-o", "-"]);
    assert!(!is_log(&packed));
    assert!(!Path::new("-").exists());
}

#[test]
fn both_products_cannot_be_standard_output() {
    let case = Case::of(BUNA);
    let told = case.refused("resolve", &["land-E4631", "--log", "-", "-o", "-"]);
    assert!(told.contains("both the log and the save"), "{told}");
}

#[test]
fn a_folder_is_not_written_to_standard_output_nor_over_the_name_of_a_file() {
    let case = Case::of(BUNA);
    for words in [
        &["unpack", &case.save, "-o", "-"][..],
        &["unpack", &case.save, "-o", "game.zip"],
        &["counters", "atpo", "-o", "sheets.pdf", "--only", "standby"],
        &["counters", "atpo", "-o", "-", "--only", "standby"],
        &["tour", "tour.html"],
        &["build", "atpo", "-o", "x.vmod", "--saves", "start.vsav"],
    ] {
        let output = liege(words);
        let talk = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && talk.contains("expected a folder"), "{words:?}: {talk}");
    }
}

#[test]
fn the_folder_of_an_unpacked_file_may_be_called_like_the_file() {
    let case = Case::of(BUNA);
    let folder = case.path("text.vsav");
    let output = liege(&["unpack", &case.save, "-o", folder.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    assert!(folder.is_dir());
}

#[test]
fn an_ending_that_says_something_else_is_refused_with_what_is_expected() {
    let case = Case::of(BUNA);
    let save = case.save.as_str();
    let name = |name: &str| case.path(name).to_str().unwrap().to_owned();
    let folder = name("unpacked");
    told(&["unpack", save, "-o", &folder], 0);
    let resolve = ["resolve", save, "land-E4631", "--dice", "4", "--policy", BOTH];
    let apply = ["oob", "apply", save, "--turn", "1937-02"];
    for (words, option, ending, expected) in [
        (&["render", save][..], "-o", "gif", ".png"),
        (&["render", save], "-o", "pdf", ".png"),
        (&["convert", save, "--to", "csv", "--side", "umpire"], "-o", "json", ".csv"),
        (&["convert", save, "--to", "json", "--side", "umpire"], "-o", "csv", ".json"),
        (&["convert", save, "--to", "plain"], "-o", "txt", ".vsav"),
        (&["convert", save, "--to", "vcsk"], "-o", "vlog", ".vsav"),
        (&["build", "atpo"], "-o", "zip", ".vmod"),
        (&["build", "atpo"], "-o", "vsav", ".vmod"),
        (&["pack", &folder], "-o", "vmod", ".vsav"),
        (&["pack", &folder], "-o", "vlog", ".vsav"),
        (&resolve, "-o", "vlog", "--log writes a log"),
        (&resolve, "-o", "txt", ".vsav"),
        (&resolve, "--log", "vsav", "-o writes the save"),
        (&resolve, "--log", "txt", ".vlog"),
        (&apply, "-o", "vlog", "--log writes a log"),
        (&apply, "--log", "vsav", "-o writes the save"),
        (&["oob", "atpo", "export"], "-o", "ods", ".csv or .xlsx"),
    ] {
        let path = name(&format!("x.{ending}"));
        let output = liege(&[words, &[option, &path]].concat());
        let talk = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?} {path}: {talk}");
        assert!(talk.contains(expected), "{words:?} {path}: {talk}");
        assert!(!Path::new(&path).exists() && output.stdout.is_empty(), "{words:?} {path}");
    }
}

#[test]
fn a_name_without_an_ending_is_taken_as_it_is() {
    let case = Case::of(BUNA);
    let resolve = ["resolve", &case.save, "land-E4631", "--dice", "4", "--policy", BOTH, "-o"];
    for name in ["after", "after.1942-08", "after.sav", "AFTER.VSAV"] {
        let path = case.path(name);
        told(&[&resolve[..], &[path.to_str().unwrap()]].concat(), 0);
        assert!(!is_log(&std::fs::read(&path).unwrap()), "{name}");
    }
    let path = case.path("schedule");
    told(&["oob", "atpo", "export", "-o", path.to_str().unwrap()], 0);
    assert!(std::fs::read_to_string(path).unwrap().lines().count() > 100);
}

#[test]
fn convert_takes_from_the_ending_what_to_write() {
    let case = Case::of(BUNA);
    let convert = |name: &str| {
        let path = case.path(name);
        told(&["convert", &case.save, "--side", "umpire", "-o", path.to_str().unwrap()], 0);
        std::fs::read_to_string(path).unwrap()
    };
    assert!(convert("pieces.csv").starts_with("id,name,map"));
    assert!(convert("pieces.JSON").contains("\"pieces\""));
    for words in [&["-o", "game.vsav"][..], &[]] {
        let talk = case.refused("convert", words);
        assert!(talk.contains("--to vcsk"), "{talk}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files_is_told_by_its_name() {
    let case = Case::of(BUNA);
    for words in [
        &["convert", &case.save, "--to", "plain", "-o", "/proc/x.vsav"][..],
        &["unpack", &case.save, "-o", "/proc/x"],
        &["counters", "atpo", "--only", "standby", "-o", "/proc/x"],
    ] {
        let output = liege(words);
        let talk = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {talk}");
        assert!(
            talk.contains("the folder /proc cannot be written to") && !talk.contains(".liege-"),
            "{talk}"
        );
    }
}
