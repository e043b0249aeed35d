//! The shipped files where they are edited: in the folder of the package.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use walkdir::WalkDir;

/// Where the package was when this was compiled.
const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

/// The bytes of a file, which are read once and kept to the end, as if they were embedded.
#[expect(clippy::disallowed_methods, reason = "these files are part of the program, and no input of it")]
pub fn read(path: &str) -> Option<&'static [u8]> {
    static READ: Mutex<BTreeMap<String, &'static [u8]>> = Mutex::new(BTreeMap::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = read.get(path) {
        return Some(bytes);
    }
    let bytes: &'static [u8] = std::fs::read(Path::new(PACKAGE).join(path)).ok()?.leak();
    read.insert(path.to_owned(), bytes);
    Some(bytes)
}

/// The paths of all files in a folder and the folders in it, in no order.
pub fn below(folder: &str) -> Vec<String> {
    let files = WalkDir::new(Path::new(PACKAGE).join(folder)).into_iter().filter_map(Result::ok);
    let files = files.filter(|entry| entry.file_type().is_file());
    files.filter_map(|entry| Some(slashed(entry.path().strip_prefix(PACKAGE).ok()?))).collect()
}

fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}
