//! A procedure with its types erased: one line in a game's table, run on typed values.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};

use super::assumed::Assuming;
use super::context::ContextError;
use super::erased::{AnyScript, Erased, erased};
use super::possible::{PossiblePrompts, possible_prompts};
use super::script::{Script, ScriptHead};
use super::{
    Coded, Decide, Ended, Ending, Endless, Line, Log, Misfit, Outlook, Policies, Procedure, Prompt, Question,
    Refusal, Resolution, Role, Stopped, drive_ahead,
};
use crate::data::Files;
use crate::game::pack::procedure_path;
use crate::play::chances::{self, Limits};
use crate::play::choices::Setting;
use crate::play::deeds::Deed;
use crate::play::dice::{Dice, DiceFault};
use crate::play::inputs::{GameWords, Inputs, Key, KeyFault, Text, TypedInput};

/// The tool could not do its work: exit 2.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// Wrong values, all of them.
    #[error("{}", joined(.0))]
    Input(Vec<KeyFault>),
    /// Tables or choices.
    #[error(transparent)]
    Context(#[from] ContextError),
    /// Faces, with the report up to the roll that they do not fit.
    #[error("{fault}")]
    Dice {
        /// What is wrong with them.
        fault: DiceFault,
        /// The lines so far.
        so_far: Vec<Line>,
    },
    /// The procedure does not end.
    #[error(transparent)]
    Endless(#[from] Endless),
    /// Orders that are no legal answers to their questions.
    #[error("orders: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Misfits(Vec<Misfit>),
}

impl From<chances::NoChances> for RunError {
    fn from(none: chances::NoChances) -> Self {
        match none {
            chances::NoChances::Endless(endless) => Self::Endless(endless),
            chances::NoChances::Misfits(misfits) => Self::Misfits(misfits),
        }
    }
}

impl RunError {
    /// Why a run stopped that had told these lines.
    fn stopped(stopped: Stopped, log: &Log) -> Self {
        match stopped {
            Stopped::Dice(fault) => Self::Dice { fault, so_far: log.lines().to_vec() },
            Stopped::Endless(endless) => Self::Endless(endless),
        }
    }

    /// The lines of the report up to where the faces do not fit.
    #[must_use]
    pub fn so_far(&self) -> &[Line] {
        match self {
            Self::Dice { so_far, .. } => so_far,
            _ => &[],
        }
    }
}

fn joined(faults: &[KeyFault]) -> String {
    let texts: Vec<String> = faults
        .iter()
        .map(|fault| match &fault.help {
            Some(help) => format!("{fault} ({help})"),
            None => fault.to_string(),
        })
        .collect();
    texts.join("; ")
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
type RunOnce = fn(&AnyProcedure, &Request, &mut dyn Dice, &mut dyn Decide) -> Result<Resolution, RunError>;
type RunChances = fn(&AnyProcedure, &Request, &Policies, &Limits) -> Result<Resolution, RunError>;
type FindPrompts = fn(&AnyProcedure, &Request) -> Option<PossiblePrompts>;

/// A procedure that is data: run on typed-in values like any other.
pub trait Play: Send + Sync {
    /// Run once, as [`AnyProcedure::run`].
    ///
    /// # Errors
    /// Wrong values or faces.
    fn run(
        &self,
        entry: &AnyProcedure,
        request: &Request<'_>,
        dice: &mut dyn Dice,
        who: &mut dyn Decide,
    ) -> Result<Resolution, RunError>;
    /// Its chances, as [`AnyProcedure::chances`].
    ///
    /// # Errors
    /// Wrong values.
    fn chances(
        &self,
        entry: &AnyProcedure,
        request: &Request<'_>,
        who: &Policies,
        limits: &Limits,
    ) -> Result<Resolution, RunError>;
}

/// What a procedure that is data says of itself, where it has no page.
#[derive(Debug, Clone)]
pub struct Data {
    /// What it is, in a few words.
    pub about: String,
    /// All of it, as a page.
    pub words: String,
}

/// Who runs a procedure.
#[derive(Clone)]
enum Body {
    Coded { preset: Preset, run: RunOnce, chances: RunChances, prompts: FindPrompts },
    Script(&'static dyn AnyScript),
    Data(Arc<dyn Play>),
}

/// A procedure with its types erased: a line in a game's table of procedures.
#[derive(Clone)]
pub struct AnyProcedure {
    /// The game.
    pub game: Text,
    /// The id.
    pub id: Text,
    /// The name.
    pub name: Text,
    /// What it says of itself, when it is data.
    pub data: Option<Data>,
    /// The keys of its input.
    pub keys: Cow<'static, [Key]>,
    /// Its sides; the first is the one that acts.
    pub roles: &'static [Role],
    /// The choices it reads.
    pub choices: &'static [&'static str],
    /// Its questions.
    pub prompts: &'static [Prompt],
    body: Body,
}

impl AnyProcedure {
    /// Path of its page in the data files.
    #[must_use]
    pub fn page(&self) -> String {
        procedure_path(&self.game, &self.id)
    }

    /// The words by which a policy can decide its questions.
    pub fn policies(&self) -> BTreeSet<&'static str> {
        self.prompts.iter().flat_map(|prompt| prompt.policies).copied().collect()
    }

    /// Run once.
    ///
    /// # Errors
    /// Wrong values, tables or faces; a procedure without end. What the rules forbid is a report that says so.
    pub fn run(
        &self,
        request: &Request,
        dice: &mut dyn Dice,
        who: &mut dyn Decide,
    ) -> Result<Resolution, RunError> {
        match &self.body {
            Body::Coded { run, .. } => run(self, request, dice, who),
            Body::Script(script) => {
                let (inputs, cx, input) = self.accept_script(*script, request)?;
                self.play::<Erased>(&inputs, &cx, input, dice, who)
            }
            Body::Data(row) => row.run(self, request, dice, who),
        }
    }

    /// Exact chances of all results, or sampled ones that say so when the limit of steps is reached.
    ///
    /// # Errors
    /// Wrong values or tables; orders that are no legal answers; a procedure without end.
    pub fn chances(
        &self,
        request: &Request,
        who: &Policies,
        limits: &Limits,
    ) -> Result<Resolution, RunError> {
        match &self.body {
            Body::Coded { chances, .. } => chances(self, request, who, limits),
            Body::Script(script) => {
                let (inputs, cx, input) = self.accept_script(*script, request)?;
                self.follow::<Erased>(&inputs, &cx, input, who, limits)
            }
            Body::Data(row) => row.chances(self, request, who, limits),
        }
    }

    /// The questions that a battle of these values can ask; all there are where the values do not suffice.
    pub fn possible_prompts(&self, request: &Request) -> PossiblePrompts {
        match &self.body {
            Body::Coded { prompts, .. } => {
                prompts(self, request).unwrap_or_else(|| PossiblePrompts::all(self.prompts))
            }
            Body::Script(script) => match self.accept_script(*script, request) {
                Ok((_, cx, input)) => prompts_in::<Erased>(input, &cx),
                Err(_) => PossiblePrompts::all(self.prompts),
            },
            Body::Data(_) => PossiblePrompts::default(),
        }
    }

    /// The report of a battle that the rules forbid before its procedure begins.
    #[must_use]
    pub fn refused(&self, inputs: &Value, refusals: &[Refusal]) -> Resolution {
        refused(self, inputs, refusals)
    }

    /// The report of a battle whose values do not suffice: open until somebody gives them.
    #[must_use]
    pub fn wanting(&self, inputs: &Value) -> Resolution {
        let json = json!({"game": self.game, "procedure": self.id, "name": self.name, "inputs": inputs,
            "dice": [], "steps": [], "result": "open", "changes": []});
        Resolution::new(Ending::Open, Vec::new(), "open".into(), inputs.clone(), json)
    }

    /// The report of a battle that was not fought by itself: `result` says what became of it.
    #[must_use]
    pub fn unfought(&self, inputs: &Value, result: &str) -> Resolution {
        let json = json!({"game": self.game, "procedure": self.id, "name": self.name, "inputs": inputs,
            "dice": [], "steps": [], "result": result, "changes": []});
        Resolution::new(Ending::Done, Vec::new(), result.into(), inputs.clone(), json)
    }

    /// A procedure that is data, by its game, id and name; it asks nothing and reads no choice.
    #[must_use]
    pub fn of_data([game, id, name]: [&str; 3], keys: Vec<Key>, data: Data, row: Arc<dyn Play>) -> Self {
        let [game, id, name] = [game, id, name].map(|text| Cow::Owned(text.to_owned()));
        Self {
            game,
            id,
            name,
            data: Some(data),
            keys: Cow::Owned(keys),
            roles: &[],
            choices: &[],
            prompts: &[],
            body: Body::Data(row),
        }
    }

    /// Run a procedure on values that were read, for one that is data.
    ///
    /// # Errors
    /// Faces that do not fit; a procedure without end.
    pub fn play<P: Procedure>(
        &self,
        inputs: &Value,
        cx: &P::Cx,
        input: P::Input,
        dice: &mut dyn Dice,
        who: &mut dyn Decide,
    ) -> Result<Resolution, RunError> {
        let (battle, state) = match P::begin(input, cx) {
            Ok(begun) => begun,
            Err(refusals) => return Ok(refused(self, inputs, &refusals)),
        };
        let mut log = Log::keeping();
        let ahead = (&mut log, Some(ahead_of::<P> as super::OutlookOf<P>));
        let ended = drive_ahead::<P>(&battle, state, cx, dice, who, ahead);
        let ended = ended.map_err(|stopped| RunError::stopped(stopped, &log))?;
        let measured = chances::measured(&P::losses(&battle, ended.outcome()));
        Ok(Resolution { measured, ..report_of::<P>(self, inputs, &ended, dice, &log) })
    }

    /// The chances of a procedure on values that were read, for one that is data.
    ///
    /// # Errors
    /// Orders that are no legal answers; a procedure without end.
    pub fn follow<P: Procedure>(
        &self,
        inputs: &Value,
        cx: &P::Cx,
        input: P::Input,
        who: &Policies,
        limits: &Limits,
    ) -> Result<Resolution, RunError> {
        let (battle, state) = match P::begin(input, cx) {
            Ok(begun) => begun,
            Err(refusals) => return Ok(refused(self, inputs, &refusals)),
        };
        let heading = P::head(&battle);
        let who = Assuming::new(who, heading.prompts);
        let chances = chances::find::<P>(&battle, &state, cx, &who, limits)?;
        let mut json = self.head(inputs);
        let (lines, mut told) = chances.write::<P>(heading.measure, &mut json);
        told.assumed = who.assumed();
        if !told.assumed.is_empty() {
            json["assumed_policies"] = json!(told.assumed);
        }
        let report = Resolution::new(Ending::Done, lines, String::new(), inputs.clone(), json);
        Ok(Resolution { chances: Some(told), ..report })
    }

    /// The values, tables and input of a script.
    fn accept_script(
        &self,
        script: &'static dyn AnyScript,
        request: &Request<'_>,
    ) -> Result<(Value, <Erased as Procedure>::Cx, <Erased as Procedure>::Input), RunError> {
        let inputs = self.inputs(request, script.keys())?;
        let input = script.read(&inputs).map_err(RunError::Input)?;
        let cx = script.context(request.files, request.settings)?;
        Ok((inputs.to_json(), cx, (script, input)))
    }

    /// What a report of chances begins with.
    fn head(&self, inputs: &Value) -> Value {
        json!({"game": self.game, "procedure": self.id, "name": self.name, "inputs": inputs})
    }

    /// The values of a request, under the keys of a procedure and with those that this entry sets.
    fn inputs(&self, request: &Request<'_>, keys: &[Key]) -> Result<Inputs, RunError> {
        let words = GameWords::read(&self.game, &|path| request.files.text(path).ok().map(str::to_owned));
        let mut inputs = Inputs::read(request.table, keys, &words).map_err(RunError::Input)?;
        let preset: Preset = if let Body::Coded { preset, .. } = self.body { preset } else { &[] };
        for (key, value) in preset {
            if inputs.yes_no(key).is_some_and(|told| told != *value) {
                let word = if *value { "yes" } else { "no" };
                let message = format!("{} is the procedure for {key}={word}", self.id);
                return Err(RunError::Input(vec![KeyFault::new(key, message)]));
            }
            inputs.preset(key, Value::from(*value));
        }
        Ok(inputs)
    }

    /// Whether a word of the command line means this procedure: `ATPO-R39`, `r39` or `land-combat`.
    #[must_use]
    pub fn is_called(&self, word: &str) -> bool {
        let short = self.id.split_once('-').map_or(&*self.id, |(_, short)| short);
        [&*self.id, short, &*self.name].iter().any(|name| name.eq_ignore_ascii_case(word))
    }
}

/// Erase the types of a procedure.
#[must_use]
pub const fn entry<P: Coded>() -> AnyProcedure {
    entry_under::<P>(P::ID, P::NAME, &[])
}

/// A script of a game's table.
#[must_use]
pub const fn script<S: Script>() -> AnyProcedure {
    let ScriptHead { game, id, name, roles, prompts, choices, .. } = S::HEAD;
    AnyProcedure {
        game: Cow::Borrowed(game),
        id: Cow::Borrowed(id),
        name: Cow::Borrowed(name),
        data: None,
        keys: Cow::Borrowed(<S::Input as TypedInput>::KEYS),
        roles,
        choices,
        prompts,
        body: Body::Script(erased::<S>()),
    }
}

/// The same procedure under another id and name, with some keys already set to yes or no.
#[must_use]
pub const fn entry_under<P: Coded>(id: &'static str, name: &'static str, preset: Preset) -> AnyProcedure {
    AnyProcedure {
        game: Cow::Borrowed(P::GAME),
        id: Cow::Borrowed(id),
        name: Cow::Borrowed(name),
        data: None,
        keys: Cow::Borrowed(P::KEYS),
        roles: P::ROLES,
        choices: P::CHOICES,
        prompts: P::PROMPTS,
        body: Body::Coded { preset, run: run_one::<P>, chances: chances_of::<P>, prompts: prompts_of::<P> },
    }
}

fn accept<P: Coded>(entry: &AnyProcedure, request: &Request) -> Result<(Value, P::Cx, P::Input), RunError> {
    let inputs = entry.inputs(request, P::KEYS)?;
    let input = P::read(&inputs).map_err(RunError::Input)?;
    let cx = P::context(request.files, request.settings)?;
    Ok((inputs.to_json(), cx, input))
}

fn refused(entry: &AnyProcedure, inputs: &Value, refusals: &[Refusal]) -> Resolution {
    let lines = refusals.iter().map(|refusal| Line {
        label: "refused".into(),
        value: refusal.reason.clone(),
        cause: String::new(),
        rule: refusal.rule.clone(),
        roll: None,
    });
    let json = json!({"game": entry.game, "procedure": entry.id, "name": entry.name, "inputs": inputs,
        "dice": [], "steps": [], "result": "refused", "refused": refusals, "changes": []});
    let report = Resolution::new(Ending::Refused, lines.collect(), "refused".into(), inputs.clone(), json);
    Resolution { refused: refusals.to_vec(), ..report }
}

/// Steps and samples for what an answer leads to, while somebody waits for it.
const AHEAD: Limits = Limits { steps: 6_000, memory: 4_000_000, samples: 200, seed: 1, in_short: true };
/// So many results are told of an answer.
const RESULTS_AHEAD: usize = 3;

/// What a state leads to while policies decide.
fn ahead_of<P: Procedure>(
    battle: &P::Battle,
    state: &P::State,
    cx: &P::Cx,
    who: &Policies,
) -> Option<Outlook> {
    let heading = P::head(battle);
    let who = Assuming::new(who, heading.prompts);
    let chances = chances::find::<P>(battle, state, cx, &who, &AHEAD).ok()?;
    let (_, told) = chances.write::<P>(heading.measure, &mut json!({}));
    told.outlook(RESULTS_AHEAD)
}

fn run_one<P: Coded>(
    entry: &AnyProcedure,
    request: &Request,
    dice: &mut dyn Dice,
    who: &mut dyn Decide,
) -> Result<Resolution, RunError> {
    let (inputs, cx, input) = accept::<P>(entry, request)?;
    entry.play::<P>(&inputs, &cx, input, dice, who)
}

/// The report of a resolution that ended: what `run` and `resolve` print.
pub fn report_of<P: Procedure>(
    entry: &AnyProcedure,
    inputs: &Value,
    ended: &Ended<P::Outcome>,
    dice: &dyn Dice,
    log: &Log,
) -> Resolution {
    let outcome = ended.outcome();
    let open = if let Ended::Open(_, question) = ended { Some(&**question) } else { None };
    let end = EndFacts { result: P::result(outcome), facts: json!(outcome), deeds: P::deeds(outcome), open };
    end.report(entry, inputs, dice, log)
}

/// How a resolution ended, without the types of its procedure.
struct EndFacts<'a> {
    result: String,
    facts: Value,
    deeds: Vec<Deed>,
    open: Option<&'a Question>,
}

