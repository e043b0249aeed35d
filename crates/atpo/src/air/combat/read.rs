//! Reads a fight in the air from typed-in values, and what the rules have against it.

use super::battle::Dogfight;
use super::tables::AirTables;
use crate::air::aircraft::{AirClass, AirWord, Aircraft};
use crate::air::notation::aircraft;
use crate::magic as chits;
use crate::sea::combat::battle::{SIDES, SideIx};
use liege_rules::play::inputs::{Inputs, KeyFault};
use liege_rules::play::procedure::Refusal;

/// The keys of one side: its units, and their nation.
const KEYS: [(&str, &str); 2] = [("attack", "attack-nation"), ("defence", "defence-nation")];

/// What may be said of a unit here.
const TAKES: &[AirWord] = &[
    AirWord::OwnBase,
    AirWord::Carrier,
    AirWord::AsBomber,
    AirWord::AsFighter,
    AirWord::Kamikaze,
    AirWord::Avoiding,
    AirWord::Overstacked,
    AirWord::Halved,
];

/// Read a fight in the air.
///
/// # Errors
/// Every value that is missing, wrong, or does not fit another.
pub(super) fn dogfight(inputs: &Inputs) -> Result<Dogfight, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let units = [0, 1].map(|side: SideIx| {
        let (key, of) = KEYS[side];
        let told = inputs.value(key);
        if told.is_none() {
            let missing = KeyFault::new(key, "is missing");
            faults.push(missing.help("air units such as F 4-6/3 JP, 2 x B 9-10 US"));
        }
        squadrons(inputs, (key, of), (SIDES[side].word(), TAKES), &mut faults)
    });
    faults.extend(of_one_nation([&units[0], &units[1]]));
    let fight = Dogfight { rounds: rounds(inputs), ..told(inputs, Dogfight::of(units), &mut faults) };
    if faults.is_empty() { Ok(fight) } else { Err(faults) }
}

fn rounds(inputs: &Inputs) -> Option<u8> {
    inputs.number("rounds").and_then(|rounds| u8::try_from(rounds).ok())
}

/// The air units of a key, those without a nation of that of another key.
pub fn squadrons(
    inputs: &Inputs,
    (key, of): (&str, &str),
    (whose, takes): (&str, &[AirWord]),
    faults: &mut Vec<KeyFault>,
) -> Vec<Aircraft> {
    let units = inputs
        .value(key)
        .map_or(Ok(Vec::new()), |value| aircraft(key, whose, value, takes, inputs.nations()));
    let units = units.map_err(|more| faults.extend(more)).unwrap_or_default();
    let told = inputs.word(of).map(|word| (word, inputs.nation(word)));
    if let Some((word, None)) = told {
        faults.push(KeyFault::new(of, format!("no nation \"{word}\"")));
    }
    let nation = told.and_then(|(_, code)| code);
    units.into_iter().map(|unit| Aircraft { nation: unit.nation.or(nation), ..unit }).collect()
}

/// Units of one nation that are to fight each other.
pub fn of_one_nation([own, other]: [&[Aircraft]; 2]) -> Option<KeyFault> {
    let nations = |units: &[Aircraft]| units.iter().filter_map(|unit| unit.nation).collect::<Vec<_>>();
    let both = nations(own).into_iter().find(|nation| nations(other).contains(nation))?;
    let fault = KeyFault::new("defence-nation", format!("{both} has air units on both sides"));
    Some(fault.help("each side's own: attack-nation=US defence-nation=JP, or the nation behind each unit"))
}

/// The same fight with what the keys tell of it besides its units and rounds.
#[must_use]
pub fn told(inputs: &Inputs, fight: Dogfight, faults: &mut Vec<KeyFault>) -> Dogfight {
    Dogfight { sneak: inputs.yes("sneak"), ..told_of_peers(inputs, fight, faults) }
}

/// The same where no sneak attack counts, as in strategic warfare (17.1.3).
#[must_use]
pub fn told_of_peers(inputs: &Inputs, fight: Dogfight, faults: &mut Vec<KeyFault>) -> Dogfight {
    let magic = magic(inputs, &fight, faults);
    Dogfight {
        first: usize::from(inputs.word("first") == Some("defender")),
        later_pilots: inputs.yes("quality-4"),
        magic,
        ..fight
    }
}

/// Who plays Air Magic: the side that is told, else the one without Japanese units.
fn magic(inputs: &Inputs, fight: &Dogfight, faults: &mut Vec<KeyFault>) -> Option<(SideIx, u8)> {
    let japanese = |side: SideIx| fight.units[side].iter().any(|unit| unit.nation == Some("JP"));
    chits::played(inputs, [0, 1].map(japanese), "Air", faults)
}

/// What the rules forbid about it.
#[must_use]
pub fn against(fight: &Dogfight, tables: &AirTables) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for (units, role) in fight.units.iter().zip(SIDES) {
        if units.is_empty() {
            refusals.push(Refusal::new("4.8.1", format!("the {role} has no air unit here")));
        }
        refusals.extend(units.iter().filter_map(misused));
    }
    for unit in fight.units[0].iter().filter(|unit| unit.is(AirWord::Overstacked)) {
        let reason = format!("{} is over-stacked on a base: its side is the defender", unit.name);
        refusals.push(Refusal::new("4.6.3.2", reason));
    }
    refusals.extend(magic_refused(fight, tables));
    refusals
}

/// Air Magic helps US, UK and Commonwealth units alone.
#[must_use]
pub fn magic_refused(fight: &Dogfight, tables: &AirTables) -> Option<Refusal> {
    let (side, _) = fight.magic?;
    tables.helped.refused_in_the_air(fight.units[side].iter().map(|unit| unit.nation))
}

/// What a unit cannot do that is said of it.
fn misused(unit: &Aircraft) -> Option<Refusal> {
    let refuse = |rule: &str, what: &str| Some(Refusal::new(rule, format!("{} {what}", unit.name)));
    let told = |word| unit.is(word);
    if told(AirWord::Kamikaze) {
        if unit.class == AirClass::Transport {
            return refuse("16.4.2", "is air transport, which never flies as a Kamikaze");
        }
        if unit.elite {
            return refuse("16.16.1.3", "has Elite Pilots, who never fly as Kamikazes");
        }
        if unit.nation.is_some_and(|nation| nation != "JP") {
            return refuse("16.4.2", "is not Japanese, so not a Kamikaze");
        }
    }
    if told(AirWord::AsBomber) && !unit.is_both() && unit.class != AirClass::Bomber {
        return refuse("4.3.1", "cannot fly as a bomber");
    }
    if told(AirWord::AsFighter) && !unit.is_both() && unit.class != AirClass::Fighter {
        return refuse("4.3.2", "cannot fly as a fighter");
    }
    None
}
