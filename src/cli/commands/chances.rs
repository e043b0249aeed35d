//! `chances`: the exact distribution of outcomes, of values typed in or of a battle in a save.

use std::path::Path;

use serde_json::{Map, Value};

use crate::cli::args::{Args, Chances, DecisionArgs, Format};
use crate::cli::commands::{battles, run as typed};
use crate::cli::{Exit, Failure, data, output};
use crate::report::text;
use crate::rules::battle::Battle;
use crate::rules::chances::Limits;
use crate::rules::games;
use crate::rules::procedure::{Entry, Report, Request, Status};

/// Runs `chances`.
pub fn run(args: &Args, own: &Chances) -> Result<Exit, Failure> {
    let (entry, table) = if games::known(&own.subject).is_ok() {
        (typed::procedure(&own.subject, &own.what)?, typed::table(own.input.as_deref(), &own.values)?)
    } else {
        of_battle(args, own)?
    };
    let settings = typed::settings(&own.game.choices)?;
    typed::note_unread(args, entry, &settings);
    let files = data::files(args)?;
    let mut orders = typed::orders(&own.decisions, std::slice::from_ref(entry))?;
    let request = Request { files: &files, settings: &settings, table: &table };
    let limits = Limits { seed: own.seed, ..Limits::default() };
    let report = entry.chances(&request, &mut orders, &limits).map_err(|error| {
        Failure::new(error.to_string()).help(format!("the keys are on its page: liege explain {}", entry.id))
    })?;
    match own.format {
        Format::Json => output::json(&report.json)?,
        Format::Text => output::result(&text::steps(&report.lines))?,
    }
    Ok(if report.status == Status::Refused { Exit::Findings } else { Exit::Clean })
}

/// The chances of a declared battle.
pub fn of(
    args: &Args,
    battle: &Battle,
    choices: &[String],
    decisions: &DecisionArgs,
) -> Result<Report, Failure> {
    let entry = entry_of(battle)?;
    let settings = typed::settings(choices)?;
    let files = data::files(args)?;
    let mut orders = typed::orders(decisions, std::slice::from_ref(entry))?;
    let request = Request { files: &files, settings: &settings, table: &battle.inputs };
    entry
        .chances(&request, &mut orders, &Limits::default())
        .map_err(|error| Failure::new(format!("{}: {error}", battle.id)))
}

fn entry_of(battle: &Battle) -> Result<&'static Entry, Failure> {
    let game = battle.procedure.split_once('-').map_or("", |(game, _)| game).to_lowercase();
    typed::procedure(&game, battle.procedure)
}

/// The procedure and inputs of a declared battle, with values typed in laid over them.
fn of_battle(args: &Args, own: &Chances) -> Result<(&'static Entry, Map<String, Value>), Failure> {
    let path = Path::new(&own.subject);
    if !path.exists() {
        return Err(Failure::new(format!("\"{}\" is neither a game nor a save", own.subject))
            .help("for example: liege chances atpo R39 attack=15 defence=3"));
    }
    let (_, found) = battles::find(args, path, &own.game, false)?;
    let battle = battles::pick(&found, &own.what)?;
    let mut table = battle.inputs.clone();
    table.extend(typed::table(own.input.as_deref(), &own.values)?);
    Ok((entry_of(battle)?, table))
}
