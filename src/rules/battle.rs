//! Battles that a position declares, and the changes that their outcomes ask of the save, in terms of no format.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::diagnostic::{PieceRef, Place};

/// A battle of a position, ready for its procedure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Battle {
    /// Unique in its position, the same in every reading of it: `land-E4527`.
    pub id: String,
    /// The id of the procedure that resolves it.
    pub procedure: &'static str,
    /// One line for people.
    pub title: String,
    /// Whether marks in the save declare it; otherwise it only could be fought.
    pub declared: bool,
    /// Where it is fought.
    pub place: Place,
    /// Attackers, then defenders.
    pub pieces: Vec<PieceRef>,
    /// Values for the procedure, by its keys.
    pub inputs: Map<String, Value>,
    /// What the save cannot show, what was taken instead, and how to say otherwise.
    pub notes: Vec<String>,
}

/// One edit that an outcome asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlannedChange {
    /// The id of the piece; empty for a change of no piece of the save.
    pub piece: String,
    /// What is done.
    pub what: What,
    /// The rule that asks for it.
    pub rule: String,
    /// The same as a line of chat.
    pub words: String,
}

/// What is done to a piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// A Layer shows another level; 1 is the first.
    TurnLayer {
        /// The Layer's name.
        layer: String,
        /// Its level.
        level: i32,
    },
    /// The piece goes to a hex, named as the rules do.
    MoveToHex(String),
    /// The piece goes to a box, by the name of the box.
    MoveToBox(String),
    /// A new chit is laid on a hex.
    AddChit {
        /// Its id in the catalogue.
        entry: String,
        /// The hex.
        hex: String,
    },
    /// Nothing that a save shows, or nothing that can be done without a player: the words alone.
    Say,
}
