//! Inputs that fuzzing found stay harmless: the same invariants over `fuzz/corpus`.

use std::io::Cursor;

use liege::convert::folder::{pack, unpack};
use liege::convert::readable;
use liege::format::archive::Archive;
use liege::format::build_file::Document;
use liege::format::command::Command;
use liege::format::leaf::Leaf;
use liege::format::piece::{Form, TraitText};
use liege::format::save_file::SaveFile;
use liege::format::source::Source;
use liege::format::traits::{Fields, Trait};
use liege::format::{Limits, Timestamp, sequence, stream};
use liege::model::expression::Expression;
use liege::model::text::{Unknown, evaluate, reads};

fn inputs(target: &str) -> Vec<Vec<u8>> {
    let folder = format!("{}/fuzz/corpus/{target}", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{target}");
    paths.into_iter().map(|path| std::fs::read(path).unwrap()).collect()
}

#[test]
fn archive_never_panics() {
    let limits = Limits::with_max_size(1 << 24);
    for bytes in inputs("archive_never_panics") {
        if let Ok(save) = SaveFile::read(&bytes, &limits) {
            let _ = save.commands();
            let _ = save.write(Timestamp(0));
        }
        let _ = liege::format::module_file::ModuleFile::read(&bytes, &limits);
    }
}

#[test]
fn command_roundtrip() {
    for bytes in inputs("command_roundtrip") {
        let text = String::from_utf8(bytes).unwrap();
        let Ok(tree) = Command::parse(text.clone(), 200) else { continue };
        assert_eq!(tree.to_text().unwrap(), text);
        for command in tree.walk() {
            let leaf = Leaf::decode(command.own());
            assert_eq!(leaf.encode().unwrap(), command.own().as_str());
        }
    }
}

#[test]
fn pieces_come_back() {
    for bytes in inputs("pieces_come_back") {
        let text = String::from_utf8(bytes).unwrap();
        let mut parts = sequence::Decoder::new(&text, '/');
        let types = parts.next().unwrap_or_default().into_owned();
        let state = parts.next().unwrap_or_default().into_owned();
        assert_eq!(Form::decode(&types, &state).encode().unwrap(), (types, state));
    }
}

#[test]
fn expression_never_panics() {
    let mut read = 0;
    for bytes in inputs("expression_never_panics") {
        let text = String::from_utf8(bytes).unwrap();
        let value = |name: &str| name.len().is_multiple_of(2).then(|| name.repeat(2));
        let _ = evaluate(&text, Unknown::Vanishes, &value);
        let _ = evaluate(&format!("{{{text}}}"), Unknown::Stays, &value);
        for place in reads(&text).unwrap_or_default() {
            assert!(text.get(place.at..).is_some(), "{place:?}");
        }
        match Expression::parse(&text) {
            Ok(expression) => assert!(expression.calls().iter().all(|(_, at)| text.is_char_boundary(*at))),
            Err(error) => assert!(error.at <= text.len()),
        }
        read += usize::from(reads(&text).is_ok_and(|reads| !reads.is_empty()));
    }
    assert_eq!(read, 2);
}

#[test]
fn trait_roundtrip() {
    for bytes in inputs("trait_roundtrip") {
        let text = String::from_utf8(bytes).unwrap();
        let (definition, state) = text.split_once('\n').unwrap_or((&text, ""));
        let text = TraitText::new(definition, state);
        assert_eq!(Trait::decode(&text).encode(), Ok(text));
        if let Some(fields) = Fields::decode(definition) {
            assert_eq!(fields.encode().as_deref(), Ok(definition));
        }
    }
}

#[test]
fn sequence_roundtrip() {
    for bytes in inputs("sequence_roundtrip") {
        let text = String::from_utf8(bytes).unwrap();
        for delimiter in [';', ',', '/', '\t', '|', ':'] {
            let values = sequence::decode(&text, delimiter);
            if let Ok(joined) = sequence::join(&values, delimiter) {
                assert_eq!(sequence::decode(&joined, delimiter), values);
            }
        }
    }
}

#[test]
fn build_file_roundtrip() {
    let limits = Limits::with_max_size(1 << 20);
    let mut read = 0;
    for bytes in inputs("build_file_roundtrip") {
        let Ok(document) = Document::parse(&bytes, &limits) else { continue };
        let again = Document::parse(document.write().as_bytes(), &limits).map(|again| again.root);
        assert_eq!(again.as_ref().ok(), Some(&document.root));
        let texts = readable::split(&document.root);
        if let Ok((root, _)) = readable::join(&|path| texts.get(path).map(String::as_bytes), &mut |_| ()) {
            assert_eq!(root, document.root);
            read += 1;
        }
    }
    assert_eq!(read, 2);
}

#[test]
fn pack_unpack_roundtrip() {
    let limits = Limits::with_max_size(1 << 20);
    let mut packed = 0;
    for bytes in inputs("pack_unpack_roundtrip") {
        let Ok(unpacked) = unpack(&bytes, &limits) else { continue };
        let again = pack(&unpacked.files).unwrap().bytes;
        let is_zip = Archive::looks_like_zip(&bytes);
        assert!(is_zip && Archive::looks_like_zip(&again) || bytes == again);
        packed += 1;
    }
    assert_eq!(packed, 3);
}

#[test]
fn archives_agree() {
    let limits = Limits::with_max_size(1 << 22);
    for bytes in inputs("archives_agree") {
        let file = Source::of_file(Cursor::new(bytes.clone())).unwrap();
        let (memory, file) = match (Archive::read(&bytes, &limits), Archive::read(file, &limits)) {
            (Ok(memory), Ok(file)) => (memory, file),
            (memory, file) => {
                assert_eq!(memory.unwrap_err().to_string(), file.unwrap_err().to_string());
                continue;
            }
        };
        assert_eq!(memory.duplicates(), file.duplicates());
        for entry in memory.entries() {
            let told = |archive: &Archive| archive.read_entry(&entry.name).map_err(|error| error.to_string());
            let whole = told(&memory);
            assert_eq!(whole, told(&file), "{}", entry.name);
            let streamed = file.with_entry(&entry.name, |source, _| {
                let mut bytes = Vec::new();
                source.read_to_end(&mut bytes).map(|_| bytes)
            });
            let streamed = streamed.ok().and_then(Result::ok);
            assert_eq!(whole.ok(), streamed, "{}", entry.name);
        }
    }
}

#[test]
fn streams_come_back() {
    let mut decoded = 0;
    for bytes in inputs("streams_come_back") {
        let Ok((encoding, text)) = stream::decode(&bytes, &Limits::default()) else { continue };
        assert!(stream::encode(&text, encoding).unwrap().eq_ignore_ascii_case(&bytes), "{encoding:?}");
        decoded += 1;
    }
    assert_eq!(decoded, 4);
}

#[test]
fn board_sizes_never_panic() {
    let sizes = inputs("board_sizes_never_panic").into_iter().map(|bytes| {
        liege::art::position::image_size(
            "board.png",
            &|most| Some(bytes[..most.min(bytes.len())].to_vec()),
            &std::cell::RefCell::new(liege::art::vector::Budget::new()),
        )
    });
    // A GIF that ends early, the header of a PNG with nothing behind it, and a picture that says it is wider than any.
    let largest = i32::MAX.unsigned_abs();
    assert_eq!(sizes.collect::<Vec<_>>(), [None, Some((largest, largest)), Some((u32::MAX, 4))]);
}
