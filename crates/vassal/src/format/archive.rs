//! Zip archives of modules, extensions, saves and logs, with their entries in order.

use std::collections::HashMap;
use std::io::{Cursor, Read, Write};
use std::sync::Arc;

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::limits::Limits;
use super::source::Source;
use super::timestamp::Timestamp;

/// The entry whose first copy counts, because the engine reads saves front to back.
pub const SAVED_GAME: &str = "savedGame";

/// An archive that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The bytes are no zip at all.
    #[error("not a zip archive")]
    NotZip,
    /// It begins as a zip and does not end as one.
    #[error("the zip archive is cut short or damaged: {0}")]
    Damaged(String),
    /// More entries than allowed.
    #[error("the archive has {found} entries, more than {limit}")]
    TooManyEntries {
        /// Entries found.
        found: usize,
        /// Entries allowed.
        limit: usize,
    },
    /// More decoded bytes than allowed, in all.
    #[error(
        "the archive has {found} bytes, more than {limit}; raise the limit with --max-size if the file can \
         be trusted"
    )]
    TooLarge {
        /// Decoded bytes found.
        found: u64,
        /// Decoded bytes allowed.
        limit: u64,
    },
    /// One entry has more decoded bytes than allowed.
    #[error(
        "entry \"{entry}\" has more than {limit} bytes; raise the limit with --max-size if the file can be \
         trusted"
    )]
    EntryTooLarge {
        /// Name of the entry.
        entry: String,
        /// Decoded bytes allowed.
        limit: u64,
    },
    /// A name that could leave the folder it is unpacked to.
    #[error("entry \"{entry}\" has an unsafe name: {reason}")]
    UnsafeName {
        /// Name of the entry.
        entry: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// One entry cannot be read.
    #[error("entry \"{entry}\" cannot be read: {reason}")]
    Entry {
        /// Name of the entry.
        entry: String,
        /// What went wrong.
        reason: String,
    },
    /// There is no such entry.
    #[error("the archive has no entry \"{entry}\"")]
    Missing {
        /// Name of the entry.
        entry: String,
    },
    /// The archive cannot be written.
    #[error("the archive cannot be written: {0}")]
    Write(String),
}

/// How an entry is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// As it is.
    Stored,
    /// Deflate, as every VASSAL file.
    Deflated,
    /// Something else; can be copied, not read.
    Other,
}

/// One entry of an archive.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Name with `/` between folders; a folder's ends in `/`.
    pub name: String,
    /// How it is packed.
    pub method: Method,
    /// Size of the unpacked content in bytes, as the archive declares it.
    pub size: u64,
    /// Year, month, day, hour, minute, second; `None` for new entries.
    pub modified: Option<(u16, u8, u8, u8, u8, u8)>,
    /// CRC-32 of the unpacked content, as the archive declares it; `None` for new entries.
    pub checksum: Option<u32>,
    content: Content,
}

#[derive(Debug, Clone)]
enum Content {
    /// Index in the archive that was read.
    Original(usize),
    /// An archive that it was taken over from, and the index there.
    Adopted(Box<Zip>, usize),
    New(Arc<Vec<u8>>),
}

/// An archive. Entries that are not replaced are written as they were read.
#[derive(Debug, Clone)]
pub struct Archive {
    source: Option<Zip>,
    entries: Vec<Entry>,
    /// Where among them each name stands.
    places: HashMap<String, usize>,
    duplicates: Vec<String>,
    limits: Limits,
}

impl Default for Archive {
    fn default() -> Self {
        Self::new()
    }
}

