//! The chances of a procedure's outcomes: exact fractions, or samples that say so beyond a limit of steps.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer;
use serde::Serialize;
use serde_json::{Value, json};

use super::dice::{Dice, EveryRoll, Seeded};
use super::procedure::{Decide, Ended, Line, Log, MOST_STEPS, Procedure, advance};

/// How far to go.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Steps to run before giving up on exact chances; a step counts once for each path of its rolls.
    pub steps: u64,
    /// How many samples are drawn then.
    pub samples: u32,
    /// The seed of the first sample.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 2_000_000,
            samples: 20_000,
            seed: 1,
        }
    }
}

/// Outcomes with their weights over a common total.
#[derive(Debug, Clone)]
pub struct Chances<O> {
    /// Each outcome's weight.
    pub weights: BTreeMap<Ended<O>, BigUint>,
    /// The sum of the weights.
    pub total: BigUint,
    /// How they were found.
    pub method: Method,
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

/// The exact enumeration needs more steps than allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more than {0} steps are needed for exact chances")]
pub struct TooLarge(pub u64);

/// Exact chances within the limit, samples beyond it.
pub fn find<P: Procedure>(
    state: &P::State,
    cx: &P::Cx,
    who: &mut dyn Decide,
    limits: &Limits,
) -> Chances<P::Outcome> {
    exact::<P>(state, cx, who, limits.steps)
        .unwrap_or_else(|TooLarge(_)| sampled::<P>(state, cx, who, limits))
}

/// Exact chances: a frontier of states with whole-number weights, equal states merged after every step.
///
/// # Errors
/// More than `max_steps` steps, counting a step once for each path of its rolls.
pub fn exact<P: Procedure>(
    state: &P::State,
    cx: &P::Cx,
    who: &mut dyn Decide,
    max_steps: u64,
) -> Result<Chances<P::Outcome>, TooLarge> {
    let one = BigUint::from(1u8);
    let mut frontier = BTreeMap::from([(state.clone(), one.clone())]);
    let mut ended: BTreeMap<Ended<P::Outcome>, BigUint> = BTreeMap::new();
    let mut total = one;
    let mut steps = 0;
    while !frontier.is_empty() {
        let mut branches = Vec::new();
        let mut common = BigUint::from(1u8);
        for (state, weight) in frontier {
            let mut dice = EveryRoll::new();
            loop {
                steps += 1;
                if steps > max_steps {
                    return Err(TooLarge(max_steps));
                }
                let next = advance::<P>(
                    state.clone(),
                    cx,
                    &mut dice,
                    who,
                    &mut Log::silent(),
                    &mut Vec::new(),
                );
                let (share, of) = dice.weight();
                common = common.lcm(&of);
                branches.push((next, &weight * share, of));
                if !dice.advance() {
                    break;
                }
            }
        }
        total *= &common;
        ended.values_mut().for_each(|weight| *weight *= &common);
        frontier = BTreeMap::new();
        for (next, weight, of) in branches {
            let weight = weight * (&common / of);
            match next {
                Ok(state) => *frontier.entry(state).or_default() += weight,
                Err(end) => *ended.entry(end).or_default() += weight,
            }
        }
    }
    let divisor = ended
        .values()
        .fold(total.clone(), |divisor, weight| divisor.gcd(weight));
    ended.values_mut().for_each(|weight| *weight /= &divisor);
    Ok(Chances {
        weights: ended,
        total: total / divisor,
        method: Method::Exact,
    })
}

/// Chances from seeded samples. A sample that does not end within the longest battle is left out.
pub fn sampled<P: Procedure>(
    state: &P::State,
    cx: &P::Cx,
    who: &mut dyn Decide,
    limits: &Limits,
) -> Chances<P::Outcome> {
    let mut weights: BTreeMap<Ended<P::Outcome>, BigUint> = BTreeMap::new();
    let mut total = 0u32;
    for sample in 0..limits.samples {
        let mut dice = Seeded::new(limits.seed.wrapping_add(sample.into()));
        if let Some(end) = sample_one::<P>(state, cx, who, &mut dice) {
            *weights.entry(end).or_default() += 1u8;
            total += 1;
        }
    }
    let method = Method::Sampled {
        samples: total,
        seed: limits.seed,
    };
    Chances {
        weights,
        total: total.into(),
        method,
    }
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

impl<O: Clone + Ord + Serialize> Chances<O> {
    /// The weight of each short result.
    #[must_use]
    pub fn by(&self, name: impl Fn(&O) -> String) -> BTreeMap<String, BigUint> {
        let mut results: BTreeMap<String, BigUint> = BTreeMap::new();
        for (end, weight) in &self.weights {
            *results.entry(name(end.outcome())).or_default() += weight;
        }
        results
    }

    /// Write `exact`, `results` and `outcomes` into a JSON object; give the results as lines, likeliest first.
    pub fn write<P: Procedure<Outcome = O>>(&self, json: &mut Value) -> Vec<Line> {
        json["exact"] = (self.method == Method::Exact).into();
        if let Method::Sampled { samples, seed } = self.method {
            json["samples"] = samples.into();
            json["seed"] = seed.into();
        }
        let mut results: Vec<(String, BigUint)> = self.by(P::result).into_iter().collect();
        results.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        json["results"] = results
            .iter()
            .map(|(result, weight)| self.row(json!({"result": result}), weight))
            .collect();
        json["outcomes"] = self
            .weights
            .iter()
            .map(|(end, weight)| {
                let mut row = json!({"result": P::result(end.outcome()), "outcome": end.outcome()});
                if let Ended::Open(_, question) = end {
                    row["open"] = json!(question);
                }
                self.row(row, weight)
            })
            .collect();
        results
            .into_iter()
            .map(|(result, weight)| self.line(result, &weight))
            .collect()
    }

    fn row(&self, mut row: Value, weight: &BigUint) -> Value {
        row["weight"] = number(weight);
        row["of"] = number(&self.total);
        let p = share(weight, &self.total);
        row["p"] = p.into();
        if let Method::Sampled { samples, .. } = self.method {
            let (low, high) = wilson(p, samples.into());
            row["interval"] = json!([low, high]);
        }
        row
    }

    fn line(&self, result: String, weight: &BigUint) -> Line {
        let percent = share(weight, &self.total) * 100.0;
        let cause = match self.method {
            Method::Exact => format!("{percent:.1} %"),
            Method::Sampled { samples, .. } => format!("{percent:.1} %, from {samples} samples"),
        };
        Line {
            label: result,
            value: format!("{weight}/{}", self.total),
            cause,
            rule: String::new(),
        }
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
    (
        ((middle - spread) / scale).max(0.0),
        ((middle + spread) / scale).min(1.0),
    )
}
