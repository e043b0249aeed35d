//! Magic as typed in: the chit, the roll that its number changes, and when.

use super::{MagicRoll, MagicUse, MagicValue};
use crate::forces::unit::entries;
use liege_rules::play::inputs::{Inputs, KeyFault, Month, TypedInput as _};
use liege_rules::{inputs, words};

const VALUE_HELP: &str = "the numbers printed on the chit, such as 2 or +2/-1: the rules do not print them";
/// More than any chit prints.
const MOST_VALUE: i64 = 9;
/// More nations than any battle has.
const MOST_NATIONS: usize = 20;

words! {
    /// What a chit is for: rolls in the air, on land and at sea, submarines on a merchant route, the Initiative of a
    /// month, Yamamoto, a ship in repair.
    pub enum MagicContext alone {
        Air = "air",
        Land = "land",
        Naval = "naval" | "sea",
        Maru = "maru",
        Initiative = "initiative",
        Yamamoto = "yamamoto" | "yamamoto-shot-down",
        Repair = "repair" | "naval-repair" | "us-naval-repair",
    }
}

words! {
    /// What a chit with numbers is for.
    pub enum NumberedContext { Air = "air", Land = "land", Naval = "naval" | "sea" }
}

words! {
    /// What is rolled.
    pub enum RolledFor alone {
        AirCombat = "air-combat" | "dogfight",
        ReturnFire = "return-fire",
        Bombing = "bombing" | "installation",
        AirNaval = "air-naval" | "air-naval-attack",
        Reconnaissance = "reconnaissance" | "recon" | "search",
        LandCombat = "land-combat" | "land-attack",
        NavalCombat = "naval-combat" | "naval-attack",
        Interception = "interception" | "naval-interception",
        Mines = "mines" | "naval-mines" | "port-mines",
        SeaMines = "sea-mines" | "sea-mine-attack",
    }
}

words! {
    /// Who rolls.
    pub enum Roller alone { Own = "own" | "allied" | "us", Enemy = "enemy" | "japanese" | "axis" }
}

words! {
    /// The Phase or Step.
    pub enum MagicPhase {
        Weather = "weather",
        StrategicWarfare = "strategic-warfare" | "strategic",
        NavalAndAir = "naval-and-air" | "naval",
        Offensive = "offensive",
        Movement = "movement",
        End = "end",
        Construction = "construction" | "construction-and-repair" | "seasonal",
    }
}

words! {
    /// For how long a chit was drawn.
    pub enum DrawPeriod alone { Seasonal = "seasonal" | "season", Yearly = "yearly" | "year" }
}

words! {
    /// Who has the Initiative of a season.
    pub enum InitiativeHolder { Japan = "japan" | "jp" | "axis", Allies = "allies" | "allied" | "us" }
}

inputs! {
    /// A chit as typed in.
    #[derive(Debug, Clone)]
    pub struct TypedMagic {
        /// what the chit is for: air, land, naval, maru, initiative, yamamoto or repair
        chit: Option<MagicContext> = "chit" | "magic", "17.10.2";
        /// the numbers printed on the chit: 2, or +2/-1 where they differ
        _value: Option<String> = "value" | "printed", "17.10.2";
        /// what a second chit is for that is used on the same roll
        second: Option<NumberedContext> = "second-chit" | "with", "17.10.2.5";
        /// the numbers printed on it
        _second_value: Option<String> = "second-value" | "with-value", "17.10.2.5";
        /// what is rolled
        roll: Option<RolledFor> = "roll" | "on" | "throw", "17.10.2";
        /// who rolls: own or enemy; own when not given
        whose: Option<Roller> = "whose" | "roller", "17.10.2";
        /// nations of the Allied units that take part: US, UK; US when not given
        _nation: Option<String> = "nation", "17.10.2";
        /// the month, such as 1943-04
        date: Option<Month> = "date" | "month", "17.10.1";
        /// the Phase or Step in which it is used
        phase: Option<MagicPhase> = "phase", "17.10.2";
        /// the month in which the chit was drawn
        drawn: Option<Month> = "drawn", "17.10.1";
        /// whether it was drawn for a season or for a year; seasonal when not given
        period: Option<DrawPeriod> = "period" | "draw", "17.10.1";
        /// the chit was used before
        used: bool = "used" | "used-before", "17.10.2.6";
        /// a Change JN-25 is in force this season
        changed: bool = "jn-25" | "jn-25-changed" | "code-changed", "17.10.2.7";
        /// the month in which Japan placed a Change JN-25: it is in force in the season after it
        placed: Option<Month> = "jn-25-placed", "17.10.2.7";
        /// in the European Theater
        europe: bool = "europe" | "european-theater", "17.10.2.6";
        /// maru: US submarines on the route
        submarines: Option<u32> = "submarines" | "us-submarines", "17.10.2.2.1", 0..=100;
        /// initiative: who has the Initiative of the season
        holder: Option<InitiativeHolder> = "holder" | "initiative-holder", "17.10.2.2.2";
        /// yamamoto: Offensives that Japan has left; two or more when not given
        offensives: Option<u32> = "offensives" | "japanese-offensives", "17.10.2.3", 0..=100;
        /// yamamoto: he was shot down before in this game
        played: bool = "played" | "played-before", "17.10.2.3";
    }
}

