//! All shots of one side in a sub-round: what becomes of the targets, with exact weights, each question asked once.

use std::collections::HashMap;

use super::aim::{Gunners, NextShots, Unfired, Weapons, shots};
use super::line_up::{LineUp, MOST_SQUADRONS, Mixing};
use super::{CountedFight, MOST_WORK, NotCounted};
use crate::rules::atpo::sea::combat::battle::SideIx;

/// Rolls of two dice.
pub(super) const ROLLS: u64 = 36;
/// The most shots of a salvo whose weights fit 64 bits, with room for sums of counts.
pub(super) const MOST_SHOTS: u32 = 11;
/// Ships afloat of each squadron after each number of hits, counted with weights.
pub(super) type ShipSums = [u64; MOST_SQUADRONS * 2];

/// The number of a spread.
pub(super) type SpreadIx = u32;

/// What targets come to, as numbers that can be added: what two parts of a side come to is the sum of both.
pub(super) trait Endings: Send {
    /// What ships come to after the last shot.
    fn number(&mut self, line_up: LineUp) -> u32;
    /// What two parts come to together.
    fn sum(&mut self, one: u32, other: u32) -> u32;
}

/// What a salvo can come to.
#[derive(Debug, Clone, Copy)]
struct Spread {
    /// Where its endings with their weights begin and end among all; the weights add up to 36 for each shot.
    from: u32,
    to: u32,
    ships: ShipSums,
}

/// The salvos of a side under one kind of question and one way of telling what they end in.
pub(super) struct Broadside<'f, 'b, E> {
    pub(super) gunners: Gunners<'f, 'b>,
    pub(super) endings: E,
    known: HashMap<(Unfired, LineUp), SpreadIx, Mixing>,
    spreads: Vec<Spread>,
    /// The endings of all spreads, one after the other.
    ways: Vec<(u32, u64)>,
    /// Weights by ending, all zero between two spreads.
    scratch: Vec<u64>,
    work: u64,
}

impl<'f, 'b, E: Endings> Broadside<'f, 'b, E> {
    pub(super) fn new(fight: &'f CountedFight<'b>, side: SideIx, weapons: Weapons, endings: E) -> Self {
        Self {
            gunners: Gunners::new(fight, side, weapons),
            endings,
            known: HashMap::default(),
            spreads: Vec::new(),
            ways: Vec::new(),
            scratch: Vec::new(),
            work: 0,
        }
    }

    /// The endings of a spread with their weights.
    pub(super) fn ways(&self, spread: SpreadIx) -> &[(u32, u64)] {
        let Spread { from, to, .. } = self.spreads[spread as usize];
        &self.ways[from as usize..to as usize]
    }

    /// The ships that a spread leaves.
    pub(super) fn ships(&self, spread: SpreadIx) -> &ShipSums {
        &self.spreads[spread as usize].ships
    }

    /// How many spreads there are.
    pub(super) fn spreads(&self) -> usize {
        self.spreads.len()
    }

    /// What the shots of all who wait come to.
    ///
    /// # Errors
    /// A question that nobody answers, or more than is worth while.
    pub(super) fn fire(&mut self, waiting: Unfired, targets: LineUp) -> Result<SpreadIx, NotCounted> {
        if let Some(known) = self.known.get(&(waiting, targets)) {
            return Ok(*known);
        }
        let all = ROLLS.pow(shots(waiting));
        let found = match self.gunners.aim(waiting, targets)? {
            None => self.added(targets, None, all)?,
            Some(aimed) if aimed.apart => {
                let fresh = self.gunners.fresh(targets);
                if fresh == targets {
                    self.one_each(waiting, targets, &aimed)?
                } else {
                    // What cannot be hit again stays as it is, whatever becomes of the others.
                    let of_fresh = self.fire(waiting, fresh)?;
                    self.added(targets.without(fresh), Some(of_fresh), all)?
                }
            }
            Some(aimed) => self.again(waiting, targets, &aimed)?,
        };
        self.known.insert((waiting, targets), found);
        Ok(found)
    }

