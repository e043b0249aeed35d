//! The keys of a naval interception, each by itself, so that an encounter has the same.
#![expect(missing_docs, reason = "each key has its help")]

use liege_rules::play::inputs::{Key, KeyKind};

/// How search groups are typed.
pub(super) const GROUP_LIST: &str = "how many search groups, or each of them: 3 ships speed 33, 4 ships speed 28 docked moved 12; words de, stp";

pub const KIND: Key = Key::new(
    "kind",
    &["interception"],
    KeyKind::alone(&[("active", &[]), ("reactive", &["reaction"])]),
    "3.8.1",
    "active or reactive; reactive when a key of a moving target or an automatic case is given, else active",
);
pub const PHASE: Key = Key::new(
    "phase",
    &["step"],
    KeyKind::alone(&[
        ("naval-movement", &["na.1", "na", "naval-and-air"]),
        ("offensive", &["os.2", "sea-offensive"]),
        ("end", &["en.1", "end-phase"]),
    ]),
    "3.8.2",
    "naval-movement, offensive or end; naval-movement when not given",
);
pub const STATE: Key = Key::new(
    "state",
    &["marker"],
    KeyKind::word(&[("unmarked", &["none"]), ("standby", &["stand-by"]), ("active", &["activated"])]),
    "3.8.2",
    "marker of the interceptor: unmarked, standby or active; not looked at when not given",
);
pub const STRATEGIC_WARFARE: Key = Key::new(
    "strategic-warfare",
    &["convoy-duty"],
    KeyKind::YesNo,
    "3.5",
    "it is Active because of strategic warfare this turn",
);
pub const GROUPS: Key = Key::new("groups", &["search-groups"], KeyKind::List, "3.8.9", GROUP_LIST);
pub const SUBMARINE: Key =
    Key::new("submarine", &["by-submarine"], KeyKind::YesNo, "3.8.1", "the interceptor is a submarine");
pub const AUTOMATIC: Key = Key::new(
    "automatic",
    &[],
    KeyKind::word(&[
        ("docked", &["port", "in-own-port"]),
        ("enemy-port", &["in-enemy-port"]),
        ("canal", &["canal-mouth"]),
        ("landing", &["amphibious"]),
    ]),
    "3.8.3",
    "a case without a die: docked, enemy-port, canal or landing",
);
pub const CONVOY_ATTACK: Key = Key::new(
    "convoy-attack",
    &["attacked-convoy"],
    KeyKind::YesNo,
    "3.8.1",
    "the target attacked a convoy route this turn",
);
pub const WITHIN: Key = Key::new(
    "within",
    &["moved-within"],
    KeyKind::Number(0, 3),
    "3.8.1",
    "reactive: the target moved within so many hexes",
);
pub const LEAVES_PORT: Key = Key::new(
    "leaves-port",
    &["exits-port"],
    KeyKind::YesNo,
    "3.8.1",
    "reactive: the target leaves a port, and the interceptor is in that hex",
);
pub const COASTAL: Key = Key::new("coastal", &["coast"], KeyKind::YesNo, "3.8.1", "in a coastal hex");
pub const AMPHIBIOUS: Key = Key::new(
    "amphibious",
    &["landing"],
    KeyKind::YesNo,
    "3.8.1",
    "the target is to make an amphibious assault in this hex this turn",
);
pub const AIR: Key = Key::new(
    "air",
    &["air-cover"],
    KeyKind::YesNo,
    "3.8.1",
    "a friendly air unit, no ATP, has the target in range",
);
pub const LOCATED: Key = Key::new(
    "located",
    &["recon", "reconnoitered"],
    KeyKind::YesNo,
    "3.8.1",
    "the target was reconnoitered in this hex or large sea area",
);
pub const INT: Key =
    Key::new("int", &["sea-area-int"], KeyKind::Number(-9, 9), "3.8.1", "printed INT of the large sea area");
