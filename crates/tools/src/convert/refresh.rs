//! A save brought to another version of its module: each piece becomes the module's present counter and keeps its state.
//!
//! Engine classes: `build.module.GameRefresher`, `build.GpIdChecker`.
//!
//! A refreshed piece stays where it is (`change::renew`): it gets new traits under its old id and in its old
//! command, so that stacks, mats and attachments need no repair and a save changes only where a counter did. Traits
//! are compared in one normal spelling of their definition (`format::traits::normal`), because the engine compares
//! what it would write. With `--from`, stacks and single pieces then move with their place (`places`,
//! `change::carry`).

mod carry;
mod decks;
mod linked;
mod places;

use std::collections::BTreeMap;

pub use carry::{Difference, What};
pub use decks::{DeckFate, DeckPlace, DeckWhat, OptionChanged, Wanted};
pub use places::{Followed, Followers, Stayed, follow};

use vassal::format::command::Command;
use vassal::format::piece::PieceText;
use vassal::model::change::{self, ChangeError, Renewed};
use vassal::model::counters::{By, Counters, NoCounter};
use vassal::model::module::Module;
use vassal::model::position::{Piece, Position};

/// What became of one piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It is as its counter is.
    Same,
    /// It became its present counter.
    Renewed {
        /// How its counter was found.
        by: By,
        /// What is not as it was.
        differences: Vec<Difference>,
    },
    /// It has no counter, and stays as it was.
    Kept(NoCounter),
    /// The looker may not see it, and it stays as it was.
    Unseen,
}

/// What became of a save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refreshed {
    /// What became of each piece, in the order of the position.
    pub fates: Vec<Fate>,
    /// The save as it is now; none where nothing changed.
    pub commands: Option<Command>,
    /// Ids of pieces that had to leave their stack, because they no longer stack or lie in another drawing layer.
    pub unstacked: Vec<String>,
    /// What became of each deck; none where decks were to stay as they are.
    pub decks: Option<Vec<DeckFate>>,
    /// What became of all that lay in places; none before [`follow`].
    pub followers: Option<Followers>,
}

/// What a refresh does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wishes {
    /// Pieces whose number the module does not have find their counter by name.
    pub by_name: bool,
    /// What becomes of decks; none leaves them as they are.
    pub decks: Option<Wanted>,
}

/// Refreshes the pieces of a save that a looker `sees`.
///
/// # Errors
/// A state that the file format cannot carry.
pub fn refresh(
    commands: &Command,
    position: &Position,
    (module, counters): (&Module, &Counters),
    wishes: Wishes,
    sees: &dyn Fn(&Piece) -> bool,
) -> Result<Refreshed, ChangeError> {
    let mut fates = Vec::with_capacity(position.pieces.len());
    let mut texts = BTreeMap::new();
    let mut spellings = carry::Spellings::default();
    for piece in &position.pieces {
        let (fate, text) = match sees(piece) {
            true => fate_of(piece, counters, wishes.by_name, &mut spellings),
            false => (Fate::Unseen, None),
        };
        texts.extend(text.map(|text| (piece.id.clone(), text)));
        fates.push(fate);
    }
    linked::relink(position, &mut texts);
    let renewed: Vec<Renewed> = texts.into_iter().map(|(piece, traits)| Renewed { piece, traits }).collect();
    let mut made = Refreshed { fates, commands: None, unstacked: Vec::new(), decks: None, followers: None };
    if !renewed.is_empty() {
        let (renewed, unstacked) = change::renew(commands, module, renewed)?;
        (made.commands, made.unstacked) = (Some(renewed), unstacked);
    }
    if let Some(wanted) = wishes.decks {
        let plan = decks::plan(position, module, wanted);
        if !plan.changes.is_empty() {
            let before = made.commands.as_ref().unwrap_or(commands);
            made.commands = Some(change::change_decks(before, module, &plan.changes)?);
        }
        made.decks = Some(plan.fates);
    }
    Ok(made)
}

/// What becomes of a piece, and its new traits where it changes.
fn fate_of(
    piece: &Piece,
    counters: &Counters,
    by_name: bool,
    spellings: &mut carry::Spellings,
) -> (Fate, Option<PieceText>) {
    let (counter, by) = match counters.find(&piece.gpid, &piece.traits, by_name) {
        Ok(found) => found,
        Err(reason) => return (Fate::Kept(reason), None),
    };
    let carried = carry::carried(&piece.traits, &counters.piece(counter), spellings);
    let wants_number = by != By::Number && !counter.gpid.is_empty();
    if carried.is_same && !wants_number {
        return (Fate::Same, None);
    }
    let mut text = carried.traits;
    if wants_number {
        linked::number(&mut text, &counter.gpid);
    }
    (Fate::Renewed { by, differences: carried.differences }, Some(text))
}
