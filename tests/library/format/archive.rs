//! Archives keep what is not touched; hostile ones end in a message.

use std::io::{Cursor, Write as _};

use liege::format::archive::{Archive, ArchiveError};
use liege::format::command::Command;
use liege::format::detect::{FileError, Kind};
use liege::format::metadata::Metadata;
use liege::format::save_file::SaveFile;
use liege::format::{Limits, Timestamp};

const DATE: Timestamp = Timestamp(1_700_000_000_000);

/// A zip made by the library itself, with any names.
fn zip_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn read(bytes: Vec<u8>) -> Result<Archive, ArchiveError> {
    Archive::read(bytes, &Limits::default())
}

#[test]
fn entries_keep_order_content_and_time() {
    let mut archive = read(zip_of(&[("c", b"3"), ("a", b"1"), ("images/", b""), ("b", b"2")])).unwrap();
    archive.insert("a", *b"new").unwrap();
    archive.insert("z", *b"last").unwrap();
    assert!(archive.remove("b"));
    let bytes = archive.write(DATE).unwrap();
    assert_eq!(bytes, archive.write(DATE).unwrap());
    let again = read(bytes).unwrap();
    let names: Vec<&str> = again.entries().iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["c", "a", "images/", "z"]);
    assert_eq!(again.read_entry("a").unwrap(), b"new");
    assert_eq!(again.read_entry("c").unwrap(), b"3");
    assert_eq!(again.entry("z").unwrap().modified, Some((2023, 11, 14, 22, 13, 20)));
    assert_eq!(again.entry("c").unwrap().modified, archive.entry("c").unwrap().modified);
}

#[test]
fn truncated_archives_are_refused() {
    let whole = zip_of(&[("savedGame", b"begin_save"), ("x", &[7; 500])]);
    for length in 0..whole.len() {
        assert!(read(whole[..length].to_vec()).is_err(), "{length} bytes");
    }
}

#[test]
fn damaged_bytes_never_crash() {
    let whole = zip_of(&[("savedGame", b"begin_save"), ("moduledata", b"<data/>")]);
    for at in 0..whole.len() {
        for value in [0, 0x7F, 0xFF] {
            let mut bytes = whole.clone();
            bytes[at] = value;
            let _ = SaveFile::read(&bytes, &Limits::default()).map(|save| save.write(DATE));
        }
    }
}

#[test]
fn unsafe_names_are_refused() {
    for name in ["../x", "a/../b", "/etc/x", "a\\b", "C:x", "a\0b", "./x"] {
        let error = read(zip_of(&[(name, b"")])).unwrap_err();
        assert!(matches!(error, ArchiveError::UnsafeName { .. }), "{name}: {error}");
        assert!(Archive::new().insert(name, *b"").is_err());
    }
    let deep = "a/".repeat(40) + "x";
    assert!(read(zip_of(&[(&deep, b"")])).is_err());
    let long = "a".repeat(2000);
    assert!(read(zip_of(&[(&long, b"")])).is_err());
}

#[test]
fn bombs_stop_at_the_limits() {
    let bomb = zip_of(&[("a", &vec![0; 1 << 20]), ("b", &vec![0; 1 << 20])]);
    let limits =
        |entry_bytes, total_bytes, entries| Limits { entry_bytes, total_bytes, entries, ..Limits::default() };
    let read = |limits: Limits| Archive::read(bomb.clone(), &limits);
    assert!(matches!(read(limits(1 << 19, 1 << 30, 9)), Err(ArchiveError::EntryTooLarge { .. })));
    assert!(matches!(read(limits(1 << 20, 1 << 20, 9)), Err(ArchiveError::TooLarge { .. })));
    assert!(matches!(read(limits(1 << 20, 1 << 30, 1)), Err(ArchiveError::TooManyEntries { .. })));
    // The ratio alone is no reason.
    assert_eq!(read(limits(1 << 20, 1 << 21, 2)).unwrap().read_entry("a").unwrap().len(), 1 << 20);
}

#[test]
fn an_entry_that_lies_about_its_size_is_refused() {
    let mut bytes = zip_of(&[("a", &[0; 4000])]);
    let size = 4000u32.to_le_bytes();
    let places: Vec<usize> = (0..bytes.len() - 4).filter(|at| bytes[*at..*at + 4] == size).collect();
    for at in places {
        bytes[at..at + 4].copy_from_slice(&10u32.to_le_bytes());
    }
    assert!(read(bytes).and_then(|archive| archive.read_entry("a")).is_err());
}

#[test]
fn an_entry_of_another_archive_is_taken_over_as_it_is_packed() {
    let mut own = read(zip_of(&[("a", b"old"), ("b", b"stays")])).unwrap();
    let other = read(zip_of(&[("a", b"new"), ("c", &[7; 100_000])])).unwrap();
    own.adopt("a", &other).unwrap();
    own.adopt("c", &other).unwrap();
    assert!(matches!(own.adopt("d", &other), Err(ArchiveError::Missing { .. })));
    let mut third = Archive::new();
    third.adopt("c", &own).unwrap();
    third.insert("e", b"written".as_slice()).unwrap();
    own.adopt("e", &third).unwrap();
    for archive in [own.clone(), read(own.write(DATE).unwrap()).unwrap()] {
        let names: Vec<&str> = archive.entries().iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c", "e"]);
        assert_eq!(archive.read_entry("a").unwrap(), b"new");
        assert_eq!(archive.read_entry("b").unwrap(), b"stays");
        assert_eq!(archive.read_entry("c").unwrap(), [7; 100_000]);
        assert_eq!(archive.read_entry("e").unwrap(), b"written");
    }
}

