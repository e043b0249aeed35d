//! Which module is taken from beside a save, and what is said of it.

use std::process::Output;

use crate::corpus;

/// A module that differs from the small one in these words of its build file and metadata.
fn module(from: &str, to: &str) -> Vec<u8> {
    corpus::archive(&[
        ("buildFile.xml", corpus::BUILD_FILE.replace(from, to).as_bytes()),
        ("moduledata", corpus::MODULE_DATA.replace(from, to).as_bytes()),
        ("images/green.png", &corpus::green_square()),
    ])
}

/// The small save without the words on its module.
fn unnamed() -> Vec<u8> {
    let text = format!("begin_save\u{1b}{}\u{1b}end_save", corpus::COMMANDS[..4].join("\u{1b}"));
    corpus::archive(&[("savedGame", text.as_bytes())])
}

fn named() -> Vec<u8> {
    corpus::save(&corpus::COMMANDS[..4])
}

struct Told {
    status: Option<i32>,
    talk: String,
    result: String,
}

/// What a command says of a save in a folder with these modules.
fn told(command: &[&str], save: &[u8], modules: &[(&str, Vec<u8>)]) -> Told {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game.vsav"), save).unwrap();
    for (name, module) in modules {
        std::fs::write(folder.path().join(name), module).unwrap();
    }
    let Output { status, stdout, stderr } =
        corpus::liege().current_dir(folder.path()).args(command).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Told { status: status.code(), talk: text(stderr), result: text(stdout) }
}

const TABLE: [&str; 4] = ["convert", "game.vsav", "--to", "csv"];
const PICTURE: [&str; 4] = ["render", "game.vsav", "-o", "game.png"];

#[test]
fn the_only_module_is_enough_for_a_save_that_names_none() {
    let modules = [("small.vmod", corpus::module())];
    let table = told(&TABLE, &unnamed(), &modules);
    assert!(table.result.contains(",Sea,,C02,"), "{}", table.result);
    let note = "game.vsav: the save does not name its module; small.vmod beside it is taken";
    assert!(table.talk.contains(note), "{}", table.talk);
    assert_eq!(told(&PICTURE, &unnamed(), &modules).status, Some(0));
}

#[test]
fn a_module_of_another_game_is_not_taken() {
    let other = [("other.vmod", module("Small", "Other"))];
    let table = told(&TABLE, &named(), &other);
    assert_eq!(table.status, Some(0));
    assert!(table.result.contains(",Main,150,150,,,,"), "{}", table.result);
    assert!(table.talk.contains("\"Small\" is not beside the save, only \"Other\""), "{}", table.talk);
    let picture = told(&PICTURE, &named(), &other);
    assert_eq!(picture.status, Some(2));
    assert!(picture.talk.contains("--module"), "{}", picture.talk);
    // A save that names none lies in windows that only its own module has.
    let stranger = told(&TABLE, &unnamed(), &[("other.vmod", module("\"Main\"", "\"Elsewhere\""))]);
    assert!(stranger.talk.contains("no module beside it has its windows"), "{}", stranger.talk);
}

#[test]
fn of_several_modules_that_with_the_windows_of_the_save_is_taken() {
    let elsewhere = module("\"Main\"", "\"Elsewhere\"");
    let modules = [("a.vmod", elsewhere.clone()), ("b.vmod", corpus::module()), ("c.vmod", elsewhere)];
    let picture = told(&PICTURE, &unnamed(), &modules);
    assert_eq!(picture.status, Some(0), "{}", picture.talk);
    assert!(picture.talk.contains("b.vmod beside it is taken"), "{}", picture.talk);
}

#[test]
fn several_modules_stop_only_what_needs_one() {
    let modules = [("a.vmod", corpus::module()), ("b.vmod", module("400", "800"))];
    for save in [named(), unnamed()] {
        for command in [&TABLE[..], &["inspect", "game.vsav"]] {
            let told = told(command, &save, &modules);
            assert_eq!(told.status, Some(0), "{}", told.talk);
            assert!(told.talk.starts_with("note: ") && told.talk.contains("a.vmod, b.vmod"), "{}", told.talk);
        }
        let picture = told(&PICTURE, &save, &modules);
        assert_eq!(picture.status, Some(2));
        assert!(
            picture.talk.contains("a.vmod, b.vmod") && picture.talk.contains("--module"),
            "{}",
            picture.talk
        );
    }
}

#[test]
fn of_several_versions_that_of_the_save_is_taken() {
    let newer = module("version=\"1.0\"", "version=\"2.0\"");
    let newer = [("a.vmod", newer), ("b.vmod", corpus::module())];
    // The metadata go before the build file.
    assert_eq!(told(&PICTURE, &named(), &newer).status, Some(2));
    let newer = [("a.vmod", module("<version>1.0", "<version>2.0")), ("b.vmod", corpus::module())];
    let picture = told(&PICTURE, &named(), &newer);
    assert_eq!(picture.status, Some(0), "{}", picture.talk);
}

#[test]
fn of_identical_copies_any_one_is_taken() {
    let copies = [("a.vmod", corpus::module()), ("b.vmod", corpus::module()), ("old.mod", corpus::module())];
    for save in [named(), unnamed()] {
        let picture = told(&PICTURE, &save, &copies);
        assert_eq!(picture.status, Some(0), "{}", picture.talk);
    }
}
