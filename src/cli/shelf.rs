//! What several files of one call share, each read once: the tables, the packs, the modules and their extensions.

use std::path::PathBuf;

use crate::kept::Kept;
use crate::table::opened::ReadModule;
use liege_rules::data::Overlay;
use liege_rules::game::pack::Pack;
use vassal::format::module_file::LoadedExtension;

/// What was read in this call. No command changes a module or a table that it has read.
#[derive(Debug, Default)]
pub struct Shelf {
    /// The tables, with those of the user.
    pub files: Kept<(), Overlay<'static>>,
    /// Packs by the id of their game.
    pub packs: Kept<String, Pack>,
    /// Modules with their extensions by their path.
    pub modules: Kept<PathBuf, ReadModule>,
    /// Modules without extensions by their path.
    pub bare_modules: Kept<PathBuf, ReadModule>,
    /// The extensions of a module by their folder.
    pub extensions: Kept<PathBuf, InFolder>,
}

/// The extensions in the folder of a module's extensions.
#[derive(Debug, Default)]
pub struct InFolder {
    /// Those that can be read, by file name.
    pub found: Vec<FoundExtension>,
    /// What is wrong with the others.
    pub unread: Vec<String>,
}

/// An extension in the folder of a module's extensions.
#[derive(Debug, Clone)]
pub struct FoundExtension {
    /// Its file without links.
    pub path: PathBuf,
    /// How the file is called in the folder.
    pub file_name: String,
    /// Its content, and what saves call it.
    pub extension: LoadedExtension,
}