#[test]
fn a_damaged_entry_of_another_archive_is_not_taken_over() {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    writer.start_file("a", stored).unwrap();
    writer.write_all(b"some words").unwrap();
    let mut bytes = writer.finish().unwrap().into_inner();
    let at = bytes.windows(4).position(|four| four == b"some").unwrap();
    bytes[at] = b'S';
    let other = read(bytes).unwrap();
    let mut own = Archive::new();
    assert!(matches!(own.adopt("a", &other), Err(ArchiveError::Entry { .. })));
    assert!(own.entries().is_empty());
}

#[test]
fn the_first_saved_game_counts() {
    let mut bytes = zip_of(&[("savedGame", b"first"), ("SavedGame", b"second"), ("note", b"x")]);
    let places: Vec<usize> =
        (0..bytes.len() - 9).filter(|at| bytes[*at..].starts_with(b"SavedGame")).collect();
    for at in places {
        bytes[at] = b's';
    }
    let archive = read(bytes).unwrap();
    assert_eq!(archive.read_entry("savedGame").unwrap(), b"first");
    assert_eq!(archive.duplicates(), ["savedGame"]);
    assert_eq!(archive.entries().len(), 2);
    let again = read(archive.write(DATE).unwrap()).unwrap();
    assert_eq!(again.read_entry("savedGame").unwrap(), b"first");
    assert_eq!(again.read_entry("note").unwrap(), b"x");
}

#[test]
fn files_are_told_apart_by_what_they_hold() {
    let kind = |bytes: &[u8]| Kind::of(bytes, &Limits::default());
    assert_eq!(kind(&zip_of(&[("savedGame", b"")])).unwrap(), Kind::Save);
    assert_eq!(kind(&zip_of(&[("buildFile.xml", b"<x/>"), ("moduledata", b"")])).unwrap(), Kind::Module);
    let extension = [("buildFile.xml", &b"<x/>"[..]), ("moduledata", b""), ("extensiondata", b"")];
    assert_eq!(kind(&zip_of(&extension)).unwrap(), Kind::Extension);
    assert_eq!(kind(&zip_of(&[("buildFile", b"<VASSAL.launch.BasicModule/>")])).unwrap(), Kind::Module);
    assert_eq!(kind(b"begin_save\x1bend_save").unwrap(), Kind::BareSave);
    assert_eq!(kind(b"!VCSK00").unwrap(), Kind::BareSave);
    for bytes in [&b""[..], b"Dear friend,\nhello", b"\x89PNG\r\n", &zip_of(&[("x", b"")])] {
        let error = kind(bytes).unwrap_err();
        assert!(matches!(error, FileError::Unknown(_)), "{error}");
        assert!(!error.to_string().ends_with('.'));
    }
}

#[test]
fn a_new_save_is_written_and_read() {
    let commands = Command::group("begin_save", vec![Command::leaf("end_save")]);
    let about = Metadata {
        version: Some("1".into()),
        date_saved: Some(DATE),
        description: Some("a & b".into()),
        ..Metadata::default()
    };
    let save = SaveFile::new(&commands, Some(b"<data/>"), &about).unwrap();
    let bytes = save.write(DATE).unwrap();
    let mut again = SaveFile::read(&bytes, &Limits::default()).unwrap();
    assert_eq!(again.commands().unwrap(), commands);
    assert_eq!(again.save_data(&Limits::default()).unwrap(), Some(about));
    assert!(!again.is_log().unwrap());
    assert_eq!(again.write(DATE).unwrap(), bytes);
    let mut log = commands.clone();
    log.children_mut().push(Command::leaf("LOG\tCHATx"));
    again.set_commands(&log).unwrap();
    let log = SaveFile::read(again.write(DATE).unwrap(), &Limits::default()).unwrap();
    assert!(log.is_log().unwrap());
    let mut nested = commands.clone();
    nested.children_mut().push(Command::group("", vec![Command::leaf("LOG\tCHATx")]));
    again.set_commands(&nested).unwrap();
    assert!(again.is_log().unwrap(), "an entry waits for the step button at whatever depth it stands");
    assert_eq!(log.encoding, save.encoding);
}

#[test]
fn pieces_may_take_a_quarter_of_the_room_of_a_text_and_moves_all_of_it() {
    let text = |command: &str| {
        let commands: Vec<Command> =
            (0..100).map(|_| Command::leaf(format!("{command}{}", "x".repeat(990)))).collect();
        let save =
            SaveFile::new(&Command::group("begin_save", commands), None, &Metadata::default()).unwrap();
        save.write(DATE).unwrap()
    };
    let read = |command: &str, room: u64| {
        let save = SaveFile::read(text(command), &Limits::with_max_size(room)).unwrap();
        save.commands().map(drop).map_err(|error| error.to_string())
    };
    for adds in ["+/1/piece;;;", "LOG\t+/1/piece;;;"] {
        let refused = read(adds, 300_000).unwrap_err();
        assert!(refused.contains("longer than 75000 bytes") && refused.contains("--max-size"), "{refused}");
        assert_eq!(read(adds, 500_000), Ok(()));
    }
    assert_eq!(read("M/1/", 300_000), Ok(()));
}
