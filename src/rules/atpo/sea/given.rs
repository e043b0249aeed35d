//! What the procedures at sea read alike: ships of a side, a hex.

use super::naval_units;
use super::ship::{NavalUnit, ShipClass};
use crate::rules::inputs::{Inputs, KeyFault};
use crate::rules::places::Hex;

/// More escorts than any stack has.
const MOST_ESCORTS: usize = 60;

/// The ships of a key that must be given.
pub(super) fn fleet(inputs: &Inputs, key: &str, whose: &str, faults: &mut Vec<KeyFault>) -> Vec<NavalUnit> {
    let ships = some_ships(inputs, key, whose, faults);
    if ships.is_empty() && faults.is_empty() {
        let fault = KeyFault::new(key, "is missing");
        faults.push(fault.help("list the ships as their counters are printed: CA 2-8/1-6, 2 x DD 0-5"));
    }
    ships
}

/// The ships of a key that may be missing.
pub(super) fn some_ships(
    inputs: &Inputs,
    key: &str,
    whose: &str,
    faults: &mut Vec<KeyFault>,
) -> Vec<NavalUnit> {
    let Some(value) = inputs.value(key) else { return Vec::new() };
    naval_units(key, whose, value).map_err(|more| faults.extend(more)).unwrap_or_default()
}

/// The hex of a key.
pub(super) fn hex(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Hex> {
    let text = inputs.word(key)?;
    text.parse().map_err(|fault: String| faults.push(KeyFault::new(key, fault))).ok()
}

/// Other modifiers to dice, as typed with `drm`.
pub(super) fn drm(inputs: &Inputs) -> i32 {
    inputs.number("drm").and_then(|drm| i32::try_from(drm).ok()).unwrap_or_default()
}

/// The one submarine of a key, with a number to attack where it `attacks`.
pub(super) fn submarine(inputs: &Inputs, attacks: bool, faults: &mut Vec<KeyFault>) -> Option<NavalUnit> {
    let key = "submarine";
    let before = faults.len();
    let mut boats = fleet(inputs, key, "the", faults);
    if faults.len() > before {
        return None;
    }
    let boat = boats.pop()?;
    let fault =
        |what: &str| KeyFault::new(key, what).help("one submarine as its counter is printed: SS 3-5/2-4 US");
    let armed = |damaged| boat.face(damaged).attack().is_some();
    if !boats.is_empty() {
        faults.push(fault("expected one submarine"));
    } else if boat.class != ShipClass::Submarine {
        faults.push(fault(&format!("{} is no submarine", boat.name)));
    } else if attacks && !(armed(boat.damaged) && armed(true)) {
        faults.push(fault(&format!("{} has no number to attack with", boat.name)));
    } else {
        return Some(boat);
    }
    None
}

/// The names of destroyers and destroyer escorts, told as units or as a count.
pub(super) fn escorts(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Vec<String> {
    if let Some(count) = inputs.word(key).and_then(|text| text.parse::<usize>().ok()) {
        if count <= MOST_ESCORTS {
            return (1..=count).map(|number| format!("escort #{number}")).collect();
        }
        faults.push(KeyFault::new(key, format!("expected at most {MOST_ESCORTS} ships, not {count}")));
        return Vec::new();
    }
    let ships = some_ships(inputs, key, "enemy", faults);
    for ship in ships.iter().filter(|ship| !ship.class.is_escort()) {
        let what = format!("{} is no destroyer and no destroyer escort", ship.name);
        faults.push(KeyFault::new(key, what).help("only these hinder a submarine"));
    }
    ships.into_iter().map(|ship| ship.name).collect()
}
