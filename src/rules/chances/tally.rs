//! Outcomes as they come in: one by one as long as there is room, by their short results beyond that.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer;

use super::losses::LossSums;
use super::share::Share;
use super::{Chances, Limits, Method};
use crate::rules::procedure::{Ended, Procedure};
use crate::rules::whole::Whole;

/// Which states count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Merge {
    /// Equal ones.
    Equal,
    /// Those, too, that differ only in which of several equal units is which.
    Alike,
}

/// The outcomes so far.
pub(super) struct Tally<'b, P: Procedure> {
    battle: &'b P::Battle,
    outcomes: BTreeMap<Ended<P::Outcome>, Share>,
    rest: BTreeMap<String, Share>,
    /// What is lost in the outcomes that are not told one by one.
    rest_losses: LossSums,
    room: usize,
}

impl<'b, P: Procedure> Tally<'b, P> {
    pub(super) fn new(battle: &'b P::Battle, limits: &Limits) -> Self {
        let (outcomes, rest, rest_losses) = (BTreeMap::new(), BTreeMap::new(), LossSums::default());
        Self { battle, outcomes, rest, rest_losses, room: limits.memory / 4 }
    }

    pub(super) fn add(&mut self, end: Ended<P::Outcome>, share: &Share) {
        if let Some(known) = self.outcomes.get_mut(&end) {
            known.add(share);
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
            self.outcomes.insert(end, share.clone());
            return;
        }
        if P::MEASURE.is_some() {
            self.rest_losses.add(P::losses(self.battle, end.outcome()), share);
        }
        let result = P::result(end.outcome());
        match self.rest.get_mut(&result) {
            Some(known) => known.add(share),
            None => {
                self.rest.insert(result, share.clone());
            }
        }
    }

    /// All weights over their least common total.
    pub(super) fn exact(self, merge: Merge) -> Chances<P::Outcome> {
        let mut total = Whole::ONE;
        for share in self.outcomes.values().chain(self.rest.values()) {
            total = total.times(&share.of.parts(&total.common_divisor(&share.of)));
        }
        let mut divisor = total.clone().big();
        let mut weigh = |share: Share| {
            let weight = share.part.times(&total.parts(&share.of)).big();
            divisor = divisor.gcd(&weight);
            weight
        };
        let mut losses =
            self.rest_losses.weighed(|share| Share::sure(share.part.times(&total.parts(&share.of))));
        let mut weights: BTreeMap<Ended<P::Outcome>, BigUint> = BTreeMap::new();
        for (end, share) in self.outcomes {
            let weight = weigh(share);
            if P::MEASURE.is_some() {
                let share = Share::sure(weight.clone().into());
                losses.add(P::losses(self.battle, end.outcome()), &share);
            }
            weights.insert(end, weight);
        }
        let mut rest: BTreeMap<String, BigUint> =
            self.rest.into_iter().map(|(result, share)| (result, weigh(share))).collect();
        weights.values_mut().chain(rest.values_mut()).for_each(|weight| *weight /= &divisor);
        let total = total.big();
        let prospects = losses.prospects(&total, merge == Merge::Alike);
        let total = total / divisor;
        Chances { weights, rest, endless: 0, total, method: Method::Exact, merge, prospects }
    }

    /// Each weight as the number of samples.
    pub(super) fn sampled(self, samples: u32, endless: u32, seed: u64) -> Chances<P::Outcome> {
        let mut losses = self.rest_losses;
        if P::MEASURE.is_some() {
            for (end, share) in &self.outcomes {
                losses.add(P::losses(self.battle, end.outcome()), share);
            }
        }
        Chances {
            weights: self.outcomes.into_iter().map(|(end, share)| (end, share.part.big())).collect(),
            rest: self.rest.into_iter().map(|(result, share)| (result, share.part.big())).collect(),
            endless,
            total: samples.into(),
            method: Method::Sampled { samples, seed },
            merge: Merge::Equal,
            prospects: losses.prospects(&samples.into(), false),
        }
    }
}

/// About how many bytes a state takes, by the length of its outcome so far.
pub(super) fn size<P: Procedure>(battle: &P::Battle, state: &P::State, cx: &P::Cx) -> usize {
    written(&P::so_far(battle, state, cx)) + 256
}

/// Letters of a value when it is written down.
fn written(value: &impl serde::Serialize) -> usize {
    serde_json::to_string(value).map_or(0, |text| text.len())
}
