//! Which module is taken from beside a save, and what is said of it.

use std::io::{Cursor, Read, Result, Seek, SeekFrom};
use std::process::Output;

use liege::format::Limits;
use liege::format::module_file::ModuleFile;

use super::corpus;

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
    let Output { status, stdout, stderr } = corpus::liege().within(folder.path()).args(command).output();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Told { status: status.code(), talk: text(stderr), result: text(stdout) }
}

const TABLE: [&str; 4] = ["convert", "game.vsav", "--to", "csv"];
const PICTURE: [&str; 4] = ["render", "game.vsav", "-o", "game.png"];

#[test]
fn a_palette_piece_that_cannot_be_read_is_told_of_the_module_and_of_a_save_beside_it() {
    let slot = "<VASSAL.build.widget.PieceSlot entryName=\"Tank\" gpid=\"1\">rubbish</VASSAL.build.widget.PieceSlot>";
    let end = "</VASSAL.build.GameModule>";
    let broken = || module(end, &format!("{slot}{end}"));
    let fault = "palette piece \"Tank\": its definition can't be read";
    for file in ["small.vmod", "game.vsav"] {
        let told = told(&["inspect", file, "-v"], &named(), &[("small.vmod", broken())]);
        assert_eq!(
            (told.status, told.result.matches(fault).count()),
            (Some(0), 1),
            "{file}: {}",
            told.result
        );
    }
}

#[test]
fn the_only_module_is_enough_for_a_save_that_names_none() {
    let modules = [("small.vmod", corpus::module())];
    let table = told(&TABLE, &unnamed(), &modules);
    assert!(table.result.contains(",Sea,,C02,"), "{}", table.result);
    let note = "game.vsav: the save does not name its module; using small.vmod beside it";
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
    assert!(stranger.talk.contains("no module beside it has its map windows"), "{}", stranger.talk);
}

#[test]
fn of_several_modules_that_with_the_windows_of_the_save_is_taken() {
    let elsewhere = module("\"Main\"", "\"Elsewhere\"");
    let modules = [("a.vmod", elsewhere.clone()), ("b.vmod", corpus::module()), ("c.vmod", elsewhere)];
    let picture = told(&PICTURE, &unnamed(), &modules);
    assert_eq!(picture.status, Some(0), "{}", picture.talk);
    assert!(picture.talk.contains("b.vmod beside it"), "{}", picture.talk);
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

/// Counts what is read of a file.
struct Counting(Cursor<Vec<u8>>, usize);

impl Read for &mut Counting {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        let read = self.0.read(into)?;
        self.1 += read;
        Ok(read)
    }
}

impl Seek for &mut Counting {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn a_glance_at_a_large_module_reads_little_of_it() {
    let noise: Vec<u8> = (0..4_000_000_u64).map(|i| (i.wrapping_mul(i) >> 7) as u8).collect();
    let large = corpus::archive(&[
        ("buildFile.xml", corpus::BUILD_FILE.as_bytes()),
        ("images/large.bin", &noise),
        ("moduledata", corpus::MODULE_DATA.as_bytes()),
    ]);
    let mut file = Counting(Cursor::new(large), 0);
    let about = ModuleFile::glance(&mut file, &Limits::default()).unwrap();
    assert_eq!(about.name.as_deref(), Some("Small"));
    assert!(file.1 < 100_000, "{} bytes", file.1);
    assert!(ModuleFile::glance(Cursor::new(named()), &Limits::default()).is_none());
}

#[test]
fn a_module_of_another_name_is_known_by_its_metadata_alone() {
    let data = corpus::MODULE_DATA.replace("Small", "Other");
    let other = corpus::archive(&[("buildFile.xml", b"<not read"), ("moduledata", data.as_bytes())]);
    let table = told(&TABLE, &named(), &[("other.vmod", other)]);
    assert!(table.talk.contains("\"Small\" is not beside the save, only \"Other\""), "{}", table.talk);
}

#[test]
fn a_damaged_module_of_the_right_name_does_not_stand_in_the_way() {
    let data = corpus::MODULE_DATA.as_bytes();
    let damaged = corpus::archive(&[("buildFile.xml", b"<damaged"), ("moduledata", data)]);
    let picture = told(&PICTURE, &named(), &[("a.vmod", damaged), ("b.vmod", corpus::module())]);
    assert_eq!(picture.status, Some(0), "{}", picture.talk);
}
