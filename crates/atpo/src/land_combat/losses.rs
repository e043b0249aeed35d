//! Step losses and retreats (11.6.6, 11.6.7): the attacker's first, each choice a small question to its owner.

use std::cmp::Reverse;

use super::battle::{Fate, Fight, Stage, Standing, State, distinct, eliminate, lose_step};
use super::outcome::Outcome;
use super::retreat::{self, Retreat};
use crate::crt::{Cell, Loss};
use crate::forces::losses::{self, TAGS_OF_LOSS, TAGS_OF_SPARED, Tags, asked};
use crate::forces::unit::LandUnit;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::play::procedure::{Ask, Flow, Log, Offer, few};

/// Take over a result of the table. Dropped paratroops that are sure to face an enemy die at once, and count as
/// the attacker's steps (4.12.4.4).
pub(super) fn apply(mut battle: Fight<'_>, cell: Cell, log: &mut Log) -> State {
    let loss = cell.attacker;
    battle.cell = Some(cell);
    match loss {
        Loss::All => {
            log.line(|| ("attacker's losses", "all", "eliminated", "11.6.6"));
            battle.attackers.iter_mut().filter(|standing| !standing.is_gone()).for_each(eliminate);
            battle.at(Stage::Answer)
        }
        Loss::Points(points) => {
            let dead = if battle.enemy_remains() { drop_dead(&mut battle, log) } else { 0 };
            battle.at(Stage::AttackerLosses(Reverse(points.saturating_sub(dead))))
        }
    }
}

/// Eliminate the dropped paratroops; how many they were.
pub(super) fn drop_dead(battle: &mut Fight<'_>, log: &mut Log) -> u8 {
    let attack = battle.attack;
    let mut dead = 0u8;
    for (unit, standing) in attack.attacker.units().iter().zip(&mut battle.attackers) {
        if unit.from_the_air() && standing.fate == Fate::Stands {
            eliminate(standing);
            dead = dead.saturating_add(1);
            log.line(|| {
                let cause = "an enemy unit remains in the hex; counts as a step of the attacker";
                (unit.name.clone(), "eliminated", cause, "4.12.4.4")
            });
        }
    }
    dead
}

/// The attacker's next step.
pub(super) fn attacker<'b>(mut battle: Fight<'b>, left: u8, log: &mut Log) -> Flow<'b, State, Outcome> {
    let living = battle.fighting_attackers();
    let steps: u16 = living.iter().map(|index| u16::from(battle.attackers[*index].steps)).sum();
    if left == 0 || living.is_empty() {
        return Flow::Next(battle.at(Stage::Answer));
    }
    if steps <= u16::from(left) {
        log.line(|| ("attacker's losses", "all units", asked(left, steps), "11.6.6.1"));
        living.iter().for_each(|index| eliminate(&mut battle.attackers[*index]));
        return Flow::Next(battle.at(Stage::Answer));
    }
    let list = step_offers(battle.attack.attacker.units(), &battle.attackers, &living, TAGS_OF_LOSS);
    let offers = few(list, move |index: &usize| {
        let mut then = battle.clone().at(Stage::AttackerLosses(Reverse(left - 1)));
        lose_step(&mut then.attackers[*index]);
        then
    });
    let text = format!("which attacking unit loses a step ({left} to lose)").into();
    Flow::Ask(Ask { by: ATTACKER, label: "loss", about: None, text, rule: "11.6.6.1", offers })
}

/// Steps of attackers on the ground that the table has cost.
pub(super) fn lost_on_the_ground(battle: &Fight<'_>) -> u8 {
    let lost = hurt_on_the_ground(battle).into_iter().map(|(_, steps)| steps);
    lost.fold(0, u8::saturating_add)
}

fn hurt_on_the_ground(battle: &Fight<'_>) -> Vec<(usize, u8)> {
    let units = battle.attack.attacker.units().iter().zip(&battle.attackers).enumerate();
    let ground = units.filter(|(_, (unit, _))| unit.fights() && !unit.from_the_air());
    let hurt = ground.map(|(index, (unit, standing))| (index, unit.steps.saturating_sub(standing.steps)));
    hurt.filter(|(_, steps)| *steps > 0).collect()
}

/// A paratroop that dies because an enemy remains is one of the steps that the table asks of the attacker (4.12.4.4).
/// What was lost before is more than that: the attacker says which unit keeps its step.
pub(super) fn spared(battle: Fight<'_>, left: u8) -> Flow<'_, State, Outcome> {
    let hurt: Vec<usize> = hurt_on_the_ground(&battle).into_iter().map(|(index, _)| index).collect();
    if left == 0 || hurt.is_empty() {
        return Flow::Next(battle.at(Stage::After));
    }
    let units = battle.attack.attacker.units();
    let list = step_offers(units, &battle.attackers, &hurt, TAGS_OF_SPARED);
    let offers = few(list, move |index: &usize| {
        let mut then = battle.clone().at(Stage::Spared(Reverse(left - 1)));
        then.attackers[*index].steps += 1;
        then.attackers[*index].fate = Fate::Stands;
        then
    });
    let text = "which attacking unit keeps its step, because the lost paratroop is one of the steps".into();
    Flow::Ask(Ask { by: ATTACKER, label: "spared", about: None, text, rule: "4.12.4.4", offers })
}

/// One offer for each unit that differs from the others, tagged for policies.
fn step_offers<'b>(
    units: &'b [LandUnit],
    standings: &[Standing],
    indexes: &[usize],
    tags: Tags,
) -> Vec<Offer<'b, usize>> {
    losses::offers(units, &|index| standings[index].steps, &distinct(units, standings, indexes), tags)
}

