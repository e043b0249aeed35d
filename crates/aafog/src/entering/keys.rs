//! The keys of an entry into a sea zone.

use liege_rules::play::inputs::{Key, KeyKind};

/// The most of anything that is counted here.
const MOST: i64 = 1000;

/// All of them.
pub(super) const KEYS: &[Key] = &[
    Key::new("zone", &["place"], KeyKind::List, "8", "the sea zone that is entered: SZ 20"),
    Key::new("item", &[], KeyKind::Number(1, MOST), "7", "the item of the mover's list; 1 when not given"),
    Key::new("mover", &["movers"], KeyKind::List, "8-naval", "who enters: CV, TR (2 INF), 2 FTR"),
    Key::new(
        "ends",
        &[],
        KeyKind::List,
        "C12",
        "which of the mover's aircraft end their move here or attack: all, none or a list; the others fly over",
    ),
    Key::new(
        "began",
        &[],
        KeyKind::List,
        "8-naval",
        "which of the mover's ships began their move in the zone",
    ),
    Key::new(
        "earlier",
        &[],
        KeyKind::List,
        "8-air",
        "units of the mover's side that came in earlier in this turn and are there",
    ),
    Key::new(
        "occupants",
        &["enemy"],
        KeyKind::List,
        "C1-C15",
        "enemies of the mover in the zone: 2 DD, SUB, TR",
    ),
    Key::new("power", &[], KeyKind::List, "8", "the mover's power: us"),
    Key::new("owner", &[], KeyKind::List, "8", "the power of the occupants: japan"),
    Key::new(
        "base",
        &["air-base"],
        KeyKind::List,
        "C11",
        "the power of an enemy functional air base on an island of the zone; none when not given",
    ),
    Key::new(
        "base-aircraft",
        &[],
        KeyKind::List,
        "8-air",
        "fighters and tactical bombers that stand at that base: FTR, TAC",
    ),
    Key::new(
        "scramble-limit",
        &[],
        KeyKind::Number(0, MOST),
        "8-air",
        "how many may scramble, by the base game; all that stand there when not given",
    ),
    Key::new(
        "kamikaze",
        &[],
        KeyKind::YesNo,
        "C15",
        "the zone has the symbol, its condition is met, and the mover is an enemy of Japan",
    ),
    Key::new("tokens", &[], KeyKind::Number(0, MOST), "C15", "kamikaze tokens that Japan has left"),
    Key::new("fought", &[], KeyKind::YesNo, "8", "the zone was attacked before in this power's turn"),
    Key::new("non-combat", &[], KeyKind::YesNo, "9", "the move is a non-combat move"),
    Key::new(
        "known",
        &[],
        KeyKind::List,
        "9",
        "enemies in the zone that the mover was shown in this power's turn, for a non-combat move",
    ),
    Key::new(
        "technologies",
        &[],
        KeyKind::List,
        "5",
        "technologies of the mover that matter in a battle here",
    ),
    Key::new(
        "enemy-technologies",
        &[],
        KeyKind::List,
        "5",
        "technologies of the occupants that matter in a battle here",
    ),
];
