//! Under `--all` no battle keeps another from being resolved: who is passed over, what was fought within another battle,
//! and how many remain.

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

/// The battle of this call in which another one was fought.
pub(super) fn fought_within<'r>(
    understood: &Understood,
    done: &'r [Resolved],
    battle: &Battle,
) -> Option<&'r str> {
    let is_over = |resolved: &&Resolved| resolved.report.status == Ending::Done;
    let mut over = done.iter().filter(is_over);
    let found = over.find(|resolved| understood.game.has_within(&resolved.battle, battle))?;
    Some(&found.battle.id)
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
