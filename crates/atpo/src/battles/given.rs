//! Values that a player gives for a battle of a save: which ones it takes, and what they change in its units.

use serde_json::{Map, Value};

use super::super::forces::{ATTACKER, DEFENDER};
use super::super::land_combat::keys::LandKeys;
use super::forces::{RIVER, UNSUPPLIED};
use super::{DeclaredAttack, Unit};
use crate::ground::HexKind;
use liege_rules::play::battle::{self, Battle, Overrides};
use liege_rules::play::inputs::{KeyFault, TypedInput as _};
use liege_rules::play::procedure::Role;

/// Keys for typed-in units and totals.
const UNITS: &[&str] = &[
    "attack",
    "defence",
    "attack-steps",
    "defence-steps",
    "attack-units",
    "defence-units",
    "attack-nation",
    "defence-nation",
    "attack-general",
    "defence-general",
    "attack-home",
    "defence-home",
    "hex",
    "amphibious",
    "marine",
    "paratroop",
    "partisan",
    "soviet-armor",
];

/// Keys that only an amphibious assault uses.
const ASSAULT: &[&str] = &["second-wave", "admiral"];

/// Keys that only an assault on a hex without land units uses.
const UNDEFENDED: &[&str] = &["garrison", "attack-zoc"];

/// Keys that only an attack on a coastal hex uses.
const COAST: &[&str] = &[
    "dd",
    "cl",
    "gunnery",
    "ca-gunnery",
    "bb-gunnery",
    "defence-dd",
    "defence-cl",
    "defence-gunnery",
    "coastal-fort",
    "port",
];

/// Keys that only a drop uses.
const DROP: &[&str] = &["drop-adjacent"];

/// Keys that only a Japanese attack on others than China and the Soviet Union uses (17.1, 17.1.6).
const SNEAK: &[&str] = &["sneak", "sneak-month"];

/// The keys of a fight in the air, which its result takes away.
const IN_THE_AIR: &[&str] = &[
    "air-combat",
    "counter",
    "way",
    "way-2",
    "way-3",
    "interceptors",
    "attack-carriers",
    "launch-admiral",
    "defence-carriers",
    "defence-admiral",
];

const OVERLAY: Overrides = Overrides {
    units: UNITS,
    instead: &[
        ("attack-out-of-supply", &["attack-supply"]),
        ("defence-out-of-supply", &["defence-supply"]),
        ("out-of-supply", &["attack-supply", "defence-supply"]),
        ("surrounded", &["retreat"]),
        ("retreat", &["surrounded"]),
        ("sneak-month", &["sneak"]),
        ("ca-gunnery", &["gunnery"]),
        ("bb-gunnery", &["gunnery"]),
        ("attack-air", IN_THE_AIR),
        ("defence-air", IN_THE_AIR),
    ],
};

/// States of units that a given value overrules, by the side that has them.
const STATES: &[(&str, Role, &str)] = &[
    ("river", ATTACKER, RIVER),
    ("attack-supply", ATTACKER, UNSUPPLIED),
    ("attack-out-of-supply", ATTACKER, UNSUPPLIED),
    ("out-of-supply", ATTACKER, UNSUPPLIED),
    ("defence-supply", DEFENDER, UNSUPPLIED),
    ("defence-out-of-supply", DEFENDER, UNSUPPLIED),
    ("out-of-supply", DEFENDER, UNSUPPLIED),
];

/// The keys that an attack takes.
pub(super) fn takes(attack: &DeclaredAttack<'_>) -> Vec<&'static str> {
    let no_neutral = |unit: &&Unit| matches!(unit.entry.nation.as_str(), "CN" | "CC" | "SU");
    let sneak = attack.attackers.iter().all(|unit| unit.entry.nation == "JP")
        && (attack.defenders.is_empty() || !attack.defenders.iter().all(no_neutral));
    let drops = attack.attackers.iter().any(|unit| attack.is_drop(unit));
    let only_drops = attack.attackers.iter().all(|unit| !unit.kind.is_land() || attack.is_drop(unit));
    let assault = attack.is_amphibious();
    let soviet_armor = |unit: &&Unit| unit.entry.nation == "SU" && unit.entry.kind == "armor";
    let dated = attack.attackers.iter().any(soviet_armor);
    let coast = attack.facts().is_none_or(|facts| facts.kind == HexKind::Coastal);
    battle::takes(LandKeys::KEYS, |key| {
        let any = |list: &[&str]| list.contains(&key);
        !any(UNITS)
            && (assault || !any(ASSAULT))
            && (assault && !attack.is_defended() || !any(UNDEFENDED))
            && (coast || !any(COAST))
            && (drops && only_drops || !any(DROP))
            && (sneak || !any(SNEAK))
            && (dated || key != "date")
    })
}

/// A battle with values that a player gives.
///
/// # Errors
/// Every value that land combat does not know or that this battle does not use.
pub fn lay(battle: &Battle, said: &Map<String, Value>) -> Result<Battle, Vec<KeyFault>> {
    let mut battle = battle.clone().with(said, LandKeys::KEYS, &OVERLAY)?;
    for (key, role, state) in STATES {
        if battle.given.contains_key(*key) {
            battle.overrule(*role, state);
        }
    }
    Ok(battle)
}
