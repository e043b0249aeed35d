//! Who is at war with whom in a position (15, 18.2): by the control chits in the box of wars, else by the dates.
//!
//! A finding that rests only on dates is suspicious.

use std::collections::BTreeSet;

use super::field::Field;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// The box where a control chit of each nation lies that is at war with Japan, in a game that left history.
pub const BOX: &str = "At War";

/// The attacker of the game, and the colony that fights beside it (18.2).
const JAPANESE: [&str; 2] = ["JP", "MK"];

impl Field {
    /// A box of the module, by its name.
    pub fn box_called(&self, name: &str) -> PlaceId {
        let known = self.situation.pack.map.place(name).map(|facts| facts.id.clone());
        known.unwrap_or_else(|| PlaceId::Named(name.into()))
    }

    /// The control chits in the box of wars.
    pub fn chits_of_war(&self) -> Vec<PieceIx> {
        self.chits(&self.box_called(BOX), "control")
    }

    /// The nations that the box of wars names as enemies of Japan; none where no chit lies in it.
    pub fn told_wars(&self) -> Option<BTreeSet<&str>> {
        let chits = self.chits_of_war();
        let nations: BTreeSet<&str> = chits.iter().map(|ix| self.situation.pieces[*ix].nation()).collect();
        (!nations.is_empty()).then_some(nations)
    }

    /// Whether two nations are at war: by the box of wars where chits lie in it and one of the two is Japan, else by the
    /// dates. Without a date they may be.
    pub fn are_at_war(&self, one: &str, other: &str) -> bool {
        let enemy_of_japan = match (JAPANESE.contains(&one), JAPANESE.contains(&other)) {
            (true, false) => Some(other),
            (false, true) => Some(one),
            _ => None,
        };
        if let (Some(nation), Some(told)) = (enemy_of_japan, self.told_wars()) {
            // The game begins with the war against China (15).
            return told.contains(nation) || matches!(nation, "CN" | "CC");
        }
        let Some(now) = self.situation.clock.date else { return true };
        self.wars().iter().any(|war| war.is_between(one, other, now))
    }
}
