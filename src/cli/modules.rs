//! Modules as commands need them: with their extensions and what their build files describe, each read once in a call.

use std::path::Path;
use std::sync::{Arc, Mutex};

use super::args::Args;
use super::reading::{limits, module, read_module};
use super::shelf::ReadModule;
use super::{Failure, extensions};
use vassal::format::module_file::ModuleFile;

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
    let read = || Ok(read_as(module(path, &limits(args))?, Vec::new()));
    args.shelf.bare_modules.get_or_make(path.to_owned(), read)
}

fn described(args: &Args, path: &Path) -> Result<ReadModule, Failure> {
    let mut file = module(path, &limits(args))?;
    let not_loaded = extensions::load_own(args, path, &mut file);
    Ok(read_as(file, not_loaded))
}

fn read_as(file: ModuleFile, not_loaded: Vec<String>) -> ReadModule {
    let (module, problems) = read_module(&file);
    let not_loaded = Mutex::new(not_loaded);
    ReadModule { file: Arc::new(file), module: Arc::new(module), problems, not_loaded }
}
