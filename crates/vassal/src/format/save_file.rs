//! A save or log: its archive, if any, and its command text.

use std::sync::{Arc, OnceLock};

use super::archive::{Archive, ArchiveError, SAVED_GAME};
use super::build_file::MOST_BYTES;
use super::command::{Command, bytes_of_pieces};
use super::detect::{Contents, FileError, Kind};
use super::leaf::Leaf;
use super::limits::Limits;
use super::metadata::{MODULE_DATA, Metadata, SAVE_DATA};
use super::source::Source;
use super::stream::{self, Encoding, StreamError};
use super::text::Text;
use super::timestamp::Timestamp;

/// A save or log in memory.
#[derive(Debug, Clone)]
pub struct SaveFile {
    /// `None` for a bare stream.
    pub archive: Option<Archive>,
    /// The encoding that was read and that [`SaveFile::write`] writes.
    pub encoding: Encoding,
    /// Where in the decoded text the first letter stood that is not UTF-8; the text has U+FFFD for such letters.
    pub lost_letters: Option<usize>,
    text: Text,
    /// The commands, once somebody asked for them.
    parsed: OnceLock<Arc<Command>>,
    /// Depth to which commands may nest.
    depth: usize,
    /// Most bytes of the commands that add pieces.
    piece_bytes: u64,
    changed: bool,
}

impl SaveFile {
    /// Reads a save or log.
    ///
    /// # Errors
    /// No save, damaged, or larger than the limits.
    pub fn read(bytes: impl Into<Source>, limits: &Limits) -> Result<Self, FileError> {
        let source = bytes.into();
        match Contents::of(&source, limits)? {
            Contents::Archive(archive, kind) => Self::of_archive(*archive, kind, limits),
            Contents::Bare(_) => Self::of_stream(source, limits),
        }
    }

    /// Reads a save or log that is a stream without an archive around it.
    ///
    /// # Errors
    /// Damaged, or larger than the limits.
    pub fn of_stream(mut source: Source, limits: &Limits) -> Result<Self, FileError> {
        let entry = "the file";
        let size = usize::try_from(source.length()).unwrap_or(usize::MAX);
        let decoded = stream::decode_read(&mut source, size, limits)
            .map_err(|source| FileError::Stream { entry, source })?;
        Ok(Self::decoded(None, stream::as_text(decoded), limits))
    }

    /// Reads a save or log out of its archive.
    ///
    /// # Errors
    /// No save, damaged, or larger than the limits.
    pub fn of_archive(archive: Archive, kind: Kind, limits: &Limits) -> Result<Self, FileError> {
        if kind != Kind::Save {
            return Err(FileError::WrongKind { found: kind.name(), expected: Kind::Save.name() });
        }
        let decoded =
            archive.with_entry(SAVED_GAME, |bytes, size| stream::decode_read(bytes, size, limits))?;
        let decoded = decoded.map_err(|source| match source {
            StreamError::Read(error) => {
                let (entry, reason) = (SAVED_GAME.to_owned(), error.to_string());
                FileError::Archive(ArchiveError::Entry { entry, reason })
            }
            source => FileError::Stream { entry: SAVED_GAME, source },
        })?;
        Ok(Self::decoded(Some(archive), stream::as_text(decoded), limits))
    }

    fn decoded(
        archive: Option<Archive>,
        (encoding, text, lost_letters): (Encoding, String, Option<usize>),
        limits: &Limits,
    ) -> Self {
        let (text, parsed) = (text.into(), OnceLock::new());
        let (depth, piece_bytes) = (limits.command_depth, limits.text_bytes / 4);
        Self { archive, encoding, lost_letters, text, parsed, depth, piece_bytes, changed: false }
    }

    /// A new save in an archive, in the encoding that every VASSAL reads.
    ///
    /// `module_data` is the module's own entry, copied byte for byte.
    ///
    /// # Errors
    /// A command's text cannot be encoded.
    pub fn new(commands: &Command, module_data: Option<&[u8]>, about: &Metadata) -> Result<Self, FileError> {
        Self::of_text(commands.to_text()?, module_data, about)
    }

    /// A new save in the same way, of the text of its commands.
    ///
    /// # Errors
    /// No entry of this name can be made.
    pub fn of_text(text: String, module_data: Option<&[u8]>, about: &Metadata) -> Result<Self, FileError> {
        let mut archive = Archive::new();
        archive.insert(SAVED_GAME, Vec::new())?;
        archive.insert(SAVE_DATA, about.write().into_bytes())?;
        if let Some(module_data) = module_data {
            archive.insert(MODULE_DATA, module_data)?;
        }
        Ok(Self {
            archive: Some(archive),
            encoding: Encoding::for_new(&text),
            lost_letters: None,
            text: text.into(),
            parsed: OnceLock::new(),
            depth: Limits::default().command_depth,
            piece_bytes: u64::MAX,
            changed: true,
        })
    }

    /// The command text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The commands as a tree.
    ///
    /// # Errors
    /// Nested too deeply.
    pub fn commands(&self) -> Result<Command, FileError> {
        self.parsed().map(|commands| Command::clone(commands))
    }

