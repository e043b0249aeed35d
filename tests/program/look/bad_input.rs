//! Bad input ends in one clear message, status 2, and nothing written.

use std::ffi::OsStr;
use std::path::Path;

use super::corpus::{self, failure};

/// Runs each command on the file; nothing may appear beside it. Returns the messages.
fn all_refuse(name: &str, bytes: &[u8]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, bytes).unwrap();
    let out = folder.path().join("out");
    let commands = [
        vec![OsStr::new("inspect"), file.as_os_str()],
        vec![OsStr::new("unpack"), file.as_os_str(), OsStr::new("-o"), out.as_os_str()],
        vec![OsStr::new("convert"), file.as_os_str(), OsStr::new("--to"), OsStr::new("json")],
        vec![OsStr::new("render"), file.as_os_str(), OsStr::new("-o"), out.as_os_str()],
    ];
    let told: Vec<_> = commands.iter().map(|arguments| failure(arguments)).collect();
    assert_only(folder.path(), &[name]);
    for message in &told {
        assert!(message.starts_with("error: ") && message.contains(name), "{message}");
    }
    told
}

fn assert_only(folder: &Path, expected: &[&str]) {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, expected);
}

#[test]
fn a_truncated_zip_is_called_damaged() {
    let whole = corpus::save(&corpus::COMMANDS);
    for message in all_refuse("cut.vsav", &whole[..whole.len() / 2]) {
        assert!(message.contains("cut short or damaged"), "{message}");
    }
}

#[test]
fn a_file_that_is_none_of_these_is_described() {
    for message in all_refuse("picture.vsav", b"\x89PNG\r\n\x1a\n....") {
        assert!(message.contains("not a VASSAL file") && message.contains("89 50"), "{message}");
    }
    for message in all_refuse("letter.txt", b"Dear Admiral,\nall is well") {
        assert!(message.contains("Dear Admiral"), "{message}");
    }
    all_refuse("empty.vsav", b"");
    all_refuse("other.zip", &corpus::archive(&[("readme.txt", b"hello")]));
}

#[test]
fn odd_and_wrong_digits_are_named() {
    for (bytes, word) in [(&b"!VCSK0a1"[..], "half a byte"), (b"!VCSK0axx", "hexadecimal"), (b"!VCSK", "key")]
    {
        for message in all_refuse("game.vsav", bytes) {
            assert!(message.contains(word), "{message}");
        }
    }
}

#[test]
fn a_wrong_kind_of_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("small.vmod");
    std::fs::write(&module, corpus::module()).unwrap();
    let told = failure(&[OsStr::new("convert"), module.as_os_str(), OsStr::new("--to"), OsStr::new("json")]);
    assert!(told.contains("this is a module, expected a save"), "{told}");
}

#[test]
fn an_absent_module_is_said_and_only_pictures_need_it() {
    let folder = tempfile::tempdir().unwrap();
    let (save, png) = (folder.path().join("game.vsav"), folder.path().join("game.png"));
    std::fs::write(&save, corpus::save(&corpus::COMMANDS[..4])).unwrap();
    let table = corpus::liege().arg("convert").arg(&save).args(["--to", "csv"]).output();
    assert!(table.status.success() && String::from_utf8(table.stdout).unwrap().contains("Tank"));
    assert!(String::from_utf8(table.stderr).unwrap().contains("\"Small\" is not beside the save"));
    let told = failure(&[OsStr::new("render"), save.as_os_str(), OsStr::new("-o"), png.as_os_str()]);
    assert!(told.contains("\"Small\"") && told.contains("--module"), "{told}");
    assert_only(folder.path(), &["game.vsav"]);
}

#[test]
fn unknown_traits_and_commands_are_counted_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("game.vsav");
    let commands = ["+/1/turr;a;b\tpiece;;;;Tank/x\tMain;1;2;;0", "WEATHER\tfog"];
    std::fs::write(&save, corpus::save(&commands)).unwrap();
    let output = corpus::liege().arg("inspect").arg(&save).output();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("turr; × 1") && told.contains("WEATHER × 1"), "{told}");
}

