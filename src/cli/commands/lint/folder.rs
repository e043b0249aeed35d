//! Mends an unpacked folder where it lies: the files that change are written anew, as `unpack` writes them.

use std::path::Path;

use crate::cli::{Failure, files};
use liege_tools::convert::folder::{self, Files};
use liege_tools::convert::manifest::MANIFEST;
use vassal::format::Limits;
use vassal::format::module_file::ModuleFile;
use vassal::format::timestamp::Timestamp;

/// The folder in which `unpack` keeps what a text does not say of the file it was made from.
const ORIGINAL: &str = "original/";

/// Writes what differs between a folder's module and what was mended of it.
///
/// # Errors
/// A file that changes is not as `unpack` writes it, so that what somebody wrote beside would be lost; then nothing is
/// written.
pub fn mend(folder: &Path, before: &ModuleFile, after: &ModuleFile, limits: &Limits) -> Result<(), Failure> {
    let (before, after) = (texts(folder, before, limits)?, texts(folder, after, limits)?);
    if !before.keys().eq(after.keys()) {
        return Err(Failure::about(folder, "would have different files than before").help(HELP));
    }
    let changed: Vec<(&String, &Vec<u8>)> =
        after.iter().filter(|(path, content)| before.get(*path) != Some(content)).collect();
    for (path, _) in &changed {
        let own = folder.join(path);
        let there = files::read(&own)?;
        if before.get(*path) != Some(&there) {
            let why = "has comments or a different order than unpack writes, which would be lost";
            return Err(Failure::about(&own, why).help(HELP));
        }
    }
    let changed = changed.into_iter().map(|(path, content)| (folder.join(path), content.clone()));
    files::write_all(&changed.collect::<Vec<_>>())
}

const HELP: &str = "pack the folder, fix the file, and unpack it again; or fix the numbers by hand";

/// The files of a module that people edit, as `unpack` writes them.
fn texts(path: &Path, file: &ModuleFile, limits: &Limits) -> Result<Files, Failure> {
    let about = |error: &dyn std::fmt::Display| Failure::about(path, error);
    let bytes = file.write(Timestamp(0)).map_err(|error| about(&error))?;
    let unpacked = folder::unpack(&bytes, limits).map_err(|error| about(&error))?;
    let is_text = |path: &String| path.ends_with(".toml") && path != MANIFEST && !path.starts_with(ORIGINAL);
    Ok(unpacked.files.into_iter().filter(|(path, _)| is_text(path)).collect())
}
