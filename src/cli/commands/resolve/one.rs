//! One battle of several: found again in the position that those before it left, resolved, and what it does to the save.

use serde_json::json;

use super::products::steps;
use super::{Resolved, Sitting, passing};
use crate::cli::args::Resolve;
use crate::cli::commands::answering::Answering;
use crate::cli::commands::battles::{self, entry_of};
use crate::cli::commands::luck;
use crate::cli::commands::orders::Decisions;
use crate::cli::commands::run as typed;
use crate::cli::commands::said::split;
use crate::cli::session::Session;
use crate::cli::{Failure, data};
use crate::table::Table;
use liege_rules::game::Questions;
use liege_rules::play::battle::Battle;
use liege_rules::play::dice::{Dice, DiceFault, Given, Rolled, Throw};
use liege_rules::play::procedure::{Ending, Request, RunError};

/// More choices than any battle leaves behind.
const MOST_FOLLOW_UPS: usize = 20;

/// Tells how lucky both sides of a battle were.
pub(super) fn add_luck(
    session: &Session,
    own: &Resolve,
    resolved: &mut Resolved,
    decisions: &Decisions,
) -> Result<(), Failure> {
    let entry = entry_of(session, &resolved.battle)?;
    let settings = typed::settings(&own.game.choices)?;
    let files = data::kept_files(session)?;
    let request = Request { files: &*files, settings: &settings, table: &resolved.battle.inputs };
    luck::add(&mut resolved.report, &entry, &request, decisions.policies(&resolved.battle.id)?)
        .map_err(|error| error.before(&resolved.battle.id))
}

/// The dice of one battle among several: only its own faces are its faces, and faces left over are for the next.
pub(super) struct OwnFaces<'d> {
    pub dice: &'d mut dyn Dice,
    pub from: usize,
}

impl Dice for OwnFaces<'_> {
    fn throw(&mut self, throw: Throw, label: &str, class: &dyn Fn(u16) -> u16) -> u16 {
        self.dice.throw(throw, label, class)
    }

    fn fault(&self) -> Option<&DiceFault> {
        self.dice.fault()
    }

    fn rolled(&self) -> &[Rolled] {
        self.dice.rolled().get(self.from..).unwrap_or_default()
    }

    fn seed(&self) -> Option<u64> {
        self.dice.seed()
    }
}

/// A battle that was asked for as it stands behind those before it; those that wait behind it are found again later.
fn again(open: &dyn Questions, asked: &Battle, waiting: &[Battle]) -> Option<Battle> {
    // Of several forces that one side meets, each is met in the battle that has most of it.
    let is_it = |battle: &Battle| {
        let is_nearer = |other: &Battle| other.is_same(battle) && other.shares(battle) > asked.shares(battle);
        asked.is_same(battle) && !waiting.iter().any(is_nearer)
    };
    let unchanged = |battle: &Battle| is_it(battle) && asked.shares(battle) == asked.shares(asked);
    let best = |battles: Vec<Battle>| {
        let likely = battles.into_iter().rev().filter(is_it);
        likely.max_by_key(|battle| (asked.shares(battle), battle.id == asked.id))
    };
    let declared = || best(open.battles());
    // One that nobody can begin has no unit by which it is known.
    let is_idle = |battle: &Battle| battle.refused.is_some() && battle.forces.first().is_empty();
    let idle = || open.battle(&asked.id).filter(|battle| is_idle(battle) && is_idle(asked));
    let possible = || best(open.possible_battles());
    open.battle(&asked.id).filter(unchanged).or_else(declared).or_else(possible).or_else(idle)
}

/// Resolves the first of the battles that are still to be resolved, by its number among all; none where it is not there
/// any more.
pub(super) fn one(
    session: &Session,
    own: &Resolve,
    understood: &Table,
    (asked, waiting): (&Battle, &[Battle]),
    dice: &mut dyn Dice,
    (number, sitting): (usize, &mut Sitting),
) -> Result<Option<Resolved>, Failure> {
    let open = battles::open_after(understood, &own.game, &sitting.spent)?;
    let found = again(open.as_ref(), asked, waiting);
    let Some(found) = found.filter(|found| !passing::meets_nobody(understood, asked, found)) else {
        return Ok(None);
    };
    // Where another attack on the hex is over, this one is no longer the second.
    let found = Battle { id: asked.id.clone(), ..found };
    let battle = sitting.said.lay(&*understood.game, &found, own.all || split(&own.words).0.len() > 1)?;
    let battle = if own.all { passing::over(session, battle, &own.game.choices)? } else { battle };
    let answers = sitting.earlier.as_mut().and_then(|earlier| earlier.answers(number));
    let orders = sitting.decisions.of(&asked.id);
    let mut who = Answering::new(&asked.id, answers, orders, &mut sitting.table);
    let resolved = resolve(session, open.as_ref(), understood, battle, &own.game.choices, dice, &mut who);
    if let (Some(earlier), Ok(resolved)) = (&sitting.earlier, &resolved) {
        earlier.agrees(number, &resolved.report)?;
    }
    if let Ok(resolved) = &resolved {
        sitting.spend(open.as_ref(), resolved);
    }
    resolved.map(Some)
}

/// Resolves one battle and plans what it does to the save.
pub(super) fn resolve(
    session: &Session,
    open: &dyn Questions,
    understood: &Table,
    battle: Battle,
    choices: &[String],
    dice: &mut dyn Dice,
    who: &mut Answering<'_>,
) -> Result<Resolved, Failure> {
    let entry = entry_of(session, &battle)?;
    who.begin(&battles::head(&battle));
    if let Some(refusal) = &battle.refused {
        let report = entry.refused(&json!(battle.inputs), std::slice::from_ref(refusal));
        return Ok(Resolved::without_changes(battle, report, who.shown()));
    }
    let settings = typed::settings(choices)?;
    let files = data::kept_files(session)?;
    let request = Request { files: &*files, settings: &settings, table: &battle.inputs };
    let failed = |error: RunError| Failure::new(format!("{}: {error}", battle.id)).after(error.so_far());
    let mut report = entry.run(&request, dice, who).map_err(failed)?;
    for _ in 0..MOST_FOLLOW_UPS {
        let next = open.follow_up(&battle, &report.deeds).filter(|_| report.status == Ending::Done);
        let Some(next) = next else { break };
        who.follow(&report.lines);
        let request = Request { files: &*files, settings: &settings, table: &next.inputs };
        let more = entry_of(session, &next)?.run(&request, &mut Given::new([]), who);
        report.add(more.map_err(failed)?);
    }
    typed::tell_choices(&mut report, &settings);
    if report.status != Ending::Done {
        return Ok(Resolved::without_changes(battle, report, who.shown()));
    }
    let planned = open.changes(&battle, &report.deeds);
    let steps = steps(understood, &battle, &report, &planned)?;
    Ok(Resolved { planned, steps, ..Resolved::without_changes(battle, report, who.shown()) })
}
