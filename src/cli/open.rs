//! Opening what a command is given: modules, saves and logs, as files or as unpacked folders.

use std::path::Path;

use serde_json::Value;

use super::args::{Args, LogPoint};
pub use super::neighbours::module_of;
use super::neighbours::{Found, module_needed};
use super::{Failure, files, output};
use crate::art::position::image_size;
use crate::convert::folder;
use crate::convert::manifest::MANIFEST;
use crate::diagnostic::counted;
use crate::format::Limits;
use crate::format::command::Command;
use crate::format::detect::{FileError, Kind};
use crate::format::module_file::ModuleFile;
use crate::format::save_file::SaveFile;
use crate::model::eyes::{Eyes, has_secrets, unsure_windows};
use crate::model::log;
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
            tell_oddities(path, &save);
            Opened::Save(Box::new(save))
        }
    })
}

/// Says which entries a save has twice, as another program may read the other copy, and that letters are lost.
fn tell_oddities(path: &Path, save: &SaveFile) {
    if let Some(offset) = save.lost_letters {
        output::say(&format!(
            "note: {}: the text has letters that are not UTF-8, the first at byte {offset}; VASSAL reads \u{fffd} for them",
            path.display()
        ));
    }
    for name in save.archive.iter().flat_map(|archive| archive.duplicates()) {
        output::say(&format!(
            "note: {}: the archive has {name} more than once; the copy that VASSAL reads is taken",
            files::name_of_input(path)
        ));
    }
}

/// Opens a save or log.
pub fn save(path: &Path, limits: &Limits) -> Result<SaveFile, Failure> {
    let save = SaveFile::read(&bytes(path, limits)?, limits).map_err(|error| Failure::about(path, error))?;
    tell_oddities(path, &save);
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

/// A save with its module, as far as it was found, and the position in it.
pub struct Game {
    /// The module's file.
    pub file: Option<ModuleFile>,
    /// The module.
    pub module: Option<Module>,
    /// The commands of the save; of a log, those that a save of the position looked at would have.
    pub commands: Command,
    /// The position looked at.
    pub position: Position,
    /// What could not be understood.
    pub problems: Vec<Problem>,
    /// How many steps a log has; none for a save.
    pub log_steps: usize,
    /// The step of a log after which is looked; 0 is its start.
    pub at_step: usize,
    /// The commands of the file.
    original: Command,
}

impl Game {
    /// Tells the position by another module.
    pub fn look_with(&mut self, path: &Path, module: &Module) -> Result<(), Failure> {
        let problems = self.look(path, Some(module))?;
        self.problems.extend(problems);
        Ok(())
    }

    /// Adds to a report where in a log is looked.
    pub fn add_step(&self, report: &mut Value) {
        if self.log_steps > 0 {
            report["log_steps"] = self.log_steps.into();
            report["at_step"] = self.at_step.into();
        }
    }

    fn look(&mut self, path: &Path, module: Option<&Module>) -> Result<Vec<Problem>, Failure> {
        let (position, problems) = log::position(&self.original, module, self.at_step);
        if self.log_steps > 0 {
            self.commands = log::save(&self.original, module, self.at_step)
                .map_err(|error| Failure::about(path, error))?;
        }
        self.position = position;
        Ok(problems)
    }
}

/// What is asked of a save: by which module, and of a log after which step.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The module given.
    pub module: Option<&'a Path>,
    /// The point of a log; none where the command has no choice.
    pub at: Option<LogPoint>,
}

/// The position of a save, with the module that [`module_of`] finds.
pub fn position(path: &Path, save: &SaveFile, asked: Asked<'_>, args: &Args) -> Result<Game, Failure> {
    let found = module_of(path, save, asked.module, args)?;
    place(path, save, found, asked, args)
}

/// The same, for commands that cannot do without the module.
pub fn position_on_map(path: &Path, save: &SaveFile, asked: Asked<'_>, args: &Args) -> Result<Game, Failure> {
    let found = module_needed(path, save, asked.module, args)?;
    place(path, save, Some(found), asked, args)
}

