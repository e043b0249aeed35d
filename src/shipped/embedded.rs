//! The shipped files in the program itself.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

static COUNTERS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/counters");
static LINT: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/lint");
static MAPS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/maps");
static OOB: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/oob");
static RULES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rules");
static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// All files by their path, found once.
static FILES: LazyLock<BTreeMap<String, &'static [u8]>> = LazyLock::new(|| {
    let mut files = BTreeMap::new();
    let tops = [
        ("counters", &COUNTERS),
        ("lint", &LINT),
        ("maps", &MAPS),
        ("oob", &OOB),
        ("rules", &RULES),
        ("templates", &TEMPLATES),
    ];
    for (top, folder) in tops {
        let mut open = vec![folder];
        while let Some(folder) = open.pop() {
            files.extend(
                folder.files().map(|file| (format!("{top}/{}", slashed(file.path())), file.contents())),
            );
            open.extend(folder.dirs());
        }
    }
    files
});

/// The bytes of a file.
pub fn read(path: &str) -> Option<&'static [u8]> {
    FILES.get(path).copied()
}

/// The paths of all files in a folder and the folders in it, in no order.
pub fn below(folder: &str) -> Vec<String> {
    let start = format!("{folder}/");
    let from = FILES.range(start.clone()..);
    from.map(|(path, _)| path).take_while(|path| path.starts_with(&start)).cloned().collect()
}

fn slashed(path: &std::path::Path) -> String {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}
