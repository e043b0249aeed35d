//! Reading modules, saves and logs, as files or as unpacked folders.

use std::cell::RefCell;
use std::path::Path;

use super::{Failure, files, output, standard};
use liege_art::position::image_size;
use liege_art::vector::Budget;
use liege_tools::convert::folder;
use liege_tools::convert::manifest::MANIFEST;
use vassal::format::Limits;
use vassal::format::build_file::Element;
use vassal::format::detect::{Contents, FileError, Kind};
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;
use vassal::format::source::Source;
use vassal::model::module::Module;

/// Whether a folder stands for a file, as `unpack` makes them.
pub fn is_unpacked(path: &Path) -> bool {
    path.join(MANIFEST).is_file()
}

/// The bytes of a file, or those that an unpacked folder packs to.
pub fn bytes(path: &Path, limits: &Limits) -> Result<Vec<u8>, Failure> {
    if !path.is_dir() {
        return files::read(path);
    }
    if !is_unpacked(path) {
        return Err(Failure::about(path, format!("is a folder without {MANIFEST}, expected a file"))
            .help("only folders made by `liege unpack` can be read as a file"));
    }
    let packed = folder::pack(&folder_files(path, limits)?).map_err(|error| Failure::about(path, error))?;
    Ok(packed.bytes)
}

/// The bytes of a file, of which only what is needed is read, or those that an unpacked folder packs to.
fn source(path: &Path, limits: &Limits) -> Result<Source, Failure> {
    match files::open(path)? {
        Some(file) => Source::of_file(file).map_err(|error| Failure::about(path, error)),
        None => Ok(bytes(path, limits)?.into()),
    }
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
    let source = source(path, limits)?;
    opened(source, limits).map_err(|error| Failure::about(path, error)).inspect(|opened| {
        if let Opened::Save(save) = opened {
            tell_oddities(path, save);
        }
    })
}

fn opened(source: Source, limits: &Limits) -> Result<Opened, FileError> {
    Ok(match Contents::of(&source, limits)? {
        Contents::Archive(archive, kind @ (Kind::Module | Kind::Extension)) => {
            Opened::Module(Box::new(ModuleFile::of_archive(*archive, kind, limits)?))
        }
        Contents::Archive(archive, kind) => {
            Opened::Save(Box::new(SaveFile::of_archive(*archive, kind, limits)?))
        }
        Contents::Bare(_) => Opened::Save(Box::new(SaveFile::of_stream(source, limits)?)),
    })
}

/// Says which entries a save has twice, as another program may read the other copy, and that letters are lost.
fn tell_oddities(path: &Path, save: &SaveFile) {
    if let Some(offset) = save.lost_letters {
        output::remark(&format!(
            "note: {}: the text has letters that are not UTF-8, the first at byte {offset}; VASSAL reads \
             them as \u{fffd}",
            path.display()
        ));
    }
    for name in save.archive.iter().flat_map(|archive| archive.duplicates()) {
        output::remark(&format!(
            "note: {}: the archive has {name} more than once; using the copy that VASSAL reads",
            standard::name_of_input(path)
        ));
    }
}

/// Opens a save or log.
pub fn save(path: &Path, limits: &Limits) -> Result<SaveFile, Failure> {
    let save = SaveFile::read(source(path, limits)?, limits).map_err(|error| Failure::about(path, error))?;
    tell_oddities(path, &save);
    Ok(save)
}

/// Opens a module or extension.
pub fn module(path: &Path, limits: &Limits) -> Result<ModuleFile, Failure> {
    ModuleFile::read(source(path, limits)?, limits).map_err(|error| {
        let failure = Failure::about(path, &error);
        match error {
            FileError::WrongKind { .. } => failure.help("give the module (.vmod) with --module"),
            _ => failure,
        }
    })
}

/// What a build file describes that is put together of several; sizes of boards come from the pictures of all of them.
pub fn read_root(root: &Element, files: &[&ModuleFile]) -> Module {
    let budget = RefCell::new(Budget::new());
    let size = |name: &str| {
        files.iter().find_map(|file| image_size(name, &|most| file.image_start(name, most), &budget))
    };
    Module::read(root, &size).0
}