impl Archive {
    /// An archive without entries.
    #[must_use]
    pub fn new() -> Self {
        Self {
            source: None,
            entries: Vec::new(),
            places: HashMap::new(),
            duplicates: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// True if the bytes begin like a zip archive.
    #[must_use]
    pub fn looks_like_zip(bytes: &[u8]) -> bool {
        bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
    }

    /// Reads the table of an archive; contents are unpacked on demand.
    ///
    /// # Errors
    /// No zip, damaged, unsafe names, or larger than the limits.
    pub fn read(bytes: impl Into<Source>, limits: &Limits) -> Result<Self, ArchiveError> {
        let source: Source = bytes.into();
        if !source.part(0, 4).is_ok_and(|start| Self::looks_like_zip(&start)) {
            return Err(ArchiveError::NotZip);
        }
        let (source, duplicates) = super::archive_table::one_entry_per_name(source, limits)?;
        let mut zip = ZipArchive::new(source).map_err(damaged)?;
        if zip.len() > limits.entries {
            let (found, limit) = (zip.len(), limits.entries);
            return Err(ArchiveError::TooManyEntries { found, limit });
        }
        let mut entries = Vec::with_capacity(zip.len());
        for index in 0..zip.len() {
            entries.push(read_entry_header(&mut zip, index, limits)?);
        }
        let found = entries.iter().fold(0u64, |sum, entry| sum.saturating_add(entry.size));
        if found > limits.total_bytes {
            let limit = limits.total_bytes;
            return Err(ArchiveError::TooLarge { found, limit });
        }
        let places = places(&entries);
        Ok(Self { source: Some(zip), entries, places, duplicates, limits: limits.clone() })
    }

    /// The limits within which it was read.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// All entries in the order of the file.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Names that occurred more than once; for `savedGame` the first, else the last is kept.
    #[must_use]
    pub fn duplicates(&self) -> &[String] {
        &self.duplicates
    }

    /// The entry of this name.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.get(*self.places.get(name)?)
    }

    /// True if there is an entry of this name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// The unpacked content of an entry.
    ///
    /// # Errors
    /// Missing, damaged, wrong checksum, or larger than declared or allowed.
    pub fn read_entry(&self, name: &str) -> Result<Vec<u8>, ArchiveError> {
        self.read_start(name, usize::MAX)
    }

    /// So many of the first bytes of an entry's unpacked content, or all where it has fewer. The checksum is looked at
    /// only where all are read.
    ///
    /// # Errors
    /// As [`Self::read_entry`].
    pub fn read_start(&self, name: &str, most: usize) -> Result<Vec<u8>, ArchiveError> {
        // The declared size may lie: little is reserved, and more only as bytes really come.
        let read = |bytes: &mut dyn Read, size: usize| {
            let mut out = Vec::with_capacity(size.min(most).min(1 << 24));
            bytes.take(most as u64).read_to_end(&mut out).map(|_| out)
        };
        let unreadable =
            |error: std::io::Error| ArchiveError::Entry { entry: name.to_owned(), reason: error.to_string() };
        self.with_entry(name, read)?.map_err(unreadable)
    }

    /// Reads an entry piece by piece: `read` is given its unpacked bytes and how many they should be.
    ///
    /// Damage, a wrong checksum and more bytes than declared or allowed are errors of that reading.
    ///
    /// # Errors
    /// Missing, or damaged at its start.
    pub fn with_entry<T>(
        &self,
        name: &str,
        read: impl FnOnce(&mut dyn Read, usize) -> T,
    ) -> Result<T, ArchiveError> {
        let entry = self.entry(name).ok_or_else(|| ArchiveError::Missing { entry: name.to_owned() })?;
        let size = usize::try_from(entry.size).unwrap_or(usize::MAX);
        let (mut source, index) = match (&entry.content, &self.source) {
            (Content::New(bytes), _) => return Ok(read(&mut bytes.as_slice(), size)),
            (Content::Adopted(source, index), _) => (Zip::clone(source), *index),
            (Content::Original(index), Some(source)) => (source.clone(), *index),
            (Content::Original(_), None) => return Err(ArchiveError::Missing { entry: name.to_owned() }),
        };
        let unreadable =
            |error: ZipError| ArchiveError::Entry { entry: name.to_owned(), reason: error.to_string() };
        let file = source.by_index(index).map_err(unreadable)?;
        let left = self.limits.entry_bytes.min(entry.size);
        Ok(read(&mut Declared { bytes: file, size: entry.size, left }, size))
    }

    /// Replaces the content of an entry in its place, or appends a new one.
    ///
    /// # Errors
    /// The name is unsafe.
    pub fn insert(&mut self, name: &str, content: impl Into<Vec<u8>>) -> Result<(), ArchiveError> {
        check_name(name, &self.limits)?;
        let content = Arc::new(content.into());
        let entry = Entry {
            name: name.to_owned(),
            method: Method::Deflated,
            size: content.len() as u64,
            modified: None,
            checksum: None,
            content: Content::New(content),
        };
        self.put(entry);
        Ok(())
    }

    /// Takes over an entry of another archive as it is packed there, in the place of that of this name or at the end. It
    /// is read to its end before, and never kept.
    ///
    /// # Errors
    /// As [`Self::read_entry`] of the other.
    pub fn adopt(&mut self, name: &str, other: &Self) -> Result<(), ArchiveError> {
        let unreadable =
            |error: std::io::Error| ArchiveError::Entry { entry: name.to_owned(), reason: error.to_string() };
        other.with_entry(name, |bytes, _| std::io::copy(bytes, &mut std::io::sink()))?.map_err(unreadable)?;
        let missing = || ArchiveError::Missing { entry: name.to_owned() };
        let mut entry = other.entry(name).ok_or_else(missing)?.clone();
        if let Content::Original(index) = entry.content {
            entry.content = Content::Adopted(Box::new(other.source.clone().ok_or_else(missing)?), index);
        }
        self.put(entry);
        Ok(())
    }

    fn put(&mut self, entry: Entry) {
        match self.places.get(&entry.name) {
            Some(place) => self.entries[*place] = entry,
            None => self.push(entry),
        }
    }

    fn push(&mut self, entry: Entry) {
        self.places.insert(entry.name.clone(), self.entries.len());
        self.entries.push(entry);
    }

    /// Adds an entry at the end with its own method and time; without a time it gets that of the writing.
    ///
    /// # Errors
    /// The name is unsafe, or there is such an entry already.
    pub fn append(
        &mut self,
        name: &str,
        content: impl Into<Vec<u8>>,
        method: Method,
        modified: Option<(u16, u8, u8, u8, u8, u8)>,
    ) -> Result<(), ArchiveError> {
        check_name(name, &self.limits)?;
        if self.contains(name) {
            let reason = "it is there twice";
            return Err(ArchiveError::UnsafeName { entry: name.to_owned(), reason });
        }
        let content = Arc::new(content.into());
        let size = content.len() as u64;
        let content = Content::New(content);
        self.push(Entry { name: name.to_owned(), method, size, modified, checksum: None, content });
        Ok(())
    }

    /// Takes an entry away; true if it was there.
    pub fn remove(&mut self, name: &str) -> bool {
        let Some(place) = self.places.remove(name) else { return false };
        self.entries.remove(place);
        self.places = places(&self.entries);
        true
    }

    /// Writes the archive; new entries get `date`, all others are copied as they were.
    ///
    /// The same archive and date give the same bytes.
    ///
    /// # Errors
    /// An entry of the original cannot be copied.
    pub fn write(&self, date: Timestamp) -> Result<Vec<u8>, ArchiveError> {
        let mut source = self.source.clone();
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for entry in &self.entries {
            write_entry(&mut writer, &mut source, entry, date).map_err(|error| ArchiveError::Entry {
                entry: entry.name.clone(),
                reason: error.to_string(),
            })?;
        }
        let out = writer.finish().map_err(|error| ArchiveError::Write(error.to_string()))?;
        Ok(out.into_inner())
    }
}

fn places(entries: &[Entry]) -> HashMap<String, usize> {
    entries.iter().enumerate().map(|(place, entry)| (entry.name.clone(), place)).collect()
}

/// The bytes of an entry, and no more than it declares.
struct Declared<R> {
    bytes: R,
    size: u64,
    left: u64,
}

impl<R: Read> Read for Declared<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let read = self.bytes.read(into)?;
        let longer =
            || std::io::Error::other(format!("it is longer than the {} bytes it declares", self.size));
        self.left = self.left.checked_sub(read as u64).ok_or_else(longer)?;
        Ok(read)
    }
}

