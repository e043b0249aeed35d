//! Under `--all` no battle keeps another from being resolved: who is passed over, what was fought within another battle,
//! and how many remain.

use std::collections::BTreeSet;

use super::Resolved;
use crate::cli::args::Args;
use crate::cli::commands::battles::entry_of;
use crate::cli::commands::run as typed;
use crate::cli::understood::Understood;
use crate::cli::{Failure, data, output};
use crate::rules::battle::Battle;
use crate::rules::dice::Given;
use crate::rules::procedure::{Ending, Nobody, Refusal, Request, RunError};

/// A battle whose values do not suffice keeps none of the others: it is refused, with what it wants.
pub(super) fn over(args: &Args, battle: Battle, choices: &[String]) -> Result<Battle, Failure> {
    if battle.refused.is_some() {
        return Ok(battle);
    }
    let (settings, files) = (typed::settings(choices)?, data::files(args)?);
    let request = Request { files: &files, settings: &settings, table: &battle.inputs };
    let tried = entry_of(args, &battle)?.run(&request, &mut Given::new([]), &mut Nobody);
    let Err(wants @ RunError::Input(_)) = tried else { return Ok(battle) };
    output::note(args, &format!("{} is passed over: {wants}", battle.id));
    Ok(Battle { refused: Some(Refusal::new("", format!("passed over: {wants}"))), ..battle })
}

/// Why a battle of this call is not fought any more, where one before it settles it; whoever is gone counts no more.
pub(super) fn settled(understood: &Understood, done: &[Resolved], battle: &Battle) -> Option<String> {
    let situation = &understood.situation;
    let here: BTreeSet<&str> = situation.in_play().map(|ix| situation.pieces[ix].id.as_str()).collect();
    let is_over = |resolved: &&Resolved| resolved.report.status == Ending::Done;
    done.iter().filter(is_over).find_map(|resolved| {
        let fought = &resolved.battle;
        let of_fought = fought.forces.0.iter().flat_map(|force| &force.units);
        let of_fought: BTreeSet<&str> = of_fought.map(|unit| unit.piece.id.as_str()).collect();
        let counts = |id: &str| here.contains(id) || of_fought.contains(id);
        let mut left = battle.clone();
        left.forces.0.iter_mut().for_each(|force| force.units.retain(|unit| counts(&unit.piece.id)));
        let is_empty = left.forces.0.iter().all(|force| force.units.is_empty());
        let words = understood.game.settles(fought, &left).filter(|_| !is_empty)?;
        Some(format!("{} {words} {}", battle.id, fought.id))
    })
}

/// The ids of those battles that have not come to their end.
pub(super) fn remaining(asked: &[Battle], done: &[Resolved]) -> Vec<String> {
    let is_done = |battle: &&Battle| {
        let own = done.iter().find(|resolved| resolved.battle.id == battle.id);
        own.is_some_and(|resolved| resolved.report.status == Ending::Done)
    };
    asked.iter().filter(|battle| !is_done(battle)).map(|battle| battle.id.clone()).collect()
}

/// Says how many of the battles remain, and which.
pub(super) fn say_remaining(args: &Args, asked: usize, remaining: &[String]) {
    let count = remaining.len();
    if count > 0 {
        let remain = if count == 1 { "remains" } else { "remain" };
        output::note(args, &format!("{count} of {asked} battles {remain}: {}", remaining.join(", ")));
    }
}
