//! What units lose in a battle: expected over all that can happen, and how likely as much or more is.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::tally::Share;
use crate::rules::procedure::Role;

/// What became of one unit in an outcome.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitLoss {
    /// Its side.
    pub side: Role,
    /// Its name.
    pub unit: String,
    /// The first unit of its side that equals it in all but its name, by its place in the list; its own place if there
    /// is none before it.
    pub like: usize,
    /// What it lost; none where it stands.
    pub fate: Option<LostUnit>,
}

/// A loss that a unit can take.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LostUnit {
    /// In a word: `damaged`.
    pub word: &'static str,
    /// What its side lacks then, and how much of it.
    pub lost: Vec<(&'static str, u32)>,
    /// How much that is by the procedure's measure of losses.
    pub measure: u32,
}

/// What can become of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitProspect {
    /// Its side.
    pub side: Role,
    /// Its name.
    pub unit: String,
    /// Each loss with its weight, over a total of its own.
    pub fates: Vec<(LostUnit, BigUint)>,
    /// The total of the weights.
    pub total: BigUint,
}

/// What both sides lose over all that can happen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prospects {
    /// Each unit, in the order of the procedure.
    pub units: Vec<UnitProspect>,
    /// The weight of each sum of the measure, by side.
    pub measures: BTreeMap<(Role, u32), BigUint>,
    /// The total of those weights.
    pub total: BigUint,
}

/// Losses added up with their weights.
#[derive(Debug, Clone, Default)]
pub(super) struct LossSums {
    /// The units in their order.
    units: Vec<(Role, String, usize)>,
    fates: BTreeMap<(usize, LostUnit), Share>,
    measures: BTreeMap<(Role, u32), Share>,
}

impl LossSums {
    /// Adds what an outcome of this share has lost.
    pub(super) fn add(&mut self, losses: Vec<UnitLoss>, share: &Share) {
        let mut measures: BTreeMap<Role, u32> = BTreeMap::new();
        if self.units.is_empty() {
            self.units = losses.iter().map(|loss| (loss.side, loss.unit.clone(), loss.like)).collect();
        }
        for (index, loss) in losses.into_iter().enumerate() {
            let sum = measures.entry(loss.side).or_default();
            if let Some(fate) = loss.fate {
                *sum = sum.saturating_add(fate.measure);
                add(&mut self.fates, (index, fate), share);
            }
        }
        for measure in measures {
            add(&mut self.measures, measure, share);
        }
    }

    /// The same with other shares.
    pub(super) fn weighed(self, weigh: impl Fn(Share) -> Share) -> Self {
        Self {
            units: self.units,
            fates: self.fates.into_iter().map(|(of, share)| (of, weigh(share))).collect(),
            measures: self.measures.into_iter().map(|(of, share)| (of, weigh(share))).collect(),
        }
    }

    /// The losses with their weights, which are counts of a total. Of equal units that were taken for one another each
    /// has the mean of them all.
    pub(super) fn prospects(self, total: &BigUint, merged: bool) -> Prospects {
        let own = |(index, (.., like)): (usize, &(Role, String, usize))| if merged { *like } else { index };
        let groups: Vec<usize> = self.units.iter().enumerate().map(own).collect();
        let mut fates: BTreeMap<(usize, LostUnit), BigUint> = BTreeMap::new();
        for ((index, fate), share) in self.fates {
            let group = groups.get(index).copied().unwrap_or(index);
            *fates.entry((group, fate)).or_default() += share.part.big();
        }
        let prospect = |((side, unit, _), group): (&(Role, String, usize), &usize)| UnitProspect {
            side: *side,
            unit: unit.clone(),
            fates: fates
                .iter()
                .filter(|((of, _), _)| of == group)
                .map(|((_, fate), weight)| (fate.clone(), weight.clone()))
                .collect(),
            total: total * groups.iter().filter(|other| *other == group).count(),
        };
        let units = self.units.iter().zip(&groups).map(prospect).collect();
        let measures = self.measures.into_iter().map(|(of, share)| (of, share.part.big())).collect();
        Prospects { units, measures, total: total.clone() }
    }
}

fn add<K: Ord>(sums: &mut BTreeMap<K, Share>, of: K, share: &Share) {
    match sums.get_mut(&of) {
        Some(known) => known.add(share),
        None => {
            sums.insert(of, share.clone());
        }
    }
}
