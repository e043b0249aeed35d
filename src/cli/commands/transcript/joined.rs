//! Several logs of one game in their order: what happened between the end of one and the start of the next, and the dice
//! of all.

use serde_json::{Value, json};

use super::StoryTold;
use crate::cli::open::Game;
use crate::compare::dice::{self, DiceReport, Roll};
use crate::compare::positions::{Looked, PositionDiff};
use crate::model::eyes::Eyes;
use crate::model::log;

/// The logs so far.
#[derive(Default)]
pub struct JoinedLogs {
    last: Option<(String, Game, Eyes)>,
    logs: usize,
    rolls: Vec<Roll>,
    between: Vec<BetweenLogs>,
}

/// What is otherwise at the start of a log than at the end of the one before it.
pub struct BetweenLogs {
    before: String,
    after: String,
    changes: PositionDiff,
}

impl BetweenLogs {
    /// A heading and a line for each change.
    pub fn text(&self) -> String {
        let Self { before, after, changes } = self;
        let mut text =
            format!("Between the end of {before} and the start of {after}: {}\n", changes.summary());
        changes.lines().iter().for_each(|line| text.push_str(&format!("  {line}\n")));
        text
    }

    fn json(&self) -> Value {
        let Self { before, after, changes } = self;
        json!({"before": before, "after": after, "summary": changes.summary(), "lines": changes.lines()})
    }
}

impl JoinedLogs {
    /// Adds a log; gives what changed since the end of the one before, where both are of one module.
    pub fn add(&mut self, told: &mut StoryTold) -> Option<&BetweenLogs> {
        let (game, eyes) = told.end.take()?;
        self.logs += 1;
        self.rolls.extend(told.rolls.iter().cloned());
        let module = |game: &Game| game.module.as_ref().map(|module| module.name.clone());
        let before = self.last.take().filter(|(_, last, _)| module(last) == module(&game));
        let between = before.map(|(before, last, last_eyes)| {
            let start = log::position(game.of_file(), game.module.as_deref(), 0).0;
            let was = Looked { position: &last.position, module: last.module.as_deref(), eyes: &last_eyes };
            let is = Looked { position: &start, module: game.module.as_deref(), eyes: &eyes };
            BetweenLogs { before, after: told.title.clone(), changes: PositionDiff::between(was, is) }
        });
        self.last = Some((told.title.clone(), game, eyes));
        let is_new = between.is_some();
        self.between.extend(between);
        self.between.last().filter(|_| is_new)
    }

    /// The statistics of all logs together; none of a single log.
    fn dice(&self) -> Option<DiceReport> {
        (self.logs > 1).then(|| dice::of_rolls(&self.rolls)).filter(|report| !report.dice.is_empty())
    }

    /// The dice of all logs in lines.
    pub fn text(&self) -> Option<String> {
        let lines = self.dice()?.lines();
        let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
        Some(format!("Dice of all {} logs\n{lines}", self.logs))
    }

    /// All of it for programs; null of a single log.
    pub fn report(&self) -> Result<Value, serde_json::Error> {
        if self.logs < 2 {
            return Ok(Value::Null);
        }
        let dice = serde_json::to_value(self.dice().unwrap_or_default().dice)?;
        let between: Vec<Value> = self.between.iter().map(BetweenLogs::json).collect();
        Ok(json!({"logs": self.logs, "between": between, "dice": dice}))
    }
}
