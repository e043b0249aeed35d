//! Real files of other people, where a folder of them lies nearby.

use std::path::PathBuf;
use std::sync::Arc;

use crate::beside::beside;
use liege::format::archive::Archive;
use liege::format::build_file::{Document, Element, Node};
use liege::format::detect::Kind;
use liege::format::leaf::Leaf;
use liege::format::module_file::ModuleFile;
use liege::format::piece::Form;
use liege::format::save_file::SaveFile;
use liege::format::traits::Trait;
use liege::format::{Limits, Timestamp, stream};

fn files(endings: &[&str]) -> Vec<(String, Vec<u8>)> {
    let Some(folder) = beside("LIEGE_CORPUS", "corpus") else { return Vec::new() };
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let wanted =
        |path: &PathBuf| path.extension().is_some_and(|ending| endings.iter().any(|word| ending == *word));
    paths
        .into_iter()
        .filter(wanted)
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap()))
        .collect()
}

const DATE: Timestamp = Timestamp(1_700_000_000_000);

#[test]
fn every_save_and_log_comes_back() {
    let limits = Limits::default();
    let (mut saves, mut commands, mut verbatim, mut pieces, mut loose) = (0, 0, 0, 0, 0);
    let (mut traits, mut typed) = (0, 0);
    for (name, bytes) in files(&["vsav", "vlog", "sav", "log"]) {
        let save = SaveFile::read(&bytes, &limits).unwrap_or_else(|error| panic!("{name}: {error}"));
        let tree = save.commands().unwrap();
        assert_eq!(tree.to_text().unwrap(), save.text(), "{name}");
        saves += 1;
        for command in tree.walk() {
            let leaf = Leaf::decode(command.own());
            assert_eq!(leaf.encode().unwrap(), command.own().as_str(), "{name}");
            commands += 1;
            verbatim += usize::from(matches!(leaf, Leaf::Verbatim(_)));
            let Leaf::AddPiece { type_text, state, .. } = &leaf else { continue };
            let form = Form::decode(type_text, state);
            assert_eq!(form.encode().unwrap(), (type_text.to_string(), state.to_string()), "{name}");
            pieces += 1;
            match form {
                Form::Piece(piece) => {
                    for part in &piece.traits {
                        let decoded = Trait::decode(part);
                        traits += 1;
                        typed += usize::from(!matches!(decoded, Trait::Verbatim(_)));
                        assert_eq!(decoded.encode().unwrap(), *part, "{name}");
                    }
                }
                Form::Verbatim { .. } => {
                    loose += 1;
                    println!("{name}: kept as it stands: {type_text:?} {state:?}");
                }
                _ => {}
            }
        }
    }
    println!(
        "{saves} saves, {commands} commands ({verbatim} verbatim), {pieces} pieces ({loose} verbatim), {traits} traits ({typed} typed)"
    );
    assert_eq!(loose, 0);
}

#[test]
fn every_stream_comes_back_byte_for_byte() {
    let limits = Limits::default();
    for (name, bytes) in files(&["vsav", "vlog", "sav", "log"]) {
        let inner = match Archive::looks_like_zip(&bytes) {
            true => Archive::read(bytes, &limits).unwrap().read_entry("savedGame").unwrap(),
            false => bytes,
        };
        let (encoding, text) = stream::decode(&inner, &limits).unwrap();
        assert!(stream::encode(&text, encoding).unwrap() == inner, "{name}: {encoding:?}");
    }
}

#[test]
fn every_archive_comes_back() {
    let limits = Limits::default();
    for (name, bytes) in files(&["vmod", "mod", "vsav", "vlog", "log"]) {
        let archive = Archive::read(bytes, &limits).unwrap();
        let again = Archive::read(archive.write(DATE).unwrap(), &limits).unwrap();
        assert_eq!(archive.entries().len(), again.entries().len(), "{name}");
        for (old, new) in archive.entries().iter().zip(again.entries()) {
            let facts = |entry: &liege::format::archive::Entry| {
                (entry.name.clone(), entry.method, entry.size, entry.modified)
            };
            assert_eq!(facts(old), facts(new), "{name}");
            assert!(
                archive.read_entry(&old.name).unwrap() == again.read_entry(&old.name).unwrap(),
                "{name}: {}",
                old.name
            );
        }
    }
}

/// Elements, attributes and trimmed text in order, as the engine sees them.
fn seen(element: &Element, out: &mut Vec<String>) {
    out.push(format!("{} {:?} {:?}", element.tag, element.attributes, element.text()));
    for child in element.elements() {
        seen(child, out);
    }
    out.push(String::from("end"));
}

#[test]
fn every_build_file_comes_back() {
    let limits = Limits::default();
    let (mut modules, mut elements, mut slots) = (0, 0, 0);
    for (name, bytes) in files(&["vmod", "mod"]) {
        assert_eq!(Kind::of(&bytes, &limits).unwrap(), Kind::Module, "{name}");
        let mut module = ModuleFile::read(&bytes, &limits).unwrap_or_else(|error| panic!("{name}: {error}"));
        let tree = Arc::clone(&module.build_file);
        let again = Document::parse(tree.write().as_bytes(), &limits).unwrap();
        assert!(*tree == again, "{name}");
        let (mut before, mut after) = (Vec::new(), Vec::new());
        seen(&tree.root, &mut before);
        seen(&again.root, &mut after);
        assert!(before == after, "{name}");
        modules += 1;
        elements += tree.root.walk().count();
        for slot in tree.root.walk() {
            let text = slot.text();
            if let Leaf::AddPiece { type_text, state, .. } = Leaf::decode(&text) {
                slots += 1;
                let form = Form::decode(&type_text, &state);
                assert!(!matches!(form, Form::Verbatim { .. }), "{name}: {text}");
            }
        }
        Arc::make_mut(&mut module.build_file).root.nodes.push(Node::Comment("changed".into()));
        let changed = ModuleFile::read(module.write(DATE).unwrap(), &limits).unwrap();
        assert_eq!(changed.build_file, module.build_file, "{name}");
    }
    println!("{modules} modules, {elements} elements, {slots} pieces");
}

#[test]
fn what_is_not_at_hand_is_told_although_the_test_passes() {
    let test = "format::corpus::every_save_and_log_comes_back";
    let itself = std::env::current_exe().unwrap();
    let run = std::process::Command::new(itself)
        .args(["--exact", test])
        .env("LIEGE_CORPUS", "/no/such/folder")
        .output()
        .unwrap();
    let talk = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{talk}");
    assert!(
        talk.contains(&format!("skipped: {test} needs a folder corpus, which LIEGE_CORPUS may name")),
        "{talk}"
    );
}
