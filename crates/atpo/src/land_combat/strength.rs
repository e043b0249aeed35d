//! Strengths of attacker and defender: units, forts, leaders, then aircraft and guns up to the base (11.6.3).

use std::collections::BTreeMap;

use super::attack::{Attack, Fort, LandForce, Troops};
use super::battle::Fight;
use crate::crt::Tables;
use crate::forces::support::{Halving, bombers};
use crate::forces::unit::{AirKind, Condition, LandKind, LandUnit};
use liege_rules::play::procedure::Log;
use vassal::diagnostic::counted;

/// Which side of a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Fighting {
    Attack,
    Defence,
}

impl Fighting {
    fn word(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Defence => "defence",
        }
    }
}

/// The total strength of the attacking units that are left.
pub fn attack(battle: &Fight<'_>, log: &mut Log) -> u32 {
    let (force, alive) = (&battle.attack.attacker, battle.attackers_alive());
    let base = land(force, &alive, Fighting::Attack, log)
        + leaders(force, &alive, Fighting::Attack, battle.tables, log);
    with_support(battle, Fighting::Attack, base, log)
}

/// The total strength of the defender.
pub fn defence(battle: &Fight<'_>, log: &mut Log) -> u32 {
    let (attack, tables) = (battle.attack, battle.tables);
    let force = &attack.defender;
    let alive = vec![true; force.units().len()];
    let base = if attack.is_defended() {
        let land = land(force, &alive, Fighting::Defence, log);
        land + forts(attack, tables, log) + leaders(force, &alive, Fighting::Defence, tables, log)
    } else {
        vacant(attack, tables, log)
    };
    with_support(battle, Fighting::Defence, base, log)
}

/// The strength of one unit before leaders and forts: none for one that just retreated here (11.6.7), else as
/// printed, halved where it must be.
fn of_unit(unit: &LandUnit) -> u32 {
    match () {
        () if !unit.fights() || unit.is(Condition::Retreated) => 0,
        () if unit.is(Condition::Halved) => unit.strength / 2,
        () => unit.strength,
    }
}

fn land(force: &LandForce, alive: &[bool], side: Fighting, log: &mut Log) -> u32 {
    let units: Vec<&LandUnit> = living(force, alive).filter(|unit| unit.fights()).collect();
    let total = match &force.troops {
        Troops::Total(strength, _) => *strength,
        Troops::Units(_) => units.iter().map(|unit| of_unit(unit)).sum(),
    };
    log.line(|| {
        let each: Vec<String> =
            units.iter().map(|unit| format!("{}: {}", unit.name, of_unit(unit))).collect();
        let cause = if each.is_empty() { "total given".to_owned() } else { each.join(" + ") };
        (format!("{}: land units", side.word()), total.to_string(), cause, "11.6.3.1")
    });
    total
}

fn living<'a>(force: &'a LandForce, alive: &'a [bool]) -> impl Iterator<Item = &'a LandUnit> {
    force.units().iter().zip(alive).filter(|(_, alive)| **alive).map(|(unit, _)| unit)
}

/// What forts add to a defended hex: one unit doubled (11.6.3.2), and a point for each step behind a coastal fort
/// in an assault (3.14.5.5).
fn forts(attack: &Attack, tables: &Tables, log: &mut Log) -> u32 {
    let numbers = &tables.numbers.strength;
    let units = attack.defender.units();
    let mut total = 0;
    if attack.fort != Fort::None {
        let chosen = units.iter().find(|unit| unit.is(Condition::Doubled));
        let doubled = chosen.or_else(|| units.iter().max_by_key(|unit| of_unit(unit)));
        // In total form the whole is read as one unit; a stack must be listed to double one of it.
        let strength = match &attack.defender.troops {
            Troops::Total(strength, _) => *strength,
            Troops::Units(_) => doubled.map_or(0, of_unit),
        };
        let more = strength * numbers.fort_factor.saturating_sub(1);
        total += more;
        log.line(|| {
            let name = doubled.map_or("the one unit", |unit| unit.name.as_str());
            ("defence: fortification", format!("+{more}"), format!("{name} doubled"), "11.6.3.2")
        });
    }
    if attack.coastal_fort && attack.amphibious {
        let steps: u32 = match &attack.defender.troops {
            Troops::Total(_, steps) => steps.unwrap_or(0).into(),
            Troops::Units(_) => {
                units.iter().filter(|unit| unit.fights()).map(|unit| u32::from(unit.steps)).sum()
            }
        };
        let more = steps * numbers.coastal_fort_per_step;
        total += more;
        log.line(|| {
            (
                "defence: coastal fort",
                format!("+{more}"),
                counted(usize::try_from(steps).unwrap_or(usize::MAX), "step"),
                "3.14.5.5",
            )
        });
    }
    total
}

/// A hex without units: an unoccupied fort, the intrinsic garrison against assaults, or nothing.
fn vacant(attack: &Attack, tables: &Tables, log: &mut Log) -> u32 {
    let numbers = &tables.numbers.strength;
    let fort = if attack.is_fortified() { numbers.fort_unoccupied } else { 0 };
    if fort > 0 {
        log.line(|| ("defence: unoccupied fort", fort.to_string(), "no land unit in the hex", "11.6.3.2"));
    }
    let beside_fort = fort == 0 || tables.choices.is("unoccupied_fort", "2+1");
    let wanted = attack.amphibious && attack.garrison != Some(false) && beside_fort;
    let garrison = if wanted && !attack.attack_zoc { numbers.garrison } else { 0 };
    if wanted {
        log.line(|| {
            let cause = match (attack.attack_zoc, fort > 0) {
                (true, _) => "none in an uncontested zone of control of the attacker",
                (false, true) => "beside the fort (choice unoccupied_fort)",
                (false, false) => "empty coastal hex",
            };
            ("defence: intrinsic garrison", garrison.to_string(), cause, "3.14.5.1, 11.6.3.3")
        });
    }
    fort + garrison
}

