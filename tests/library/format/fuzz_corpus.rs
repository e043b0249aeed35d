//! Inputs that fuzzing found stay harmless: the same invariants over `fuzz/corpus`.

use liege::format::command::Command;
use liege::format::leaf::Leaf;
use liege::format::piece::Form;
use liege::format::save_file::SaveFile;
use liege::format::{Limits, Timestamp, sequence};

fn inputs(target: &str) -> Vec<Vec<u8>> {
    let folder = format!("{}/fuzz/corpus/{target}", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{target}");
    paths.into_iter().map(|path| std::fs::read(path).unwrap()).collect()
}

#[test]
fn files_never_panic() {
    let limits = Limits::with_max_size(1 << 24);
    for bytes in inputs("files_never_panic") {
        if let Ok(save) = SaveFile::read(&bytes, &limits) {
            let _ = save.commands();
            let _ = save.write(Timestamp(0));
        }
        let _ = liege::format::module_file::ModuleFile::read(&bytes, &limits);
    }
}

#[test]
fn commands_come_back() {
    for bytes in inputs("commands_come_back") {
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
