//! The keys of an attack on a territory.

use crate::class::UnitClass;
use liege_rules::play::inputs::{Key, KeyKind, WordRows};

/// The most of anything that is counted here.
const MOST: i64 = 1000;

/// Facilities that bombers raid, with their classes.
pub(super) const TARGETS: [(&str, UnitClass); 3] =
    [("complex", UnitClass::Ic), ("air-base", UnitClass::AirBase), ("naval-base", UnitClass::NavalBase)];

const TARGET_WORDS: WordRows =
    &[("complex", &["ic", "industrial-complex"]), ("air-base", &["airbase"]), ("naval-base", &["navalbase"])];

/// All of them.
pub(super) const KEYS: &[Key] = &[
    Key::new("place", &["territory"], KeyKind::List, "8", "the territory that is attacked"),
    Key::new("power", &[], KeyKind::List, "8-land", "the attacker's power: japan"),
    Key::new(
        "owner",
        &[],
        KeyKind::List,
        "8-land",
        "the power that holds the territory; none where nobody does",
    ),
    Key::new(
        "mover",
        &["attackers"],
        KeyKind::List,
        "8-land",
        "land units and aircraft that attack: 2 TANK, 3 MECH",
    ),
    Key::new(
        "occupants",
        &["enemy", "defenders"],
        KeyKind::List,
        "8-land",
        "enemies there and the facilities: INF, AAGUN, IC damage 2",
    ),
    Key::new(
        "attacked",
        &[],
        KeyKind::List,
        "8",
        "places that were attacked before in this power's turn: Malaya, Burma",
    ),
    Key::new(
        "beside",
        &["reach"],
        KeyKind::List,
        "8-land",
        "places that the tanks could blitz into, by the map; none if there is none",
    ),
    Key::new(
        "blitz",
        &[],
        KeyKind::List,
        "D1",
        "the blitz as the mover orders it: TANK + MECH to Malaya, TANK to Burma; none; or a list of attempts",
    ),
    Key::new("is-blitz", &["second-attack"], KeyKind::YesNo, "8-land", "this attack is itself a blitz"),
    Key::new("value", &[], KeyKind::Number(0, MOST), "10", "what the territory is worth, by the base game"),
    Key::new("left", &[], KeyKind::Number(0, MOST), "D2", "movement that the aircraft have left"),
    Key::new(
        "stranded",
        &[],
        KeyKind::List,
        "D2",
        "what may still take aircraft without a landing place in reach: a functional carrier in SZ 19",
    ),
    Key::new("bombard", &[], KeyKind::List, "D3", "ships that are to bombard: BB, CA"),
    Key::new(
        "sea-battle",
        &[],
        KeyKind::YesNo,
        "D3",
        "a naval battle was fought where the landing sails from",
    ),
    Key::new("raid", &[], KeyKind::List, "8", "strategic bombers that raid a facility there: 2 BMB"),
    Key::new("target", &[], KeyKind::word(TARGET_WORDS), "8", "the facility that is raided"),
    Key::new("technologies", &[], KeyKind::List, "5", "technologies of the attacker that matter"),
    Key::new("enemy-technologies", &[], KeyKind::List, "5", "technologies of the defender that matter"),
];
