//! The predefined set-ups inside a module, as VASSAL's *Refresh Predefined Setups* brings them to the module's counters.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{Brought, follow, refuse_log, told, wishes, written};
use crate::cli::args::{Format, Refresh};
use crate::cli::open::Opened;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, extensions, files, open, output, several, standard};
use crate::table::copies;
use crate::table::opened::read_module;
use liege_tools::convert::refresh;
use vassal::diagnostic::counted;
use vassal::format::command::Command;
use vassal::format::detect::Kind;
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;
use vassal::format::timestamp::Timestamp;
use vassal::model::counters::Counters;
use vassal::model::eyes::Eyes;
use vassal::model::module::{Module, Setup};
use vassal::model::position::{Piece, Position};

/// A module with what its set-ups are refreshed by.
struct Maker<'a> {
    session: &'a Session,
    own: &'a Refresh,
    file: &'a ModuleFile,
    module: &'a Module,
    counters: Counters,
}

/// What became of a set-up: large games are not kept until all are done.
struct RefreshedSetUp {
    is_changed: bool,
    /// The set-up, where it changed and was not yet put into the module.
    bytes: Option<Vec<u8>>,
    /// What is told of it, in the form that is asked for.
    row: Value,
    text: String,
}

/// Refreshes all set-ups of a module; one that cannot be is told, and the others go on.
pub fn run(session: &Session, own: &Refresh) -> Result<Exit, Failure> {
    let (path, mut file) = the_module(session, own)?;
    let set_ups = set_ups(&read_module(&file).0);
    // Its extensions may have counters of its set-ups, and stay out of the file that is written.
    let mut whole = (*file).clone();
    for why in extensions::load_own(session, path, &mut whole) {
        output::note(session, &format!("{}: {why}", path.display()));
    }
    let (module, _) = read_module(&whole);
    let entries: Vec<PathBuf> = set_ups.iter().map(|(entry, _)| PathBuf::from(entry)).collect();
    let names: BTreeMap<&Path, &str> =
        entries.iter().map(PathBuf::as_path).zip(set_ups.iter().map(|(_, name)| name.as_str())).collect();
    let maker = Maker { session, own, file: &whole, module: &module, counters: Counters::of(&module) };
    let mut done: Vec<Result<RefreshedSetUp, Failure>> = Vec::new();
    several::each(
        &entries,
        |entry| {
            let name = names.get(entry.as_path()).copied().unwrap_or_default();
            maker.refreshed(&entry.to_string_lossy()).map(|made| told_of(own, (entry, name), made))
        },
        |_, result| {
            done.push(result);
            Ok(())
        },
    )?;
    let mut exit = Exit::Clean;
    for ((entry, _), result) in set_ups.iter().zip(&mut done) {
        match result {
            Ok(made) => {
                if let Some(bytes) = made.bytes.take() {
                    file.archive.insert(entry, bytes).map_err(|error| Failure::about(path, error))?;
                }
            }
            Err(failure) => {
                output::complain(failure);
                exit = Exit::Failed;
            }
        }
    }
    let target = own.output.as_ref().filter(|_| !own.dry_run);
    if let Some(target) = target {
        let date = file.about.as_ref().and_then(|about| about.date_saved).unwrap_or(Timestamp(0));
        let bytes = file.write(date).map_err(|error| Failure::about(target, error))?;
        files::write(target, &bytes)?;
    }
    tell(own, (path, target), &set_ups, done)?;
    Ok(exit)
}

/// The only file of the call, which has to be a module.
fn the_module<'o>(session: &Session, own: &'o Refresh) -> Result<(&'o Path, Box<ModuleFile>), Failure> {
    let help = "liege refresh turn-3.vsav --module new.vmod -o turn-3-new.vsav, \
                or liege refresh my-game.vmod -o my-game-new.vmod for the set-ups inside a module";
    let [path] = own.saves.as_slice() else {
        return Err(Failure::new("several files, but no --module to update them to").help(help));
    };
    let Opened::Module(file) = open::any(path, &session.limits)? else {
        return Err(Failure::about(path, "is a save; name the new module with --module").help(help));
    };
    if file.kind == Kind::Extension {
        return Err(Failure::about(path, "is an extension: it has counters, but is not a module")
            .help("take out its set-ups and refresh them with --module"));
    }
    if let Some(output) = &own.output {
        files::expect_ending(output, files::MODULE.0, files::MODULE.1)?;
        files::refuse_same(path, output)?;
    }
    Ok((path, file))
}

/// The entries of the set-ups with their names, each entry once.
fn set_ups(module: &Module) -> Vec<(String, String)> {
    let mut known = BTreeSet::new();
    let with_file = |setup: &Setup| Some((setup.file.clone()?, setup.path.join(" / ")));
    module.setups.iter().filter_map(with_file).filter(|(entry, _)| known.insert(entry.clone())).collect()
}

