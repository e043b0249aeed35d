//! The keys of air transport: the cargo, the flight, and who can meet it.

use super::{ABORTED, DESTROYED, RULE, SUPPLY, UNHARMED, UNITS};
use crate::air::combat::keys as combat;
use crate::air::strike::keys as met;
use liege_rules::play::inputs::{Key, KeyKind};

const MOST_HEXES: i64 = 99;

/// What may be carried, with the words for it.
pub(super) const CARGO: &[(&str, &[&str])] = &[
    ("infantry", &["inf"]),
    ("marine", &["marines", "snlf"]),
    ("paratroop", &["paratroops", "para"]),
    ("air-supply", &["supply"]),
    ("other", &["armor", "cavalry", "hq", "general", "engineer"]),
];

pub(super) const KEYS: &[Key] = met::met_on_the_way![
    Key::new(
        "cargo",
        &["transported"],
        KeyKind::word(CARGO),
        UNITS,
        "what is carried: infantry, marine, paratroop, air-supply; other is refused",
    ),
    Key::new("steps", &[], KeyKind::Number(1, 4), UNITS, "steps that the unit has now; a paratroop has one"),
    Key::new(
        "further-cargo",
        &["more-cargo"],
        KeyKind::List,
        "4.12.1",
        "what else is in the same air transport, with the steps of units: paratroop, infantry 1, 2 x air-supply",
    ),
    Key::new("points", &["atp"], KeyKind::Number(0, 100), "4.12.1", "air transport points that fly"),
    Key::new("nation", &[], KeyKind::List, RULE, "whose air transport: Japanese ones fly less far"),
    Key::new("range", &[], KeyKind::Number(1, MOST_HEXES), SUPPLY, "their printed range, for Air Supply"),
    Key::new(
        "pick-up",
        &["to-cargo"],
        KeyKind::Number(0, MOST_HEXES),
        RULE,
        "hexes from their base to the cargo; 0 when not given",
    ),
    Key::new("distance", &["carry"], KeyKind::Number(0, MOST_HEXES), RULE, "hexes on with the cargo"),
    Key::new("range-halved", &["weather"], KeyKind::YesNo, "1.1", "weather halves ranges"),
    Key::new(
        "from",
        &["loading"],
        KeyKind::word(&[("airbase", &["base"]), ("elsewhere", &["no-airbase", "destroyed"])]),
        RULE,
        "where the cargo is loaded: a working airbase, when not given",
    ),
    Key::new(
        "to",
        &["landing"],
        KeyKind::word(&[("airbase", &["base"]), ("elsewhere", &["no-airbase", "destroyed"])]),
        RULE,
        "where it is landed: a working friendly airbase, when not given",
    ),
    Key::new(
        "out-of-supply",
        &[],
        KeyKind::YesNo,
        UNITS,
        "the air transport is out of supply; its cargo may be",
    ),
    Key::new("moved-by-rail", &["rail"], KeyKind::YesNo, UNITS, "the unit moves by rail this month, too"),
    Key::new(
        "fate",
        &["after-combat"],
        KeyKind::word(&[(UNHARMED, &["none"]), (ABORTED, &["abort"]), (DESTROYED, &["eliminated", "lost"])]),
        "4.12.1",
        "what an interception did to the air transport, where it is not fought here; unharmed when not given",
    ),
    Key::new(
        "transport",
        &["aircraft"],
        KeyKind::List,
        "4.12.1",
        "the air transport that carries it, where it can be met: 2 x ATP 1 US, ATP 2 1 JP",
    ),
    Key::new("escorts", &[], KeyKind::List, "4.12.1", "fighters that fly along: F 4-10/3 US, N 4-5/3"),
    combat::SNEAK,
];
