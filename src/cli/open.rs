//! Opening what a command is given: a save with its module, the position looked at, and who looks.

use std::path::Path;

use super::args::LogPoint;
pub use super::modules::{bare_module_kept, module_kept};
pub use super::neighbours::module_of;
use super::neighbours::{Found, module_needed};
pub use super::reading::{Opened, any, folder_files, is_unpacked, read_root, save};
use super::session::Session;
use super::{Failure, output, standard};
use crate::table::looker;
pub use crate::table::looker::is_umpire;
use crate::table::opened::OpenedSave;
use vassal::diagnostic::counted;
use vassal::format::command::Command;
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;
use vassal::model::extensions;
use vassal::model::eyes::Eyes;

/// What is asked of a save: by which module, and of a log after which step.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The module given.
    pub module: Option<&'a Path>,
    /// The point of a log; none where the command has no choice.
    pub at: Option<LogPoint>,
}

/// The position of a save, with the module that [`module_of`] finds.
pub fn position(
    path: &Path,
    save: &SaveFile,
    asked: Asked<'_>,
    session: &Session,
) -> Result<OpenedSave, Failure> {
    let mut game = unplaced(path, save, asked, session)?;
    game.place().map_err(|fault| fault.before(&standard::name_of_input(path).to_string()))?;
    Ok(game)
}

/// The same, for who may have another module to look with: no position is told before [`OpenedSave::look_with`].
pub fn unplaced(
    path: &Path,
    save: &SaveFile,
    asked: Asked<'_>,
    session: &Session,
) -> Result<OpenedSave, Failure> {
    let found = module_of(path, save, asked.module, session)?;
    opened(path, save, found, asked, session)
}

/// The same, for commands that cannot do without the module.
pub fn position_on_map(
    path: &Path,
    save: &SaveFile,
    asked: Asked<'_>,
    session: &Session,
) -> Result<OpenedSave, Failure> {
    let found = module_needed(path, save, asked.module, session)?;
    let mut game = opened(path, save, Some(found), asked, session)?;
    game.place().map_err(|fault| fault.before(&standard::name_of_input(path).to_string()))?;
    Ok(game)
}

fn opened(
    path: &Path,
    save: &SaveFile,
    found: Option<Found>,
    asked: Asked<'_>,
    session: &Session,
) -> Result<OpenedSave, Failure> {
    let mut opened = OpenedSave::of(save, found.as_ref().map(|found| &*found.module))
        .map_err(|fault| fault.before(&standard::name_of_input(path).to_string()))?;
    let step = at_step(path, opened.log_steps, asked.at, session);
    opened.go_to(step).map_err(|fault| fault.before(&standard::name_of_input(path).to_string()))?;
    opened.module_path = found.map(|found| found.path);
    if let Some(file) = &opened.file {
        tell_missing(path, opened.of_file(), file, session);
    }
    Ok(opened)
}

/// Says which extensions a save was written with that are not loaded with its module.
fn tell_missing(path: &Path, commands: &Command, module: &ModuleFile, session: &Session) {
    let missing: Vec<String> = extensions::missing(commands, module).collect();
    if !missing.is_empty() {
        let (what, them) = if missing.len() == 1 { ("extension", "it") } else { ("extensions", "them") };
        let place = standard::name_of_input(path);
        let names = missing.join(", ");
        output::note(
            session,
            &format!(
                "{place}: saved with the {what} {names}, missing here; put {them} into the module's \
                 extension folder"
            ),
        );
    }
}

/// The step of a log after which is looked. Says so where nobody asked for one.
fn at_step(path: &Path, steps: usize, at: Option<LogPoint>, session: &Session) -> usize {
    let place = standard::name_of_input(path);
    match at.unwrap_or_default() {
        LogPoint { end: true, .. } => steps,
        LogPoint { step: Some(step), .. } => step,
        LogPoint { step: None, .. } => {
            let more = match at {
                Some(_) => format!("; --end for the position after its {}", counted(steps, "step")),
                None => String::new(),
            };
            if steps > 0 {
                output::note(session, &format!("{place}: using the start of the log{more}"));
            }
            0
        }
    }
}

/// The eyes that `--side` asks for. A position with secrets wants to be told who looks.
pub fn eyes(path: &Path, side: Option<&str>, game: &OpenedSave) -> Result<Eyes, Failure> {
    looker::eyes(side, game).map_err(|fault| fault.before(&standard::name_of_input(path).to_string()))
}

/// The eyes that `--side` asks for; without it, those of somebody who plays no side.
pub fn eyes_or_stranger(path: &Path, side: Option<&str>, game: &OpenedSave) -> Result<Eyes, Failure> {
    looker::eyes_or_stranger(side, game)
        .map_err(|fault| fault.before(&standard::name_of_input(path).to_string()))
}

/// The eyes of the side that gets something; who sees everything gets no copy of his own.
pub fn eyes_of_side(path: &Path, side: &str, game: &OpenedSave) -> Result<Eyes, Failure> {
    looker::eyes_of_side(side, game).map_err(|fault| fault.before(&standard::name_of_input(path).to_string()))
}

/// Which windows are private stands in the module: those it does not have may be.
pub fn refuse_unsure_windows(path: &Path, side: Option<&str>, game: &OpenedSave) -> Result<(), Failure> {
    looker::refuse_unsure_windows(side, game)
        .map_err(|fault| fault.before(&standard::name_of_input(path).to_string()))
}
