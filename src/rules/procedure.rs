//! What a dice procedure is, and the one loop that drives it: same step for resolving, replaying and exact chances.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::chances::{self, Limits};
use super::choices::{ChoiceError, Setting};
use super::data::{DataError, Files};
use super::dice::{Dice, DiceFault};
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
    /// Whose decision: `attacker` or `defender`.
    pub by: &'static str,
    /// Its name in orders.
    pub label: &'static str,
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

/// A change to one counter or place in players' words; the save's side turns it into an edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Effect {
    /// What changes: a unit's name, or a place.
    pub subject: String,
    /// The piece's id in the save, when the input gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// `reduce`, `eliminate`, `retreat`, `advance`, `mark`, `capture`, `destroy`, `place`.
    pub change: &'static str,
    /// Where to, or what with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The rule.
    pub rule: &'static str,
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
    /// What is certain so far, shown when a question stays open.
    fn so_far(state: &Self::State) -> Self::Outcome;
    /// The short text a table would print.
    fn result(outcome: &Self::Outcome) -> String;
    /// The changes that follow.
    fn effects(outcome: &Self::Outcome) -> Vec<Effect>;
}

/// A question that nobody has answered, with its legal answers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Question {
    /// Whose decision.
    pub by: &'static str,
    /// Its name in orders.
    pub label: &'static str,
    /// In words.
    pub text: String,
    /// The legal answers.
    pub answers: Vec<String>,
    /// For each answer, the words by which a policy picks it.
    #[serde(skip)]
    pub tags: Vec<Vec<&'static str>>,
}

/// Who answers questions.
pub trait Decide {
    /// The number of the answer, or none when this question stays open.
    fn decide(&mut self, question: &Question) -> Option<usize>;
}

/// Nobody decides: every question stays open.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Decide for Nobody {
    fn decide(&mut self, _question: &Question) -> Option<usize> {
        None
    }
}

/// Decisions made beforehand: answers by side and label, in the order of the questions, then policies by side.
///
/// An order that is no legal answer is not used up silently: it is listed in [`Orders::misfits`] and the
/// question stays open.
#[derive(Debug, Clone, Default)]
pub struct Orders {
    answers: BTreeMap<(String, String), Vec<String>>,
    policies: BTreeMap<String, Vec<String>>,
    /// Orders that were not legal when their question came.
    pub misfits: Vec<String>,
}

impl Orders {
    /// Add an answer for the next question of this label that nobody has answered yet.
    pub fn answer(&mut self, by: &str, label: &str, answer: &str) {
        self.answers.entry((by.to_owned(), label.to_owned())).or_default().push(answer.to_owned());
    }

    /// Let words decide for a side: the first word that tags a legal answer picks it.
    pub fn policy(&mut self, by: &str, words: &str) {
        let words = words.split([',', ' ']).filter(|word| !word.is_empty()).map(str::to_owned);
        self.policies.entry(by.to_owned()).or_default().extend(words);
    }
}

impl Decide for Orders {
    fn decide(&mut self, question: &Question) -> Option<usize> {
        let key = (question.by.to_owned(), question.label.to_owned());
        if let Some(left) = self.answers.get_mut(&key).filter(|left| !left.is_empty()) {
            let wanted = left.remove(0);
            let found = question.answers.iter().position(|answer| answer.eq_ignore_ascii_case(wanted.trim()));
            if found.is_none() {
                let legal = question.answers.join(", ");
                self.misfits.push(format!("{} {}: \"{wanted}\" is not one of {legal}", key.0, key.1));
            }
            return found;
        }
        let words = self.policies.get(question.by)?;
        words.iter().find_map(|word| question.tags.iter().position(|tags| tags.contains(&word.as_str())))
    }
}

/// An answer that was given, for the report and for replaying it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Answered {
    /// Who decided.
    pub by: &'static str,
    /// The question's name.
    pub label: &'static str,
    /// The answer.
    pub answer: String,
}

/// How a resolution ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ended<O> {
    /// With an outcome.
    Done(O),
    /// At a question that nobody answered, with what is certain so far.
    Open(O, Question),
}

impl<O> Ended<O> {
    /// The outcome, final or so far.
    pub fn outcome(&self) -> &O {
        match self {
            Self::Done(outcome) | Self::Open(outcome, _) => outcome,
        }
    }
}

