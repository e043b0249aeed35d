//! Output files, written whole or not at all.

mod endings;
mod inputs;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

pub use endings::{
    EXTENSION, Form, LOG, MODULE, SAVE, ending_of, expect_ending, expect_folder, expect_log_and_save, form_of,
};
pub use inputs::{listed, open, read, read_paper, read_text, text_of};

use super::console::{self, Stream};
use super::journal::{self, Journal, Naming, TEMPORARY};
use super::{Failure, standard};
use inputs::missing;

/// Writes a whole file to standard output, which must be no terminal unless the file is text.
fn write_standard(bytes: &[u8]) -> Result<(), Failure> {
    let console = console::current();
    let is_text = std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
    if !is_text && console.is_terminal(Stream::Result) {
        return Err(Failure::new("standard output is a terminal, and the output is not text")
            .help("name a file with -o, or redirect it with > FILE or | COMMAND"));
    }
    console.write(bytes).map_err(|error| Failure::from_stdout(&error))
}

/// Writes a file by way of a temporary one beside it, so that nobody ever sees half of it; `-` is standard output.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if standard::is_standard(path) {
        return write_standard(bytes);
    }
    stage(path, bytes)?.persist(path).map_err(|error| Failure::about(path, error.error))?;
    Ok(())
}

/// Takes a file away that may not be there.
pub fn remove(path: &Path) -> Result<(), Failure> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::about(path, error)),
        _ => Ok(()),
    }
}

/// Writes several files, all or none: none takes its name before all are on the disk, and when one of them cannot take
/// it, those before it give theirs back. What a kill leaves in between is finished by the next command.
pub fn write_all(files: &[(PathBuf, Vec<u8>)]) -> Result<(), Failure> {
    for (at, (path, _)) in files.iter().enumerate() {
        if let Some((other, _)) = files[..at].iter().find(|(other, _)| is_same(other, path)) {
            return Err(Failure::about(path, format!("is the same file as {}", other.display()))
                .help("give the outputs different names"));
        }
    }
    let (standard, named): (Vec<_>, Vec<_>) = files.iter().partition(|(path, _)| standard::is_standard(path));
    let mut staged = Vec::new();
    for (path, bytes) in named {
        staged.push(StagedOutput::new(path, bytes)?);
    }
    for (_, bytes) in standard {
        write_standard(bytes)?;
    }
    place_all(staged)
}

/// A file that is written, not yet under its name, and room for what bears that name now.
struct StagedOutput<'p> {
    path: &'p Path,
    file: tempfile::NamedTempFile,
    aside: Option<tempfile::TempPath>,
}

impl<'p> StagedOutput<'p> {
    fn new(path: &'p Path, bytes: &[u8]) -> Result<Self, Failure> {
        let file = stage(path, bytes)?;
        file.as_file().sync_all().map_err(|error| Failure::about(path, error))?;
        let aside = fs::symlink_metadata(path).is_ok().then(|| beside(path)).transpose()?;
        Ok(Self { path, file, aside: aside.map(tempfile::NamedTempFile::into_temp_path) })
    }

    fn naming(&self) -> Result<Naming, Failure> {
        let folder = folder_of(self.path);
        let folder = fs::canonicalize(folder).map_err(|error| Failure::about(folder, error))?;
        let name = |path: &Path| path.file_name().unwrap_or_default().to_owned();
        Ok(Naming {
            folder,
            staged: name(self.file.path()),
            name: name(self.path),
            aside: self.aside.as_deref().map(name),
        })
    }
}

/// Gives staged files their names, all or none.
fn place_all(staged: Vec<StagedOutput<'_>>) -> Result<(), Failure> {
    let namings: Vec<Naming> = staged.iter().map(StagedOutput::naming).collect::<Result<_, _>>()?;
    let _journal = (namings.len() > 1).then(|| Journal::begin(&namings)).transpose()?;
    let mut placed = Vec::new();
    for output in staged {
        let path = output.path;
        match place(output) {
            Ok(before) => placed.push((path, before)),
            Err(failure) => {
                for (path, before) in placed.into_iter().rev() {
                    take_back(path, before)?;
                }
                return Err(failure);
            }
        }
    }
    Ok(())
}

