//! Reads a naval battle from typed-in values, and what the rules have against it.

use super::battle::{Engagement, Fleet, SIDES, SideIx};
use crate::magic;
use crate::sea::ship::{self, NavalUnit, ShipClass};
use crate::sea::tables::SeaTables;
use crate::sea::{admirals, dud, magic as naval_magic, naval_units};
use liege_rules::play::inputs::{Inputs, KeyFault};
use liege_rules::play::procedure::Refusal;

/// The keys of one side.
struct FleetKeys {
    ships: &'static str,
    nation: &'static str,
    cargo: &'static str,
}

const KEYS: [FleetKeys; 2] = [
    FleetKeys { ships: "attack", nation: "attack-nation", cargo: "attack-cargo" },
    FleetKeys { ships: "defence", nation: "defence-nation", cargo: "defence-cargo" },
];

/// Read a naval battle.
///
/// # Errors
/// Every value that is missing, wrong, or does not fit another.
pub(super) fn engagement(inputs: &Inputs) -> Result<Engagement, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let mut fleets = [0, 1].map(|side| fleet(inputs, side, &mut faults));
    let japanese = |side: SideIx| fleets[side].units.iter().any(|unit| unit.nation == Some("JP"));
    let magic = magic::played(inputs, [0, 1].map(japanese), "Naval", &mut faults);
    let date = inputs.word("date").map(str::to_owned);
    if date.is_none() && inputs.yes("moonlit") {
        faults.push(KeyFault::new("date", "is missing").help("the effect of moonlight depends on the month"));
    }
    let coastal = inputs.yes("coastal");
    let mut boats = fleets.iter().flat_map(|fleet| &fleet.units);
    let launches = |unit: &NavalUnit| unit.class == ShipClass::TorpedoBoat && unit.nation == Some("US");
    if date.is_none() && coastal && faults.is_empty() && boats.any(launches) {
        faults.push(dud::undated());
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    fleets.iter_mut().for_each(|fleet| fleet.set_alike(|_| 0));
    Ok(Engagement {
        fleets,
        coastal,
        moonlit: inputs.yes("moonlit"),
        date,
        magic,
        rounds: inputs.number("rounds").and_then(|rounds| u8::try_from(rounds).ok()),
    })
}

fn fleet(inputs: &Inputs, side: SideIx, faults: &mut Vec<KeyFault>) -> Fleet {
    let keys = &KEYS[side];
    let units = match inputs.value(keys.ships) {
        None => {
            faults.push(
                KeyFault::new(keys.ships, "is missing")
                    .help("ships such as CA 2-8/1-6, 2 x DD 0(3)-5/0(2)-4"),
            );
            Vec::new()
        }
        Some(value) => {
            naval_units(keys.ships, SIDES[side].word(), value, inputs.nations()).unwrap_or_else(|more| {
                faults.extend(more);
                Vec::new()
            })
        }
    };
    let told = inputs.word(keys.nation).map(|word| (word, inputs.nation(word)));
    if let Some((word, None)) = told {
        faults.push(KeyFault::new(keys.nation, format!("no nation \"{word}\"")));
    }
    let whose = told.and_then(|(_, code)| code);
    let units = units.into_iter().map(|unit| NavalUnit { nation: unit.nation.or(whose), ..unit });
    let units = units.map(admirals::idle).collect();
    let cargo = inputs.number(keys.cargo).and_then(|cargo| u32::try_from(cargo).ok()).unwrap_or(0);
    Fleet { units, alike: Vec::new(), cargo }
}

/// What the rules forbid about it.
pub(super) fn against(engagement: &Engagement, tables: &SeaTables) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for (fleet, role) in engagement.fleets.iter().zip(SIDES) {
        let units = &fleet.units;
        if units.is_empty() {
            refusals.push(Refusal::new("3.11.2", format!("the {role} has no ship here")));
        }
        for unit in units.iter().filter(|unit| unit.class.is_submarine()) {
            let reason = format!("{} is a submarine: it attacks on its own (ATPO-R21)", unit.name);
            refusals.push(Refusal::new("3.16", reason));
        }
        refusals.extend(ship::of_both_sides(units, &tables.nations, "3.11.2"));
        let points: u32 = units.iter().map(|unit| u32::from(unit.points)).sum();
        if fleet.cargo > points {
            let reason =
                format!("the {role}'s cargo needs {} points, but its transports have {points}", fleet.cargo);
            refusals.push(Refusal::new("3.13", reason));
        }
    }
    let [attackers, defenders] = &engagement.fleets;
    refusals.extend(ship::on_one_side(&attackers.units, &defenders.units, &tables.nations, "3.11.2"));
    if let Some((side, _)) = engagement.magic {
        refusals.extend(naval_magic::against(&tables.helped, &engagement.fleets[side].units));
    }
    refusals
}
