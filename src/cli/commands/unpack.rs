//! `unpack`: an archive as a folder of readable files.

use std::fs;
use std::path::Path;

use crate::cli::args::{Args, Unpack};
use crate::cli::{Exit, Failure, files, open, output};
use crate::convert::folder;
use crate::format::detect::Kind;

/// Unpacks a file into a folder that appears only when it is complete.
pub fn run(args: &Args, own: &Unpack) -> Result<Exit, Failure> {
    let limits = open::limits(args);
    let about = |error: &dyn std::fmt::Display| Failure::about(&own.file, error);
    files::expect_folder(&own.output)?;
    let target = free_folder(&own.output)?;
    let bytes = files::read(&own.file)?;
    Kind::of(&bytes, &limits).map_err(|error| about(&error))?;
    let unpacked = folder::unpack(&bytes, &limits).map_err(|error| about(&error))?;
    let temporary = tempfile::Builder::new()
        .prefix(".liege-")
        .tempdir_in(&target.parent)
        .map_err(|error| files::closed_folder(&own.output, &target.parent, &error))?;
    for folder in &unpacked.folders {
        files::make_folder(&temporary.path().join(folder))?;
    }
    for (path, content) in &unpacked.files {
        write_new(&temporary.path().join(path), content)?;
    }
    files::open_folder_to_all(temporary.path());
    if target.exists {
        fs::remove_dir(&own.output).map_err(|error| Failure::about(&own.output, error))?;
    }
    fs::rename(temporary.path(), &own.output).map_err(|error| Failure::about(&own.output, error))?;
    // Renamed away: nothing is left to clean up.
    let _ = temporary.keep();
    if !args.quiet {
        for note in &unpacked.notes {
            output::say(&format!("note: {note}"));
        }
        output::say(&format!("{} files in {}", unpacked.files.len(), own.output.display()));
    }
    Ok(Exit::Clean)
}

struct TargetFolder {
    parent: std::path::PathBuf,
    exists: bool,
}

/// Refuses a folder that has anything in it.
fn free_folder(output: &Path) -> Result<TargetFolder, Failure> {
    let parent = match output.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => Path::new(".").to_path_buf(),
    };
    if !parent.is_dir() {
        return Err(Failure::about(output, format!("the folder {} does not exist", parent.display())));
    }
    if output.exists() {
        let mut entries =
            fs::read_dir(output).map_err(|_| Failure::about(output, "exists and is not a folder"))?;
        if entries.next().is_some() {
            return Err(
                Failure::about(output, "is not empty").help("name a new folder, or empty this one first")
            );
        }
    }
    Ok(TargetFolder { parent, exists: output.exists() })
}

#[expect(clippy::disallowed_methods, reason = "inside a folder that nobody sees until it is complete")]
fn write_new(path: &Path, content: &[u8]) -> Result<(), Failure> {
    if let Some(parent) = path.parent() {
        files::make_folder(parent)?;
    }
    fs::write(path, content).map_err(|error| Failure::about(path, error))
}
