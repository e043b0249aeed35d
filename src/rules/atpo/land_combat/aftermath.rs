//! After the losses: paratroops that failed, advance after combat, landing or pinning on the beach.

use super::ATTACKER;
use super::attack::Paratroop;
use super::battle::{Battle, Fate, Phase};
use super::losses::{drop_dead, lost_on_the_ground};
use super::outcome::{Outcome, Vacated};
use super::unit::Trait;
use crate::diagnostic::counted;
use crate::rules::procedure::{Ask, Flow, Log, Offer};

type Step = Flow<Battle, Outcome>;

fn is_vacated(battle: &Battle) -> bool {
    Outcome::of(battle).hex.vacated == Vacated::Yes
}

/// Dropped paratroops die when an enemy unit remains (4.12.4.4); those in a cleared hex hold it.
pub(super) fn paratroops(mut battle: Battle, log: &mut Log) -> Battle {
    if battle.enemy_remains() {
        let dead = drop_dead(&mut battle, log);
        let spared = dead.min(lost_on_the_ground(&battle));
        told_in_total(&battle, "eliminated", "an enemy unit remains in the hex", log);
        return battle.at(Phase::Spared(spared));
    }
    if is_vacated(&battle) {
        let attack = battle.attack.clone();
        for (unit, standing) in attack.attacker.units().iter().zip(&mut battle.attackers) {
            if unit.from_the_air() && standing.fate == Fate::Stands {
                standing.fate = Fate::Advanced;
            }
        }
    } else if battle.cell.is_some() && battle.attack.is_defended() {
        told_in_total(&battle, "eliminated if an enemy unit remains", "the defender decides", log);
    }
    battle.at(Phase::After)
}

/// The fate of a paratroop that is part of a total.
fn told_in_total(battle: &Battle, fate: &'static str, cause: &'static str, log: &mut Log) {
    let part = battle.attack.attacker.units().is_empty() && battle.attack.paratroop != Paratroop::None;
    if part && battle.attackers_left() {
        log.line(|| ("paratroop", fate, format!("{cause}; it is one of the attacker's steps"), "4.12.4.4"));
    }
}

/// Ask who advances; land a successful assault, or ask what becomes of a failed one.
pub(super) fn advance_or_land(mut battle: Battle, log: &mut Log) -> Step {
    let vacated = is_vacated(&battle);
    let left = battle.fighting_attackers();
    if left.is_empty() || battle.attack.attacker.units().is_empty() {
        return Flow::Next(battle.at(Phase::End));
    }
    match (battle.attack.amphibious, vacated) {
        (true, true) => {
            left.iter().for_each(|index| battle.attackers[*index].fate = Fate::Landed);
            log.line(|| {
                ("landing", "successful", "survivors land and are Active, one Sea Supply lands", "3.14.7")
            });
            Flow::Next(battle.at(Phase::End))
        }
        (true, false) if battle.cell.is_some() && Outcome::of(&battle).hex.vacated == Vacated::No => {
            failed_landing(battle, &left, log)
        }
        (false, true) => Flow::Ask(advance_question(&battle, &left)),
        _ => Flow::Next(battle.at(Phase::End)),
    }
}

fn failed_landing(mut battle: Battle, left: &[usize], log: &mut Log) -> Step {
    let attack = battle.attack.clone();
    for index in left {
        // Units pinned before cannot be evacuated (3.14.8.1).
        if attack.attacker.units()[*index].is(Trait::Pinned) {
            battle.attackers[*index].fate = Fate::Pinned;
        }
    }
    log.line(|| ("landing", "failed", "the hex is not cleared", "3.14.8"));
    let fresh: Vec<usize> =
        left.iter().copied().filter(|index| battle.attackers[*index].fate == Fate::Stands).collect();
    if fresh.is_empty() {
        return Flow::Next(battle.at(Phase::End));
    }
    let offer = |answer: &str, tag: &'static str, fate: &Fate| {
        let mut then = battle.clone().at(Phase::End);
        for index in &fresh {
            // A paratroop cannot be pinned: it dies (3.14.8).
            let from_the_air = attack.attacker.units()[*index].from_the_air();
            then.attackers[*index].fate = if from_the_air { Fate::Eliminated } else { fate.clone() };
        }
        Offer { answer: answer.to_owned(), tags: vec![tag], then }
    };
    let offers = vec![offer("evacuate", "evacuate", &Fate::Evacuated), offer("stay", "stay", &Fate::Pinned)];
    let text = "evacuate all survivors, or leave them pinned on the beach".to_owned();
    Flow::Ask(Ask { by: ATTACKER, label: "failed landing", about: None, text, rule: "3.14.8", offers })
}

