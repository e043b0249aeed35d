//! Which units of a battle the umpire means, who names them by class and number: `TR (2 INF), 2 CA`, or all.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Carrying;
use crate::boards::BoardUnit;
use crate::class::UnitClass;
use crate::force::{Lot, UnitGroup};

/// What becomes of units in a battle, part by part.
#[derive(Default)]
pub(super) struct BattleResult {
    /// Ids of units that are lost.
    pub lost: Vec<String>,
    /// Ids of ships that are damaged now.
    pub damaged: Vec<String>,
    /// Ids of units that went back, and where to.
    pub back: Vec<(String, String)>,
    /// Technologies that work in the battle, each with its power.
    pub used: Vec<(String, String)>,
    /// Facilities and how much damage they take.
    pub wrecked: Vec<(String, i32)>,
}

/// What became of units.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Lost,
    Damaged,
    Back,
}

/// Units of one side of a battle.
pub(super) struct NamedUnits<'r, 'a> {
    pub on: &'r Carrying<'a>,
    /// The counters that fight.
    pub pieces: &'r [String],
    /// What was named before.
    pub result: &'r BattleResult,
    pub verb: Verb,
    /// The part of the answer.
    pub part: &'r str,
}

impl NamedUnits<'_, '_> {
    /// The ids of the units that are named.
    ///
    /// # Errors
    /// It names no units, or more than are left.
    pub fn read(&self, units: &str) -> Result<Vec<String>, String> {
        let roster = self.on.roster();
        let mut taken: BTreeSet<&String> = self.result.lost.iter().collect();
        taken.extend(self.result.back.iter().map(|(id, _)| id));
        if self.verb == Verb::Damaged {
            taken.extend(&self.result.damaged);
        }
        let each = self.pieces.iter().flat_map(|id| roster.each_id(id));
        let mut free: Vec<String> = each.filter(|id| !taken.contains(id)).collect();
        if units.trim().eq_ignore_ascii_case("all") {
            let is_unit = |id: &String| {
                roster.unit(id).is_some_and(|unit| !unit.class.is_facility() && unit.class != UnitClass::Kami)
            };
            return Ok(free.into_iter().filter(is_unit).collect());
        }
        let wanted = UnitGroup::read("units", &Value::from(units))
            .map_err(|faults| faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>().join("; "))?;
        let mut found = Vec::new();
        for lot in wanted.lots() {
            for _ in 0..lot.count {
                let best = free.iter().filter(|id| self.fits(lot, id)).min_by_key(|id| self.rank(lot, id));
                let id = best.cloned().ok_or_else(|| {
                    let there = self.on.boards.in_words(&roster.group(self.pieces));
                    let wanted = Lot { count: 1, ..lot.clone() };
                    format!("\"{}\": not so many {wanted} in this battle; that side has {there}", self.part)
                })?;
                free.retain(|other| *other != id);
                found.push(id);
            }
        }
        Ok(found)
    }

    fn fits(&self, lot: &Lot, id: &String) -> bool {
        let named = self
            .on
            .roster()
            .unit(id)
            .is_some_and(|unit| unit.class == lot.class && self.on.is_power_of(lot, unit));
        let carries = || {
            let mut aboard = classes(&self.cargo(id));
            let mut wanted = classes(&lot.cargo);
            aboard.sort();
            wanted.sort();
            aboard == wanted
        };
        named && (lot.cargo.is_empty() || carries())
    }

    fn cargo(&self, id: &String) -> Vec<Lot> {
        let own = self.on.roster().singly(std::slice::from_ref(id));
        own.lots().iter().flat_map(|lot| lot.cargo.clone()).collect()
    }

    /// The likeliest first. Who is lost is the damaged one, but not one that is damaged by the same answer, and rather a
    /// ship that carries little.
    fn rank(&self, lot: &Lot, id: &String) -> (bool, bool, usize, String) {
        let damage = self.on.roster().unit(id).map_or(0, |unit| unit.damage);
        let hit = self.result.damaged.contains(id);
        let is_damaged = damage > 0 || hit && self.verb == Verb::Back;
        let meant = lot.damage > 0 || self.verb != Verb::Damaged;
        let load = if self.verb == Verb::Lost { classes(&self.cargo(id)).len() } else { 0 };
        (hit && self.verb == Verb::Lost, is_damaged != meant, load, id.clone())
    }
}

impl Carrying<'_> {
    /// Whether a unit is of the power that is named with a lot, where one is.
    pub(super) fn is_power_of(&self, lot: &Lot, unit: &BoardUnit) -> bool {
        let named = |word: &String| self.boards.power_called(word) == Some(unit.power.as_str());
        lot.power.as_ref().is_none_or(named)
    }
}

/// The class of each unit.
fn classes(lots: &[Lot]) -> Vec<UnitClass> {
    lots.iter().flat_map(|lot| std::iter::repeat_n(lot.class, lot.count as usize)).collect()
}
