//! `umpire`: the desk of a game with hidden play.

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
mod take;
mod turn;

use std::path::{Path, PathBuf};

use folder::{Desk, MASTER};

use super::super::args::Args;
use crate::cli::args::{Umpire, UmpireTask};
use crate::cli::understood::{self, Understood, Wanted};
use crate::cli::{Exit, Failure, files};
use crate::rules::desk::commitment::Leaves;
use crate::rules::desk::{any_game, digest::GameTag};

/// What the save that lies open to all is called.
pub const SHARED: &str = "shared";

/// The folder with tables that a game was begun with, for the tasks after that.
pub fn data(own: &Umpire) -> Result<Option<PathBuf>, Failure> {
    own.task.folder().map_or(Ok(None), Desk::data)
}

/// Runs a task at the desk.
pub fn run(args: &Args, own: &Umpire) -> Result<Exit, Failure> {
    match &own.task {
        UmpireTask::New(own) => new::run(args, own),
        UmpireTask::Issue(own) => issue::run(args, own),
        UmpireTask::Turn(own) => turn::run(args, own),
        UmpireTask::Take(own) => take::run(args, own),
        UmpireTask::Open(own) => open_leaf::run(args, own),
        UmpireTask::Publish(own) => publish::run(own),
    }
}

/// The pieces of all sides, as the umpire sees them.
fn master(args: &Args, path: &Path, module: &Path, rules: &str) -> Result<Understood, Failure> {
    let wanted =
        Wanted { module: Some(module), game: Some(rules), side: Some("umpire"), ..Wanted::default() };
    let master = understood::read(path, args, &wanted)?;
    master.refuse_strangers(path)?;
    let head = &master.table.position.scenario_notes;
    if ["Copy of ", "What lies open to all, issue ", "Battle "].iter().any(|start| head.starts_with(start)) {
        return Err(Failure::about(path, "is a copy that was handed out, expected the save with all pieces")
            .help(
                "the last master is in the folder sealed, that of the last issue; or save your own again",
            ));
    }
    Ok(master)
}

/// The master of a game, with the file that it was read from.
struct DeskMaster {
    table: Understood,
    bytes: Vec<u8>,
}

impl Desk {
    /// The master of this game.
    fn master(&self, args: &Args) -> Result<DeskMaster, Failure> {
        let path = self.path(MASTER);
        let bytes = files::read(&path)?;
        let table = master(args, &path, &self.module, &self.rules)?;
        if files::read(&path)? != bytes {
            return Err(Failure::about(&path, "was written while it was read")
                .help("wait until VASSAL has saved it, then try again"));
        }
        Ok(DeskMaster { table, bytes })
    }

    /// The leaves of the next issue.
    fn leaves(&self, master: &Understood) -> Result<Leaves, Failure> {
        let about = |error: &dyn std::fmt::Display| Failure::about(&self.path(MASTER), error);
        let Some(hidden) = master.game.hidden() else {
            let (table, tag): (_, &GameTag) = (&master.table, &self.tag);
            return any_game::leaves_of(tag, &table.position, &master.module).map_err(|error| about(&error));
        };
        let mut texts = hidden.texts(&master.situation);
        for (leaf, text) in &self.state.texts {
            texts.insert(leaf.clone(), text.clone());
        }
        for (alliance, ledger) in &self.state.ledgers {
            texts.insert(format!("ledger/{alliance}"), ledger.write());
        }
        hidden.leaves(&master.situation, &texts, &self.state.log).map_err(|error| about(&error))
    }
}

/// The sides that get a copy: name, and the word that their files bear.
pub fn sides(master: &Understood) -> Result<Vec<(String, String)>, Failure> {
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
            .help("give each side of module.toml a name of its own, and no two of them one alliance"));
        }
        sides.push((side.name.clone(), file));
    }
    Ok(sides)
}
