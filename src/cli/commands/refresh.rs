//! `refresh`: saves brought to another version of their module, with what became of each piece.

mod followers;
mod set_ups;
mod told;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::cli::args::{Format, Refresh};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, open, output, saves, several, standard};
use crate::table::opened::OpenedSave;
use liege_tools::convert::refresh::{self, Refreshed, Wanted, Wishes};
use vassal::format::Limits;
use vassal::format::command::Command;
use vassal::format::detect::FileError;
use vassal::format::metadata::MODULE_DATA;
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;
use vassal::format::timestamp::Timestamp;
use vassal::model::counters::Counters;
use vassal::model::eyes::Eyes;
use vassal::model::module::Module;
use vassal::model::position::{Piece, Position};

/// Refreshes all saves, in the order in which they were given; one that cannot be is told, and the others go on.
pub fn run(session: &Session, own: &Refresh) -> Result<Exit, Failure> {
    let Some(module) = &own.module else { return set_ups::run(session, own) };
    let targets = targets(own)?;
    let counters = OnceLock::new();
    let (mut reports, mut exit) = (Vec::new(), Exit::Clean);
    several::each(
        &own.saves,
        |save| refreshed(session, own, (save, module), &counters),
        |save, result| {
            let done = several::read_or_told((save, own.saves.len()), result, &mut reports, &mut exit)?;
            let Some(done) = done else { return Ok(()) };
            let target = targets.get(save).filter(|_| !own.dry_run);
            if let Some(target) = target {
                files::write(target, &done.bytes)?;
            }
            match own.format {
                Format::Json => reports.push(told::report(save, target, &done)),
                Format::Text => {
                    let is_taken = target.is_some_and(|target| standard::is_standard(target));
                    output::result_beside(is_taken, &told::of_save(save, target, &done))?;
                }
            }
            Ok(())
        },
    )?;
    if own.format == Format::Json {
        let is_taken = targets.values().any(|target| standard::is_standard(target));
        output::json_beside(is_taken, &output::envelope(reports))?;
    }
    Ok(exit)
}

/// Where each save goes; nowhere in a dry run without a name.
fn targets(own: &Refresh) -> Result<BTreeMap<&PathBuf, PathBuf>, Failure> {
    let Some(out) = &own.output else { return Ok(BTreeMap::new()) };
    if let [save] = own.saves.as_slice()
        && !out.is_dir()
    {
        files::expect_ending(out, files::SAVE.0, files::SAVE.1)?;
        files::refuse_same(save, out)?;
        return Ok(BTreeMap::from([(save, out.clone())]));
    }
    let targets = several::targets_in(&own.saves, out, |save| save.file_name().map(PathBuf::from))?;
    targets.iter().try_for_each(|(save, target)| files::refuse_same(save, target))?;
    if !own.dry_run {
        files::make_folder(out)?;
    }
    Ok(targets)
}

/// A save that was refreshed.
struct Brought {
    /// The position before, as who looks knows it.
    position: Position,
    eyes: Eyes,
    /// What became of that position.
    made: Refreshed,
    /// Whether the save is not as it was.
    is_changed: bool,
    /// What the module's numbers lack, once for all saves.
    twice: Vec<String>,
    without: usize,
    bytes: Vec<u8>,
}

