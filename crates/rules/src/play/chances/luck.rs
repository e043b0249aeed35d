//! Luck: after a battle, how likely each side was to lose as much as it did, or more.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use serde::Serialize;

use super::{Method, Told, share};
use crate::play::losses::{Prospects, UnitLoss};
use crate::play::procedure::Role;

/// How lucky both sides were.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Luck {
    /// By what losses are measured.
    pub measure: &'static str,
    /// Whether every roll was followed, else samples are told.
    pub exact: bool,
    /// Each side.
    pub sides: Vec<SideLuck>,
}

/// How lucky a side was.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideLuck {
    /// The side.
    pub side: Role,
    /// What it lost.
    pub lost: u32,
    /// The chance to lose as much or more.
    pub as_bad_or_worse: f64,
}

/// Why there is no telling how lucky a side was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoLuck {
    /// The procedure has no losses.
    #[error("no unit losses are reported here, so luck cannot be measured")]
    NoMeasure,
    /// Nobody answers for some ways in which the dice can fall.
    #[error("luck is measured against all possible rolls, but some lead to decisions that no policy makes")]
    Open,
}

impl Prospects {
    /// For each sum of losses of a side the share of all in which it loses as much or more.
    pub(super) fn at_least(&self) -> BTreeMap<(Role, u32), f64> {
        let mut sums: BTreeMap<Role, BigUint> = BTreeMap::new();
        let from_worst = self.measures.iter().rev();
        from_worst
            .map(|((side, lost), weight)| {
                let sum = sums.entry(*side).or_default();
                *sum += weight;
                ((*side, *lost), share(sum, &self.total))
            })
            .collect()
    }
}

/// What each side lost, in the order of their units.
#[must_use]
pub fn measured(losses: &[UnitLoss]) -> Vec<(Role, u32)> {
    let mut sides: Vec<(Role, u32)> = Vec::new();
    for loss in losses {
        let lost = loss.fate.as_ref().map_or(0, |fate| fate.measure);
        match sides.iter_mut().find(|(side, _)| *side == loss.side) {
            Some((_, sum)) => *sum = sum.saturating_add(lost),
            None => sides.push((loss.side, lost)),
        }
    }
    sides
}

impl Told {
    /// How lucky sides were that lost so much.
    ///
    /// # Errors
    /// There are no losses to measure, or not all ways come to an end.
    pub fn luck(&self, lost: &[(Role, u32)]) -> Result<Luck, NoLuck> {
        let measure = self.measure.filter(|_| !lost.is_empty()).ok_or(NoLuck::NoMeasure)?;
        if self.open.is_some() {
            return Err(NoLuck::Open);
        }
        let of = |(side, lost): &(Role, u32)| {
            // What was lost is among all that can be lost, unless samples missed it.
            let worse = self.at_least.range((*side, *lost)..).next().filter(|((of, _), _)| of == side);
            SideLuck { side: *side, lost: *lost, as_bad_or_worse: worse.map_or(0.0, |(_, share)| *share) }
        };
        let sides = lost.iter().map(of).collect();
        Ok(Luck { measure, exact: self.method == Method::Exact, sides })
    }
}

impl Luck {
    /// A line for each side.
    #[must_use]
    pub fn in_words(&self) -> String {
        let samples = if self.exact { "" } else { ", by samples" };
        let line = |side: &SideLuck| {
            let percent = side.as_bad_or_worse * 100.0;
            let percent =
                if percent > 0.0 && percent < 0.1 { "less than 0.1".into() } else { format!("{percent:.1}") };
            let SideLuck { side, lost, .. } = side;
            // Who lost nothing could not do better, and "as bad or worse" would say that it was bad.
            let told = match lost {
                0 => format!("nothing lost, and no battle ends better{samples}"),
                _ => format!("did this badly or worse in {percent} % of such battles{samples}"),
            };
            format!("luck: {side}: {told} (lost {lost} in {})\n", self.measure)
        };
        self.sides.iter().map(line).collect()
    }
}
