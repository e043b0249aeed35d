//! The module of a save: the one given, else the one that lies beside the save.
//!
//! The module beside the save has its name and version, or, if the save names none, has most of its windows.
//! `cli::extensions` finds the extensions in the module's folder, `model::extensions` says which of them VASSAL
//! loads, `model::joined` adds their components to the module's. The result is one build file and a `ModuleFile`
//! that also looks into the extensions' archives, so that no command knows about extensions; only `lint` reads a
//! module without them.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use super::modules::{module_kept, module_tried};
use super::reading::bytes;
use super::session::Session;
use super::{Failure, output, standard};
use crate::table::opened::ReadModule;
use vassal::diagnostic::few;
use vassal::format::metadata::Metadata;
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;
use vassal::model::position::Position;

/// Other modules beside a save that are named.
const MOST_NAMES: usize = 3;

/// A module and where it was found.
pub struct Found {
    /// Its file.
    pub path: PathBuf,
    /// The module.
    pub module: Arc<ReadModule>,
}

/// Why no module was found, and what to do about it.
struct Missing {
    why: String,
    help: &'static str,
}

/// The module of a save. `None`, with a word on standard error, when there is none or more than one may be meant; the
/// caller goes on without.
pub fn module_of(
    save_path: &Path,
    save: &SaveFile,
    given: Option<&Path>,
    session: &Session,
) -> Result<Option<Found>, Failure> {
    Ok(match search(save_path, save, given, session)? {
        Ok(found) => Some(found.told(session)),
        Err(missing) => {
            let Missing { why, help } = missing;
            output::note(
                session,
                &format!("{}: no module: {why}; {help}", standard::name_of_input(save_path)),
            );
            None
        }
    })
}

/// The same, for commands that cannot do without.
pub fn module_needed(
    save_path: &Path,
    save: &SaveFile,
    given: Option<&Path>,
    session: &Session,
) -> Result<Found, Failure> {
    search(save_path, save, given, session)?
        .map(|found| found.told(session))
        .map_err(|missing| Failure::about(save_path, missing.why).help(missing.help))
}

impl Found {
    /// Says once which of its extensions are left out.
    fn told(self, session: &Session) -> Self {
        let mut not_loaded = self.module.not_loaded.lock().unwrap_or_else(PoisonError::into_inner);
        for why in not_loaded.drain(..) {
            output::note(session, &format!("{}: {why}", self.path.display()));
        }
        drop(not_loaded);
        self
    }
}

fn search(
    save_path: &Path,
    save: &SaveFile,
    given: Option<&Path>,
    session: &Session,
) -> Result<Result<Found, Missing>, Failure> {
    let about = save.module_data(&session.limits).ok().flatten();
    let wanted = about.as_ref().and_then(|about| about.name.as_deref()).map(str::trim);
    if let Some(path) = given {
        let found = Found { path: path.to_path_buf(), module: module_kept(session, path)? };
        if let Some(wanted) = wanted
            && let Some(has) = name_of(&found.module.file).filter(|has| *has != wanted)
        {
            let path = path.display();
            output::note(
                session,
                &format!("{path} is the module {has:?}, the save was made with {wanted:?}"),
            );
        }
        return Ok(Ok(found));
    }
    let Some(wanted) = wanted else {
        return Ok(unnamed(save_path, save, session));
    };
    let beside =
        modules_beside(save_path).into_iter().filter_map(|path| Neighbour::of(path, wanted, session));
    let (fitting, others): (Vec<_>, Vec<_>) = beside.partition(|one| one.name.as_deref() == Some(wanted));
    let version = about.as_ref().and_then(|about| about.version.as_deref()).map(str::trim);
    let best = with_version(fitting, version, session);
    if best.paths.is_empty() {
        let besides = match names(others) {
            none if none.is_empty() => String::new(),
            names => format!(", only {names}"),
        };
        let why = format!("its module {wanted:?} is not beside the save{besides}");
        return Ok(Err(Missing { why, help: "name it with --module" }));
    }
    Ok(best.only(session).map_err(|several| Missing {
        why: format!("several modules beside it are {wanted:?}: {several}"),
        help: "name the right one with --module",
    }))
}

/// What a module beside a save says about itself.
struct Neighbour {
    path: PathBuf,
    name: Option<String>,
    version: Option<String>,
}

impl Neighbour {
    /// None for one that cannot be read, which is none of our business. Its whole file is read only where the metadata
    /// say too little.
    fn of(path: PathBuf, wanted: &str, session: &Session) -> Option<Self> {
        let limits = session.limits.clone();
        let trimmed = |text: &str| Some(text.trim().to_owned());
        let file = File::open(&path).ok().filter(|file| file.metadata().is_ok_and(|facts| facts.is_file()));
        let about = file.and_then(|file| ModuleFile::glance(BufReader::new(file), &limits));
        if let Some(Metadata { name: Some(name), version, .. }) = about
            && (version.is_some() || name.trim() != wanted)
        {
            return Some(Self { path, name: trimmed(&name), version: version.as_deref().and_then(trimmed) });
        }
        let module = module_tried(session, &path).ok()?;
        let (name, version) = (name_of(&module.file), version_of(&module.file));
        Some(Self { name: name.and_then(trimmed), version: version.and_then(trimmed), path })
    }
}

