//! Under `--all` no battle keeps another from being resolved: who is passed over, what was fought within another battle,
//! and how many remain.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Resolved;
use crate::cli::commands::answering::Shown;
use crate::cli::commands::battles::entry_of;
use crate::cli::commands::run as typed;
use crate::cli::session::Session;
use crate::cli::{Failure, data, output};
use crate::table::Table;
use liege_rules::play::battle::{Battle, Settled};
use liege_rules::play::dice::Given;
use liege_rules::play::procedure::{Ending, Nobody, Refusal, Request, RunError};

/// A battle whose values do not suffice keeps none of the others: it is refused, with what it wants.
pub(super) fn over(session: &Session, battle: Battle, choices: &[String]) -> Result<Battle, Failure> {
    if battle.refused.is_some() {
        return Ok(battle);
    }
    let (settings, files) = (typed::settings(choices)?, data::kept_files(session)?);
    let request = Request { files: &*files, settings: &settings, table: &battle.inputs };
    let tried = entry_of(session, &battle)?.run(&request, &mut Given::new([]), &mut Nobody);
    let Err(wants @ RunError::Input(_)) = tried else { return Ok(battle) };
    output::note(session, &format!("{} is skipped: {wants}", battle.id));
    Ok(Battle { refused: Some(Refusal::new("", format!("skipped: {wants}"))), ..battle })
}

/// What became of a battle of this call that is not fought by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfought {
    /// It was fought as a part of the battle with this id.
    Within(String),
    /// Nothing is left of it, for this reason.
    Over(String),
}

impl Unfought {
    /// It as the result of the battle.
    fn result(&self) -> String {
        match self {
            Self::Within(id) => format!("fought within {id}"),
            Self::Over(why) => format!("not fought: {why}"),
        }
    }

    /// Adds it to the report of the battle.
    pub(super) fn add_to(&self, json: &mut Value) {
        match self {
            Self::Within(id) => json["within"] = json!(id),
            Self::Over(why) => json["not_fought"] = json!(why),
        }
    }
}

/// Says what became of a battle that is not fought by itself, and gives its report.
pub(super) fn unfought(session: &Session, battle: Battle, unfought: Unfought) -> Result<Resolved, Failure> {
    output::note(
        session,
        &match &unfought {
            Unfought::Within(id) => format!("{} was fought within {id}", battle.id),
            Unfought::Over(why) => format!("{} is not fought: {why}", battle.id),
        },
    );
    let report = entry_of(session, &battle)?.unfought(&json!(battle.inputs), &unfought.result());
    Ok(Resolved {
        battle,
        report,
        planned: Vec::new(),
        steps: Vec::new(),
        unfought: Some(unfought),
        shown: Shown::default(),
        printed: false,
    })
}

/// The ids of pieces that are in play.
fn in_play(understood: &Table) -> BTreeSet<&str> {
    let situation = &understood.situation;
    situation.in_play().map(|ix| situation.pieces[ix].id.as_str()).collect()
}

/// Whether those who begin a battle, or those whom they meet, are all out of play.
fn are_lost(understood: &Table, battle: &Battle, begin: bool) -> bool {
    let here = in_play(understood);
    let first = battle.forces.0.first().map(|force| force.role);
    let own = battle.forces.0.iter().filter(|force| (Some(force.role) == first) == begin);
    let mut units = own.flat_map(|force| &force.units).peekable();
    units.peek().is_some() && units.all(|unit| !here.contains(unit.piece.id.as_str()))
}

/// Whether nothing is left of a battle of this call but the wish to fight: all whom it meets are out of play.
pub(super) fn meets_nobody(understood: &Table, asked: &Battle, found: &Battle) -> bool {
    found.refused.is_some() && asked.refused.is_none() && are_lost(understood, asked, false)
}

/// What the battles of this call have made of another, with the id of the one that did; whoever is gone counts no more.
fn settled<'d>(understood: &Table, done: &'d [Resolved], battle: &Battle) -> Option<(Settled, &'d str)> {
    let here = in_play(understood);
    let is_over =
        |resolved: &&Resolved| resolved.unfought.is_none() && resolved.report.status == Ending::Done;
    done.iter().filter(is_over).find_map(|resolved| {
        let fought = &resolved.battle;
        let of_fought = fought.forces.0.iter().flat_map(|force| &force.units);
        let of_fought: BTreeSet<&str> = of_fought.map(|unit| unit.piece.id.as_str()).collect();
        let counts = |id: &str| here.contains(id) || of_fought.contains(id);
        let mut left = battle.clone();
        left.forces.0.iter_mut().for_each(|force| force.units.retain(|unit| counts(&unit.piece.id)));
        let is_empty = left.forces.0.iter().all(|force| force.units.is_empty());
        let settled = understood.game.settles(fought, &resolved.report.deeds, &left).filter(|_| !is_empty)?;
        Some((settled, fought.id.as_str()))
    })
}

/// Whether a battle was fought as a part of one before it.
pub(super) fn within(understood: &Table, done: &[Resolved], battle: &Battle) -> Option<Unfought> {
    match settled(understood, done, battle)? {
        (Settled::Within, id) => Some(Unfought::Within(id.to_owned())),
        (Settled::Over(_), _) => None,
    }
}

/// Why a battle is not there any more behind those before it.
pub(super) fn gone(understood: &Table, done: &[Resolved], battle: &Battle) -> Unfought {
    Unfought::Over(match settled(understood, done, battle) {
        Some((Settled::Over(words), id)) => format!("{words} {id}"),
        _ if are_lost(understood, battle, true) => "the units that began it are lost".to_owned(),
        _ if are_lost(understood, battle, false) => "the units that it would meet are lost".to_owned(),
        _ => "the battles before it left no attackers or no defenders".to_owned(),
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
pub(super) fn say_remaining(session: &Session, asked: usize, remaining: &[String]) {
    let count = remaining.len();
    if count > 0 {
        let remain = if count == 1 { "remains" } else { "remain" };
        output::note(session, &format!("{count} of {asked} battles {remain}: {}", remaining.join(", ")));
    }
}
