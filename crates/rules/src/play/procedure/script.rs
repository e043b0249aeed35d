//! Procedures written straight from first to last: they throw, they ask, and what they have done is their state.
//!
//! A script is played again from its last settled state whenever somebody has decided; the rolls and answers since then
//! come from a tape, and what was reported is not reported again. So one text resolves, replays and gives exact chances.

use std::borrow::Cow;

use serde::Serialize;

use super::context::ContextError;
use super::{Ask, Flow, Log, Offer, Prompt, Refusal, Role, few};
use crate::data::Files;
use crate::play::choices::Setting;
use crate::play::deeds::Deed;
use crate::play::dice::{Dice, DiceFault, Die, Given, Rolled, Throw};
use crate::play::inputs::{Inputs, KeyFault, TypedInput};
use crate::play::losses::UnitLoss;

/// A script stops here for now: somebody must decide, or its state is settled. It passes this on with `?`.
#[derive(Debug)]
pub struct Pause(());

/// The end of a script, or a pause.
pub type Played = Result<(), Pause>;

/// What a script is called, whom it asks, and what it reads.
#[derive(Debug, Clone, Copy)]
pub struct ScriptHead {
    pub(super) game: &'static str,
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) roles: &'static [Role],
    pub(super) prompts: &'static [Prompt],
    pub(super) measure: Option<&'static str>,
    pub(super) choices: &'static [&'static str],
}

impl ScriptHead {
    /// Of a game as on the command line, with id and name.
    #[must_use]
    pub const fn of(game: &'static str, id: &'static str, name: &'static str) -> Self {
        Self { game, id, name, roles: &[], prompts: &[], measure: None, choices: &[] }
    }

    /// The same with sides, the acting one first, and what they are asked.
    #[must_use]
    pub const fn asks(self, roles: &'static [Role], prompts: &'static [Prompt]) -> Self {
        Self { roles, prompts, ..self }
    }

    /// The same with what its losses are measured by, such as steps.
    #[must_use]
    pub const fn measured(self, measure: &'static str) -> Self {
        Self { measure: Some(measure), ..self }
    }

    /// The id: `ATPO-R12`.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// The choices it reads.
    #[must_use]
    pub const fn choices(&self) -> &'static [&'static str] {
        self.choices
    }

    /// The same with the choices it reads.
    #[must_use]
    pub const fn reads(self, choices: &'static [&'static str]) -> Self {
        Self { choices, ..self }
    }
}

/// The facts that come out of a procedure.
pub trait Outcome: Clone + Ord + Send + Sync + Serialize + 'static {
    /// The short text a table would print.
    fn result(&self) -> String;
    /// What is done to pieces and places.
    fn deeds(&self) -> Vec<Deed> {
        Vec::new()
    }
}

/// A procedure in straight lines. It is in its game's table by [`super::script()`].
pub trait Script: 'static {
    /// Its name, its questions, its choices.
    const HEAD: ScriptHead;
    /// Tables and choices.
    type Cx: Send + Sync + 'static;
    /// The typed input.
    type Input: TypedInput + Clone + Send + Sync + 'static;
    /// What stays as it was declared.
    type Battle: Send + Sync + 'static;
    /// What has been done so far.
    type State: Clone + Ord + Send + Sync + 'static;
    /// The facts that come out.
    type Outcome: Outcome;

    /// Load the tables.
    ///
    /// # Errors
    /// A table is missing or wrong, or a choice does not exist.
    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError>;
    /// What is wrong with values that were each read well.
    fn fault(_input: &Self::Input) -> Option<KeyFault> {
        None
    }
    /// Read the input.
    ///
    /// # Errors
    /// All values that are wrong or missing.
    fn read(inputs: &Inputs) -> Result<Self::Input, Vec<KeyFault>> {
        let input = Self::Input::read(inputs)?;
        Self::fault(&input).map_or(Ok(input), |fault| Err(vec![fault]))
    }
    /// Accept the input.
    ///
    /// # Errors
    /// Everything that the rules forbid about it, at once.
    fn begin(input: Self::Input, cx: &Self::Cx) -> Result<(Self::Battle, Self::State), Vec<Refusal>>;
    /// Play from a state to the end. What is done is entered in the state at once; where the state is settled, the
    /// script begins again with it and must go on from there.
    ///
    /// # Errors
    /// A pause of the table.
    fn play<'b>(
        battle: &'b Self::Battle,
        cx: &'b Self::Cx,
        state: &mut Self::State,
        at: &mut TableTop<'_, 'b>,
    ) -> Played;
    /// What a state comes to, final or so far.
    fn outcome(battle: &Self::Battle, state: &Self::State) -> Self::Outcome;
    /// What became of each unit, always in one order.
    fn losses(_battle: &Self::Battle, _outcome: &Self::Outcome) -> Vec<UnitLoss> {
        Vec::new()
    }
    /// As [`super::Procedure::has_alike`].
    fn has_alike(_battle: &Self::Battle) -> bool {
        false
    }
    /// As [`super::Procedure::alike`], of settled states.
    #[must_use]
    fn alike(_battle: &Self::Battle, state: Self::State) -> Self::State {
        state
    }
}