fn advance_question(battle: &Battle, left: &[usize]) -> Ask<Battle> {
    let all = {
        let mut then = battle.clone().at(Phase::End);
        left.iter().for_each(|index| then.attackers[*index].fate = Fate::Advanced);
        Offer { answer: "all".into(), tags: vec!["advance"], then }
    };
    let none = Offer { answer: "none".into(), tags: vec!["hold"], then: battle.clone().at(Phase::End) };
    let mut offers = vec![all, none];
    if left.len() > 1 {
        offers.push(Offer {
            answer: "some".into(),
            tags: Vec::new(),
            then: battle.clone().at(Phase::Advances(0)),
        });
    }
    let text = "which attackers advance into the vacated hex".to_owned();
    let about = match left {
        [one] => Some(battle.attack.attacker.units()[*one].name.clone()),
        _ => None,
    };
    Ask { by: ATTACKER, label: "advance", about, text, rule: "11.6.8.1", offers }
}

/// Whether the next attacker advances.
pub(super) fn advance_one(battle: Battle, from: usize) -> Step {
    let Some(index) = battle.fighting_attackers().into_iter().find(|index| *index >= from) else {
        return Flow::Next(battle.at(Phase::End));
    };
    let hold = battle.clone().at(Phase::Advances(index + 1));
    let mut go = hold.clone();
    go.attackers[index].fate = Fate::Advanced;
    let offers = vec![
        Offer { answer: "yes".into(), tags: vec!["advance"], then: go },
        Offer { answer: "no".into(), tags: vec!["hold"], then: hold },
    ];
    let about = battle.attack.attacker.units()[index].name.clone();
    let text = format!("whether {about} advances");
    Flow::Ask(Ask { by: ATTACKER, label: "advance unit", about: Some(about), text, rule: "11.6.8.1", offers })
}

/// The last lines of the report, and the outcome.
pub(super) fn close(battle: &Battle, log: &mut Log) -> Outcome {
    let outcome = Outcome::of(battle);
    log.line(|| {
        ("attacker", side(&outcome.attacker), required(battle, &outcome.attacker.required), "11.6.6.1")
    });
    log.line(|| {
        let told = if battle.attack.is_defended() || battle.attack.only_partisans() {
            side(&outcome.defender)
        } else {
            "no land unit in the hex".to_owned()
        };
        ("defender", told, required(battle, &outcome.defender.required), "11.6.6, 11.6.7")
    });
    log.line(|| {
        let cause = match outcome.hex.may_advance {
            Vacated::Yes => "attackers may advance",
            Vacated::No => "nobody can advance",
            Vacated::IfTheDefenderLeaves => "attackers may advance then",
        };
        ("hex vacated", outcome.hex.vacated.word(), cause, "11.6.8.1")
    });
    for what in &outcome.hex.captured {
        log.line(|| (what.in_words(), "captured", "no defender is left", "11.6.9"));
    }
    for what in &outcome.hex.destroyed {
        log.line(|| (what.in_words(), "destroyed", "captured by the enemy", "11.6.9"));
    }
    outcome
}

/// What the table asks of a side, where it was rolled on.
fn required(battle: &Battle, required: &str) -> String {
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
