//! What a dice procedure is, and the one loop that drives it: same step for resolving, replaying and exact chances.

mod assumed;
mod context;
mod decide;
mod entry;
mod erased;
mod log;
mod offers;
mod possible;
mod prompt;
mod resolution;
mod role;
mod script;
mod sum;

use std::borrow::Cow;

use serde::Serialize;

pub use assumed::AssumedPolicy;
pub use context::ContextError;
pub use decide::{
    ASSUMED_FACT, Asked, Decide, EVEN, Misfit, Moment, Nobody, Orders, Outlook, Policies, Policy, Question,
    UsedUp,
};
pub use entry::{AnyProcedure, Data, Play, Request, RunError, entry, entry_under, report_of, script};
pub use log::{Answered, Line, Log};
pub use offers::{Answers, Offer, Offers, few};
use offers::{led_on, worded};
pub use possible::{PossiblePrompt, PossiblePrompts};
pub use prompt::{OrdersName, Prompt};
pub use resolution::{Ending, Resolution};
pub use role::Role;
pub use script::{Outcome, Pause, Played, Playing, Script, ScriptHead, TableTop, so_far, step};
pub use sum::{Sum, Summed};

use crate::data::Files;
use crate::play::choices::Setting;
use crate::play::deeds::Deed;
use crate::play::dice::{Dice, DiceFault};
use crate::play::inputs::{Inputs, Key, KeyFault};
use crate::play::losses::UnitLoss;

/// The rules forbid what was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// What is forbidden and why.
    pub reason: String,
    /// The rule that says so.
    pub rule: String,
}

impl From<Refusal> for Vec<Refusal> {
    fn from(refusal: Refusal) -> Self {
        vec![refusal]
    }
}

impl Refusal {
    /// A refusal under a rule.
    pub fn new(rule: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), rule: rule.into() }
    }
}

/// A small decision that belongs to one side.
pub struct Ask<'b, S> {
    /// Whose decision: one of [`Procedure::ROLES`].
    pub by: Role,
    /// Its name in orders, one of [`Procedure::PROMPTS`].
    pub label: &'static str,
    /// The unit that the question is about, when it is about one: orders can name it.
    pub about: Option<&'b str>,
    /// The question in words.
    pub text: Cow<'static, str>,
    /// The rule that gives the decision.
    pub rule: &'static str,
    /// The legal answers.
    pub offers: Box<dyn Offers<S> + 'b>,
}

/// Where a step leads.
pub enum Flow<'b, S, O> {
    /// On to the next step.
    Next(S),
    /// Somebody must decide.
    Ask(Ask<'b, S>),
    /// The end.
    Done(O),
}

impl<'b, S: 'b, O> Flow<'b, S, O> {
    /// The same step as a part of a larger procedure: `on` puts its state into the larger one, `done` goes on from its
    /// outcome.
    pub fn within<T: 'b, R>(
        self,
        on: impl Fn(S) -> T + 'b,
        done: impl FnOnce(O) -> Flow<'b, T, R>,
    ) -> Flow<'b, T, R> {
        match self {
            Self::Next(state) => Flow::Next(on(state)),
            Self::Done(outcome) => done(outcome),
            Self::Ask(Ask { by, label, about, text, rule, offers }) => {
                Flow::Ask(Ask { by, label, about, text, rule, offers: led_on(offers, on) })
            }
        }
    }

    /// The same where `whole` is what stands around the part: `put` puts the state of the part into it, `done` goes on with
    /// it from the outcome. Nothing is copied unless a question is asked.
    pub fn inside<T: Clone + 'b, R>(
        self,
        whole: T,
        put: impl Fn(T, S) -> T + 'b,
        done: impl FnOnce(T, O) -> Flow<'b, T, R>,
    ) -> Flow<'b, T, R> {
        match self {
            Self::Next(state) => Flow::Next(put(whole, state)),
            Self::Done(outcome) => done(whole, outcome),
            Self::Ask(Ask { by, label, about, text, rule, offers }) => {
                let on = move |state| put(whole.clone(), state);
                Flow::Ask(Ask { by, label, about, text, rule, offers: led_on(offers, on) })
            }
        }
    }

    /// The same step, its question asked of another side or under another name.
    #[must_use]
    pub fn asking(mut self, other: impl FnOnce(Role, &'static str) -> (Role, &'static str)) -> Self {
        if let Self::Ask(ask) = &mut self {
            (ask.by, ask.label) = other(ask.by, ask.label);
        }
        self
    }

    /// The same step, its answers picked by other words of policies: `own` tells which of the step's own words one means,
    /// none where it means nothing there.
    #[must_use]
    pub fn worded(self, own: fn(&str) -> Option<&str>) -> Self {
        match self {
            Self::Ask(Ask { by, label, about, text, rule, offers }) => {
                Self::Ask(Ask { by, label, about, text, rule, offers: worded(offers, own) })
            }
            other => other,
        }
    }
}

