//! Following every roll, or samples of them, within bounds of time and memory.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer;

use super::{Chances, Limits, Method, TooLarge};
use crate::rules::dice::{Dice, EveryRoll, Seeded};
use crate::rules::procedure::{Decide, Ended, Endless, Log, MOST_STEPS, Procedure, advance};

/// Which states count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Merge {
    /// Equal ones.
    Equal,
    /// Those, too, that differ only in which of several equal units is which.
    Alike,
}

/// Exact chances: a frontier of states with whole-number weights, equal states merged at every step.
///
/// # Errors
/// More steps, counted once for each path of their rolls, or more states at a time than the limits allow.
pub fn exact<P: Procedure>(
    state: &P::State,
    cx: &P::Cx,
    who: &mut dyn Decide,
    limits: &Limits,
    merge: Merge,
) -> Result<Chances<P::Outcome>, TooLarge> {
    let mut budget = Budget::new::<P>(state, limits);
    let mut tally = Tally::<P>::new(limits);
    let mut frontier = BTreeMap::from([(state.clone(), BigUint::from(1u8))]);
    let mut total = BigUint::from(1u8);
    while !frontier.is_empty() {
        // Weights found in this round are over `common` times the total of the rounds before.
        let mut common = BigUint::from(1u8);
        let mut next: BTreeMap<P::State, BigUint> = BTreeMap::new();
        while let Some((state, weight)) = frontier.pop_first() {
            let mut dice = EveryRoll::new();
            loop {
                budget.step(frontier.len() + next.len())?;
                let then =
                    advance::<P>(state.clone(), cx, &mut dice, who, &mut Log::silent(), &mut Vec::new());
                let (share, of) = dice.weight();
                if !common.is_multiple_of(&of) {
                    let finer = common.lcm(&of) / &common;
                    next.values_mut().chain(tally.weights_mut()).for_each(|weight| *weight *= &finer);
                    total *= &finer;
                    common *= finer;
                }
                let weight = &weight * share * (&common / of);
                match then {
                    Ok(state) if merge == Merge::Alike => *next.entry(P::alike(state)).or_default() += weight,
                    Ok(state) => *next.entry(state).or_default() += weight,
                    Err(end) => tally.add(end, weight),
                }
                if !dice.advance() {
                    break;
                }
            }
        }
        frontier = next;
    }
    let divisor = tally.weights_mut().fold(total.clone(), |divisor, weight| divisor.gcd(weight));
    tally.weights_mut().for_each(|weight| *weight /= &divisor);
    Ok(tally.chances(total / divisor, Method::Exact, merge))
}

/// Samples after which a procedure that has never ended is given up.
const PATIENCE: u32 = 20;

/// Chances from seeded samples. A sample that does not end within the longest battle is counted as one without end.
///
/// # Errors
/// Not one of the first samples ends.
pub fn sampled<P: Procedure>(
    state: &P::State,
    cx: &P::Cx,
    who: &mut dyn Decide,
    limits: &Limits,
) -> Result<Chances<P::Outcome>, Endless> {
    // Samples of large states are fewer, and the intervals tell how wide that leaves them.
    const WORK: usize = 40_000_000;
    let samples = limits.samples.min(u32::try_from(WORK / size::<P>(state)).unwrap_or(u32::MAX));
    let mut tally = Tally::<P>::new(limits);
    let mut endless = 0u32;
    for sample in 0..samples {
        let mut dice = Seeded::new(limits.seed.wrapping_add(sample.into()));
        match sample_one::<P>(state, cx, who, &mut dice) {
            Some(end) => tally.add(end, BigUint::from(1u8)),
            None => endless += 1,
        }
        if endless >= PATIENCE && endless == sample + 1 {
            return Err(Endless { id: P::ID });
        }
    }
    let method = Method::Sampled { samples, seed: limits.seed };
    let chances = tally.chances(samples.into(), method, Merge::Equal);
    Ok(Chances { endless, ..chances })
}

fn sample_one<P: Procedure>(
    state: &P::State,
    cx: &P::Cx,
    who: &mut dyn Decide,
    dice: &mut dyn Dice,
) -> Option<Ended<P::Outcome>> {
    let mut state = state.clone();
    for _ in 0..MOST_STEPS {
        match advance::<P>(state, cx, dice, who, &mut Log::silent(), &mut Vec::new()) {
            Ok(next) => state = next,
            Err(end) => return Some(end),
        }
    }
    None
}

/// What exact chances may cost.
struct Budget {
    steps: u64,
    states: usize,
    limit: u64,
}

impl Budget {
    /// Large states get fewer steps, and fewer may wait at once.
    fn new<P: Procedure>(state: &P::State, limits: &Limits) -> Self {
        const WORK: usize = 1_000_000_000;
        let size = size::<P>(state);
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

/// About how many bytes a state takes, by the length of its outcome so far.
fn size<P: Procedure>(state: &P::State) -> usize {
    written(&P::so_far(state)) + 256
}

/// Outcomes as they come in: one by one as long as there is room, by their short results beyond that.
struct Tally<P: Procedure> {
    outcomes: BTreeMap<Ended<P::Outcome>, BigUint>,
    rest: BTreeMap<String, BigUint>,
    room: usize,
}

impl<P: Procedure> Tally<P> {
    fn new(limits: &Limits) -> Self {
        Self { outcomes: BTreeMap::new(), rest: BTreeMap::new(), room: limits.memory / 4 }
    }

    fn add(&mut self, end: Ended<P::Outcome>, weight: BigUint) {
        if let Some(known) = self.outcomes.get_mut(&end) {
            *known += weight;
            return;
        }
        if self.room > 0 {
            let question = match &end {
                Ended::Done(_) => 0,
                Ended::Open(_, question) => written(question),
            };
            self.room = self.room.saturating_sub(written(end.outcome()) + question);
        }
        if self.room > 0 {
            self.outcomes.insert(end, weight);
        } else {
            *self.rest.entry(P::result(end.outcome())).or_default() += weight;
        }
    }

    fn weights_mut(&mut self) -> impl Iterator<Item = &mut BigUint> {
        self.outcomes.values_mut().chain(self.rest.values_mut())
    }

    fn chances(self, total: BigUint, method: Method, merge: Merge) -> Chances<P::Outcome> {
        Chances { weights: self.outcomes, rest: self.rest, endless: 0, total, method, merge }
    }
}

/// Letters of a value when it is written down.
fn written(value: &impl serde::Serialize) -> usize {
    serde_json::to_string(value).map_or(0, |text| text.len())
}
