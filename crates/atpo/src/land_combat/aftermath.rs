//! After the losses: paratroops that failed, advance after combat, landing or pinning on the beach.

use std::cmp::Reverse;

use super::attack::Paratroop;
use super::battle::{Fate, Fight, Stage, State};
use super::generals;
use super::losses::{drop_dead, lost_on_the_ground};
use super::outcome::{Outcome, Vacated, vacated};
use crate::checks::{COMMUNISTS, NATIONALISTS, is_closed_to_communists};
use crate::forces::ATTACKER;
use crate::forces::unit::{Condition, LandKind, LandUnit};
use liege_rules::play::procedure::{Ask, Flow, Log, Offer, few};
use liege_rules::position::places::Hex;
use vassal::diagnostic::counted;

fn is_vacated(battle: &Fight<'_>) -> bool {
    vacated(battle) == Vacated::Yes
}

/// Dropped paratroops die when an enemy unit remains (4.12.4.4); those in a cleared hex hold it.
pub(super) fn paratroops(mut battle: Fight<'_>, log: &mut Log) -> State {
    if battle.enemy_remains() {
        let dead = drop_dead(&mut battle, log);
        let spared = dead.min(lost_on_the_ground(&battle));
        told_in_total(&battle, "eliminated", "an enemy unit remains in the hex", log);
        return battle.at(Stage::Spared(Reverse(spared)));
    }
    if is_vacated(&battle) {
        let attack = battle.attack;
        for (unit, standing) in attack.attacker.units().iter().zip(&mut battle.attackers) {
            if unit.from_the_air() && standing.fate == Fate::Stands {
                standing.fate = Fate::Advanced;
            }
        }
    } else if battle.cell.is_some() && battle.attack.is_defended() {
        told_in_total(&battle, "eliminated if an enemy unit remains", "the defender decides", log);
    }
    battle.at(Stage::After)
}

/// The fate of a paratroop that is part of a total.
fn told_in_total(battle: &Fight<'_>, fate: &'static str, cause: &'static str, log: &mut Log) {
    let part = battle.attack.attacker.units().is_empty() && battle.attack.paratroop != Paratroop::None;
    if part && battle.attackers_left() {
        log.line(|| ("paratroop", fate, format!("{cause}; it is one of the attacker's steps"), "4.12.4.4"));
    }
}

/// Ask who advances; land a successful assault, or ask what becomes of a failed one.
pub(super) fn advance_or_land<'b>(mut battle: Fight<'b>, log: &mut Log) -> Flow<'b, State, Outcome> {
    let is_vacated = is_vacated(&battle);
    let left = battle.fighting_attackers();
    if left.is_empty() || battle.attack.attacker.units().is_empty() {
        return Flow::Next(battle.at(Stage::End));
    }
    match (battle.attack.amphibious, is_vacated) {
        (true, true) => {
            left.iter().for_each(|index| battle.attackers[*index].fate = Fate::Landed);
            log.line(|| {
                ("landing", "successful", "survivors land and are Active, one Sea Supply lands", "3.14.7")
            });
            Flow::Next(battle.at(Stage::End))
        }
        (true, false) if battle.cell.is_some() && vacated(&battle) == Vacated::No => {
            failed_landing(battle, &left, log)
        }
        (false, true) => {
            let able = able_to_advance(&battle);
            if able.len() < left.len() {
                log.line(|| ("Chinese Communists", "do not advance", TOO_FAR_SOUTH, "14.8.1"));
            }
            match able.is_empty() {
                true => Flow::Next(battle.at(Stage::End)),
                false => Flow::Ask(advance_question(battle, able)),
            }
        }
        _ => Flow::Next(battle.at(Stage::End)),
    }
}

/// Why Communists stay where they are.
const TOO_FAR_SOUTH: &str = "row W46xx is their southern boundary";

/// The attackers that may enter the hex: Chinese Communists stay north of their boundary.
fn able_to_advance(battle: &Fight<'_>) -> Vec<usize> {
    let hex: Option<Hex> = battle.attack.hex.as_deref().and_then(|hex| hex.parse().ok());
    let closed = hex.is_some_and(is_closed_to_communists);
    let units = battle.attack.attacker.units();
    let stays = |index: &usize| closed && units[*index].nation == Some(COMMUNISTS);
    battle.fighting_attackers().into_iter().filter(|index| !stays(index)).collect()
}

