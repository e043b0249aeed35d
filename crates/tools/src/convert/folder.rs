//! Any VASSAL file as a folder of files that a person can read and compare, and back without loss.
//!
//! The order of entries, their packing and times, and the encoding of the save stand in the manifest.
//! The command text of a save becomes one line per command (`savedGame.txt`) with the pieces in blocks beside it
//! (`pieces.toml`, `definitions.toml`).

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};

use sha2::Digest as _;

use super::doubts;
use super::lines;
use super::manifest::{self, BuildRow, EntryRow, FORMAT, MANIFEST, Manifest, Original, PROJECT, SaveRow};
use super::paths::{Paths, is_portable};
use super::readable::{self, SaveTexts};
use vassal::format::archive::{Archive, Method, SAVED_GAME};
use vassal::format::build_file::{Document, Element};
use vassal::format::command::Command;
use vassal::format::detect::{BUILD_FILE, BUILD_FILE_XML};
use vassal::format::stream::{self, StreamError};
use vassal::format::{Limits, Timestamp, archive, named_keys};

/// The folder of build files that another program wrote in a form of its own.
const ORIGINALS: &str = "original";

/// So many bytes of an entry are in memory at a time.
const PIECE: usize = 1 << 16;

/// Most bytes of a saved game that is taken apart, which takes up to thirteen times its room; the largest of real games
/// have 23 million.
const LARGEST_READABLE: u64 = 40_000_000;

