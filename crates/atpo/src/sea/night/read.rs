//! What is typed in for Evasion chits and Night, as typed values.

use super::{MoonlitAttack, NUMBERS, NightMoves, NightRoll, Sighting};
use crate::sea::numbers;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::play::procedure::{Coded, ContextError, Procedure};

const KEYS: &[Key] = &[
    Key::new(
        "throw",
        &["roll", "what"],
        KeyKind::alone(&[
            ("evasion-chits", &["evasion", "evasion-chit", "allotment"]),
            ("night", &["night-roll"]),
            ("night-chits", &["surigao", "surigao-strait"]),
            ("moonlit-attack", &["moonlit", "moonlight", "attack"]),
        ]),
        "17.2, 17.3",
        "what is rolled: evasion-chits, night, night-chits or moonlit-attack",
    ),
    Key::new("date", &["month"], KeyKind::Month, "17.2.1, 17.3.1", "the month, such as 1943-06"),
    Key::new(
        "pt-boat",
        &["pt"],
        KeyKind::YesNo,
        "17.3",
        "night: what was found is one US PT-Boat that moves alone",
    ),
    Key::new("coastal", &["coast"], KeyKind::YesNo, "17.3", "night: in a coastal hex"),
    Key::new("automatic", &[], KeyKind::YesNo, "17.3", "night: the search or interception needed no die"),
    Key::new("natural-6", &["six"], KeyKind::YesNo, "17.3", "night: the interception was a natural 6"),
    Key::new("dummy", &[], KeyKind::YesNo, "17.3.1", "night: what was found is a dummy task force"),
    Key::new(
        "night-chit",
        &["chit"],
        KeyKind::YesNo,
        "17.3.2",
        "night: a Night chit is used in place of the die",
    ),
    Key::new(
        "admirals",
        &["eliminated-admirals", "lost-admirals"],
        KeyKind::Number(0, 50),
        "17.3.2",
        "night-chits: own Admirals that are out of the game; of the US all Western Allied ones",
    ),
    Key::new(
        "at-war",
        &["war"],
        KeyKind::YesNo,
        "17.3.2",
        "night-chits: Japan is at war with the US; yes when not given",
    ),
    Key::new("nation", &["side"], KeyKind::List, "17.3.1", "moonlit-attack: nation of the attacker"),
    Key::new("aircraft", &["air"], KeyKind::YesNo, "17.3.1", "moonlit-attack: the attacker is an air unit"),
    Key::new(
        "gunnery",
        &["torpedo", "rating"],
        KeyKind::Number(0, 100),
        "3.11.4",
        "moonlit-attack: gunnery or torpedo rating of the attacker, or the modifiers of an air attack",
    ),
    Key::new(
        "armor",
        &["target-armor"],
        KeyKind::Number(0, 100),
        "3.11.4",
        "moonlit-attack: current Armor of the target",
    ),
];

/// Keys that belong to one throw only.
const OWN: &[(&str, &[&str])] = &[
    ("night", &["pt-boat", "coastal", "automatic", "natural-6", "dummy", "night-chit"]),
    ("night-chits", &["admirals", "at-war"]),
    ("moonlit-attack", &["nation", "aircraft", "gunnery", "armor"]),
];

impl Coded for NightMoves {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "evasion-and-night";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["hit_compare", "natural_6_automatic", "night_die"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<<Self as Procedure>::Cx, ContextError> {
        numbers::load(NUMBERS, files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<NightRoll, Vec<KeyFault>> {
        let Some(throw) = inputs.word("throw") else {
            let help = "evasion-chits, night, night-chits or moonlit-attack";
            return Err(vec![KeyFault::new("throw", "is missing").help(help)]);
        };
        let strange: Vec<KeyFault> = OWN
            .iter()
            .filter(|(own, _)| *own != throw)
            .flat_map(|(own, keys)| keys.iter().map(move |key| (own, key)))
            .filter(|(_, key)| inputs.value(key).is_some())
            .map(|(own, key)| KeyFault::new(key, format!("belongs to throw={own}, not to {throw}")))
            .collect();
        if !strange.is_empty() {
            return Err(strange);
        }
        let number = |key: &str| inputs.number(key).and_then(|number| i32::try_from(number).ok());
        let date = inputs.word("date").map(str::to_owned);
        match throw {
            "evasion-chits" => Ok(NightRoll::EvasionChits { date }),
            "night" => sighting(inputs).map(NightRoll::Night),
            "night-chits" => Ok(NightRoll::NightChits {
                admirals: number("admirals").unwrap_or(0),
                at_war: inputs.yes_no("at-war").unwrap_or(true),
            }),
            _ => attack(inputs, date).map(NightRoll::Attack),
        }
    }
}

fn sighting(inputs: &Inputs) -> Result<Sighting, Vec<KeyFault>> {
    let sighting = Sighting {
        pt_boat: inputs.yes("pt-boat"),
        coastal: inputs.yes("coastal"),
        automatic: inputs.yes("automatic"),
        natural_6: inputs.yes("natural-6"),
        dummy: inputs.yes("dummy"),
        chit: inputs.yes("night-chit"),
    };
    let mut faults = Vec::new();
    if sighting.automatic && sighting.natural_6 {
        faults.push(KeyFault::new(
            "natural-6",
            "an automatic success needed no die, so it was not a natural 6",
        ));
    }
    if sighting.dummy && sighting.pt_boat {
        faults.push(KeyFault::new("dummy", "a PT-Boat is not a dummy task force"));
    }
    if faults.is_empty() { Ok(sighting) } else { Err(faults) }
}

fn attack(inputs: &Inputs, date: Option<String>) -> Result<MoonlitAttack, Vec<KeyFault>> {
    let number = |key: &str| inputs.number(key).and_then(|number| i32::try_from(number).ok());
    let mut faults = Vec::new();
    let typed = inputs.word("nation").unwrap_or_default();
    let nation = inputs.nation(typed);
    match nation {
        None if typed.is_empty() => faults.push(KeyFault::new("nation", "is missing").help("JP, US, UK …")),
        None => faults.push(KeyFault::new("nation", format!("no nation \"{typed}\"")).help("JP, US, UK …")),
        Some(_) => {}
    }
    if date.is_none() {
        faults.push(KeyFault::new("date", "is missing").help("the month, such as 1943-06"));
    }
    let gunnery = number("gunnery").unwrap_or(0);
    let armor = inputs.number("armor").and_then(|armor| u8::try_from(armor).ok());
    if armor.is_none() {
        faults.push(KeyFault::new("armor", "is missing").help("current Armor of the target"));
    }
    match (nation, date, armor) {
        (Some(nation), Some(date), Some(armor)) => {
            let (nation, aircraft) = (nation.to_owned(), inputs.yes("aircraft"));
            Ok(MoonlitAttack { nation, aircraft, date, gunnery, armor })
        }
        _ => Err(faults),
    }
}
