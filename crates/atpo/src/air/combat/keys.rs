//! The keys of a fight in the air, each by itself, so that larger battles have the same.
#![expect(missing_docs, reason = "each key has its help")]

use liege_rules::play::inputs::{Key, KeyKind, WordRows};

/// The sides, as words.
pub const SIDE_WORDS: WordRows = &[("attacker", &["attack"]), ("defender", &["defence"])];

pub const ATTACK: Key = Key::new(
    "attack",
    &[],
    KeyKind::List,
    "4.8.1",
    "air units that moved here: Akagi:N 4-5/3 2-5/3 JP, 2 x B 3-16 JP as printed, front and back",
);
pub const DEFENCE: Key = Key::new("defence", &[], KeyKind::List, "4.8.1", "air units of the other side");
pub const ATTACK_NATION: Key =
    Key::new("attack-nation", &[], KeyKind::List, "4.8.1", "nation of attackers that name none");
pub const DEFENCE_NATION: Key =
    Key::new("defence-nation", &[], KeyKind::List, "4.8.1", "nation of defenders that name none");
pub const FIRST: Key = Key::new(
    "first",
    &[],
    KeyKind::word(SIDE_WORDS),
    "4.8.3",
    "who was in the hex first and so declares and names targets first: the attacker when not given",
);
pub const SNEAK: Key = Key::new(
    "sneak",
    &["sneak-attack"],
    KeyKind::YesNo,
    "17.1.3",
    "in the first month of a Japanese sneak attack, not in the Strategic Warfare Phase",
);
pub const LATER_PILOTS: Key = Key::new(
    "quality-4",
    &["later-pilots"],
    KeyKind::YesNo,
    "4.8.7.1",
    "Japan has had an air unit of quality 4 on a base of the map",
);
pub const MAGIC: Key = Key::new(
    "magic",
    &["air-magic"],
    KeyKind::Number(1, 9),
    "17.10.2.1.1",
    "the number of an Air Magic chit",
);
pub const MAGIC_SIDE: Key = Key::new(
    "magic-side",
    &[],
    KeyKind::word(SIDE_WORDS),
    "17.10",
    "who plays it; found from the nations when not given",
);
pub const ROUNDS: Key =
    Key::new("rounds", &[], KeyKind::Number(1, 2), "4.8.3", "1 to fight only the first round");

/// All of them.
pub const KEYS: &[Key] =
    &[ATTACK, DEFENCE, ATTACK_NATION, DEFENCE_NATION, FIRST, SNEAK, LATER_PILOTS, MAGIC, MAGIC_SIDE, ROUNDS];
