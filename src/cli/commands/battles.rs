//! `battles`: the battles declared in a save, each with an id.

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::args::{Args, Battles, Format, GameArgs};
use crate::cli::commands::check;
use crate::cli::understood::{self, Understood, Wanted};
use crate::cli::{Exit, Failure, output};
use crate::rules::battle::Battle;
use crate::rules::game::Given;

/// Runs `battles`.
pub fn run(args: &Args, own: &Battles) -> Result<Exit, Failure> {
    let (_, found) = find(args, &own.save, &own.game, own.possible)?;
    match own.format {
        Format::Json => {
            let rows: Vec<Value> = found.iter().map(|battle| json!(battle)).collect();
            output::json(&json!(rows))?;
        }
        Format::Text if found.is_empty() => {
            let more = if own.possible { "" } else { "; --possible lists those that could be" };
            output::say(&format!("{}: no battle is declared{more}", own.save.display()));
        }
        Format::Text => output::result(&found.iter().map(words).collect::<String>())?,
    }
    Ok(Exit::Clean)
}

fn words(battle: &Battle) -> String {
    let state = if battle.declared { "" } else { "  (possible)" };
    let mut text = format!("{}  {}{state}\n", battle.id, battle.title);
    for note in &battle.notes {
        text.push_str(&format!("    note: {note}\n"));
    }
    text
}

/// A save as its game understands it, with its battles.
pub fn find(
    args: &Args,
    save: &Path,
    own: &GameArgs,
    possible: bool,
) -> Result<(Understood, Vec<Battle>), Failure> {
    let wanted = Wanted {
        module: own.module.as_deref(),
        game: own.game.as_deref(),
        phase: own.phase.as_deref(),
        side: own.side.side.as_deref(),
    };
    let understood = understood::read(save, args, &wanted)?;
    let given = given(&understood, own, args)?;
    let mut battles = understood.game.battles(&given);
    if possible {
        battles.extend(understood.game.possible_battles(&given));
    }
    Ok((understood, battles))
}

/// What the rules are told of a position.
pub fn given(understood: &Understood, own: &GameArgs, args: &Args) -> Result<Given, Failure> {
    Ok(Given {
        now: understood.situation.clone(),
        before: None,
        choices: check::settings(understood, &own.choices, args)?,
    })
}

/// The battle with this id.
pub fn pick<'b>(battles: &'b [Battle], id: &str) -> Result<&'b Battle, Failure> {
    battles.iter().find(|battle| battle.id.eq_ignore_ascii_case(id)).ok_or_else(|| {
        let ids = |declared: bool| {
            let of_kind = battles.iter().filter(|battle| battle.declared == declared);
            of_kind.map(|battle| battle.id.as_str()).collect::<Vec<_>>().join(", ")
        };
        let known = match (ids(true), ids(false)) {
            (none, possible) if none.is_empty() && possible.is_empty() => "none is declared".to_owned(),
            (none, possible) if none.is_empty() => format!("none is declared; possible: {possible}"),
            (declared, possible) if possible.is_empty() => format!("declared: {declared}"),
            (declared, possible) => format!("declared: {declared}; possible: {possible}"),
        };
        Failure::new(format!("no battle is called \"{id}\"")).help(known)
    })
}
