//! From pieces of the master to forces, and back: a counter with chips is as many units, each with an id of its own.

use std::collections::BTreeMap;

use crate::base::Base;
use crate::boards::{BoardUnit, Boards};
use crate::force::{Lot, UnitGroup};
use crate::loading::share_out;
use liege_rules::position::situation::PieceIx;

/// The units of a position, looked up by the ids of their pieces.
#[derive(Clone, Copy)]
pub(super) struct Roster<'a> {
    pub boards: &'a Boards,
    pub base: &'a Base,
}

/// The piece that an id of a unit means: of several units with one counter and chips, that counter.
pub(super) fn piece_of(id: &str) -> &str {
    id.split('#').next().unwrap_or(id)
}

/// The ids of the units that a counter stands for: that of the piece, or `7#1`, `7#2` … for several (6.8.4).
pub(super) fn ids_of(unit: &BoardUnit) -> Vec<String> {
    match unit.count {
        1 => vec![unit.id.clone()],
        count => (1..=count).map(|number| format!("{}#{number}", unit.id)).collect(),
    }
}

impl<'a> Roster<'a> {
    /// The unit of an id.
    pub fn unit(self, id: &str) -> Option<&'a BoardUnit> {
        self.boards.by_id(piece_of(id))
    }

    /// The ids of the units that an id means: all of a counter, or the one that it names.
    pub fn each_id(self, id: &str) -> Vec<String> {
        match self.unit(id) {
            Some(unit) if id == unit.id => ids_of(unit),
            Some(_) => vec![id.to_owned()],
            None => Vec::new(),
        }
    }

    /// The force of these pieces with what they carry; what is listed itself is carried by nobody here.
    pub fn group(self, pieces: &[String]) -> UnitGroup {
        let listed: Vec<&BoardUnit> = pieces.iter().filter_map(|id| self.unit(id)).collect();
        self.of(&listed)
    }

    /// The force of these units with what they carry.
    pub fn of(self, listed: &[&BoardUnit]) -> UnitGroup {
        let mut lots: Vec<Lot> = Vec::new();
        for lot in listed.iter().flat_map(|unit| self.lots(unit, listed)) {
            add(&mut lots, lot);
        }
        UnitGroup::of(lots)
    }

    /// Units by their ids, each a lot of its own, with what it carries.
    pub fn singly(self, ids: &[String]) -> UnitGroup {
        let each = ids.iter().flat_map(|id| self.each_id(id));
        let lot = |id: String| {
            let unit = self.unit(&id)?;
            let mut lots = self.lots(unit, &[]).into_iter();
            let own = lots.find(|lot| lot.ids.contains(&id))?;
            Some(Lot { count: 1, ids: vec![id], ..own })
        };
        UnitGroup::of(each.filter_map(lot).collect())
    }

    /// The units of a counter: one lot, or one for each ship of several that carry something.
    fn lots(self, unit: &BoardUnit, listed: &[&BoardUnit]) -> Vec<Lot> {
        let whole = |ids: Vec<String>, cargo: Vec<Lot>| Lot {
            power: Some(unit.power.clone()),
            damage: unit.damage,
            cargo,
            ..Lot { count: u32::try_from(ids.len()).unwrap_or(u32::MAX), ids, ..Lot::new(unit.class, 1) }
        };
        let is_listed = |id: &String| {
            let ix = self.unit(id).map(|unit| unit.ix);
            listed.iter().any(|one| Some(one.ix) == ix)
        };
        let shares = self.shares(unit);
        if shares.iter().all(Vec::is_empty) {
            return vec![whole(ids_of(unit), Vec::new())];
        }
        let ships = ids_of(unit).into_iter().zip(shares);
        ships
            .map(|(id, share)| {
                let aboard: Vec<String> = share.into_iter().filter(|id| !is_listed(id)).collect();
                whole(vec![id], self.together(&aboard))
            })
            .collect()
    }

    /// Units by their ids in the order of their pieces, without what they carry.
    pub fn seen(self, ids: &[String]) -> Vec<Lot> {
        let ids: Vec<String> = self.by_counter(ids).into_values().flatten().collect();
        self.together(&ids)
    }

    /// Units by their ids, those that are alike in one lot.
    fn together(self, ids: &[String]) -> Vec<Lot> {
        let mut lots = Vec::new();
        for id in ids {
            let Some(unit) = self.unit(id) else { continue };
            let (power, damage, ids) = (Some(unit.power.clone()), unit.damage, vec![id.clone()]);
            add(&mut lots, Lot { power, damage, ids, ..Lot::new(unit.class, 1) });
        }
        lots
    }

    /// What each ship of a counter carries of what lies on it, the large units first.
    fn shares(self, unit: &BoardUnit) -> Vec<Vec<String>> {
        let mut cargo: Vec<&BoardUnit> = self.cargo(unit.ix).collect();
        if unit.count == 1 {
            return vec![cargo.into_iter().flat_map(ids_of).collect()];
        }
        cargo.sort_by_key(|unit| (std::cmp::Reverse(unit.class), unit.ix));
        let kind = |unit: &BoardUnit| self.boards.situation.pieces[unit.ix].kind();
        let each = cargo.iter().flat_map(|unit| ids_of(unit).into_iter().map(|id| (id, kind(unit))));
        let (ids, kinds): (Vec<String>, Vec<&str>) = each.unzip();
        let ships = usize::try_from(unit.count).unwrap_or(1);
        let shares = share_out(self.base, kind(unit), ships, &kinds);
        shares.into_iter().map(|share| share.into_iter().map(|at| ids[at].clone()).collect()).collect()
    }

    /// The units that a ship carries.
    pub fn cargo(self, ship: PieceIx) -> impl Iterator<Item = &'a BoardUnit> {
        self.boards.units.iter().filter(move |unit| unit.carrier == Some(ship))
    }

    /// The ids of the units of a force, what it carries included.
    pub fn all_ids(self, group: &UnitGroup) -> Vec<String> {
        let mut all = Vec::new();
        let mut lots: Vec<&Lot> = group.lots().iter().collect();
        while let Some(lot) = lots.pop() {
            lots.extend(&lot.cargo);
            all.extend(lot.ids.iter().cloned());
        }
        all
    }

    /// Units by the counters that they are part of, in the order of the pieces.
    pub fn by_counter(self, ids: &[String]) -> BTreeMap<PieceIx, Vec<String>> {
        let mut all: BTreeMap<PieceIx, Vec<String>> = BTreeMap::new();
        for id in ids.iter().flat_map(|id| self.each_id(id)) {
            let Some(unit) = self.unit(&id) else { continue };
            let own = all.entry(unit.ix).or_default();
            if !own.contains(&id) {
                own.push(id);
            }
        }
        all
    }
}

/// Adds a lot to others, to the last one if it is alike.
fn add(lots: &mut Vec<Lot>, lot: Lot) {
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
