//! The pages that people read say nothing twice and write hex names in one form.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Pages in these folders, and the README.
const FOLDERS: &[&str] = &["docs", "rules/atpo/checks", "rules/atpo/procedures", "rules/atpo/charts"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn pages() -> Vec<(PathBuf, String)> {
    let mut pages = vec![root().join("README.md")];
    for folder in FOLDERS {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        pages.extend(entries.map(|entry| entry.unwrap().path()).filter(|path| is_page(path)));
    }
    pages.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        (path, text)
    };
    pages.into_iter().map(read).collect()
}

fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "md")
}

/// The lines outside of code blocks.
fn prose(text: &str) -> Vec<&str> {
    let mut inside = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if !inside {
            lines.push(line);
        }
    }
    lines
}

#[test]
fn no_page_says_a_thing_twice() {
    for (path, text) in pages() {
        let mut said = BTreeSet::new();
        for sentence in prose(&text).iter().flat_map(|line| line.split(". ")) {
            let sentence = sentence.trim_matches(['-', ' ', '.']);
            let is_new = sentence.len() < 40 || said.insert(sentence.to_owned());
            assert!(is_new, "{}: twice: {sentence}", path.display());
        }
    }
}

#[test]
fn every_table_has_a_line_under_its_head() {
    for (path, text) in pages() {
        let (mut rows, mut last) = (0, "");
        for line in prose(&text).into_iter().chain([""]) {
            rows = if line.starts_with('|') { rows + 1 } else { 0 };
            let is_ruled = rows != 2 || line.starts_with("|--");
            assert!(is_ruled, "{}: no line under the head: {last}", path.display());
            last = line;
        }
    }
}

#[test]
fn hex_names_have_no_space() {
    for (path, text) in pages() {
        for words in text.split_whitespace().collect::<Vec<_>>().windows(2) {
            let number = words[1].trim_matches(|c: char| !c.is_alphanumeric());
            let spaced = ["W", "E"].contains(&words[0])
                && number.len() == 4
                && number.chars().all(|c| c.is_ascii_digit());
            assert!(!spaced, "{}: {} {}", path.display(), words[0], words[1]);
        }
    }
}
