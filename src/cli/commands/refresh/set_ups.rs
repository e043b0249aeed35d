//! The predefined set-ups inside a module, as VASSAL's *Refresh Predefined Setups* brings them to the module's counters.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{Brought, follow, refuse_log, told, wishes, written};
use crate::cli::args::{Args, Format, Refresh};
use crate::cli::open::Opened;
use crate::cli::{Exit, Failure, files, open, output, several, standard};
use crate::convert::refresh;
use crate::diagnostic::counted;
use crate::format::detect::Kind;
use crate::format::module_file::ModuleFile;
use crate::format::save_file::SaveFile;
use crate::format::timestamp::Timestamp;
use crate::model::counters::Counters;
use crate::model::eyes::Eyes;
use crate::model::module::{Module, Setup};
use crate::model::position::{Piece, Position};

/// A module with what its set-ups are refreshed by.
struct Maker<'a> {
    args: &'a Args,
    own: &'a Refresh,
    file: &'a ModuleFile,
    module: &'a Module,
    counters: Counters,
}

/// Refreshes all set-ups of a module; one that cannot be is told, and the others go on.
pub fn run(args: &Args, own: &Refresh) -> Result<Exit, Failure> {
    let (path, mut file) = the_module(args, own)?;
    let (module, _) = open::read_module(&file);
    let set_ups = set_ups(&module);
    let entries: Vec<PathBuf> = set_ups.iter().map(|(entry, _)| PathBuf::from(entry)).collect();
    let maker = Maker { args, own, file: &file, module: &module, counters: Counters::of(&module) };
    let mut done: Vec<(usize, Result<Brought, Failure>)> = Vec::new();
    several::each(
        &entries,
        |entry| maker.refreshed(&entry.to_string_lossy()),
        |_, result| {
            done.push((done.len(), result));
            Ok(())
        },
    )?;
    let mut exit = Exit::Clean;
    for (place, result) in &done {
        match result {
            Ok(made) if made.made.commands.is_some() => file
                .archive
                .insert(&set_ups[*place].0, made.bytes.clone())
                .map_err(|error| Failure::about(path, error))?,
            Ok(_) => {}
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
    tell(own, (path, target), &set_ups, &done)?;
    Ok(exit)
}

/// The only file of the call, which has to be a module.
fn the_module<'o>(args: &Args, own: &'o Refresh) -> Result<(&'o Path, Box<ModuleFile>), Failure> {
    let help = "liege refresh turn-3.vsav --module new.vmod -o turn-3-new.vsav, \
                or liege refresh my-game.vmod -o my-game-new.vmod for the set-ups inside a module";
    let [path] = own.saves.as_slice() else {
        return Err(Failure::new("several files, and no --module to which they are brought").help(help));
    };
    let Opened::Module(file) = open::any(path, &open::limits(args))? else {
        return Err(Failure::about(path, "is a save, and no --module says to which it is brought").help(help));
    };
    if file.kind == Kind::Extension {
        return Err(Failure::about(path, "is an extension; its counters alone are no module")
            .help("take its set-ups out and refresh them with --module"));
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
        let limits = open::limits(self.args);
        let about = |error: &dyn std::fmt::Display| Failure::about(path, error);
        let archive = &self.file.archive;
        if !archive.contains(entry) {
            return Err(about(&"a set-up names it, and the module has no such file"));
        }
        let bytes = archive.read_entry(entry).map_err(|error| about(&error))?;
        let mut save = SaveFile::read(bytes, &limits).map_err(|error| about(&error))?;
        refuse_log(path, &save)?;
        let commands = save.whole_commands().map_err(|error| about(&error))?.clone();
        let (position, _) = Position::read(&commands, Some(self.module));
        let eyes = self.eyes(path, &position)?;
        let sees = |piece: &Piece| eyes.knows(piece, Some(self.module));
        let with = (self.module, &self.counters);
        let mut made = refresh::refresh(&commands, &position, with, wishes(self.own), &sees)
            .map_err(|error| about(&error))?;
        follow(self.args, self.own, (path, &save), (&mut made, &commands), self.module)?;
        if let Some(commands) = &made.commands {
            save.set_commands(commands).map_err(|error| about(&error))?;
        }
        let bytes = written(&mut save, Some(self.file), &self.module.version, &limits)
            .map_err(|error| about(&error))?;
        let (twice, without) = (self.counters.twice.clone(), self.counters.without);
        Ok(Brought { position, side: eyes.in_words(), made, twice, without, bytes })
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
    done: &[(usize, Result<Brought, Failure>)],
) -> Result<(), Failure> {
    let is_taken = target.is_some_and(|target| standard::is_standard(target));
    let named = done.iter().map(|(place, result)| (&set_ups[*place], result));
    if own.format == Format::Json {
        let rows: Vec<Value> = named.map(|(set_up, result)| row(set_up, result)).collect();
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
    let changed = done.iter().filter(|(_, result)| is_changed(result)).count();
    let failed = done.iter().filter(|(_, result)| result.is_err()).count();
    let unread = if failed > 0 {
        format!(", {failed} left as they were since they cannot be read")
    } else {
        String::new()
    };
    let count = counted(done.len(), "set-up");
    let mut text = format!("{}{to}: {count}; {changed} renewed{unread}\n", standard::name_of_input(path));
    for ((entry, name), result) in named {
        if let Ok(made) = result {
            text.push_str(&told::text(&format!("\"{name}\" ({entry})"), made));
        }
    }
    output::result_beside(is_taken, &text)
}

fn is_changed(result: &Result<Brought, Failure>) -> bool {
    result.as_ref().is_ok_and(|made| made.made.commands.is_some())
}

fn row((entry, name): &(String, String), result: &Result<Brought, Failure>) -> Value {
    let mut row = match result {
        Ok(made) => told::fates(made),
        Err(failure) => json!({"error": failure.to_string()}),
    };
    row["entry"] = entry.as_str().into();
    row["set_up"] = name.as_str().into();
    row["changed"] = is_changed(result).into();
    row
}
