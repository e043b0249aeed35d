//! What a test found, before it is told in the words of its row.

use super::row::{CheckRow, Test};
use super::say::{Filling, fill};
use crate::check::Found;
use crate::check::bound::{Sources, unsure};
use crate::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::Severity;

/// A fault before it is told in the words of its test.
pub struct Breach {
    /// Where; none for the whole position.
    pub place: Option<PlaceId>,
    /// The pieces that break the rule.
    pub pieces: Vec<PieceIx>,
    /// Whether it holds under every reading of the data.
    pub sure: bool,
    /// What keeps it from being sure.
    pub rests_on: Sources,
    /// What fills the holes of sentences.
    pub filling: Filling,
    /// What is said where the test has no sentence of its own.
    pub says: String,
}

impl Breach {
    /// The finding: with the sentence and the advice of its test where that has some, else with what it rests on.
    pub fn told(self, row: &CheckRow, test: &Test) -> Found {
        let carried = self.filling.get("carrier").is_some_and(|carrier| !carrier.is_empty());
        let aboard = test.help_aboard.as_ref().filter(|_| carried);
        let help = aboard.or(test.help.as_ref()).map(|help| fill(help, &self.filling));
        let rests_on = unsure(&self.rests_on).filter(|_| !self.sure);
        let severity = test.severity.or(row.demand.severity).filter(|_| self.sure);
        let unsure = if self.sure { Severity::Illegal } else { Severity::Suspicious };
        let message = test.says.as_ref().map_or(self.says, |says| fill(says, &self.filling));
        let found = Found::new(self.place, self.pieces, message).severity(severity.unwrap_or(unsure));
        Found { help: help.or(rests_on).filter(|help| !help.is_empty()), ..found }
    }
}
