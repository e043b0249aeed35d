//! A save brought to another version of its module: each piece becomes the module's present counter and keeps its state.
//!
//! Engine classes: `build.module.GameRefresher`, `build.GpIdChecker`.

mod carry;
mod linked;

use std::collections::BTreeMap;

pub use carry::{Difference, What};

use crate::format::command::Command;
use crate::format::piece::PieceText;
use crate::model::change::{self, ChangeError, Renewed};
use crate::model::counters::{By, Counters, NoCounter};
use crate::model::module::Module;
use crate::model::position::{Piece, Position};

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
}

/// Refreshes the pieces of a save that a looker `sees`.
///
/// # Errors
/// A state that the file format cannot carry.
pub fn refresh(
    commands: &Command,
    position: &Position,
    (module, counters): (&Module, &Counters),
    by_name: bool,
    sees: &dyn Fn(&Piece) -> bool,
) -> Result<Refreshed, ChangeError> {
    let mut fates = Vec::with_capacity(position.pieces.len());
    let mut texts = BTreeMap::new();
    let mut spellings = carry::Spellings::default();
    for piece in &position.pieces {
        let (fate, text) = match sees(piece) {
            true => fate_of(piece, counters, by_name, &mut spellings),
            false => (Fate::Unseen, None),
        };
        texts.extend(text.map(|text| (piece.id.clone(), text)));
        fates.push(fate);
    }
    linked::relink(position, &mut texts);
    let renewed: Vec<Renewed> = texts.into_iter().map(|(piece, traits)| Renewed { piece, traits }).collect();
    if renewed.is_empty() {
        return Ok(Refreshed { fates, commands: None, unstacked: Vec::new() });
    }
    let (commands, unstacked) = change::renew(commands, module, renewed)?;
    Ok(Refreshed { fates, commands: Some(commands), unstacked })
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