    /// A spread with ships that nothing happens to beside it, or of them alone.
    fn added(&mut self, ships: LineUp, to: Option<SpreadIx>, all: u64) -> Result<SpreadIx, NotCounted> {
        let more = self.endings.number(ships);
        let mut sums = to.map_or([0; MOST_SQUADRONS * 2], |spread| *self.ships(spread));
        ships.by_hits().for_each(|(index, ships)| sums[index] += ships * all);
        let from = self.ways.len();
        match to.map(|spread| self.spreads[spread as usize]) {
            None => self.ways.push((more, all)),
            Some(spread) => {
                for way in spread.from as usize..spread.to as usize {
                    let (ending, weight) = self.ways[way];
                    self.ways.push((self.endings.sum(ending, more), weight));
                }
            }
        }
        self.noted(from, sums)
    }

    /// Notes a spread whose endings were added last.
    fn noted(&mut self, from: usize, ships: ShipSums) -> Result<SpreadIx, NotCounted> {
        let whole = |index: usize| u32::try_from(index).map_err(|_| NotCounted);
        let (from, to, number) = (whole(from)?, whole(self.ways.len())?, whole(self.spreads.len())?);
        self.spreads.push(Spread { from, to, ships });
        Ok(number)
    }

    /// What shots come to where each has a target for itself: the first of them do not touch the others.
    fn one_each(
        &mut self,
        waiting: Unfired,
        targets: LineUp,
        aimed: &NextShots,
    ) -> Result<SpreadIx, NotCounted> {
        let mut others = targets;
        others.take(aimed.target, aimed.together);
        let left = Gunners::left(waiting, aimed);
        let all = ROLLS.pow(shots(left));
        let rest = self.fire(left, others)?;
        let mut sums = ShipSums::default();
        let mut touched = Vec::new();
        for (struck, weight) in self.gunners.struck(aimed) {
            let more = self.endings.number(struck);
            self.add(rest, weight, Some(more), (&mut sums, &mut touched))?;
            struck.by_hits().for_each(|(index, ships)| sums[index] += ships * weight * all);
        }
        self.gathered(touched, sums)
    }

    /// What shots come to where some are fired at ships that were attacked before.
    fn again(
        &mut self,
        waiting: Unfired,
        targets: LineUp,
        aimed: &NextShots,
    ) -> Result<SpreadIx, NotCounted> {
        let mut others = targets;
        others.take(aimed.target, aimed.together);
        let left = Gunners::left(waiting, aimed);
        let struck = self.gunners.struck(aimed);
        let then =
            struck.into_iter().map(|(struck, weight)| Ok((self.fire(left, others.plus(struck))?, weight)));
        let then = then.collect::<Result<Vec<(SpreadIx, u64)>, NotCounted>>()?;
        let mut sums = ShipSums::default();
        let mut touched = Vec::new();
        for (spread, weight) in then {
            self.add(spread, weight, None, (&mut sums, &mut touched))?;
        }
        self.gathered(touched, sums)
    }

    /// Adds a spread with a weight, of ships beside others that come to this number.
    fn add(
        &mut self,
        spread: SpreadIx,
        weight: u64,
        beside: Option<u32>,
        (sums, touched): (&mut ShipSums, &mut Vec<u32>),
    ) -> Result<(), NotCounted> {
        let Spread { from, to, ships } = self.spreads[spread as usize];
        self.work += u64::from(to - from);
        if self.work > MOST_WORK {
            return Err(NotCounted);
        }
        for (sum, ships) in sums.iter_mut().zip(ships) {
            *sum += ships * weight;
        }
        for (ending, ways) in &self.ways[from as usize..to as usize] {
            let ending = beside.map_or(*ending, |more| self.endings.sum(*ending, more));
            let index = ending as usize;
            if index >= self.scratch.len() {
                self.scratch.resize(index + 1, 0);
            }
            if self.scratch[index] == 0 {
                touched.push(ending);
            }
            self.scratch[index] += weight * ways;
        }
        Ok(())
    }

    /// The spread that was added up.
    fn gathered(&mut self, touched: Vec<u32>, sums: ShipSums) -> Result<SpreadIx, NotCounted> {
        let from = self.ways.len();
        for ending in touched {
            self.ways.push((ending, std::mem::take(&mut self.scratch[ending as usize])));
        }
        self.noted(from, sums)
    }
}
