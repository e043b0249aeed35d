//! Finds what a folder in the program holds by its path, without a list of all files.

use include_dir::{Dir, DirEntry};

/// The bytes of a file; paths are below the top folder.
pub fn file(top: &'static Dir<'static>, path: &str) -> Option<&'static [u8]> {
    let (above, _) = path.rsplit_once('/').unwrap_or_default();
    Some(entry(folder(top, above)?, path)?.as_file()?.contents())
}

/// A folder; the empty path is the top one.
pub fn folder(top: &'static Dir<'static>, path: &str) -> Option<&'static Dir<'static>> {
    if path.is_empty() {
        return Some(top);
    }
    let mut ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
    ends.try_fold(top, |above, end| entry(above, &path[..end])?.as_dir())
}

/// What lies directly in a folder; the entries of a folder are sorted by their paths.
fn entry(folder: &'static Dir<'static>, path: &str) -> Option<&'static DirEntry<'static>> {
    let bytes = |entry: &DirEntry<'static>| entry.path().as_os_str().as_encoded_bytes();
    let entries = folder.entries();
    let at = entries.partition_point(|entry| bytes(entry) < path.as_bytes());
    entries.get(at).filter(|entry| bytes(entry) == path.as_bytes())
}

#[cfg(test)]
mod tests {
    use include_dir::File;

    use super::*;

    static TOP: Dir<'static> = Dir::new(
        "",
        &[
            DirEntry::File(File::new("README.md", b"read")),
            DirEntry::Dir(Dir::new(
                "atpo",
                &[
                    DirEntry::File(File::new("atpo/a.csv", b"a")),
                    DirEntry::Dir(Dir::new(
                        "atpo/checks",
                        &[DirEntry::File(File::new("atpo/checks/S1.md", b"one"))],
                    )),
                    DirEntry::File(File::new("atpo/checks.csv", b"table")),
                ],
            )),
        ],
    );

    #[test]
    fn every_file_is_found_by_its_path_and_nothing_else_is() {
        let known = [
            ("README.md", "read"),
            ("atpo/a.csv", "a"),
            ("atpo/checks/S1.md", "one"),
            ("atpo/checks.csv", "table"),
        ];
        for (path, content) in known {
            assert_eq!(file(&TOP, path), Some(content.as_bytes()), "{path}");
        }
        assert_eq!(folder(&TOP, "atpo/checks").map(|checks| checks.files().count()), Some(1));
        for path in
            ["", "/", "atpo", "atpo/", "/atpo", "atpo//a.csv", "atpo/../README.md", "none", "atpo/none"]
        {
            assert_eq!(file(&TOP, path), None, "{path}");
        }
        assert!(folder(&TOP, "README.md").is_none() && folder(&TOP, "atpo/").is_none());
    }
}
