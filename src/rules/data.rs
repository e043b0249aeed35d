//! Data files of the games: those that come with the program, with a user's own files laid over them.

use std::collections::BTreeMap;

use super::fault::DataFault;
use crate::shipped;

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
        if Self::is_data(path) { shipped::read(path) } else { None }
    }

    fn list(&self, dir: &str) -> Vec<String> {
        let dir = dir.trim_end_matches('/');
        if Self::is_data(dir) { shipped::list(dir) } else { Vec::new() }
    }
}

/// A user's files over others: a file of the same path replaces the one below it.
pub struct Overlay<'a> {
    /// The user's files by path.
    pub user: BTreeMap<String, Vec<u8>>,
    /// What is read where the user has no file.
    pub under: &'a dyn Files,
}

impl Files for Overlay<'_> {
    fn read(&self, path: &str) -> Option<&[u8]> {
        self.user.get(path).map(Vec::as_slice).or_else(|| self.under.read(path))
    }

    fn list(&self, dir: &str) -> Vec<String> {
        let start = format!("{}/", dir.trim_end_matches('/'));
        let mut paths = self.under.list(dir);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_file_replaces_the_one_below_it_of_the_same_path() {
        let user = BTreeMap::from([
            ("oob/README.md".to_owned(), b"mine".to_vec()),
            ("oob/mine/start.csv".to_owned(), Vec::new()),
        ]);
        let files = Overlay { user, under: &Embedded };
        assert_eq!(files.read("oob/README.md"), Some(&b"mine"[..]));
        assert!(Embedded.read("oob/README.md").is_some_and(|text| text != b"mine"));
        assert!(files.list("oob").contains(&"oob/README.md".to_owned()));
        assert_eq!(files.list("oob/mine"), ["oob/mine/start.csv"]);
        assert_eq!(files.read("elsewhere/x"), None);
    }
}
