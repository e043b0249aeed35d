//! The shipped files in the program itself.

use include_dir::{Dir, DirEntry, include_dir};

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
    let (name, rest) = path.split_once('/')?;
    let mut folder = top(name)?;
    for (end, _) in rest.match_indices('/') {
        folder = entry(folder, &rest[..end])?.as_dir()?;
    }
    Some(entry(folder, rest)?.as_file()?.contents())
}

/// What lies directly in a folder, by its path; the entries of a folder are sorted.
fn entry(folder: &'static Dir<'static>, path: &str) -> Option<&'static DirEntry<'static>> {
    let bytes = |entry: &DirEntry<'static>| entry.path().as_os_str().as_encoded_bytes();
    let entries = folder.entries();
    let at = entries.partition_point(|entry| bytes(entry) < path.as_bytes());
    entries.get(at).filter(|entry| bytes(entry) == path.as_bytes())
}

/// The paths of all files in a folder and the folders in it, in no order.
pub fn below(folder: &str) -> Vec<String> {
    let (name, _) = folder.split_once('/').unwrap_or((folder, ""));
    let start = format!("{folder}/");
    let mut paths = Vec::new();
    let mut open: Vec<_> = top(name).into_iter().collect();
    while let Some(folder) = open.pop() {
        paths.extend(folder.files().map(|file| format!("{name}/{}", file.path().display())));
        open.extend(folder.dirs());
    }
    paths.retain(|path| path.starts_with(&start));
    paths
}
