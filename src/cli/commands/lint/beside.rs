//! Extensions beside their module, and modules beside their extensions, where VASSAL looks for both.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::args::{Args, Lint};
use crate::cli::open::Opened;
use crate::cli::shelf::{ExtensionId, ReadModule};
use crate::cli::{Failure, open, output, standard};
use crate::format::build_file::Element;
use crate::format::detect::Kind;
use crate::format::module_file::ModuleFile;
use crate::lint::{self, Beside, Check, Linted};

/// How the folder of a module's extensions is called behind the name of the module.
const FOLDER: &str = "_ext";
/// Files of a folder that are looked at.
const MOST_FILES: usize = 1000;
/// Extensions that are read along with a module.
const MOST_EXTENSIONS: usize = 100;

/// Looks through a module with the extensions in its folder, or an extension with its module.
pub fn look(
    args: &Args,
    own: &Lint,
    (path, file): (&Path, &ModuleFile),
    wanted: &dyn Fn(&Check) -> bool,
) -> Result<Linted, Failure> {
    let (module, _) = open::read_module(file);
    if file.kind != Kind::Extension {
        let mut linted = lint::of_module(file, &module, wanted);
        let extensions = extensions(args, path);
        let all: Vec<&ModuleFile> = extensions.iter().collect();
        let read = |root: &Element| open::read_root(root, &[&[file], all.as_slice()].concat());
        lint::with_extensions(&mut linted, file, &all, &read);
        return Ok(linted);
    }
    let Some(base) = base_of(args, own, path, file)? else {
        let help = "name it with --module, or put the extension into the folder of the module's extensions";
        output::note(args, &format!("{}: no module: {help}", standard::name_of_input(path)));
        return Ok(lint::of_module(file, &module, wanted));
    };
    let read = |root: &Element| open::read_root(root, &[file, base.file.as_ref()]);
    let ids = ids_beside(args, path);
    let beside = Beside { file: base.file.as_ref(), module: &base.module, ids: &ids };
    Ok(lint::of_extension((file, &module), &beside, &read, wanted))
}

/// The other extensions in the folder of an extension, each with its id. VASSAL loads all of them.
fn ids_beside(args: &Args, path: &Path) -> Vec<(String, String)> {
    let own = path.canonicalize().ok().filter(|_| !standard::is_standard(path));
    let folder = own.as_deref().and_then(Path::parent).filter(|folder| is_of_extensions(folder));
    let Some(folder) = folder else { return Vec::new() };
    let read = || Ok::<_, Failure>(ids_in(args, folder));
    let all = args.shelf.extensions.get_or_make(folder.to_owned(), read).unwrap_or_default();
    let others = all.iter().filter(|other| own.as_ref() != Some(&other.path));
    others.map(|other| (other.name.clone(), other.id.clone())).collect()
}

/// The extensions in a folder that have an id.
fn ids_in(args: &Args, folder: &Path) -> Vec<ExtensionId> {
    let limits = open::limits(args);
    let id = |path: PathBuf| {
        let Ok(Opened::Module(file)) = open::any(&path, &limits) else { return None };
        let id = file.build_file.root.attr("extensionId")?.to_owned();
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some(ExtensionId { path: path.canonicalize().ok()?, name, id })
    };
    files_in(folder, "vmdx").into_iter().take(MOST_EXTENSIONS).filter_map(id).collect()
}

/// Whether a folder is one in which VASSAL looks for the extensions of a module.
fn is_of_extensions(folder: &Path) -> bool {
    folder.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.ends_with(FOLDER))
}

/// The module of an extension: the one that is given, else the one whose folder it lies in, else the only one beside it
/// that has the name that the extension says.
fn base_of(
    args: &Args,
    own: &Lint,
    path: &Path,
    file: &ModuleFile,
) -> Result<Option<Arc<ReadModule>>, Failure> {
    if let Some(given) = &own.module {
        return open::module_kept(args, given).map(Some);
    }
    let folder = path.parent().filter(|_| !standard::is_standard(path));
    let Some(folder) = folder else { return Ok(None) };
    let around = folder.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(FOLDER));
    let of_folder = around.map(|name| folder.with_file_name(format!("{name}.vmod")));
    if let Some(module) = of_folder.filter(|module| module.is_file()) {
        return open::module_kept(args, &module).map(Some);
    }
    let wanted = file.build_file.root.attr("module").unwrap_or_default();
    let limits = open::limits(args);
    let is_called = |path: &PathBuf| {
        let about = File::open(path).ok().and_then(|file| ModuleFile::glance(BufReader::new(file), &limits));
        about.and_then(|about| about.name).as_deref() == Some(wanted)
    };
    let mut found = files_in(folder, "vmod").into_iter().filter(is_called);
    match (found.next(), found.next()) {
        (Some(only), None) => open::module_kept(args, &only).map(Some),
        _ => Ok(None),
    }
}

/// The extensions in the folder of a module; those that cannot be read are told and left out, as VASSAL does.
fn extensions(args: &Args, path: &Path) -> Vec<ModuleFile> {
    let Some(name) = path.file_stem().and_then(|name| name.to_str()).filter(|_| !standard::is_standard(path))
    else {
        return Vec::new();
    };
    let folder = path.with_file_name(format!("{name}{FOLDER}"));
    let limits = open::limits(args);
    let mut found = Vec::new();
    for path in files_in(&folder, "vmdx").into_iter().take(MOST_EXTENSIONS) {
        match open::any(&path, &limits) {
            Ok(Opened::Module(file)) if file.kind == Kind::Extension => found.push(*file),
            Ok(_) => {}
            Err(failure) => output::note(args, &format!("{failure}")),
        }
    }
    found
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
