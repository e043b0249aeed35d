//! What a dice procedure is, and the one loop that drives it: same step for resolving, replaying and exact chances.

mod decide;
mod entry;
mod prompt;
mod role;

use serde::Serialize;

pub use decide::{Answered, Decide, Nobody, Orders, Question};
pub use entry::{ContextError, Entry, Report, Request, RunError, Status, entry, report_of};
pub use prompt::{Names, Prompt};
pub use role::Role;

use super::choices::Setting;
use super::data::Files;
use super::deeds::Deed;
use super::dice::{Dice, DiceFault, Die, Rolled};
use super::inputs::{Fault, Inputs, Key};

/// One line of a report. The lines together let a player redo the procedure by hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What the line is about: `odds`.
    pub label: String,
    /// What came out: `2-1`.
    pub value: String,
    /// Why: `10 against 4, rounded for the defender`.
    pub cause: String,
    /// The rule: `11.6.2`.
    pub rule: String,
    /// The die and its face, when this line tells a roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<Rolled>,
}

/// The report of a procedure, kept outside of its state.
#[derive(Debug, Clone, Default)]
pub struct Log {
    lines: Option<Vec<Line>>,
}

impl Log {
    /// A log that keeps lines.
    #[must_use]
    pub fn keeping() -> Self {
        Self { lines: Some(Vec::new()) }
    }

    /// A log for enumeration, in which no line is ever built.
    #[must_use]
    pub fn silent() -> Self {
        Self { lines: None }
    }

    /// Add a line; the closure runs only when lines are kept. It gives label, value, cause and rule.
    pub fn line<A, B, C, D>(&mut self, line: impl FnOnce() -> (A, B, C, D))
    where
        A: Into<String>,
        B: Into<String>,
        C: Into<String>,
        D: Into<String>,
    {
        if let Some(lines) = &mut self.lines {
            let (label, value, cause, rule) = line();
            lines.push(Line {
                label: label.into(),
                value: value.into(),
                cause: cause.into(),
                rule: rule.into(),
                roll: None,
            });
        }
    }

    /// Add the line of a roll, whose value is the face; the closure gives label, cause and rule.
    pub fn roll<A, C, D>(&mut self, die: Die, face: u8, line: impl FnOnce() -> (A, C, D))
    where
        A: Into<String>,
        C: Into<String>,
        D: Into<String>,
    {
        if let Some(lines) = &mut self.lines {
            let (label, cause, rule) = line();
            let label = label.into();
            lines.push(Line {
                label: label.clone(),
                value: face.to_string(),
                cause: cause.into(),
                rule: rule.into(),
                roll: Some(Rolled { label, die, face }),
            });
        }
    }

    /// The lines so far.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        self.lines.as_deref().unwrap_or_default()
    }
}

/// The rules forbid what was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// What is forbidden and why.
    pub reason: String,
    /// The rule that says so.
    pub rule: String,
}

impl Refusal {
    /// A refusal under a rule.
    pub fn new(rule: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), rule: rule.into() }
    }
}

/// One answer to a question, and the state it leads to.
#[derive(Debug, Clone)]
pub struct Offer<S> {
    /// The answer as it stands in orders.
    pub answer: String,
    /// Words by which a policy picks this answer.
    pub tags: Vec<&'static str>,
    /// What follows.
    pub then: S,
}

/// A small decision that belongs to one side. Legal answers only, never none.
#[derive(Debug, Clone)]
pub struct Ask<S> {
    /// Whose decision: one of [`Procedure::ROLES`].
    pub by: Role,
    /// Its name in orders, one of [`Procedure::PROMPTS`].
    pub label: &'static str,
    /// The unit that the question is about, when it is about one: orders can name it.
    pub about: Option<String>,
    /// The question in words.
    pub text: String,
    /// The rule that gives the decision.
    pub rule: &'static str,
    /// The legal answers.
    pub offers: Vec<Offer<S>>,
}

/// Where a step leads.
#[derive(Debug, Clone)]
pub enum Flow<S, O> {
    /// On to the next step.
    Next(S),
    /// Somebody must decide.
    Ask(Ask<S>),
    /// The end.
    Done(O),
}

