//! What the ships of both sides that are afloat in the end are worth, with the weight of each sum.

use std::collections::BTreeMap;

use super::aim::Weapons;
use super::close::{SalvoWeights, Sums, scaled, weigh};
use super::salvo::Broadside;
use super::scale::{Left, Worth};
use super::stance::{Course, Stances};
use super::standing::Meetings;
use super::{CountedFight, Decisions, NotCounted};
use crate::sea::combat::battle::SideIx;
use liege_rules::play::wide::Wide;

impl<const C: usize> Sums<C> {
    /// Adds what the ships that are afloat in the end are worth.
    pub(super) fn add_worth<const A: usize>(
        &mut self,
        fight: &CountedFight<'_>,
        standing: &Meetings<A>,
        second: Option<&Decisions>,
    ) -> Result<(), NotCounted> {
        let worth = |side: SideIx| Worth(Left { scale: self.scales[side], squadrons: &fight.sides[side] });
        let mut salvos = [0, 1].map(|side| Broadside::new(fight, side, Weapons::Guns, worth(1 - side)));
        let stances = Stances::of(fight, standing, second, &mut salvos);
        let most = [0, 1].map(|side: SideIx| salvos[side].most_shots());
        for (side, salvos) in [1, 0].into_iter().zip(&mut salvos) {
            let worth = |line_up: usize| {
                self.scales[side].left(&fight.sides[side], standing.line_ups[side][line_up]).1
            };
            // By what the screened ships are worth.
            let mut all: BTreeMap<u32, SalvoWeights<A>> = BTreeMap::new();
            for (line_ups, weight) in standing.pairs() {
                let Course::On(numbers) = stances.course(line_ups) else {
                    self.worth[side][worth(line_ups[side])].add(&scaled(weight, most));
                    continue;
                };
                let (own, other) = (stances.at(side, numbers[side]), stances.at(1 - side, numbers[1 - side]));
                let salvo = salvos.fire(other.waiting, own.targets)?;
                weigh(all.entry(own.aside_worth).or_default(), salvo, weight, other.waiting);
            }
            for (aside, weights) in all {
                self.add_worth_left((side, aside as usize), salvos, weights, most);
            }
        }
        Ok(())
    }

    /// Adds what the ships of a side are worth that salvos leave, beside those that are screened.
    fn add_worth_left<const A: usize>(
        &mut self,
        (side, aside): (SideIx, usize),
        salvos: &Broadside<'_, '_, Worth<'_>>,
        weights: SalvoWeights<A>,
        most: [u32; 2],
    ) {
        let weights = (0..).zip(weights).filter(|(_, (weight, _))| *weight != Wide::ZERO);
        for (salvo, (weight, waiting)) in weights {
            let weight = scaled::<A, C>(&weight, [most[side], most[1 - side] - salvos.shots(waiting)]);
            for (left, ways) in salvos.spreads.ways(salvos.spread(salvo)) {
                self.worth[side][aside + left as usize].add_times(&weight, ways);
            }
        }
    }
}