/// What a battle is called, what can be asked in it, and by what its losses are measured.
#[derive(Debug, Clone, Copy)]
pub struct ProcedureHead {
    /// The id of its procedure.
    pub id: &'static str,
    /// Its questions.
    pub prompts: &'static [Prompt],
    /// By what its losses are measured; none where units lose nothing.
    pub measure: Option<&'static str>,
}

/// One dice procedure of one game: a pure step over a small ordered state.
///
/// What never changes is its battle; what changes is its state. Chances merge equal states, and meet each but once if
/// states grow with progress: by a phase in front that no step takes back.
pub trait Procedure: 'static {
    /// The id: `ATPO-R39`.
    const ID: &'static str;
    /// Its sides; the first is the one that acts.
    const ROLES: &'static [Role] = &[];
    /// The questions it can ask.
    const PROMPTS: &'static [Prompt] = &[];
    /// The names of those that both sides answer in secret, one right after the other.
    const SECRET: &'static [&'static str] = &[];
    /// How many steps chances may take while they tell equal units apart, before they try to count them as one.
    const STEPS_APART: u64 = u64::MAX;
    /// By what its losses are measured, such as steps; none where units lose nothing.
    const MEASURE: Option<&'static str> = None;
    /// Tables and choices.
    type Cx: Sync;
    /// The typed input.
    type Input: Clone;
    /// What stays as it was declared from the first step to the last.
    type Battle: Sync;
    /// What changes and still matters, nothing of the report: small, `Copy` where it can be.
    type State: Clone + Ord + Send + Sync;
    /// The facts that come out.
    type Outcome: Clone + Ord + Send + Sync + Serialize;

    /// What a battle is called and what it asks: what its type says.
    fn head(_battle: &Self::Battle) -> ProcedureHead {
        ProcedureHead { id: Self::ID, prompts: Self::PROMPTS, measure: Self::MEASURE }
    }
    /// Accept the input.
    ///
    /// # Errors
    /// Everything that the rules forbid about it, at once.
    fn begin(input: Self::Input, cx: &Self::Cx) -> Result<(Self::Battle, Self::State), Vec<Refusal>>;
    /// One step with few rolls.
    fn step<'b>(
        battle: &'b Self::Battle,
        state: Self::State,
        cx: &'b Self::Cx,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, Self::State, Self::Outcome>;
    /// Whether some units of a battle are equal in all but their names, so that [`Procedure::alike`] can merge states.
    fn has_alike(_battle: &Self::Battle) -> bool {
        false
    }
    /// The same state with equal units in one order, for chances that need not know which of them is which.
    #[must_use]
    fn alike(_battle: &Self::Battle, state: Self::State) -> Self::State {
        state
    }
    /// The same state without what only tells outcomes apart that have one short result and the same losses, such as a die
    /// that was rolled for a report; for chances that tell no more than these.
    #[must_use]
    fn in_short(_battle: &Self::Battle, state: Self::State) -> Self::State {
        state
    }
    /// What is certain so far, shown when a question stays open.
    fn so_far(battle: &Self::Battle, state: &Self::State, cx: &Self::Cx) -> Self::Outcome;
    /// The short text a table would print.
    fn result(outcome: &Self::Outcome) -> String;
    /// The odds under which an outcome came, where its table has odds.
    fn odds(_outcome: &Self::Outcome) -> Option<String> {
        None
    }
    /// What is done to pieces and places.
    fn deeds(_outcome: &Self::Outcome) -> Vec<Deed> {
        Vec::new()
    }
    /// What became of each unit, always in one order; of a procedure that has a [`Procedure::MEASURE`].
    fn losses(_battle: &Self::Battle, _outcome: &Self::Outcome) -> Vec<UnitLoss> {
        Vec::new()
    }
}

