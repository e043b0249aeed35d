//! What the units of a strafed base do: they take off to fight, evacuate, or ride it out (4.9, 4.9.1, 4.9.2).

use super::battle::{BaseReply, StrafingRun, StrafingState};
use super::evacuation::gets_away;
use super::outcome::StrafingOutcome;
use crate::rules::atpo::air::combat::battle::DogfightState;
use crate::rules::atpo::air::combat::tables::AirTables;
use crate::rules::atpo::air::flight::Flight;
use crate::rules::atpo::air::interception::case::{AirPhase, AirPrey, InterceptionCase};
use crate::rules::atpo::air::interception::permit::may_intercept;
use crate::rules::atpo::forces::DEFENDER;
use crate::rules::dice::Dice;
use crate::rules::procedure::{Ask, Flow, Log, Offer, few};

/// The name of the question in orders.
pub(super) const LABEL: &str = "reply";
/// The same after a failed evacuation.
pub(super) const AGAIN: &str = "reply when stuck";

/// Asks the next unit, rolls for its evacuation, or begins the fight.
pub(super) fn next<'b>(
    raid: &'b StrafingRun,
    tables: &'b AirTables,
    (from, mut replies): (usize, Vec<BaseReply>),
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Flow<'b, StrafingState, StrafingOutcome> {
    let Some(reply) = replies.get(from).copied() else {
        return Flow::Next(take_off(raid, tables, replies));
    };
    match reply {
        BaseReply::Evacuate => {
            replies[from] = evacuate(raid, tables, from, dice, log);
            Flow::Next(StrafingState::Reply { from, replies })
        }
        BaseReply::Open | BaseReply::Stuck => ask(raid, tables, from, replies),
        _ => Flow::Next(StrafingState::Reply { from: from + 1, replies }),
    }
}

/// Whether a unit of the base may take off to fight (ATPO-R27).
fn may_fight(raid: &StrafingRun, tables: &AirTables, unit: usize) -> bool {
    let case = InterceptionCase {
        distance: Some(0),
        overstacked: raid.is_overstacked(unit),
        ..InterceptionCase::of(AirPrey::Aircraft, AirPhase::AirMovement)
    };
    may_intercept(raid.unit(unit), &case, &tables.numbers.interception, &tables.choices).is_ok()
}

/// Whether a unit may try to evacuate: somewhere to go, no sneak attack, and it is not idle (4.9.1, 4.9.1.1).
fn may_evacuate(raid: &StrafingRun, unit: usize) -> bool {
    raid.refuge && !raid.surprised && !raid.is_overstacked(unit)
}

fn ask<'b>(
    raid: &'b StrafingRun,
    tables: &'b AirTables,
    unit: usize,
    replies: Vec<BaseReply>,
) -> Flow<'b, StrafingState, StrafingOutcome> {
    let stuck = replies[unit] == BaseReply::Stuck;
    let fights = may_fight(raid, tables, unit);
    let evacuates = may_evacuate(raid, unit) && !stuck;
    let mut answers = Vec::new();
    if fights {
        answers.push(BaseReply::Intercept);
    }
    if evacuates {
        answers.push(BaseReply::Evacuate);
    }
    answers.push(BaseReply::RideOut);
    let list = answers
        .into_iter()
        .map(|reply| Offer::new(reply.word(), tags(raid, &replies, reply, (fights, evacuates)), reply));
    let offers = few(list.collect(), move |reply: &BaseReply| {
        let mut replies = replies.clone();
        replies[unit] = if stuck && reply.fights() { BaseReply::Last } else { *reply };
        let from = if *reply == BaseReply::Evacuate { unit } else { unit + 1 };
        StrafingState::Reply { from, replies }
    });
    let about = Some(raid.unit(unit).name.as_str());
    let (label, text) = match stuck {
        true => (AGAIN, "whether this unit, which could not evacuate, fights in the air"),
        false => (LABEL, "what this unit does about the strafing attack"),
    };
    let rule = if stuck { "4.9.1.1" } else { "4.9" };
    Flow::Ask(Ask { by: DEFENDER, label, about, text: text.into(), rule, offers })
}

/// What policies go by: an aggressive side fights and else rides it out; a cautious one evacuates and else rides it out;
/// a balanced one fights while it has fewer fighters up than there are strafers, and else evacuates.
fn tags(
    raid: &StrafingRun,
    replies: &[BaseReply],
    reply: BaseReply,
    (fights, evacuates): (bool, bool),
) -> Vec<&'static str> {
    let up = replies.iter().filter(|reply| reply.fights()).count();
    let fewer = up < raid.fight.units[0].len();
    let picks = |wanted: &[(bool, BaseReply)]| {
        wanted.iter().find(|(may, _)| *may).map_or(BaseReply::RideOut, |(_, reply)| *reply) == reply
    };
    let mut tags = vec![reply.word()];
    if picks(&[(fights, BaseReply::Intercept)]) {
        tags.push("aggressive");
    }
    if picks(&[(evacuates, BaseReply::Evacuate)]) {
        tags.push("cautious");
    }
    if picks(&[(fights && fewer, BaseReply::Intercept), (evacuates, BaseReply::Evacuate)]) {
        tags.push("balanced");
    }
    tags
}

/// Whether a unit gets away from the base.
fn evacuate(
    raid: &StrafingRun,
    tables: &AirTables,
    unit: usize,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> BaseReply {
    let (name, hexes) = (&raid.unit(unit).name, raid.flown_over.unwrap_or(0));
    match gets_away(name, hexes, &tables.numbers.strafing, dice, log) {
        true => BaseReply::Away,
        false => BaseReply::Stuck,
    }
}

/// Who takes off fights the strafers; over-stacked units lie below where somebody flies.
fn take_off(raid: &StrafingRun, tables: &AirTables, replies: Vec<BaseReply>) -> StrafingState {
    let helps = |unit: usize| unit >= raid.based;
    let fights = |unit: usize| helps(unit) || replies.get(unit).is_some_and(|reply| reply.fights());
    let units = &raid.fight.units;
    let anybody = (0..units[1].len()).any(fights);
    let there = |unit: usize| fights(unit) || anybody && raid.is_overstacked(unit);
    let mut defenders = Flight::of(&units[1], there);
    for unit in (0..raid.based).filter(|unit| replies[*unit] == BaseReply::Last) {
        defenders.unsettle(unit);
    }
    let flights = [Flight::all(&units[0]), defenders];
    let fight = DogfightState::between(flights, &raid.fight, tables);
    StrafingState::Fight { replies, fight }
}
