//! The chances of a procedure's outcomes: exact fractions, or samples that say so beyond a limit of steps.
//!
//! The smallest state is taken first, so that all ways to it are counted before it goes on, once; a state that
//! shrinks costs steps but no exactness. Chances take a `Policy`, a resolution takes a `Decide`: a policy is a
//! function of state and question and uses nothing up (`Orders::policies` refuses orders that do), so samples are
//! drawn on all processors, each with its own seed, and counted in the order of their seeds. Units that differ only
//! by name are merged where exact chances would not fit otherwise (`Procedure::alike`), not always, because outcomes
//! name units. `Limits::in_short` forgets what a state keeps only to distinguish outcomes with the same result and
//! losses. Losses are counted once, by unit (`Procedure::losses`, `MEASURE`); expected losses, chart and luck all
//! come from them.

mod expected;
mod follow;
mod limits;
mod losses;
mod luck;
mod sample;
mod share;
mod tally;
mod telling;

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use serde::Serialize;
use serde_json::{Value, json};

pub use expected::{ExpectedFate, ExpectedUnit};
pub use follow::exact;
pub use limits::Limits;
pub use luck::{Luck, NoLuck, SideLuck, measured};
pub use sample::sampled;
pub use tally::Merge;

use telling::{ChanceReport, ToldOutcome};

use crate::play::losses::Prospects;
use crate::play::procedure::{
    AssumedPolicy, Ended, Endless, Line, Misfit, Outlook, Policy, Procedure, Question, Role,
};

/// Outcomes with their weights over a common total.
#[derive(Debug, Clone)]
pub struct Chances<O> {
    /// Each outcome's weight.
    pub weights: BTreeMap<Ended<O>, BigUint>,
    /// The weight of further outcomes, by their short results: there are too many to tell them one by one.
    pub rest: BTreeMap<String, BigUint>,
    /// A question that stays open in one of those.
    pub rest_open: Option<Box<Question>>,
    /// Samples that came to no end; they are part of the total.
    pub endless: u32,
    /// The sum of the weights and of the samples without end.
    pub total: BigUint,
    /// How they were found.
    pub method: Method,
    /// Which states counted as one.
    pub merge: Merge,
    /// What units lose, where the procedure tells that.
    pub prospects: Prospects,
}

/// Chances as a report tells them.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// Whether every roll was followed.
    pub exact: bool,
    /// The odds under which outcomes come, in the order of the outcomes.
    pub odds: Vec<String>,
    /// Each short result, likeliest first.
    pub results: Vec<Likely>,
    /// How they were found.
    pub method: Method,
    /// What units lose, where the procedure tells that.
    pub expected: Vec<ExpectedUnit>,
    /// By what losses are measured, where they are.
    pub measure: Option<&'static str>,
    /// For each sum of losses of a side the share of all in which it loses as much or more.
    pub at_least: BTreeMap<(Role, u32), f64>,
    /// A question that stays open on some way.
    pub open: Option<Question>,
    /// The policies that were assumed where nobody decided.
    pub assumed: Vec<AssumedPolicy>,
}

impl Told {
    /// What is told of an answer that leads to these chances; none where a question stays open.
    pub(crate) fn outlook(&self, results: usize) -> Option<Outlook> {
        let mut lost: Vec<(Role, f64)> = Vec::new();
        for unit in &self.expected {
            match lost.iter_mut().find(|(side, _)| *side == unit.side) {
                Some((_, sum)) => *sum += unit.lost(),
                // The sum of nothing would be -0.
                None => lost.push((unit.side, 0.0 + unit.lost())),
            }
        }
        let likeliest = self.results.iter().take(results).map(|likely| (likely.result.clone(), likely.p));
        let (exact, measure, results) = (self.exact, self.measure, likeliest.collect());
        self.open.is_none().then_some(Outlook { exact, results, lost, measure })
    }
}

/// A short result with its chance.
#[derive(Debug, Clone, PartialEq)]
pub struct Likely {
    /// The result.
    pub result: String,
    /// Its share of all, to about 15 digits.
    pub p: f64,
    /// Where the true share lies, of samples.
    pub interval: Option<(f64, f64)>,
    /// The same as JSON, with its weight and interval.
    pub row: Value,
}

/// How chances were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Every roll was followed: the weights are exact.
    Exact,
    /// Seeded samples: seeds `seed`, `seed + 1`, and so on.
    Sampled {
        /// How many.
        samples: u32,
        /// The first seed.
        seed: u64,
    },
}

