//! From pieces of the master to forces, and back.

use crate::rules::aafog::boards::{BoardUnit, Boards};
use crate::rules::aafog::force::{Lot, UnitGroup};
use crate::rules::situation::PieceIx;

/// The units of a position, looked up by the ids of their pieces.
#[derive(Clone, Copy)]
pub(super) struct Roster<'a> {
    pub boards: &'a Boards,
}

/// The piece that an id of a unit means: of several units with one counter and chips, that counter.
pub(super) fn piece_of(id: &str) -> &str {
    id.split('#').next().unwrap_or(id)
}

impl<'a> Roster<'a> {
    /// The unit of an id.
    pub fn unit(self, id: &str) -> Option<&'a BoardUnit> {
        self.boards.by_id(piece_of(id))
    }

    /// The force of these pieces with what they carry; what is listed itself is carried by nobody here.
    pub fn group(self, pieces: &[String]) -> UnitGroup {
        let listed: Vec<&BoardUnit> = pieces.iter().filter_map(|id| self.unit(id)).collect();
        self.of(&listed)
    }

    /// The force of these units with what they carry.
    pub fn of(self, listed: &[&BoardUnit]) -> UnitGroup {
        let mut lots: Vec<Lot> = Vec::new();
        for unit in listed {
            let lot = self.lot(unit, listed);
            let alike = |last: &&mut Lot| {
                (last.class, &last.power, last.damage) == (lot.class, &lot.power, lot.damage)
                    && last.cargo.is_empty()
                    && lot.cargo.is_empty()
            };
            match lots.last_mut().filter(alike) {
                Some(last) => {
                    last.count = last.count.saturating_add(lot.count);
                    last.ids.extend(lot.ids);
                }
                None => lots.push(lot),
            }
        }
        UnitGroup::of(lots)
    }

    fn lot(self, unit: &BoardUnit, listed: &[&BoardUnit]) -> Lot {
        let aboard = self.cargo(unit.ix).filter(|cargo| !listed.iter().any(|one| one.ix == cargo.ix));
        let cargo: Vec<&BoardUnit> = aboard.collect();
        let ids = match unit.count {
            1 => vec![unit.id.clone()],
            count => (1..=count).map(|number| format!("{}#{number}", unit.id)).collect(),
        };
        Lot {
            power: Some(unit.power.clone()),
            damage: unit.damage,
            ids,
            cargo: self.of(&cargo).lots().to_vec(),
            ..Lot::new(unit.class, unit.count)
        }
    }

    /// The units that a ship carries.
    pub fn cargo(self, ship: PieceIx) -> impl Iterator<Item = &'a BoardUnit> {
        self.boards.units.iter().filter(move |unit| unit.carrier == Some(ship))
    }

    /// The pieces of a force, what it carries included, each once.
    pub fn pieces(self, group: &UnitGroup) -> Vec<&'a BoardUnit> {
        let mut all: Vec<&BoardUnit> = Vec::new();
        let mut lots: Vec<&Lot> = group.lots().iter().collect();
        while let Some(lot) = lots.pop() {
            lots.extend(&lot.cargo);
            all.extend(lot.ids.iter().filter_map(|id| self.unit(id)));
        }
        all.sort_by_key(|unit| unit.ix);
        all.dedup_by_key(|unit| unit.ix);
        all
    }
}
