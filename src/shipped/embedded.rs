//! The shipped files in the program itself.

use include_dir::{Dir, include_dir};

static COUNTERS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/counters");
static MAPS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/maps");
static OOB: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/oob");
static RULES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rules");
static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// The folder at the top of a path, and the rest of the path.
fn top(path: &str) -> Option<(&'static Dir<'static>, &str)> {
    let (first, rest) = path.split_once('/').unwrap_or((path, ""));
    let folder = match first {
        "counters" => &COUNTERS,
        "maps" => &MAPS,
        "oob" => &OOB,
        "rules" => &RULES,
        "templates" => &TEMPLATES,
        _ => return None,
    };
    Some((folder, rest))
}

/// The bytes of a file.
pub fn read(path: &str) -> Option<&'static [u8]> {
    let (folder, rest) = top(path)?;
    folder.get_file(rest).map(include_dir::File::contents)
}

/// The paths of all files in a folder and the folders in it, in no order.
pub fn below(folder: &str) -> Vec<String> {
    let Some((top_folder, rest)) = top(folder) else { return Vec::new() };
    let first = folder.split('/').next().unwrap_or_default();
    let inner = if rest.is_empty() { Some(top_folder) } else { top_folder.get_dir(rest) };
    let mut open: Vec<&Dir<'static>> = inner.into_iter().collect();
    let mut paths = Vec::new();
    while let Some(dir) = open.pop() {
        paths.extend(dir.files().map(|file| format!("{first}/{}", slashed(file.path()))));
        open.extend(dir.dirs());
    }
    paths
}

fn slashed(path: &std::path::Path) -> String {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}
