//! The keys of an air-naval attack, each by itself, so that Kamikazes and larger battles have the same.
#![expect(missing_docs, reason = "each key has its help")]

use crate::air::combat::keys as combat;
use liege_rules::play::inputs::{Key, KeyKind};

pub const AIR: Key = Key::new(
    "air",
    &["attack", "aircraft"],
    KeyKind::List,
    "4.10.2",
    "air units that attack, as their counters are printed: Akagi:N 4-5/3 2-5/3 JP, navy B 3-16",
);
pub const SHIPS: Key = Key::new(
    "ships",
    &["defence", "target"],
    KeyKind::List,
    "4.10.2",
    "enemy ships that may be attacked: Yorktown:CV 0-9/0-7 US, 2 x DD 1-5/0-4",
);
pub const OTHERS: Key = Key::new(
    "others",
    &["in-hex"],
    KeyKind::List,
    "4.10.2",
    "enemy ships in the same place that may not be attacked, but fire",
);
pub const TRIPWIRE: Key =
    Key::new("tripwire", &["range"], KeyKind::Number(3, 18), "16.4.1", "what the Kamikaze Check came to");
pub const FROM_JAPAN: Key =
    Key::new("from-japan", &[], KeyKind::Number(0, 99), "16.4.2", "hexes from Japan to the ships");
pub const TRIGGER: Key = Key::new(
    "trigger",
    &[],
    KeyKind::word(&[
        ("marianas", &["mariana-islands"]),
        ("philippines", &[]),
        ("home-islands", &["near-japan"]),
    ]),
    "4.10.6",
    "choice kamikaze_rule=4.10.6: what the US controls: marianas, philippines, home-islands",
);
pub const AIR_NATION: Key =
    Key::new("air-nation", &["attack-nation"], KeyKind::List, "4.10.4", "nation of air units that name none");
pub const SHIP_NATION: Key =
    Key::new("ship-nation", &["defence-nation"], KeyKind::List, "4.10.4", "nation of ships that name none");
pub const PORT: Key = Key::new(
    "port",
    &["docked"],
    KeyKind::word(&[("minor", &["small"]), ("major", &["large"]), ("none", &["no", "at-sea"])]),
    "4.10.5.1",
    "the friendly port in which the ships are docked: minor, major, none",
);
pub const ENLARGED: Key =
    Key::new("enlarged", &["enlargement"], KeyKind::YesNo, "4.10.5.1", "the port has a Harbor Enlargement");
pub const FORTIFIED: Key =
    Key::new("fortified", &["fort"], KeyKind::YesNo, "4.10.5.1", "the port is fortified");
pub const COASTAL: Key = Key::new(
    "coastal",
    &[],
    KeyKind::YesNo,
    "4.10.4",
    "in a coastal hex, where a BB has less Armor; a port lies in one",
);
pub const AREA: Key = Key::new(
    "area",
    &[],
    KeyKind::word(&[
        ("hex", &["hexes"]),
        ("large", &["sea-area", "without-hexes"]),
        ("panama", &["gulf-of-panama"]),
    ]),
    "4.1.1.2",
    "hex, large (a sea area without hexes) or panama; hex when not given",
);
pub const MOONLIT: Key =
    Key::new("moonlit", &["moonlight", "night"], KeyKind::YesNo, "17.3.1", "at night, by moonlight");
pub const SURPRISE: Key = Key::new(
    "surprise",
    &["sneak-attack"],
    KeyKind::YesNo,
    "17.1.4",
    "in the first Naval and Air Phase of a Sneak Attack",
);
pub const LOCATED: Key = Key::new(
    "located",
    &["found"],
    KeyKind::YesNo,
    "4.4",
    "whether reconnaissance, or a search for submarines, has located the ships; yes when not given",
);
pub const DATE: Key =
    Key::new("date", &["month"], KeyKind::Month, "4.10.5.1", "the month: US ships fire better from 1944 on");
pub const MAGIC: Key = Key::new(
    "magic",
    &[],
    KeyKind::Number(1, 9),
    "17.10.2.1.1",
    "the number of a Magic chit for the air: added to an own attack, or taken from an enemy's",
);
pub const MAGIC_SIDE: Key = Key::new(
    "magic-side",
    &[],
    KeyKind::word(&[("attacker", &["air"]), ("defender", &["ships"])]),
    "17.10.2.1.1",
    "who plays it; found from the nations when not given",
);

/// All of them.
pub(super) const KEYS: &[Key] = &[
    AIR,
    SHIPS,
    OTHERS,
    AIR_NATION,
    SHIP_NATION,
    PORT,
    ENLARGED,
    FORTIFIED,
    COASTAL,
    AREA,
    MOONLIT,
    SURPRISE,
    LOCATED,
    DATE,
    combat::LATER_PILOTS,
    MAGIC,
    MAGIC_SIDE,
];
