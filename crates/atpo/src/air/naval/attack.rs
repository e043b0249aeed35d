//! One attack of an air unit on a ship: what is added to the dice, and what the roll does to both (4.10.3 to 4.10.5).

use super::battle::AirAttack;
use super::numbers::AirSeaTables;
use super::state::AirAttackState;
use crate::air::aircraft::{AirClass, AirService, Aircraft};
use crate::forces::ATTACKER;
use crate::sea::ship::NavalUnit;
use crate::sea::shot::{Added, Doubles, Shot};
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::Log;
use vassal::diagnostic::counted;

/// What the type and the service of an air unit add against a named ship (4.10.4). The -1 of the army stays where Elite
/// Pilots lift the underscore (gap G74).
fn by_service(unit: &Aircraft, tables: &AirSeaTables) -> Added<'static> {
    const RULE: &str = "4.10.4";
    let numbers = &tables.numbers.modifier;
    let bombs = matches!(
        unit.class,
        AirClass::Bomber | AirClass::FighterBomber | AirClass::SpecialKamikaze | AirClass::Ohka
    );
    match (unit.class, unit.service) {
        (AirClass::NavalAir | AirClass::Floatplane, _) => {
            ("Naval-Air at a named ship", numbers.naval_air, RULE)
        }
        (_, Some(AirService::Navy)) if bombs => ("navy bomber at a named ship", numbers.navy_bomber, RULE),
        (_, Some(AirService::Army)) if bombs => ("army bomber at a named ship", numbers.army_bomber, RULE),
        _ => ("no service", 0, RULE),
    }
}

/// What is added to the dice of an attack, without Magic.
fn added(attack: &AirAttack, unit: usize, ship: &NavalUnit, tables: &AirSeaTables) -> Vec<Added<'static>> {
    let numbers = &tables.numbers.modifier;
    let air = &attack.air[unit];
    let mut added = Vec::new();
    if ship.named {
        added.push(by_service(air, tables));
    }
    if attack.anchorage.is_port() {
        added.push(("the target is in port", numbers.in_port, "4.10.3"));
    }
    let naval_air = matches!(air.class, AirClass::NavalAir | AirClass::Floatplane);
    if attack.surprise && naval_air && attack.is_japanese(unit) {
        added.push(("surprise", numbers.surprise, "17.1.4"));
    }
    let submarine = ship.class.is_submarine() && ship.nation != Some("JP");
    if submarine && attack.is_japanese(unit) {
        added.push(("Japanese aircraft at an Allied submarine", numbers.submarine, "4.10.4"));
    }
    if let Some(rule) = attack.kamikaze(unit) {
        added.push(("Kamikaze", rule.modifier, rule.paragraph));
    }
    if attack.moonlit {
        added.push(("moonlight", tables.sea.night.moonlight_for_aircraft(), "17.3.1"));
    }
    added
}

/// Rolls an attack, and does at once what it does: to the ship, and where the unit is a Kamikaze, to the unit.
pub(super) fn roll(
    attack: &AirAttack,
    state: &mut AirAttackState,
    (unit, ship, magic): (usize, usize, bool),
    tables: &AirSeaTables,
    dice: &mut dyn Dice,
    log: &mut Log,
) {
    let (air, target) = (&attack.air[unit], &attack.ships[ship]);
    let armor = attack.armor(&state.afloat, ship, tables);
    let printed = state.afloat.armor(&attack.ships, ship);
    if armor != printed {
        let cause = format!("{printed}, less for a battleship in a coastal hex");
        log.line(|| (format!("Armor of {}", target.name), armor.to_string(), cause, "4.10.4"));
    }
    let mut shot = Shot::new(&air.name, &target.name, armor, "4.10.3");
    shot.added = added(attack, unit, target, tables);
    if let Some((role, number)) = attack.magic.filter(|_| magic) {
        let number = i32::from(number);
        shot.added.push(("Magic", if role == ATTACKER { number } else { -number }, "17.10.2.1.1"));
        state.magic_used = true;
    }
    let more: i32 = shot.added.iter().map(|(_, value, _)| value).sum();
    let flak = state.flak;
    let shot_at = |dice: u8| flak.hits(attack, tables, dice, i32::from(dice) + more);
    let doubles = match attack.kamikaze(unit) {
        _ if target.is_transport() => Doubles::Hit,
        Some(rule) => rule.doubles,
        None => Doubles::Sink,
    };
    let (hit, seen) = shot.roll_beside(doubles, &|dice| shot_at(dice).into(), dice, log);
    state.made = state.made.saturating_add(1);
    state.afloat.strike(&attack.ships, ship, (hit, "4.10.3"), (&tables.sea.admiral, dice), log);
    if shot_at(seen) {
        anti_aircraft(attack, state, unit, (seen, i32::from(seen) + more), tables, log);
    }
}

/// A hit by anti-aircraft fire: it waits until all have attacked, on a Kamikaze it takes effect at once.
fn anti_aircraft(
    attack: &AirAttack,
    state: &mut AirAttackState,
    unit: usize,
    (dice, total): (u8, i32),
    tables: &AirSeaTables,
    log: &mut Log,
) {
    let name = &attack.air[unit].name;
    let at_once = attack.kamikaze(unit).is_some_and(|rule| rule.at_once);
    log.line(|| {
        let seen = match tables.reads("aa_roll", "modified") {
            true => format!("the total is {total} (choice aa_roll)"),
            false => format!("the dice show {dice}"),
        };
        let then = if at_once { "it takes effect at once" } else { "it takes effect after all attacks" };
        let rule = if at_once { "16.4.3" } else { "4.10.5" };
        (format!("anti-aircraft fire at {name}"), "hit", format!("{seen}; {then}"), rule)
    });
    if !at_once {
        state.hits[unit] = (state.hits[unit] + 1).min(state.flight.left(unit));
        return;
    }
    state.flight.lose(unit, 1, "16.4.3");
    log.line(|| match state.flight.has(unit) {
        true => {
            let left = counted(state.attacks(attack, unit, tables).into(), "attack");
            let cause =
                format!("{left} by its depleted side, those it has made included (proposed, gap G74)");
            (name.clone(), "depleted", cause, "16.4.3")
        }
        false => (name.clone(), "eliminated", "its last step".to_owned(), "16.4.3"),
    });
}