/// Where a script is played: its dice, its report, and who decides.
pub struct TableTop<'t, 'b> {
    dice: TapedDice<'t>,
    log: &'t mut Log,
    silent: Log,
    /// The tape ends before a question, up to which everything was reported.
    asked: bool,
    pause: Option<PausedAt<'b>>,
}

/// A question at which a script pauses; the keys of its offers are their numbers.
struct PausedAt<'b> {
    prompt: Prompt,
    about: Option<&'b str>,
    text: Cow<'static, str>,
    offers: Vec<Offer<'b, u32>>,
}

impl<'b> TableTop<'_, 'b> {
    /// The dice, and the report of what they show.
    pub fn dice(&mut self) -> (&mut dyn Dice, &mut Log) {
        let replays = self.asked || self.dice.left() > 0;
        (&mut self.dice, if replays { &mut self.silent } else { self.log })
    }

    /// The report.
    pub fn log(&mut self) -> &mut Log {
        self.dice().1
    }

    /// Asks a question, about a unit when it is about one: the key of the answer.
    ///
    /// # Errors
    /// Nobody has answered yet.
    pub fn ask<K>(
        &mut self,
        prompt: Prompt,
        about: Option<&'b str>,
        text: impl Into<Cow<'static, str>>,
        mut offers: Vec<Offer<'b, K>>,
    ) -> Result<K, Pause> {
        let answered = self.dice.next().and_then(|index| usize::try_from(index).ok());
        if let Some(index) = answered.filter(|index| *index < offers.len()) {
            return Ok(offers.swap_remove(index).key);
        }
        let numbered = (0..).zip(offers).map(|(key, Offer { answer, tags, is_twin, .. })| Offer {
            answer,
            tags,
            key,
            is_twin,
        });
        self.pause = Some(PausedAt { prompt, about, text: text.into(), offers: numbered.collect() });
        Err(Pause(()))
    }

    /// Settles what has been done: equal states are one from here on, whatever way led to them.
    ///
    /// # Errors
    /// Always: the script begins again with its state.
    pub fn settle(&mut self) -> Played {
        Err(Pause(()))
    }
}

/// The state of a script, with the rolls and answers since it was settled.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Playing<S> {
    pub(super) state: S,
    pub(super) tape: Vec<u32>,
    pub(super) reach: Reach,
}

/// How far a script has come behind the tape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
    /// To the end of the tape.
    Tape,
    /// To the question behind it.
    Question,
    /// To the end of the script.
    End,
}

impl<S> From<S> for Playing<S> {
    fn from(state: S) -> Self {
        Self { state, tape: Vec::new(), reach: Reach::Tape }
    }
}

impl<S> Playing<S> {
    /// The settled state.
    pub fn settled(&self) -> &S {
        &self.state
    }
}

/// Plays from a state to the next pause; the end has the last state. For a script that is a part of a procedure.
pub fn step<'b, S: Script>(
    battle: &'b S::Battle,
    now: Playing<S::State>,
    cx: &'b S::Cx,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Flow<'b, Playing<S::State>, S::State> {
    stepped(now, &mut |state, at| S::play(battle, cx, state, at), dice, log)
}

/// What a state comes to with the rolls and answers since it was settled. For a script that is a part of a procedure.
pub fn so_far<S: Script>(battle: &S::Battle, now: &Playing<S::State>, cx: &S::Cx) -> S::State {
    replayed(now, &mut |state, at| S::play(battle, cx, state, at))
}

