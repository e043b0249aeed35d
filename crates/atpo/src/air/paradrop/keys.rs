//! The keys of a paradrop alone: the drop, and who can meet its air transport.

use crate::air::strike::keys as met;
use crate::forces::terrain::TERRAIN;
use liege_rules::inputs::{Key, KeyKind};

/// All of them.
pub(super) const KEYS: &[Key] = met::met_on_the_way![
    Key::new("terrain", &[], KeyKind::alone(TERRAIN), "4.12.4.2", "terrain of the hex; clear when not given"),
    Key::new("jungle", &[], KeyKind::flag("terrain", "jungle"), "4.12.4.2", "the same as terrain=jungle"),
    Key::new(
        "air-superiority",
        &["superiority"],
        KeyKind::word(&[
            ("friendly", &["yes", "own", "attacker", "true", "+2"]),
            ("enemy", &["defender", "-2"]),
            ("none", &["no", "contested", "false"]),
        ]),
        "4.12.4.2",
        "friendly, enemy or none",
    ),
    Key::new(
        "adjacent",
        &["drop-adjacent"],
        KeyKind::YesNo,
        "4.12.4.2",
        "a friendly land unit is adjacent; yes when not given",
    ),
    Key::new("not-adjacent", &[], KeyKind::YesNo, "4.12.4.2", "the same as adjacent=no"),
    Key::new(
        "friendly-superiority",
        &["own-superiority", "friendly-air-superiority"],
        KeyKind::flag("air-superiority", "friendly"),
        "4.12.4.2",
        "the same as air-superiority=friendly",
    ),
    Key::new(
        "enemy-superiority",
        &["enemy-air-superiority"],
        KeyKind::flag("air-superiority", "enemy"),
        "4.12.4.2",
        "the same as air-superiority=enemy",
    ),
    Key::new(
        "sneak",
        &["sneak-attack"],
        KeyKind::word(&[
            ("none", &["no", "false"]),
            ("first", &["yes", "true", "1st", "first-month"]),
            ("second", &["2nd", "second-month"]),
        ]),
        "17.1.5",
        "first month of a Japanese sneak attack",
    ),
    Key::new(
        "paratroops",
        &["drops"],
        KeyKind::Number(1, 20),
        "4.12.3",
        "how many are dropped out of one flight, each with a die and a point of its own; 1 when not given",
    ),
    Key::new("depleted", &["reduced"], KeyKind::YesNo, "4.12.4.4", "the paratroop is depleted already"),
    Key::new("out-of-supply", &[], KeyKind::YesNo, "4.12.4.1", "the paratroop is out of supply"),
    Key::new("nation", &[], KeyKind::List, "4.12.4.2", "whose paratroop it is"),
    Key::new(
        "distance",
        &["hexes"],
        KeyKind::Number(0, 99),
        "4.12.4.2",
        "hexes from the airbase: more than 12, for Japan 10, are refused",
    ),
    Key::new(
        "atp",
        &[],
        KeyKind::word(&[("ready", &["unmoved"]), ("moved", &[]), ("aborted", &[]), ("missing", &["none"])]),
        "4.12.4.1",
        "the air transport on its airbase: ready, when not given; one that moved, or was aborted where that is not fought here, drops nothing",
    ),
    Key::new(
        "operation-zone",
        &["zone"],
        KeyKind::YesNo,
        "4.12.4.1",
        "the hex is in the operation zone of the Offensive; yes when not given",
    ),
    Key::new(
        "transport",
        &["aircraft"],
        KeyKind::List,
        "4.12.1",
        "the air transport that carries it, where it can be met: ATP 1 US, ATP 2 1 JP",
    ),
    Key::new(
        "escorts",
        &[],
        KeyKind::List,
        "4.12.4.2",
        "fighters that fly along: F 4-10/3 US; unmet they have air superiority",
    ),
];
