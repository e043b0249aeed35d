//! `--continue`: a report that stopped at an open question, read back, so that the same resolution goes on from there.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::cli::Failure;
use crate::cli::args::DiceArgs;
use crate::cli::commands::table_dice::TableDice;
use crate::cli::commands::written::read_table;
use liege_rules::play::dice::{Dice, Seeded};
use liege_rules::play::procedure::{AnyProcedure, Asked, Misfit, Resolution};

/// How such a report is made.
const MADE: &str = "write one with --format json when a decision is open";

/// What a report tells of a resolution that it is gone on from.
#[derive(Debug)]
pub struct Continued {
    path: PathBuf,
    /// What was resolved, in order; the last is the one that stopped.
    pub done: Vec<Earlier>,
    /// The battles that wait for it, with what was given for them.
    pub waiting: Vec<Waiting>,
    /// The choices that were set, as `KEY=VALUE`.
    pub choices: Vec<String>,
    seed: Option<u64>,
}

/// A battle that waits until another is resolved.
#[derive(Debug)]
pub struct Waiting {
    /// Its id.
    pub battle: String,
    /// What was given for it.
    pub given: Map<String, Value>,
}

/// One resolution as it was reported.
#[derive(Debug)]
pub struct Earlier {
    /// The id of the battle; of typed-in values nothing.
    pub battle: String,
    /// The procedure.
    pub procedure: String,
    /// What was given for the battle.
    pub given: Map<String, Value>,
    /// The values that it went by.
    pub inputs: Value,
    /// What was answered.
    pub answers: EarlierAnswers,
    faces: Vec<u8>,
}

/// The answers of a report, given again one after the other.
#[derive(Debug, Default)]
pub struct EarlierAnswers {
    left: VecDeque<EarlierAnswer>,
    fault: Option<String>,
}

#[derive(Debug)]
struct EarlierAnswer {
    side: String,
    label: String,
    answer: String,
}

impl EarlierAnswers {
    /// Whether the next question is a new one.
    pub fn is_used_up(&self) -> bool {
        self.left.is_empty()
    }

    /// The answer that was given; none where another question was asked.
    pub fn answer(&mut self, asked: &Asked<'_>) -> Option<usize> {
        let EarlierAnswer { side, label, answer } = self.left.pop_front()?;
        if side != asked.by.word() || label != asked.label {
            let now = format!("the {} is asked for \"{}\"", asked.by, asked.label);
            self.fault = Some(format!("{now} where it has an answer of the {side} to \"{label}\""));
            return None;
        }
        let picked = asked.answers.named(&answer);
        if picked.is_none() {
            self.fault = Some(Misfit::new(asked, &answer).to_string());
        }
        picked
    }
}

