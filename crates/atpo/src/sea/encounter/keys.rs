//! The keys of an encounter: those of its links, and what only the whole needs.

use crate::air::combat::keys as dogfight;
use crate::air::effect;
use crate::air::strike::keys as strike;
use crate::sea::batteries::Approach;
use crate::sea::combat::keys as combat;
use crate::sea::evasion::Evasion;
use crate::sea::interception::Hunt;
use crate::sea::magic::{MAGIC_KEY, MAGIC_SIDE_KEY, MINES_KEY};
use crate::sea::mines::PortEntry;
use crate::sea::submarine::hunt::BoatFound;
use liege_rules::play::inputs::{Key, KeyKind};

/// The keys of further search groups.
pub(super) const GROUPS: [&str; 3] = ["attack-2", "attack-3", "attack-4"];

/// What is told of each search group beside its ships.
const GROUPS_KEY: Key = Key::new(
    "groups",
    &["search-groups"],
    KeyKind::List,
    "3.8.9",
    "of each search group what holds only for it, in their order: docked, at-sea moved 12",
);

/// The key of the ships that have the sea mines behind them.
pub(super) const PAST_SEA_MINES: &str = "past-sea-mines";

/// The key of a force to which the port is still ahead.
pub(super) const TO_PORT: &str = "to-port";

const GROUP_HELP: &str = "ships of a further search group";

/// All of them.
pub(super) const KEYS: &[Key] = &[
    combat::ATTACK,
    Key::new(GROUPS[0], &["group-2"], KeyKind::List, "3.8.9", GROUP_HELP),
    Key::new(GROUPS[1], &["group-3"], KeyKind::List, "3.8.9", GROUP_HELP),
    Key::new(GROUPS[2], &["group-4"], KeyKind::List, "3.8.9", GROUP_HELP),
    combat::DEFENCE,
    combat::ATTACK_NATION,
    combat::DEFENCE_NATION,
    combat::ATTACK_CARGO,
    combat::DEFENCE_CARGO,
    combat::DATE,
    MAGIC_KEY,
    MAGIC_SIDE_KEY,
    Hunt::key("kind"),
    Hunt::key("phase"),
    Hunt::key("state"),
    Hunt::key("strategic-warfare"),
    Hunt::key("automatic"),
    Hunt::key("convoy-attack"),
    Hunt::key("within"),
    Hunt::key("leaves-port"),
    Hunt::key("coastal"),
    Hunt::key("amphibious"),
    Hunt::key("air"),
    Hunt::key("located"),
    Hunt::key("int"),
    Hunt::key("weather"),
    Hunt::key("zone"),
    Hunt::key("inclement"),
    Hunt::key("in-port"),
    Hunt::key("moved"),
    GROUPS_KEY,
    Hunt::key("same-area"),
    Hunt::key("tried"),
    Hunt::key("re-entered"),
    Hunt::key("has-found"),
    Hunt::key("undocked"),
    Hunt::key("range"),
    BoatFound::key("kaiten"),
    Key::new(
        "evasion-chits",
        &[],
        KeyKind::Number(0, 4),
        "17.2.2",
        "Evasion chits that the target's owner has; none when not given",
    ),
    Evasion::key("us-gunnery"),
    Evasion::key("gunnery"),
    Key::new(
        "us-air",
        &[],
        KeyKind::Number(0, 1_000),
        "17.2.2",
        "strength of the Naval-Air units aboard the target's US carriers, which counts for an Evasion chit",
    ),
    Evasion::key("sea-area"),
    Evasion::key("near-japan"),
    Key::new(
        "night-chits",
        &[],
        KeyKind::Number(0, 6),
        "17.3.2",
        "Night chits that the target's owner has; none when not given",
    ),
    Key::new(
        "into-port",
        &[],
        KeyKind::YesNo,
        "3.9.2",
        "the force that moves enters the enemy port of the hex, whose mines attack it",
    ),
    Key::new(
        TO_PORT,
        &[],
        KeyKind::YesNo,
        "3.11.7",
        "reactive: the port of the hex, which the force that moves is to enter behind this encounter, is still before it",
    ),
    Key::new(
        "coastal-fort",
        &["sea-mines"],
        KeyKind::YesNo,
        "3.14.5.6",
        "the force that moves enters the hex of a working enemy coastal fort, whose sea mines come first",
    ),
    Key::new(
        PAST_SEA_MINES,
        &[],
        KeyKind::List,
        "3.14.5.6",
        "ships of the force that moves which these sea mines do not meet, by name: they came past them before",
    ),
    Key::new(
        "mover-fort",
        &[],
        KeyKind::YesNo,
        "3.14.5.6",
        "reactive: the working coastal fort of the hex is of the force that moves, and its sea mines meet each group that reacts",
    ),
    PortEntry::key("port"),
    PortEntry::key("hex"),
    PortEntry::key("enlarged"),
    PortEntry::key("fortified"),
    MINES_KEY,
    Approach::key("fortress"),
    Approach::key("destroyed"),
    Key::new(
        "strike",
        &["attack-air"],
        KeyKind::List,
        "3.8.5",
        "Naval-Air units of the searching carriers: Akagi:N 4-5/3 2-5/3 JP @Akagi; current: aloft, and no part of this",
    ),
    strike::COUNTER,
    Key::new(
        "patrol",
        &["defence-air"],
        KeyKind::List,
        "3.8.5",
        "air units that can meet the strike: those of the carriers that are searched for, @NAME, and others in range",
    ),
    effect::EFFECT,
    strike::CARRIERS,
    strike::ADMIRAL,
    strike::DEFENCE_CARRIERS,
    strike::DEFENCE_ADMIRAL,
    strike::DECKS,
    strike::BASES,
    dogfight::FIRST,
    dogfight::SNEAK,
    dogfight::LATER_PILOTS,
    strike::SURPRISE,
    Key::new(
        "air-magic",
        &[],
        KeyKind::Number(1, 9),
        "17.10.2.1.1",
        "the number of a Magic chit for the air",
    ),
    Key::new(
        "air-magic-side",
        &[],
        <dogfight::FightSide as liege_rules::play::inputs::KeyValue>::KIND,
        "17.10",
        "who plays it; found from the nations when not given",
    ),
];