    fn parsed(&self) -> Result<&Arc<Command>, FileError> {
        if let Some(commands) = self.parsed.get() {
            return Ok(commands);
        }
        let limit = self.piece_bytes;
        if self.text.len() as u64 > limit && bytes_of_pieces(&self.text) > limit {
            return Err(FileError::LargePieces { limit });
        }
        let commands = Command::parse(&self.text, self.depth)?;
        Ok(self.parsed.get_or_init(|| Arc::new(commands)))
    }

    /// The commands of a game that was saved whole.
    ///
    /// # Errors
    /// Nested too deeply, no saved game, or one that was cut off.
    pub fn whole_commands(&self) -> Result<&Arc<Command>, FileError> {
        let commands = self.parsed()?;
        // A plain text may have been given a line's end by an editor.
        let mut words = commands.walk().map(|command| command.own().trim_end());
        if !words.any(|word| word == "begin_save") {
            return Err(FileError::NoGame(beginning(&self.text)));
        }
        let whole = words.any(|word| word == "end_save");
        drop(words);
        if whole { Ok(commands) } else { Err(FileError::CutOff) }
    }

    /// Replaces the commands.
    ///
    /// # Errors
    /// A command's text cannot be encoded.
    pub fn set_commands(&mut self, commands: &Command) -> Result<(), FileError> {
        let text = commands.to_text()?;
        self.changed |= self.text != text;
        self.text = text.into();
        self.parsed = OnceLock::new();
        Ok(())
    }

    /// True if it has steps to play, at whatever depth: a log.
    ///
    /// # Errors
    /// Nested too deeply.
    pub fn is_log(&self) -> Result<bool, FileError> {
        let commands = self.parsed()?;
        Ok(commands.walk().any(|command| Leaf::is_log_entry(command.own())))
    }

    /// Makes it a save of another version of its module: the module's own entry, copied byte for byte, and the version
    /// in what the save says about itself. A bare stream says neither.
    ///
    /// # Errors
    /// An entry cannot be read or written.
    pub fn set_module(
        &mut self,
        module_data: Option<&[u8]>,
        version: &str,
        limits: &Limits,
    ) -> Result<(), FileError> {
        let about = self.save_data(limits)?;
        let Some(archive) = &mut self.archive else { return Ok(()) };
        if let Some(module_data) = module_data {
            archive.insert(MODULE_DATA, module_data)?;
        }
        if let Some(about) = about.filter(|about| about.version.as_deref() != Some(version)) {
            let about = Metadata { version: Some(version.to_owned()), ..about };
            archive.insert(SAVE_DATA, about.write().into_bytes())?;
        }
        self.changed = true;
        Ok(())
    }

    /// Sets the encoding to write.
    pub fn set_encoding(&mut self, encoding: Encoding) {
        self.changed |= encoding != self.encoding;
        self.encoding = encoding;
    }

    /// What the save says about itself, if it has such an entry.
    ///
    /// # Errors
    /// The entry is damaged.
    pub fn save_data(&self, limits: &Limits) -> Result<Option<Metadata>, FileError> {
        metadata(self.archive.as_ref(), SAVE_DATA, limits)
    }

    /// The module it was made with, if it has such an entry.
    ///
    /// # Errors
    /// The entry is damaged.
    pub fn module_data(&self, limits: &Limits) -> Result<Option<Metadata>, FileError> {
        metadata(self.archive.as_ref(), MODULE_DATA, limits)
    }

    /// The file's bytes. An unchanged saved game keeps its packed bytes; new entries get `date`.
    ///
    /// # Errors
    /// The archive or the stream cannot be written.
    pub fn write(&self, date: Timestamp) -> Result<Vec<u8>, FileError> {
        let stream = || {
            let entry = SAVED_GAME;
            stream::encode(&self.text, self.encoding).map_err(|source| FileError::Stream { entry, source })
        };
        let Some(archive) = &self.archive else {
            return stream();
        };
        if !self.changed {
            return Ok(archive.write(date)?);
        }
        let mut archive = archive.clone();
        archive.insert(SAVED_GAME, stream()?)?;
        Ok(archive.write(date)?)
    }
}

/// The first words of a text that is no saved game, for a message.
fn beginning(text: &str) -> String {
    let line: String = text.chars().take_while(|letter| !letter.is_control()).take(24).collect();
    if line.is_empty() { "nothing readable".to_owned() } else { format!("\"{line}\"") }
}

/// Reads a metadata entry of an archive.
pub(super) fn metadata(
    archive: Option<&Archive>,
    entry: &str,
    limits: &Limits,
) -> Result<Option<Metadata>, FileError> {
    let Some(archive) = archive.filter(|archive| archive.contains(entry)) else {
        return Ok(None);
    };
    let bytes = archive.read_start(entry, MOST_BYTES + 1)?;
    let found = Metadata::parse(&bytes, limits)
        .map_err(|source| FileError::Xml { entry: entry.to_owned(), source })?;
    Ok(Some(found))
}