/// Keys that belong to one sort of chit only.
const OWN: &[(&[MagicContext], &[&str])] = &[
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
const ROLLS: &[MagicRoll] = &[
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

/// Reads the values.
pub(super) fn magic(inputs: &Inputs) -> Result<MagicUse, Vec<KeyFault>> {
    let typed = TypedMagic::read(inputs)?;
    let Some(context) = typed.chit else {
        let help = "air, land, naval, maru, initiative, yamamoto or repair";
        return Err(vec![KeyFault::new("chit", "is missing").help(help)]);
    };
    let mut faults = strange(inputs, context);
    let numbered = matches!(context, MagicContext::Air | MagicContext::Land | MagicContext::Naval);
    let roll = typed.roll.and_then(|rolled| ROLLS.iter().find(|roll| roll.word == rolled.word()));
    faults.extend(missing(inputs, context, numbered && roll.is_none()));
    let value = if numbered { value(inputs, "value", &mut faults) } else { MagicValue::default() };
    let second = second(inputs, typed.second, &mut faults);
    let nations = nations(inputs, &mut faults);
    match faults.is_empty() {
        true => Ok(MagicUse { typed, context, value, second, roll, nations }),
        false => Err(faults),
    }
}

/// What a chit cannot do without.
fn missing(inputs: &Inputs, context: MagicContext, roll: bool) -> Vec<KeyFault> {
    let own = ROLLS.iter().filter(|roll| roll.context == context);
    let rolls = own.map(|roll| roll.word).collect::<Vec<_>>().join(", ");
    let given = |key: &str| inputs.value(key).is_some();
    let dated = context == MagicContext::Yamamoto || given("drawn") || given("jn-25-placed");
    let wanted = [
        (roll, "roll", rolls.as_str()),
        (context == MagicContext::Maru, "submarines", "US submarines on the route"),
        (context == MagicContext::Initiative, "holder", "who has the Initiative: japan or allies"),
        (dated, "date", "the month of its use, such as 1943-04"),
    ];
    let lacks = wanted.into_iter().filter(|(wanted, key, _)| *wanted && !given(key));
    lacks.map(|(_, key, help)| KeyFault::new(key, "is missing").help(help)).collect()
}

/// Keys of other chits.
fn strange(inputs: &Inputs, context: MagicContext) -> Vec<KeyFault> {
    let others = OWN.iter().filter(|(own, _)| !own.contains(&context)).flat_map(|(_, keys)| *keys);
    let given = others.filter(|key| inputs.value(key).is_some());
    given
        .map(|key| KeyFault::new(key, format!("does not apply to a chit for {}", context.called())))
        .collect()
}

/// The numbers printed on a chit: `2`, `+2/-1`.
fn value(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> MagicValue {
    let Some(typed) = inputs.word(key) else {
        faults.push(KeyFault::new(key, "is missing").help(VALUE_HELP));
        return MagicValue::default();
    };
    let number = |text: &str, sign: char| {
        let text = text.trim();
        let number = text.strip_prefix(sign).unwrap_or(text).parse::<i64>().ok();
        number.filter(|number| (1..=MOST_VALUE).contains(number))
    };
    let (plus, minus) = typed.split_once('/').unwrap_or((typed, typed));
    match (number(plus, '+'), number(minus, if typed.contains('/') { '-' } else { '+' })) {
        (Some(plus), Some(minus)) => MagicValue { plus, minus },
        _ => {
            let fault =
                KeyFault::new(key, format!("expected numbers from 1 to {MOST_VALUE}, not \"{typed}\""));
            faults.push(fault.help(VALUE_HELP));
            MagicValue::default()
        }
    }
}

/// A second chit, which needs both of its keys.
fn second(
    inputs: &Inputs,
    chit: Option<NumberedContext>,
    faults: &mut Vec<KeyFault>,
) -> Option<(MagicContext, MagicValue)> {
    let Some(chit) = chit else {
        if inputs.value("second-value").is_some() {
            faults.push(KeyFault::new("second-chit", "is missing").help("air, land or naval"));
        }
        return None;
    };
    let context = match chit {
        NumberedContext::Air => MagicContext::Air,
        NumberedContext::Land => MagicContext::Land,
        NumberedContext::Naval => MagicContext::Naval,
    };
    Some((context, value(inputs, "second-value", faults)))
}

/// The nations of the Allied units; the US where none was told.
fn nations(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Vec<&'static str> {
    let Some(value) = inputs.value("nation") else { return vec!["US"] };
    let mut nations = Vec::new();
    for entry in entries(value).into_iter().take(MOST_NATIONS) {
        let typed = entry.as_str().map_or_else(|| entry.to_string(), str::to_owned);
        match inputs.nation(&typed) {
            Some("JP") => faults.push(KeyFault::new("nation", "JP is not an Allied nation")),
            Some(nation) => nations.push(nation),
            None => {
                let fault = KeyFault::new("nation", format!("no nation \"{typed}\""));
                faults.push(fault.help("the Allied units that take part: US, UK, AU …"));
            }
        }
    }
    nations
}
