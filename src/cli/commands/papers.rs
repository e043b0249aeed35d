//! The papers of an umpire as files: records by themselves or in the notes of a copy, and openings.

use std::path::Path;

use crate::cli::session::Session;
use crate::cli::{Failure, files, open};
use liege_rules::desk::opening::Opening;
use liege_rules::desk::paper::Paper;
use liege_rules::desk::record::{Record, RecordFault};
use vassal::format::user_text;
use vassal::model::position::Position;

/// The records in a file: by themselves, or in the notes of a copy.
pub fn records(session: &Session, path: &Path) -> Result<Vec<Record>, Failure> {
    if is_save(path)? {
        return copied(session, path);
    }
    match paper(path)? {
        Paper::Records(records) => Ok(records),
        Paper::Opening(_) => Err(Failure::about(path, "is an opening, expected the record of an issue")
            .help("give openings with --opening")),
    }
}

/// The opening in a file.
pub fn opening(path: &Path) -> Result<Opening, Failure> {
    match paper(path)? {
        Paper::Opening(opening) => Ok(*opening),
        Paper::Records(_) => Err(Failure::about(path, "is the record of an issue, expected an opening")
            .help("give records with --record")),
    }
}

/// Whether a file is a save or a folder that stands for one.
pub fn is_save(path: &Path) -> Result<bool, Failure> {
    const BEGINNINGS: [&[u8]; 4] = [b"PK", b"!VCSK", b"\xfd7zXZ", b"begin_save"];
    if path.is_dir() {
        return Ok(true);
    }
    let bytes = files::read(path)?;
    Ok(BEGINNINGS.iter().any(|beginning| bytes.starts_with(beginning)))
}

/// The records in the notes of a copy.
pub fn copied(session: &Session, path: &Path) -> Result<Vec<Record>, Failure> {
    let save = open::save(path, &session.limits)?;
    let commands = save.whole_commands().map_err(|error| Failure::about(path, error))?;
    let (position, _) = Position::read(commands, None);
    Record::find(&position.scenario_notes).map_err(|fault| match fault {
        RecordFault::Missing => Failure::about(path, "the notes of the save have no record of an issue")
            .help(
                "the umpire's copies have one in VASSAL's Notes window; otherwise give the record as a file",
            ),
        fault => Failure::about(path, fault),
    })
}

/// An opening or records.
pub fn paper(path: &Path) -> Result<Paper, Failure> {
    let text = user_text::decode(&files::read(path)?)
        .map_err(|_| Failure::about(path, "is not UTF-8 text, expected an opening, a record or a save"))?
        .into_owned();
    Paper::read(&text).map_err(|fault| Failure::about(path, fault))
}