/// A procedure that is code: a line of its game's table, with tables of its own, run on typed-in values.
pub trait Coded: Procedure {
    /// The game, as on the command line.
    const GAME: &'static str;
    /// The name: `land-combat`.
    const NAME: &'static str;
    /// The keys of its input.
    const KEYS: &'static [Key];
    /// The choices it reads.
    const CHOICES: &'static [&'static str] = &[];

    /// Load the tables.
    ///
    /// # Errors
    /// A table is missing or wrong, or a choice does not exist.
    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError>;
    /// Read the input.
    ///
    /// # Errors
    /// All values that are wrong or missing.
    fn read(inputs: &Inputs) -> Result<Self::Input, Vec<KeyFault>>;
}

/// How a resolution ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ended<O> {
    /// With an outcome.
    Done(O),
    /// At a question that nobody answered, with what is certain so far.
    Open(O, Box<Question>),
}

impl<O> Ended<O> {
    /// The outcome, final or so far.
    pub fn outcome(&self) -> &O {
        match self {
            Self::Done(outcome) | Self::Open(outcome, _) => outcome,
        }
    }
}

/// More steps than any battle has.
pub const MOST_STEPS: usize = 10_000;

/// A procedure went on and on: a fault of the procedure, not of its input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "{id} came to no end within {MOST_STEPS} steps; this is a fault of the procedure, and there is no result"
)]
pub struct Endless {
    /// The procedure.
    pub id: &'static str,
}