fn place(
    path: &Path,
    save: &SaveFile,
    found: Option<Found>,
    asked: Asked<'_>,
    args: &Args,
) -> Result<Game, Failure> {
    let original = save.whole_commands().map_err(|error| Failure::about(path, error))?;
    let log_steps = log::steps(&original).len();
    let at_step = at_step(path, log_steps, asked.at, args)?;
    let file = found.map(|found| found.module);
    let (module, problems) = match &file {
        Some(file) => {
            let (module, problems) = read_module(file);
            (Some(module), problems)
        }
        None => (None, Vec::new()),
    };
    let commands = original.clone();
    let position = Position::default();
    let mut game = Game { file, module: None, commands, position, problems, log_steps, at_step, original };
    let more = game.look(path, module.as_ref())?;
    game.problems.extend(more);
    game.module = module;
    Ok(game)
}

/// The step of a log after which is looked. Says so where nobody asked for one.
fn at_step(path: &Path, steps: usize, at: Option<LogPoint>, args: &Args) -> Result<usize, Failure> {
    let place = files::name_of_input(path);
    match at.unwrap_or_default() {
        LogPoint { end: true, .. } => Ok(steps),
        LogPoint { step: Some(step), .. } if step > steps => Err(match steps {
            0 => Failure::about(path, format!("--step {step}: it has no steps to play"))
                .help("only logs in which something was logged have"),
            _ => Failure::about(path, format!("--step {step}: the log has {}", counted(steps, "step")))
                .help(format!("--step {steps} and --end show the position after the last")),
        }),
        LogPoint { step: Some(step), .. } => Ok(step),
        LogPoint { step: None, .. } => {
            let more = match at {
                Some(_) => format!("; --end for the position after its {}", counted(steps, "step")),
                None => String::new(),
            };
            if steps > 0 {
                output::note(args, &format!("{place}: the log's start is taken{more}"));
            }
            Ok(0)
        }
    }
}

/// What a module's build file describes; sizes of boards come from their pictures.
pub fn read_module(file: &ModuleFile) -> (Module, Vec<Problem>) {
    let size = |name: &str| image_size(name, &file.image(name)?);
    Module::read(&file.build_file.root, &size)
}

/// The eyes that `--side` asks for. A position with secrets wants to be told who looks.
pub fn eyes(path: &Path, side: Option<&str>, game: &Game) -> Result<Eyes, Failure> {
    eyes_beside(path, side, game, &Eyes::stranger())
}

/// The same where a stranger is known to see less than the module says.
pub fn eyes_beside(path: &Path, side: Option<&str>, game: &Game, stranger: &Eyes) -> Result<Eyes, Failure> {
    if side.is_none() && !stranger.know_all(&game.position, game.module.as_ref()) {
        return Err(Failure::about(
            path,
            "it has masked, invisible or private pieces; who looks decides what is shown",
        )
        .help(format!("add --side with one of: {}", known_sides(game))));
    }
    side.map_or(Ok(Eyes::Umpire), |side| eyes_of(path, side, game))
}

/// The eyes that `--side` asks for; without it, those of somebody who plays no side.
pub fn eyes_or_stranger(path: &Path, side: Option<&str>, game: &Game) -> Result<Eyes, Failure> {
    let (position, module) = (&game.position, game.module.as_ref());
    match side {
        None if has_secrets(position, module) || !unsure_windows(position, module).is_empty() => {
            Ok(Eyes::stranger())
        }
        None => Ok(Eyes::Umpire),
        Some(side) => eyes_of(path, side, game),
    }
}

fn eyes_of(path: &Path, side: &str, game: &Game) -> Result<Eyes, Failure> {
    if side.eq_ignore_ascii_case(UMPIRE) {
        return Ok(Eyes::Umpire);
    }
    match sides(game).into_iter().find(|known| known.eq_ignore_ascii_case(side)) {
        Some(side) => Ok(Eyes::of_side(side, &game.position)),
        None => Err(Failure::about(path, format!("no side {side:?}"))
            .help(format!("expected one of: {}", known_sides(game)))),
    }
}

fn sides(game: &Game) -> Vec<&str> {
    let mut sides: Vec<&str> =
        game.module.iter().flat_map(|module| &module.sides).map(String::as_str).collect();
    for player in &game.position.players {
        if !sides.contains(&player.side.as_str()) && !player.side.starts_with('<') {
            sides.push(&player.side);
        }
    }
    sides
}

/// Who sees all, in any module.
const UMPIRE: &str = "umpire";

fn known_sides(game: &Game) -> String {
    let others = sides(game).into_iter().filter(|side| !side.eq_ignore_ascii_case(UMPIRE));
    [format!("{UMPIRE} (sees all)")]
        .into_iter()
        .chain(others.map(str::to_owned))
        .collect::<Vec<_>>()
        .join(", ")
}
