//! Names of archive entries as paths that every file system can hold side by side.

use std::collections::BTreeSet;

/// Where entries go whose own name no file can have.
pub const SUBSTITUTES: &str = "renamed";
/// Longest part of a path in bytes that all file systems take.
const LONGEST_PART: usize = 200;
const DEVICES: &[&str] = &["con", "prn", "aux", "nul"];
const NUMBERED_DEVICES: &[&str] = &["com", "lpt"];

/// Paths given away so far; two never differ by case alone, and none is both a file and a folder.
#[derive(Debug, Default)]
pub struct Paths {
    files: BTreeSet<String>,
    folders: BTreeSet<String>,
    substituted: usize,
}

impl Paths {
    /// No path given away except `reserved`.
    pub fn new(reserved: &[&str]) -> Self {
        let files = reserved.iter().map(|name| name.to_lowercase()).collect();
        Paths { files, ..Paths::default() }
    }

    /// The path of a file called `wanted`, or a substitute that is free.
    pub fn file(&mut self, wanted: &str) -> String {
        if is_portable(wanted) && self.take(wanted) {
            return wanted.to_owned();
        }
        loop {
            self.substituted += 1;
            let substitute = format!("{SUBSTITUTES}/{:04}", self.substituted);
            if self.take(&substitute) {
                return substitute;
            }
        }
    }

    /// Whether a file could have this path.
    pub fn is_free(&self, path: &str) -> bool {
        let key = path.to_lowercase();
        let is_taken = self.files.contains(&key) || self.folders.contains(&key) || self.under_a_file(&key);
        is_portable(path) && !is_taken
    }

    /// Whether a folder of this name, without the last `/`, can be made.
    pub fn folder(&mut self, wanted: &str) -> bool {
        let key = wanted.to_lowercase();
        if !is_portable(wanted) || self.files.contains(&key) || self.under_a_file(&key) {
            return false;
        }
        self.folders.extend(above(&key).map(str::to_owned));
        self.folders.insert(key);
        true
    }

    fn take(&mut self, path: &str) -> bool {
        if !self.is_free(path) {
            return false;
        }
        let key = path.to_lowercase();
        self.folders.extend(above(&key).map(str::to_owned));
        self.files.insert(key);
        true
    }

    fn under_a_file(&self, key: &str) -> bool {
        above(key).any(|folder| self.files.contains(folder))
    }
}

/// The folders above a path.
fn above(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

/// Whether a relative path stays in its folder and has a form that all systems take.
pub fn is_portable(path: &str) -> bool {
    !path.is_empty() && path.split('/').all(is_portable_part)
}

fn is_portable_part(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().to_lowercase();
    let is_device = DEVICES.contains(&stem.as_str())
        || NUMBERED_DEVICES.iter().any(|name| {
            stem.strip_prefix(name)
                .is_some_and(|number| number.len() == 1 && number.as_bytes()[0].is_ascii_digit())
        });
    !part.is_empty()
        && part.len() <= LONGEST_PART
        && !part.ends_with(['.', ' '])
        && !part.contains(|c: char| c.is_control() || r#"<>:"|?*\"#.contains(c))
        && !is_device
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leaves_its_folder() {
        for path in ["..", "a/../b", "/etc/passwd", "C:/x", "a//b", "", "a\\b", "nul", "images/con.png", "x."]
        {
            assert!(!is_portable(path), "{path:?}");
        }
        assert!(is_portable("images/W 4533.png") && is_portable("console/.x"));
    }

    #[test]
    fn paths_that_would_meet_get_substitutes() {
        let mut paths = Paths::new(&["manifest.toml"]);
        assert_eq!(paths.file("images/A.png"), "images/A.png");
        assert_eq!(paths.file("images/a.png"), "renamed/0001");
        assert_eq!(paths.file("Manifest.toml"), "renamed/0002");
        assert_eq!(paths.file("images"), "renamed/0003");
        assert_eq!(paths.file("images/A.png/b"), "renamed/0004");
        assert!(paths.folder("images") && !paths.folder("images/a.png"));
    }
}
