//! Several logs of one game in their order: what happened between the end of one and the start of the next, and the dice
//! of all.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::{StoryTold, bare, plain};
use crate::cli::args::{StoryFormat, Transcript};
use crate::cli::{Exit, Failure, output, several, standard};
use crate::report::page::Page;
use crate::table::copies;
use crate::table::opened::OpenedSave;
use liege_tools::compare::dice::{self, DiceReport, Roll};
use liege_tools::compare::positions::{Looked, PositionDiff};
use vassal::diagnostic::{counted, few};
use vassal::format::command::Command;
use vassal::model::eyes::Eyes;
use vassal::model::log;
use vassal::model::module::Module;
use vassal::model::position::Position;

/// So many logs are named in the title of their page.
const MOST_TITLES: usize = 4;

/// Writes logs one after the other as one game. A log that cannot be read is reported, and the others go on.
///
/// # Errors
/// The only log cannot be read, or `put` does not take a part.
pub fn tell(
    logs: &[PathBuf],
    form: StoryFormat,
    told: impl Fn(&PathBuf) -> Result<(Transcript, StoryTold), Failure> + Sync,
    put: &mut dyn FnMut(&str) -> Result<(), Failure>,
) -> Result<Exit, Failure> {
    let (mut reports, mut exit) = (Vec::new(), Exit::Clean);
    let mut joined = JoinedLogs::new(logs);
    several::each(logs, told, |log, told| {
        let told = several::read_or_told((log, logs.len()), told, &mut reports, &mut exit)?;
        let Some((own, told)) = told else { return Ok(()) };
        match form {
            StoryFormat::Json => reports.push(told.report(&own)?),
            _ if logs.len() == 1 => return put(&told.whole(&own)?),
            _ => {}
        }
        joined.add((own, told), form, put)
    })?;
    match form {
        StoryFormat::Json => {
            let mut envelope = output::envelope(reports);
            envelope["together"] = joined.report().map_err(|error| Failure::new(error.to_string()))?;
            put(&format!("{envelope:#}\n"))?;
        }
        _ => joined.end(form, put)?,
    }
    Ok(exit)
}

/// The logs so far.
struct JoinedLogs {
    last: Option<(String, OpenedSave, Eyes)>,
    logs: usize,
    rolls: Vec<Roll>,
    between: Vec<BetweenLogs>,
    /// All of them as one page.
    page: Page,
}

/// What is otherwise at the start of a log than at the end of the one before it.
struct BetweenLogs {
    before: String,
    after: String,
    changes: PositionDiff,
}

impl BetweenLogs {
    fn heading(&self) -> String {
        let Self { before, after, changes } = self;
        format!("Between the end of {before} and the start of {after}: {}", changes.summary())
    }

    fn json(&self) -> Value {
        let Self { before, after, changes } = self;
        json!({"before": before, "after": after, "summary": changes.summary(), "lines": changes.lines()})
    }
}

/// A heading and the lines below it, as text or as Markdown.
fn section(form: StoryFormat, heading: &str, lines: Vec<String>) -> String {
    if form == StoryFormat::Markdown {
        let lines: String = bare(lines).iter().map(|line| format!("- {}\n", plain(line))).collect();
        return format!("\n## {}\n\n{lines}\n", plain(heading));
    }
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!("{heading}\n{lines}")
}

/// A position as somebody sees it.
fn shown_to(eyes: &Eyes, module: &Module, commands: &Command) -> Result<Position, Failure> {
    let (position, _) = Position::read(commands, Some(module));
    Ok(copies::in_copy(commands, &position, module, eyes)?.map_or(position, |(_, copy)| copy))
}

impl JoinedLogs {
    fn new(logs: &[PathBuf]) -> Self {
        let titles = logs.iter().map(|log| standard::title_of_input(log));
        let lead = format!("{} of one game", counted(logs.len(), "log"));
        let page = Page::new(&few(titles, MOST_TITLES), &lead);
        Self { last: None, logs: 0, rolls: Vec::new(), between: Vec::new(), page }
    }

    /// Adds a log, and before it what changed since the end of the one before, where both are of one module.
    fn add(
        &mut self,
        (own, mut told): (Transcript, StoryTold),
        form: StoryFormat,
        put: &mut dyn FnMut(&str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if let Some((game, eyes)) = told.end.take() {
            self.logs += 1;
            self.rolls.extend(told.rolls.iter().cloned());
            let between = self.since_last(&told.title, (&game, &eyes))?;
            self.last = Some((told.title.clone(), game, eyes));
            match (&between, form) {
                (Some(between), StoryFormat::Html) => {
                    self.page.section(&between.heading());
                    self.page.list(&between.changes.lines());
                }
                (Some(between), StoryFormat::Text | StoryFormat::Markdown) => {
                    put(&section(form, &between.heading(), between.changes.lines()))?;
                }
                _ => {}
            }
            self.between.extend(between);
        }
        match form {
            StoryFormat::Json => Ok(()),
            StoryFormat::Html => {
                self.page.chapter(&told.into_page());
                Ok(())
            }
            StoryFormat::Text | StoryFormat::Markdown => put(&told.whole(&own)?),
        }
    }

    /// What is otherwise than at the end of the log before, as the copies of the looker have both.
    fn since_last(
        &mut self,
        title: &str,
        (game, eyes): (&OpenedSave, &Eyes),
    ) -> Result<Option<BetweenLogs>, Failure> {
        let Some((before, last, last_eyes)) = self.last.take() else { return Ok(None) };
        let (Some(old), Some(new)) = (last.module.as_deref(), game.module.as_deref()) else {
            return Ok(None);
        };
        if old.name != new.name {
            return Ok(None);
        }
        let start =
            log::save(game.of_file(), Some(new), 0).map_err(|error| Failure::new(error.to_string()))?;
        let was = shown_to(&last_eyes, old, &last.commands)?;
        let is = shown_to(eyes, new, &start)?;
        let was = Looked { position: &was, module: Some(old), eyes: &last_eyes };
        let is = Looked { position: &is, module: Some(new), eyes };
        Ok(Some(BetweenLogs { before, after: title.to_owned(), changes: PositionDiff::between(was, is) }))
    }

    /// The statistics of all logs together; none of a single log.
    fn dice(&self) -> Option<DiceReport> {
        (self.logs > 1).then(|| dice::of_rolls(&self.rolls)).filter(|report| !report.dice.is_empty())
    }

    /// The dice of all logs, and the page where they are one.
    fn end(
        mut self,
        form: StoryFormat,
        put: &mut dyn FnMut(&str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let heading = format!("Dice of all {} logs", self.logs);
        let lines = self.dice().map(|dice| dice.lines());
        if form == StoryFormat::Html {
            if let Some(lines) = lines {
                self.page.section(&heading);
                self.page.list(&lines);
            }
            return if self.logs > 0 { put(&self.page.html()) } else { Ok(()) };
        }
        lines.map_or(Ok(()), |lines| put(&section(form, &heading, lines)))
    }

    /// All of it for programs; null of a single log.
    fn report(&self) -> Result<Value, serde_json::Error> {
        if self.logs < 2 {
            return Ok(Value::Null);
        }
        let dice = serde_json::to_value(self.dice().unwrap_or_default().dice)?;
        let between: Vec<Value> = self.between.iter().map(BetweenLogs::json).collect();
        Ok(json!({"logs": self.logs, "between": between, "dice": dice}))
    }
}
