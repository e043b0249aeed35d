//! The keys of an air interception, and its words.

use super::case::{AirPhase, AirPrey, FlyingWeather, Intercepted};
use liege_rules::play::inputs::{Key, KeyKind, WordRows};

/// What each word means.
type Meanings<T> = &'static [(&'static str, T)];

/// The phases by the steps of the sequence of play.
pub const PHASE_WORDS: WordRows = &[
    ("sw.1", &["sw", "strategic-warfare"]),
    ("na.1", &["naval-movement"]),
    ("na.2", &["na", "air-movement"]),
    ("ol", &["land", "land-offensive", "ol.1", "ol.2", "ol.3", "ol.4", "ol.5", "ol.6"]),
    ("oa.2", &["oa", "air", "air-offensive"]),
    ("os.2", &["os", "sea", "sea-offensive"]),
    ("en.1", &["en", "end", "end-phase"]),
];

/// What the words of phases mean.
pub const PHASES: Meanings<AirPhase> = &[
    ("sw.1", AirPhase::StrategicWarfare),
    ("na.1", AirPhase::NavalMovement),
    ("na.2", AirPhase::AirMovement),
    ("ol", AirPhase::LandOffensive),
    ("oa.2", AirPhase::AirOffensive),
    ("os.2", AirPhase::SeaOffensive),
    ("en.1", AirPhase::End),
];

pub(super) const PREY: Meanings<AirPrey> = &[("aircraft", AirPrey::Aircraft), ("ships", AirPrey::Ships)];

pub(super) const EFFECTS: Meanings<FlyingWeather> = &[
    ("none", FlyingWeather::None),
    ("strength", FlyingWeather::None),
    ("range", FlyingWeather::Range),
    ("grounded", FlyingWeather::Grounded),
];

pub(super) const INTERCEPTED: Meanings<Intercepted> =
    &[("no", Intercepted::Not), ("phase", Intercepted::InPhase), ("step", Intercepted::InStep)];

/// The phase of a key.
pub const PHASE: Key = Key::new(
    "phase",
    &["step"],
    KeyKind::word(PHASE_WORDS),
    "4.3.6",
    "when: SW.1, NA.1 (ships move), NA.2 (air units move), OL, OA.2, OS.2 or EN.1",
);

/// All of them.
pub(super) const KEYS: &[Key] = &[
    Key::new(
        "interceptor",
        &[],
        KeyKind::List,
        "4.7",
        "the air unit as its counter is printed, with committed, unsupplied, carrier: F 4-6/3 committed",
    ),
    Key::new(
        "target",
        &[],
        KeyKind::word(&[("aircraft", &["air", "bombers", "fighters"]), ("ships", &["naval", "task-force"])]),
        "4.7",
        "aircraft or ships",
    ),
    PHASE,
    Key::new(
        "whose",
        &["turn"],
        KeyKind::word(&[("enemy", &[]), ("own", &["friendly"])]),
        "4.3.7",
        "whose step or offensive it is: the enemy's when not given",
    ),
    Key::new("moving", &[], KeyKind::YesNo, "4.7.5", "the target moves: yes when not given"),
    Key::new("distance", &["hexes"], KeyKind::Number(0, 99), "4.7.1", "hexes from the interceptor's base"),
    Key::new("range", &[], KeyKind::Number(1, 99), "4.7.1", "its range where the counter does not tell it"),
    Key::new(
        "weather",
        &["air-effect"],
        KeyKind::word(&[
            ("none", &["fair"]),
            ("strength", &["half-strength"]),
            ("range", &["half-range"]),
            ("grounded", &[]),
        ]),
        "1.1",
        "what was rolled for the zone: half the strength, half the range too, or grounded",
    ),
    Key::new("damaged-carrier", &[], KeyKind::YesNo, "4.6.2.3", "it is on a damaged carrier"),
    Key::new("overstacked", &[], KeyKind::YesNo, "4.6.3.1", "it is over-stacked on its base"),
    Key::new(
        "intercepted",
        &["tried"],
        KeyKind::word(&[("no", &[]), ("phase", &["earlier"]), ("step", &["yes"])]),
        "4.7.4",
        "it has intercepted before: in this step, or earlier in this phase",
    ),
    Key::new(
        "carrier-defence",
        &[],
        KeyKind::YesNo,
        "4.7.4",
        "a Naval-Air unit of a carrier defends that carrier",
    ),
    Key::new("same-hex", &[], KeyKind::YesNo, "4.7.4", "it has defended its carrier in this very hex"),
    Key::new(
        "began-in-range",
        &[],
        KeyKind::YesNo,
        "4.7.4",
        "the ships were in range when the End Phase began and have not come back into it",
    ),
    Key::new(
        "with-friends",
        &["shared-hex"],
        KeyKind::YesNo,
        "4.3.8.2",
        "the ships share a hex with naval units of the interceptor's side",
    ),
    Key::new(
        "own-hex-attacked",
        &[],
        KeyKind::YesNo,
        "4.14.1",
        "an airstrike or a land attack is made on the interceptor's own hex",
    ),
];
