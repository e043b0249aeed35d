//! What the name `-` means: standard input or standard output.

use std::path::{Display, Path};

/// Whether a name means standard output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// What a message calls an input.
pub fn name_of_input(path: &Path) -> Display<'_> {
    if is_standard(path) { Path::new("standard input") } else { path }.display()
}

/// What the title of a page calls an input: its name without its folder.
#[cfg(feature = "cli")]
pub fn title_of_input(path: &Path) -> String {
    let name = path.file_name().filter(|_| !is_standard(path));
    name.map_or_else(|| name_of_input(path).to_string(), |name| name.to_string_lossy().into_owned())
}

/// What a message calls an output.
#[cfg(feature = "cli")]
pub fn name_of_output(path: &Path) -> Display<'_> {
    if is_standard(path) { Path::new("standard output") } else { path }.display()
}