/// Gives a staged file its name; what bore the name before is kept beside it until the caller drops it.
fn place(output: StagedOutput<'_>) -> Result<Option<tempfile::TempPath>, Failure> {
    let StagedOutput { path, file, aside: before } = output;
    if let Some(aside) = &before {
        fs::rename(path, aside).map_err(|error| Failure::about(path, error))?;
    }
    match (file.persist(path), before) {
        (Ok(_), before) => Ok(before),
        (Err(error), before) => {
            if let Some(before) = before {
                before.persist(path).map_err(|error| Failure::about(path, error.error))?;
            }
            Err(Failure::about(path, error.error))
        }
    }
}

/// Removes a file that was written, or puts back the one that it replaced.
fn take_back(path: &Path, before: Option<tempfile::TempPath>) -> Result<(), Failure> {
    match before {
        Some(before) => before.persist(path).map_err(|error| Failure::about(path, error.error)),
        None => fs::remove_file(path).map_err(|error| Failure::about(path, error)),
    }
}

/// Whether two names mean one file, whether it exists or not.
fn is_same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| Some(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?));
    one == other || whole(one).is_some_and(|one| Some(one) == whole(other))
}

/// Whether a name, of which not every folder need exist, is in a folder or is that folder.
pub fn is_within(path: &Path, folder: &Path) -> bool {
    let Ok(folder) = fs::canonicalize(folder) else { return false };
    let Ok(whole) = std::path::absolute(path) else { return false };
    let known = whole.ancestors().find_map(|part| fs::canonicalize(part).ok());
    known.is_some_and(|known| known.starts_with(folder))
}

/// Writes many files into a folder, all or none. One that is not there is made and appears with all of them.
pub fn write_folder(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    if folder.is_dir() {
        journal::finish_in(folder);
        let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(name)).collect();
        let staged = paths.iter().zip(files).map(|(path, (_, bytes))| StagedOutput::new(path, bytes));
        return place_all(staged.collect::<Result<_, _>>()?);
    }
    let parent = folder_of(folder);
    if !parent.is_dir() {
        return Err(Failure::about(folder, format!("the folder {} does not exist", parent.display())));
    }
    let staged = tempfile::Builder::new()
        .prefix(TEMPORARY)
        .tempdir_in(parent)
        .map_err(|error| closed_folder(folder, parent, &error))?;
    for (name, bytes) in files {
        write(&staged.path().join(name), bytes)?;
    }
    open_folder_to_all(staged.path());
    fs::rename(staged.path(), folder).map_err(|error| Failure::about(folder, error))
}

/// Writes a folder with files and folders in it, private to its owner, that appears whole or not at all; one of the same
/// name gives way to it.
pub fn place_folder(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    let parent = folder_of(folder);
    make_folder(parent)?;
    let staged = tempfile::Builder::new()
        .prefix(TEMPORARY)
        .tempdir_in(parent)
        .map_err(|error| closed_folder(folder, parent, &error))?;
    close_folder(staged.path())?;
    for (name, bytes) in files {
        let path = staged.path().join(name);
        make_folder(folder_of(&path))?;
        write_private(&path, bytes)?;
    }
    let aside = tempfile::Builder::new()
        .prefix(TEMPORARY)
        .tempdir_in(parent)
        .map_err(|error| closed_folder(folder, parent, &error))?;
    let about = |error: std::io::Error| Failure::about(folder, error);
    let before = aside.path().join("before");
    let whole = fs::canonicalize(parent).map_err(about)?;
    let name = |path: &Path| path.file_name().unwrap_or_default().to_owned();
    let naming = Naming { folder: whole, staged: name(staged.path()), name: name(folder), aside: None };
    let _journal = Journal::begin(&[naming])?;
    if folder.exists() {
        fs::rename(folder, &before).map_err(about)?;
    }
    fs::rename(staged.path(), folder).map_err(|error| {
        // The one that gave way takes its place again, as far as that is possible.
        let _ = fs::rename(&before, folder);
        about(error)
    })
}

/// Makes a folder private, and so all that is in it.
#[cfg(unix)]
fn close_folder(path: &Path) -> Result<(), Failure> {
    use std::os::unix::fs::PermissionsExt;
    let closed = fs::set_permissions(path, fs::Permissions::from_mode(0o700));
    closed.map_err(|error| Failure::about(path, error))
}

#[cfg(not(unix))]
fn close_folder(_path: &Path) -> Result<(), Failure> {
    Ok(())
}

/// Removes a folder that was made by this run and is of no use.
pub fn take_back_folder(folder: &Path) {
    // The failure that made it useless is the one to tell.
    let _ = fs::remove_dir_all(folder);
}

