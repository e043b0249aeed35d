//! Scripts of a few lines: replayed, settled, left open, counted by hand.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;

use super::super::erased::{Erased, ErasedState, ScriptAnd, erased};
use super::super::{Decide, Ended, Endless, Nobody, Orders, Policies, Procedure as _, Stopped, drive};
use super::*;
use crate::play::chances::{Limits, Merge, exact};
use crate::play::inputs::Key;

type Cx = Box<dyn Any + Send + Sync>;
type Begun = (ScriptAnd<Cx>, Playing<ErasedState>);
type At<'t, 'b> = TableTop<'t, 'b>;

/// A script whose text is its input, and whose state is what it has written down.
struct Tiny;

#[derive(Clone)]
struct TinyText {
    play: fn(&mut Vec<u8>, &mut At<'_, '_>) -> Played,
    has_alike: bool,
}

impl TypedInput for TinyText {
    const KEYS: &'static [Key] = &[];

    fn fields(_: &Inputs, _: &mut Vec<KeyFault>) -> Option<Self> {
        None
    }
}

impl Script for Tiny {
    const HEAD: ScriptHead = ScriptHead::of("test", "T-1", "tiny").asks(&[SIDE], &[GO_ON]);
    type Cx = ();
    type Input = TinyText;
    type Battle = TinyText;
    type State = Vec<u8>;
    type Outcome = TinyOutcome;

    fn context(_: &dyn Files, _: &[Setting]) -> Result<(), ContextError> {
        Ok(())
    }

    fn begin(text: TinyText, (): &()) -> Result<(TinyText, Vec<u8>), Vec<Refusal>> {
        Ok((text, Vec::new()))
    }

