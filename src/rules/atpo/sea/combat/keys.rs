//! The keys of a naval battle.

use crate::rules::inputs::{Key, KeyKind};

/// All of them.
pub(super) const KEYS: &[Key] = &[
    Key::new(
        "attack",
        &["interceptor"],
        KeyKind::List,
        "3.11.2",
        "ships of the side that found the other: Chokai:CA 2-8/1-6 JP S1, 2 x DD 0(3)-5/0(2)-4, STP 5",
    ),
    Key::new("defence", &["intercepted"], KeyKind::List, "3.11.2", "ships of the other side"),
    Key::new("attack-nation", &[], KeyKind::List, "3.11.2", "nation of attackers that name none"),
    Key::new("defence-nation", &[], KeyKind::List, "3.11.2", "nation of defenders that name none"),
    Key::new(
        "attack-cargo",
        &[],
        KeyKind::Number(0, 1000),
        "3.11.8",
        "transport points that the attacker's cargo needs",
    ),
    Key::new("defence-cargo", &["cargo"], KeyKind::Number(0, 1000), "3.11.8", "the same for the defender"),
    Key::new("coastal", &[], KeyKind::YesNo, "3.11.4.2", "in a coastal hex, where PT-Boats attack"),
    Key::new("moonlit", &["moonlight", "night"], KeyKind::YesNo, "17.3.1", "at night, by moonlight"),
    Key::new("date", &["month"], KeyKind::Month, "17.3.1", "the month: for moonlight and for duds"),
    Key::new("magic", &[], KeyKind::Number(1, 9), "17.10", "the number of a Naval Magic chit"),
    Key::new(
        "magic-side",
        &[],
        KeyKind::word(&[("attacker", &["attack"]), ("defender", &["defence"])]),
        "17.10",
        "who plays it; found from the nations when not given",
    ),
    Key::new("rounds", &[], KeyKind::Number(1, 2), "3.11.1", "1 to fight the first round alone"),
];