/// Writes a file that only its owner may read.
pub fn write_private(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = beside(path)?;
    file.write_all(bytes)
        .and_then(|()| file.as_file().sync_all())
        .map_err(|error| Failure::about(path, error))?;
    file.persist(path).map_err(|error| Failure::about(path, error.error))?;
    Ok(())
}

/// Removes the temporary files and folders of this tool from a folder in which nobody writes now. What cannot be removed
/// stays: it is in nobody's way.
pub fn clear_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !journal::is_temporary(&entry.file_name()) {
            continue;
        }
        let _ = match entry.file_type() {
            Ok(kind) if kind.is_dir() => fs::remove_dir_all(entry.path()),
            _ => fs::remove_file(entry.path()),
        };
    }
}

/// Refuses a file or folder with secrets that others than its owner may read.
#[cfg(unix)]
pub fn expect_private(path: &Path) -> Result<(), Failure> {
    use std::os::unix::fs::PermissionsExt;
    let facts = fs::metadata(path).map_err(|error| missing(path, &error))?;
    let mode = facts.permissions().mode() & 0o777;
    if mode & 0o077 == 0 {
        return Ok(());
    }
    let due = if facts.is_dir() { "700" } else { "600" };
    Err(Failure::about(path, format!("may be read by others (mode {mode:04o}), expected 0{due}"))
        .help(format!("chmod {due} {}", path.display())))
}

/// Refuses a file or folder with secrets that others than its owner may read; only Unix tells.
#[cfg(not(unix))]
pub fn expect_private(_path: &Path) -> Result<(), Failure> {
    Ok(())
}

/// Writes a file beside the name that it will take.
fn stage(path: &Path, bytes: &[u8]) -> Result<tempfile::NamedTempFile, Failure> {
    if let Some(facts) = fs::metadata(path).ok().filter(|facts| !facts.is_file()) {
        let what = if facts.is_dir() { "is a folder" } else { "is not a regular file" };
        return Err(Failure::about(path, what).help("name a file in a folder that exists"));
    }
    let mut file = beside(path)?;
    file.write_all(bytes).map_err(|error| Failure::about(path, error))?;
    open_to_all(file.as_file());
    Ok(file)
}

/// An empty temporary file in the folder of a name.
fn beside(path: &Path) -> Result<tempfile::NamedTempFile, Failure> {
    let folder = folder_of(path);
    journal::finish_in(folder);
    if !folder.is_dir() {
        return Err(Failure::about(path, format!("the folder {} does not exist", folder.display())));
    }
    let mut name = tempfile::Builder::new();
    name.prefix(TEMPORARY).tempfile_in(folder).map_err(|error| closed_folder(path, folder, &error))
}

/// Why nothing can be made in the folder of an output; the name of the file that was tried is nobody's concern.
pub fn closed_folder(path: &Path, folder: &Path, error: &std::io::Error) -> Failure {
    let why = std::io::Error::from(error.kind());
    Failure::about(path, format!("the folder {} cannot be written to: {why}", folder.display()))
}

/// The folder in which a name is.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Temporary files are private; a result is as readable as any other file.
#[cfg(unix)]
fn open_to_all(file: &fs::File) {
    use std::os::unix::fs::PermissionsExt;
    // A file system without permissions is no reason to lose the result.
    let _ = file.set_permissions(fs::Permissions::from_mode(0o644));
}

#[cfg(not(unix))]
fn open_to_all(_file: &fs::File) {}

/// The same for a folder that was just written, with all that is in it; none of it is a link.
#[cfg(unix)]
pub fn open_folder_to_all(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    for entry in walkdir::WalkDir::new(path).into_iter().flatten() {
        let mode = if entry.file_type().is_dir() { 0o755 } else { 0o644 };
        let _ = fs::set_permissions(entry.path(), fs::Permissions::from_mode(mode));
    }
}

/// The same for a folder.
#[cfg(not(unix))]
pub fn open_folder_to_all(_path: &Path) {}

/// Makes a folder and those above it.
pub fn make_folder(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| Failure::about(path, error))
}

/// Refuses to write over a file that the command reads.
pub fn refuse_same(input: &Path, output: &Path) -> Result<(), Failure> {
    if standard::is_standard(input) || standard::is_standard(output) {
        return Ok(());
    }
    let same = match (fs::canonicalize(input), fs::canonicalize(output)) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    };
    if same {
        return Err(Failure::about(output, "is the input file, which is never changed")
            .help("name another file with -o"));
    }
    Ok(())
}