/// One General for each hex (11.5.2), and the leaders who help every stack of their nation (16.7).
fn leaders(force: &LandForce, alive: &[bool], side: Fighting, tables: &Tables, log: &mut Log) -> u32 {
    let mut best: BTreeMap<Option<&str>, &LandUnit> = BTreeMap::new();
    let units: Vec<&LandUnit> = living(force, alive).collect();
    let stacked = |general: &LandUnit| {
        let same = |unit: &&&LandUnit| {
            unit.hex == general.hex && (unit.nation == general.nation || general.nation.is_none())
        };
        units.iter().filter(same).any(|unit| unit.fights())
    };
    for general in units.iter().copied().filter(|unit| unit.kind == LandKind::General && stacked(unit)) {
        let place = best.entry(general.hex.as_deref()).or_insert(general);
        if general.strength > place.strength {
            *place = general;
        }
    }
    let generals = force.general + best.values().map(|general| general.strength).sum::<u32>();
    if generals > 0 {
        log.line(|| {
            let names: Vec<&str> = best.values().map(|general| general.name.as_str()).collect();
            let cause = format!(
                "one General for each hex{}{}",
                if names.is_empty() { "" } else { ": " },
                names.join(", ")
            );
            (format!("{}: General", side.word()), format!("+{generals}"), cause, "11.5.2")
        });
    }
    let aura =
        force.aura + force.aura_names.iter().map(|name| aura(name, force, &units, tables)).sum::<u32>();
    if aura > 0 {
        log.line(|| {
            (format!("{}: command", side.word()), format!("+{aura}"), "stacks near the leader's HQ", "16.7")
        });
    }
    generals + aura
}

/// The strength of one such leader: once for each hex with a unit of his nation.
fn aura(name: &str, force: &LandForce, units: &[&LandUnit], tables: &Tables) -> u32 {
    let Some(aura) = tables.numbers.aura.get(name) else {
        return 0;
    };
    let own =
        units.iter().filter(|unit| unit.fights() && unit.nation.is_none_or(|nation| nation == aura.nation));
    let hexes: std::collections::BTreeSet<Option<&str>> = own.map(|unit| unit.hex.as_deref()).collect();
    let stacks = match force.troops {
        Troops::Total(..) => 1,
        Troops::Units(_) => u32::try_from(hexes.len()).unwrap_or(0),
    };
    stacks * aura.strength
}

/// Add aircraft and guns, which can never exceed the base (11.6.3.6).
fn with_support(battle: &Fight<'_>, side: Fighting, base: u32, log: &mut Log) -> u32 {
    let (attack, tables) = (battle.attack, battle.tables);
    let force = if side == Fighting::Attack { &attack.attacker } else { &attack.defender };
    let air = air_support(battle, side, log);
    let ships = force.guns();
    let guns = ships.strength(tables);
    if guns > 0 {
        log.line(|| {
            (
                format!("{}: naval bombardment", side.word()),
                format!("+{guns}"),
                ships.in_words(tables),
                "3.14.5.4",
            )
        });
    }
    let added = (air + guns).min(base);
    if added < air + guns {
        log.line(|| {
            let cause = format!("{} from air and guns, at most the base of {base}", air + guns);
            (format!("{}: additions capped", side.word()), format!("+{added}"), cause, "11.6.3.6")
        });
    }
    let total = base + added;
    log.line(|| {
        (format!("{} strength", side.word()), total.to_string(), format!("{base} + {added}"), "11.6.2")
    });
    total
}

fn air_support(battle: &Fight<'_>, side: Fighting, log: &mut Log) -> u32 {
    let (attack, tables, air) = (battle.attack, battle.tables, battle.air(side));
    let bomber_count = air.iter().filter(|unit| unit.kind == AirKind::Bomber).count();
    if bomber_count == 0 {
        return 0;
    }
    let terrain = tables.terrain.get(&attack.terrain).is_some_and(|terrain| terrain.bomber_support == "half");
    let fort = side == Fighting::Attack && attack.is_fortified();
    let halving = Halving { terrain, inclement: attack.inclement, fort };
    let capped = side == Fighting::Defence && tables.choices.is("bomber_defence", "one_each_max2");
    let most = tables.numbers.strength.defence_bombers_most;
    let strength =
        if capped { u32::try_from(bomber_count).unwrap_or(most).min(most) } else { bombers(&air, halving) };
    log.line(|| {
        let bombers = air.iter().filter(|unit| unit.kind == AirKind::Bomber);
        let mut cause = bombers.map(|unit| unit.name.as_str()).collect::<Vec<_>>().join(", ");
        let why =
            [(terrain, attack.terrain.as_str()), (attack.inclement, "inclement weather"), (fort, "fort")];
        let why: Vec<&str> = why.into_iter().filter(|(halved, _)| *halved).map(|(_, why)| why).collect();
        if !why.is_empty() && !capped {
            cause = format!("{cause}; halved: {}", why.join(", "));
        }
        if capped {
            cause = format!("{cause}; 1 for each bomber, {most} at most (choice bomber_defence)");
        }
        (format!("{}: ground support", side.word()), format!("+{strength}"), cause, "4.11.3")
    });
    strength
}
