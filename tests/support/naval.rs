//! A battle at sea between two fleets, composed for tests and benches: these are no game's rules.
//!
//! In each of two rounds the classes fire from the strongest to the weakest, the attacker's ships before the
//! defender's, all ships of a class at one class of the enemy. Between the rounds each side may withdraw.

use std::cmp::Reverse;

use liege::rules::play::dice::{Dice, Throw};
use liege::rules::play::procedure::{
    Ask, Asked, Flow, Log, Offer, OrdersName, Procedure, Prompt, Refusal, Role, few,
};
use serde::Serialize;

/// The procedure.
pub struct Naval;

/// The classes, the strongest first: name, bonus of the guns, armour.
const CLASSES: [(&str, u16, u16); 4] =
    [("battleship", 3, 2), ("heavy cruiser", 2, 1), ("light cruiser", 1, 1), ("destroyer", 1, 0)];
const SIDES: [Role; 2] = [Role::new("attacker"), Role::new("defender")];
/// Turns of fire in a round: each class of each side has one.
const FIRES: u8 = 8;
/// The turn in which the first side may withdraw.
const WITHDRAWAL: u8 = FIRES;
/// The first turn of the second round.
const SECOND: u8 = WITHDRAWAL + 2;
const END: u8 = SECOND + FIRES;

/// Two ships of each class on each side.
pub const EIGHT_AGAINST_EIGHT: Fleets = [[2; 4]; 2];

/// Ships of each class, of the attacker and of the defender.
pub type Fleets = [[u8; 4]; 2];

/// What happens next in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// A side chooses.
    Choose,
    /// A class fires at this class.
    Fire(usize),
    /// This class takes so many hits.
    Losses(usize, Reverse<u16>),
}

/// What changes. Ships of a class differ in nothing but their hits, so they are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    turn: u8,
    stage: Stage,
    whole: Fleets,
    hurt: Fleets,
    fled: [bool; 2],
}

impl State {
    fn begin(whole: Fleets) -> Self {
        Self { turn: 0, stage: Stage::Choose, whole, hurt: Fleets::default(), fled: [false; 2] }
    }

    fn ships(&self, side: usize, class: usize) -> u8 {
        self.whole[side][class] + self.hurt[side][class]
    }

    /// Ships of a side that are left.
    pub fn afloat(&self, side: usize) -> u8 {
        (0..CLASSES.len()).map(|class| self.ships(side, class)).sum()
    }

    fn at(self, turn: u8, stage: Stage) -> Self {
        Self { turn, stage, ..self }
    }

    fn sink(&mut self, side: usize, class: usize) {
        let from = if self.whole[side][class] > 0 { &mut self.whole } else { &mut self.hurt };
        from[side][class] = from[side][class].saturating_sub(1);
    }

    fn hit(&mut self, side: usize, class: usize, is_whole: bool) {
        if is_whole {
            self.whole[side][class] -= 1;
            self.hurt[side][class] += 1;
        } else {
            self.hurt[side][class] -= 1;
        }
    }
}

/// What is left of both fleets.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    /// Ships of each side that are left.
    pub afloat: [u8; 2],
    /// Those among them that were hit.
    pub hurt: [u8; 2],
    /// Which side withdrew.
    pub fled: [bool; 2],
}

/// An admiral's orders as a function of state and question: fire at the strongest, spread the losses, withdraw when
/// outnumbered.
pub fn admiral(state: &State, asked: &Asked<'_>) -> Option<usize> {
    let side = usize::from(asked.by == SIDES[1]);
    asked.answers.tagged(match asked.label {
        "target" => "strongest",
        "loss" => "spread",
        _ if state.afloat(side) < state.afloat(1 - side) => "run",
        _ => "fight",
    })
}

/// The same, but each class fires at its own kind.
pub fn duellist(state: &State, asked: &Asked<'_>) -> Option<usize> {
    let own = asked.answers.tagged("opposite").filter(|_| asked.label == "target");
    own.or_else(|| admiral(state, asked))
}

