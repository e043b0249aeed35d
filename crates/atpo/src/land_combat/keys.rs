//! The keys of land combat's input: names, synonyms, values, rules.

mod support;

use crate::air::combat::keys as combat;
use crate::air::strike::keys as met;
use crate::forces::terrain::TERRAIN;
use liege_rules::play::inputs::{Key, KeyKind, WordRows};

const WEATHER: WordRows =
    &[("fair", &["f", "clear", "dry", "none"]), ("wet", &["w"]), ("winter", &[]), ("monsoon", &["m"])];

const NONE: &[&str] = &["no", "false", "0"];

/// Counts and strengths.
const COUNT: KeyKind = KeyKind::Number(0, 1000);

/// All keys of ATPO-R39 and ATPO-R19.
pub const KEYS: &[Key] = &[
    // the two sides
    Key::new(
        "attack",
        &[],
        KeyKind::List,
        "11.6.3.1",
        "a strength such as 15, or units such as us-marine-1:4/2 marine, 3-1 reduced",
    ),
    Key::new("defence", &[], KeyKind::List, "11.6.3.1", "a strength, units, or none for a hex without units"),
    Key::new("attack-steps", &[], COUNT, "11.6.6.1", "steps of the attack given as a strength"),
    Key::new("defence-steps", &["steps"], COUNT, "11.6.6.1", "steps of the defence given as a strength"),
    Key::new(
        "attack-units",
        &[],
        KeyKind::List,
        "11.6.6.1",
        "how many full two-step units a strength stands for, or the units themselves",
    ),
    Key::new("defence-units", &[], KeyKind::List, "11.6.6.1", "the same for the defence"),
    Key::new("attack-nation", &["nation"], KeyKind::List, "17.1.1", "nation of the attackers: JP, US, SU …"),
    Key::new("defence-nation", &[], KeyKind::List, "17.1.6", "nation of the defenders"),
    Key::new("attack-general", &["general"], COUNT, "11.5.2", "a General's strength, in total form"),
    Key::new("defence-general", &[], COUNT, "11.5.2", "a General's strength, in total form"),
    Key::new(
        "attack-aura",
        &["aura", "leader"],
        KeyKind::List,
        "16.7",
        "strength from Blamey, Stilwell or MacArthur: a number or the names",
    ),
    Key::new("defence-aura", &[], KeyKind::List, "16.7", "the same for the defenders"),
    Key::new("attack-home", &[], KeyKind::YesNo, "11.6.10", "the attackers fight in their home country"),
    Key::new(
        "defence-home",
        &["home"],
        KeyKind::YesNo,
        "11.6.10",
        "the defenders fight in their home country",
    ),
    // air and guns
    support::ATTACK_AIR,
    support::DEFENCE_AIR,
    support::ATTACK_HEAVY,
    support::DEFENCE_HEAVY,
    support::ATTACK_FIGHTERS,
    support::DEFENCE_FIGHTERS,
    support::AIR_SUPERIORITY,
    support::ATTACKER_AIR_SUPERIORITY,
    support::DEFENDER_AIR_SUPERIORITY,
    support::AIR_COMBAT,
    met::COUNTER,
    met::WAY,
    met::WAY_2,
    met::WAY_3,
    met::INTERCEPTORS,
    support::ATTACK_CARRIERS,
    support::LAUNCH_ADMIRAL,
    met::DEFENCE_CARRIERS,
    met::DEFENCE_ADMIRAL,
    combat::FIRST,
    combat::LATER_PILOTS,
    support::AIR_MAGIC,
    combat::MAGIC_SIDE,
    support::DD,
    support::CL,
    support::GUNNERY,
    support::CA_GUNNERY,
    support::BB_GUNNERY,
    support::DEFENCE_DD,
    support::DEFENCE_CL,
    support::DEFENCE_GUNNERY,
    // the defender's hex
    Key::new(
        "hex",
        &["target", "defence-hex"],
        KeyKind::List,
        "11.6.4",
        "name of the defender's hex, for the report",
    ),
    Key::new(
        "terrain",
        &["defender-terrain"],
        KeyKind::alone(TERRAIN),
        "11.6.5.5",
        "terrain of the defender's hex; clear when not given",
    ),
    Key::new("jungle", &[], KeyKind::flag("terrain", "jungle"), "11.6.5.5", "the same as terrain=jungle"),
    Key::new(
        "mountain",
        &[],
        KeyKind::flag("terrain", "mountain"),
        "11.6.5.5",
        "the same as terrain=mountain",
    ),
    Key::new(
        "jungle-mountain",
        &[],
        KeyKind::flag("terrain", "jungle-mountain"),
        "11.6.5.5",
        "the same as terrain=jungle-mountain",
    ),
    Key::new(
        "fort",
        &["fortification", "fortified"],
        KeyKind::word(&[
            ("none", NONE),
            ("fortification", &["yes", "fort", "true", "1"]),
            ("permanent", &["permanent-fort", "permanent-fortification"]),
            ("unoccupied", &["empty", "vacant"]),
        ]),
        "11.6.3.2",
        "a working fortification in the hex; it doubles one defending unit, or stands alone",
    ),
    Key::new(
        "unoccupied-fort",
        &["empty-fort", "vacant-fort"],
        KeyKind::flag("fort", "unoccupied"),
        "11.6.3.2",
        "the same as fort=unoccupied",
    ),
    Key::new(
        "coastal-fort",
        &["coast-fort"],
        KeyKind::word(&[
            ("no", &["none", "false", "0"]),
            ("yes", &["true", "1", "occupied"]),
            ("unoccupied", &["empty", "vacant"]),
        ]),
        "3.14.5.5",
        "a working coastal fort in the hex; alone when unoccupied",
    ),
    Key::new(
        "garrison",
        &["intrinsic"],
        KeyKind::YesNo,
        "3.14.5.1",
        "an intrinsic garrison; an empty hex attacked from the sea has one unless this says no",
    ),
    Key::new(
        "attack-zoc",
        &["zoc", "enemy-zoc"],
        KeyKind::YesNo,
        "3.14.5.1",
        "the hex lies in an uncontested zone of control of the attacker: no garrison",
    ),
    Key::new("partisan", &[], KeyKind::YesNo, "16.3.8", "the defenders are partisans"),
    Key::new(
        "stacking",
        &["stacking-limit"],
        KeyKind::Number(1, 100),
        "11.1.2",
        "land steps that the hex holds, to say whether too many advance; 8 when not given, 10 of Soviet units",
    ),
    Key::new(
        "china",
        &[],
        KeyKind::YesNo,
        "11.1.2",
        "the hex is in China, where Chinese units never share one",
    ),
    Key::new("port", &[], KeyKind::YesNo, "3.14.2", "the hex has a port: mountains may be assaulted"),
    Key::new(
        "installations",
        &[],
        KeyKind::List,
        "11.6.9",
        "what else is in the hex: airfield, port, city, sea-supply and so on; forts have keys of their own",
    ),
    // circumstances
    Key::new(
        "weather",
        &["defender-weather"],
        KeyKind::word(WEATHER),
        "11.6.5.2",
        "weather in the defender's hex",
    ),
    Key::new("monsoon", &[], KeyKind::flag("weather", "monsoon"), "11.6.5.2", "the same as weather=monsoon"),
    Key::new("winter", &[], KeyKind::flag("weather", "winter"), "11.6.5.2", "the same as weather=winter"),
    Key::new(
        "attack-weather",
        &[],
        KeyKind::word(&[
            ("fair", &["f", "clear", "dry", "none"]),
            ("wet", &["w"]),
            ("winter", &[]),
            ("monsoon", &["m"]),
            ("mixed", &["some"]),
        ]),
        "11.6.6",
        "weather in the attackers' hexes; the defender's when not given",
    ),
    Key::new(
        "zone",
        &["weather-zone"],
        KeyKind::word(&[("severe", &[]), ("moderate", &[])]),
        "21",
        "weather zone of the hex, needed in wet weather, which hinders only in the severe one",
    ),
    Key::new(
        "inclement",
        &["air-effect", "weather-effects"],
        KeyKind::YesNo,
        "4.11.3.1",
        "inclement weather effects apply to aircraft: bombers are halved",
    ),
    Key::new(
        "river",
        &["across-river", "river-crossing"],
        KeyKind::word(&[
            ("none", NONE),
            ("some", &["partly", "partial"]),
            ("all", &["yes", "every", "across", "true", "1"]),
        ]),
        "11.6.6",
        "which land attackers attack across a river",
    ),
    Key::new(
        "hexside",
        &["side"],
        KeyKind::word(&[
            ("open", &["clear", "none", "ferry"]),
            ("all-sea", &["sea"]),
            ("lake", &[]),
            ("impassable", &[]),
        ]),
        "11.6.4",
        "what lies between attackers and hex",
    ),
    Key::new("attack-supply", &[], KeyKind::word(SUPPLY), "11.6.5.4", "in, or out if any attacker is"),
    Key::new("defence-supply", &[], KeyKind::word(SUPPLY), "11.6.5.4", "in or out"),
    Key::new("attack-out-of-supply", &[], KeyKind::YesNo, "11.6.5.4", "any attacking unit is out of supply"),
    Key::new("defence-out-of-supply", &[], KeyKind::YesNo, "11.6.5.4", "the defending hex is out of supply"),
    Key::new(
        "out-of-supply",
        &[],
        KeyKind::word(&[
            ("none", NONE),
            ("attacker", &["attack", "attackers"]),
            ("defender", &["defence", "defense", "defenders"]),
            ("both", &["all"]),
        ]),
        "11.6.5.4",
        "who is out of supply",
    ),
    // special attacks
    Key::new("amphibious", &["assault", "landing"], KeyKind::YesNo, "3.14", "an amphibious assault"),
    Key::new(
        "second-wave",
        &["pinned", "secondwave"],
        KeyKind::YesNo,
        "3.14.8.1",
        "friends are pinned on this beach",
    ),
    Key::new(
        "marine",
        &["snlf"],
        KeyKind::word(&[
            ("none", NONE),
            ("some", &["one", "any", "partly"]),
            ("all", &["every"]),
            ("yes", &["true", "1"]),
        ]),
        "3.14.8.1",
        "marines or SNLF in the assault; yes means all of a total, some of listed units",
    ),
    Key::new(
        "paratroop",
        &["para", "paradrop"],
        KeyKind::word(&[
            ("none", NONE),
            ("intact", &["yes", "undepleted", "dropped", "full", "true", "1"]),
            ("depleted", &["reduced"]),
        ]),
        "11.6.5.3",
        "a paratroop dropped into the hex, in total form",
    ),
    Key::new(
        "drop-adjacent",
        &[],
        KeyKind::YesNo,
        "4.12.4.2",
        "a friendly land unit is adjacent to the drop, although none attacks by land",
    ),
    Key::new("soviet-armor", &[], KeyKind::YesNo, "16.5", "Soviet armor attacks"),
    Key::new("date", &["month", "turn"], KeyKind::Month, "16.5", "the month, like 1944-02"),
    Key::new(
        "sneak",
        &["sneak-attack"],
        KeyKind::word(&[
            ("none", NONE),
            ("first", &["1st", "first-month", "month-1", "+2"]),
            ("second", &["2nd", "second-month", "month-2", "+1"]),
        ]),
        "17.1.1",
        "first or second month of a Japanese invasion of a neutral",
    ),
    Key::new("sneak-month", &["sneak-attack-month"], KeyKind::Number(1, 2), "17.1.1", "the same as 1 or 2"),
    Key::new(
        "admiral",
        &["admiral-a", "admiral-bonus"],
        KeyKind::Number(0, 9),
        "3.12.1.3",
        "an Admiral's A value, for an assault in his hex",
    ),
    Key::new(
        "magic",
        &["magic-land", "us-magic"],
        KeyKind::Number(-9, 9),
        "17.10.2.1.2",
        "a Land Magic chit, with its sign",
    ),
    Key::new(
        "drm",
        &["modifier", "other"],
        KeyKind::Number(-20, 20),
        "11.6.5",
        "other modifiers, with their sign",
    ),
    // what comes after
    Key::new(
        "retreat",
        &[],
        KeyKind::List,
        "11.6.7",
        "hexes the stack can retreat, 0 to 3, or places such as W4433:1 closer; 3 when not given",
    ),
    Key::new("surrounded", &["no-retreat"], KeyKind::YesNo, "11.6.7", "the defenders cannot retreat"),
    // restrictions
    Key::new("activated", &["active"], KeyKind::YesNo, "11.6.4", "no if an attacker is not activated"),
    Key::new("adjacent", &[], KeyKind::YesNo, "11.6.1", "no if the attackers are not adjacent"),
    Key::new(
        "attacked-before",
        &["already-attacked"],
        KeyKind::YesNo,
        "11.6.4",
        "the hex was attacked before in this offensive",
    ),
];

const SUPPLY: WordRows = &[
    ("in", &["yes", "supplied", "true", "1", "in-supply"]),
    ("out", &["no", "unsupplied", "false", "0", "oos", "out-of-supply"]),
];
