//! The keys of Magic, and the rolls that its numbers change.

use super::{MagicContext, MagicRoll};
use liege_rules::play::inputs::{Key, KeyKind, WordRows};

const NUMBERED: WordRows = &[("air", &[]), ("land", &[]), ("naval", &["sea"])];

/// All keys of ATPO-R61.
pub const KEYS: &[Key] = &[
    Key::new(
        "chit",
        &["magic"],
        KeyKind::alone(&[
            ("air", &[]),
            ("land", &[]),
            ("naval", &["sea"]),
            ("maru", &[]),
            ("initiative", &[]),
            ("yamamoto", &["yamamoto-shot-down"]),
            ("repair", &["naval-repair", "us-naval-repair"]),
        ]),
        "17.10.2",
        "what the chit is for: air, land, naval, maru, initiative, yamamoto or repair",
    ),
    Key::new(
        "value",
        &["printed"],
        KeyKind::List,
        "17.10.2",
        "the numbers printed on the chit: 2, or +2/-1 where they differ",
    ),
    Key::new(
        "second-chit",
        &["with"],
        KeyKind::word(NUMBERED),
        "17.10.2.5",
        "what a second chit is for that is used on the same roll",
    ),
    Key::new("second-value", &["with-value"], KeyKind::List, "17.10.2.5", "the numbers printed on it"),
    Key::new(
        "roll",
        &["on", "throw"],
        KeyKind::alone(&[
            ("air-combat", &["dogfight"]),
            ("return-fire", &[]),
            ("bombing", &["installation"]),
            ("air-naval", &["air-naval-attack"]),
            ("reconnaissance", &["recon", "search"]),
            ("land-combat", &["land-attack"]),
            ("naval-combat", &["naval-attack"]),
            ("interception", &["naval-interception"]),
            ("mines", &["naval-mines", "port-mines"]),
            ("sea-mines", &["sea-mine-attack"]),
        ]),
        "17.10.2",
        "what is rolled",
    ),
    Key::new(
        "whose",
        &["roller"],
        KeyKind::alone(&[("own", &["allied", "us"]), ("enemy", &["japanese", "axis"])]),
        "17.10.2",
        "who rolls: own or enemy; own when not given",
    ),
    Key::new(
        "nation",
        &[],
        KeyKind::List,
        "17.10.2",
        "nations of the Allied units that take part: US, UK; US when not given",
    ),
    Key::new("date", &["month"], KeyKind::Month, "17.10.1", "the month, such as 1943-04"),
    Key::new(
        "phase",
        &[],
        KeyKind::word(&[
            ("weather", &[]),
            ("strategic-warfare", &["strategic"]),
            ("naval-and-air", &["naval"]),
            ("offensive", &[]),
            ("movement", &[]),
            ("end", &[]),
            ("construction", &["construction-and-repair", "seasonal"]),
        ]),
        "17.10.2",
        "the Phase or Step in which it is used",
    ),
    Key::new("drawn", &[], KeyKind::Month, "17.10.1", "the month in which the chit was drawn"),
    Key::new(
        "period",
        &["draw"],
        KeyKind::alone(&[("seasonal", &["season"]), ("yearly", &["year"])]),
        "17.10.1",
        "whether it was drawn for a season or for a year; seasonal when not given",
    ),
    Key::new("used", &["used-before"], KeyKind::YesNo, "17.10.2.6", "the chit was used before"),
    Key::new(
        "jn-25",
        &["jn-25-changed", "code-changed"],
        KeyKind::YesNo,
        "17.10.2.7",
        "a Change JN-25 is in force this season",
    ),
    Key::new(
        "jn-25-placed",
        &[],
        KeyKind::Month,
        "17.10.2.7",
        "the month in which Japan placed a Change JN-25: it is in force in the season after it",
    ),
    Key::new("europe", &["european-theater"], KeyKind::YesNo, "17.10.2.6", "in the European Theater"),
    Key::new(
        "submarines",
        &["us-submarines"],
        KeyKind::Number(0, 100),
        "17.10.2.2.1",
        "maru: US submarines on the route",
    ),
    Key::new(
        "holder",
        &["initiative-holder"],
        KeyKind::word(&[("japan", &["jp", "axis"]), ("allies", &["allied", "us"])]),
        "17.10.2.2.2",
        "initiative: who has the Initiative of the season",
    ),
    Key::new(
        "offensives",
        &["japanese-offensives"],
        KeyKind::Number(0, 100),
        "17.10.2.3",
        "yamamoto: Offensives that Japan has left; two or more when not given",
    ),
    Key::new(
        "played",
        &["played-before"],
        KeyKind::YesNo,
        "17.10.2.3",
        "yamamoto: he was shot down before in this game",
    ),
];

/// Keys that belong to one sort of chit only.
pub(super) const OWN: &[(&[MagicContext], &[&str])] = &[
    (
        &[MagicContext::Air, MagicContext::Land, MagicContext::Naval],
        &["value", "second-chit", "second-value", "roll", "whose", "nation"],
    ),
    (&[MagicContext::Maru], &["submarines"]),
    (&[MagicContext::Initiative], &["holder"]),
    (&[MagicContext::Yamamoto], &["offensives", "played"]),
];

const AIR_RULE: &str = "17.10.2.1.1";
const LAND_RULE: &str = "17.10.2.1.2";
const NAVAL_RULE: &str = "17.10.2.1.3";

const fn roll(word: &'static str, context: MagicContext, called: &'static str) -> MagicRoll {
    let rule = match context {
        MagicContext::Air => AIR_RULE,
        MagicContext::Land => LAND_RULE,
        _ => NAVAL_RULE,
    };
    MagicRoll { word, context, called, low_is_good: false, rule }
}

/// The rolls that a number changes.
pub(super) const ROLLS: &[MagicRoll] = &[
    MagicRoll { low_is_good: true, ..roll("air-combat", MagicContext::Air, "air combat roll") },
    roll("return-fire", MagicContext::Air, "return fire roll"),
    roll("bombing", MagicContext::Air, "bombing roll at an installation"),
    roll("air-naval", MagicContext::Air, "Air-Naval attack roll"),
    roll("reconnaissance", MagicContext::Air, "air reconnaissance roll"),
    roll("land-combat", MagicContext::Land, "land combat roll"),
    roll("naval-combat", MagicContext::Naval, "naval combat roll"),
    roll("interception", MagicContext::Naval, "naval interception roll"),
    roll("mines", MagicContext::Naval, "naval mine roll"),
    MagicRoll { low_is_good: true, ..roll("sea-mines", MagicContext::Naval, "sea mine roll") },
];
