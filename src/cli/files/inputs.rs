//! Input files and folders, standard input among them.

use std::fs::{self, File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::folder_of;
use crate::cli::{Failure, console, journal, standard};
use liege_rules::data::fault::did_you_mean;
use vassal::format::user_text;

/// Input files larger than this are refused before they are read; archives have limits of their own.
const LARGEST_INPUT: u64 = 2 << 30;
/// Most bytes that are taken from standard input, a pipe or a device, whose end nobody knows.
const LONGEST_STREAM: usize = 256 << 20;
/// So many of them are read at a time.
const PIECE: usize = 1 << 16;

/// Names of a folder that are looked through for one that was mistyped.
const MOST_NAMES: usize = 10_000;

/// Reads a whole file, or standard input for `-`.
#[expect(clippy::disallowed_methods, reason = "this is the layer that touches files")]
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    if standard::is_standard(path) {
        return read_standard().map_err(|error| Failure::about(path, error));
    }
    let facts = looked_at(path)?;
    if facts.is_dir() {
        return Err(Failure::about(path, "is a folder, expected a file"));
    }
    if facts.is_file() {
        return fs::read(path).map_err(|error| missing(path, &error));
    }
    let stream = File::open(path).map_err(|error| missing(path, &error))?;
    all_of(stream).map_err(|error| Failure::about(path, error))
}

/// All bytes of what may never end.
fn all_of(mut stream: impl Read) -> std::io::Result<Vec<u8>> {
    let (mut bytes, mut piece) = (Vec::new(), vec![0; PIECE]);
    loop {
        let read = match stream.read(&mut piece) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        if read == 0 {
            return Ok(bytes);
        }
        if bytes.len() + read > LONGEST_STREAM {
            let why = format!("more than {} MiB from a pipe or device; use a file", LONGEST_STREAM >> 20);
            return Err(std::io::Error::other(why));
        }
        bytes.extend_from_slice(&piece[..read]);
    }
}

/// Opens a file that can be read from any place; none for standard input, a pipe or a folder.
pub fn open(path: &Path) -> Result<Option<File>, Failure> {
    if standard::is_standard(path) || !looked_at(path)?.is_file() {
        return Ok(None);
    }
    File::open(path).map(Some).map_err(|error| missing(path, &error))
}

fn looked_at(path: &Path) -> Result<Metadata, Failure> {
    journal::finish_in(folder_of(path));
    let facts = fs::metadata(path).map_err(|error| missing(path, &error))?;
    if facts.len() > LARGEST_INPUT {
        return Err(Failure::about(path, format!("{} bytes are more than this tool reads", facts.len())));
    }
    Ok(facts)
}

/// Reads a whole file of text, however a person's editor or shell saved it: the one way in for such files.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    text_of(path, &read(path)?)
}

/// The text of a file that was read.
pub fn text_of(path: &Path, bytes: &[u8]) -> Result<String, Failure> {
    let text = user_text::decode(bytes).map_err(|error| Failure::about(path, error).help(user_text::HOW))?;
    Ok(text.into_owned())
}

/// Reads a paper whose every byte counts.
pub fn read_paper(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read(path)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::about(path, format!("is not text in UTF-8: see byte {at}"))
    })
}

/// What is on standard input, kept because a command may look at a file twice.
fn read_standard() -> std::io::Result<Vec<u8>> {
    console::current().whole_input(|input| all_of(input))
}

/// Why a file cannot be read; for one that is not there, what its folder has instead.
pub(super) fn missing(path: &Path, error: &std::io::Error) -> Failure {
    match error.kind() {
        std::io::ErrorKind::NotFound => Failure::about(path, "no such file").help(instead_of(path)),
        std::io::ErrorKind::PermissionDenied => Failure::about(path, "permission denied"),
        _ => Failure::about(path, error),
    }
}

/// What to do about a file that is not there.
fn instead_of(path: &Path) -> String {
    let folder = folder_of(path);
    if !folder.is_dir() {
        return format!("the folder {} does not exist either", folder.display());
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(MOST_NAMES);
    let names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    match did_you_mean(&name, names.iter().map(String::as_str)) {
        near if near.is_empty() => "check the name and its folder".to_owned(),
        near => near.trim_start_matches("; ").to_owned(),
    }
}

/// The names and paths in a folder, by name; those that begin with a dot are left out.
pub fn listed(folder: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
    journal::finish_in(folder);
    let entries = fs::read_dir(folder).map_err(|error| missing(folder, &error))?;
    let mut all = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| Failure::about(folder, error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            all.push((name, entry.path()));
        }
    }
    all.sort();
    Ok(all)
}