/// A procedure made more steps than any battle has: a fault of the procedure, not of its input.
pub const MOST_STEPS: usize = 10_000;

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
            let question = Question {
                by: ask.by,
                label: ask.label,
                text: ask.text,
                answers: offers.iter().map(|offer| offer.answer.clone()).collect(),
                tags: offers.iter().map(|offer| offer.tags.clone()).collect(),
            };
            let picked = if offers.len() == 1 { Some(0) } else { who.decide(&question) };
            match picked.filter(|picked| *picked < offers.len()) {
                None => Err(Ended::Open(P::so_far(&before), question)),
                Some(picked) => {
                    let offer = offers.swap_remove(picked);
                    let forced = question.answers.len() == 1;
                    log.line(|| {
                        let cause = if forced { "only legal answer" } else { "decided" };
                        (ask.label, offer.answer.clone(), format!("{}: {cause}", ask.by), ask.rule)
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
/// Given faces that do not fit the rolls.
pub fn drive<P: Procedure>(
    mut state: P::State,
    cx: &P::Cx,
    dice: &mut dyn Dice,
    who: &mut dyn Decide,
    log: &mut Log,
    answered: &mut Vec<Answered>,
) -> Result<Ended<P::Outcome>, DiceFault> {
    for _ in 0..MOST_STEPS {
        let next = advance::<P>(state, cx, dice, who, log, answered);
        if let Some(fault) = dice.fault() {
            return Err(fault.clone());
        }
        match next {
            Ok(next) => state = next,
            Err(ended) => {
                let open = matches!(ended, Ended::Open(..));
                // Faces left over at an open question may be meant for what follows the answer.
                return match dice.close() {
                    Some(fault) if !open => Err(fault),
                    _ => Ok(ended),
                };
            }
        }
    }
    let outcome = P::so_far(&state);
    Ok(Ended::Done(outcome))
}

/// The tables of a game could not be made ready.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContextError {
    /// A data file.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A choice.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
}

/// The tool could not do its work: exit 2.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// Wrong values, all of them.
    #[error("{}", joined(.0))]
    Input(Vec<Fault>),
    /// Tables or choices.
    #[error(transparent)]
    Context(#[from] ContextError),
    /// Faces.
    #[error(transparent)]
    Dice(#[from] DiceFault),
}

fn joined(faults: &[Fault]) -> String {
    let texts: Vec<String> = faults
        .iter()
        .map(|fault| match &fault.help {
            Some(help) => format!("{fault} ({help})"),
            None => fault.to_string(),
        })
        .collect();
    texts.join("; ")
}

/// How a run ended, for the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// With an outcome: exit 0.
    Done,
    /// At an open question: exit 0.
    Open,
    /// The rules forbid it: exit 1.
    Refused,
}

/// What a run gives back.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// How it ended.
    pub status: Status,
    /// The lines, for people.
    pub lines: Vec<Line>,
    /// The short result, for example `D3x`, or `refused`.
    pub result: String,
    /// The whole as JSON, with the keys other tools rely on.
    pub json: Value,
}

/// What a run starts from.
pub struct Request<'a> {
    /// The data files.
    pub files: &'a dyn Files,
    /// Choices of the players, over the defaults.
    pub settings: &'a [Setting],
    /// The values typed in.
    pub table: &'a serde_json::Map<String, Value>,
}

type Preset = &'static [(&'static str, bool)];
type Run = fn(&Entry, &Request, &mut dyn Dice, &mut dyn Decide) -> Result<Report, RunError>;
type RunChances = fn(&Entry, &Request, &mut dyn Decide, &Limits) -> Result<Report, RunError>;

/// A procedure with its types erased: a line in a game's table of procedures.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The game.
    pub game: &'static str,
    /// The id.
    pub id: &'static str,
    /// The name.
    pub name: &'static str,
    /// Path of its page in the data files.
    pub page: &'static str,
    /// The keys of its input.
    pub keys: &'static [Key],
    /// The words by which a policy can decide its questions.
    pub policies: &'static [&'static str],
    preset: Preset,
    run: Run,
    chances: RunChances,
}

impl Entry {
    /// Run once.
    ///
    /// # Errors
    /// Wrong values, tables or faces. What the rules forbid is a report that says so.
    pub fn run(
        &self,
        request: &Request,
        dice: &mut dyn Dice,
        who: &mut dyn Decide,
    ) -> Result<Report, RunError> {
        (self.run)(self, request, dice, who)
    }

    /// Exact chances of all results, or sampled ones that say so when the limit of steps is reached.
    ///
    /// # Errors
    /// Wrong values or tables.
    pub fn chances(
        &self,
        request: &Request,
        who: &mut dyn Decide,
        limits: &Limits,
    ) -> Result<Report, RunError> {
        (self.chances)(self, request, who, limits)
    }

