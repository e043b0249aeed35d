//! What happens before a list is carried out: units that go a way of their own become counters of their own, and who is
//! to go aboard does so.

use std::collections::BTreeMap;

use super::handback::Handback;
use super::picked::{MoveItem, PickedUnits};
use crate::boards::WholeCounter;
use liege_rules::desk::play::{BoardDeed, ListedOrder};
use liege_rules::position::situation::PieceIx;

/// Counters on their way to the items of a list.
pub struct PartedList<'h, 'a> {
    hand: &'h Handback<'a>,
    /// How many units of each counter are still to be taken by the items.
    wanted: BTreeMap<PieceIx, u32>,
    /// How many units each counter stands for by now.
    left: BTreeMap<PieceIx, u32>,
    /// How many counters were made.
    made: usize,
    parts: Vec<BoardDeed>,
    loads: Vec<BoardDeed>,
}

impl<'h, 'a> PartedList<'h, 'a> {
    /// Adds up what the items want.
    pub fn new(hand: &'h Handback<'a>, items: &[MoveItem]) -> Self {
        let mut wanted = BTreeMap::new();
        for item in items {
            let own =
                item.pieces.iter().filter(|_| !item.only_boards).map(|picked| (picked.ix, picked.count));
            for (ix, count) in own.chain(item.loads.iter().map(|load| (load.ix, load.count))) {
                *wanted.entry(ix).or_default() += count;
            }
        }
        Self { hand, wanted, left: BTreeMap::new(), made: 0, parts: Vec::new(), loads: Vec::new() }
    }

    /// An item as it is carried out; none for one that only goes aboard.
    pub fn order(&mut self, item: &MoveItem) -> Option<ListedOrder> {
        let mut counters: BTreeMap<PieceIx, PieceIx> = BTreeMap::new();
        let mut pieces = Vec::new();
        for picked in item.pieces.iter().filter(|_| !item.only_boards) {
            let WholeCounter { ix, id } = self.counter(picked, item);
            counters.insert(picked.ix, ix);
            pieces.push(id);
        }
        for load in &item.loads {
            let picked = PickedUnits { ix: load.ix, count: load.count, with: Vec::new() };
            let WholeCounter { ix: piece, .. } = self.counter(&picked, item);
            let onto = counters.get(&load.onto).copied().unwrap_or(load.onto);
            self.loads.push(BoardDeed::Load { piece, onto });
        }
        let path = item.path.iter().map(ToString::to_string).collect();
        let (number, purpose) = (item.number, item.purpose.clone());
        (!item.only_boards).then_some(ListedOrder { item: number, pieces, path, purpose })
    }

    /// All that happens before the list.
    pub fn deeds(self) -> Vec<BoardDeed> {
        self.parts.into_iter().chain(self.loads).collect()
    }

    /// The counter of some units: that which they are part of if nobody else of it is left, else a new one.
    fn counter(&mut self, picked: &PickedUnits, item: &MoveItem) -> WholeCounter {
        let PickedUnits { ix, count, .. } = *picked;
        let before = self.units_of(ix);
        self.wanted.entry(ix).and_modify(|wanted| *wanted = wanted.saturating_sub(count));
        if before <= count {
            return WholeCounter { ix, id: self.hand.master.situation.pieces[ix].id.clone() };
        }
        self.left.insert(ix, before - count);
        let new = self.number();
        let name = format!("new {}", self.made);
        let mut with = Vec::new();
        for (rider, aboard) in &picked.with {
            if item.counters().any(|own| own == *rider) {
                continue;
            }
            // Who moves by himself is not taken along.
            let leaving = self.wanted.get(rider).copied().unwrap_or(0);
            let there = self.units_of(*rider);
            let along = (*aboard).min(there.saturating_sub(leaving));
            if along > 0 {
                with.push((*rider, along));
                self.left.insert(*rider, there - along);
            }
            if along > 0 && along < there {
                self.number();
            }
        }
        self.parts.push(BoardDeed::Part { piece: ix, count, with, name: name.clone() });
        WholeCounter { ix: new, id: name }
    }

    fn units_of(&self, ix: PieceIx) -> u32 {
        let first = || self.hand.master.unit(ix).map_or(1, |unit| unit.count);
        self.left.get(&ix).copied().unwrap_or_else(first)
    }

    /// The number of the next new counter.
    fn number(&mut self) -> PieceIx {
        let new = self.hand.master.situation.pieces.len() + self.made;
        self.made += 1;
        new
    }
}
