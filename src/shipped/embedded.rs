//! The shipped files in the program itself.

use include_dir::{Dir, include_dir};

use super::search;

static COUNTERS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/counters");
static LINT: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/lint");
static MAPS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/maps");
static OOB: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/oob");
static RULES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rules");
static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// The folders by their names.
const TOPS: [(&str, &Dir<'static>); 6] = [
    ("counters", &COUNTERS),
    ("lint", &LINT),
    ("maps", &MAPS),
    ("oob", &OOB),
    ("rules", &RULES),
    ("templates", &TEMPLATES),
];

fn top(name: &str) -> Option<&'static Dir<'static>> {
    TOPS.iter().find(|(top, _)| *top == name).map(|(_, folder)| *folder)
}

/// The bytes of a file.
pub fn read(path: &str) -> Option<&'static [u8]> {
    let (first, rest) = path.split_once('/')?;
    search::file(top(first)?, rest)
}

/// The paths of all files in a folder and the folders in it, in no order.
pub fn below(path: &str) -> Vec<String> {
    let (first, rest) = path.split_once('/').unwrap_or((path, ""));
    let mut open: Vec<_> = top(first).and_then(|top| search::folder(top, rest)).into_iter().collect();
    let mut paths = Vec::new();
    while let Some(folder) = open.pop() {
        paths.extend(folder.files().map(|file| format!("{first}/{}", file.path().display())));
        open.extend(folder.dirs());
    }
    paths
}
