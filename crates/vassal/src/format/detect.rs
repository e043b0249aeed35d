//! Finds out what kind of file some bytes are.
//!
//! Engine class: `build.module.metadata.MetaDataFactory`.

use super::archive::{Archive, ArchiveError, SAVED_GAME};
use super::build_file::XmlError;
use super::command::CommandError;
use super::limits::Limits;
use super::metadata::{EXTENSION_DATA, MODULE_DATA, Metadata};
use super::sequence::Unencodable;
use super::source::Source;
use super::stream::StreamError;

/// The build file since 3.5.
pub const BUILD_FILE_XML: &str = "buildFile.xml";
/// The build file before 3.5.
pub const BUILD_FILE: &str = "buildFile";

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A module.
    Module,
    /// An extension of a module.
    Extension,
    /// A save or a log in an archive; which of them its commands say.
    Save,
    /// The command text of a save without an archive around it.
    BareSave,
}

/// A file that cannot be read or written as what it should be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The archive.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The bytes of the saved game.
    #[error("{entry}: {source}")]
    Stream {
        /// Name of the entry, or `the file` for a save without archive.
        entry: &'static str,
        /// What is wrong.
        source: StreamError,
    },
    /// The commands of the saved game.
    #[error("{SAVED_GAME}: {0}")]
    Command(#[from] CommandError),
    /// Pieces that take more room than those of any game.
    #[error(
        "{SAVED_GAME}: the commands that add pieces are longer than {limit} bytes; raise the limit with --max-size, to four times what they take, if the file can be trusted"
    )]
    LargePieces {
        /// Most bytes of them.
        limit: u64,
    },
    /// A saved game without its beginning.
    #[error("{SAVED_GAME}: found {0}, expected the command begin_save; not a saved game")]
    NoGame(String),
    /// A saved game without its end.
    #[error("{SAVED_GAME}: the command end_save is missing; the file was cut off: save the game again")]
    CutOff,
    /// An XML entry.
    #[error("{entry}: {source}")]
    Xml {
        /// Name of the entry.
        entry: String,
        /// What is wrong.
        source: XmlError,
    },
    /// A value that VASSAL cannot carry.
    #[error(transparent)]
    Unencodable(#[from] Unencodable),
    /// Something else than expected.
    #[error("this is {found}, expected {expected}")]
    WrongKind {
        /// What it is.
        found: &'static str,
        /// What was expected.
        expected: &'static str,
    },
    /// Nothing we know.
    #[error(
        "not a VASSAL file: {0}; expected a module (.vmod), extension (.vmdx), save (.vsav) or log (.vlog)"
    )]
    Unknown(String),
}

/// What the bytes of a file hold.
pub enum Contents {
    /// An archive, read no further than its table.
    Archive(Box<Archive>, Kind),
    /// A stream without an archive around it.
    Bare(Kind),
}

/// How streams without an archive begin.
const BARE: [&[u8]; 6] = [b"!VCSK", b"VOBS", b"!VOBS", b"\xFD7zXZ\0", b"begin_save", b"SETUP_STACK"];

/// So much is read of bytes that are no archive, to tell what they are.
const GLANCE: u64 = 4096;

impl Contents {
    /// Looks at the bytes of a file.
    ///
    /// # Errors
    /// None of these, or an archive that cannot be read.
    pub fn of(source: &Source, limits: &Limits) -> Result<Self, FileError> {
        let damaged = |error: std::io::Error| FileError::Unknown(error.to_string());
        let start = source.part(0, GLANCE).map_err(damaged)?;
        if Archive::looks_like_zip(&start) {
            let archive = Archive::read(source.clone(), limits)?;
            let kind = Kind::of_archive(&archive)?;
            return Ok(Self::Archive(Box::new(archive), kind));
        }
        if BARE.iter().any(|beginning| start.starts_with(beginning)) {
            return Ok(Self::Bare(Kind::BareSave));
        }
        Err(FileError::Unknown(describe(&start)))
    }
}

impl Kind {
    /// The word for it with its article.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Module => "a module",
            Self::Extension => "an extension",
            Self::Save => "a save or log",
            Self::BareSave => "a save without an archive",
        }
    }

    /// Tells what the bytes are by what they contain, not by a file name.
    ///
    /// # Errors
    /// None of these, or an archive that cannot be read.
    pub fn of(bytes: impl Into<Source>, limits: &Limits) -> Result<Self, FileError> {
        Ok(match Contents::of(&bytes.into(), limits)? {
            Contents::Archive(_, kind) | Contents::Bare(kind) => kind,
        })
    }

    /// Tells what an archive is.
    ///
    /// # Errors
    /// It has neither a saved game nor a build file.
    pub fn of_archive(archive: &Archive) -> Result<Self, FileError> {
        if archive.contains(SAVED_GAME) {
            return Ok(Self::Save);
        }
        if !archive.contains(BUILD_FILE_XML) && !archive.contains(BUILD_FILE) {
            let mut reason = "a zip archive without savedGame, buildFile.xml or buildFile".to_owned();
            if let Some(folder) = folder_around(archive) {
                reason = format!(
                    "a zip archive whose files are in the folder \"{folder}\", where VASSAL does not look; \
                     zip the contents of the folder instead"
                );
            }
            return Err(FileError::Unknown(reason));
        }
        if archive.contains(EXTENSION_DATA) {
            return Ok(Self::Extension);
        }
        if archive.contains(MODULE_DATA) {
            return Ok(Self::Module);
        }
        let name = build_file_name(archive, None);
        let head = archive.read_start(name, GLANCE as usize)?;
        let head = String::from_utf8_lossy(&head);
        Ok(if head.contains("ModuleExtension") { Self::Extension } else { Self::Module })
    }
}

/// The folder of an archive in which lies what should lie beside it.
fn folder_around(archive: &Archive) -> Option<&str> {
    let all = archive.entries().iter().map(|entry| entry.name.as_str());
    let lying = all.filter_map(|name| name.rsplit_once('/'));
    let wanted = [SAVED_GAME, BUILD_FILE_XML, BUILD_FILE];
    lying
        .filter(|(_, name)| wanted.contains(name))
        .map(|(folder, _)| folder)
        .min_by_key(|folder| folder.len())
}

/// The entry that the engine reads: by version of the metadata, else the old name goes first.
pub(super) fn build_file_name(archive: &Archive, about: Option<&Metadata>) -> &'static str {
    let has_old = archive.contains(BUILD_FILE);
    let has_new = archive.contains(BUILD_FILE_XML);
    if !(has_old && has_new) {
        return if has_old { BUILD_FILE } else { BUILD_FILE_XML };
    }
    let version = about.and_then(|about| about.vassal_version.as_deref());
    match version.and_then(minor_version) {
        Some(version) if version >= (3, 5) => BUILD_FILE_XML,
        _ => BUILD_FILE,
    }
}

/// Major and minor number of a version.
fn minor_version(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split(|letter: char| !letter.is_ascii_digit());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// What the bytes look like to a person.
fn describe(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "the file is empty".to_owned();
    }
    let head = &bytes[..bytes.len().min(16)];
    match std::str::from_utf8(head) {
        Ok(text) if !text.contains(|letter: char| letter.is_control() && letter != '\n') => {
            let line = text.lines().next().unwrap_or_default();
            format!("a text that begins with \"{line}\"")
        }
        _ => {
            let digits: Vec<String> = head.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
            format!("it begins with the bytes {}", digits.join(" "))
        }
    }
}
