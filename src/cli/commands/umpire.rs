//! `umpire`: the desk of a game with hidden play.

mod again;
mod chips;
pub mod copies;
mod edits;
mod evenings;
pub mod folder;
pub mod handed_out;
pub mod issue;
pub mod layer;
mod new;
mod open_leaf;
mod palette;
pub mod publish;
mod recognised;
mod sheets;
mod status;
mod take;
mod turn;
mod undo;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use folder::{Desk, MASTER, SEALED};

use crate::cli::args::{Umpire, UmpireTask};
use crate::cli::saves::{self, Wanted};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, neighbours, open};
use crate::table::Table;
use crate::table::handed_out::HandedOut;
use liege_rules::desk::any_game;
use liege_rules::desk::commitment::Leaves;
use liege_rules::desk::digest::{Digest32, GameTag};
use liege_rules::desk::log::LOG_LEAF;
use liege_rules::desk::opened::read_leaves;
use vassal::model::position::{Piece, Position};

/// What the save that lies open to all is called.
pub const SHARED: &str = "shared";

/// The folder with tables that a game was begun with, for the tasks after that.
pub fn data(own: &Umpire) -> Result<Option<PathBuf>, Failure> {
    own.task.folder().map_or(Ok(None), Desk::data)
}

/// Runs a task at the desk.
pub fn run(session: &Session, own: &Umpire) -> Result<Exit, Failure> {
    match &own.task {
        UmpireTask::New(own) => new::run(session, own),
        UmpireTask::Issue(own) => issue::run(session, own),
        UmpireTask::Turn(own) => turn::run(session, own),
        UmpireTask::Take(own) => take::run(session, own),
        UmpireTask::Status(own) => status::run(session, own),
        UmpireTask::Undo(own) => undo::run(own),
        UmpireTask::Open(own) => open_leaf::run(session, own),
        UmpireTask::Publish(own) => publish::run(own),
    }
}

/// The pieces of all sides, as the umpire sees them.
fn master(session: &Session, path: &Path, module: &Path, rules: &str) -> Result<Table, Failure> {
    let wanted =
        Wanted { module: Some(module), game: Some(rules), side: Some("umpire"), ..Wanted::default() };
    let master = saves::read(path, session, &wanted)?;
    refuse_other_module(session, path, module, &master)?;
    master.refuse_strangers()?;
    if HandedOut::may_be(&master.opened.position.scenario_notes) {
        return Err(Failure::about(
            path,
            "is a copy handed out to players, expected the save with all pieces",
        )
        .help("the master of the last issue is in the folder sealed; or save your own again"));
    }
    Ok(master)
}

/// Refuses a save that another module made.
fn refuse_other_module(session: &Session, path: &Path, file: &Path, master: &Table) -> Result<(), Failure> {
    let about = master.save.module_data(&session.limits).ok().flatten();
    let made_with = about.as_ref().and_then(|about| about.name.as_deref()).map(str::trim);
    let module = master.opened.file.as_deref().and_then(neighbours::name_of);
    let (Some(made_with), Some(module)) = (made_with, module) else { return Ok(()) };
    if made_with == module {
        return Ok(());
    }
    let what = format!("was made with the module \"{made_with}\", and {} is \"{module}\"", file.display());
    Err(Failure::about(path, what).help("name a set-up and a module of the same game"))
}

/// The master of a game, with the file that it was read from.
struct DeskMaster {
    table: Table,
    bytes: Vec<u8>,
}

impl Desk {
    /// The master of this game.
    fn master(&self, session: &Session) -> Result<DeskMaster, Failure> {
        let master = self.master_in(session, &self.path(MASTER))?;
        // A turn takes chips away and turns markers over: what the desk has written is of this game.
        if self.state.standing.written != Some(Digest32::of(&master.bytes)) {
            self.refuse_other_set_up(session, &master.table)?;
        }
        Ok(master)
    }