/// The best of the modules beside a save.
#[derive(Default)]
struct Best {
    /// How well they fit.
    rank: usize,
    first: Option<Arc<ReadModule>>,
    paths: Vec<PathBuf>,
    /// Some differ from the first.
    differ: bool,
}

impl Best {
    /// Takes a module in, if it can be read and none before it fits better.
    fn offer(&mut self, path: PathBuf, session: &Session, rank: impl FnOnce(&ReadModule) -> usize) {
        if self.paths.first().is_some_and(|first| are_copies(first, &path, session)) {
            return self.paths.push(path);
        }
        let Ok(module) = module_tried(session, &path) else { return };
        let rank = rank(&module);
        if self.first.is_none() || rank > self.rank {
            *self = Self { rank, first: Some(module), paths: vec![path], differ: false };
        } else if rank == self.rank {
            self.differ = true;
            self.paths.push(path);
        }
    }

    /// The only module, or the first of copies that are the same to the byte; else the paths of all.
    fn only(self, session: &Session) -> Result<Found, String> {
        match (self.first, self.paths.first()) {
            (Some(module), Some(path)) if !self.differ => {
                session.shelf.modules.keep(path.clone(), &module);
                Ok(Found { path: path.clone(), module })
            }
            _ => {
                let paths = self.paths.iter().map(|path| path.display().to_string());
                Err(paths.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// Whether two modules are the same to the byte.
fn are_copies(one: &Path, other: &Path, session: &Session) -> bool {
    let read = |path: &Path| bytes(path, &session.limits).ok();
    read(one).is_some_and(|one| read(other).is_some_and(|other| one == other))
}

/// The module of a save that names none: the only one beside it, if the save can be of it.
fn unnamed(save_path: &Path, save: &SaveFile, session: &Session) -> Result<Found, Missing> {
    let place = standard::name_of_input(save_path);
    let windows = windows_of(save);
    let best = with_windows(modules_beside(save_path), &windows, session);
    let help = "name it with --module";
    if best.paths.is_empty() {
        let why = "the save does not name its module";
        return Err(Missing { why: why.into(), help });
    }
    // A save without pieces may be of any module.
    if !windows.is_empty() && best.rank * 2 <= windows.len() {
        let why = "the save does not name its module, and no module beside it has its map windows";
        return Err(Missing { why: why.into(), help });
    }
    match best.only(session) {
        Ok(found) => {
            let taken = found.path.display();
            output::note(
                session,
                &format!("{place}: the save does not name its module; using {taken} beside it"),
            );
            Ok(found)
        }
        Err(paths) => {
            let why =
                format!("the save does not name its module, and several beside it could be it: {paths}");
            Err(Missing { why, help: "name the right one with --module" })
        }
    }
}

/// Those of the version that the save names, if there are any.
fn with_version(fitting: Vec<Neighbour>, wanted: Option<&str>, session: &Session) -> Best {
    let same = |one: &Neighbour| wanted.is_some() && one.version.as_deref() == wanted;
    let (same, others): (Vec<Neighbour>, Vec<Neighbour>) = fitting.into_iter().partition(same);
    let mut best = Best::default();
    for group in [same, others] {
        if best.paths.is_empty() {
            group.into_iter().for_each(|one| best.offer(one.path, session, |_| 0));
        }
    }
    best
}

/// The windows that pieces of a save lie in.
fn windows_of(save: &SaveFile) -> BTreeSet<String> {
    let Ok(commands) = save.whole_commands() else {
        return BTreeSet::new();
    };
    Position::windows(commands)
}

/// The modules with most of the windows.
fn with_windows(beside: Vec<PathBuf>, windows: &BTreeSet<String>, session: &Session) -> Best {
    let count = |module: &ReadModule| {
        let module = &module.module;
        let known: BTreeSet<&str> =
            module.maps.iter().flat_map(|map| [map.id.as_str(), map.identifier()]).collect();
        windows.iter().filter(|window| known.contains(window.as_str())).count()
    };
    let mut best = Best::default();
    beside.into_iter().for_each(|path| best.offer(path, session, count));
    best
}

/// A few names of modules, for a message.
fn names(beside: Vec<Neighbour>) -> String {
    let mut names: Vec<String> =
        beside.into_iter().filter_map(|one| one.name).map(|name| format!("{name:?}")).collect();
    names.dedup();
    few(names, MOST_NAMES)
}

/// The module's name: of its metadata, else of its build file.
/// What a module calls itself.
pub fn name_of(module: &ModuleFile) -> Option<&str> {
    let about = module.about.as_ref().and_then(|about: &Metadata| about.name.as_deref());
    about.or_else(|| module.build_file.root.attr("name")).map(str::trim)
}

fn version_of(module: &ModuleFile) -> Option<&str> {
    let about = module.about.as_ref().and_then(|about: &Metadata| about.version.as_deref());
    about.or_else(|| module.build_file.root.attr("version")).map(str::trim)
}

/// Modules in the folder of a save, by file name.
fn modules_beside(save_path: &Path) -> Vec<PathBuf> {
    let parent = save_path.parent().unwrap_or(Path::new(""));
    let folder = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let is_module = |path: &PathBuf| {
        path.extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("vmod") || end.eq_ignore_ascii_case("mod"))
    };
    let mut paths: Vec<_> =
        entries.filter_map(|entry| Some(parent.join(entry.ok()?.file_name()))).filter(is_module).collect();
    paths.sort();
    paths
}
