//! The keys of land combat's input: names, synonyms, values, rules.

use crate::rules::inputs::{Key, Kind};

/// Words with their synonyms.
pub type Words = &'static [(&'static str, &'static [&'static str])];

/// Terrain names, as in `terrain.csv`.
pub const TERRAIN: Words = &[
    ("clear", &["plain", "open", "city", "small-island", "island"]),
    ("desert", &[]),
    ("forest", &["woods"]),
    ("jungle", &[]),
    ("jungle-mountain", &["mountain-jungle", "jungle-mountains"]),
    ("marsh", &["swamp"]),
    ("mountain", &["mountains"]),
];

const WEATHER: Words =
    &[("fair", &["f", "clear", "dry", "none"]), ("wet", &["w"]), ("winter", &[]), ("monsoon", &["m"])];

const NONE: &[&str] = &["no", "false", "0"];

const fn key(
    name: &'static str,
    aliases: &'static [&'static str],
    kind: Kind,
    rule: &'static str,
    help: &'static str,
) -> Key {
    Key { name, aliases, kind, rule, help }
}

const COUNT: Kind = Kind::Number(0, 1000);

/// All keys of ATPO-R39 and ATPO-R19.
pub const KEYS: &[Key] = &[
    // the two sides
    key(
        "attack",
        &["attacker", "attackers", "att", "a", "attack-strength", "attacker-strength", "attacking"],
        Kind::List,
        "11.6.3.1",
        "a strength such as 15, or units such as us-marine-1:4/2 marine, 3-1 reduced",
    ),
    key(
        "defence",
        &[
            "defense",
            "defender",
            "defenders",
            "def",
            "d",
            "defence-strength",
            "defense-strength",
            "defender-strength",
            "defending",
        ],
        Kind::List,
        "11.6.3.1",
        "a strength, units, or none for a hex without units",
    ),
    key("attack-steps", &["attacker-steps"], COUNT, "11.6.6.1", "steps of the attack given as a strength"),
    key(
        "defence-steps",
        &["defense-steps", "defender-steps", "steps"],
        COUNT,
        "11.6.6.1",
        "steps of the defence given as a strength",
    ),
    key("attack-units", &["attacker-units"], COUNT, "11.6.6.1", "full two-step units of the attack"),
    key(
        "defence-units",
        &["defense-units", "defender-units"],
        COUNT,
        "11.6.6.1",
        "full two-step units of the defence",
    ),
    key(
        "attack-nation",
        &["attacker-nation", "nation"],
        Kind::List,
        "17.1.1",
        "nation of the attackers: JP, US, SU …",
    ),
    key(
        "defence-nation",
        &["defense-nation", "defender-nation"],
        Kind::List,
        "17.1.6",
        "nation of the defenders",
    ),
    key(
        "attack-general",
        &["attacker-general", "general"],
        COUNT,
        "11.5.2",
        "a General's strength, in total form",
    ),
    key(
        "defence-general",
        &["defense-general", "defender-general"],
        COUNT,
        "11.5.2",
        "a General's strength, in total form",
    ),
    key(
        "attack-aura",
        &["attacker-aura", "aura"],
        Kind::List,
        "16.7",
        "strength from Blamey, Stilwell or MacArthur: a number or the names",
    ),
    key("defence-aura", &["defense-aura", "defender-aura"], Kind::List, "16.7", "the same for the defenders"),
    key(
        "attack-home",
        &["attacker-home"],
        Kind::YesNo,
        "11.6.10",
        "the attackers fight in their home country",
    ),
    key(
        "defence-home",
        &["defense-home", "defender-home", "home"],
        Kind::YesNo,
        "11.6.10",
        "the defenders fight in their home country",
    ),
    // air and guns
    key(
        "attack-air",
        &[
            "attacker-air",
            "air",
            "bombers",
            "bomber",
            "attack-bombers",
            "attacker-bombers",
            "ground-support",
            "air-support",
        ],
        Kind::List,
        "4.11.3",
        "bombers over the hex: FB 3, B 5 heavy, N 2; fighters and ATP count for superiority only",
    ),
    key(
        "defence-air",
        &["defense-air", "defender-air", "defence-bombers", "defense-bombers", "defender-bombers"],
        Kind::List,
        "4.11.3",
        "the same for the defenders",
    ),
    key(
        "attack-fighters",
        &["attacker-fighters", "fighters", "fighter"],
        Kind::Present,
        "4.11.2",
        "the attacker has an unaborted fighter over the hex",
    ),
    key(
        "defence-fighters",
        &["defense-fighters", "defender-fighters"],
        Kind::Present,
        "4.11.2",
        "the defender has an unaborted fighter over the hex",
    ),
    key(
        "air-superiority",
        &["superiority"],
        Kind::Word(&[
            ("attacker", &["yes", "attack", "true", "+1", "1"]),
            ("defender", &["defence", "defense", "-1", "enemy"]),
            ("none", &["no", "false", "0", "contested", "both"]),
        ]),
        "4.11.2",
        "who alone has air units over the hex; found from the air units when not given",
    ),
    key(
        "dd",
        &["attack-dd", "attacker-dd", "destroyers", "dds"],
        Kind::Present,
        "3.14.5.4",
        "attacking destroyers in the hex",
    ),
    key(
        "cl",
        &["attack-cl", "attacker-cl", "light-cruisers", "cls"],
        Kind::Present,
        "3.14.5.4",
        "attacking light cruisers in the hex",
    ),
    key(
        "gunnery",
        &[
            "attack-gunnery",
            "attacker-gunnery",
            "guns",
            "ca-bb",
            "bb-ca",
            "ca-bb-gunnery",
            "bb-ca-gunnery",
            "ca+bb",
            "bombardment",
        ],
        COUNT,
        "3.14.5.4",
        "sum of the gunnery of attacking CA and BB in the hex",
    ),
    key(
        "defence-dd",
        &["defense-dd", "defender-dd"],
        Kind::Present,
        "3.14.5.4",
        "defending destroyers in the hex",
    ),
    key(
        "defence-cl",
        &["defense-cl", "defender-cl"],
        Kind::Present,
        "3.14.5.4",
        "defending light cruisers in the hex",
    ),
    key(
        "defence-gunnery",
        &["defense-gunnery", "defender-gunnery"],
        COUNT,
        "3.14.5.4",
        "sum of the gunnery of defending CA and BB in the hex",
    ),
    // the defender's hex
    key(
        "hex",
        &["target", "defence-hex"],
        Kind::List,
        "11.6.4",
        "name of the defender's hex, for the report",
    ),
    key(
        "terrain",
        &["defender-terrain", "defence-terrain"],
        Kind::Word(TERRAIN),
        "11.6.5.5",
        "terrain of the defender's hex; clear when not given",
    ),
    key(
        "fort",
        &["fortification", "fortified"],
        Kind::Word(&[
            ("none", NONE),
            ("fortification", &["yes", "fort", "true", "1"]),
            ("permanent", &["permanent-fort", "permanent-fortification"]),
        ]),
        "11.6.3.2",
        "a working fortification in the hex; it doubles one defending unit",
    ),
    key("coastal-fort", &["coast-fort"], Kind::YesNo, "3.14.5.5", "a working coastal fort in the hex"),
    key(
        "garrison",
        &["intrinsic-garrison", "intrinsic"],
        Kind::YesNo,
        "3.14.5.1",
        "an intrinsic garrison; an empty hex attacked from the sea has one unless this says no",
    ),
    key(
        "attack-zoc",
        &["attacker-zoc", "zoc", "enemy-zoc", "uncontested-zoc"],
        Kind::YesNo,
        "3.14.5.1",
        "the hex lies in an uncontested zone of control of the attacker: no garrison",
    ),
    key("partisan", &["partisans"], Kind::YesNo, "16.3.8", "the defenders are partisans"),
    key("port", &["has-port"], Kind::YesNo, "3.14.2", "the hex has a port: mountains may be assaulted"),
    key(
        "installations",
        &["installation"],
        Kind::List,
        "11.6.9",
        "what else is in the hex: airfield, port, city, supply",
    ),
    // circumstances
    key(
        "weather",
        &["defender-weather", "defence-weather"],
        Kind::Word(WEATHER),
        "11.6.5.2",
        "weather in the defender's hex",
    ),
    key(
        "attack-weather",
        &["attacker-weather", "attackers-weather"],
        Kind::Word(&[
            ("fair", &["f", "clear", "dry", "none"]),
            ("wet", &["w"]),
            ("winter", &[]),
            ("monsoon", &["m"]),
            ("mixed", &["some"]),
        ]),
        "11.6.6",
        "weather in the attackers' hexes; the defender's when not given",
    ),
    key(
        "zone",
        &["weather-zone"],
        Kind::Word(&[("severe", &[]), ("moderate", &[])]),
        "21",
        "weather zone of the hex: wet weather hinders only in the severe one",
    ),
    key(
        "inclement",
        &["inclement-weather", "air-effect", "weather-effects"],
        Kind::YesNo,
        "4.11.3.1",
        "inclement weather effects apply to aircraft: bombers are halved",
    ),
    key(
        "river",
        &["across-river", "river-crossing"],
        Kind::Word(&[
            ("none", NONE),
            ("some", &["partly", "partial"]),
            ("all", &["yes", "every", "true", "1"]),
        ]),
        "11.6.6",
        "which land attackers attack across a river",
    ),
    key(
        "hexside",
        &["side"],
        Kind::Word(&[
            ("open", &["clear", "none", "ferry"]),
            ("all-sea", &["sea"]),
            ("lake", &[]),
            ("impassable", &[]),
        ]),
        "11.6.4",
        "what lies between attackers and hex",
    ),
    key(
        "attack-supply",
        &["attacker-supply"],
        Kind::Word(SUPPLY),
        "11.6.5.4",
        "in, or out if any attacker is",
    ),
    key(
        "defence-supply",
        &["defense-supply", "defender-supply"],
        Kind::Word(SUPPLY),
        "11.6.5.4",
        "in or out",
    ),
    key(
        "attack-out-of-supply",
        &["attacker-out-of-supply", "attack-oos", "attacker-oos", "attacker-unsupplied"],
        Kind::YesNo,
        "11.6.5.4",
        "any attacking unit is out of supply",
    ),
    key(
        "defence-out-of-supply",
        &[
            "defense-out-of-supply",
            "defender-out-of-supply",
            "defence-oos",
            "defender-oos",
            "defense-oos",
            "defender-unsupplied",
            "out-of-supply",
        ],
        Kind::YesNo,
        "11.6.5.4",
        "the defending hex is out of supply",
    ),
    // special attacks
    key(
        "amphibious",
        &["assault", "amphibious-assault", "landing"],
        Kind::YesNo,
        "3.14",
        "an amphibious assault",
    ),
    key(
        "second-wave",
        &["pinned", "secondwave"],
        Kind::YesNo,
        "3.14.8.1",
        "friends are pinned on this beach",
    ),
    key(
        "marine",
        &["marines", "snlf"],
        Kind::Word(&[
            ("none", NONE),
            ("some", &["one", "any", "partly"]),
            ("all", &["yes", "every", "true", "1"]),
        ]),
        "3.14.8.1",
        "marines or SNLF in the assault, in total form",
    ),
    key(
        "paratroop",
        &["para", "paratroops", "paratroopers", "paradrop", "paratrooper"],
        Kind::Word(&[
            ("none", NONE),
            ("intact", &["yes", "undepleted", "dropped", "full", "true", "1"]),
            ("depleted", &["reduced"]),
        ]),
        "11.6.5.3",
        "a paratroop dropped into the hex, in total form",
    ),
    key(
        "drop-adjacent",
        &["adjacent-drop"],
        Kind::YesNo,
        "4.12.4.2",
        "a friendly land unit is adjacent to the drop, although none attacks by land",
    ),
    key("soviet-armor", &["soviet-armour"], Kind::YesNo, "16.5", "Soviet armor attacks"),
    key("date", &["month", "turn"], Kind::Month, "16.5", "the month, like 1944-02"),
    key(
        "sneak",
        &["sneak-attack"],
        Kind::Word(&[
            ("none", NONE),
            ("first", &["1st", "first-month", "month-1", "+2", "2"]),
            ("second", &["2nd", "second-month", "month-2", "+1"]),
        ]),
        "17.1.1",
        "first or second month of a Japanese invasion of a neutral",
    ),
    key(
        "admiral",
        &["admiral-a", "admiral-bonus"],
        Kind::Number(0, 9),
        "3.12.1.3",
        "an Admiral's A value, for an assault in his hex",
    ),
    key("magic", &["magic-land"], Kind::Number(-9, 9), "17.10.2.1.2", "a Land Magic chit, with its sign"),
    key(
        "drm",
        &["other-drm", "modifier"],
        Kind::Number(-20, 20),
        "11.6.5",
        "other modifiers, with their sign",
    ),
    // what comes after
    key(
        "retreat",
        &["retreat-hexes", "retreat-hexes-possible", "retreats"],
        Kind::List,
        "11.6.7",
        "hexes the stack can retreat, 0 to 3, or places such as W4433:1 closer; 3 when not given",
    ),
    key("surrounded", &["no-retreat"], Kind::YesNo, "11.6.7", "the defenders cannot retreat"),
    // restrictions
    key("activated", &["active"], Kind::YesNo, "11.6.4", "no if an attacker is not activated"),
    key("adjacent", &[], Kind::YesNo, "11.6.1", "no if the attackers are not adjacent"),
    key(
        "attacked-before",
        &["already-attacked"],
        Kind::YesNo,
        "11.6.4",
        "the hex was attacked before in this offensive",
    ),
];

const SUPPLY: Words = &[
    ("in", &["yes", "supplied", "true", "1", "in-supply"]),
    ("out", &["no", "unsupplied", "false", "0", "oos", "out-of-supply"]),
];