pub const WEATHER: Key = Key::new(
    "weather",
    &[],
    KeyKind::word(&[("fair", &["f"]), ("wet", &["w"]), ("monsoon", &["m"])]),
    "3.8.1",
    "fair, wet or monsoon; fair when not given",
);
pub const ZONE: Key = Key::new(
    "zone",
    &["weather-zone"],
    KeyKind::alone(&[("severe", &[]), ("moderate", &[])]),
    "3.8.1",
    "weather zone of the hex: severe or moderate",
);
pub const INCLEMENT: Key = Key::new(
    "inclement",
    &["air-effect"],
    KeyKind::YesNo,
    "3.8.1",
    "inclement weather effects exist in the zone",
);
pub const TARGET_SUBMARINE: Key =
    Key::new("target-submarine", &[], KeyKind::YesNo, "3.8.1", "the target is a submarine");
pub const SINGLE: Key =
    Key::new("single", &["single-ship", "lone"], KeyKind::YesNo, "3.8.1", "the target is a single ship chit");
pub const IN_PORT: Key =
    Key::new("in-port", &["was-in-port"], KeyKind::YesNo, "3.8.1", "the interceptor was in port");
pub const MOVED: Key = Key::new(
    "moved",
    &["mp"],
    KeyKind::Number(0, 200),
    "3.8.1",
    "active: MPs that the interceptor moved to the target",
);
pub const SAME_AREA: Key = Key::new(
    "same-area",
    &["same-sea-area"],
    KeyKind::YesNo,
    "3.8.1",
    "both are in one large sea area, where MPs do not count",
);
pub const ADMIRAL_L: Key = Key::new(
    "admiral-l",
    &["locator", "l"],
    KeyKind::List,
    "3.12.1.1",
    "L of an Admiral with the interceptor: 1, or 1 group 2",
);
pub const ADMIRAL_E: Key = Key::new(
    "admiral-e",
    &["evader", "e"],
    KeyKind::List,
    "3.12.1.2",
    "E of an Admiral in the target's hex: 1, or 1 group 2",
);
pub const MAGIC: Key = Key::new(
    "magic",
    &[],
    KeyKind::List,
    "17.10.2.1.3",
    "bonus of a Naval Magic chit of the US: 1, or 1 group 2",
);
pub const TRIED: Key = Key::new(
    "tried",
    &["tried-before"],
    KeyKind::word(&[("step", &["this-step"]), ("phase", &["this-phase", "other-step"])]),
    "3.8.2",
    "the interceptor tried this target before: in this Step, or in another Step of the Phase",
);
pub const RE_ENTERED: Key = Key::new(
    "re-entered",
    &["reentered"],
    KeyKind::YesNo,
    "3.8.7.4",
    "the target has left and re-entered the range since",
);
pub const HAS_FOUND: Key = Key::new(
    "has-found",
    &["already-found"],
    KeyKind::YesNo,
    "3.8.2",
    "the interceptor has found an enemy in this Step",
);
pub const ENTERS_PORT: Key =
    Key::new("enters-port", &[], KeyKind::YesNo, "3.8.2", "the target enters a port from the port's own hex");
pub const UNDOCKED: Key =
    Key::new("undocked", &[], KeyKind::YesNo, "3.8.2", "the capture of its port undocked the target");
pub const RANGE: Key = Key::new(
    "range",
    &["coastal-hexes"],
    KeyKind::Number(0, 50),
    "3.8.7.2",
    "reactive: coastal hexes between interceptor and target",
);

/// All of them.
pub(super) const KEYS: &[Key] = &[
    KIND,
    PHASE,
    STATE,
    STRATEGIC_WARFARE,
    GROUPS,
    SUBMARINE,
    AUTOMATIC,
    CONVOY_ATTACK,
    WITHIN,
    LEAVES_PORT,
    COASTAL,
    AMPHIBIOUS,
    AIR,
    LOCATED,
    INT,
    WEATHER,
    ZONE,
    INCLEMENT,
    TARGET_SUBMARINE,
    SINGLE,
    IN_PORT,
    MOVED,
    SAME_AREA,
    ADMIRAL_L,
    ADMIRAL_E,
    MAGIC,
    TRIED,
    RE_ENTERED,
    HAS_FOUND,
    ENTERS_PORT,
    UNDOCKED,
    RANGE,
];