impl EndFacts<'_> {
    fn report(self, entry: &AnyProcedure, inputs: &Value, dice: &dyn Dice, log: &Log) -> Resolution {
        let Self { result, facts, deeds, open } = self;
        let faces: Vec<u8> = dice.rolled().iter().map(|rolled| rolled.face).collect();
        let mut json = json!({"game": entry.game, "procedure": entry.id, "name": entry.name, "inputs": inputs,
            "dice": faces, "steps": log.lines(), "result": result, "outcome": facts, "changes": deeds});
        // An open question may come before the first roll, and whoever goes on from it needs the seed.
        let seed = dice.seed().filter(|_| !faces.is_empty() || open.is_some());
        if let Some(seed) = seed {
            json["seed"] = seed.into();
        }
        if !log.answered().is_empty() {
            json["answers"] = json!(log.answered());
        }
        if let Some(question) = open {
            json["open"] = json!(question);
        }
        let status = if open.is_some() { Ending::Open } else { Ending::Done };
        let report = Resolution::new(status, log.lines().to_vec(), result, inputs.clone(), json);
        Resolution { faces, seed, answers: log.answered().to_vec(), open: open.cloned(), deeds, ..report }
    }
}

/// None where the values do not suffice; of what the rules forbid no question is asked.
fn prompts_of<P: Coded>(entry: &AnyProcedure, request: &Request) -> Option<PossiblePrompts> {
    let (_, cx, input) = accept::<P>(entry, request).ok()?;
    Some(prompts_in::<P>(input, &cx))
}

fn prompts_in<P: Procedure>(input: P::Input, cx: &P::Cx) -> PossiblePrompts {
    P::begin(input, cx).map_or_else(
        |_| PossiblePrompts::default(),
        |(battle, state)| possible_prompts::<P>(&battle, &state, cx),
    )
}

fn chances_of<P: Coded>(
    entry: &AnyProcedure,
    request: &Request,
    who: &Policies,
    limits: &Limits,
) -> Result<Resolution, RunError> {
    let (inputs, cx, input) = accept::<P>(entry, request)?;
    entry.follow::<P>(&inputs, &cx, input, who, limits)
}
