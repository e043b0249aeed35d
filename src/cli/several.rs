//! Several files at once: all cores read, and what comes of each is told in the order in which they were given.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde_json::Value;

use super::{Exit, Failure, console, files, open, output, standard};

/// Files for each core that are read before the first of them is told; all of them lie in memory.
const FOR_EACH_CORE: usize = 4;

/// Reads files and tells what came of each. What was told is out before the next are read.
///
/// # Errors
/// The first that `tell` gives.
pub fn each<T: Send>(
    files: &[PathBuf],
    read: impl Fn(&PathBuf) -> Result<T, Failure> + Sync,
    mut tell: impl FnMut(&PathBuf, Result<T, Failure>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if let [file] = files {
        return tell(file, read(file));
    }
    let console = console::current();
    for files in files.chunks(rayon::current_num_threads().max(1) * FOR_EACH_CORE) {
        let reads = files.par_iter().map(|file| console::within(&console, || read(file)));
        let results: Vec<Result<T, Failure>> = reads.collect();
        files.iter().zip(results).try_for_each(|(file, result)| tell(file, result))?;
    }
    Ok(())
}

/// What an unpacked archive inside of a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpacked {
    /// A folder with files as others.
    IsFolder,
    /// One file.
    IsFile,
}

/// The files that are named; of folders those in them at any depth that have one of these endings, by name. An unpacked
/// archive that is named is a file.
///
/// # Errors
/// A folder cannot be read, or has no such file.
pub fn in_folders(paths: &[PathBuf], endings: &[&str], unpacked: Unpacked) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() || open::is_unpacked(path) {
            found.push(path.clone());
            continue;
        }
        let before = found.len();
        let mut entries = walkdir::WalkDir::new(path).sort_by_file_name().into_iter();
        while let Some(entry) = entries.next() {
            let entry = entry.map_err(|error| Failure::about(path, error))?;
            let is_one = unpacked == Unpacked::IsFile && open::is_unpacked(entry.path());
            if is_one {
                entries.skip_current_dir();
            }
            let has_ending =
                files::ending_of(entry.path()).is_some_and(|ending| endings.contains(&ending.as_str()));
            if is_one || entry.file_type().is_file() && has_ending {
                found.push(entry.into_path());
            }
        }
        if found.len() == before {
            return Err(Failure::about(path, format!("has no file ending in .{}", endings.join(", ."))));
        }
    }
    Ok(found)
}

/// What was read of one of several files; none of one that could not be read, which is told and has a report that says so.
///
/// # Errors
/// It is the only one.
pub fn read_or_told<T>(
    (path, files): (&Path, usize),
    result: Result<T, Failure>,
    reports: &mut Vec<Value>,
    exit: &mut Exit,
) -> Result<Option<T>, Failure> {
    match result {
        Ok(read) => Ok(Some(read)),
        Err(failure) if files == 1 => Err(failure),
        Err(failure) => {
            output::complain(&failure);
            reports.push(output::unread(path, &failure));
            *exit = Exit::Failed;
            Ok(None)
        }
    }
}

/// Makes a file or folder of each of several inputs in one folder, which is made when there is none. An input of which
/// none can be made is told, and the others go on.
///
/// # Errors
/// The folder has a name for a file; standard input, which has no name; two inputs that would become one file.
pub fn into_folder(
    inputs: &[PathBuf],
    folder: &Path,
    name: impl Fn(&Path) -> Option<PathBuf>,
    make: impl Fn(&PathBuf, &Path) -> Result<Exit, Failure> + Sync,
) -> Result<Exit, Failure> {
    let targets = targets_in(inputs, folder, name)?;
    files::make_folder(folder)?;
    let mut exit = Exit::Clean;
    each(
        inputs,
        |input| targets.get(input).map_or(Ok(Exit::Clean), |target| make(input, target)),
        |_, made| {
            match made {
                Ok(Exit::Clean) => {}
                Ok(other) => exit = other,
                Err(failure) => {
                    output::complain(&failure);
                    exit = Exit::Failed;
                }
            }
            Ok(())
        },
    )?;
    Ok(exit)
}

/// Where in a folder a file or folder goes that is made of each input.
///
/// # Errors
/// The folder has a name for a file; standard input, which has no name; two inputs that would become one file.
pub fn targets_in<'i>(
    inputs: &'i [PathBuf],
    folder: &Path,
    name: impl Fn(&Path) -> Option<PathBuf>,
) -> Result<BTreeMap<&'i PathBuf, PathBuf>, Failure> {
    files::expect_folder(folder)?;
    let mut sources: BTreeMap<PathBuf, &PathBuf> = BTreeMap::new();
    let mut targets: BTreeMap<&PathBuf, PathBuf> = BTreeMap::new();
    for input in inputs {
        let named = name(input).filter(|_| !standard::is_standard(input));
        let named = named.ok_or_else(|| {
            Failure::about(input, "has no name for its output among several files").help("run it on its own")
        })?;
        if let Some(other) = sources.insert(named.clone(), input).filter(|other| *other != input) {
            let both = format!("{} and {}", other.display(), input.display());
            return Err(Failure::new(format!("{both} would both become {}", folder.join(named).display()))
                .help("write them to different folders"));
        }
        targets.insert(input, folder.join(named));
    }
    Ok(targets)
}

/// The name of an input with another ending.
pub fn with_ending(ending: &str) -> impl Fn(&Path) -> Option<PathBuf> {
    let ending = ending.to_owned();
    move |input| Some(Path::new(input.file_name()?).with_extension(&ending))
}
