//! Opening what a command is given: a save with its module, the position looked at, and who looks.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use super::args::{Args, LogPoint};
pub use super::modules::{bare_module_kept, module_kept};
pub use super::neighbours::module_of;
use super::neighbours::{Found, module_needed};
pub use super::reading::{Opened, any, folder_files, is_unpacked, limits, read_module, read_root, save};
use super::{Failure, output, standard};
use liege_rules::data::fault::did_you_mean;
use vassal::diagnostic::counted;
use vassal::format::command::Command;
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;
use vassal::model::extensions;
use vassal::model::eyes::{Eyes, has_secrets, unsure_windows};
use vassal::model::log;
use vassal::model::module::Module;
use vassal::model::position::Position;
use vassal::model::problem::Problem;
use vassal::model::view::Redacted;

/// A save with its module, as far as it was found, and the position in it.
pub struct Game {
    /// The module's file.
    pub file: Option<Arc<ModuleFile>>,
    /// The module.
    pub module: Option<Arc<Module>>,
    /// The commands of the save; of a log, those that a save of the position looked at would have.
    pub commands: Arc<Command>,
    /// The position looked at.
    pub position: Position,
    /// Where the module lies.
    pub module_path: Option<PathBuf>,
    /// What of the module could not be understood, palettes apart.
    module_problems: Vec<Problem>,
    /// What of the position could not be understood.
    problems: Vec<Problem>,
    /// How many steps a log has; none for a save.
    pub log_steps: usize,
    /// The step of a log after which is looked; 0 is its start.
    pub at_step: usize,
    /// Whether it is cut down to what a side may see.
    pub is_copy: bool,
    /// The commands of the file.
    original: Arc<Command>,
}

impl Game {
    /// Tells the position by its own module, or without one.
    fn place(&mut self, path: &Path) -> Result<(), Failure> {
        let module = self.module.clone();
        let problems = self.look(path, module.as_deref())?;
        self.problems.extend(problems);
        Ok(())
    }

    /// Tells the position by another module.
    pub fn look_with(&mut self, path: &Path, module: &Module) -> Result<(), Failure> {
        let problems = self.look(path, Some(module))?;
        self.problems.extend(problems);
        Ok(())
    }

    /// Shows a copy in place of what was read, with nothing kept that it does not have.
    pub fn become_copy(&mut self, copy: Redacted, module: &Module) {
        (self.position, self.problems) = Position::read(&copy.commands, Some(module));
        self.module_problems.clear();
        self.commands = Arc::new(copy.commands);
        self.original = Arc::clone(&self.commands);
        self.is_copy = true;
    }

    /// Tells the position anew after its commands have changed.
    pub fn look_again(&mut self, module: &Module) {
        (self.position, self.problems) = Position::read(&self.commands, Some(module));
    }

    /// What could not be understood: of the module, then of the position.
    pub fn problems(&self) -> Vec<Problem> {
        let palettes = self.module.iter().filter(|_| !self.is_copy);
        let of_module = self.module_problems.iter().cloned();
        let of_palettes = palettes.flat_map(|module| module.palette_problems());
        of_module.chain(of_palettes).chain(self.problems.iter().cloned()).collect()
    }

    /// Adds to a report where in a log is looked.
    pub fn add_step(&self, report: &mut Value) {
        if self.log_steps > 0 {
            report["log_steps"] = self.log_steps.into();
            report["at_step"] = self.at_step.into();
        }
    }

    /// The commands of the file, those of a log's steps included.
    pub fn of_file(&self) -> &Command {
        &self.original
    }

