//! The data files of the games for tests of crates below the program, which owns them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use liege_rules::data::Files;
use walkdir::WalkDir;

/// The files at the top of the workspace.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shipped;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The paths of all files in a folder and the folders in it, sorted.
fn below(folder: &str) -> Vec<String> {
    let files = WalkDir::new(root().join(folder)).sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = files.filter(|entry| entry.file_type().is_file());
    let paths = files.filter_map(|entry| {
        let parts: Vec<_> =
            entry.path().strip_prefix(root()).ok()?.iter().map(|part| part.to_string_lossy()).collect();
        Some(parts.join("/"))
    });
    let mut paths: Vec<String> = paths.collect();
    paths.sort();
    paths
}

impl Files for Shipped {
    #[expect(clippy::disallowed_methods, reason = "tests read the files of the workspace")]
    fn read(&self, path: &str) -> Option<&[u8]> {
        static READ: Mutex<BTreeMap<String, &'static [u8]>> = Mutex::new(BTreeMap::new());
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = read.get(path) {
            return Some(bytes);
        }
        let bytes: &'static [u8] = std::fs::read(root().join(path)).ok()?.leak();
        read.insert(path.to_owned(), bytes);
        Some(bytes)
    }

    fn templates(&self) -> BTreeMap<String, String> {
        let named = |path: String| {
            let name = path.strip_prefix("templates/")?.strip_suffix(".svg")?.to_owned();
            Some((name, self.text(&path).ok()?.to_owned()))
        };
        below("templates").into_iter().filter_map(named).collect()
    }

    fn list(&self, dir: &str) -> Vec<String> {
        let dir = dir.trim_end_matches('/');
        below(dir).into_iter().filter(|path| !path[dir.len() + 1..].contains('/')).collect()
    }

    fn folders(&self, dir: &str) -> Vec<String> {
        let dir = dir.trim_end_matches('/');
        let names: BTreeSet<String> = below(dir)
            .iter()
            .filter_map(|path| path[dir.len() + 1..].split_once('/').map(|(name, _)| name.to_owned()))
            .collect();
        names.into_iter().collect()
    }
}
