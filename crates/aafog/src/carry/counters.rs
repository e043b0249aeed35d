//! Counters that stand for several units, where some of the units are lost or go a way of their own.

use std::collections::{BTreeMap, BTreeSet};

use super::outcome::{ABOARD, Minutes};
use crate::boards::{BoardUnit, WholeCounter};
use crate::force::UnitGroup;
use liege_rules::desk::log::{LogEvent, UnitFate};
use liege_rules::desk::play::{BoardDeed, Happening};
use liege_rules::position::situation::PieceIx;

/// The pool of the lost.
const CASUALTIES: &str = "casualties";

impl Minutes<'_, '_> {
    /// The counters of some units. Where a counter has others as well, these units become a counter of their own, which
    /// the list of moves names beside it.
    pub fn counters(&mut self, ids: &[String]) -> Vec<WholeCounter> {
        let mut all = Vec::new();
        for (ix, wanted) in self.by_counter(ids) {
            let left = self.units_left(ix);
            let all_of_it = left.iter().all(|id| wanted.contains(id));
            let ix = if all_of_it { ix } else { self.part(ix, &wanted) };
            all.push(WholeCounter { ix, id: self.name_of(ix) });
        }
        all
    }

    /// Units by the counters that they are part of now; those that are lost are left out.
    fn by_counter(&self, ids: &[String]) -> BTreeMap<PieceIx, Vec<String>> {
        let mut all: BTreeMap<PieceIx, Vec<String>> = BTreeMap::new();
        for (first, units) in self.roster().by_counter(ids) {
            for id in units {
                let is_of = |(_, left): &(&PieceIx, &Vec<String>)| left.contains(&id);
                let now = match self.parted.left.contains_key(&first) {
                    true => self.parted.left.iter().find(is_of).map(|(ix, _)| *ix),
                    false => Some(first),
                };
                now.into_iter().for_each(|ix| all.entry(ix).or_default().push(id.clone()));
            }
        }
        all
    }

    /// The units of a counter, by what the list calls it.
    pub fn units_of_counter(&self, id: &str) -> Vec<String> {
        let made = self.parted.names.iter().find(|(_, name)| *name == id).map(|(ix, _)| *ix);
        let ix = made.or_else(|| self.roster().unit(id).map(|unit| unit.ix));
        ix.map(|ix| self.units_left(ix)).unwrap_or_default()
    }

    fn units_left(&self, ix: PieceIx) -> Vec<String> {
        let first = || self.on.boards.unit(ix).map(super::roster::ids_of).unwrap_or_default();
        self.parted.left.get(&ix).cloned().unwrap_or_else(first)
    }

    fn name_of(&self, ix: PieceIx) -> String {
        let first = || self.on.boards.unit(ix).map(|unit| unit.id.clone()).unwrap_or_default();
        self.parted.names.get(&ix).cloned().unwrap_or_else(first)
    }

    /// Makes a counter of some units of another, with what these carry.
    fn part(&mut self, ix: PieceIx, units: &[String]) -> PieceIx {
        let before = self.name_of(ix);
        let carried: Vec<String> = self
            .roster()
            .singly(units)
            .lots()
            .iter()
            .flat_map(|lot| lot.cargo.clone())
            .flat_map(|lot| lot.ids)
            .collect();
        let carried = self.by_counter(&carried);
        let new = self.take_apart(ix, units);
        let name = format!("new {}", self.parted.made);
        self.parted.names.insert(new, name.clone());
        let mut with = Vec::new();
        for (rider, aboard) in carried {
            with.push((rider, u32::try_from(aboard.len()).unwrap_or(0)));
            if self.units_left(rider).len() > aboard.len() {
                self.take_apart(rider, &aboard);
            }
        }
        let count = u32::try_from(units.len()).unwrap_or(0);
        self.stride.paper.put_beside(&before, &name);
        self.parted.deeds.push(BoardDeed::Part { piece: ix, count, with, name });
        new
    }