/// Why a file cannot be unpacked or a folder not packed.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The archive.
    #[error(transparent)]
    Archive(#[from] archive::ArchiveError),
    /// The stream of a bare save.
    #[error(transparent)]
    Stream(#[from] stream::StreamError),
    /// The manifest is missing.
    #[error("has no {MANIFEST}, expected a folder made by unpack")]
    NoManifest,
    /// The manifest is not as expected.
    #[error("{MANIFEST}: {0}")]
    Manifest(String),
    /// A file that the manifest lists.
    #[error("{MANIFEST} lists {path}, which is missing; restore it, or remove its [[entry]]")]
    MissingFile {
        /// Path of the file.
        path: String,
    },
    /// A text that is none of ours.
    #[error("{path}: {why}")]
    File {
        /// Path of the file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
}

/// An unpacked file: what to write, and what to tell.
#[derive(Clone, Debug, Default)]
pub struct Unpacked {
    /// Folders to make, relative, with `/`; those of files are not listed.
    pub folders: Vec<String>,
    /// Files by their path, relative, with `/`; never outside the folder.
    pub files: Files,
    /// How many files more were written as they were unpacked.
    pub written: usize,
    /// What a person should know, one sentence each.
    pub notes: Vec<String>,
}

/// Tells git to leave the ends of lines as they are, on every system: pictures and texts of others come back byte for byte.
const GIT_ATTRIBUTES: &str = ".gitattributes";

/// Makes the file of a path, relative, with `/`, that bytes are written to.
pub type NewFile<'a> = dyn FnMut(&str) -> std::io::Result<Box<dyn Write>> + 'a;

/// Unpacks a zip of any kind, or a bare save.
///
/// # Errors
/// Damaged, unsafe or too large archives; streams that are no save.
pub fn unpack(bytes: &[u8], limits: &Limits) -> Result<Unpacked, FolderError> {
    unpacked(bytes, limits, None)
}

/// The same, with the entries that stay as they are written while they are unpacked and not kept in memory.
///
/// # Errors
/// The same, and files that cannot be written; then some may be.
pub fn unpack_into(
    bytes: &[u8],
    limits: &Limits,
    new_file: &mut NewFile<'_>,
) -> Result<Unpacked, FolderError> {
    unpacked(bytes, limits, Some(new_file))
}

fn unpacked(
    bytes: &[u8],
    limits: &Limits,
    mut new_file: Option<&mut NewFile<'_>>,
) -> Result<Unpacked, FolderError> {
    let mut out = Unpacked::default();
    let mut manifest = Manifest { format: FORMAT, zip: Archive::looks_like_zip(bytes), entries: Vec::new() };
    let mut paths = Paths::new(&[MANIFEST]);
    if manifest.zip {
        let archive = Archive::read(bytes, limits)?;
        for name in archive.duplicates() {
            out.notes
                .push(format!("the archive has {name} more than once; the copy that VASSAL reads is kept"));
        }
        let is_module = !archive.contains(SAVED_GAME);
        for entry in archive.entries() {
            let mut row = EntryRow {
                name: entry.name.clone(),
                stored: entry.method == Method::Stored,
                modified: entry.modified.map(manifest::time_text),
                ..EntryRow::default()
            };
            let is_build_file = is_module && [BUILD_FILE, BUILD_FILE_XML].contains(&row.name.as_str());
            let is_readable = row.name == SAVED_GAME && entry.size <= LARGEST_READABLE;
            let stays = !is_build_file && !is_readable && !row.name.ends_with('/');
            if let (true, Some(new_file)) = (stays, &mut new_file) {
                let path = named(&mut out, &mut row, &mut paths);
                copy(&archive, &row.name, &path, *new_file)?;
                if row.name == SAVED_GAME {
                    out.notes.push(too_large(&row.name, entry.size));
                }
                out.written += 1;
                manifest.entries.push(row);
                continue;
            }
            let content = archive.read_entry(&entry.name)?;
            if !(is_build_file && add_build_file(&mut out, &mut row, &content, &mut paths, limits)) {
                add_entry(&mut out, &mut row, content, &mut paths, limits);
            }
            manifest.entries.push(row);
        }
    } else {
        stream::decode_lossy(bytes, limits)?;
        let mut row = EntryRow { name: SAVED_GAME.to_owned(), ..EntryRow::default() };
        add_entry(&mut out, &mut row, bytes.to_vec(), &mut paths, limits);
        manifest.entries.push(row);
    }
    if paths.is_free(GIT_ATTRIBUTES) {
        out.files.insert(GIT_ATTRIBUTES.to_owned(), b"* -text\n".to_vec());
    }
    let text = toml::to_string(&manifest).map_err(|error| FolderError::Manifest(error.to_string()))?;
    out.files.insert(MANIFEST.to_owned(), text.into_bytes());
    Ok(out)
}

fn add_entry(out: &mut Unpacked, row: &mut EntryRow, content: Vec<u8>, paths: &mut Paths, limits: &Limits) {
    if row.name == SAVED_GAME && add_save(out, row, &content, paths, limits) {
        return;
    }
    if let Some(folder) = row.name.strip_suffix('/')
        && content.is_empty()
        && paths.folder(folder)
    {
        out.folders.push(folder.to_owned());
        return;
    }
    let path = named(out, row, paths);
    out.files.insert(path, content);
}

/// The path of an entry's file.
fn named(out: &mut Unpacked, row: &mut EntryRow, paths: &mut Paths) -> String {
    let path = paths.file(&row.name);
    if path != row.name {
        out.notes.push(format!("entry {} is the file {path}: not every system can have its name", row.name));
        row.path = Some(path.clone());
    }
    path
}

/// Writes an entry to its file, a piece at a time.
fn copy(archive: &Archive, name: &str, path: &str, new_file: &mut NewFile<'_>) -> Result<(), FolderError> {
    let unwritten =
        |error: std::io::Error| FolderError::File { path: path.to_owned(), why: error.to_string() };
    let unread = |error: std::io::Error| archive::ArchiveError::Entry {
        entry: name.to_owned(),
        reason: error.to_string(),
    };
    let mut file = new_file(path).map_err(unwritten)?;
    let copied = archive.with_entry(name, |bytes: &mut dyn Read, _| -> Result<(), FolderError> {
        let mut piece = vec![0; PIECE];
        loop {
            match bytes.read(&mut piece).map_err(unread)? {
                0 => return Ok(()),
                read => file.write_all(&piece[..read]).map_err(unwritten)?,
            }
        }
    });
    copied??;
    file.flush().map_err(unwritten)
}

/// Most components of a build file that is taken apart; large modules have some ten thousand.
const MOST_COMPONENTS: usize = 130_000;

/// Adds the files of a build file in the readable form; false where it has none.
fn add_build_file(
    out: &mut Unpacked,
    row: &mut EntryRow,
    content: &[u8],
    paths: &mut Paths,
    limits: &Limits,
) -> bool {
    let Ok(document) = Document::parse(content, limits) else { return false };
    if !document.before.is_empty() || !document.after.is_empty() {
        return false;
    }
    if document.root.walk().nth(MOST_COMPONENTS).is_some() {
        out.notes.push(format!("{}: has more than {MOST_COMPONENTS} components; kept unchanged", row.name));
        return false;
    }
    let mut root = document.root.clone();
    let named_keys = named_keys::take_away(&mut root);
    let texts = readable::split(&root);
    let again = readable::join(&|path| texts.get(path).map(String::as_bytes), &mut |_| ());
    let is_free = texts.keys().all(|path| paths.is_free(path));
    let comes_back = |(mut root, _): (Element, _)| {
        named_keys::put_back(&mut root, &named_keys);
        root == document.root
    };
    if !is_free || !again.is_ok_and(comes_back) {
        return false;
    }
    let text = document.write();
    let first = content.split(|byte| *byte == b'\n').next().map(String::from_utf8_lossy).unwrap_or_default();
    let first = first.trim_end_matches('\r').to_owned();
    let own = text.lines().next() == Some(first.as_str());
    let declaration = (first.starts_with("<?xml") && first.ends_with("?>") && !own).then_some(first);
    let crlf = content.windows(2).any(|two| two == b"\r\n");
    let mut build = BuildRow { declaration, crlf, original: None, named_keys };
    if build.bytes(&text) != content {
        let path = paths.file(&format!("{ORIGINALS}/{}", row.name));
        out.files.insert(path.clone(), content.to_vec());
        build.original = Some(Original { path, text_sha256: sha256(&text) });
    }
    row.path = texts.keys().find(|path| !path.contains('/')).cloned();
    for (path, text) in texts {
        let path = paths.file(&path);
        out.files.insert(path, text.into_bytes());
    }
    row.build = Some(build);
    true
}

/// Adds the command text of a save in the most readable form that survives; false when it is no text at all.
fn add_save(
    out: &mut Unpacked,
    row: &mut EntryRow,
    content: &[u8],
    paths: &mut Paths,
    limits: &Limits,
) -> bool {
    let size = content.len() as u64;
    if size > LARGEST_READABLE {
        out.notes.push(too_large(&row.name, size));
        return false;
    }
    let (encoding, text) = match stream::decode(content, limits) {
        Ok(decoded) => decoded,
        // What is read back must give the same bytes.
        Err(StreamError::BrokenUtf8 { offset }) => {
            out.notes.push(format!(
                "{}: the text has letters that are not UTF-8, the first at byte {offset}; kept unchanged",
                row.name
            ));
            return false;
        }
        Err(error) => {
            out.notes.push(format!("{}: {error}; kept unchanged", row.name));
            return false;
        }
    };
    let mut save = SaveRow::new(encoding);
    if stream::encode(&text, encoding).ok().as_deref() != Some(content) {
        let path = paths.file(&format!("{}.original", row.name));
        out.files.insert(path.clone(), content.to_vec());
        save.original = Some(Original { path, text_sha256: sha256(&text) });
    }
    let path = paths.file(&format!("{}.txt", row.name));
    let tree = Command::parse(text.clone(), limits.command_depth).ok();
    let blocks = tree.as_ref().and_then(|tree| as_blocks(tree, &text));
    let written = match blocks {
        Some(texts) => {
            let [pieces, definitions] = BLOCKS.map(|name| paths.file(name));
            out.files.insert(pieces.clone(), texts.pieces.into_bytes());
            out.files.insert(definitions.clone(), texts.definitions.into_bytes());
            save.blocks = Some([pieces, definitions]);
            Some(texts.commands)
        }
        None => tree.as_ref().and_then(|tree| as_lines(tree, &text)),
    };
    save.verbatim = written.is_none();
    if save.verbatim {
        out.notes.push(format!(
            "{} cannot be written as one line per command without loss; {path} holds its text as it is",
            row.name
        ));
    }
    let mut content = written.unwrap_or(text);
    if content.starts_with(MARK) {
        // The one before it is what an editor could have written.
        content.insert(0, MARK);
    }
    out.files.insert(path.clone(), content.into_bytes());
    row.path = Some(path);
    row.save = Some(save);
    true
}

/// What is said of a saved game that is not taken apart.
fn too_large(name: &str, size: u64) -> String {
    format!("{name}: has {size} bytes, more than the {LARGEST_READABLE} that are unpacked; kept unchanged")
}

/// What some editors write before the first letter (U+FEFF).
const MARK: char = '\u{feff}';
/// The files of the blocks of pieces and of what they are made of.
const BLOCKS: [&str; 2] = ["pieces.toml", "definitions.toml"];

/// The text as lines with blocks beside them, if reading them gives the identical text.
fn as_blocks(tree: &Command, text: &str) -> Option<SaveTexts> {
    if !text.contains("+/") {
        return None;
    }
    let written = readable::write_save(tree)?;
    let source = readable::Source {
        commands: ("", &written.commands),
        pieces: ("", &written.pieces),
        definitions: ("", &written.definitions),
    };
    let again = readable::read_save(&source).ok()?.to_text().ok()?;
    (again == text).then_some(written)
}

/// The text as lines, if reading them gives the identical text.
fn as_lines(tree: &Command, text: &str) -> Option<String> {
    let written = lines::write(tree);
    let again = lines::read(&written).ok()?.to_text().ok()?;
    (again == text).then_some(written)
}

fn sha256(text: &str) -> String {
    use std::fmt::Write;
    sha2::Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut out, byte| {
        // Writing to a String cannot fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// The files of a folder by their relative path with `/`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A packed folder.
#[derive(Clone, Debug)]
pub struct Packed {
    /// The file.
    pub bytes: Vec<u8>,
    /// What a person should know, one sentence each.
    pub notes: Vec<String>,
}

/// Reads the manifest of a folder, so that the caller knows which files to bring.
///
/// # Errors
/// No TOML, unknown keys, a newer form, or paths outside the folder.
pub fn read_manifest(text: &str) -> Result<Manifest, FolderError> {
    let wrong = |why: String| FolderError::Manifest(why);
    let manifest: Manifest =
        toml::from_str(text).map_err(|error| wrong(error.to_string().trim_end().to_owned()))?;
    if manifest.format != FORMAT {
        return Err(wrong(format!(
            "format = {}, expected {FORMAT}; a newer liege may read it",
            manifest.format
        )));
    }
    if !manifest.zip && manifest.entries.len() != 1 {
        return Err(wrong(format!("zip = false with {} entries, expected 1", manifest.entries.len())));
    }
    let mut names = BTreeSet::new();
    for row in &manifest.entries {
        if !names.insert(row.name.as_str()) {
            return Err(wrong(format!("entry {} is listed twice", row.name)));
        }
        let of_save = row.save.as_ref().and_then(|save| save.original.as_ref());
        let blocks = row.save.iter().flat_map(|save| save.blocks.iter().flatten());
        let of_build = row.build.as_ref().and_then(|build| build.original.as_ref());
        let original = of_save.or(of_build);
        for path in row.path.iter().chain(original.map(|original| &original.path)).chain(blocks) {
            if !is_portable(path) {
                return Err(wrong(format!("entry {}: {path:?} is not a path inside the folder", row.name)));
            }
        }
    }
    Ok(manifest)
}

/// Packs a folder, given as files by their relative path with `/`.
///
/// Files that the manifest does not list are appended, except hidden ones, and bear the time of the youngest entry.
///
/// # Errors
/// A manifest or text that is not as expected, or a file that is missing.
pub fn pack(files: &Files) -> Result<Packed, FolderError> {
    let text = files.get(MANIFEST).ok_or(FolderError::NoManifest)?;
    let text = std::str::from_utf8(text).map_err(|error| FolderError::Manifest(error.to_string()))?;
    let manifest = read_manifest(text)?;
    let mut used = BTreeSet::from([MANIFEST.to_owned()]);
    let mut notes = Vec::new();
    let mut contents = Vec::new();
    for row in &manifest.entries {
        contents.push(content_of(row, files, &mut used, &mut notes)?);
    }
    let added: Vec<_> = files.keys().filter(|path| !used.contains(*path) && !is_beside(path)).collect();
    if !manifest.zip {
        if let Some(path) = added.first() {
            return Err(FolderError::File {
                path: (*path).clone(),
                why: "a bare save contains nothing else".into(),
            });
        }
        return Ok(Packed { bytes: contents.pop().unwrap_or_default(), notes });
    }
    let mut out = Archive::new();
    let times: Vec<_> =
        manifest.entries.iter().map(|row| row.modified.as_deref().and_then(manifest::time_of)).collect();
    for ((row, content), time) in manifest.entries.iter().zip(contents).zip(&times) {
        let method = if row.stored { Method::Stored } else { Method::Deflated };
        out.append(&row.name, content, method, *time)?;
    }
    let youngest = times.iter().flatten().max().copied();
    for path in added {
        notes.push(format!("{path} is not in {MANIFEST}; added as a new entry"));
        out.append(path, files[path].clone(), Method::Deflated, youngest)?;
    }
    Ok(Packed { bytes: out.write(Timestamp(0))?, notes })
}

/// Whether a file is of those who work on the folder, and not of the archive.
fn is_beside(path: &str) -> bool {
    path == PROJECT || path.split('/').any(|part| part.starts_with('.'))
}

/// The bytes of a build file in the readable form.
fn build_file_of(
    build: &BuildRow,
    files: &Files,
    used: &mut BTreeSet<String>,
    notes: &mut Vec<String>,
) -> Result<Vec<u8>, FolderError> {
    let mut told = doubts::OfModule::default();
    let joined = readable::join(&|path| files.get(path).map(Vec::as_slice), &mut |part| told.add(part));
    let (mut root, read) =
        joined.map_err(|(path, error)| FolderError::File { path, why: error.to_string() })?;
    used.extend(read);
    notes.extend(told.told());
    named_keys::put_back(&mut root, &build.named_keys);
    let text = Document::new(root).write();
    let unchanged = as_it_was(build.original.as_ref(), &text, files, used)?;
    Ok(unchanged.unwrap_or_else(|| build.bytes(&text)))
}

/// The entry as another program wrote it, where its text is unchanged.
fn as_it_was(
    original: Option<&Original>,
    text: &str,
    files: &Files,
    used: &mut BTreeSet<String>,
) -> Result<Option<Vec<u8>>, FolderError> {
    let Some(original) = original else { return Ok(None) };
    used.insert(original.path.clone());
    let bytes = files.get(&original.path);
    let bytes = bytes.ok_or_else(|| FolderError::MissingFile { path: original.path.clone() })?;
    Ok((sha256(text) == original.text_sha256).then(|| bytes.clone()))
}

/// The commands of a save whose pieces stand in blocks.
fn tree_of_blocks(
    files: &Files,
    commands: (&str, &str),
    beside: [&String; 2],
) -> Result<Command, FolderError> {
    let mut texts = Vec::new();
    for path in beside {
        let bytes = files.get(path).ok_or_else(|| FolderError::MissingFile { path: path.clone() })?;
        let text = std::str::from_utf8(bytes);
        texts.push(text.map_err(|error| FolderError::File { path: path.clone(), why: error.to_string() })?);
    }
    let [pieces, definitions] = [(beside[0].as_str(), texts[0]), (beside[1].as_str(), texts[1])];
    let read = readable::read_save(&readable::Source { commands, pieces, definitions });
    read.map_err(|(path, error)| FolderError::File { path, why: error.to_string() })
}

/// The bytes of one entry.
fn content_of(
    row: &EntryRow,
    files: &Files,
    used: &mut BTreeSet<String>,
    notes: &mut Vec<String>,
) -> Result<Vec<u8>, FolderError> {
    let path = row.path.as_deref().unwrap_or(&row.name);
    if path.ends_with('/') {
        return Ok(Vec::new());
    }
    let mut file = |path: &str| {
        used.insert(path.to_owned());
        files.get(path).ok_or_else(|| FolderError::MissingFile { path: path.to_owned() })
    };
    if let Some(build) = &row.build {
        return build_file_of(build, files, used, notes);
    }
    let content = file(path)?;
    let Some(save) = &row.save else {
        return Ok(content.clone());
    };
    let wrong = |why: String| FolderError::File { path: path.to_owned(), why };
    let encoding = save.encoding().ok_or_else(|| {
        FolderError::Manifest(format!("entry {}: no encoding {:?} with this key", row.name, save.encoding))
    })?;
    let text = std::str::from_utf8(content).map_err(|error| wrong(error.to_string()))?;
    let text = text.strip_prefix(MARK).unwrap_or(text);
    let text = if let Some([pieces, definitions]) = &save.blocks {
        let tree = tree_of_blocks(files, (path, text), [pieces, definitions])?;
        used.extend([pieces.clone(), definitions.clone()]);
        notes.extend(doubts::of_save(&tree).iter().map(|doubt| format!("{pieces}: {doubt}")));
        tree.to_text().map_err(|error| wrong(error.to_string()))?
    } else if save.verbatim {
        text.to_owned()
    } else {
        let tree = lines::read(text).map_err(|error| wrong(error.to_string()))?;
        tree.to_text().map_err(|error| wrong(error.to_string()))?
    };
    match as_it_was(save.original.as_ref(), &text, files, used)? {
        Some(bytes) => Ok(bytes),
        None => Ok(stream::encode(&text, encoding)?),
    }
}
