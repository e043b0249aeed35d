//! Reads a naval battle from typed-in values, and what the rules have against it.

use super::battle::{Engagement, Fleet, SIDES, SideIx};
use crate::rules::atpo::forces::unit::nation;
use crate::rules::atpo::sea::magic::NavalMagic;
use crate::rules::atpo::sea::ship::NavalUnit;
use crate::rules::atpo::sea::{admirals, naval_units};
use crate::rules::inputs::{Inputs, KeyFault};
use crate::rules::procedure::Refusal;

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
    let magic = magic(inputs, &fleets, &mut faults);
    let date = inputs.word("date").map(str::to_owned);
    if date.is_none() && inputs.yes("moonlit") {
        faults.push(KeyFault::new("date", "is missing").help("what moonlight does hangs on the month"));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    fleets.iter_mut().for_each(|fleet| fleet.set_alike(|_| 0));
    Ok(Engagement {
        fleets,
        coastal: inputs.yes("coastal"),
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
        Some(value) => naval_units(keys.ships, SIDES[side].word(), value).unwrap_or_else(|more| {
            faults.extend(more);
            Vec::new()
        }),
    };
    let told = inputs.word(keys.nation).map(|word| (word, nation(word)));
    if let Some((word, None)) = told {
        faults.push(KeyFault::new(keys.nation, format!("no nation \"{word}\"")));
    }
    let whose = told.and_then(|(_, code)| code);
    let units = units.into_iter().map(|unit| NavalUnit { nation: unit.nation.or(whose), ..unit });
    let units = units.map(admirals::idle).collect();
    let cargo = inputs.number(keys.cargo).and_then(|cargo| u32::try_from(cargo).ok()).unwrap_or(0);
    Fleet { units, alike: Vec::new(), cargo }
}

/// Who plays Naval Magic: the side that is told, else the one that is not Japan's.
fn magic(inputs: &Inputs, fleets: &[Fleet; 2], faults: &mut Vec<KeyFault>) -> Option<(SideIx, u8)> {
    let number = inputs.number("magic").and_then(|number| u8::try_from(number).ok());
    let japanese = |side: SideIx| fleets[side].units.iter().any(|unit| unit.nation == Some("JP"));
    let side = match inputs.word("magic-side") {
        Some("attacker") => Some(0),
        Some(_) => Some(1),
        None if japanese(0) != japanese(1) => Some(usize::from(japanese(0))),
        None => None,
    };
    if number.is_some() && side.is_none() {
        faults.push(
            KeyFault::new("magic-side", "is missing").help("attacker or defender: who plays Naval Magic"),
        );
    }
    Some((side?, number?))
}

/// What the rules forbid about it.
pub(super) fn against(engagement: &Engagement, magic: &NavalMagic) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for (fleet, role) in engagement.fleets.iter().zip(SIDES) {
        let units = &fleet.units;
        if units.is_empty() {
            refusals.push(Refusal::new("3.11.2", format!("the {role} has no ship here")));
        }
        for unit in units.iter().filter(|unit| unit.class.is_submarine()) {
            let reason = format!("{} is a submarine: it attacks by itself (ATPO-R21)", unit.name);
            refusals.push(Refusal::new("3.16", reason));
        }
        let points: u32 = units.iter().map(|unit| u32::from(unit.points)).sum();
        if fleet.cargo > points {
            let reason =
                format!("the {role}'s cargo needs {} points, and its transports have {points}", fleet.cargo);
            refusals.push(Refusal::new("3.13", reason));
        }
    }
    if let Some((side, _)) = engagement.magic {
        refusals.extend(magic.against(&engagement.fleets[side].units));
    }
    refusals
}