    /// The number of the counter that these units are from now on.
    fn take_apart(&mut self, ix: PieceIx, units: &[String]) -> PieceIx {
        let left = self.units_left(ix).into_iter().filter(|id| !units.contains(id)).collect();
        self.parted.left.insert(ix, left);
        let new = self.on.boards.situation.pieces.len() + self.parted.made;
        self.parted.made += 1;
        self.parted.left.insert(new, units.to_vec());
        new
    }

    /// Units go to a place by themselves, off what carried them.
    pub fn move_units(&mut self, ids: &[String], to: &str) {
        for WholeCounter { ix: piece, .. } in self.counters(ids) {
            if self.is_aboard(piece) {
                self.deed(BoardDeed::Mark { piece, state: ABOARD.to_owned(), on: false });
            }
            self.deed(BoardDeed::Move { piece, to: to.to_owned() });
        }
    }

    /// Whether a counter is aboard a ship, or was made of one that is.
    fn is_aboard(&self, piece: PieceIx) -> bool {
        let unit = self.units_left(piece).first().and_then(|id| self.roster().unit(id));
        unit.is_some_and(|unit| self.on.boards.situation.pieces[unit.ix].has(ABOARD))
    }

    /// Units leave the game, with all that they carry.
    pub fn lose(&mut self, units: &UnitGroup, battle: Option<u32>) {
        for unit in UnitGroup::of(units.lots().to_vec()).units().0 {
            self.log(LogEvent::Casualty(UnitFate { battle, unit, to: String::new() }));
        }
        let ids = self.roster().all_ids(units);
        self.gone.extend(ids.iter().cloned());
        for (ix, lost) in self.by_counter(&ids) {
            let left: Vec<String> = self.units_left(ix).into_iter().filter(|id| !lost.contains(id)).collect();
            let Some(unit) = self.on.boards.unit(ix) else { continue };
            if left.is_empty() {
                self.items_of(&unit.id).into_iter().for_each(|item| {
                    self.happened(Happening::Gone { item, pieces: vec![unit.id.clone()] });
                });
                self.bury(unit);
            } else {
                let by = u32::try_from(lost.len()).unwrap_or(0);
                self.parted.deeds.push(BoardDeed::Reduce { piece: ix, by });
            }
            self.parted.left.insert(ix, left);
        }
    }

    fn bury(&mut self, unit: &BoardUnit) {
        let pool = self.on.boards.pack().pools.iter().find(|pool| *pool.id == *CASUALTIES);
        if self.on.boards.situation.pieces[unit.ix].has(ABOARD) {
            self.deed(BoardDeed::Mark { piece: unit.ix, state: ABOARD.to_owned(), on: false });
        }
        match pool.and_then(|pool| pool.at.get(&unit.power)) {
            Some(place) => self.deed(BoardDeed::Move { piece: unit.ix, to: place.clone() }),
            None => self.deed(BoardDeed::Remove { piece: unit.ix }),
        }
    }

    /// The items of the list that a counter follows.
    fn items_of(&self, counter: &str) -> Vec<u32> {
        let orders = self.stride.paper.orders.iter();
        let mine = orders.filter(|order| order.pieces.iter().any(|own| own == counter));
        mine.map(|order| order.item).collect()
    }

    /// Counters by the items that they follow.
    pub fn by_item(&self, counters: &[WholeCounter]) -> Vec<(u32, Vec<String>)> {
        let ids: BTreeSet<&str> = counters.iter().map(|counter| counter.id.as_str()).collect();
        let mine = |order: &liege_rules::desk::play::ListedOrder| {
            let own = order.pieces.iter().filter(|id| ids.contains(id.as_str()));
            (order.item, own.cloned().collect::<Vec<String>>())
        };
        let found = self.stride.paper.orders.iter().map(mine);
        found.filter(|(_, pieces)| !pieces.is_empty()).collect()
    }
}
