//! Two versions of a module that come from one: different components are merged, what both changed otherwise stays ours.

mod elements;
mod numbers;

use std::collections::BTreeSet;

use crate::format::archive::{Archive, ArchiveError};
use crate::format::detect::FileError;
use crate::format::metadata::{EXTENSION_DATA, MODULE_DATA};
use crate::format::module_file::ModuleFile;

/// What came of a merge beside the module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Merged {
    /// What both changed in different ways, one sentence each; ours was kept.
    pub conflicts: Vec<String>,
    /// What else a person should know: numbers that were given anew.
    pub notes: Vec<String>,
}

/// Merges what `theirs` changed since `base` into `ours`.
///
/// # Errors
/// An entry of an archive that cannot be read.
pub fn merge(base: &ModuleFile, ours: &mut ModuleFile, theirs: &ModuleFile) -> Result<Merged, FileError> {
    let mut merged = Merged::default();
    let mut document = (*ours.build_file).clone();
    let (root, other) = (&base.build_file.root, &theirs.build_file.root);
    let mut path = Vec::new();
    let before = numbers::of(&document.root);
    let mut added = Vec::new();
    elements::merge(root, &mut document.root, other, &mut path, &mut merged.conflicts, &mut added);
    numbers::renumber(&mut document.root, &before, &added, &mut merged.notes);
    ours.build_file = document.into();
    let told = [base, &*ours, theirs].map(|module| module.build_file_name);
    files(&base.archive, &mut ours.archive, &theirs.archive, &told, &mut merged.conflicts)?;
    Ok(merged)
}

/// Merges the entries of archives by name, those of these names left out.
fn files(
    base: &Archive,
    ours: &mut Archive,
    theirs: &Archive,
    told: &[&str],
    conflicts: &mut Vec<String>,
) -> Result<(), ArchiveError> {
    let content =
        |archive: &Archive, name: &str| archive.contains(name).then(|| archive.read_entry(name)).transpose();
    let names: BTreeSet<String> =
        [base, theirs].iter().flat_map(|archive| archive.entries()).map(|entry| entry.name.clone()).collect();
    for name in names.iter().filter(|name| !told.contains(&name.as_str()) && !name.ends_with('/')) {
        // Version and date of the metadata follow from the build file and the time of saving.
        if [MODULE_DATA, EXTENSION_DATA].contains(&name.as_str()) || same(base, theirs, name) {
            continue;
        }
        let (was, own, new) = (content(base, name)?, content(ours, name)?, content(theirs, name)?);
        if own == was {
            match new {
                Some(bytes) => ours.insert(name, bytes)?,
                None => drop(ours.remove(name)),
            }
        } else if own != new {
            conflicts.push(format!("file {name}: both changed it; ours is kept"));
        }
    }
    Ok(())
}

/// Whether two archives surely have the same entry of a name, by its checksum.
fn same(one: &Archive, other: &Archive, name: &str) -> bool {
    match (one.entry(name), other.entry(name)) {
        (Some(one), Some(other)) => {
            one.checksum.is_some() && one.checksum == other.checksum && one.size == other.size
        }
        _ => false,
    }
}
