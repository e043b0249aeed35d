//! The module of a save: the one given, else the one that lies beside the save.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::args::Args;
use super::open::{bytes, limits, module};
use super::{Failure, files, output};
use crate::format::metadata::Metadata;
use crate::format::module_file::ModuleFile;
use crate::format::save_file::SaveFile;
use crate::model::position::Position;

/// Other modules beside a save that are named.
const MOST_NAMES: usize = 3;

/// A module and where it was found.
pub struct Found {
    /// Its file.
    pub path: PathBuf,
    /// The module.
    pub module: ModuleFile,
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
    args: &Args,
) -> Result<Option<Found>, Failure> {
    Ok(match search(save_path, save, given, args)? {
        Ok(found) => Some(found),
        Err(missing) => {
            let Missing { why, help } = missing;
            output::note(args, &format!("{}: no module: {why}; {help}", files::name_of_input(save_path)));
            None
        }
    })
}

/// The same, for commands that cannot do without.
pub fn module_needed(
    save_path: &Path,
    save: &SaveFile,
    given: Option<&Path>,
    args: &Args,
) -> Result<Found, Failure> {
    search(save_path, save, given, args)?
        .map_err(|missing| Failure::about(save_path, missing.why).help(missing.help))
}

fn search(
    save_path: &Path,
    save: &SaveFile,
    given: Option<&Path>,
    args: &Args,
) -> Result<Result<Found, Missing>, Failure> {
    let about = save.module_data(&limits(args)).ok().flatten();
    let wanted = about.as_ref().and_then(|about| about.name.as_deref()).map(str::trim);
    if let Some(path) = given {
        let found = Found { path: path.to_path_buf(), module: module(path, &limits(args))? };
        if let Some(wanted) = wanted
            && let Some(has) = name_of(&found.module).filter(|has| *has != wanted)
        {
            let path = path.display();
            output::note(args, &format!("{path} is the module {has:?}, the save was made with {wanted:?}"));
        }
        return Ok(Ok(found));
    }
    // A neighbour that cannot be read is none of our business.
    let readable = |path: PathBuf| Some(Found { module: module(&path, &limits(args)).ok()?, path });
    let beside: Vec<Found> = modules_beside(save_path).into_iter().filter_map(readable).collect();
    let Some(wanted) = wanted else {
        return Ok(unnamed(save_path, save, beside, args));
    };
    let fits = |found: &Found| name_of(&found.module) == Some(wanted);
    let (fitting, others): (Vec<Found>, Vec<Found>) = beside.into_iter().partition(fits);
    if fitting.is_empty() {
        let besides = match names(&others) {
            none if none.is_empty() => String::new(),
            names => format!(", only {names}"),
        };
        let why = format!("its module {wanted:?} is not beside the save{besides}");
        return Ok(Err(Missing { why, help: "name it with --module" }));
    }
    let version = about.as_ref().and_then(|about| about.version.as_deref());
    Ok(one_of(with_version(fitting, version), args).map_err(|several| Missing {
        why: format!("several modules beside it are {wanted:?}: {}", paths(&several)),
        help: "name the right one with --module",
    }))
}

/// The module of a save that names none: the only one beside it, if the save can be of it.
fn unnamed(save_path: &Path, save: &SaveFile, beside: Vec<Found>, args: &Args) -> Result<Found, Missing> {
    let place = files::name_of_input(save_path);
    let any = !beside.is_empty();
    let windows = windows_of(save);
    let fitting = with_windows(beside, &windows);
    let help = "name it with --module";
    if fitting.is_empty() {
        let why = match any {
            true => "the save does not name its module, and no module beside it has its windows",
            false => "the save does not name its module",
        };
        return Err(Missing { why: why.into(), help });
    }
    match one_of(fitting, args) {
        Ok(found) => {
            let taken = found.path.display();
            output::note(
                args,
                &format!("{place}: the save does not name its module; {taken} beside it is taken"),
            );
            Ok(found)
        }
        Err(several) => {
            let paths = paths(&several);
            let why = format!("the save does not name its module, and several beside it may be it: {paths}");
            Err(Missing { why, help: "name the right one with --module" })
        }
    }
}

/// Those of the version that the save names, if there are any.
fn with_version(fitting: Vec<Found>, wanted: Option<&str>) -> Vec<Found> {
    let same = |found: &Found| wanted.is_some() && version_of(&found.module) == wanted.map(str::trim);
    let (same, others): (Vec<Found>, Vec<Found>) = fitting.into_iter().partition(same);
    if same.is_empty() { others } else { same }
}

/// The only module, or the first of copies that are the same to the byte.
fn one_of(mut fitting: Vec<Found>, args: &Args) -> Result<Found, Vec<Found>> {
    let content = |found: &Found| bytes(&found.path, &limits(args)).ok();
    let first = fitting.first().and_then(content);
    let all_same = fitting.iter().skip(1).all(|other| first.is_some() && content(other) == first);
    if fitting.is_empty() || !all_same {
        return Err(fitting);
    }
    Ok(fitting.swap_remove(0))
}

/// The windows that pieces of a save lie in.
fn windows_of(save: &SaveFile) -> BTreeSet<String> {
    let Ok(commands) = save.whole_commands() else {
        return BTreeSet::new();
    };
    let (position, _) = Position::read(&commands, None);
    position.pieces.into_iter().filter_map(|piece| piece.map).collect()
}

/// The modules with most of the windows, if they have more than half; a save without pieces may be of any module.
fn with_windows(beside: Vec<Found>, windows: &BTreeSet<String>) -> Vec<Found> {
    let count = |found: &Found| {
        let (module, _) = super::open::read_module(&found.module);
        let known: BTreeSet<&str> =
            module.maps.iter().flat_map(|map| [map.id.as_str(), map.identifier()]).collect();
        windows.iter().filter(|window| known.contains(window.as_str())).count()
    };
    let counted: Vec<(usize, Found)> = beside.into_iter().map(|found| (count(&found), found)).collect();
    let most = counted.iter().map(|(count, _)| *count).max().unwrap_or(0);
    let fits = |count: usize| count == most && (windows.is_empty() || count * 2 > windows.len());
    counted.into_iter().filter(|(count, _)| fits(*count)).map(|(_, found)| found).collect()
}

fn paths(found: &[Found]) -> String {
    found.iter().map(|found| found.path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// A few names of modules, for a message.
fn names(found: &[Found]) -> String {
    let mut names: Vec<String> =
        found.iter().filter_map(|found| name_of(&found.module)).map(|name| format!("{name:?}")).collect();
    names.dedup();
    let more = names.len().saturating_sub(MOST_NAMES);
    names.truncate(MOST_NAMES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    names.join(", ") + &more
}

/// The module's name: of its metadata, else of its build file.
fn name_of(module: &ModuleFile) -> Option<&str> {
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
