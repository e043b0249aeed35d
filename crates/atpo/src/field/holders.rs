//! Who holds a hex: by the scenario of its date, by control chits, and by who stands there.

use std::collections::BTreeSet;

use super::{Alliance, Field, Unit};
use crate::ground::GroundColumn;
use crate::kind::Kind;
use liege_rules::data::word::Word;
use liege_rules::position::places::Hex;

impl Field {
    /// The year of the scenario that tells who held which hex first.
    fn first_year(&self) -> u16 {
        let late = self.situation.clock.date.is_none_or(|date| (date.year, date.month) >= (1941, 12));
        if late { 1941 } else { 1937 }
    }

    /// The nation that held a hex when the scenario of this date started.
    fn first_owner(&self, hex: Hex) -> Option<&str> {
        let facts = self.typed.map.facts(hex)?;
        // Indochina is a Japanese conquest from the Summer Turn of 1941 on (15.1.1).
        if facts.territory == "FR"
            && self.situation.clock.date.is_some_and(|date| (date.year, date.month) >= (1941, 7))
        {
            return facts.owners.get(&1941).map(Word::as_str);
        }
        facts.owners.get(&self.first_year()).map(Word::as_str)
    }

    /// The party that held a hex when the scenario of this date started.
    pub fn first_side(&self, hex: Hex) -> Option<Alliance> {
        Alliance::of(self.situation.pack.alliance(self.first_owner(hex)?))
    }

    /// The nation that holds a hex: its owner at the scenario's start, changed by control chits.
    pub fn owner(&self, hex: Hex) -> Option<&str> {
        self.situation.control.get(&hex.into()).map(String::as_str).or_else(|| self.first_owner(hex))
    }

    /// Whether only draft data tell who holds a hex.
    pub fn owner_is_draft(&self, hex: Hex) -> bool {
        let column =
            if self.first_year() == 1941 { GroundColumn::Owner1941 } else { GroundColumn::Owner1937 };
        let draft = self.typed.map.facts(hex).is_none_or(|facts| facts.is_draft(column));
        draft && !self.situation.control.contains_key(&hex.into())
    }

    /// The party that holds a hex, units apart.
    pub fn owning_side(&self, hex: Hex) -> Option<Alliance> {
        Alliance::of(self.situation.pack.alliance(self.owner(hex)?))
    }

    /// The parties that may hold a hex: its owner, and a party that alone has combat units there. A partisan makes its
    /// hex friendly to its own party (16.3.7).
    pub fn may_hold(&self, hex: Hex) -> BTreeSet<Alliance> {
        let sides = [Alliance::Axis, Alliance::Allies].into_iter();
        sides.filter(|side| self.may_be_held_by(hex, *side)).collect()
    }

    /// Whether a party is among those that may hold a hex.
    pub fn may_be_held_by(&self, hex: Hex, side: Alliance) -> bool {
        let partisan = |unit: &Unit| unit.kind == Kind::Partisan && unit.side == side;
        self.may_be_held_without_partisans(hex, side) || self.in_hex(hex).any(partisan)
    }

    /// The same without its partisans, which are gone as soon as other units of the party come (16.3.6).
    pub fn may_be_held_without_partisans(&self, hex: Hex, side: Alliance) -> bool {
        let stands = |side: Alliance| self.land_ashore(hex, side).next().is_some();
        self.owning_side(hex) == Some(side) || stands(side) && !stands(side.enemy())
    }

    /// Whether a party holds a hex under every reading.
    pub fn surely_holds(&self, hex: Hex, side: Alliance) -> bool {
        self.may_hold(hex) == BTreeSet::from([side])
    }
}