    /// The same procedure under another id and name, with some keys already set to yes or no.
    #[must_use]
    pub const fn under(
        mut self,
        id: &'static str,
        name: &'static str,
        page: &'static str,
        preset: Preset,
    ) -> Self {
        self.id = id;
        self.name = name;
        self.page = page;
        self.preset = preset;
        self
    }

    /// Whether a word of the command line means this procedure: `ATPO-R39`, `r39` or `land-combat`.
    #[must_use]
    pub fn is_called(&self, word: &str) -> bool {
        let short = self.id.split_once('-').map_or(self.id, |(_, short)| short);
        [self.id, short, self.name].iter().any(|name| name.eq_ignore_ascii_case(word))
    }
}

/// Erase the types of a procedure.
#[must_use]
pub const fn entry<P: Procedure>() -> Entry {
    Entry {
        game: P::GAME,
        id: P::ID,
        name: P::NAME,
        page: P::PAGE,
        keys: P::KEYS,
        policies: P::POLICIES,
        preset: &[],
        run: run_one::<P>,
        chances: chances_of::<P>,
    }
}

fn accept<P: Procedure>(entry: &Entry, request: &Request) -> Result<(Value, P::Cx, P::Input), RunError> {
    let mut inputs = Inputs::read(request.table, P::KEYS).map_err(RunError::Input)?;
    for (key, value) in entry.preset {
        inputs.preset(key, Value::from(*value));
    }
    let input = P::read(&inputs).map_err(RunError::Input)?;
    let cx = P::context(request.files, request.settings)?;
    Ok((inputs.to_json(), cx, input))
}

fn refused(entry: &Entry, inputs: &Value, refusals: &[Refusal]) -> Report {
    let lines = refusals.iter().map(|refusal| Line {
        label: "refused".into(),
        value: refusal.reason.clone(),
        cause: String::new(),
        rule: refusal.rule.clone(),
    });
    Report {
        status: Status::Refused,
        lines: lines.collect(),
        result: "refused".into(),
        json: json!({"game": entry.game, "procedure": entry.id, "name": entry.name, "inputs": inputs,
            "dice": [], "steps": [], "result": "refused", "refused": refusals, "changes": []}),
    }
}

fn run_one<P: Procedure>(
    entry: &Entry,
    request: &Request,
    dice: &mut dyn Dice,
    who: &mut dyn Decide,
) -> Result<Report, RunError> {
    let (inputs, cx, input) = accept::<P>(entry, request)?;
    let state = match P::begin(input, &cx) {
        Ok(state) => state,
        Err(refusals) => return Ok(refused(entry, &inputs, &refusals)),
    };
    let mut log = Log::keeping();
    let mut answered = Vec::new();
    let ended = drive::<P>(state, &cx, dice, who, &mut log, &mut answered)?;
    Ok(report_of::<P>(entry, &inputs, &ended, dice, &log, &answered))
}

/// The report of a resolution that ended: what `run` and `resolve` print.
pub fn report_of<P: Procedure>(
    entry: &Entry,
    inputs: &Value,
    ended: &Ended<P::Outcome>,
    dice: &dyn Dice,
    log: &Log,
    answered: &[Answered],
) -> Report {
    let outcome = ended.outcome();
    let result = P::result(outcome);
    let faces: Vec<u8> = dice.rolled().iter().map(|rolled| rolled.face).collect();
    let mut json = json!({"game": entry.game, "procedure": entry.id, "name": entry.name, "inputs": inputs,
        "dice": faces, "steps": log.lines(), "result": result, "outcome": outcome, "changes": P::effects(outcome)});
    if let Some(seed) = dice.seed().filter(|_| !faces.is_empty()) {
        json["seed"] = seed.into();
    }
    if !answered.is_empty() {
        json["answers"] = json!(answered);
    }
    let status = match ended {
        Ended::Done(_) => Status::Done,
        Ended::Open(_, question) => {
            json["open"] = json!(question);
            Status::Open
        }
    };
    Report { status, lines: log.lines().to_vec(), result, json }
}

fn chances_of<P: Procedure>(
    entry: &Entry,
    request: &Request,
    who: &mut dyn Decide,
    limits: &Limits,
) -> Result<Report, RunError> {
    let (inputs, cx, input) = accept::<P>(entry, request)?;
    let state = match P::begin(input, &cx) {
        Ok(state) => state,
        Err(refusals) => return Ok(refused(entry, &inputs, &refusals)),
    };
    let chances = chances::find::<P>(&state, &cx, who, limits);
    let mut json = json!({"game": entry.game, "procedure": entry.id, "name": entry.name, "inputs": inputs});
    let lines = chances.write::<P>(&mut json);
    Ok(Report { status: Status::Done, lines, result: String::new(), json })
}