fn refreshed(
    session: &Session,
    own: &Refresh,
    (path, module): (&Path, &Path),
    counters: &OnceLock<Counters>,
) -> Result<Brought, Failure> {
    let limits = session.limits.clone();
    let about = |error: &dyn std::fmt::Display| Failure::about(path, error);
    let mut save = open::save(path, &limits)?;
    refuse_log(path, &save)?;
    let asked = open::Asked { module: Some(module), at: None };
    let mut game = open::position_on_map(path, &save, asked, session)?;
    let side = own.side.side.as_deref();
    let eyes = saves::eyes(path, side, (&save, &mut game), session)?;
    let module = game.module.clone().ok_or_else(|| about(&"its module cannot be read"))?;
    let counters = counters.get_or_init(|| Counters::of(&module));
    let sees = |piece: &Piece| eyes.knows(piece, Some(&module));
    let renew = |game: &OpenedSave, sees: &dyn Fn(&Piece) -> bool| {
        let made = refresh::refresh(game.of_file(), &game.position, (&module, counters), wishes(own), sees);
        let mut made = made.map_err(|error| about(&error))?;
        follow(session, own, (path, &save), (&mut made, game.of_file()), &module)?;
        Ok(made)
    };
    let mut made = renew(&game, &sees)?;
    let renewed = made.commands.take();
    let is_changed = renewed.is_some();
    // A side is shown what would become of its copy.
    if eyes != Eyes::Umpire {
        saves::cut_to_copy((&save, &mut game), &eyes, session)?;
        made = renew(&game, &|_| true)?;
    }
    if let Some(commands) = &renewed {
        save.set_commands(commands).map_err(|error| about(&error))?;
    }
    let bytes =
        written(&mut save, game.file.as_deref(), &module.version, &limits).map_err(|error| about(&error))?;
    let (twice, without) = (counters.twice.clone(), counters.without);
    Ok(Brought { position: game.position, eyes, made, is_changed, twice, without, bytes })
}

/// Lays the pieces of a save, whose commands these are, where their places are in the module.
fn follow(
    session: &Session,
    own: &Refresh,
    (path, save): (&Path, &SaveFile),
    (made, commands): (&mut Refreshed, &Command),
    module: &Module,
) -> Result<(), Failure> {
    let Some(old) = &own.from else { return Ok(()) };
    let old = open::module_kept(session, old)?;
    refuse_present(path, save, (&old.module, module), &session.limits)?;
    refresh::follow(made, commands, (&old.module, module)).map_err(|error| Failure::about(path, error))
}

fn refuse_log(path: &Path, save: &SaveFile) -> Result<(), Failure> {
    if !save.is_log().map_err(|error| Failure::about(path, error))? {
        return Ok(());
    }
    Err(Failure::about(path, "is a log, whose steps refer to the pieces as they were")
        .help("make a save of the position you want: liege convert game.vlog --end --to vcsk -o game.vsav"))
}

/// Refuses a save of the new version where places are those of an old one: what was moved once would be moved again.
fn refuse_present(
    path: &Path,
    save: &SaveFile,
    (old, new): (&Module, &Module),
    limits: &Limits,
) -> Result<(), Failure> {
    let version = save.module_data(limits).ok().flatten().and_then(|about| about.version);
    match version.filter(|version| *version == new.version && *version != old.version) {
        Some(version) => {
            let what = format!("was saved with version {version}: that of --module, not of --from");
            Err(Failure::about(path, what)
                .help("leave out --from: its pieces already are where this module has them"))
        }
        None => Ok(()),
    }
}

fn wishes(own: &Refresh) -> Wishes {
    let has_decks = own.decks || own.add_decks || own.delete_decks;
    let wanted = Wanted { add: own.add_decks, delete: own.delete_decks };
    Wishes { by_name: !own.by_number, decks: has_decks.then_some(wanted) }
}

/// The file: the save's own entries, with the module's name and version in place of the old ones.
fn written(
    save: &mut SaveFile,
    module: Option<&ModuleFile>,
    version: &str,
    limits: &Limits,
) -> Result<Vec<u8>, FileError> {
    let archive = module.map(|module| &module.archive).filter(|archive| archive.contains(MODULE_DATA));
    let module_data = archive.map(|archive| archive.read_entry(MODULE_DATA)).transpose()?;
    save.set_module(module_data.as_deref(), version, limits)?;
    let date = save.save_data(limits).ok().flatten().and_then(|about| about.date_saved);
    save.write(date.unwrap_or(Timestamp(0)))
}
