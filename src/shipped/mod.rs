//! The files that come with the program: tables, pages, templates, fonts.
//!
//! A release has them embedded. A debug build reads them from the folder of the package when they are asked for, so
//! that a page or a table can be edited and looked at without compiling anything.

#[cfg(not(debug_assertions))]
mod embedded;
#[cfg(debug_assertions)]
mod folder;
#[cfg(any(test, not(debug_assertions)))]
mod search;
pub mod stamp;

#[cfg(not(debug_assertions))]
use embedded as source;
#[cfg(debug_assertions)]
use folder as source;

/// The folders of the package that come with the program.
const FOLDERS: [&str; 6] = ["counters", "lint", "maps", "oob", "rules", "templates"];

/// The bytes of a file, by its path in the package with `/` between parts, for example `maps/README.md`.
pub fn read(path: &str) -> Option<&'static [u8]> {
    if is_shipped(path) { source::read(path) } else { None }
}

/// The text of a file; `None` also where it is not UTF-8.
pub fn text(path: &str) -> Option<&'static str> {
    read(path).and_then(|bytes| std::str::from_utf8(bytes).ok())
}

/// The paths of all files in a folder and the folders in it, sorted.
pub fn below(folder: &str) -> Vec<String> {
    let mut paths = if is_shipped(folder) { source::below(folder) } else { Vec::new() };
    paths.sort();
    paths
}

/// The paths of the files directly in a folder, sorted.
pub fn list(folder: &str) -> Vec<String> {
    let is_direct = |path: &String| path[folder.len() + 1..].split('/').count() == 1;
    below(folder).into_iter().filter(is_direct).collect()
}

/// Whether a path leads into one of the folders and never out of it.
fn is_shipped(path: &str) -> bool {
    let (first, _) = path.split_once('/').unwrap_or((path, ""));
    let is_plain = |part: &str| !["", ".", ".."].contains(&part) && !part.contains(['\\', ':', '\0']);
    FOLDERS.contains(&first) && path.split('/').all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_lists_its_own_files_and_finds_those_below() {
        assert!(list("templates").contains(&"templates/land.svg".to_owned()));
        let fonts = list("templates/fonts");
        assert!(fonts.iter().any(|path| path.ends_with(".ttf")), "{fonts:?}");
        assert!(!list("templates").contains(&fonts[0]));
        assert!(below("templates").contains(&fonts[0]));
        assert_eq!(list("templates/nothing"), [""; 0]);
    }

    #[test]
    fn no_path_leads_out_of_the_folders() {
        assert!(text("maps/README.md").is_some());
        for path in
            ["Cargo.toml", "maps/../Cargo.toml", "maps//README.md", "./maps/README.md", "/maps", "maps", ""]
        {
            assert_eq!(read(path), None, "{path}");
        }
        for folder in ["src", "maps/..", "", "/", "maps/../src"] {
            assert_eq!(below(folder), [""; 0], "{folder}");
        }
    }
}