const fn prompt(by: Role, label: &'static str, policies: &'static [&'static str]) -> Prompt {
    Prompt { by, label, names: OrdersName::Nothing, text: label, answers: &[], policies, rule: "1" }
}

impl Procedure for Naval {
    const ID: &'static str = "TEST-R02";
    const PROMPTS: &'static [Prompt] = &[
        prompt(SIDES[0], "target", &["strongest", "weakest", "opposite"]),
        prompt(SIDES[0], "loss", &["spread", "finish"]),
        prompt(SIDES[0], "withdraw", &["fight", "run"]),
        prompt(SIDES[1], "target", &["strongest", "weakest", "opposite"]),
        prompt(SIDES[1], "loss", &["spread", "finish"]),
        prompt(SIDES[1], "withdraw", &["fight", "run"]),
    ];
    const ROLES: &'static [Role] = &SIDES;
    type Cx = ();
    type Input = Fleets;
    type Battle = ();
    type State = State;
    type Outcome = Outcome;

    fn begin(fleets: Fleets, _cx: &()) -> Result<((), State), Vec<Refusal>> {
        Ok(((), State::begin(fleets)))
    }

    fn step<'b>(
        battle: &'b (),
        state: State,
        cx: &'b (),
        dice: &mut dyn Dice,
        _log: &mut Log,
    ) -> Flow<'b, State, Outcome> {
        match state.stage {
            Stage::Choose if is_over(&state) => Flow::Done(Self::so_far(battle, &state, cx)),
            Stage::Choose if (WITHDRAWAL..SECOND).contains(&state.turn) => withdraw(state),
            Stage::Choose => aim(state),
            Stage::Fire(target) => Flow::Next(fire(state, target, dice)),
            Stage::Losses(target, Reverse(hits)) => lose(state, target, hits),
        }
    }

    fn so_far(_battle: &(), state: &State, _cx: &()) -> Outcome {
        Outcome {
            afloat: [0, 1].map(|side| state.afloat(side)),
            hurt: state.hurt.map(|classes| classes.iter().sum()),
            fled: state.fled,
        }
    }

    fn result(outcome: &Outcome) -> String {
        let [attacker, defender] = outcome.afloat;
        format!("{attacker} against {defender}")
    }
}

fn is_over(state: &State) -> bool {
    let fled = state.turn >= SECOND && state.fled.contains(&true);
    state.turn >= END || fled || (0..2).any(|side| state.afloat(side) == 0)
}

/// Who fires in a turn: side and class.
fn shooter(turn: u8) -> (usize, usize) {
    let turn = usize::from(if turn < SECOND { turn } else { turn - SECOND });
    (turn % 2, turn / 2)
}

fn withdraw<'b>(state: State) -> Flow<'b, State, Outcome> {
    let side = usize::from(state.turn - WITHDRAWAL);
    let list = vec![Offer::new("stay", vec!["fight"], false), Offer::new("withdraw", vec!["run"], true)];
    let offers = few(list, move |fled: &bool| {
        let mut then = state.at(state.turn + 1, Stage::Choose);
        then.fled[side] = *fled;
        then
    });
    let text = "whether the fleet withdraws".into();
    Flow::Ask(Ask { by: SIDES[side], label: "withdraw", about: None, text, rule: "1", offers })
}

fn aim<'b>(state: State) -> Flow<'b, State, Outcome> {
    let (side, class) = shooter(state.turn);
    if state.ships(side, class) == 0 {
        return Flow::Next(state.at(state.turn + 1, Stage::Choose));
    }
    let targets: Vec<usize> =
        (0..CLASSES.len()).filter(|target| state.ships(1 - side, *target) > 0).collect();
    let tags = |target: usize| {
        let first = (targets.first() == Some(&target)).then_some("strongest");
        let last = (targets.last() == Some(&target)).then_some("weakest");
        let own = (class == target).then_some("opposite");
        [first, last, own].into_iter().flatten().collect()
    };
    let list = targets.iter().map(|target| Offer::new(CLASSES[*target].0, tags(*target), *target)).collect();
    let offers = few(list, move |target: &usize| state.at(state.turn, Stage::Fire(*target)));
    let text = "which class these ships fire at".into();
    Flow::Ask(Ask { by: SIDES[side], label: "target", about: None, text, rule: "1", offers })
}

/// Each ship throws two dice: 10 or more is a hit, 13 or more sinks.
fn fire(mut state: State, target: usize, dice: &mut dyn Dice) -> State {
    let (side, class) = shooter(state.turn);
    let strike = |sum: u16| match sum + CLASSES[class].1 - CLASSES[target].2 {
        ..10 => 0,
        10..13 => 1,
        13.. => 2,
    };
    let mut counts = [0; 3];
    dice.throws(state.ships(side, class).into(), Throw::TWO_D6, "gunnery", &strike, &mut counts);
    (0..counts[2]).for_each(|_| state.sink(1 - side, target));
    state.at(state.turn, Stage::Losses(target, Reverse(counts[1])))
}

/// The owner says whether a hit falls on a whole ship or on one that was hit before.
fn lose<'b>(mut state: State, target: usize, hits: u16) -> Flow<'b, State, Outcome> {
    let side = 1 - shooter(state.turn).0;
    let (whole, hurt) = (state.whole[side][target] > 0, state.hurt[side][target] > 0);
    if hits == 0 || !(whole || hurt) {
        return Flow::Next(state.at(state.turn + 1, Stage::Choose));
    }
    let next = state.at(state.turn, Stage::Losses(target, Reverse(hits - 1)));
    if whole != hurt {
        state = next;
        state.hit(side, target, whole);
        return Flow::Next(state);
    }
    let list = vec![Offer::new("whole", vec!["spread"], true), Offer::new("hurt", vec!["finish"], false)];
    let offers = few(list, move |is_whole: &bool| {
        let mut then = next;
        then.hit(side, target, *is_whole);
        then
    });
    let text = "which ship is hit".into();
    Flow::Ask(Ask { by: SIDES[side], label: "loss", about: None, text, rule: "1", offers })
}