    fn look(&mut self, path: &Path, module: Option<&Module>) -> Result<Vec<Problem>, Failure> {
        let (position, problems) = log::position(&self.original, module, self.at_step);
        if self.log_steps > 0 {
            let save = log::save(&self.original, module, self.at_step);
            self.commands = Arc::new(save.map_err(|error| Failure::about(path, error))?);
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
    let mut game = unplaced(path, save, asked, args)?;
    game.place(path)?;
    Ok(game)
}

/// The same, for who may have another module to look with: no position is told before [`Game::look_with`].
pub fn unplaced(path: &Path, save: &SaveFile, asked: Asked<'_>, args: &Args) -> Result<Game, Failure> {
    let found = module_of(path, save, asked.module, args)?;
    opened(path, save, found, asked, args)
}

/// The same, for commands that cannot do without the module.
pub fn position_on_map(path: &Path, save: &SaveFile, asked: Asked<'_>, args: &Args) -> Result<Game, Failure> {
    let found = module_needed(path, save, asked.module, args)?;
    let mut game = opened(path, save, Some(found), asked, args)?;
    game.place(path)?;
    Ok(game)
}

fn opened(
    path: &Path,
    save: &SaveFile,
    found: Option<Found>,
    asked: Asked<'_>,
    args: &Args,
) -> Result<Game, Failure> {
    let original = save.whole_commands().map_err(|error| Failure::about(path, error))?;
    let log_steps = log::steps(original).len();
    let at_step = at_step(path, log_steps, asked.at, args)?;
    let (module_path, kept) = found.map(|found| (found.path, found.module)).unzip();
    let module_problems = kept.as_ref().map_or_else(Vec::new, |kept| kept.problems.clone());
    let (file, module) = kept.map(|kept| (Arc::clone(&kept.file), Arc::clone(&kept.module))).unzip();
    if let Some(file) = &file {
        tell_missing(path, original, file, args);
    }
    let commands = Arc::clone(original);
    let position = Position::default();
    Ok(Game {
        file,
        module,
        module_path,
        commands,
        position,
        module_problems,
        problems: Vec::new(),
        log_steps,
        at_step,
        is_copy: false,
        original: Arc::clone(original),
    })
}

/// Says which extensions a save was written with that are not loaded with its module.
fn tell_missing(path: &Path, commands: &Command, module: &ModuleFile, args: &Args) {
    let missing: Vec<String> = extensions::missing(commands, module).collect();
    if !missing.is_empty() {
        let (what, them) = if missing.len() == 1 { ("extension", "it") } else { ("extensions", "them") };
        let place = standard::name_of_input(path);
        let names = missing.join(", ");
        output::note(
            args,
            &format!(
                "{place}: saved with the {what} {names}, missing here; put {them} into the module's \
                 extension folder"
            ),
        );
    }
}

/// The step of a log after which is looked. Says so where nobody asked for one.
fn at_step(path: &Path, steps: usize, at: Option<LogPoint>, args: &Args) -> Result<usize, Failure> {
    let place = standard::name_of_input(path);
    match at.unwrap_or_default() {
        LogPoint { end: true, .. } => Ok(steps),
        LogPoint { step: Some(step), .. } if step > steps => Err(match steps {
            0 => Failure::about(path, format!("--step {step}: it has no steps to play"))
                .help("only logs with recorded steps have any"),
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
                output::note(args, &format!("{place}: using the start of the log{more}"));
            }
            Ok(0)
        }
    }
}

/// The eyes that `--side` asks for. A position with secrets wants to be told who looks.
pub fn eyes(path: &Path, side: Option<&str>, game: &Game) -> Result<Eyes, Failure> {
    eyes_beside(path, side, game, &Eyes::stranger())
}

/// The same where a stranger is known to see less than the module says.
pub fn eyes_beside(path: &Path, side: Option<&str>, game: &Game, stranger: &Eyes) -> Result<Eyes, Failure> {
    if side.is_none() && !stranger.know_all(&game.position, game.module.as_deref()) {
        return Err(Failure::about(path, "this save contains hidden pieces; say whose view you want")
            .help(format!("add --side with one of: {}", known_sides(game))));
    }
    side.map_or(Ok(Eyes::Umpire), |side| eyes_of(path, side, game))
}

/// The eyes that `--side` asks for; without it, those of somebody who plays no side.
pub fn eyes_or_stranger(path: &Path, side: Option<&str>, game: &Game) -> Result<Eyes, Failure> {
    let (position, module) = (&game.position, game.module.as_deref());
    match side {
        None if has_secrets(position, module) || !unsure_windows(position, module).is_empty() => {
            Ok(Eyes::stranger())
        }
        None => Ok(Eyes::Umpire),
        Some(side) => eyes_of(path, side, game),
    }
}

fn eyes_of(path: &Path, side: &str, game: &Game) -> Result<Eyes, Failure> {
    if is_umpire(side) {
        return Ok(Eyes::Umpire);
    }
    match sides(game).into_iter().find(|known| known.eq_ignore_ascii_case(side)) {
        Some(side) => Ok(Eyes::of_side(side, &game.position)),
        None => Err(Failure::about(path, format!("no side {side:?}"))
            .help(format!("expected one of: {}", known_sides(game)))),
    }
}

/// The eyes of the side that gets something; who sees everything gets no copy of his own.
pub fn eyes_of_side(path: &Path, side: &str, game: &Game) -> Result<Eyes, Failure> {
    let known = sides(game).into_iter().filter(|known| !known.eq_ignore_ascii_case(UMPIRE));
    let known: Vec<&str> = known.collect();
    let sides = format!("sides: {}", known.join(", "));
    if side.eq_ignore_ascii_case(UMPIRE) {
        let what = "--side umpire: the umpire sees everything; that copy is the save itself";
        return Err(Failure::about(path, what).help(sides));
    }
    match known.iter().find(|known| known.eq_ignore_ascii_case(side)) {
        Some(side) => Ok(Eyes::of_side(side, &game.position)),
        None => {
            let near = did_you_mean(side, known.iter().copied());
            Err(Failure::about(path, format!("no side {side:?}{near}")).help(sides))
        }
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

/// Which windows are private stands in the module: those it does not have may be.
pub fn refuse_unsure_windows(path: &Path, side: Option<&str>, game: &Game) -> Result<(), Failure> {
    let umpire = side.is_some_and(is_umpire);
    let maps = unsure_windows(&game.position, game.module.as_deref());
    if umpire || maps.is_empty() {
        return Ok(());
    }
    let names = maps.into_iter().take(5).collect::<Vec<_>>().join(", ");
    Err(Failure::about(
        path,
        format!("without its module it is unknown whether these windows with pieces are private: {names}"),
    )
    .help("name the right module with --module, or see all with --side umpire"))
}

/// Whether a side that is asked for sees all.
pub fn is_umpire(side: &str) -> bool {
    side.eq_ignore_ascii_case(UMPIRE)
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
