//! Opening what a command is given: modules, saves and logs, as files or as unpacked folders.

use std::fs;
use std::path::{Path, PathBuf};

use super::args::Args;
use super::{Failure, files, output};
use crate::art::position::image_size;
use crate::convert::folder;
use crate::convert::manifest::MANIFEST;
use crate::format::Limits;
use crate::format::command::Command;
use crate::format::detect::{FileError, Kind};
use crate::format::metadata::Metadata;
use crate::format::module_file::ModuleFile;
use crate::format::save_file::SaveFile;
use crate::model::eyes::{Eyes, has_secrets};
use crate::model::module::Module;
use crate::model::position::Position;
use crate::model::problem::Problem;

/// How much a file may make us read, by `--max-size`.
pub fn limits(args: &Args) -> Limits {
    args.max_size.map_or_else(Limits::default, |size| Limits::with_max_size(size.0))
}

/// The bytes of a file, or those that an unpacked folder packs to.
pub fn bytes(path: &Path, limits: &Limits) -> Result<Vec<u8>, Failure> {
    if !path.is_dir() {
        return files::read(path);
    }
    if !path.join(MANIFEST).is_file() {
        return Err(Failure::about(path, format!("is a folder without {MANIFEST}, expected a file"))
            .help("only folders made by `liege unpack` can stand for a file"));
    }
    let packed = folder::pack(&folder_files(path, limits)?).map_err(|error| Failure::about(path, error))?;
    Ok(packed.bytes)
}

/// The files of a folder by their relative path with `/`; nothing outside it is read.
pub fn folder_files(path: &Path, limits: &Limits) -> Result<folder::Files, Failure> {
    let mut found = folder::Files::new();
    let mut room = limits.total_bytes;
    for entry in walkdir::WalkDir::new(path).follow_links(false).sort_by_file_name() {
        let entry = entry.map_err(|error| Failure::about(path, error))?;
        if entry.file_type().is_dir() {
            continue;
        }
        let inside = entry.path().strip_prefix(path).unwrap_or(entry.path());
        let Some(name) = inside.iter().map(|part| part.to_str()).collect::<Option<Vec<_>>>() else {
            return Err(Failure::about(entry.path(), "has a name that is not UTF-8"));
        };
        if !entry.file_type().is_file() {
            return Err(Failure::about(entry.path(), "is a link, expected a file"));
        }
        let content = files::read(entry.path())?;
        room = room.checked_sub(content.len() as u64).ok_or_else(|| {
            Failure::about(path, format!("holds more than {} bytes", limits.total_bytes))
                .help("raise the limit with --max-size")
        })?;
        if found.len() >= limits.entries {
            return Err(Failure::about(path, format!("holds more than {} files", limits.entries)));
        }
        found.insert(name.join("/"), content);
    }
    Ok(found)
}

/// What a file turned out to be.
pub enum Opened {
    /// A module or extension.
    Module(Box<ModuleFile>),
    /// A save or log.
    Save(Box<SaveFile>),
}

/// Opens any file that VASSAL has.
pub fn any(path: &Path, limits: &Limits) -> Result<Opened, Failure> {
    let bytes = bytes(path, limits)?;
    let about = |error: FileError| Failure::about(path, error);
    Ok(match Kind::of(&bytes, limits).map_err(about)? {
        Kind::Module | Kind::Extension => {
            Opened::Module(Box::new(ModuleFile::read(&bytes, limits).map_err(about)?))
        }
        Kind::Save | Kind::BareSave => {
            let save = SaveFile::read(&bytes, limits).map_err(about)?;
            tell_doubles(path, &save);
            Opened::Save(Box::new(save))
        }
    })
}

/// Says which entries a save has twice: another program may read the other copy.
fn tell_doubles(path: &Path, save: &SaveFile) {
    for name in save.archive.iter().flat_map(|archive| archive.duplicates()) {
        output::say(&format!(
            "note: {}: the archive has {name} more than once; the copy that VASSAL reads is taken",
            path.display()
        ));
    }
}

/// Opens a save or log.
pub fn save(path: &Path, limits: &Limits) -> Result<SaveFile, Failure> {
    let save = SaveFile::read(&bytes(path, limits)?, limits).map_err(|error| Failure::about(path, error))?;
    tell_doubles(path, &save);
    Ok(save)
}

/// Opens a module or extension.
pub fn module(path: &Path, limits: &Limits) -> Result<ModuleFile, Failure> {
    ModuleFile::read(&bytes(path, limits)?, limits).map_err(|error| {
        let failure = Failure::about(path, &error);
        match error {
            FileError::WrongKind { .. } => failure.help("give the module (.vmod) with --module"),
            _ => failure,
        }
    })
}

/// The module of a save and where it was found.
pub struct Found {
    /// Its file.
    pub path: PathBuf,
    /// The module.
    pub module: ModuleFile,
}

/// The module of a save: the one given, else the only one beside the save that bears the name the save wants.
///
/// `None`, with a word on standard error, when there is none; the caller goes on without or refuses.
pub fn module_of(
    save_path: &Path,
    save: &SaveFile,
    given: Option<&Path>,
    args: &Args,
) -> Result<Option<Found>, Failure> {
    find_module(save_path, save, given, args, !args.quiet)
}

