//! An item of the list with the units of the master that it means: whole counters, or some of the units of one.

use std::collections::BTreeMap;

use liege_rules::desk::log::Item;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// Units of one counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PickedUnits {
    /// The counter.
    pub ix: PieceIx,
    /// How many of its units.
    pub count: u32,
    /// What these carry of what lies on the counter, and how many units of each.
    pub with: Vec<(PieceIx, u32)>,
}

/// Units that go aboard a ship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boarded {
    /// Their counter.
    pub ix: PieceIx,
    /// How many of its units.
    pub count: u32,
    /// The counter of the ship.
    pub onto: PieceIx,
}

/// An item of the list with the pieces of the master that it means.
#[derive(Debug, Clone)]
pub struct MoveItem {
    /// Its number.
    pub number: u32,
    /// The line it stands on; none where nobody wrote a list.
    pub line: Option<usize>,
    /// Who moves, without what they carry.
    pub pieces: Vec<PickedUnits>,
    /// The way.
    pub path: Vec<PlaceId>,
    /// What for.
    pub purpose: String,
    /// Who goes aboard which ship where the way begins.
    pub loads: Vec<Boarded>,
    /// Whether nobody moves but those who go aboard a ship that stays.
    pub only_boards: bool,
}

impl MoveItem {
    /// The counters of those who move.
    pub fn counters(&self) -> impl Iterator<Item = PieceIx> + '_ {
        self.pieces.iter().map(|picked| picked.ix)
    }

    /// Its number as the log has it.
    pub fn logged_number(&self) -> Item {
        Item(self.number.to_string())
    }

    /// What units of the item carry where the way begins: what they have aboard and what goes aboard, but for who moves by
    /// himself.
    pub fn cargo(&self, of: &PickedUnits) -> Vec<(PieceIx, u32)> {
        let aboard = of.with.iter().copied().filter(|(ix, _)| !self.counters().any(|own| own == *ix));
        let boarding = self.loads.iter().filter(|load| load.onto == of.ix);
        aboard.chain(boarding.map(|load| (load.ix, load.count))).collect()
    }
}

/// Units that items before have taken.
#[derive(Debug, Clone, Default)]
pub struct Used {
    own: BTreeMap<PieceIx, u32>,
    along: BTreeMap<PieceIx, u32>,
}

impl Used {
    /// Nobody else takes these.
    pub fn take(&mut self, ix: PieceIx, count: u32) {
        *self.own.entry(ix).or_default() += count;
    }

    /// These go along with their ship.
    pub fn take_along(&mut self, with: &[(PieceIx, u32)]) {
        with.iter().for_each(|(ix, count)| *self.along.entry(*ix).or_default() += count);
    }

    /// How many of so many units of a counter are left.
    pub fn left(&self, ix: PieceIx, count: u32) -> u32 {
        count.saturating_sub(self.own.get(&ix).copied().unwrap_or(0))
    }

    /// How many of so many units of a counter lie on a ship that nobody has taken.
    pub fn aboard(&self, ix: PieceIx, count: u32) -> u32 {
        self.left(ix, count).saturating_sub(self.along.get(&ix).copied().unwrap_or(0))
    }

    /// Whether nobody is taken.
    pub fn is_empty(&self) -> bool {
        self.own.is_empty()
    }
}