/// Why a resolution has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// Given faces that do not fit the rolls.
    #[error(transparent)]
    Dice(#[from] DiceFault),
    /// No end.
    #[error(transparent)]
    Endless(#[from] Endless),
}

/// What an answer leads to, by the state that follows it.
pub(crate) type OutlookOf<P> = fn(
    &<P as Procedure>::Battle,
    &<P as Procedure>::State,
    &<P as Procedure>::Cx,
    &Policies,
) -> Option<Outlook>;

/// Where a step leads once its question is answered: another state, or the end.
type Led<P> = Result<<P as Procedure>::State, Ended<<P as Procedure>::Outcome>>;

/// One step and the decision it asks for: the part that resolving and enumerating share.
pub(crate) fn advance<P: Procedure>(
    battle: &P::Battle,
    state: &P::State,
    cx: &P::Cx,
    dice: &mut dyn Dice,
    who: &mut dyn FnMut(&Asked<'_>, &Moment<'_>) -> Option<usize>,
    (log, outlook): (&mut Log, Option<OutlookOf<P>>),
) -> Led<P> {
    match P::step(battle, state.clone(), cx, dice, log) {
        Flow::Next(state) => Ok(state),
        Flow::Done(outcome) => Err(Ended::Done(outcome)),
        Flow::Ask(ask) => {
            let Ask { by, label, about, text, rule, offers } = ask;
            let ProcedureHead { id, prompts, .. } = P::head(battle);
            debug_assert!(
                prompts.iter().any(|prompt| prompt.is(by, label)),
                "{id} asks the {by} for \"{label}\", which its prompts do not list",
            );
            let asked = Asked { by, label, about, answers: &*offers };
            let secret = P::SECRET.contains(&label);
            if !secret {
                log.unveil();
            }
            let forced = offers.count() == 1;
            let ahead = |index: usize, who: &Policies| {
                outlook.filter(|_| !secret && index < offers.count())?(battle, &offers.then(index), cx, who)
            };
            let moment = Moment { text: &text, rule, lines: log.lines(), secret, outlook: &ahead };
            let chosen = if forced { None } else { who(&asked, &moment) };
            // Equals may be told apart by name; who does not care has no choice to make.
            let picked = chosen.or_else(|| (offers.apart() == 1).then_some(0));
            let Some(picked) = picked.filter(|picked| *picked < offers.count()) else {
                let mut question = Question::of(&asked, text.into_owned());
                if log.keeps() {
                    let prompt = prompts.iter().find(|prompt| prompt.is(by, label));
                    let words = prompt.map_or(&[][..], |prompt| prompt.policies).iter().copied();
                    question.policies = words.filter(|word| offers.tagged(word).is_some()).collect();
                }
                return Err(Ended::Open(P::so_far(battle, state, cx), Box::new(question)));
            };
            if log.keeps() {
                let answer = offers.answer(picked).into_owned();
                let cause = if chosen.is_some() { "decided" } else { "only legal answer" };
                log.answer(Answered { by, label, answer }, (about, rule, cause), forced, secret);
            }
            Ok(offers.then(picked))
        }
    }
}

/// Drive a procedure from an accepted state to its end or to an open question.
///
/// # Errors
/// Given faces that do not fit the rolls; no end.
pub fn drive<P: Procedure>(
    battle: &P::Battle,
    state: P::State,
    cx: &P::Cx,
    dice: &mut dyn Dice,
    who: &mut dyn Decide,
    log: &mut Log,
) -> Result<Ended<P::Outcome>, Stopped> {
    drive_ahead::<P>(battle, state, cx, dice, who, (log, None))
}

/// The same for somebody who may ask what each answer leads to.
pub(crate) fn drive_ahead<P: Procedure>(
    battle: &P::Battle,
    mut state: P::State,
    cx: &P::Cx,
    dice: &mut dyn Dice,
    who: &mut dyn Decide,
    (log, outlook): (&mut Log, Option<OutlookOf<P>>),
) -> Result<Ended<P::Outcome>, Stopped> {
    // What one side chose in secret shows in the state before the other has chosen.
    let mut before_secret: Option<P::State> = None;
    for _ in 0..MOST_STEPS {
        let (lines, rolled) = (log.len(), dice.rolled().len());
        let mut who = |asked: &Asked<'_>, moment: &Moment<'_>| who.decide(asked, moment);
        let next = advance::<P>(battle, &state, cx, dice, &mut who, (&mut *log, outlook));
        if let Some(fault) = dice.fault() {
            let what = log.cut(lines, dice.rolled().len() - rolled);
            return Err(fault.clone().at(what).into());
        }
        match next {
            Ok(next) => {
                before_secret = log.is_veiled().then(|| before_secret.unwrap_or(state));
                state = next;
            }
            Err(ended) => {
                if let Ended::Done(_) = ended {
                    log.unveil();
                }
                let ended = match (ended, &before_secret) {
                    (Ended::Open(_, question), Some(before)) if log.is_veiled() => {
                        Ended::Open(P::so_far(battle, before, cx), question)
                    }
                    (ended, _) => ended,
                };
                let open = matches!(ended, Ended::Open(..));
                // Faces left over at an open question may be meant for what follows the answer.
                return match dice.close() {
                    Some(fault) if !open => Err(fault.at(log.last_roll()).into()),
                    _ => Ok(ended),
                };
            }
        }
    }
    Err(Endless { id: P::head(battle).id }.into())
}
