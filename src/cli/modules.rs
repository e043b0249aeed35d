//! Modules as commands need them: with their extensions and what their build files describe, each read once in a call.

use std::path::Path;
use std::sync::Arc;

use super::args::Args;
use super::reading::{limits, module};
use super::{Failure, extensions};
use crate::table::opened::ReadModule;

/// A module with its extensions and what they describe, read once in a call.
pub fn module_kept(args: &Args, path: &Path) -> Result<Arc<ReadModule>, Failure> {
    args.shelf.modules.get_or_make(path.to_owned(), || described(args, path))
}

/// The same, for one that may not be wanted: it is not kept.
pub fn module_tried(args: &Args, path: &Path) -> Result<Arc<ReadModule>, Failure> {
    args.shelf.modules.get(&path.to_owned()).map_or_else(|| described(args, path).map(Arc::new), Ok)
}

/// A module without its extensions, read once in a call.
pub fn bare_module_kept(args: &Args, path: &Path) -> Result<Arc<ReadModule>, Failure> {
    let read = || Ok(ReadModule::of(module(path, &limits(args))?, Vec::new()));
    args.shelf.bare_modules.get_or_make(path.to_owned(), read)
}

fn described(args: &Args, path: &Path) -> Result<ReadModule, Failure> {
    let mut file = module(path, &limits(args))?;
    let not_loaded = extensions::load_own(args, path, &mut file);
    Ok(ReadModule::of(file, not_loaded))
}
