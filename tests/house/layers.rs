//! The direction of the layers, read from the `crate::` paths in the code.

use std::path::Path;

use regex::Regex;

use super::source;

/// Which layers each layer may use; `diagnostic` and `shipped` may be used by all.
const DIRECTION: &[(&str, &[&str])] = &[
    ("cli", &["report", "build", "lint", "convert", "compare", "art", "rules", "model", "format"]),
    ("report", &["art", "rules", "model", "format"]),
    ("build", &["art", "rules", "model", "format"]),
    ("lint", &["art", "rules", "model", "format"]),
    ("convert", &["art", "rules", "model", "format"]),
    ("compare", &["art", "rules", "model", "format"]),
    ("art", &["model", "format"]),
    ("rules", &["model", "format"]),
    ("model", &["format"]),
    ("format", &[]),
    ("diagnostic", &[]),
    ("shipped", &[]),
];

#[test]
fn nobody_looks_back() {
    let path = Regex::new(r"\bcrate::([a-z_]+)").unwrap();
    let mut backward = Vec::new();
    for source in source::all() {
        let layer = source.layer();
        if layer == "lib" || layer == "main" {
            continue;
        }
        let (_, allowed) = DIRECTION
            .iter()
            .find(|(name, _)| *name == layer)
            .unwrap_or_else(|| panic!("src/{layer} is no layer of docs/architecture.md"));
        for used in path.captures_iter(&source.text).map(|captures| captures[1].to_owned()) {
            // `positions` is what tests of several programs share.
            if used != layer
                && !["diagnostic", "shipped", "positions"].contains(&used.as_str())
                && !allowed.contains(&used.as_str())
            {
                backward.push(format!("src/{} uses crate::{used}", source.path.display()));
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
        let is_the_program_itself = source.path == Path::new("shipped").join("folder.rs");
        if layer == "cli" || layer == "main" || is_the_program_itself {
            continue;
        }
        let code = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        for hit in forbidden.find_iter(code) {
            found.push(format!("src/{} uses {}", source.path.display(), hit.as_str()));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
