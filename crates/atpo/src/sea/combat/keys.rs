//! The keys of a naval battle, each by itself, so that an encounter has the same.
#![expect(missing_docs, reason = "each key has its help")]

use crate::sea::magic::{MAGIC_KEY, MAGIC_SIDE_KEY};
use liege_rules::play::inputs::{Key, KeyKind};

pub const ATTACK: Key = Key::new(
    "attack",
    &["interceptor"],
    KeyKind::List,
    "3.11.2",
    "ships of the side that found the other: Chokai:CA 2-8/1-6 JP S1, 2 x DD 0(3)-5/0(2)-4, STP 5",
);
pub const DEFENCE: Key =
    Key::new("defence", &["intercepted"], KeyKind::List, "3.11.2", "ships of the other side");
pub const ATTACK_NATION: Key =
    Key::new("attack-nation", &[], KeyKind::List, "3.11.2", "nation of attackers that name none");
pub const DEFENCE_NATION: Key =
    Key::new("defence-nation", &[], KeyKind::List, "3.11.2", "nation of defenders that name none");
pub const ATTACK_CARGO: Key = Key::new(
    "attack-cargo",
    &[],
    KeyKind::Number(0, 1000),
    "3.11.8",
    "transport points that the attacker's cargo needs",
);
pub const DEFENCE_CARGO: Key =
    Key::new("defence-cargo", &["cargo"], KeyKind::Number(0, 1000), "3.11.8", "the same for the defender");
pub const COASTAL: Key =
    Key::new("coastal", &[], KeyKind::YesNo, "3.11.4.2", "in a coastal hex, where PT-Boats attack");
pub const MOONLIT: Key =
    Key::new("moonlit", &["moonlight", "night"], KeyKind::YesNo, "17.3.1", "at night, by moonlight");
pub const DATE: Key =
    Key::new("date", &["month"], KeyKind::Month, "17.3.1", "the month: for moonlight and for duds");
pub const ROUNDS: Key =
    Key::new("rounds", &[], KeyKind::Number(1, 2), "3.11.1", "1 to fight only the first round");

/// All of them.
pub(super) const KEYS: &[Key] = &[
    ATTACK,
    DEFENCE,
    ATTACK_NATION,
    DEFENCE_NATION,
    ATTACK_CARGO,
    DEFENCE_CARGO,
    COASTAL,
    MOONLIT,
    DATE,
    MAGIC_KEY,
    MAGIC_SIDE_KEY,
    ROUNDS,
];
