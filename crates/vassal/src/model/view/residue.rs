//! What in a save stands for a piece or a fact that a side may not know: the allow-list of the copies, read as a list of
//! faults.

use std::collections::BTreeSet;

use super::left_out::{LeftOut, Matter};
use super::plan::{Plan, is_back, veiled};
use super::writer::write;
use crate::format::command::Command;
use crate::format::leaf::Leaf;
use crate::format::piece::Form;
use crate::model::eyes::Eyes;
use crate::model::module::Module;
use crate::model::position::Position;

/// Something in a save that its side may not know.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Residue {
    /// What kind of thing it is.
    pub matter: Matter,
    /// Where it lies, as far as it lies anywhere: a place of the map, a window, a deck.
    pub place: Option<String>,
    /// The piece by its name, else what it is in words.
    pub what: String,
}

/// Everything in a save that stands for a piece or a fact which this side may not know: masked and invisible pieces,
/// those in decks and closed windows, ids of pieces that are not there, steps, moves and talk of a log, notes, secret
/// ids and roster entries of others, values of closed windows. Of a copy that [`write()`] has made there are none.
///
/// What pieces of others tell of where they have been is no residue: nothing here knows whose a piece is.
pub fn residues(commands: &Command, position: &Position, module: &Module, eyes: &Eyes) -> Vec<Residue> {
    let mut found = Vec::new();
    for piece in position.pieces.iter().filter(|piece| !is_back(piece)) {
        if let Some((matter, place)) = veiled(piece, position, module, eyes) {
            let (place, what) = (place.map(str::to_owned), piece.true_name.clone());
            found.push(Residue { matter, place, what });
        }
    }
    found.extend(lost_ids(commands, position));
    let again = write(&Plan::of(position, module, eyes), commands, position, module);
    let rest = again.map(|again| again.left_out).unwrap_or_default();
    found.extend(rest.into_iter().filter(|left| is_residue(&left.matter)).map(Residue::from));
    found.sort();
    found
}

impl From<LeftOut> for Residue {
    fn from(left: LeftOut) -> Self {
        let what = left.to_string();
        Self { matter: left.matter, place: left.place, what }
    }
}

/// Whether what a copy leaves out beside pieces would tell its side something.
fn is_residue(matter: &Matter) -> bool {
    match matter {
        Matter::Unreadable
        | Matter::Reference
        | Matter::Hider
        | Matter::Property(_)
        | Matter::Player
        | Matter::PrivateNote
        | Matter::Command(_) => true,
        // The pieces themselves are told one by one.
        Matter::Masked
        | Matter::Invisible
        | Matter::Window
        | Matter::Deck
        | Matter::OffMap
        | Matter::UnknownWindow
        | Matter::Unplanned => false,
        Matter::History | Matter::Value | Matter::Trait(_) => false,
    }
}

/// Ids in stacks and decks of pieces that the save does not have.
fn lost_ids(commands: &Command, position: &Position) -> Vec<Residue> {
    let known: BTreeSet<&str> = position.pieces.iter().map(|piece| piece.id.as_str()).collect();
    let mut found = Vec::new();
    for command in commands.walk() {
        let (map, ids) = match Leaf::decode(command.own()).form() {
            Some(Form::Stack(stack)) => (stack.map, stack.ids),
            Some(Form::Deck(deck)) => (deck.map, deck.ids),
            _ => continue,
        };
        for id in ids.into_iter().filter(|id| !known.contains(id.as_str())) {
            let what = format!("the id {id} of a piece that is not there, in a stack");
            found.push(Residue { matter: Matter::Reference, place: map.clone(), what });
        }
    }
    found
}