fn find_module(
    save_path: &Path,
    save: &SaveFile,
    given: Option<&Path>,
    args: &Args,
    talkative: bool,
) -> Result<Option<Found>, Failure> {
    let limits = limits(args);
    let talk = |text: String| {
        if talkative {
            output::say(&text);
        }
    };
    if let Some(path) = given {
        let module = module(path, &limits)?;
        if let Some((wanted, has)) = differing_names(save, &module, &limits) {
            talk(format!(
                "note: {} is the module {has:?}, the save was made with {wanted:?}",
                path.display()
            ));
        }
        return Ok(Some(Found { path: path.to_path_buf(), module }));
    }
    let wanted = save.module_data(&limits).ok().flatten().and_then(|about| about.name);
    let Some(wanted) = wanted else {
        let why = "the save does not name its module; name it with --module";
        talk(format!("note: {}: no module: {why}", save_path.display()));
        return Ok(None);
    };
    let mut fitting = Vec::new();
    for path in modules_beside(save_path) {
        // A neighbour that cannot be read is none of our business.
        if let Ok(module) = module(&path, &limits)
            && name_of(&module) == Some(wanted.as_str())
        {
            fitting.push(Found { path, module });
        }
    }
    let place = save_path.display();
    match fitting.len() {
        1 => Ok(fitting.pop()),
        0 => {
            talk(format!(
                "note: {place}: no module: the module {wanted:?} is not beside the save; name it with --module"
            ));
            Ok(None)
        }
        _ => {
            let names: Vec<_> = fitting.iter().map(|found| found.path.display().to_string()).collect();
            Err(Failure::about(
                save_path,
                format!("several modules beside it are {wanted:?}: {}", names.join(", ")),
            )
            .help("name the right one with --module"))
        }
    }
}

/// The same, for commands that cannot do without.
pub fn module_needed(
    save_path: &Path,
    save: &SaveFile,
    given: Option<&Path>,
    args: &Args,
) -> Result<Found, Failure> {
    find_module(save_path, save, given, args, false)?.ok_or_else(|| {
        let wanted = save.module_data(&limits(args)).ok().flatten().and_then(|about| about.name);
        let wanted = wanted.map_or_else(String::new, |name| format!(" {name:?}"));
        Failure::about(save_path, format!("its module{wanted} was not found beside it"))
            .help("name it with --module")
    })
}

/// The module's name: of its metadata, else of its build file.
pub fn name_of(module: &ModuleFile) -> Option<&str> {
    let about = module.about.as_ref().and_then(|about: &Metadata| about.name.as_deref());
    about.or_else(|| module.build_file.root.attr("name")).map(str::trim)
}

fn differing_names(save: &SaveFile, module: &ModuleFile, limits: &Limits) -> Option<(String, String)> {
    let wanted = save.module_data(limits).ok()??.name?;
    let has = name_of(module)?.to_owned();
    (wanted.trim() != has).then_some((wanted, has))
}

/// Modules in the folder of a save, by file name.
fn modules_beside(save_path: &Path) -> Vec<PathBuf> {
    let folder = match save_path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let is_module = |path: &PathBuf| {
        path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("vmod") || extension == "mod")
    };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_module).collect();
    paths.sort();
    paths
}

/// A save with its module, as far as it was found, and the position in it.
pub struct Game {
    /// The module's file.
    pub file: Option<ModuleFile>,
    /// The module.
    pub module: Option<Module>,
    /// The commands of the save.
    pub commands: Command,
    /// The position of a save; of a log, the one it starts from.
    pub position: Position,
    /// What could not be understood.
    pub problems: Vec<Problem>,
}

/// The position of a save, with the module that [`module_of`] finds.
pub fn position(path: &Path, save: &SaveFile, given: Option<&Path>, args: &Args) -> Result<Game, Failure> {
    let found = module_of(path, save, given, args)?;
    place(path, save, found)
}

/// The same, for commands that cannot do without the module.
pub fn position_on_map(
    path: &Path,
    save: &SaveFile,
    given: Option<&Path>,
    args: &Args,
) -> Result<Game, Failure> {
    let found = module_needed(path, save, given, args)?;
    place(path, save, Some(found))
}

fn place(path: &Path, save: &SaveFile, found: Option<Found>) -> Result<Game, Failure> {
    let commands = save.whole_commands().map_err(|error| Failure::about(path, error))?;
    let file = found.map(|found| found.module);
    let (module, mut problems) = match &file {
        Some(file) => {
            let (module, problems) = read_module(file);
            (Some(module), problems)
        }
        None => (None, Vec::new()),
    };
    let (position, more) = Position::read(&commands, module.as_ref());
    problems.extend(more);
    Ok(Game { file, module, commands, position, problems })
}

/// What a module's build file describes; sizes of boards come from their pictures.
pub fn read_module(file: &ModuleFile) -> (Module, Vec<Problem>) {
    let size = |name: &str| image_size(name, &file.image(name)?);
    Module::read(&file.build_file.root, &size)
}

/// The eyes that `--side` asks for. A position with secrets wants to be told who looks.
pub fn eyes(path: &Path, side: Option<&str>, game: &Game) -> Result<Eyes, Failure> {
    let mut sides: Vec<&str> =
        game.module.iter().flat_map(|module| &module.sides).map(String::as_str).collect();
    for player in &game.position.players {
        if !sides.contains(&player.side.as_str()) && !player.side.starts_with('<') {
            sides.push(&player.side);
        }
    }
    let known =
        || format!("umpire (sees all){}", sides.iter().map(|side| format!(", {side}")).collect::<String>());
    match side {
        None if has_secrets(&game.position, game.module.as_ref()) => Err(Failure::about(
            path,
            "it has masked, invisible or private pieces; who looks decides what is shown",
        )
        .help(format!("add --side with one of: {}", known()))),
        None => Ok(Eyes::Umpire),
        Some(side) if side.eq_ignore_ascii_case("umpire") => Ok(Eyes::Umpire),
        Some(side) => match sides.iter().find(|known| known.eq_ignore_ascii_case(side)) {
            Some(side) => Ok(Eyes::of_side(side, &game.position)),
            None => Err(Failure::about(path, format!("no side {side:?}"))
                .help(format!("expected one of: {}", known()))),
        },
    }
}