fn failed_landing<'b>(mut battle: Fight<'b>, left: &[usize], log: &mut Log) -> Flow<'b, State, Outcome> {
    let attack = battle.attack;
    for index in left {
        // Units pinned before cannot be evacuated (3.14.8.1).
        if attack.attacker.units()[*index].is(Condition::Pinned) {
            battle.attackers[*index].fate = Fate::Pinned;
        }
    }
    log.line(|| ("landing", "failed", "the hex is not cleared", "3.14.8"));
    let fresh: Vec<usize> =
        left.iter().copied().filter(|index| battle.attackers[*index].fate == Fate::Stands).collect();
    if fresh.is_empty() {
        return Flow::Next(battle.at(Stage::End));
    }
    let list = vec![
        Offer::new("evacuate", vec!["evacuate", "cautious", "balanced"], Fate::Evacuated),
        Offer::new("stay", vec!["stay", "aggressive"], Fate::Pinned),
    ];
    let offers = few(list, move |fate: &Fate| {
        let mut then = battle.clone().at(Stage::End);
        for index in &fresh {
            // A paratroop cannot be pinned: it dies (3.14.8).
            let from_the_air = attack.attacker.units()[*index].from_the_air();
            then.attackers[*index].fate = if from_the_air { Fate::Eliminated } else { *fate };
        }
        then
    });
    let text = "evacuate all survivors, or leave them pinned on the beach".into();
    Flow::Ask(Ask { by: ATTACKER, label: "failed landing", about: None, text, rule: "3.14.8", offers })
}

/// Land steps that a hex holds where nothing else is told (11.1.2).
const STACKING: u32 = 8;

/// How many more where all are Soviet units.
const SOVIET: u32 = 2;

/// How many steps a hex holds, and what that rests on where it was not told.
fn stacking(battle: &Fight<'_>) -> (u32, &'static str) {
    let mut fighters = battle.attack.attacker.units().iter().filter(|unit| unit.fights());
    match battle.attack.stacking {
        Some(steps) => (steps, ""),
        None if fighters.all(|unit| unit.nation == Some("SU")) => {
            (STACKING + SOVIET, " (6 on a small island, 2 more with a city; give stacking=…)")
        }
        None => (STACKING, " (4 on a small island, 2 more with a city; give stacking=…)"),
    }
}

/// Of some attackers the Chinese units, which never share a hex of China, where it is one (11.1.2).
fn chinese(battle: &Fight<'_>, counts: impl Fn(usize) -> bool) -> usize {
    let units = battle.attack.attacker.units().iter().enumerate();
    let stacks = |unit: &LandUnit| {
        let of_china = matches!(unit.nation, Some(NATIONALISTS | COMMUNISTS));
        of_china && unit.fights() && unit.kind != LandKind::Paratroop
    };
    let inside = units.filter(|(index, unit)| battle.attack.china && stacks(unit) && counts(*index));
    inside.count()
}

/// The steps of some attackers, without those that count against no limit: paratroops, and who has no steps (4.12.4).
fn steps(battle: &Fight<'_>, counts: impl Fn(usize) -> bool) -> u32 {
    let units = battle.attack.attacker.units().iter().zip(&battle.attackers).enumerate();
    let stacks = |unit: &LandUnit| unit.fights() && unit.kind != LandKind::Paratroop;
    let counted = units.filter(|(index, (unit, _))| stacks(unit) && counts(*index));
    counted.map(|(_, (_, standing))| u32::from(standing.steps)).sum()
}

/// Says so where more have entered the hex than it holds; that is enforced when the Step ends (11.6.8.1).
fn tell_stacking(battle: &Fight<'_>, log: &mut Log) {
    let inside = |index: usize| matches!(battle.attackers[index].fate, Fate::Advanced | Fate::Landed);
    let (steps, (most, why)) = (steps(battle, inside), stacking(battle));
    if steps > most {
        log.line(|| {
            let told =
                format!("{} in the hex", counted(usize::try_from(steps).unwrap_or(usize::MAX), "step"));
            let cause = format!("it holds {most}{why}; the limit is enforced at the end of the Step");
            ("over-stacked", told, cause, "11.6.8.1, 11.1.2")
        });
    }
    let chinese = chinese(battle, inside);
    if chinese > 1 {
        log.line(|| {
            let cause = "in China they never share a hex; that is enforced at the end of the Step";
            ("over-stacked", format!("{chinese} Chinese units in the hex"), cause, "11.6.8.1, 11.1.2")
        });
    }
}