/// The defender's choice between steps and hexes, when the result leaves one.
pub(super) fn answer<'b>(mut battle: Fight<'b>, log: &mut Log) -> Flow<'b, State, Outcome> {
    let defended = battle.attack.is_defended();
    let points = match battle.cell.as_ref().map(|cell| cell.defender) {
        Some(Loss::All) => {
            log.line(|| ("defender's losses", "all", "eliminated", "11.6.6"));
            let units = battle.attack;
            for (unit, standing) in units.defender.units().iter().zip(&mut battle.defenders) {
                if unit.fights() {
                    eliminate(standing);
                }
            }
            battle.answered = true;
            return Flow::Next(battle.at(Stage::Generals(0)));
        }
        Some(Loss::Points(points)) if points > 0 => points,
        _ => 0,
    };
    if points == 0 || !defended || battle.attack.defender.units().is_empty() {
        battle.answered = battle.answered || !battle.attack.defender.units().is_empty() || !defended;
        return Flow::Next(battle.at(Stage::Generals(0)));
    }
    let attack = battle.attack;
    let mixes =
        retreat::mixes(points, battle.defending_steps(), &attack.retreat, attack.defender.out_of_supply);
    let (last, most) = (mixes.len().saturating_sub(1), mixes.first().map_or(0, |mix| mix.hexes));
    let stands = mixes.last().is_some_and(|mix| is_worth_it(mix, battle.defending_steps()));
    let offer = |(index, mix): (usize, &retreat::Mix)| {
        let mut tags = Vec::new();
        if index == last {
            tags.extend(["stand", "aggressive"]);
        }
        if mix.hexes == most && most > 0 {
            tags.push("retreat");
        }
        if index == 0 {
            tags.push("cautious");
        }
        if index == if stands { last } else { 0 } {
            tags.push("balanced");
        }
        Offer::new(mix.answer(), tags, *mix)
    };
    let list = mixes.iter().enumerate().map(offer).collect();
    let offers = few(list, move |mix: &retreat::Mix| {
        let mut then = battle.clone().at(Stage::DefenderLosses(Reverse(mix.steps)));
        then.hexes = mix.hexes;
        then.answered = true;
        then
    });
    let text = match points {
        1 => "D1: lose a step, or retreat a hex".into(),
        _ => format!("D{points}: steps lost, hexes retreated, or a mix").into(),
    };
    Flow::Ask(Ask { by: DEFENDER, label: "answer", about: None, text, rule: "11.6.6, 11.6.7", offers })
}

/// Whether a balanced side takes this way of standing: half of its steps or more are left.
fn is_worth_it(mix: &retreat::Mix, steps: Option<u16>) -> bool {
    !mix.eliminated && steps.is_some_and(|steps| 2 * u16::from(mix.steps) <= steps)
}

/// The defender's next step.
pub(super) fn defender<'b>(mut battle: Fight<'b>, left: u8, log: &mut Log) -> Flow<'b, State, Outcome> {
    let all: u16 = battle.defending_steps().unwrap_or(0);
    let next = if battle.hexes > 0 { Stage::Destinations(0) } else { Stage::Generals(0) };
    if left == 0 || all == 0 {
        return Flow::Next(battle.at(next));
    }
    if all <= u16::from(left) {
        log.line(|| ("defender's losses", "all units", asked(left, all), "11.6.7"));
        battle.fighting_defenders().into_iter().for_each(|index| eliminate(&mut battle.defenders[index]));
        return Flow::Next(battle.at(next));
    }
    let units = battle.attack.defender.units();
    let list = step_offers(units, &battle.defenders, &battle.losable_defenders(), TAGS_OF_LOSS);
    let offers = few(list, move |index: &usize| {
        let mut then = battle.clone().at(Stage::DefenderLosses(Reverse(left - 1)));
        lose_step(&mut then.defenders[*index]);
        then
    });
    let text = format!("which defending unit loses a step ({left} to lose)").into();
    Flow::Ask(Ask { by: DEFENDER, label: "loss", about: None, text, rule: "11.6.6.1", offers })
}

/// Where the next retreating defender goes. A stack may split up (11.6.7).
pub(super) fn destination<'b>(mut battle: Fight<'b>, from: usize) -> Flow<'b, State, Outcome> {
    let attack = battle.attack;
    let Some(index) =
        (from..battle.defenders.len()).find(|index| battle.defenders[*index].fate == Fate::Stands)
    else {
        return Flow::Next(battle.at(Stage::Generals(0)));
    };
    let unit = &attack.defender.units()[index];
    let places = match &attack.retreat {
        Retreat::Hexes(_) => {
            battle.defenders[index].fate = Fate::Retreated(None);
            return Flow::Next(battle.at(Stage::Destinations(index + 1)));
        }
        Retreat::Places(places) => retreat::open(places, battle.hexes, attack.defender.out_of_supply),
    };
    if places.is_empty() {
        eliminate(&mut battle.defenders[index]);
        return Flow::Next(battle.at(Stage::Destinations(index + 1)));
    }
    let offer = |(number, place): (usize, &&'b retreat::Place)| {
        let tags =
            if number == 0 { vec!["together", "cautious", "balanced", "aggressive"] } else { Vec::new() };
        Offer::new(place.hex.as_str(), tags, attack.retreat.number(&place.hex))
    };
    let list = places.iter().enumerate().map(offer).collect();
    let offers = few(list, move |place: &Option<u8>| {
        let mut then = battle.clone().at(Stage::Destinations(index + 1));
        then.defenders[index].fate = Fate::Retreated(*place);
        then
    });
    let text = format!("where {} retreats", unit.name).into();
    let about = Some(unit.name.as_str());
    Flow::Ask(Ask { by: DEFENDER, label: "retreat", about, text, rule: "11.6.7", offers })
}