pub(super) fn stepped<'b, T: Clone + 'b>(
    now: Playing<T>,
    play: &mut dyn FnMut(&mut T, &mut TableTop<'_, 'b>) -> Played,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Flow<'b, Playing<T>, T> {
    let Playing { state: before, tape, reach } = now;
    let mut state = before.clone();
    let recorded = tape.len();
    let dice = TapedDice { dice, tape, at: 0 };
    let asked = reach == Reach::Question;
    let mut table = TableTop { dice, log, silent: Log::silent(), asked, pause: None };
    let played = play(&mut state, &mut table);
    let (tape, pause) = (table.dice.tape, table.pause);
    match (played, pause) {
        (Ok(()), _) => Flow::Done(state),
        (Err(Pause(())), None) => Flow::Next(state.into()),
        // What was rolled before a question is certain while nobody answers.
        (Err(Pause(())), Some(_)) if tape.len() > recorded => {
            Flow::Next(Playing { state: before, tape, reach: Reach::Question })
        }
        (Err(Pause(())), Some(PausedAt { prompt, about, text, offers })) => {
            let Prompt { by, label, rule, .. } = prompt;
            let then = move |answer: &u32| {
                let tape = tape.iter().copied().chain([*answer]).collect();
                Playing { state: before.clone(), tape, reach: Reach::Tape }
            };
            Flow::Ask(Ask { by, label, about, text, rule, offers: few(offers, then) })
        }
    }
}

/// What a state comes to with the rolls and answers of its tape.
pub(super) fn replayed<'b, T: Clone>(
    now: &Playing<T>,
    play: &mut dyn FnMut(&mut T, &mut TableTop<'_, 'b>) -> Played,
) -> T {
    let mut state = now.state.clone();
    if !now.tape.is_empty() {
        let (mut none, mut log) = (Given::default(), Log::silent());
        let dice = TapedDice { dice: &mut none, tape: now.tape.clone(), at: 0 };
        let mut table = TableTop { dice, log: &mut log, silent: Log::silent(), asked: true, pause: None };
        _ = play(&mut state, &mut table);
    }
    state
}

/// Dice that show what a tape has, then what is rolled, and record it.
struct TapedDice<'d> {
    dice: &'d mut dyn Dice,
    tape: Vec<u32>,
    at: usize,
}

impl TapedDice<'_> {
    fn left(&self) -> usize {
        self.tape.len() - self.at
    }

    /// The next entry of the tape.
    fn next(&mut self) -> Option<u32> {
        let next = self.tape.get(self.at).copied();
        self.at += usize::from(next.is_some());
        next
    }

    fn or_rolled(&mut self, roll: impl FnOnce(&mut dyn Dice) -> u16) -> u16 {
        let entry = self.next().unwrap_or_else(|| {
            let rolled = roll(self.dice).into();
            self.tape.push(rolled);
            self.at += 1;
            rolled
        });
        u16::try_from(entry).unwrap_or(u16::MAX)
    }

    fn or_counted(&mut self, counts: &mut [u16], roll: impl FnOnce(&mut dyn Dice, &mut [u16])) {
        let mut rolled = vec![0; counts.len()];
        if self.left() == 0 {
            roll(self.dice, &mut rolled);
        }
        for (count, rolled) in counts.iter_mut().zip(rolled) {
            *count += self.or_rolled(|_| rolled);
        }
    }
}

impl Dice for TapedDice<'_> {
    fn throw(&mut self, throw: Throw, label: &str, class: &dyn Fn(u16) -> u16) -> u16 {
        self.or_rolled(|dice| dice.throw(throw, label, class))
    }

    fn pair(&mut self, die: Die, label: &str, class: &dyn Fn(u8, u8) -> u16) -> (u8, u8) {
        let both = self.or_rolled(|dice| {
            let (one, other) = dice.pair(die, label, class);
            u16::from_be_bytes([one, other])
        });
        let [one, other] = both.to_be_bytes();
        (one, other)
    }

    fn throws(&mut self, n: u16, throw: Throw, label: &str, class: &dyn Fn(u16) -> u16, counts: &mut [u16]) {
        self.or_counted(counts, |dice, counts| dice.throws(n, throw, label, class, counts));
    }

    fn pairs(&mut self, n: u16, die: Die, label: &str, class: &dyn Fn(u8, u8) -> u16, counts: &mut [u16]) {
        self.or_counted(counts, |dice, counts| dice.pairs(n, die, label, class, counts));
    }

    fn rolls_alike_together(&self) -> bool {
        self.dice.rolls_alike_together()
    }

    fn rolled(&self) -> &[Rolled] {
        self.dice.rolled()
    }

    fn fault(&self) -> Option<&DiceFault> {
        self.dice.fault()
    }
}
