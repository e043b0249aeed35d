//! Reads an entry into a sea zone from typed-in values.

use serde_json::Value;

use crate::class::UnitClass;
use crate::force::UnitGroup;
use crate::meeting::{Movers, SeaContact, ZoneFacts};
use crate::sea_entry::SeaEntry;
use crate::typed::{named, names, power, stranger, units};
use liege_rules::play::inputs::{Inputs, KeyFault};

/// The entry that was typed in.
pub(super) fn entry(inputs: &Inputs) -> Result<SeaEntry, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let zone = named(inputs, "zone", "the sea zone that is entered, such as SZ 20", &mut faults);
    let movers = movers(inputs, &mut faults);
    let occupants = units(inputs, "occupants", &mut faults).unwrap_or_default();
    let at_sea = |class: UnitClass| class.is_ship() || class.scrambles();
    faults.extend(stranger(&occupants, "occupants", at_sea, "ships, and FTR and TAC of their carriers"));
    let facts = facts(inputs, &mut faults);
    let non_combat = inputs.yes("non-combat");
    let known = units(inputs, "known", &mut faults).unwrap_or_default();
    if !known.is_empty() && !non_combat {
        faults.push(KeyFault::new("known", "matters only in a non-combat move"));
    }
    let number = |key: &str| inputs.number(key).and_then(|number| u32::try_from(number).ok());
    let entry = SeaEntry {
        contact: SeaContact { zone, movers, occupants, facts, non_combat, fought: inputs.yes("fought") },
        item: number("item").unwrap_or(1),
        power: power(inputs, "power"),
        owner: power(inputs, "owner"),
        technologies: names(inputs, "technologies", &mut faults),
        enemy_technologies: names(inputs, "enemy-technologies", &mut faults),
        known,
    };
    if faults.is_empty() { Ok(entry) } else { Err(faults) }
}

fn movers(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Movers {
    let all = units(inputs, "mover", faults);
    if all.as_ref().is_none_or(UnitGroup::is_empty) && !faults.iter().any(|fault| fault.key == "mover") {
        faults.push(KeyFault::new("mover", "is missing").help("who enters: CV, TR (2 INF), 2 FTR"));
    }
    let all = all.unwrap_or_default();
    let moves = |class: UnitClass| class.is_ship() || class.is_air();
    faults.extend(stranger(
        &all,
        "mover",
        moves,
        "ships and aircraft; land units sail in a transport: TR (2 INF)",
    ));
    let (ships, aircraft) = (all.part(UnitClass::is_ship), all.part(UnitClass::is_air));
    let ending = ending(inputs, &aircraft, faults);
    let passing = aircraft.without(&ending).unwrap_or_default();
    let began = units(inputs, "began", faults).unwrap_or_default();
    if ships.without(&began).is_none() {
        faults.push(KeyFault::new("began", format!("{began} are not all among the mover's ships {ships}")));
    }
    let earlier = units(inputs, "earlier", faults).unwrap_or_default();
    faults.extend(stranger(&earlier, "earlier", moves, "ships and aircraft"));
    Movers { ships, ending, passing, began, earlier }
}

/// The aircraft that end their move here: said in words or as a list.
fn ending(inputs: &Inputs, aircraft: &UnitGroup, faults: &mut Vec<KeyFault>) -> UnitGroup {
    let help = "which of the aircraft end their move here or attack: all, none or a list such as 2 FTR";
    match inputs.value("ends") {
        None if aircraft.is_empty() => UnitGroup::default(),
        None => {
            faults.push(KeyFault::new("ends", "is missing").help(help));
            UnitGroup::default()
        }
        Some(Value::String(word)) if word.eq_ignore_ascii_case("all") => aircraft.clone(),
        Some(_) => {
            let ending = units(inputs, "ends", faults).unwrap_or_default();
            if aircraft.without(&ending).is_none() {
                let told = format!("{ending} are not all among the mover's aircraft {aircraft}");
                faults.push(KeyFault::new("ends", told).help(help));
            }
            ending
        }
    }
}

fn facts(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> ZoneFacts {
    let base_power = power(inputs, "base");
    let stands = units(inputs, "base-aircraft", faults);
    if let Some(stands) = &stands {
        faults.extend(stranger(
            stands,
            "base-aircraft",
            UnitClass::scrambles,
            "FTR and TAC: no others scramble",
        ));
    }
    let base = match (&base_power, stands) {
        (Some(_), None) => {
            let help = "fighters and tactical bombers that stand at the base: FTR, TAC, or none";
            faults.push(KeyFault::new("base-aircraft", "is missing").help(help));
            None
        }
        (None, Some(stands)) if !stands.is_empty() => {
            faults
                .push(KeyFault::new("base", "is missing").help("the power whose functional air base it is"));
            None
        }
        (None, _) => None,
        (Some(_), stands) => stands,
    };
    let number = |key: &str| inputs.number(key).and_then(|number| u32::try_from(number).ok());
    let tokens = inputs.yes("kamikaze").then(|| number("tokens"));
    if tokens == Some(None) {
        let help = "kamikaze tokens that Japan has left, by its own count";
        faults.push(KeyFault::new("tokens", "is missing").help(help));
    }
    ZoneFacts { base, base_power, scramble_limit: number("scramble-limit"), tokens: tokens.flatten() }
}