/// One dice procedure of one game: a pure step over a small ordered state.
pub trait Procedure: 'static {
    /// The game, as on the command line.
    const GAME: &'static str;
    /// The id: `ATPO-R39`.
    const ID: &'static str;
    /// The name: `land-combat`.
    const NAME: &'static str;
    /// Path of its page in the data files.
    const PAGE: &'static str;
    /// The keys of its input.
    const KEYS: &'static [Key];
    /// The words by which a policy can decide its questions.
    const POLICIES: &'static [&'static str] = &[];
    /// Its sides; the first is the one that acts.
    const ROLES: &'static [Role] = &[];
    /// The choices it reads.
    const CHOICES: &'static [&'static str] = &[];
    /// The questions it can ask.
    const PROMPTS: &'static [Prompt] = &[];
    /// Tables and choices.
    type Cx;
    /// The typed input.
    type Input: Clone;
    /// All that still matters, nothing of the report.
    type State: Clone + Ord;
    /// The facts that come out.
    type Outcome: Clone + Ord + Serialize;

    /// Load the tables.
    ///
    /// # Errors
    /// A table is missing or wrong, or a choice does not exist.
    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError>;
    /// Read the input.
    ///
    /// # Errors
    /// All values that are wrong or missing.
    fn read(inputs: &Inputs) -> Result<Self::Input, Vec<Fault>>;
    /// Accept the input.
    ///
    /// # Errors
    /// Everything that the rules forbid about it, at once.
    fn begin(input: Self::Input, cx: &Self::Cx) -> Result<Self::State, Vec<Refusal>>;
    /// One step with few rolls.
    fn step(
        state: Self::State,
        cx: &Self::Cx,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<Self::State, Self::Outcome>;
    /// Whether some units of a state are equal in all but their names, so that [`Procedure::alike`] can merge states.
    fn has_alike(_state: &Self::State) -> bool {
        false
    }
    /// The same state with equal units in one order, for chances that need not know which of them is which.
    #[must_use]
    fn alike(state: Self::State) -> Self::State {
        state
    }
    /// What is certain so far, shown when a question stays open.
    fn so_far(state: &Self::State) -> Self::Outcome;
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

/// One step and the decision it asks for: the part that resolving and enumerating share.
pub(crate) fn advance<P: Procedure>(
    state: P::State,
    cx: &P::Cx,
    dice: &mut dyn Dice,
    who: &mut dyn Decide,
    log: &mut Log,
    answered: &mut Vec<Answered>,
) -> Result<P::State, Ended<P::Outcome>> {
    let before = state.clone();
    match P::step(state, cx, dice, log) {
        Flow::Next(state) => Ok(state),
        Flow::Done(outcome) => Err(Ended::Done(outcome)),
        Flow::Ask(ask) => {
            let mut offers = ask.offers;
            debug_assert!(
                P::PROMPTS.iter().any(|prompt| prompt.is(ask.by, ask.label)),
                "{} asks the {} for \"{}\", which its prompts do not list",
                P::ID,
                ask.by,
                ask.label
            );
            let question = Question {
                by: ask.by,
                label: ask.label,
                about: ask.about,
                text: ask.text,
                answers: offers.iter().map(|offer| offer.answer.clone()).collect(),
                tags: offers.iter().map(|offer| offer.tags.clone()).collect(),
            };
            let picked = if offers.len() == 1 { Some(0) } else { who.decide(&question) };
            match picked.filter(|picked| *picked < offers.len()) {
                None => Err(Ended::Open(P::so_far(&before), Box::new(question))),
                Some(picked) => {
                    let offer = offers.swap_remove(picked);
                    let forced = question.answers.len() == 1;
                    log.line(|| {
                        let cause = if forced { "only legal answer" } else { "decided" };
                        let about = question.about.as_ref().map(|unit| format!("{unit}; "));
                        let about = about.unwrap_or_default();
                        (ask.label, offer.answer.clone(), format!("{about}{}: {cause}", ask.by), ask.rule)
                    });
                    if !forced {
                        answered.push(Answered { by: ask.by, label: ask.label, answer: offer.answer });
                    }
                    Ok(offer.then)
                }
            }
        }
    }
}

/// Drive a procedure from an accepted state to its end or to an open question.
///
/// # Errors
/// Given faces that do not fit the rolls; no end.
pub fn drive<P: Procedure>(
    mut state: P::State,
    cx: &P::Cx,
    dice: &mut dyn Dice,
    who: &mut dyn Decide,
    log: &mut Log,
    answered: &mut Vec<Answered>,
) -> Result<Ended<P::Outcome>, Stopped> {
    for _ in 0..MOST_STEPS {
        let next = advance::<P>(state, cx, dice, who, log, answered);
        if let Some(fault) = dice.fault() {
            return Err(fault.clone().into());
        }
        match next {
            Ok(next) => state = next,
            Err(ended) => {
                let open = matches!(ended, Ended::Open(..));
                // Faces left over at an open question may be meant for what follows the answer.
                return match dice.close() {
                    Some(fault) if !open => Err(fault.into()),
                    _ => Ok(ended),
                };
            }
        }
    }
    Err(Endless { id: P::ID }.into())
}
