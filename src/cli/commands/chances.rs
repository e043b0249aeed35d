//! `chances`: the exact distribution of outcomes, of values typed in or of a battle in a save.

mod chart;

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::cli::args::{Chances, DecisionArgs, Format};
use crate::cli::commands::said::{Said, split};
use crate::cli::commands::{battles, orders, run as typed, written};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, data, files, output, standard};
use crate::games;
use crate::report::text;
use liege_rules::play::battle::Battle;
use liege_rules::play::chances::{Limits, Told};
use liege_rules::play::procedure::{
    AnyProcedure, AssumedPolicy, Ending, Question, Request, Resolution, RunError,
};

/// Runs `chances`.
pub fn run(session: &Session, own: &Chances) -> Result<Exit, Failure> {
    if let Some(path) = &own.chart {
        chart::expect_name(path)?;
    }
    let limits = Limits { seed: own.seed, ..Limits::default() };
    let (report, battle) = if is_game(session, &own.subject)? {
        (of_values(session, own, &limits)?, None)
    } else {
        let battle = find(session, own)?;
        (of(session, &battle, &own.game.choices, &own.decisions, &limits)?, Some(battle))
    };
    if let (Some(path), Some(told)) = (&own.chart, &report.chances) {
        let entry = match &battle {
            None => typed::procedure(session, &own.subject, &own.what)?,
            Some(battle) => battles::entry_of(session, battle)?,
        };
        files::write(path, &chart(path, &entry, &about(&report, battle.as_ref()), told)?)?;
    }
    match (own.format, &battle) {
        (Format::Json, None) => output::json_by_rows(&output::envelope_of_one(report.json.clone()))?,
        (Format::Json, Some(battle)) => {
            let mut json = report.json.clone();
            battles::add_to(&mut json, battle);
            output::json_by_rows(&output::envelope_of_one(json))?;
        }
        (Format::Text, battle) => {
            let head = battle.as_ref().map(battles::head).unwrap_or_default();
            output::result(&format!("{}{head}{}", assumed(&report), text::steps(&report.lines)))?;
        }
    }
    Ok(if report.status == Ending::Refused { Exit::Findings } else { Exit::Clean })
}

/// The line with the policies that chances rest on though nobody gave them; empty without any.
pub fn assumed(report: &Resolution) -> String {
    let told = report.chances.as_ref().and_then(|told| AssumedPolicy::in_words(&told.assumed));
    told.map(|line| format!("{line}\n")).unwrap_or_default()
}

/// The chart of chances, in the form that the name of its file asks for.
pub fn chart(path: &Path, entry: &AnyProcedure, about: &str, told: &Told) -> Result<Vec<u8>, Failure> {
    let title = format!("Chances of {} ({})", entry.name.replace('-', " "), entry.id);
    chart::drawn(path, &title, about, told)
}

/// What a battle is about, for the chart: its id, or the values that were typed in.
fn about(report: &Resolution, battle: Option<&Battle>) -> String {
    if let Some(battle) = battle {
        return battle.id.clone();
    }
    let plain = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list
            .iter()
            .map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned))
            .collect::<Vec<_>>()
            .join(", "),
        other => other.to_string(),
    };
    let values = report.inputs.as_object().into_iter().flatten();
    values.map(|(key, value)| format!("{key}: {}", plain(value))).collect::<Vec<_>>().join("; ")
}

/// Whether a word names a game rather than a save.
fn is_game(session: &Session, word: &str) -> Result<bool, Failure> {
    Ok(games::known(word, &*data::kept_files(session)?).is_ok())
}

/// The chances of a procedure on values typed in.
fn of_values(session: &Session, own: &Chances, limits: &Limits) -> Result<Resolution, Failure> {
    let entry = typed::procedure(session, &own.subject, &own.what)?;
    let table = written::table(own.input.as_deref(), &own.values)?;
    chances(session, &entry, &table, &own.game.choices, &own.decisions, &[], limits)
        .map_err(|error| error.help_if_none(format!("its keys are on its page: liege explain {}", entry.id)))
}

/// The chances of a battle.
pub fn of(
    session: &Session,
    battle: &Battle,
    choices: &[String],
    decisions: &DecisionArgs,
    limits: &Limits,
) -> Result<Resolution, Failure> {
    let entry = battles::entry_of(session, battle)?;
    if let Some(refusal) = &battle.refused {
        return Ok(entry.refused(&json!(battle.inputs), std::slice::from_ref(refusal)));
    }
    chances(session, &entry, &battle.inputs, choices, decisions, &[battle], limits)
        .map_err(|error| error.before(&battle.id))
}

fn chances(
    session: &Session,
    entry: &AnyProcedure,
    table: &Map<String, Value>,
    choices: &[String],
    decisions: &DecisionArgs,
    battles: &[&Battle],
    limits: &Limits,
) -> Result<Resolution, Failure> {
    let settings = typed::settings(choices)?;
    typed::note_unread(session, entry, &settings);
    let files = data::kept_files(session)?;
    let decisions = orders::read(session, decisions, std::slice::from_ref(entry), battles)?;
    let id = battles.first().map_or("", |battle| battle.id.as_str());
    let request = Request { files: &*files, settings: &settings, table };
    let mut policies = decisions.policies(id)?.clone();
    policies.assume();
    let report = entry.chances(&request, &policies, limits).map_err(|error| match error {
        RunError::Misfits(_) => Failure::new(error.to_string()).help(orders::PAGE),
        error => Failure::new(error.to_string()),
    })?;
    match report.chances.as_ref().and_then(|told| told.open.as_ref()) {
        Some(question) => Err(left_open(question)),
        None => Ok(report),
    }
}

/// A question that even the assumed policy leaves open is no outcome, so that there are no chances.
fn left_open(question: &Question) -> Failure {
    let Question { by, label, answers, more, .. } = question;
    let more = if *more > 0 { format!(" and {more} more") } else { String::new() };
    let answers = format!("{}{more}", answers.join(", "));
    Failure::new(format!("no chances: nobody decides \"{label}\" for the {by}"))
        .help(format!("let a policy decide it: --policy {by}=WORD; the answers are {answers}"))
}

/// A battle of a save, declared or possible, with the values typed in.
fn find(session: &Session, own: &Chances) -> Result<Battle, Failure> {
    let path = Path::new(&own.subject);
    if !path.exists() && !standard::is_standard(path) {
        return Err(Failure::new(format!("\"{}\" is neither a game nor a save", own.subject))
            .help("for example: liege chances atpo R39 attack=15 defence=3"));
    }
    let (understood, battle) = battles::named(session, path, &own.game, &own.what)?;
    let (stray, values) = split(&own.values);
    if let Some(word) = stray.first() {
        return Err(Failure::new(format!("\"{word}\": expected KEY=VALUE after the battle"))
            .help("chances are computed for one battle"));
    }
    let said = Said::read(own.input.as_deref(), &values, std::slice::from_ref(&battle.id))?;
    said.check(&*understood.game, &[&battle])?;
    said.lay(&*understood.game, &battle, false)
}
