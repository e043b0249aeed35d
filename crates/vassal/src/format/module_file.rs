//! A module or extension: its archive and its build file.

use std::io::{Read, Seek};
use std::sync::Arc;

use zip::ZipArchive;

use super::archive::{Archive, SAVED_GAME};
use super::build_file::{Document, MOST_BYTES};
use super::detect::{BUILD_FILE, BUILD_FILE_XML, Contents, FileError, Kind, build_file_name};
use super::limits::Limits;
use super::metadata::{EXTENSION_DATA, MODULE_DATA, Metadata};
use super::save_file::metadata;
use super::source::Source;
use super::timestamp::Timestamp;

/// A module or extension in memory.
#[derive(Debug, Clone)]
pub struct ModuleFile {
    /// Pictures, sounds, scenarios and all other entries.
    pub archive: Archive,
    /// Module or extension.
    pub kind: Kind,
    /// Its elements.
    pub build_file: Arc<Document>,
    /// Entry that the build file was read from.
    pub build_file_name: &'static str,
    /// What it says about itself; absent in the oldest.
    pub about: Option<Metadata>,
    /// The extensions that are loaded with it, in their order; none unless a reader adds them.
    pub extensions: Vec<LoadedExtension>,
    original: Option<Arc<Document>>,
}

/// An extension that is loaded with its module.
#[derive(Debug, Clone)]
pub struct LoadedExtension {
    /// What saves call it: the name of its file without the ending.
    pub name: String,
    /// Its file.
    pub file: Arc<ModuleFile>,
}

impl ModuleFile {
    /// Reads a module or extension.
    ///
    /// # Errors
    /// No module, damaged, or larger than the limits.
    pub fn read(bytes: impl Into<Source>, limits: &Limits) -> Result<Self, FileError> {
        let source = bytes.into();
        match Contents::of(&source, limits)? {
            Contents::Archive(archive, kind) => Self::of_archive(*archive, kind, limits),
            Contents::Bare(kind) => {
                Err(FileError::WrongKind { found: kind.name(), expected: Kind::Module.name() })
            }
        }
    }

    /// Reads a module or extension out of its archive.
    ///
    /// # Errors
    /// No module, damaged, or larger than the limits.
    pub fn of_archive(archive: Archive, kind: Kind, limits: &Limits) -> Result<Self, FileError> {
        if kind == Kind::Save {
            return Err(FileError::WrongKind { found: kind.name(), expected: Kind::Module.name() });
        }
        let entry = if kind == Kind::Extension { EXTENSION_DATA } else { MODULE_DATA };
        let about = metadata(Some(&archive), entry, limits)?;
        let name = build_file_name(&archive, about.as_ref());
        let source = archive.read_start(name, MOST_BYTES + 1)?;
        let build_file = Document::parse(&source, limits)
            .map_err(|source| FileError::Xml { entry: name.to_owned(), source })?;
        let build_file = Arc::new(build_file);
        Ok(Self {
            archive,
            kind,
            original: Some(Arc::clone(&build_file)),
            build_file,
            build_file_name: name,
            about,
            extensions: Vec::new(),
        })
    }

    /// The metadata of a module, without reading the rest of its file; none where only the whole file tells.
    pub fn glance(file: impl Read + Seek, limits: &Limits) -> Option<Metadata> {
        let mut zip = ZipArchive::new(file).ok()?;
        let has = |name: &str| zip.index_for_name(name).is_some();
        let is_module = has(BUILD_FILE) || has(BUILD_FILE_XML);
        if !is_module || has(SAVED_GAME) || has(EXTENSION_DATA) || zip.len() > limits.entries {
            return None;
        }
        let entry = zip.by_name(MODULE_DATA).ok()?;
        let size = entry.size();
        let mut bytes = Vec::new();
        entry.take(size.min(MOST_BYTES as u64)).read_to_end(&mut bytes).ok()?;
        Metadata::parse(&bytes, limits).ok()
    }

    /// A new module with its build file and metadata; pictures are added to the archive.
    ///
    /// # Errors
    /// Never with the names of this layer.
    pub fn new(build_file: Document, about: Metadata) -> Result<Self, FileError> {
        let mut archive = Archive::new();
        archive.insert(MODULE_DATA, about.write().into_bytes())?;
        archive.insert(BUILD_FILE_XML, Vec::new())?;
        Ok(Self {
            archive,
            kind: Kind::Module,
            build_file: Arc::new(build_file),
            build_file_name: BUILD_FILE_XML,
            about: Some(about),
            extensions: Vec::new(),
            original: None,
        })
    }

    /// The module's bytes. An unchanged build file keeps its packed bytes; new entries get `date`.
    ///
    /// # Errors
    /// The archive cannot be written.
    pub fn write(&self, date: Timestamp) -> Result<Vec<u8>, FileError> {
        let is_unchanged = |original: &Arc<Document>| {
            Arc::ptr_eq(original, &self.build_file) || **original == *self.build_file
        };
        if self.original.as_ref().is_some_and(is_unchanged) {
            return Ok(self.archive.write(date)?);
        }
        let mut archive = self.archive.clone();
        archive.insert(self.build_file_name, self.build_file.write().into_bytes())?;
        Ok(archive.write(date)?)
    }

    /// The file and those of the extensions that are loaded with it.
    pub fn all(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.extensions.iter().map(|extension| &*extension.file))
    }

    /// The content of a picture by the name that traits and boards use.
    ///
    /// Names without an ending may mean a GIF, and an extension is asked for what the module does not have, as in the
    /// engine's `tools.DataArchive`.
    #[must_use]
    pub fn image(&self, name: &str) -> Option<Vec<u8>> {
        let (archive, entry) = self.image_entry(name)?;
        archive.read_entry(&entry).ok()
    }

    /// So many of the first bytes of a picture, or all where it has fewer.
    #[must_use]
    pub fn image_start(&self, name: &str, most: usize) -> Option<Vec<u8>> {
        let (archive, entry) = self.image_entry(name)?;
        archive.read_start(&entry, most).ok()
    }

    /// The archive and the entry of a picture by the name that traits and boards use.
    fn image_entry(&self, name: &str) -> Option<(&Archive, String)> {
        let plain = format!("images/{name}");
        let candidates = [plain.clone(), format!("{plain}.gif")];
        let find = |entry: &String| {
            Some((&self.all().find(|file| file.archive.contains(entry))?.archive, entry.clone()))
        };
        candidates.iter().find_map(find)
    }
}
