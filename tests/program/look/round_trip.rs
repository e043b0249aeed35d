//! Unpacked and packed again, a file has the same entries with the same bytes.

use std::io::{Cursor, Read};
use std::path::Path;

use super::corpus;

type Entry = (String, zip::CompressionMethod, Option<zip::DateTime>, Vec<u8>);

fn entries(bytes: &[u8]) -> Vec<Entry> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut found = Vec::new();
    for index in 0..zip.len() {
        let mut file = zip.by_index(index).unwrap();
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        found.push((file.name().unwrap().into_owned(), file.compression(), file.last_modified(), content));
    }
    found
}

fn round_trip(file: &Path, scratch: &Path) -> Vec<u8> {
    let folder = scratch.join("folder");
    let packed = scratch.join("packed");
    corpus::liege().arg("unpack").arg(file).arg("-o").arg(&folder).succeeds();
    corpus::liege().arg("pack").arg(&folder).arg("-o").arg(&packed).succeeds();
    std::fs::read(packed).unwrap()
}

#[test]
fn every_real_file_comes_back_with_the_same_entries() {
    for file in corpus::files() {
        let scratch = tempfile::tempdir().unwrap();
        let (before, after) = (std::fs::read(&file).unwrap(), round_trip(&file, scratch.path()));
        if before.starts_with(b"PK") {
            let (before, after) = (entries(&before), entries(&after));
            assert_eq!(before.len(), after.len(), "{}", file.display());
            for (a, b) in before.iter().zip(&after) {
                assert!(a == b, "{}: entry {} differs", file.display(), a.0);
            }
        } else {
            assert_eq!(before, after, "{}", file.display());
        }
    }
}

#[test]
fn a_save_unpacks_to_a_line_for_each_command_and_a_block_for_each_piece() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("game.vsav");
    std::fs::write(&file, corpus::save(&corpus::COMMANDS)).unwrap();
    let after = round_trip(&file, scratch.path());
    assert!(entries(&after) == entries(&std::fs::read(&file).unwrap()));
    let text = |name: &str| std::fs::read_to_string(scratch.path().join("folder").join(name)).unwrap();
    let (commands, pieces) = (text("savedGame.txt"), text("pieces.toml"));
    assert_eq!(commands.lines().next(), Some("begin_save"));
    assert!(commands.contains("\n\t+ 1\n"), "{commands}");
    let block = "[[piece]]\nid = \"1\"\nof = \"Tank\"\nmap = \"Main\"\nx = 150\ny = 150\nslot = \"\"\nkept = [\"0\"]\n";
    assert!(pieces.contains(block), "{pieces}");
    assert!(text("definitions.toml").contains("imageName = \"green.png\""));
}

#[test]
fn an_edited_block_and_definition_reach_the_save() {
    let scratch = tempfile::tempdir().unwrap();
    let (file, folder) = (scratch.path().join("game.vsav"), scratch.path().join("folder"));
    std::fs::write(&file, corpus::save(&corpus::COMMANDS)).unwrap();
    round_trip(&file, scratch.path());
    let edit = |name: &str, from: &str, to: &str| {
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{text}");
        std::fs::write(&path, text.replace(from, to)).unwrap();
    };
    edit("definitions.toml", "green.png", "tiger.png");
    edit(
        "pieces.toml",
        "id = \"1\"\nof = \"Tank\"\nmap = \"Main\"\nx = 150",
        "id = \"1\"\nof = \"Tank\"\nmap = \"Main\"\nx = 151",
    );
    std::fs::write(folder.join("notes.txt"), "new").unwrap();
    let packed = scratch.path().join("packed");
    let said = corpus::liege().arg("pack").arg(&folder).arg("-o").arg(&packed).output();
    assert!(String::from_utf8(said.stderr).unwrap().contains("notes.txt is not in manifest.toml"));
    let after = entries(&std::fs::read(packed).unwrap());
    let names: Vec<_> = after.iter().map(|entry| entry.0.as_str()).collect();
    assert_eq!(names, ["savedGame", "moduledata", "notes.txt"]);
    let save = String::from_utf8_lossy(&after[0].3).into_owned();
    assert!(save.contains("+/1/piece;;;tiger.png;Tank/Main;151;150;;0"), "{save}");
}

#[test]
fn a_mistake_in_a_block_is_told_with_its_line() {
    let scratch = tempfile::tempdir().unwrap();
    let (file, folder) = (scratch.path().join("game.vsav"), scratch.path().join("folder"));
    std::fs::write(&file, corpus::save(&corpus::COMMANDS)).unwrap();
    round_trip(&file, scratch.path());
    let path = folder.join("pieces.toml");
    let text = std::fs::read_to_string(&path).unwrap().replacen("of = \"Tank\"", "of = \"Tnak\"", 1);
    std::fs::write(&path, text).unwrap();
    let said = corpus::liege().arg("pack").arg(&folder).arg("-o").arg(scratch.path().join("x.vsav")).output();
    let told = String::from_utf8(said.stderr).unwrap();
    assert!(told.contains("pieces.toml: line 12: 1: no definition is called \"Tnak\""), "{told}");
    assert_eq!(said.status.code(), Some(2));
}

#[test]
fn every_encoding_keeps_the_text() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("game.vsav");
    std::fs::write(&file, corpus::save(&corpus::COMMANDS)).unwrap();
    let saved_game = |path: &Path| entries(&std::fs::read(path).unwrap()).swap_remove(0).3;
    for (to, start) in [("vcsk", &b"!VCSK"[..]), ("xz", b"\xfd7zXZ"), ("plain", b"begin_save")] {
        let (coded, back) = (scratch.path().join(to), scratch.path().join(format!("{to}-plain")));
        let convert = |from: &Path, to: &str, out: &Path| {
            corpus::liege().arg("convert").arg(from).args(["--to", to, "-o"]).arg(out).succeeds();
        };
        convert(&file, to, &coded);
        assert!(saved_game(&coded).starts_with(start), "{to}");
        convert(&coded, "plain", &back);
        assert_eq!(saved_game(&back), saved_game(&file), "{to}");
    }
}
