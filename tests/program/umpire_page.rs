//! The evening to try of `docs/umpire.md`: what is typed there comes to what the page shows.

use std::path::Path;

use super::guide::typed;

/// The page.
const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/umpire.md"));
/// The command whose report the page shows with its first line alone.
const LONG: &str = "liege verify sunday-opened";

/// The hashes of a text as the page writes them: each game has a key of its own.
fn without_hashes(text: &str) -> String {
    let is_hash = |word: &&str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let hashes: Vec<&str> = text.split_whitespace().filter(is_hash).collect();
    hashes.into_iter().fold(text.to_owned(), |text, hash| text.replace(hash, "…"))
}

/// Types commands, and tells what the page should show of them.
fn shown(folder: &Path, commands: &[&str]) -> String {
    let one = |command: &&str| {
        let text = typed(folder, command);
        if command.starts_with(LONG) { format!("{}\n", text.lines().next().unwrap()) } else { text }
    };
    without_hashes(&commands.iter().map(one).collect::<String>())
}

#[test]
fn the_evening_to_try_goes_as_the_page_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let (_, part) = PAGE.split_once("\n## An evening to try\n").unwrap();
    let (mut file, mut commands, mut typed) = (None, None, 0);
    let mut lines = part.lines();
    while let Some(line) = lines.next().filter(|line| !line.starts_with("## ")) {
        if let Some(name) = line.strip_prefix('`').and_then(|rest| rest.strip_suffix("`:")) {
            file = Some(name);
        }
        let Some(language) = line.strip_prefix("```") else { continue };
        let own: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let text: String = own.iter().map(|line| format!("{line}\n")).collect();
        match (language, file.take(), commands.take()) {
            ("sh", None, None) => commands = Some(own),
            ("text", Some(name), None) => std::fs::write(folder.path().join(name), text).unwrap(),
            ("text", None, Some(commands)) => {
                typed += commands.len();
                assert_eq!(
                    shown(folder.path(), &commands),
                    text,
                    "after {commands:#?} (found, then the page)"
                );
            }
            _ => panic!("a box that is neither a file, nor typed, nor seen after it: {text}"),
        }
    }
    assert!(file.is_none() && commands.is_none(), "the part ends before its last box");
    assert!(typed >= 15, "{typed} commands");
}
