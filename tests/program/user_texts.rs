//! Texts that people write are read however their editor or shell saved them: with a mark, in UTF-16, with other ends of
//! lines.

use std::path::Path;

use super::{liege, said};

/// A text as PowerShell and Windows editors save it.
fn spellings(text: &str) -> Vec<(&'static str, Vec<u8>)> {
    let lines = text.replace('\n', "\r\n");
    let marked = format!("\u{feff}{lines}");
    let utf16 = |order: fn(u16) -> [u8; 2]| marked.encode_utf16().flat_map(order).collect();
    vec![
        ("CRLF", lines.into_bytes()),
        ("BOM", marked.clone().into_bytes()),
        ("UTF-16LE", utf16(u16::to_le_bytes)),
        ("UTF-16BE", utf16(u16::to_be_bytes)),
    ]
}

/// What a command says of a file with a text, in each spelling, is what it says of the text as it is.
fn is_read_alike(file: &str, text: &str, run: impl Fn(&Path) -> String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(file);
    let told = |bytes: &[u8]| {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        run(folder.path())
    };
    let plain = told(text.as_bytes());
    for (spelling, bytes) in spellings(text) {
        assert_eq!(told(&bytes), plain, "{file} in {spelling}");
    }
}

#[test]
fn inputs_of_a_procedure_are_read_however_they_were_saved() {
    for (file, text) in [("in.toml", "attack = \"2 marine\"\n"), ("in.json", "{\"attack\": \"2 marine\"}\n")]
    {
        is_read_alike(file, text, |folder| {
            let input = folder.join(file);
            said(&liege(&["run", "atpo", "R19", "--input", input.to_str().unwrap(), "--dice", "1"]))
                .replace(folder.to_str().unwrap(), "")
        });
    }
}

#[test]
fn tables_of_a_user_are_read_however_they_were_saved() {
    let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/packs/islands");
    let name = "rules/islands/pack.toml";
    let text = std::fs::read_to_string(pack.join(name)).unwrap();
    is_read_alike(name, &text, |folder| {
        for entry in walkdir::WalkDir::new(&pack).into_iter().map(Result::unwrap) {
            let to = folder.join(entry.path().strip_prefix(&pack).unwrap());
            if entry.file_type().is_dir() {
                std::fs::create_dir_all(&to).unwrap();
            } else if !to.ends_with(name) {
                std::fs::copy(entry.path(), &to).unwrap();
            }
        }
        let run = liege(&["explain", "--list", "islands", "--data", folder.to_str().unwrap()]);
        assert_eq!(run.status.code(), Some(0), "{}", said(&run));
        said(&run)
    });
}

#[test]
fn a_text_in_no_known_encoding_says_how_to_save_it() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.toml");
    std::fs::write(&input, b"attack = \"\xe9\"\n").unwrap();
    let run = liege(&["run", "atpo", "R19", "--input", input.to_str().unwrap(), "--dice", "1"]);
    assert_eq!(run.status.code(), Some(2));
    assert!(said(&run).contains("is not text in UTF-8: see byte 10"), "{}", said(&run));
    assert!(said(&run).contains("Out-File FILE -Encoding utf8"), "{}", said(&run));
}
