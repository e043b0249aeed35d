//! Chances are right whether states grow with progress or not; where they do, each goes on once.

use std::cmp::Reverse;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};

use liege::rules::play::chances::{Limits, Merge, exact};
use liege::rules::play::dice::{Dice, Die};
use liege::rules::play::procedure::{Flow, Log, Policies, Procedure, Refusal};

/// A place on a track.
trait At: Copy + Ord + Send + Sync + 'static {
    fn at(place: u8) -> Self;
    fn place(self) -> u8;
}

impl At for u8 {
    fn at(place: u8) -> Self {
        place
    }
    fn place(self) -> u8 {
        self
    }
}

impl At for Reverse<u8> {
    fn at(place: u8) -> Self {
        Self(place)
    }
    fn place(self) -> u8 {
        self.0
    }
}

/// One or two places at a time, by the toss of a coin, up to place 10 or beyond.
struct Track<S>(PhantomData<S>);

impl<S: At> Procedure for Track<S> {
    const ID: &'static str = "TEST-R03";
    type Cx = ();
    type Input = ();
    /// How many steps were taken.
    type Battle = AtomicUsize;
    type State = S;
    type Outcome = u8;

    fn begin((): (), _cx: &()) -> Result<(AtomicUsize, S), Vec<Refusal>> {
        Ok((AtomicUsize::new(0), S::at(0)))
    }

    fn step<'b>(
        steps: &'b AtomicUsize,
        state: S,
        _cx: &'b (),
        dice: &mut dyn Dice,
        _log: &mut Log,
    ) -> Flow<'b, S, u8> {
        steps.fetch_add(1, Ordering::Relaxed);
        if state.place() >= 10 {
            return Flow::Done(state.place());
        }
        Flow::Next(S::at(state.place() + dice.roll(Die(2), "coin")))
    }

    fn so_far(_steps: &AtomicUsize, state: &S, _cx: &()) -> u8 {
        state.place()
    }

    fn result(place: &u8) -> String {
        place.to_string()
    }
}

/// The weights of 10 and 11, and the steps taken.
fn walked<S: At>() -> (Vec<String>, usize) {
    let (steps, state) = Track::<S>::begin((), &()).unwrap();
    let policies = Policies::default();
    let limits = Limits::default();
    let found = exact::<Track<S>>(&steps, &state, &(), &policies, &limits, Merge::Equal).unwrap().0;
    let rows = found.results::<Track<S>>().into_iter();
    let rows = rows.map(|(result, weight)| format!("{result}: {weight}/{}", found.total)).collect();
    (rows, steps.into_inner())
}

#[test]
fn states_that_grow_with_progress_go_on_once() {
    let (rows, steps) = walked::<u8>();
    // The share of 10 is 2/3 + 1/3 * (1/2)^10.
    assert_eq!(rows, ["10: 683/1024", "11: 341/1024"]);
    // Two paths from each of 0 to 9, and the ends at 10 and 11.
    assert_eq!(steps, 22);
}

#[test]
fn states_that_shrink_give_the_same_chances_with_more_steps() {
    let (rows, steps) = walked::<Reverse<u8>>();
    assert_eq!(rows, walked::<u8>().0);
    assert!(steps > 22, "{steps}");
}