type Zip = ZipArchive<Source>;

fn damaged(error: ZipError) -> ArchiveError {
    ArchiveError::Damaged(error.to_string())
}

fn read_entry_header(zip: &mut Zip, index: usize, limits: &Limits) -> Result<Entry, ArchiveError> {
    let file = zip.by_index_raw(index).map_err(damaged)?;
    let name = file.name().map_err(damaged)?.into_owned();
    check_name(&name, limits)?;
    if file.size() > limits.entry_bytes {
        let limit = limits.entry_bytes;
        return Err(ArchiveError::EntryTooLarge { entry: name, limit });
    }
    let modified = file
        .last_modified()
        .map(|time| (time.year(), time.month(), time.day(), time.hour(), time.minute(), time.second()));
    Ok(Entry {
        name,
        method: match file.compression() {
            CompressionMethod::Stored => Method::Stored,
            CompressionMethod::Deflated => Method::Deflated,
            _ => Method::Other,
        },
        size: file.size(),
        modified,
        checksum: Some(file.crc32()),
        content: Content::Original(index),
    })
}

fn write_entry(
    writer: &mut ZipWriter<Cursor<Vec<u8>>>,
    source: &mut Option<Zip>,
    entry: &Entry,
    date: Timestamp,
) -> Result<(), ZipError> {
    match (&entry.content, source) {
        (Content::Original(index), Some(source)) => writer.raw_copy_file(source.by_index_raw(*index)?),
        (Content::Original(_), None) => Err(ZipError::FileNotFound),
        (Content::Adopted(source, index), _) => {
            writer.raw_copy_file(Zip::clone(source).by_index_raw(*index)?)
        }
        (Content::New(content), _) => {
            let time = entry.modified.and_then(|(year, month, day, hour, minute, second)| {
                zip::DateTime::from_date_and_time(year, month, day, hour, minute, second).ok()
            });
            let options = SimpleFileOptions::default()
                .compression_method(match entry.method {
                    Method::Stored => CompressionMethod::Stored,
                    _ => CompressionMethod::Deflated,
                })
                .last_modified_time(time.unwrap_or_else(|| date.to_zip()))
                .large_file(content.len() as u64 > u64::from(u32::MAX));
            writer.start_file(entry.name.as_str(), options)?;
            writer.write_all(content).map_err(ZipError::Io)
        }
    }
}

/// Accepts only names that stay inside the folder they are unpacked to.
///
/// # Errors
/// Says what is wrong with the name.
pub fn check_name(name: &str, limits: &Limits) -> Result<(), ArchiveError> {
    let reason = if name.is_empty() {
        "it is empty"
    } else if name.len() > limits.path_bytes {
        "it is too long"
    } else if name.contains('\0') {
        "it contains a NUL"
    } else if name.contains('\\') {
        "it contains a backslash"
    } else if name.starts_with('/') {
        "it is absolute"
    } else if name.as_bytes().get(1) == Some(&b':') && name.as_bytes()[0].is_ascii_alphabetic() {
        "it begins with a drive letter"
    } else if name.split('/').any(|part| part == ".." || part == ".") {
        "it goes up or stays with dots"
    } else if name.matches('/').count() > limits.path_depth {
        "it is too deep"
    } else {
        return Ok(());
    };
    Err(ArchiveError::UnsafeName { entry: name.chars().take(80).collect(), reason })
}
