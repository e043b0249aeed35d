//! Outcomes as they come in: one by one as long as there is room, by their short results beyond that.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer;

use super::losses::LossSums;
use super::share::Share;
use super::{Chances, Limits, Method};
use crate::play::procedure::{Ended, Procedure, Question};
use crate::play::whole::Whole;

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
    rest_open: Option<Box<Question>>,
    /// What is lost in the outcomes that are not told one by one.
    rest_losses: LossSums,
    room: usize,
}

impl<'b, P: Procedure> Tally<'b, P> {
    pub(super) fn new(battle: &'b P::Battle, limits: &Limits) -> Self {
        let (outcomes, rest, rest_losses) = (BTreeMap::new(), BTreeMap::new(), LossSums::default());
        Self { battle, outcomes, rest, rest_open: None, rest_losses, room: limits.memory / 4 }
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
        if P::head(self.battle).measure.is_some() {
            self.rest_losses.add(P::losses(self.battle, end.outcome()), share);
        }
        let result = P::result(end.outcome());
        if let Ended::Open(_, question) = end {
            self.rest_open.get_or_insert(question);
        }
        match self.rest.get_mut(&result) {
            Some(known) => known.add(share),
            None => {
                self.rest.insert(result, share.clone());
            }
        }
    }

    /// All weights over their least common total.
    pub(super) fn exact(self, merge: Merge) -> Chances<P::Outcome> {
        let total = common_total(&mut self.outcomes.values().chain(self.rest.values()));
        let mut losses = self.rest_losses.weighed(&total);
        let mut divisor = total.clone().big();
        let mut weights: BTreeMap<Ended<P::Outcome>, BigUint> = BTreeMap::new();
        for (end, share) in self.outcomes {
            let weight = share.weight(&total);
            if P::head(self.battle).measure.is_some() {
                losses.add(P::losses(self.battle, end.outcome()), &Share::sure(weight.clone()));
            }
            let weight = weight.big();
            divisor = divisor.gcd(&weight);
            weights.insert(end, weight);
        }
        let mut rest = whole_weights(self.rest, &total);
        divisor = rest.values().fold(divisor, |divisor, weight| divisor.gcd(weight));
        weights.values_mut().chain(rest.values_mut()).for_each(|weight| *weight /= &divisor);
        let total = total.big();
        let prospects = losses.prospects(&total, merge == Merge::Alike);
        let total = total / divisor;
        let (rest_open, method) = (self.rest_open, Method::Exact);
        Chances { weights, rest, rest_open, endless: 0, total, method, merge, prospects }
    }

    /// Each weight as the number of samples.
    pub(super) fn sampled(self, samples: u32, endless: u32, seed: u64) -> Chances<P::Outcome> {
        let mut losses = self.rest_losses;
        let mut weights = BTreeMap::new();
        for (end, share) in self.outcomes {
            if P::head(self.battle).measure.is_some() {
                losses.add(P::losses(self.battle, end.outcome()), &share);
            }
            weights.insert(end, share.part.big());
        }
        Chances {
            weights,
            rest: whole_weights(self.rest, &Whole::ONE),
            rest_open: self.rest_open,
            endless,
            total: samples.into(),
            method: Method::Sampled { samples, seed },
            merge: Merge::Equal,
            prospects: losses.prospects(&samples.into(), false),
        }
    }
}

// What follows does not depend on the procedure, so that it is made once for all of them.

/// The least total that all shares divide.
fn common_total(shares: &mut dyn Iterator<Item = &Share>) -> Whole {
    shares.fold(Whole::ONE, |total, share| total.times(&share.of.parts(&total.common_divisor(&share.of))))
}

/// Shares as weights over a total that all of them divide.
fn whole_weights(shares: BTreeMap<String, Share>, total: &Whole) -> BTreeMap<String, BigUint> {
    shares.into_iter().map(|(result, share)| (result, share.weight(total).big())).collect()
}

/// About how many bytes a state takes, by the length of its outcome so far.
pub(super) fn size<P: Procedure>(battle: &P::Battle, state: &P::State, cx: &P::Cx) -> usize {
    written(&P::so_far(battle, state, cx)) + 256
}

/// Letters of a value when it is written down.
fn written(value: &impl serde::Serialize) -> usize {
    serde_json::to_string(value).map_or(0, |text| text.len())
}
