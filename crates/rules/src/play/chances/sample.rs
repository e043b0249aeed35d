//! Seeded samples on all processors, the same whatever their number.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::share::Share;
use super::tally::{Tally, size};
use super::{Limits, Reckoned};
use crate::play::dice::Seeded;
use crate::play::procedure::{
    Asked, Ended, Endless, Log, MOST_STEPS, Misfit, Moment, Policy, Procedure, advance,
};

/// Samples after which a procedure that has never ended is given up.
const PATIENCE: u32 = 20;

/// Samples whose outcomes are held at a time.
const BATCH: u32 = 1000;

/// How a sample ended, none without end, and the orders that did not fit.
type Sample<O> = (Option<Ended<O>>, Vec<Misfit>);

/// Chances from seeded samples. A sample that does not end within the longest battle is counted as one without end.
///
/// Each sample has a seed of its own, and they are counted in the order of their seeds.
///
/// # Errors
/// Not one of the first samples ends.
pub fn sampled<P: Procedure>(
    battle: &P::Battle,
    state: &P::State,
    cx: &P::Cx,
    who: &dyn Policy<P::State>,
    limits: &Limits,
) -> Result<Reckoned<P::Outcome>, Endless> {
    // Samples of large states are fewer, and the intervals tell how wide that leaves them.
    const WORK: usize = 40_000_000;
    let most = u32::try_from(WORK / size::<P>(battle, state, cx)).unwrap_or(u32::MAX);
    let samples = limits.samples.min(most);
    let mut tally = Tally::<P>::new(battle, limits);
    let mut misfits = BTreeSet::new();
    let (mut done, mut endless) = (0, 0);
    while done < samples {
        // The first batch is small, because a procedure that never ends takes long to show it.
        let batch = if done == 0 { PATIENCE } else { BATCH };
        let until = done.saturating_add(batch).min(samples);
        let batch: Vec<OnceLock<Sample<P::Outcome>>> = (done..until).map(|_| OnceLock::new()).collect();
        on_all_processors(until - done, &|index| {
            let seed = limits.seed.wrapping_add((done + index).into());
            let sample = one::<P>(battle, state, cx, who, &mut Seeded::new(seed));
            // Each index comes once.
            let _ = batch[index as usize].set(sample);
        });
        for (end, unfit) in batch.into_iter().filter_map(OnceLock::into_inner) {
            misfits.extend(unfit);
            match end {
                Some(end) => tally.add(end, &Share::ALL),
                None => endless += 1,
            }
        }
        done = until;
        if endless == done && (endless >= PATIENCE || done == samples) {
            return Err(Endless { id: P::head(battle).id });
        }
    }
    Ok((tally.sampled(samples, endless, limits.seed), misfits))
}

/// Does something with each number below `count`. It is made once for all procedures, whose code would grow by all that
/// rayon makes of a closure.
fn on_all_processors(count: u32, each: &(dyn Fn(u32) + Sync)) {
    (0..count).into_par_iter().for_each(each);
}

fn one<P: Procedure>(
    battle: &P::Battle,
    state: &P::State,
    cx: &P::Cx,
    who: &dyn Policy<P::State>,
    dice: &mut Seeded,
) -> Sample<P::Outcome> {
    let mut state = state.clone();
    let mut misfits = Vec::new();
    for _ in 0..MOST_STEPS {
        let mut answer = |asked: &Asked<'_>, _: &Moment<'_>| {
            who.answer(&state, asked).map_err(|misfit| misfits.push(misfit)).ok().flatten()
        };
        match advance::<P>(battle, &state, cx, dice, &mut answer, (&mut Log::silent(), None)) {
            Ok(next) => state = next,
            Err(end) => return (Some(end), misfits),
        }
    }
    (None, misfits)
}
