//! Following every roll, within bounds of time and memory.

use std::collections::{BTreeMap, BTreeSet};

use super::share::Share;
use super::tally::{Merge, Tally, size};
use super::{Limits, Reckoned, TooLarge};
use crate::play::dice::EveryRoll;
use crate::play::procedure::{Asked, Log, Moment, Policy, Procedure, advance};

/// Exact chances: of the states that are under way, each with its share of all that can happen, the smallest goes on.
///
/// Where states grow with progress, all ways to a state are counted before it goes on, so that it does so once. Where
/// one comes up that is smaller than its forerunner it goes on again with what is new, which changes no chance.
///
/// # Errors
/// More steps, counted once for each path of their rolls, or more states at a time than the limits allow.
pub fn exact<P: Procedure>(
    battle: &P::Battle,
    state: &P::State,
    cx: &P::Cx,
    who: &dyn Policy<P::State>,
    limits: &Limits,
    merge: Merge,
) -> Result<Reckoned<P::Outcome>, TooLarge> {
    let mut budget = Budget::new(size::<P>(battle, state, cx), limits);
    let mut tally = Tally::<P>::new(battle, limits);
    let mut misfits = BTreeSet::new();
    let mut dice = if merge == Merge::Alike { EveryRoll::of_alike() } else { EveryRoll::new() };
    let mut log = Log::silent();
    let mut frontier = BTreeMap::new();
    frontier.insert(state.clone(), Share::ALL);
    while let Some((state, share)) = frontier.pop_first() {
        let mut who = |asked: &Asked<'_>, _: &Moment<'_>| match who.answer(&state, asked) {
            Ok(picked) => picked,
            Err(misfit) => {
                misfits.insert(misfit);
                None
            }
        };
        loop {
            budget.step(frontier.len())?;
            let then = advance::<P>(battle, &state, cx, &mut dice, &mut who, (&mut log, None));
            let share = share.times(&dice.weight());
            match then {
                Ok(next) => {
                    let next = if merge == Merge::Alike { P::alike(battle, next) } else { next };
                    let next = if limits.in_short { P::in_short(battle, next) } else { next };
                    match frontier.get_mut(&next) {
                        Some(known) => known.add(&share),
                        None => {
                            frontier.insert(next, share);
                        }
                    }
                }
                Err(end) => tally.add(end, &share),
            }
            if !dice.advance() {
                break;
            }
        }
    }
    Ok((tally.exact(merge), misfits))
}

/// What exact chances may cost.
struct Budget {
    steps: u64,
    states: usize,
    limit: u64,
}

impl Budget {
    /// Large states get fewer steps, and fewer may wait at once.
    fn new(size: usize, limits: &Limits) -> Self {
        const WORK: usize = 1_000_000_000;
        let limit = limits.steps.min((WORK / size) as u64);
        Self { steps: limit, states: limits.memory / size, limit }
    }

    fn step(&mut self, waiting: usize) -> Result<(), TooLarge> {
        if waiting > self.states {
            return Err(TooLarge::States(self.states));
        }
        self.steps = self.steps.checked_sub(1).ok_or(TooLarge::Steps(self.limit))?;
        Ok(())
    }
}
