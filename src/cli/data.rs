//! The data files of the games: those in the binary, with a user's own laid over them by `--data`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use walkdir::{DirEntry, WalkDir};

use super::session::Session;
use super::{Failure, files, journal, table_size};
use crate::games::{self, Known};
use crate::shipped::Embedded;
use crate::table::games::Games as _;
use crate::table::games::ShippedGames;
use liege_rules::data::catalogue::families;
use liege_rules::data::fault::did_you_mean;
use liege_rules::data::{Files, Overlay};
use liege_rules::game::Game;
use liege_rules::game::pack::Pack;
use liege_rules::play::procedure::AnyProcedure;
use vassal::format::{Limits, user_text};

/// More files than this in a `--data` folder are surely a wrong folder.
const MOST_FILES: usize = 10_000;

/// Endings of the data files that are read as text.
const TEXTS: [&str; 6] = [".csv", ".html", ".md", ".svg", ".toml", ".txt"];

/// The data files as the arguments want them.
pub fn files(session: &Session) -> Result<Overlay<'static>, Failure> {
    let user = match &session.data {
        Some(folder) => read_folder(folder, &session.limits)?,
        None => BTreeMap::new(),
    };
    let files = Overlay::new(user, &Embedded);
    let faults: Vec<String> = files
        .user()
        .iter()
        .flat_map(|(path, bytes)| [no_text(path, bytes), no_table(path, &files)])
        .flatten()
        .collect();
    if faults.is_empty() { Ok(files) } else { Err(Failure::of_all(faults)) }
}

/// The same, read once in a call.
pub fn kept_files(session: &Session) -> Result<Arc<Overlay<'static>>, Failure> {
    session.shelf.files.get_or_make((), || files(session))
}

/// The pack of a game, read once in a call.
pub fn kept_pack(session: &Session, game: &dyn Game) -> Result<Arc<Pack>, Failure> {
    let files = kept_files(session)?;
    if files.user().is_empty() {
        return ShippedGames.pack(game);
    }
    let read = |path: &str| text(&*files, path);
    session.shelf.packs.get_or_make(game.id().to_owned(), || game.pack(&read).map_err(Failure::of_all))
}

/// The game that a word of the command line names.
pub fn game(word: &str, files: &dyn Files) -> Result<Known, Failure> {
    games::known(word, files).map_err(|error| Failure::new(error.to_string()))
}

fn read_folder(folder: &Path, limits: &Limits) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let mut found = BTreeMap::new();
    let mut room = limits.total_bytes;
    let hidden = |entry: &DirEntry| entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.');
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    for entry in entries.filter_entry(|entry| !hidden(entry)) {
        let entry = entry.map_err(|error| Failure::new(format!("--data: {error}")))?;
        if entry.file_type().is_dir() {
            journal::finish_in(entry.path());
            continue;
        }
        let wrong = |why: String| Failure::about(folder, why);
        if !entry.file_type().is_file() {
            return Err(
                Failure::about(entry.path(), "is a link, expected a file").help("copy the file there")
            );
        }
        if found.len() == MOST_FILES {
            return Err(wrong(format!("holds more than {MOST_FILES} files"))
                .help("name the folder that has counters/, maps/, oob/ or rules/ in it"));
        }
        let content = as_utf8(entry.path(), files::read(entry.path())?);
        match files::ending_of(entry.path()).as_deref() {
            Some("csv") => table_size::expect(entry.path(), &content)?,
            Some("toml") => table_size::expect_list(entry.path(), &content)?,
            _ => {}
        }
        room = room.checked_sub(content.len() as u64).ok_or_else(|| {
            wrong(format!("holds more than {} bytes", limits.total_bytes))
                .help("raise the limit with --max-size")
        })?;
        let relative = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let parts: Vec<_> = relative.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        let path = parts.join("/");
        let content = if path.ends_with(".csv") { with_commas(content) } else { content };
        found.insert(path, content);
    }
    Ok(found)
}

/// A file of text as the layers below read it, whose texts are in UTF-8; what cannot be read stays and is told.
fn as_utf8(path: &Path, content: Vec<u8>) -> Vec<u8> {
    let is_text = files::ending_of(path).is_some_and(|ending| TEXTS.contains(&format!(".{ending}").as_str()));
    match user_text::decode(&content) {
        Ok(Cow::Owned(text)) if is_text => text.into_bytes(),
        _ => content,
    }
}

/// A table whose cells a spreadsheet separated by semicolons, as it does where the comma is for decimals, with commas
/// instead; any other table as it is.
pub fn with_commas(table: Vec<u8>) -> Vec<u8> {
    let separator = table_size::separator(&table);
    if separator == b',' {
        return table;
    }
    let mut records =
        csv::ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(&*table);
    let mut out = csv::WriterBuilder::new().flexible(true).from_writer(Vec::with_capacity(table.len()));
    for record in records.byte_records() {
        let written = record.and_then(|record| out.write_byte_record(&record));
        if written.is_err() {
            return table;
        }
    }
    out.into_inner().unwrap_or(table)
}

/// What is wrong with a file of text that is not UTF-8.
fn no_text(path: &str, bytes: &[u8]) -> Option<String> {
    let error = std::str::from_utf8(bytes).err()?.valid_up_to();
    let line = 1 + bytes[..error].iter().filter(|byte| **byte == b'\n').count();
    let is_text = TEXTS.iter().any(|ending| path.ends_with(ending));
    is_text.then(|| format!("{path}:{line}: expected text in UTF-8; save the file in that encoding"))
}

/// What is wrong with a table of counters that nobody reads.
fn no_table(path: &str, files: &dyn Files) -> Option<String> {
    let (game, name) = path.strip_prefix("counters/")?.split_once('/')?;
    let family = name.strip_suffix(".csv")?;
    let list = families::path(game);
    let Ok(text) = files.text(&list) else {
        return Some(format!("{path}: unknown table; {list} would list the counter tables, but is missing"));
    };
    let mut faults = Vec::new();
    let known = families::read(&list, text, &mut faults);
    // A broken list is told by who reads the game.
    if !faults.is_empty() || known.iter().any(|known| known.id == *family) {
        return None;
    }
    let near = did_you_mean(family, known.iter().map(|family| family.id.as_str()));
    let known: Vec<String> = known.iter().map(|family| format!("{}.csv", family.id)).collect();
    Some(format!("{path}: unknown table, expected one of {}{near}", known.join(", ")))
}

/// Reads one data file as text, for the layers below.
pub fn text(files: &dyn Files, path: &str) -> Option<String> {
    files.text(path).ok().map(str::to_owned)
}

/// The pack of a game.
pub fn pack(game: &dyn Game, files: &dyn Files) -> Result<Pack, Failure> {
    game.pack(&|path| text(files, path)).map_err(Failure::of_all)
}

/// The procedures of a game, with those that are rows of its data.
pub fn procedures(game: &dyn Game, files: &dyn Files) -> Result<Vec<AnyProcedure>, Failure> {
    game.all_procedures(&|path| text(files, path)).map_err(Failure::of_all)
}
