//! Reads an attack on a territory from typed-in values.

use serde_json::Value;

use super::keys::TARGETS;
use crate::class::UnitClass;
use crate::conquest::LandAttack;
use crate::force::UnitGroup;
use crate::land::{BlitzOrder, is_undefended};
use crate::typed::{named, names, power, stranger, units};
use liege_rules::play::inputs::{Inputs, KeyFault};

/// Attempts at a blitz order, and orders in one of them.
const MOST_ORDERS: usize = 50;

/// The attack that was typed in.
pub(super) fn attack(inputs: &Inputs) -> Result<LandAttack, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let number = |key: &str| inputs.number(key).and_then(|number| u32::try_from(number).ok());
    let group = |key: &str, faults: &mut Vec<KeyFault>| units(inputs, key, faults).unwrap_or_default();
    let attack = LandAttack {
        place: named(inputs, "place", "the territory that is attacked", &mut faults),
        power: named(inputs, "power", "the attacker's power, such as japan", &mut faults).to_lowercase(),
        owner: power(inputs, "owner"),
        attackers: group("mover", &mut faults),
        defenders: group("occupants", &mut faults),
        attacked: names(inputs, "attacked", &mut faults),
        beside: names(inputs, "beside", &mut faults),
        wishes: wishes(inputs, &mut faults),
        is_blitz: inputs.yes("is-blitz"),
        value: number("value"),
        left: number("left"),
        stranded: inputs.value("stranded").map(|_| names(inputs, "stranded", &mut faults)),
        bombard: group("bombard", &mut faults),
        sea_battle: inputs.yes("sea-battle"),
        raid: group("raid", &mut faults),
        target: target(inputs),
        technologies: names(inputs, "technologies", &mut faults),
        enemy_technologies: names(inputs, "enemy-technologies", &mut faults),
    };
    strangers(&attack, &mut faults);
    missing(&attack, inputs, &mut faults);
    if faults.is_empty() { Ok(attack) } else { Err(faults) }
}

fn target(inputs: &Inputs) -> Option<UnitClass> {
    let word = inputs.word("target")?;
    TARGETS.iter().find(|(name, _)| *name == word).map(|(_, class)| *class)
}

fn strangers(attack: &LandAttack, faults: &mut Vec<KeyFault>) {
    let lands = |class: UnitClass| class.is_land() || class.is_air();
    let stands = |class: UnitClass| lands(class) || class.is_facility();
    let bombards = UnitClass::is_surface_warship;
    let raids = |class: UnitClass| class == UnitClass::Bmb;
    faults.extend(stranger(&attack.attackers, "mover", lands, "land units and aircraft"));
    faults.extend(stranger(&attack.defenders, "occupants", stands, "land units, aircraft and facilities"));
    faults.extend(stranger(&attack.bombard, "bombard", bombards, "surface warships"));
    faults.extend(stranger(&attack.raid, "raid", raids, "BMB: no others raid"));
}

/// What an attack of this kind needs beside who attacks whom.
fn missing(attack: &LandAttack, inputs: &Inputs, faults: &mut Vec<KeyFault>) {
    let mut ask = |key: &str, help: &str| faults.push(KeyFault::new(key, "is missing").help(help));
    let LandAttack { attackers, defenders, raid, .. } = attack;
    if attackers.is_empty() && raid.is_empty() {
        ask("mover", "who attacks: 2 TANK, 3 MECH; or raid=2 BMB");
        return;
    }
    if inputs.value("occupants").is_none() {
        ask("occupants", "enemies in the territory and its facilities: INF, AAGUN, IC damage 2; or none");
        return;
    }
    let falls = attackers.has(UnitClass::is_land) && is_undefended(defenders);
    if falls && inputs.value("owner").is_none() {
        ask("owner", "the power that holds the territory and is told of its loss: uk; or none");
    }
    let blitzes = attackers.count(UnitClass::Tank) > 0 && is_undefended(defenders);
    if blitzes && inputs.value("beside").is_none() {
        ask("beside", "places that the tanks could blitz into, by the map: Malaya, Burma; or none");
    }
    let idle = !attackers.is_empty() && !attackers.has(UnitClass::is_land) && is_undefended(defenders);
    if idle && attack.left.is_none() {
        ask("left", "movement that the aircraft have left, by the base game");
    }
    if !raid.is_empty() && attack.target.is_none() {
        ask("target", "the facility that is raided: complex, air-base or naval-base");
    }
    if let Some(class) = attack.target.filter(|class| !raid.is_empty() && defenders.count(*class) == 0) {
        faults.push(KeyFault::new("target", format!("no {class} is among the occupants")));
    }
}

/// Blitz orders: one attempt as a text, or several as a list.
fn wishes(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Vec<Vec<BlitzOrder>> {
    let texts: Vec<&str> = match inputs.value("blitz") {
        None => return Vec::new(),
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
        Some(value) => value.as_str().into_iter().collect(),
    };
    if texts.len() > MOST_ORDERS {
        faults.push(KeyFault::new("blitz", format!("expected at most {MOST_ORDERS} attempts")));
        return Vec::new();
    }
    let read: Result<Vec<Vec<BlitzOrder>>, Vec<KeyFault>> = texts.into_iter().map(wish).collect();
    read.map_err(|more| faults.extend(more)).unwrap_or_default()
}

/// One attempt: `TANK + MECH to Malaya, TANK to Burma`; nothing for `none`.
pub(crate) fn wish(text: &str) -> Result<Vec<BlitzOrder>, Vec<KeyFault>> {
    let parts: Vec<&str> = text.split([',', ';']).map(str::trim).collect();
    if parts.len() > 1 && parts.iter().any(|part| part.is_empty()) {
        let told = format!("\"{text}\": expected an order on both sides of each comma");
        return Err(vec![KeyFault::new("blitz", told)]);
    }
    let is_order = |part: &&str| !part.is_empty() && !part.eq_ignore_ascii_case("none");
    let parts: Vec<&str> = parts.into_iter().filter(is_order).collect();
    if parts.len() > MOST_ORDERS {
        return Err(vec![KeyFault::new("blitz", format!("expected at most {MOST_ORDERS} orders"))]);
    }
    let one = |part: &str| {
        let (who, to) = part.split_once(" to ").ok_or_else(|| {
            let told = format!("\"{part}\": expected units and a place, such as TANK + MECH to Malaya");
            vec![KeyFault::new("blitz", told)]
        })?;
        let units = UnitGroup::read("blitz", &Value::from(who))?;
        Ok(BlitzOrder { units, to: to.trim().to_owned() })
    };
    parts.into_iter().map(one).collect()
}
