//! `unpack`: an archive as a folder of readable files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::cli::args::Unpack;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, output, several, standard};
use liege_tools::convert;
use vassal::format::detect::Kind;

/// Unpacks one file into a folder, or each of several into a folder of its name.
pub fn run(session: &Session, own: &Unpack) -> Result<Exit, Failure> {
    if let [file] = own.files.as_slice() {
        // A folder may be called like its file, as those of several files are.
        if own.output.extension() != file.extension() || standard::is_standard(&own.output) {
            files::expect_folder(&own.output)?;
        }
        return one(session, file, &own.output);
    }
    let name = |file: &Path| file.file_name().map(PathBuf::from);
    several::into_folder(&own.files, &own.output, name, |file, folder| one(session, file, folder))
}

/// Unpacks a file into a folder that appears only when it is complete.
fn one(session: &Session, file: &Path, folder: &Path) -> Result<Exit, Failure> {
    let limits = session.limits.clone();
    let about = |error: &dyn std::fmt::Display| Failure::about(file, error);
    let target = free_folder(folder)?;
    let bytes = files::read(file)?;
    Kind::of(&bytes, &limits).map_err(|error| about(&error))?;
    let temporary = tempfile::Builder::new()
        .prefix(".liege-")
        .tempdir_in(&target.parent)
        .map_err(|error| files::closed_folder(folder, &target.parent, &error))?;
    let mut new_file = |path: &str| new_file(&temporary.path().join(path));
    let unpacked =
        convert::folder::unpack_into(&bytes, &limits, &mut new_file).map_err(|error| about(&error))?;
    for inside in &unpacked.folders {
        files::make_folder(&temporary.path().join(inside))?;
    }
    for (path, content) in &unpacked.files {
        write_new(&temporary.path().join(path), content)?;
    }
    files::open_folder_to_all(temporary.path());
    if target.exists {
        fs::remove_dir(folder).map_err(|error| Failure::about(folder, error))?;
    }
    fs::rename(temporary.path(), folder).map_err(|error| Failure::about(folder, error))?;
    // Renamed away: nothing is left to clean up.
    let _ = temporary.keep();
    if !session.quiet {
        for note in &unpacked.notes {
            output::say(&format!("note: {}: {note}", standard::name_of_input(file)));
        }
        output::say(&format!("{} files in {}", unpacked.files.len() + unpacked.written, folder.display()));
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

/// Makes a file of the folder, and the folders above it.
fn new_file(path: &Path) -> std::io::Result<Box<dyn Write>> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    Ok(Box::new(fs::File::create_new(path)?))
}

#[expect(clippy::disallowed_methods, reason = "inside a folder that nobody sees until it is complete")]
fn write_new(path: &Path, content: &[u8]) -> Result<(), Failure> {
    if let Some(parent) = path.parent() {
        files::make_folder(parent)?;
    }
    fs::write(path, content).map_err(|error| Failure::about(path, error))
}
