//! The sums of a battle told as chances.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::CountedFight;
use super::close::Sums;
use crate::sea::combat::battle::{SIDES, SideIx};
use crate::sea::combat::outcome;
use crate::sea::damage;
use liege_rules::play::losses::{Counted, Prospects, UnitProspect};
use liege_rules::play::wide::Wide;

impl<const N: usize> Sums<N> {
    /// The sums as chances.
    pub(super) fn told(self, fight: &CountedFight<'_>) -> Counted {
        let width = self.scales[1].numbers();
        let sums = self.tables.iter().zip([false, true]).flat_map(|(table, withdrawn)| {
            table
                .iter()
                .enumerate()
                .map(move |(index, weight)| ([index / width, index % width], withdrawn, weight))
        });
        let mut results: BTreeMap<String, BigUint> = BTreeMap::new();
        let mut total = BigUint::default();
        for (left, withdrawn, weight) in sums.filter(|(.., weight)| **weight != Wide::ZERO) {
            let lost = |side: SideIx| {
                self.scales[side].lost(left[side], withdrawn, fight.engagement.fleets[side].cargo)
            };
            let weight = weight.big();
            total += &weight;
            *results.entry(outcome::in_short(&lost(0), &lost(1))).or_default() += weight;
        }
        let prospects = self.prospects(fight, &total);
        Counted { results, total, prospects }
    }

    /// What each ship loses: of equal ones each the mean of them all.
    fn prospects(&self, fight: &CountedFight<'_>, total: &BigUint) -> Prospects {
        let mut units = Vec::new();
        for (side, squadrons) in fight.sides.iter().enumerate() {
            for (ship, unit) in fight.engagement.fleets[side].units.iter().enumerate() {
                let of = squadrons.iter().position(|squadron| squadron.ships.contains(&ship));
                let Some((number, squadron)) = of.and_then(|of| Some((of, squadrons.get(of)?))) else {
                    continue;
                };
                let all = total * squadron.ships.len();
                let [whole, hit] = [0, 1].map(|hits| self.ships[side][number * 2 + hits].big());
                let gone = &all - &whole - &hit;
                let weights = [(squadron.hits_left(1), hit), (0, gone)];
                let fates = weights.into_iter().filter(|(_, weight)| *weight > BigUint::ZERO);
                let fates = fates.filter_map(|(left, weight)| Some((damage::fate(unit, left)?, weight)));
                units.push(UnitProspect {
                    side: SIDES[side],
                    unit: unit.name.clone(),
                    fates: fates.collect(),
                    total: all,
                });
            }
        }
        let mut measures = BTreeMap::new();
        for ((side, worth), scale) in SIDES.into_iter().zip(&self.worth).zip(self.scales) {
            for (left, weight) in worth.iter().enumerate().filter(|(_, weight)| **weight != Wide::ZERO) {
                let lost = u32::try_from(scale.worth - left).unwrap_or(u32::MAX);
                measures.insert((side, lost), weight.big());
            }
        }
        Prospects { units, measures, total: total.clone() }
    }
}
