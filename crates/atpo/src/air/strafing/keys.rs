//! The keys of a strafing attack.

use super::evacuation::{INCLEMENT, WEATHER_ENTRY};
use crate::air::combat::keys as combat;
use crate::air::interception::keys::PHASE_WORDS;
use crate::air::strike::keys as strike;
use liege_rules::play::inputs::{Key, KeyKind};

/// All of them.
pub(super) const KEYS: &[Key] = &[
    Key::new("attack", &["strafers"], KeyKind::List, "4.9", "the strafers: 2 x F 4-6/3 JP"),
    Key::new(
        "escorts",
        &[],
        KeyKind::List,
        "4.9",
        "fighters that fly with them to fight in the air, and strafe where they attack nobody there",
    ),
    Key::new(
        "defence",
        &["based"],
        KeyKind::List,
        "4.9",
        "the air units based there, with overstacked, committed or unsupplied: F 3-5/2 US, B 9-10 US overstacked",
    ),
    strike::COUNTER,
    strike::WAY,
    strike::WAY_2,
    strike::WAY_3,
    Key::new(
        "interceptors",
        &["helpers"],
        KeyKind::List,
        "4.9",
        "fighters of the defender that can fly in from other bases",
    ),
    strike::CARRIERS,
    strike::ADMIRAL,
    strike::DEFENCE_CARRIERS,
    strike::DEFENCE_ADMIRAL,
    combat::ATTACK_NATION,
    combat::DEFENCE_NATION,
    combat::FIRST,
    combat::SNEAK,
    combat::LATER_PILOTS,
    combat::MAGIC,
    combat::MAGIC_SIDE,
    Key::new(
        "flown-over",
        &["land-hexes"],
        KeyKind::Number(0, 99),
        "4.9.1",
        "land hexes of the defender that the nearest strafer flew over, the base included",
    ),
    Key::new(
        "refuge",
        &[],
        KeyKind::YesNo,
        "4.9.1",
        "another base has room within twice the range: yes when not given",
    ),
    Key::new(
        "under-sneak-attack",
        &[],
        KeyKind::YesNo,
        "4.9.1.1",
        "the defender's nation is subject to the Sneak Attack Bonus, in its first month or its second",
    ),
    INCLEMENT,
    WEATHER_ENTRY,
    Key::new(
        "phase",
        &["step"],
        KeyKind::word(PHASE_WORDS),
        "4.9",
        "when: NA.2 when not given; no other step has strafing",
    ),
    Key::new(
        "place",
        &[],
        KeyKind::word(&[("base", &["airbase", "airstrip"]), ("carrier", &[]), ("nation-box", &["box"])]),
        "4.9",
        "where: base when not given",
    ),
    Key::new("strafed", &["again"], KeyKind::YesNo, "4.9", "the hex was strafed in this phase before"),
];