impl Maker<'_> {
    fn refreshed(&self, entry: &str) -> Result<Brought, Failure> {
        let path = Path::new(entry);
        let limits = self.session.limits.clone();
        let about = |error: &dyn std::fmt::Display| Failure::about(path, error);
        let archive = &self.file.archive;
        if !archive.contains(entry) {
            return Err(about(&"named by a set-up, but not in the module"));
        }
        let bytes = archive.read_entry(entry).map_err(|error| about(&error))?;
        let mut save = SaveFile::read(bytes, &limits).map_err(|error| about(&error))?;
        refuse_log(path, &save)?;
        let commands = save.whole_commands().map_err(|error| about(&error))?.clone();
        let (position, _) = Position::read(&commands, Some(self.module));
        let eyes = self.eyes(path, &position)?;
        let sees = |piece: &Piece| eyes.knows(piece, Some(self.module));
        let with = (self.module, &self.counters);
        let renew = |commands: &Command, position: &Position, sees: &dyn Fn(&Piece) -> bool| {
            let made = refresh::refresh(commands, position, with, wishes(self.own), sees);
            let mut made = made.map_err(|error| about(&error))?;
            follow(self.session, self.own, (path, &save), (&mut made, commands), self.module)?;
            Ok(made)
        };
        let mut made = renew(&commands, &position, &sees)?;
        let renewed = made.commands.take();
        let is_changed = renewed.is_some();
        // A side is shown what would become of its copy.
        let copy = copies::in_copy(&commands, &position, self.module, &eyes)?;
        let (made, position) = match &copy {
            Some((commands, shown)) => (renew(commands, shown, &|_| true)?, shown.clone()),
            None => (made, position),
        };
        if let Some(commands) = &renewed {
            save.set_commands(commands).map_err(|error| about(&error))?;
        }
        let bytes = written(&mut save, Some(self.file), &self.module.version, &limits)
            .map_err(|error| about(&error))?;
        let (twice, without) = (self.counters.twice.clone(), self.counters.without);
        Ok(Brought { position, eyes, made, is_changed, twice, without, bytes })
    }

    /// Who makes a module sees all that is in it; a side sees what a player of it would.
    fn eyes(&self, path: &Path, position: &Position) -> Result<Eyes, Failure> {
        let Some(side) = self.own.side.side.as_deref().filter(|side| !open::is_umpire(side)) else {
            return Ok(Eyes::Umpire);
        };
        match self.module.sides.iter().find(|known| known.eq_ignore_ascii_case(side)) {
            Some(side) => Ok(Eyes::of_side(side, position)),
            None => Err(Failure::about(path, format!("no side {side:?}"))
                .help(format!("expected one of: umpire (sees all), {}", self.module.sides.join(", ")))),
        }
    }
}

/// What became of each set-up, in the order of the module.
fn tell(
    own: &Refresh,
    (path, target): (&Path, Option<&PathBuf>),
    set_ups: &[(String, String)],
    done: Vec<Result<RefreshedSetUp, Failure>>,
) -> Result<(), Failure> {
    let is_taken = target.is_some_and(|target| standard::is_standard(target));
    let changed = done.iter().flatten().filter(|made| made.is_changed).count();
    let failed = done.iter().filter(|result| result.is_err()).count();
    if own.format == Format::Json {
        let rows: Vec<Value> = set_ups.iter().zip(done).map(|(set_up, result)| row(set_up, result)).collect();
        let report = json!({
            "file": path.display().to_string(),
            "output": target.map(|target| target.display().to_string()),
            "set_ups": rows,
        });
        return output::json_beside(is_taken, &output::envelope(vec![report]));
    }
    let to = match target {
        Some(target) => format!(" → {}", standard::name_of_output(target)),
        None => String::from(" (nothing written)"),
    };
    let unread = if failed > 0 {
        format!(", {failed} left unchanged because they cannot be read")
    } else {
        String::new()
    };
    let count = counted(done.len(), "set-up");
    let mut text = format!("{}{to}: {count}; {changed} renewed{unread}\n", standard::name_of_input(path));
    done.iter().flatten().for_each(|made| text.push_str(&made.text));
    output::result_beside(is_taken, &text)
}

/// What is told of a set-up, by its entry and name, and what of it is written.
fn told_of(own: &Refresh, (entry, name): (&Path, &str), made: Brought) -> RefreshedSetUp {
    let (row, text) = match own.format {
        Format::Json => (told::fates(&made), String::new()),
        Format::Text => (Value::Null, told::text(&format!("\"{name}\" ({})", entry.display()), &made)),
    };
    let is_changed = made.is_changed;
    RefreshedSetUp { is_changed, bytes: is_changed.then_some(made.bytes), row, text }
}

fn row((entry, name): &(String, String), result: Result<RefreshedSetUp, Failure>) -> Value {
    let (mut row, changed) = match result {
        Ok(made) => (made.row, made.is_changed),
        Err(failure) => (json!({"error": failure.to_string()}), false),
    };
    row["entry"] = entry.as_str().into();
    row["set_up"] = name.as_str().into();
    row["changed"] = changed.into();
    row
}
