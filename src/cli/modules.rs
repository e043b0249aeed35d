//! Modules as commands need them: with their extensions and what their build files describe, each read once in a call.

use std::path::Path;
use std::sync::Arc;

use super::reading::module;
use super::session::Session;
use super::{Failure, extensions};
use crate::table::opened::ReadModule;

/// A module with its extensions and what they describe, read once in a call.
pub fn module_kept(session: &Session, path: &Path) -> Result<Arc<ReadModule>, Failure> {
    session.shelf.modules.get_or_make(path.to_owned(), || described(session, path))
}

/// The same, for one that may not be wanted: it is not kept.
pub fn module_tried(session: &Session, path: &Path) -> Result<Arc<ReadModule>, Failure> {
    session.shelf.modules.get(&path.to_owned()).map_or_else(|| described(session, path).map(Arc::new), Ok)
}

/// A module without its extensions, read once in a call.
pub fn bare_module_kept(session: &Session, path: &Path) -> Result<Arc<ReadModule>, Failure> {
    let read = || Ok(ReadModule::of(module(path, &session.limits)?, Vec::new()));
    session.shelf.bare_modules.get_or_make(path.to_owned(), read)
}

fn described(session: &Session, path: &Path) -> Result<ReadModule, Failure> {
    let mut file = module(path, &session.limits)?;
    let not_loaded = extensions::load_own(session, path, &mut file);
    Ok(ReadModule::of(file, not_loaded))
}