fn advance_question(battle: Fight<'_>, left: Vec<usize>) -> Ask<'_, State> {
    let (all, (most, _)) = (steps(&battle, |index| left.contains(&index)), stacking(&battle));
    let too_many = if all > most {
        format!(": all are {all} steps, and it holds {most}")
    } else if chinese(&battle, |index| left.contains(&index)) > 1 {
        ": in China Chinese units never share a hex".into()
    } else {
        String::new()
    };
    // A balanced side advances as far as the hex has room.
    let (of_all, of_some) = if left.len() > 1 && !too_many.is_empty() {
        (vec!["advance", "aggressive"], vec!["balanced"])
    } else {
        (vec!["advance", "balanced", "aggressive"], Vec::new())
    };
    let mut list = vec![
        Offer::new("all", of_all, (Fate::Advanced, Stage::End)),
        Offer::new("none", vec!["hold", "cautious"], (Fate::Stands, Stage::End)),
    ];
    if left.len() > 1 {
        list.push(Offer::new("some", of_some, (Fate::Stands, Stage::Advances(0))));
    }
    let about = match left.as_slice() {
        [one] => Some(battle.attack.attacker.units()[*one].name.as_str()),
        _ => None,
    };
    let offers = few(list, move |(fate, phase): &(Fate, Stage)| {
        let mut then = battle.clone().at(*phase);
        left.iter().for_each(|index| then.attackers[*index].fate = *fate);
        then
    });
    let text = format!("which attackers advance into the vacated hex{too_many}").into();
    Ask { by: ATTACKER, label: "advance", about, text, rule: "11.6.8.1", offers }
}

/// Whether the next attacker advances.
pub(super) fn advance_one(battle: Fight<'_>, from: usize) -> Flow<'_, State, Outcome> {
    let Some(index) = able_to_advance(&battle).into_iter().find(|index| *index >= from) else {
        return Flow::Next(battle.at(Stage::End));
    };
    let about = battle.attack.attacker.units()[index].name.as_str();
    let inside = |other: usize| {
        other == index || matches!(battle.attackers[other].fate, Fate::Advanced | Fate::Landed)
    };
    let has_room = steps(&battle, inside) <= stacking(&battle).0 && chinese(&battle, inside) <= 1;
    let (of_yes, of_no) = if has_room {
        (vec!["advance", "balanced", "aggressive"], vec!["hold", "cautious"])
    } else {
        (vec!["advance", "aggressive"], vec!["hold", "cautious", "balanced"])
    };
    let list = vec![Offer::new("yes", of_yes, Fate::Advanced), Offer::new("no", of_no, Fate::Stands)];
    let offers = few(list, move |fate: &Fate| {
        let mut then = battle.clone().at(Stage::Advances(index + 1));
        then.attackers[index].fate = *fate;
        then
    });
    let text = format!("whether {about} advances").into();
    Flow::Ask(Ask { by: ATTACKER, label: "advance unit", about: Some(about), text, rule: "11.6.8.1", offers })
}

/// The last lines of the report, and the outcome.
pub(super) fn close(mut battle: Fight<'_>, log: &mut Log) -> Outcome {
    generals::leave_entered(&mut battle, log);
    let battle = &battle;
    let outcome = Outcome::of(battle);
    log.line(|| {
        ("attacker", side(&outcome.attacker), required(battle, &outcome.attacker.required), "11.6.6.1")
    });
    log.line(|| {
        let told = match battle.attack.defender.units() {
            [] if !battle.attack.is_defended() && !battle.attack.only_partisans() => {
                "no land unit in the hex".to_owned()
            }
            _ => side(&outcome.defender),
        };
        ("defender", told, required(battle, &outcome.defender.required), "11.6.6, 11.6.7")
    });
    log.line(|| {
        let cause = match outcome.hex.may_advance {
            Vacated::Yes => "attackers may advance",
            Vacated::No => "no unit can advance",
            Vacated::IfTheDefenderLeaves => "attackers may advance then",
        };
        ("hex vacated", outcome.hex.vacated.word(), cause, "11.6.8.1")
    });
    tell_stacking(battle, log);
    for what in &outcome.hex.captured {
        log.line(|| (what.in_words(), "captured", "no defenders left", "11.6.9"));
    }
    for what in &outcome.hex.destroyed {
        log.line(|| (what.in_words(), "destroyed", "captured by the enemy", "11.6.9"));
    }
    outcome
}

/// What the table asks of a side, where it was rolled on.
fn required(battle: &Fight<'_>, required: &str) -> String {
    if battle.cell.is_some() { format!("required: {required}") } else { "no roll on the table".to_owned() }
}

fn side(side: &super::outcome::SideOutcome) -> String {
    let steps = |lost: u16| match lost {
        0 => "no step lost".to_owned(),
        lost => format!("{} lost", counted(lost.into(), "step")),
    };
    match (side.eliminated, side.steps_lost) {
        (true, _) => "eliminated".into(),
        (false, Some(lost)) if side.options.is_empty() && side.retreated == 0 => steps(lost),
        (false, Some(lost)) if side.options.is_empty() => {
            let hexes =
                if side.retreated == 1 { "a hex".to_owned() } else { format!("{} hexes", side.retreated) };
            format!("{}, retreats {hexes}", steps(lost))
        }
        (false, _) if side.options.is_empty() => "no losses".into(),
        (false, _) => side.options.iter().map(super::retreat::Mix::answer).collect::<Vec<_>>().join(" | "),
    }
}
