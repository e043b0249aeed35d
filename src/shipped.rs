//! The files that come with the program: tables, pages, templates.
//!
//! A release has them embedded. A debug build reads them from the folder of the package when they are asked for, so
//! that a page or a table can be edited and looked at without compiling anything.
//!
//! Tables that come with the program are not checked for faults in each run; the tests do that. With `--data` all of
//! them are. The large ones are also stored in binary form, `rules/<game>/tables.bin` (`rules::pack::tables`), used
//! only without `--data`. It begins with a stamp of its source files: a debug build falls back to the texts if the
//! stamp does not match, and the build of a release refuses it. `cargo run --example prebuild` writes it.

#[cfg(any(not(debug_assertions), feature = "embed"))]
mod embedded;
#[cfg(all(debug_assertions, not(feature = "embed")))]
mod folder;
#[cfg(any(test, not(debug_assertions), feature = "embed"))]
mod search;
pub mod stamp;

use std::collections::{BTreeMap, BTreeSet};

use liege_rules::data::Files;

#[cfg(any(not(debug_assertions), feature = "embed"))]
use embedded as source;
#[cfg(all(debug_assertions, not(feature = "embed")))]
use folder as source;

/// The folders of the package that come with the program.
const FOLDERS: [&str; 6] = ["counters", "lint", "maps", "oob", "rules", "templates"];

/// The bytes of a file, by its path in the package with `/` between parts, for example `maps/README.md`.
pub fn read(path: &str) -> Option<&'static [u8]> {
    if is_shipped(path) { source::read(path) } else { None }
}

/// The text of a file; `None` also where it is not UTF-8.
pub fn text(path: &str) -> Option<&'static str> {
    read(path).and_then(|bytes| std::str::from_utf8(bytes).ok())
}

/// The paths of all files in a folder and the folders in it, sorted.
pub fn below(folder: &str) -> Vec<String> {
    let mut paths = if is_shipped(folder) { source::below(folder) } else { Vec::new() };
    paths.sort();
    paths
}

/// The paths of the files directly in a folder, sorted.
pub fn list(folder: &str) -> Vec<String> {
    let is_direct = |path: &String| path[folder.len() + 1..].split('/').count() == 1;
    below(folder).into_iter().filter(is_direct).collect()
}

/// The stamp of a game's data files; of others than these the build of a release does not take the binary form.
pub fn stamp_of(game: &str) -> u64 {
    let paths = stamp::FOLDERS.iter().flat_map(|folder| list(&format!("{folder}/{game}")));
    let paths: Vec<String> = paths.filter(|path| stamp::counts(path)).collect();
    stamp::of(paths.iter().map(|path| (path.as_str(), read(path).unwrap_or_default())))
}

/// Whether a path leads into one of the folders and never out of it.
fn is_shipped(path: &str) -> bool {
    let (first, _) = path.split_once('/').unwrap_or((path, ""));
    let is_plain = |part: &str| !["", ".", ".."].contains(&part) && !part.contains(['\\', ':', '\0']);
    FOLDERS.contains(&first) && path.split('/').all(is_plain)
}

/// The data files that come with the program: `rules/`, `counters/`, `maps/` and `oob/`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Embedded;

impl Embedded {
    /// Templates and fonts are no data of a game.
    fn is_data(path: &str) -> bool {
        ["rules", "counters", "maps", "oob"].contains(&path.split('/').next().unwrap_or_default())
    }
}

impl Files for Embedded {
    fn read(&self, path: &str) -> Option<&[u8]> {
        if Self::is_data(path) { read(path) } else { None }
    }

    fn templates(&self) -> BTreeMap<String, String> {
        let named = |path: String| {
            let name = path.strip_prefix("templates/")?.strip_suffix(".svg")?.to_owned();
            Some((name, text(&path)?.to_owned()))
        };
        below("templates").into_iter().filter_map(named).collect()
    }

    fn list(&self, dir: &str) -> Vec<String> {
        let dir = dir.trim_end_matches('/');
        if Self::is_data(dir) { list(dir) } else { Vec::new() }
    }

    fn folders(&self, dir: &str) -> Vec<String> {
        let dir = dir.trim_end_matches('/');
        let below = if Self::is_data(dir) { below(dir) } else { Vec::new() };
        let name = |path: &String| {
            path.strip_prefix(dir)?.strip_prefix('/')?.split_once('/').map(|(name, _)| name.to_owned())
        };
        let names: BTreeSet<String> = below.iter().filter_map(name).collect();
        names.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_lists_its_own_files_and_finds_those_below() {
        assert!(list("templates").contains(&"templates/land.svg".to_owned()));
        let symbols = list("templates/symbols");
        assert!(symbols.iter().any(|path| path.ends_with(".svg")), "{symbols:?}");
        assert!(!list("templates").contains(&symbols[0]));
        assert!(below("templates").contains(&symbols[0]));
        assert_eq!(list("templates/nothing"), [""; 0]);
    }

    #[test]
    fn no_path_leads_out_of_the_folders() {
        assert!(text("maps/README.md").is_some());
        for path in
            ["Cargo.toml", "maps/../Cargo.toml", "maps//README.md", "./maps/README.md", "/maps", "maps", ""]
        {
            assert_eq!(read(path), None, "{path}");
        }
        for folder in ["src", "maps/..", "", "/", "maps/../src"] {
            assert_eq!(below(folder), [""; 0], "{folder}");
        }
    }
}