    fn play<'b>(text: &'b TinyText, (): &(), state: &mut Vec<u8>, at: &mut At<'_, 'b>) -> Played {
        (text.play)(state, at)
    }

    fn outcome(_: &TinyText, state: &Vec<u8>) -> TinyOutcome {
        TinyOutcome(state.clone())
    }

    fn has_alike(text: &TinyText) -> bool {
        text.has_alike
    }

    fn alike(_: &TinyText, mut state: Vec<u8>) -> Vec<u8> {
        state.sort_unstable();
        state
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct TinyOutcome(Vec<u8>);

impl Outcome for TinyOutcome {
    fn result(&self) -> String {
        self.0.iter().map(|number| format!("{number} ")).collect::<String>().trim_end().to_owned()
    }
}

const SIDE: Role = Role::new("side");

const GO_ON: Prompt = Prompt {
    by: SIDE,
    label: "go on",
    names: super::super::OrdersName::Nothing,
    text: "whether to roll once more",
    answers: &["halt", "go", "leap"],
    policies: &["halt", "go", "leap"],
    rule: "1",
};

fn begun(play: fn(&mut Vec<u8>, &mut At<'_, '_>) -> Played, has_alike: bool) -> Begun {
    let text: Arc<dyn Any + Send + Sync> = Arc::new(TinyText { play, has_alike });
    Erased::begin((erased::<Tiny>(), text), &cx()).unwrap()
}

fn cx() -> Cx {
    Box::new(())
}

/// What a script comes to with these faces, and the labels of its report.
fn resolved(
    (battle, state): Begun,
    faces: &[u8],
    who: &mut dyn Decide,
) -> (Result<Ended<String>, Stopped>, Vec<String>) {
    let mut log = Log::keeping();
    let ended = drive::<Erased>(&battle, state, &cx(), &mut Given::new(faces), who, &mut log);
    let ended = ended.map(|ended| match ended {
        Ended::Done(outcome) => Ended::Done(Erased::result(&outcome)),
        Ended::Open(outcome, question) => Ended::Open(Erased::result(&outcome), question),
    });
    (ended, log.lines().iter().map(|line| format!("{} {}", line.label, line.value)).collect())
}

/// The weight of each short result, if they are found within so many steps.
fn weights(
    (battle, state): Begun,
    words: &str,
    steps: u64,
    merge: Merge,
) -> Option<BTreeMap<String, BigUint>> {
    let mut who = Policies::default();
    who.policy(SIDE, words);
    let limits = Limits { steps, ..Limits::default() };
    let (chances, _) = exact::<Erased>(&battle, &state, &cx(), &who, &limits, merge).ok()?;
    assert_eq!(chances.weights.len(), chances.results::<Erased>().len());
    Some(chances.results::<Erased>())
}

fn counted<const N: usize>(results: [(&str, u32); N]) -> Option<BTreeMap<String, BigUint>> {
    Some(results.map(|(result, weight)| (result.to_owned(), weight.into())).into())
}

fn rolled(label: &'static str, at: &mut At<'_, '_>) -> u8 {
    let (dice, log) = at.dice();
    let face = dice.roll(Die::D6, label);
    log.roll(Die::D6, face, || (label, "1d6", "1"));
    face
}

fn goes_on(at: &mut At<'_, '_>) -> Result<u8, Pause> {
    let offer = |(key, answer)| Offer::new(answer, vec![answer], key);
    at.ask(GO_ON, None, GO_ON.text, (0..).zip(["halt", "go", "leap"]).map(offer).collect())
}

/// A die, and another one as long as its owner goes on.
fn one_more(state: &mut Vec<u8>, at: &mut At<'_, '_>) -> Played {
    state.push(rolled("first", at));
    for label in ["second", "third"] {
        match goes_on(at)? {
            0 => break,
            leap => state.push(rolled(label, at) + 10 * (leap - 1)),
        }
    }
    at.log().line(|| ("end", "", "", "1"));
    Ok(())
}

#[test]
fn a_tape_replays_rolls_and_answers_and_reports_nothing_twice() {
    let mut who = Orders::default();
    who.answer(SIDE, "go on", "go");
    who.answer(SIDE, "go on", "leap");
    let (ended, lines) = resolved(begun(one_more, false), &[2, 5, 3], &mut who);
    assert_eq!(ended, Ok(Ended::Done("2 5 13".into())));
    assert_eq!(lines, ["first 2", "go on go", "second 5", "go on leap", "third 3", "end "]);
}

#[test]
fn an_open_question_keeps_what_was_rolled_before_it() {
    let (ended, lines) = resolved(begun(one_more, false), &[4], &mut Nobody);
    let Ok(Ended::Open(so_far, question)) = ended else { panic!("{ended:?}") };
    assert_eq!((so_far.as_str(), question.label), ("4", "go on"));
    assert_eq!(question.answers, ["halt", "go", "leap"]);
    assert_eq!(lines, ["first 4"]);

    let mut once = Orders::default();
    once.answer(SIDE, "go on", "go");
    let (ended, lines) = resolved(begun(one_more, false), &[4, 6], &mut once);
    assert!(matches!(ended, Ok(Ended::Open(so_far, _)) if so_far == "4 6"));
    assert_eq!(lines, ["first 4", "go on go", "second 6"]);

    let each = counted(["1", "2", "3", "4", "5", "6"].map(|face| (face, 1)));
    assert_eq!(weights(begun(one_more, false), "", 1_000, Merge::Equal), each);
}

#[test]
fn chances_are_those_counted_by_hand() {
    fn six_again(state: &mut Vec<u8>, at: &mut At<'_, '_>) -> Played {
        let dice = at.dice().0;
        let six = dice.roll_into(Die::D6, "six", &|face| u16::from(face == 6)) == 6;
        state.push(six.into());
        if six && goes_on(at)? == 1 {
            let (one, other) = at.dice().0.pair(Die::D6, "doubles", &|one, other| u16::from(one == other));
            state.push(u8::from(one == other));
            state.push(at.dice().0.hits(2, Die::D6, 5, "hits").try_into().unwrap());
        }
        Ok(())
    }
    // Doubles are a sixth of all pairs; of two dice none hits in 4 of 9, one in 4, both in 1.
    let on =
        [("0", 270), ("1 0 0", 20), ("1 0 1", 20), ("1 0 2", 5), ("1 1 0", 4), ("1 1 1", 4), ("1 1 2", 1)];
    assert_eq!(weights(begun(six_again, false), "go", 1_000, Merge::Equal), counted(on));
    let halted = counted([("0", 5), ("1", 1)]);
    assert_eq!(weights(begun(six_again, false), "halt", 1_000, Merge::Equal), halted);
}

/// Whether a die hits, a third of the time.
fn hit(at: &mut At<'_, '_>) -> u8 {
    u8::from(at.dice().0.roll_into(Die::D6, "shot", &|face| u16::from(face > 4)) > 4)
}

#[test]
fn equal_states_that_are_settled_are_one() {
    fn volley(state: &mut Vec<u8>, at: &mut At<'_, '_>) -> Played {
        state.resize(2, 0);
        if state[0] < 100 {
            state[0] += 1;
            state[1] += hit(at);
            at.settle()?;
        }
        Ok(())
    }
    fn unsettled(state: &mut Vec<u8>, at: &mut At<'_, '_>) -> Played {
        state.push((0..100).map(|_| hit(at)).sum());
        Ok(())
    }
    let settled = weights(begun(volley, false), "", 11_000, Merge::Equal).unwrap();
    assert_eq!(settled.len(), 101);
    assert_eq!(settled["100 100"], 1u8.into());
    assert_eq!(settled["100 99"], 200u8.into());
    assert_eq!(settled.values().sum::<BigUint>(), BigUint::from(3u8).pow(100));
    assert_eq!(weights(begun(unsettled, false), "", 100_000, Merge::Equal), None);
}

#[test]
fn a_script_that_settles_and_gets_no_further_is_endless() {
    let (ended, _) = resolved(begun(|_, at| at.settle(), false), &[], &mut Nobody);
    assert_eq!(ended, Err(Stopped::Endless(Endless { id: "T-1" })));
}

#[test]
fn equal_units_are_one_between_settled_states_and_at_the_end() {
    fn three(state: &mut Vec<u8>, at: &mut At<'_, '_>) -> Played {
        while state.len() < 2 {
            state.push(hit(at));
            at.settle()?;
        }
        state.push(hit(at));
        Ok(())
    }
    let apart = weights(begun(three, true), "", 1_000, Merge::Equal).unwrap();
    assert_eq!((apart.len(), apart["0 1 0"].clone()), (8, 4u8.into()));
    let together = counted([("0 0 0", 8), ("0 0 1", 12), ("0 1 1", 6), ("1 1 1", 1)]);
    assert_eq!(weights(begun(three, true), "", 1_000, Merge::Alike), together);
}

#[test]
fn nobody_has_to_choose_between_twins_but_may_name_one() {
    fn target(state: &mut Vec<u8>, at: &mut At<'_, '_>) -> Played {
        rolled("die", at);
        let list = vec![Offer::new("DD #1", Vec::new(), 1), Offer::twin("DD #2", 2)];
        state.push(at.ask(GO_ON, None, "which", list)?);
        Ok(())
    }
    let (ended, _) = resolved(begun(target, false), &[3], &mut Nobody);
    assert_eq!(ended, Ok(Ended::Done("1".into())));
    let mut named = Orders::default();
    named.answer(SIDE, "go on", "DD #2");
    let (ended, _) = resolved(begun(target, false), &[3], &mut named);
    assert_eq!(ended, Ok(Ended::Done("2".into())));
}

/// A pair with a line for each face that there is, and one for what they come to.
fn two(label: &'static str, at: &mut At<'_, '_>) -> u8 {
    let (dice, log) = at.dice();
    let before = dice.rolled().len();
    let (one, other) = dice.pair(Die::D6, label, &|_, _| 0);
    for face in dice.rolled()[before..].iter().map(|rolled| rolled.face) {
        log.roll(Die::D6, face, || (format!("{label}: die"), "2d6", "1"));
    }
    log.line(|| ("sum", (one + other).to_string(), label, "1"));
    one + other
}

#[test]
fn a_report_ends_with_the_last_face_that_was_there() {
    fn hexes(state: &mut Vec<u8>, at: &mut At<'_, '_>) -> Played {
        at.log().line(|| ("hexes", "3", "", "1"));
        for label in ["first", "second", "third"] {
            state.push(two(label, at));
        }
        Ok(())
    }
    let report = |faces: &[u8]| {
        let (ended, lines) = resolved(begun(hexes, false), faces, &mut Nobody);
        (ended.unwrap_err().to_string(), lines.join(", "))
    };
    let first = "hexes 3, first: die 2, first: die 5, sum 7";
    let fault = |label, number| format!("no die is left for the roll \"{label}\" (roll {number})");
    assert_eq!(report(&[]), (fault("first", 1), "hexes 3".into()));
    assert_eq!(report(&[2]), (fault("first", 2), "hexes 3, first: die 2".into()));
    assert_eq!(report(&[2, 5]), (fault("second", 3), first.into()));
    assert_eq!(report(&[2, 5, 4]), (fault("second", 4), format!("{first}, second: die 4")));
}
