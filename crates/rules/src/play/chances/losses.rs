//! Losses of units added up over all that can happen.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::share::Share;
use crate::play::losses::{LostUnit, Prospects, UnitLoss, UnitProspect};
use crate::play::procedure::Role;
use crate::play::whole::Whole;

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

    /// The same, its shares as weights over a total that all of them divide.
    pub(super) fn weighed(mut self, total: &Whole) -> Self {
        for share in self.fates.values_mut().chain(self.measures.values_mut()) {
            *share = Share::sure(share.weight(total));
        }
        self
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
