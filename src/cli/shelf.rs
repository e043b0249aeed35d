//! What several files of one call share, each read once: the tables, the packs, the modules and their extensions.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use liege_rules::data::Overlay;
use liege_rules::game::pack::Pack;
use vassal::format::module_file::{LoadedExtension, ModuleFile};
use vassal::model::module::Module;
use vassal::model::problem::Problem;

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

/// A module as a file and as what its build file describes.
pub struct ReadModule {
    /// Its file, with the extensions that VASSAL loads in it and in its build file.
    pub file: Arc<ModuleFile>,
    /// What the build file describes.
    pub module: Arc<Module>,
    /// What of it could not be understood, palettes apart.
    pub problems: Vec<Problem>,
    /// Which of its extensions are not loaded, and why; taken when it is told.
    pub not_loaded: Mutex<Vec<String>>,
}

/// Values by key, each made by who asks first while all others wait: what makes one asks for no other of its kind and
/// starts no threads.
pub struct Kept<K, V>(Mutex<BTreeMap<K, Arc<V>>>);

impl<K: Ord, V> Kept<K, V> {
    /// The value of a key that was made already.
    pub fn get(&self, key: &K) -> Option<Arc<V>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).map(Arc::clone)
    }

    /// Keeps a value that was made elsewhere.
    pub fn keep(&self, key: K, value: &Arc<V>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(value));
    }

    /// The value of a key; one that could not be made is tried again.
    pub fn get_or_make<E>(&self, key: K, make: impl FnOnce() -> Result<V, E>) -> Result<Arc<V>, E> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = kept.get(&key) {
            return Ok(Arc::clone(value));
        }
        let value = Arc::new(make()?);
        kept.insert(key, Arc::clone(&value));
        Ok(value)
    }
}

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K, V> fmt::Debug for Kept<K, V> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Kept")
    }
}
