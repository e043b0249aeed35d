//! The data files of the games: those in the binary, with a user's own laid over them by `--data`.

use std::collections::BTreeMap;
use std::path::Path;

use walkdir::WalkDir;

use super::args::Args;
use super::{Failure, files};
use crate::rules::data::{Embedded, Files, Overlay};

/// More files than this in a `--data` folder are surely a wrong folder.
const MOST_FILES: usize = 10_000;

/// The data files as the arguments want them.
pub fn files(args: &Args) -> Result<Overlay<'static>, Failure> {
    let user = match &args.data {
        Some(folder) => read_folder(folder)?,
        None => BTreeMap::new(),
    };
    Ok(Overlay { user, under: &Embedded })
}

fn read_folder(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let mut found = BTreeMap::new();
    for entry in WalkDir::new(folder).max_depth(8).sort_by_file_name() {
        let entry = entry.map_err(|error| Failure::new(format!("--data: {error}")))?;
        if !entry.file_type().is_file() {
            continue;
        }
        if found.len() == MOST_FILES {
            return Err(Failure::about(folder, format!("holds more than {MOST_FILES} files"))
                .help("name the folder that has counters/, maps/, oob/ or rules/ in it"));
        }
        let relative = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let parts: Vec<_> = relative.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        found.insert(parts.join("/"), files::read(entry.path())?);
    }
    Ok(found)
}

/// Reads one data file as text, for the layers below.
pub fn text(files: &dyn Files, path: &str) -> Option<String> {
    files.text(path).ok().map(str::to_owned)
}
