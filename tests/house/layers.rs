//! What the compiler does not hold: the direction of the layers inside a crate, and who touches files and the clock.

use std::path::Path;

use regex::Regex;

use super::source;

/// The layers of crates that have several, and which of the same crate each may use.
const DIRECTION: &[(&str, &[&str])] = &[
    ("cli", &["table", "report", "games", "pictures", "shipped", "standard", "kept"]),
    ("table", &["games", "shipped", "kept"]),
    ("failure", &["report", "standard"]),
    ("standard", &[]),
    ("kept", &[]),
    ("report", &["games", "shipped"]),
    ("pictures", &[]),
    ("games", &["shipped"]),
    ("shipped", &[]),
    ("lint", &[]),
    ("convert", &[]),
    ("compare", &[]),
    ("model", &["format", "diagnostic"]),
    ("format", &["diagnostic"]),
    ("diagnostic", &[]),
];

#[test]
fn nobody_looks_back() {
    let path = Regex::new(r"\bcrate::([a-z_]+)").unwrap();
    let mut backward = Vec::new();
    let files = source::all();
    let several = files.iter().filter(|source| ["vassal", "tools", "liege"].contains(&source.krate.as_str()));
    for source in several {
        let layer = source.layer();
        if layer == "lib" || layer == "main" {
            continue;
        }
        let (_, allowed) = DIRECTION
            .iter()
            .find(|(name, _)| *name == layer)
            .unwrap_or_else(|| panic!("{} is in no layer of docs/architecture.md", source.path.display()));
        for used in path.captures_iter(&source.text).map(|captures| captures[1].to_owned()) {
            // `positions` is what tests of several programs share.
            if used != layer && used != "positions" && !allowed.contains(&used.as_str()) {
                backward.push(format!("{} uses crate::{used}", source.path.display()));
            }
        }
    }
    assert!(backward.is_empty(), "layers that look back:\n{}", backward.join("\n"));
}

#[test]
fn only_the_command_line_touches_files_clock_and_terminal() {
    let forbidden = Regex::new(r"std::(fs|env|process|time::SystemTime|io::std(in|out|err))\b").unwrap();
    let mut found = Vec::new();
    for source in source::all() {
        let layer = source.layer();
        // A debug build reads the program's own files where a release has them embedded.
        let is_the_program_itself = source.inside == Path::new("shipped").join("folder.rs");
        if layer == "cli" || layer == "main" || is_the_program_itself {
            continue;
        }
        let code = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        for hit in forbidden.find_iter(code) {
            found.push(format!("{} uses {}", source.path.display(), hit.as_str()));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