#[test]
fn what_has_no_value_is_blank_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("game.vsav");
    let label = "label;;;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false";
    let piece = |id: &str, text: &str| format!("+/{id}/{label}\tpiece;;;;Tank/{text}\tMain;1;2;;0");
    let commands = [piece("1", "{Random(6)}"), piece("2", "{Random(6)}"), piece("3", "{1 + 1}")];
    std::fs::write(&save, corpus::save(&commands.each_ref().map(String::as_str))).unwrap();
    let told = |more: &[&str]| {
        let output = corpus::liege().arg("inspect").arg(&save).args(more).output();
        String::from_utf8(output.stdout).unwrap()
    };
    let short = told(&[]);
    assert!(short.contains("1 expression, blank 2 times"), "{short}");
    assert!(told(&["-v"]).contains("{Random(6)} × 2"));
    let report: serde_json::Value = serde_json::from_str(&told(&["--format", "json"])).unwrap();
    assert_eq!(report["reports"][0]["untold"], serde_json::json!({"{Random(6)}": 2}));
}

#[test]
fn a_folder_in_use_and_a_missing_file_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("game.vsav");
    std::fs::write(&save, corpus::save(&corpus::COMMANDS)).unwrap();
    let told =
        failure(&[OsStr::new("unpack"), save.as_os_str(), OsStr::new("-o"), folder.path().as_os_str()]);
    assert!(told.contains("is not empty"), "{told}");
    let gone = folder.path().join("gone.vsav");
    assert!(failure(&[OsStr::new("inspect"), gone.as_os_str()]).contains("no such file"));
    let told = failure(&[OsStr::new("pack"), folder.path().as_os_str(), OsStr::new("-o"), gone.as_os_str()]);
    assert!(told.contains("manifest.toml"), "{told}");
    assert_only(folder.path(), &["game.vsav"]);
}

#[test]
fn names_that_leave_the_folder_are_refused() {
    let bytes = corpus::archive(&[("savedGame", b"begin_save"), ("../evil", b"x")]);
    for message in all_refuse("evil.vsav", &bytes) {
        assert!(message.contains("unsafe name"), "{message}");
    }
}

#[test]
fn a_limit_on_the_size_can_be_set() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("game.vsav");
    std::fs::write(&save, corpus::save(&corpus::COMMANDS)).unwrap();
    let told =
        failure(&[OsStr::new("inspect"), save.as_os_str(), OsStr::new("--max-size"), OsStr::new("100")]);
    assert!(told.contains("--max-size"), "{told}");
}

#[test]
fn metadata_that_cannot_be_read_do_not_hide_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("game.vsav");
    let text = format!("begin_save\u{1b}{}\u{1b}end_save", corpus::COMMANDS[..4].join("\u{1b}"));
    let entries: [(&str, &[u8]); 3] =
        [("savedGame", text.as_bytes()), ("moduledata", b"\xff\xfe\x00"), ("savedata", b"<data>")];
    std::fs::write(&save, corpus::archive(&entries)).unwrap();
    let output = corpus::liege().arg("inspect").arg(&save).output();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(told.contains("Main: 1 piece") && told.contains("problem      savedata: "), "{told}");
}

#[test]
fn letters_that_are_not_utf8_are_read_as_the_engine_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("old.sav");
    let text = [b"begin_save\x1bPLAYER\tpw\tJos\xe9 Mu\xf1oz\tA\x1bend_save".as_slice()].concat();
    std::fs::write(&save, corpus::archive(&[("savedGame", &text)])).unwrap();
    let output = corpus::liege().arg("inspect").arg(&save).output();
    let (told, talk) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(told.contains("player       Jos\u{fffd} Mu\u{fffd}oz (A)"), "{told}");
    assert!(talk.contains("not UTF-8, the first at byte 24"), "{talk}");
}
