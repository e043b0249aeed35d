//! Extensions beside their module, and modules beside their extensions, where VASSAL looks for both.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::args::Lint;
use crate::cli::session::Session;
use crate::cli::shelf::FoundExtension;
use crate::cli::{Failure, extensions, open, output, standard};
use crate::table::opened::ReadModule;
use crate::table::opened::read_module;
use liege_tools::lint::{self, Beside, Linted, Wanted};
use vassal::format::build_file::Element;
use vassal::format::detect::Kind;
use vassal::format::module_file::{LoadedExtension, ModuleFile};
use vassal::model::extensions::other_module;
use vassal::model::module::Module;

/// Files of a folder that are looked at.
const MOST_FILES: usize = 1000;

/// Looks through a module with the extensions in its folder, or an extension with its module.
pub fn look(
    session: &Session,
    own: &Lint,
    (path, file): (&Path, &ModuleFile),
    wanted: Wanted<'_>,
) -> Result<Linted, Failure> {
    let (module, _) = read_module(file);
    if file.kind != Kind::Extension {
        return Ok(of_module(session, path, (file, &module), wanted));
    }
    let Some((base_path, base)) = base_of(session, own, path, file)? else {
        let help = "name it with --module, or put the extension into the module's extension folder";
        output::note(session, &format!("{}: no module: {help}", standard::name_of_input(path)));
        return Ok(lint::of_module(file, &module, wanted));
    };
    let others = others(session, path, &base_path);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (earlier, later): (Vec<FoundExtension>, Vec<FoundExtension>) =
        others.into_iter().partition(|other| other.file_name < name);
    let (base_file, later) = loaded_around(&base.file, &earlier, later);
    let roots: Vec<&Element> = later.iter().map(|one| &one.file.build_file.root).collect();
    let read = |root: &Element| open::read_root(root, &[file, &base_file]);
    let joined;
    let base_module = match earlier.is_empty() {
        true => &*base.module,
        false => {
            joined = read(&base_file.build_file.root);
            &joined
        }
    };
    let ids = ids_beside(session, path);
    let beside = Beside { file: &base_file, module: base_module, later: &roots, ids: &ids };
    Ok(lint::of_extension((file, &module), &beside, &read, wanted))
}

/// A module with what its extensions use, and its set-ups with what they have.
fn of_module(
    session: &Session,
    path: &Path,
    (file, module): (&ModuleFile, &Module),
    wanted: Wanted<'_>,
) -> Linted {
    let mut whole = file.clone();
    for why in extensions::load_own(session, path, &mut whole) {
        output::note(session, &format!("{}: {why}", path.display()));
    }
    if whole.extensions.is_empty() {
        return lint::of_module(file, module, wanted);
    }
    let read = |root: &Element| open::read_root(root, &[&whole]);
    let played = read(&whole.build_file.root);
    let mut linted = lint::of_module_with((file, module), (&whole, &played), wanted);
    let all: Vec<&ModuleFile> = whole.extensions.iter().map(|extension| &*extension.file).collect();
    lint::with_extensions(&mut linted, file, &all, &read);
    linted
}

/// The extensions of a module without the one that is looked at, which may lie elsewhere.
fn others(session: &Session, path: &Path, module: &Path) -> Vec<FoundExtension> {
    let Some(folder) = extensions::folder_of(module) else { return Vec::new() };
    let own = path.canonicalize().ok();
    let all = extensions::in_folder(session, &folder);
    let is_other = |other: &&FoundExtension| {
        own.as_ref() != Some(&other.path) && path.file_name() != Some(OsStr::new(&other.file_name))
    };
    all.found.iter().filter(is_other).cloned().collect()
}

/// A module with the extensions that are loaded before one, and those that are loaded after it; the pictures of all of
/// them are the module's.
fn loaded_around(
    module: &ModuleFile,
    earlier: &[FoundExtension],
    later: Vec<FoundExtension>,
) -> (ModuleFile, Vec<LoadedExtension>) {
    let mut base = module.clone();
    // What is not loaded is told where the module is looked at.
    let _ = extensions::load(&mut base, earlier);
    let name = base.build_file.root.attr("name").unwrap_or_default();
    let fits = |one: &FoundExtension| other_module(&one.extension.file.build_file.root, name).is_none();
    let later: Vec<LoadedExtension> = later.into_iter().filter(fits).map(|one| one.extension).collect();
    base.extensions.extend(later.iter().cloned());
    (base, later)
}

/// The other extensions in the folder of an extension, each with its id. VASSAL loads all of them.
fn ids_beside(session: &Session, path: &Path) -> Vec<(String, String)> {
    let own = path.canonicalize().ok().filter(|_| !standard::is_standard(path));
    let folder = own.as_deref().and_then(Path::parent).filter(|folder| is_of_extensions(folder));
    let Some(folder) = folder else { return Vec::new() };
    let id = |other: &FoundExtension| {
        let id = other.extension.file.build_file.root.attr("extensionId")?;
        Some((other.file_name.clone(), id.to_owned()))
    };
    let all = extensions::in_folder(session, folder);
    all.found.iter().filter(|other| own.as_ref() != Some(&other.path)).filter_map(id).collect()
}

/// Whether a folder is one in which VASSAL looks for the extensions of a module.
fn is_of_extensions(folder: &Path) -> bool {
    folder.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.ends_with(extensions::FOLDER))
}

/// The module of an extension: the one that is given, else the one whose folder it lies in, else the only one beside it
/// that has the name that the extension says.
fn base_of(
    session: &Session,
    own: &Lint,
    path: &Path,
    file: &ModuleFile,
) -> Result<Option<(PathBuf, Arc<ReadModule>)>, Failure> {
    let read = |path: PathBuf| open::bare_module_kept(session, &path).map(|module| Some((path, module)));
    if let Some(given) = &own.module {
        return read(given.clone());
    }
    let folder = path.parent().filter(|_| !standard::is_standard(path));
    let Some(folder) = folder else { return Ok(None) };
    let around = folder
        .file_name()
        .and_then(|name| name.to_str())
        .and_then(|name| name.strip_suffix(extensions::FOLDER));
    let of_folder = around.map(|name| folder.with_file_name(format!("{name}.vmod")));
    if let Some(module) = of_folder.filter(|module| module.is_file()) {
        return read(module);
    }
    let wanted = file.build_file.root.attr("module").unwrap_or_default();
    let limits = session.limits.clone();
    let is_called = |path: &PathBuf| {
        let about = File::open(path).ok().and_then(|file| ModuleFile::glance(BufReader::new(file), &limits));
        about.and_then(|about| about.name).as_deref() == Some(wanted)
    };
    let mut found = files_in(folder, "vmod").into_iter().filter(is_called);
    match (found.next(), found.next()) {
        (Some(only), None) => read(only),
        _ => Ok(None),
    }
}

/// The files of a folder with an ending, by name.
fn files_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.flatten().take(MOST_FILES).map(|entry| entry.path());
    let has_ending = |path: &PathBuf| {
        path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending)) && path.is_file()
    };
    let mut found: Vec<PathBuf> = paths.filter(has_ending).collect();
    found.sort();
    found
}
