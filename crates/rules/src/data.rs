//! Data files of the games: those that come with the program, with a user's own files laid over them.
//!
//! A merged table says where its rows came from (`merge`): CSV in a column `@line`, TOML in comments `#@line`, which
//! `Table` and `fault::line_at` read. Readers of tables therefore report faults by the lines of the user's own file
//! without knowing about merging; lines of ours are counted from `fault::PROGRAM`.

pub mod catalogue;
pub mod cells;
pub mod fault;
pub mod merge;
pub mod read;
pub mod schedule;
pub mod sentence;
pub mod table;
pub mod word;

use std::collections::{BTreeMap, BTreeSet};

use crate::data::fault::{DataFault, did_you_mean};

/// A table or text file of a game is missing or wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {what}")]
pub struct DataError {
    /// Path of the file below the data root, for example `rules/<game>/crt.csv`.
    pub file: String,
    /// What is wrong, with row and column where that makes sense.
    pub what: String,
}

impl DataError {
    /// An error in `file`.
    pub fn new(file: &str, what: impl Into<String>) -> Self {
        Self { file: file.to_owned(), what: what.into() }
    }

    /// All these faults as one error; `None` when there is none.
    pub fn of(faults: &[DataFault]) -> Option<Self> {
        let (first, rest) = faults.split_first()?;
        let rest: String = rest.iter().map(|fault| format!("\n       {fault}")).collect();
        Some(Self { file: first.place(), what: format!("{}{rest}", first.message) })
    }
}

/// Read access to data files by their path below the data root, with `/` between parts.
pub trait Files: Sync {
    /// The bytes of one file.
    fn read(&self, path: &str) -> Option<&[u8]>;
    /// Paths of the files directly in `dir`, sorted.
    fn list(&self, dir: &str) -> Vec<String>;
    /// Names of the folders directly in `dir`, sorted.
    fn folders(&self, dir: &str) -> Vec<String>;

    /// The bytes of one file as it comes with the program, where these may be a user's.
    fn original(&self, path: &str) -> Option<&[u8]> {
        self.read(path)
    }

    /// The SVG templates that come with the program, by their path in `templates/` without the ending: `land`,
    /// `symbols/air-F`.
    fn templates(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// The text of one file.
    ///
    /// # Errors
    /// The file is missing or is not UTF-8.
    fn text(&self, path: &str) -> Result<&str, DataError> {
        let bytes = self.read(path).ok_or_else(|| DataError::new(path, "no such data file"))?;
        let text = std::str::from_utf8(bytes)
            .map_err(|e| DataError::new(path, format!("not UTF-8 at byte {}", e.valid_up_to())))?;
        Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
    }
}

/// The file of a user's folder that names those that replace ours whole, one path on a line; of a folder, with a `/` at
/// its end, nothing of ours is left.
pub const REPLACED: &str = "replace.txt";

/// A user's files over others: a table whose rows have a key is merged row by row, any other file of the same path
/// replaces the one below it.
pub struct Overlay<'a> {
    user: BTreeMap<String, Vec<u8>>,
    merged: BTreeMap<String, Vec<u8>>,
    /// Folders, each with a `/` at its end, of which only the user's files count.
    emptied: Vec<String>,
    under: &'a dyn Files,
    /// What hinders the merging, in the user's own files.
    pub faults: Vec<DataFault>,
}

impl<'a> Overlay<'a> {
    /// The user's files by path, over those that are read where he has none.
    pub fn new(user: BTreeMap<String, Vec<u8>>, under: &'a dyn Files) -> Self {
        let (mut merged, mut faults) = (BTreeMap::new(), Vec::new());
        let whole = whole(&user, under, &mut faults);
        for (path, bytes) in &user {
            if whole.contains(path.as_str()) || under.read(path) == Some(bytes) {
                continue;
            }
            let Ok(theirs) = std::str::from_utf8(bytes) else { continue };
            let theirs = theirs.strip_prefix('\u{feff}').unwrap_or(theirs);
            let both = under.text(path).ok().and_then(|ours| merge::merged(path, ours, theirs, &mut faults));
            merged.extend(both.map(|text| (path.clone(), text.into_bytes())));
        }
        let emptied =
            whole.iter().filter(|path| path.ends_with('/')).map(|path| (*path).to_owned()).collect();
        Self { user, merged, emptied, under, faults }
    }

    /// Whether a path lies in a folder of which only the user's files count.
    fn is_emptied(&self, path: &str) -> bool {
        self.emptied.iter().any(|folder| path.starts_with(folder))
    }

    /// The user's own files by path, as they are.
    pub fn user(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.user
    }

    /// The same with further files of the user.
    pub fn with(self, more: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let mut user = self.user;
        user.extend(more);
        Self::new(user, self.under)
    }
}

/// The text of [`REPLACED`] with these paths added, where it does not name them yet.
pub fn replacing<'p>(text: &str, paths: impl IntoIterator<Item = &'p str>) -> String {
    let mut named: Vec<&str> = text.lines().collect();
    for path in paths {
        if !named.iter().any(|line| line.trim() == path) {
            named.push(path);
        }
    }
    named.iter().map(|line| format!("{line}\n")).collect()
}

/// The paths that the user's [`REPLACED`] names.
fn whole<'u>(
    user: &'u BTreeMap<String, Vec<u8>>,
    under: &dyn Files,
    faults: &mut Vec<DataFault>,
) -> BTreeSet<&'u str> {
    let text = user.get(REPLACED).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default();
    let mut named = BTreeSet::new();
    for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let path = line.trim();
        if path.is_empty() || path.starts_with('#') {
            continue;
        }
        let told = match path.strip_suffix('/') {
            Some(folder) if under.list(folder).is_empty() && under.folders(folder).is_empty() => {
                Some(format!("no built-in folder \"{path}\""))
            }
            None if !user.contains_key(path) => {
                let near = did_you_mean(path, user.keys().map(String::as_str));
                Some(format!("the folder has no file \"{path}\"{near}"))
            }
            _ => None,
        };
        faults.extend(told.map(|told| DataFault::at(REPLACED, at as u64 + 1, told)));
        named.insert(path);
    }
    named
}

impl Files for Overlay<'_> {
    fn read(&self, path: &str) -> Option<&[u8]> {
        let own = self.merged.get(path).or_else(|| self.user.get(path)).map(Vec::as_slice);
        own.or_else(|| self.under.read(path).filter(|_| !self.is_emptied(path)))
    }

    fn original(&self, path: &str) -> Option<&[u8]> {
        self.under.original(path)
    }

    fn templates(&self) -> BTreeMap<String, String> {
        self.under.templates()
    }

    fn folders(&self, dir: &str) -> Vec<String> {
        let start = format!("{}/", dir.trim_end_matches('/'));
        let mut names = self.under.folders(dir);
        names.retain(|name| !self.is_emptied(&format!("{start}{name}/")));
        let own = self.user.keys().filter_map(|path| path.strip_prefix(&start)?.split_once('/'));
        names.extend(own.map(|(name, _)| name.to_owned()));
        names.sort();
        names.dedup();
        names
    }

    fn list(&self, dir: &str) -> Vec<String> {
        let start = format!("{}/", dir.trim_end_matches('/'));
        let mut paths = self.under.list(dir);
        paths.retain(|path| !self.is_emptied(path));
        paths.extend(
            self.user
                .keys()
                .filter(|path| path.strip_prefix(&start).is_some_and(|rest| !rest.contains('/')))
                .cloned(),
        );
        paths.sort();
        paths.dedup();
        paths
    }
}