/// Why there are no chances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoChances {
    /// The procedure comes to no end, however often it is tried.
    Endless(Endless),
    /// Orders that are no legal answers to the questions they are meant for.
    Misfits(Vec<Misfit>),
}

/// The exact enumeration needs more than is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// Steps.
    #[error("more than {0} steps are needed for exact chances")]
    Steps(u64),
    /// States at a time.
    #[error("more than {0} simultaneous states are needed for exact chances")]
    States(usize),
}

/// What was found, and the orders that did not fit on the way.
pub type Reckoned<O> = (Chances<O>, BTreeSet<Misfit>);

/// Exact chances within the limits, where needed with equal units taken for one another; samples beyond them.
///
/// # Errors
/// The procedure comes to no end, however often it is tried; orders that are no legal answers.
pub fn find<P: Procedure>(
    battle: &P::Battle,
    state: &P::State,
    cx: &P::Cx,
    who: &dyn Policy<P::State>,
    limits: &Limits,
) -> Result<Chances<P::Outcome>, NoChances> {
    let merges = P::has_alike(battle) && !who.knows_names();
    let steps = if merges { limits.steps.min(P::STEPS_APART) } else { limits.steps };
    let mut found = exact::<P>(battle, state, cx, who, &Limits { steps, ..*limits }, Merge::Equal);
    if found.is_err() && merges {
        found = exact::<P>(battle, state, cx, who, limits, Merge::Alike);
    }
    let (chances, misfits) = match found {
        Ok(found) => found,
        Err(_) => sampled::<P>(battle, state, cx, who, limits).map_err(NoChances::Endless)?,
    };
    if misfits.is_empty() { Ok(chances) } else { Err(NoChances::Misfits(misfits.into_iter().collect())) }
}

impl<O: Clone + Ord + Serialize> Chances<O> {
    /// The weight of each short result.
    #[must_use]
    pub fn results<P: Procedure<Outcome = O>>(&self) -> BTreeMap<String, BigUint> {
        let mut results = self.rest.clone();
        for (end, weight) in &self.weights {
            *results.entry(P::result(end.outcome())).or_default() += weight;
        }
        results
    }

    /// The share of each short result, from 0 to 1, to about 15 digits.
    #[must_use]
    pub fn shares<P: Procedure<Outcome = O>>(&self) -> BTreeMap<String, f64> {
        let results = self.results::<P>().into_iter();
        results.map(|(result, weight)| (result, share(&weight, &self.total))).collect()
    }

    /// Write `exact`, `results` and `outcomes` into a JSON object, and `endless` where samples came to no end; give the
    /// likeliest results as lines, and all of them for reports. `measure` is what losses are measured by.
    pub fn write<P: Procedure<Outcome = O>>(
        &self,
        measure: Option<&'static str>,
        json: &mut Value,
    ) -> (Vec<Line>, Told) {
        let outcome = |(end, weight)| ToldOutcome {
            result: P::result(Ended::outcome(end)),
            facts: json!(Ended::outcome(end)),
            open: if let Ended::Open(_, question) = end { Some(&**question) } else { None },
            weight,
        };
        ChanceReport {
            outcomes: self.weights.iter().map(outcome).collect(),
            odds: self.weights.keys().filter_map(|end| P::odds(end.outcome())).collect(),
            measure,
            rest: &self.rest,
            rest_open: self.rest_open.as_deref(),
            endless: self.endless,
            total: &self.total,
            method: self.method,
            merge: self.merge,
            prospects: &self.prospects,
        }
        .write(json)
    }
}

/// A whole number in JSON; above 2^53 a string of digits, because readers take numbers as doubles.
fn number(value: &BigUint) -> Value {
    match u64::try_from(value) {
        Ok(small) if small <= 1 << 53 => small.into(),
        _ => value.to_string().into(),
    }
}

/// `weight / total` to about 15 digits, for people.
fn share(weight: &BigUint, total: &BigUint) -> f64 {
    const SCALE: u64 = 1_000_000_000_000_000;
    if total.bits() == 0 {
        return 0.0;
    }
    let scaled = u64::try_from(weight * SCALE / total).unwrap_or(SCALE);
    scaled as f64 / SCALE as f64
}

/// The 95 % Wilson interval of a share seen in `n` samples.
fn wilson(p: f64, n: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let middle = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0))
}
