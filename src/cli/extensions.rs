//! The extensions of a module, where VASSAL looks for them: in the folder that is called as the module, with `_ext` behind
//! its name. Those in its folder `inactive` are not loaded.
//!
//! Engine class: `build.module.ExtensionsManager`. Extensions that a player keeps for all modules are on his computer alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::reading::module;
use super::session::Session;
use super::shelf::{FoundExtension, InFolder};
use super::{Failure, files, standard};
use vassal::format::Limits;
use vassal::format::build_file::{Document, Element};
use vassal::format::detect::Kind;
use vassal::format::module_file::{LoadedExtension, ModuleFile};
use vassal::model::extensions;

/// How the folder of a module's extensions is called behind the name of the module.
pub const FOLDER: &str = "_ext";
/// The endings of extensions; VASSAL asks for none, and liege complains of no other file that is none.
const ENDINGS: [&str; 2] = ["vmdx", "mdx"];
/// Files of a folder that are looked at.
const MOST_FILES: usize = 1000;
/// Extensions that are read along with a module.
const MOST_EXTENSIONS: usize = 100;

/// The folder of a module's extensions.
pub fn folder_of(module: &Path) -> Option<PathBuf> {
    let name = module.file_stem()?.to_str().filter(|_| !standard::is_standard(module))?;
    Some(module.with_file_name(format!("{name}{FOLDER}")))
}

/// The extensions in a folder, read once in a call.
pub fn in_folder(session: &Session, folder: &Path) -> Arc<InFolder> {
    let read = || Ok::<_, Failure>(read_folder(folder, &session.limits));
    session.shelf.extensions.get_or_make(folder.to_owned(), read).unwrap_or_default()
}

fn read_folder(folder: &Path, limits: &Limits) -> InFolder {
    let mut all = InFolder::default();
    for path in files_in(folder) {
        if all.found.len() == MOST_EXTENSIONS {
            all.unread.push(format!(
                "{}: more than {MOST_EXTENSIONS} extensions; the rest are ignored",
                folder.display()
            ));
            break;
        }
        match module(&path, limits) {
            Ok(file) if file.kind == Kind::Extension => all.found.extend(found(&path, file)),
            Ok(_) => {}
            Err(failure) if has_ending(&path, &ENDINGS) => all.unread.push(failure.to_string()),
            Err(_) => {}
        }
    }
    all
}

fn found(path: &Path, file: ModuleFile) -> Option<FoundExtension> {
    let name = path.file_stem()?.to_string_lossy().into_owned();
    let file_name = path.file_name()?.to_string_lossy().into_owned();
    let extension = LoadedExtension { name, file: Arc::new(file) };
    Some(FoundExtension { path: path.canonicalize().ok()?, file_name, extension })
}

/// Loads extensions into a module, and says which VASSAL does not load.
pub fn load(module: &mut ModuleFile, all: &[FoundExtension]) -> Vec<String> {
    if all.is_empty() {
        return Vec::new();
    }
    let roots: Vec<&Element> = all.iter().map(|one| &one.extension.file.build_file.root).collect();
    let loaded = extensions::load(&module.build_file.root, &roots);
    module.extensions = loaded.loaded.iter().map(|number| all[*number].extension.clone()).collect();
    let Document { before, after, .. } = &*module.build_file;
    let (before, after) = (before.clone(), after.clone());
    module.build_file = Arc::new(Document { before, root: loaded.root, after });
    let told = |(number, why): &(usize, String)| {
        let name = &all[*number].file_name;
        format!("the extension {name} is ignored, because VASSAL does not load it: {why}")
    };
    loaded.refused.iter().map(told).collect()
}

/// Loads the extensions of the folder of a module into it, and says which are left out.
pub fn load_own(session: &Session, path: &Path, module: &mut ModuleFile) -> Vec<String> {
    let Some(folder) = folder_of(path).filter(|_| module.kind == Kind::Module) else { return Vec::new() };
    let all = in_folder(session, &folder);
    let mut not_loaded = all.unread.clone();
    not_loaded.extend(load(module, &all.found));
    not_loaded
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    files::ending_of(path).is_some_and(|own| endings.contains(&own.as_str()))
}

/// The files of a folder that are not hidden, by name.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let is_hidden =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    let paths = entries.flatten().take(MOST_FILES).map(|entry| entry.path());
    let mut found: Vec<PathBuf> = paths.filter(|path| path.is_file() && !is_hidden(path)).collect();
    found.sort();
    found
}