    /// Refuses a save that came neither from the master of the last issue nor from the last one that the desk wrote: most of
    /// what lay there lies nowhere in it. Ids alone cannot tell more, since equal pieces of set-ups bear equal ids.
    fn refuse_other_set_up(&self, session: &Session, now: &Table) -> Result<(), Failure> {
        let Some(last) = self.state.standing.issue.checked_sub(1) else { return Ok(()) };
        let path = self.issue_folder(SEALED, last).join(MASTER);
        if !path.is_file() {
            return Ok(());
        }
        let [had, has] = pieces_kept(session, &path, now)?;
        if has.saturating_mul(2) >= had {
            return Ok(());
        }
        // A turn may have changed most of a small position since the issue.
        if let Some(written) = self.last_written_master() {
            let [had, has] = pieces_kept(session, &written, now)?;
            if has.saturating_mul(2) >= had {
                return Ok(());
            }
        }
        let what = format!(
            "is the save of another game: of {} of issue {last} it has {has}",
            vassal::diagnostic::counted(had, "piece")
        );
        Err(Failure::about(&self.path(MASTER), what).help(format!(
            "restore the save of this game from {}; for another set-up start a new game: liege umpire new",
            path.display()
        )))
    }

    /// A master of this game in one of its folders.
    fn master_in(&self, session: &Session, path: &Path) -> Result<DeskMaster, Failure> {
        let bytes = files::read(path)?;
        let table = master(session, path, &self.module, &self.rules)?;
        if files::read(path)? != bytes {
            return Err(Failure::about(path, "was written while it was read")
                .help("wait until VASSAL has finished saving, then try again"));
        }
        Ok(DeskMaster { table, bytes })
    }

    /// The leaves of the next issue.
    fn leaves(&self, master: &Table) -> Result<Leaves, Failure> {
        let about = |error: &dyn std::fmt::Display| Failure::about(&self.path(MASTER), error);
        let Some(hidden) = master.game.hidden() else {
            let (table, tag): (_, &GameTag) = (&master.opened, &self.tag);
            return any_game::leaves_of(tag, &table.position, &master.module).map_err(|error| about(&error));
        };
        let mut texts = hidden.texts(&master.situation);
        for (leaf, text) in &self.state.texts {
            texts.insert(leaf.clone(), text.clone());
        }
        for (alliance, ledger) in &self.state.ledgers {
            texts.insert(format!("ledger/{alliance}"), ledger.write());
        }
        if self.commits_to_log()? {
            texts.insert(LOG_LEAF.to_owned(), self.state.log.pledge());
        }
        hidden.leaves(&master.situation, &texts, &self.state.log).map_err(|error| about(&error))
    }
}

impl Desk {
    /// Whether the issues of this game commit to the log: those of a game that began before there was
    /// such a leaf go on without it, since the leaves are fixed by issue 0.
    fn commits_to_log(&self) -> Result<bool, Failure> {
        let path = self.issue_folder(SEALED, 0).join(issue::LEAVES);
        if self.state.standing.issue == 0 || !path.is_file() {
            return Ok(true);
        }
        let (.., first) =
            read_leaves(&files::read_text(&path)?).map_err(|error| Failure::about(&path, error))?;
        Ok(first.get(LOG_LEAF).is_some())
    }
}

/// How many pieces an earlier master had, and how many of them a later one has.
fn pieces_kept(session: &Session, before: &Path, now: &Table) -> Result<[usize; 2], Failure> {
    let save = open::save(before, &session.limits)?;
    let commands = save.whole_commands().map_err(|error| Failure::about(before, error))?;
    let (before, _) = Position::read(commands, Some(&now.module));
    let marker = &now.pack.terms.marker;
    let pieces = now.opened.position.pieces.iter();
    let known: BTreeSet<(&str, Option<&str>)> =
        pieces.map(|piece| (piece.id.as_str(), piece.property(marker))).collect();
    let is_there = |piece: &&Piece| known.contains(&(piece.id.as_str(), piece.property(marker)));
    Ok([before.pieces.len(), before.pieces.iter().filter(is_there).count()])
}

/// The sides that get a copy: name, and the word that their files bear.
pub fn sides(master: &Table) -> Result<Vec<(String, String)>, Failure> {
    let word = |text: &str| text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "-");
    let mut sides: Vec<(String, String)> = Vec::new();
    for side in master.pack.sides.iter().filter(|side| !side.sees_all) {
        let file = word(if side.alliance.is_empty() { &side.name } else { &side.alliance });
        let is_taken = [SHARED, "record", ""].contains(&file.as_str());
        if is_taken || sides.iter().any(|(_, other)| *other == file) {
            return Err(Failure::new(format!(
                "the side \"{}\" has no file of its own: \"{file}\"",
                side.name
            ))
            .help("give each side in module.toml a different name and alliance"));
        }
        sides.push((side.name.clone(), file));
    }
    Ok(sides)
}
