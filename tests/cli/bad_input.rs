//! Saves that another program made badly, or on purpose.

use std::io::Write;

use super::{liege, told};

/// A zip of these entries; names that differ in their last letter can be made equal afterwards.
fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn a_header_that_no_release_writes_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd.vsav");
    std::fs::write(&path, zip(&[("savedGame", b"!XCSKffa1b2")])).unwrap();
    for command in ["inspect", "check"] {
        let output = liege(&[command, path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("!XCSK"), "{output:?}");
        assert!(output.stdout.is_empty(), "{command}");
    }
}

#[test]
fn a_second_saved_game_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("twice.vsav");
    let mut bytes = zip(&[("savedGame", b"begin_save\x1bend_save"), ("savedGamf", b"begin_save")]);
    let at: Vec<usize> = (0..bytes.len() - 9).filter(|at| bytes[*at..].starts_with(b"savedGamf")).collect();
    assert_eq!(at.len(), 2, "the name stands before the data and in the table");
    for at in at {
        bytes[at + 8] = b'e';
    }
    std::fs::write(&path, bytes).unwrap();
    let output = liege(&["inspect", path.to_str().unwrap()]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("savedGame more than once"), "{output:?}");
    told(&["inspect", path.to_str().unwrap()], 0);
}
