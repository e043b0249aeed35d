//! What a run of a procedure gives back.

use serde_json::Value;

use super::{Answered, Line, Question, Refusal, Role};
use crate::play::chances::{Luck, Told};
use crate::play::deeds::Deed;

/// How a run ended, for the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// With an outcome: exit 0.
    Done,
    /// At an open question: exit 1.
    Open,
    /// The rules forbid it: exit 1.
    Refused,
}

/// What a run gives back: what tools go on with as it is, and the whole as JSON to be printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolution {
    /// How it ended.
    pub status: Ending,
    /// The lines, for people.
    pub lines: Vec<Line>,
    /// The short result, for example `D3x`, or `refused`.
    pub result: String,
    /// The values that it went by, under their proper names.
    pub inputs: Value,
    /// The faces, in the order of the rolls.
    pub faces: Vec<u8>,
    /// The seed of the faces, when they came from one.
    pub seed: Option<u64>,
    /// The answers that somebody gave.
    pub answers: Vec<Answered>,
    /// The question that is open.
    pub open: Option<Question>,
    /// What the rules forbid.
    pub refused: Vec<Refusal>,
    /// What is done to pieces and places.
    pub deeds: Vec<Deed>,
    /// The chances, when they were asked for.
    pub chances: Option<Told>,
    /// What each side lost, by the measure of the procedure.
    pub measured: Vec<(Role, u32)>,
    /// How lucky both sides were, when that was asked for.
    pub luck: Option<Luck>,
    /// The whole as JSON, with the keys other tools rely on; nothing here reads it.
    pub json: Value,
}

impl Resolution {
    /// A report of which only the printed form is known.
    pub(super) fn new(status: Ending, lines: Vec<Line>, result: String, inputs: Value, json: Value) -> Self {
        Self {
            status,
            lines,
            result,
            inputs,
            faces: Vec::new(),
            seed: None,
            answers: Vec::new(),
            open: None,
            refused: Vec::new(),
            deeds: Vec::new(),
            chances: None,
            measured: Vec::new(),
            luck: None,
            json,
        }
    }

    /// Adds what followed from it: another procedure without dice, with its lines, answers, deeds and end.
    pub fn add(&mut self, more: Self) {
        for (key, list) in [("steps", true), ("changes", true), ("answers", !more.answers.is_empty())] {
            let Some(Value::Array(added)) = more.json.get(key).filter(|_| list).cloned() else { continue };
            match self.json.get_mut(key).and_then(Value::as_array_mut) {
                Some(known) => known.extend(added),
                None => self.json[key] = Value::Array(added),
            }
        }
        self.result = format!("{}; {}", self.result, more.result);
        self.json["result"] = self.result.clone().into();
        if let Some(open) = more.json.get("open") {
            self.json["open"] = open.clone();
        }
        self.status = more.status;
        self.open = more.open;
        self.lines.extend(more.lines);
        self.answers.extend(more.answers);
        self.deeds.extend(more.deeds);
        self.refused.extend(more.refused);
    }
}