impl Continued {
    /// Reads a report.
    ///
    /// # Errors
    /// It is none of ours, or nothing is open in it.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let wrong = |what: &str| Failure::about(path, what).help(MADE);
        let table = read_table(path)?;
        let reports =
            table.get("reports").and_then(Value::as_array).ok_or_else(|| wrong("is not a report"))?;
        let done: Option<Vec<Earlier>> = reports.iter().map(earlier).collect();
        let done = done.ok_or_else(|| wrong("is not a report of run or resolve"))?;
        let Some(open) = reports.last().filter(|report| report.get("open").is_some()) else {
            return Err(wrong("has no open decision to continue from"));
        };
        let waiting = open.get("waiting").and_then(Value::as_array).into_iter().flatten();
        let waiting: Option<Vec<Waiting>> = waiting.map(waits).collect();
        let waiting = waiting.ok_or_else(|| wrong("lists the remaining battles in an unknown form"))?;
        let chosen = open.get("choices").and_then(Value::as_object).into_iter().flatten();
        let chosen = chosen.filter_map(|(key, value)| Some(format!("{key}={}", value.as_str()?)));
        let (choices, seed) =
            (chosen.collect(), reports.iter().find_map(|report| report.get("seed")?.as_u64()));
        Ok(Self { path: path.to_owned(), done, waiting, choices, seed })
    }

    /// All battles, resolved and waiting, with what was given for them.
    pub fn battles(&self) -> impl Iterator<Item = (&str, &Map<String, Value>)> {
        let done = self.done.iter().map(|earlier| (earlier.battle.as_str(), &earlier.given));
        done.chain(self.waiting.iter().map(|waiting| (waiting.battle.as_str(), &waiting.given)))
    }

    /// The values of a run of this procedure.
    ///
    /// # Errors
    /// The report is about another one.
    pub fn inputs_of(&self, entry: &AnyProcedure) -> Result<Map<String, Value>, Failure> {
        match self.done.as_slice() {
            [Earlier { procedure, inputs: Value::Object(inputs), .. }] if *procedure == entry.id => {
                Ok(inputs.clone())
            }
            _ => Err(self.fault(&format!("is not about {}", entry.id)).help(MADE)),
        }
    }

    /// The choices that were set: those of the report, with which what is typed now must agree.
    ///
    /// # Errors
    /// A choice that the report was not made with.
    pub fn choices(&self, typed: &[String]) -> Result<Vec<String>, Failure> {
        match typed.iter().find(|choice| !self.choices.contains(choice)) {
            None => Ok(self.choices.clone()),
            Some(other) => {
                Err(self.fault(&format!("was not made with --choice {other}")).help("leave the choice out"))
            }
        }
    }

    /// The dice of the report, from its first roll on: its seed, or its faces and those that are given now; none where
    /// it has neither.
    ///
    /// # Errors
    /// Another seed.
    pub fn dice(&self, own: &DiceArgs, asks: bool) -> Result<Option<Box<dyn Dice>>, Failure> {
        if own.seed.is_some() && own.seed != self.seed {
            return Err(self.fault("already has dice").help("leave out --seed, or give dice with --dice"));
        }
        let rolled = self.done.iter().flat_map(|earlier| earlier.faces.iter().copied());
        let rolled: Vec<u8> = rolled.chain(own.dice.iter().flatten().copied()).collect();
        Ok(match self.seed {
            Some(seed) if own.dice.is_none() => Some(Box::new(Seeded::new(seed))),
            _ if rolled.is_empty() => None,
            _ => Some(Box::new(TableDice::new(rolled, asks))),
        })
    }

    /// The answers of a resolution by its number.
    pub fn answers(&mut self, number: usize) -> Option<&mut EarlierAnswers> {
        self.done.get_mut(number).map(|earlier| &mut earlier.answers)
    }

    /// Whether a resolution came as far as the report by the same values, dice and answers.
    ///
    /// # Errors
    /// What is not as it was.
    pub fn agrees(&self, number: usize, report: &Resolution) -> Result<(), Failure> {
        let Some(earlier) = self.done.get(number) else { return Ok(()) };
        let battle = if earlier.battle.is_empty() { String::new() } else { format!(" {}", earlier.battle) };
        let help = "continue with the save, the side and the options it was made with, or resolve the battle \
                    again; if both sides hide something, an umpire must do it, with --side umpire from the \
                    first report on";
        if earlier.inputs != report.inputs {
            let was = differing(&earlier.inputs, &report.inputs);
            return Err(self.fault(&format!("was made from other values{battle}: {was}")).help(help));
        }
        if let Some(fault) = &earlier.answers.fault {
            return Err(self.fault(&format!("does not fit{battle}: {fault}")).help(help));
        }
        if !report.faces.starts_with(&earlier.faces) || !earlier.answers.is_used_up() {
            return Err(self
                .fault(&format!("does not fit{battle}: other dice or questions would come"))
                .help(help));
        }
        Ok(())
    }

    fn fault(&self, what: &str) -> Failure {
        Failure::about(&self.path, what)
    }
}

/// The first value that is another one now.
fn differing(was: &Value, is: &Value) -> String {
    let keys = [was, is].into_iter().filter_map(Value::as_object).flat_map(Map::keys);
    let other = keys.into_iter().find(|key| was.get(*key) != is.get(*key));
    let Some(key) = other else { return "no value is the same".to_owned() };
    let told = |value: Option<&Value>| value.map_or_else(|| "not given".to_owned(), ToString::to_string);
    format!("{key} was {} and is {}", told(was.get(key)), told(is.get(key)))
}

fn waits(value: &Value) -> Option<Waiting> {
    let given = value.get("given").and_then(Value::as_object).cloned().unwrap_or_default();
    Some(Waiting { battle: value.get("battle")?.as_str()?.to_owned(), given })
}

fn earlier(report: &Value) -> Option<Earlier> {
    let word = |value: &Value, key: &str| Some(value.get(key)?.as_str()?.to_owned());
    let list = |key: &str| report.get(key).and_then(Value::as_array).into_iter().flatten();
    let answer = |value: &Value| {
        Some(EarlierAnswer {
            side: word(value, "by")?,
            label: word(value, "label")?,
            answer: word(value, "answer")?,
        })
    };
    let face = |value: &Value| u8::try_from(value.as_u64()?).ok();
    Some(Earlier {
        battle: word(report, "battle").unwrap_or_default(),
        procedure: word(report, "procedure")?,
        given: report.get("given").and_then(Value::as_object).cloned().unwrap_or_default(),
        inputs: report.get("inputs")?.clone(),
        answers: EarlierAnswers { left: list("answers").map(answer).collect::<Option<_>>()?, fault: None },
        faces: list("dice").map(face).collect::<Option<_>>()?,
    })
}
