//! Air interception (ATPO-R27): whether an air unit may intercept something, and what it becomes by it.

pub mod case;
pub mod keys;
pub mod permit;

use serde::Serialize;

use case::{AirPrey, FlyingWeather, Intercepted, InterceptionCase};
use permit::{InterceptionWay, may_intercept};

use super::aircraft::{AirWord, Aircraft};
use super::combat::tables::AirTables;
use super::notation::aircraft;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::inputs::{Inputs, Key, KeyFault};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};

/// ATPO-R27.
pub struct AirInterception;

/// What may be said of the interceptor.
const TAKES: &[AirWord] = &[
    AirWord::Carrier,
    AirWord::AsBomber,
    AirWord::AsFighter,
    AirWord::Kamikaze,
    AirWord::Committed,
    AirWord::PreviouslyCommitted,
    AirWord::Unsupplied,
    AirWord::Overstacked,
];

/// What comes of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct InterceptionFacts {
    /// Its name.
    pub interceptor: String,
    /// In what way it intercepts: `intercepts`, `counter-intercepts` or `attacks`.
    pub way: &'static str,
    /// What it is marked with; none where it gets no mark.
    pub mark: Option<String>,
    /// Whether it flies no attack later in this phase if its carrier moves.
    pub no_attack_later: bool,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

impl Sum for AirInterception {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R27";
    const NAME: &'static str = "air-interception";
    const KEYS: &'static [Key] = keys::KEYS;
    const CHOICES: &'static [&'static str] = &["air_interceptions", "committed_cap", "interceptor_commit"];
    type Cx = AirTables;
    type Input = (Aircraft, InterceptionCase);
    type Facts = InterceptionFacts;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<AirTables, ContextError> {
        AirTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<Self::Input, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let unit = interceptor(inputs, &mut faults);
        let prey = meaning(inputs, "target", keys::PREY, &mut faults);
        let phase = meaning(inputs, "phase", keys::PHASES, &mut faults);
        let (Some(unit), Some(prey), Some(phase)) = (unit, prey, phase) else { return Err(faults) };
        let case = case(inputs, &unit, InterceptionCase::of(prey, phase), &mut faults);
        if faults.is_empty() { Ok((unit, case)) } else { Err(faults) }
    }

    fn sum(
        (unit, case): &Self::Input,
        tables: &AirTables,
        log: &mut Log,
    ) -> Result<InterceptionFacts, Vec<Refusal>> {
        let permit = may_intercept(unit, case, &tables.numbers.interception, &tables.choices)
            .map_err(|refusal| vec![refusal])?;
        let way = match permit.way {
            InterceptionWay::Interception => ("intercepts", "4.7.1"),
            InterceptionWay::Counter => ("counter-intercepts", "4.7.2"),
            InterceptionWay::Stationary => ("attacks", "4.7.5"),
        };
        let whom = if case.prey == AirPrey::Ships { "the ships" } else { "the air units" };
        log.line(|| {
            let cause = match case.distance {
                Some(0) => format!("it attacks {whom} in its own hex; no search, no evasion"),
                Some(distance) => format!("it flies {distance} hexes to {whom}; no search, no evasion"),
                None => format!("it flies to {whom}; no search, no evasion"),
            };
            (unit.name.clone(), way.0, cause, way.1)
        });
        let (cause, rule) = permit.because;
        log.line(|| {
            let mark = permit.mark.as_ref().map_or("no mark".to_owned(), ToString::to_string);
            (unit.name.clone(), mark, cause, rule)
        });
        if permit.no_attack_later {
            let cause = "it defends its carrier in the Naval Movement Step, if the carrier moves";
            log.line(|| (unit.name.clone(), "flies no attack later in this phase", cause, "4.7.4"));
        }
        let whom = Whom::Unit { name: unit.name.clone(), piece: unit.piece.clone() };
        let deed = |mark| Deed { whom, act: Act::Mark(mark), rule: rule.into() };
        Ok(InterceptionFacts {
            interceptor: unit.name.clone(),
            way: way.0,
            mark: permit.mark.as_ref().map(ToString::to_string),
            no_attack_later: permit.no_attack_later,
            deeds: permit.mark.map(deed).into_iter().collect(),
        })
    }

    fn deeds(facts: &InterceptionFacts) -> Vec<Deed> {
        facts.deeds.clone()
    }

    fn result(facts: &InterceptionFacts) -> String {
        match &facts.mark {
            Some(mark) => format!("{}, then {mark}", facts.way),
            None => format!("{}, no mark", facts.way),
        }
    }
}

/// The one unit that is to intercept.
fn interceptor(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Aircraft> {
    let key = "interceptor";
    let Some(value) = inputs.value(key) else {
        faults.push(KeyFault::new(key, "is missing").help("the air unit, such as F 4-6/3 JP"));
        return None;
    };
    let mut units =
        aircraft(key, "the", value, TAKES, inputs.nations()).map_err(|more| faults.extend(more)).ok()?;
    let unit = units.pop();
    if unit.is_none() || !units.is_empty() {
        faults.push(KeyFault::new(key, "expected one air unit"));
        return None;
    }
    unit
}

/// What the word of a key means.
fn meaning<T: Copy>(
    inputs: &Inputs,
    key: &str,
    words: &[(&str, T)],
    faults: &mut Vec<KeyFault>,
) -> Option<T> {
    let told = inputs.word(key);
    if told.is_none() {
        let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        faults.push(KeyFault::new(key, "is missing").help(format!("one of {}", all.join(", "))));
    }
    words.iter().find(|(word, _)| Some(*word) == told).map(|(_, meaning)| *meaning)
}

fn case(
    inputs: &Inputs,
    unit: &Aircraft,
    case: InterceptionCase,
    faults: &mut Vec<KeyFault>,
) -> InterceptionCase {
    let yes = |key: &str| inputs.yes(key);
    let number = |key: &str| inputs.number(key).and_then(|number| u8::try_from(number).ok());
    let or = |key: &str| inputs.word(key).unwrap_or_default().to_owned();
    let of = |words: &[(&str, FlyingWeather)], key: &str| {
        words.iter().find(|(word, _)| *word == or(key)).map_or(FlyingWeather::None, |(_, effect)| *effect)
    };
    let distance = number("distance");
    let range = number("range").or(unit.face().range);
    if distance.is_some_and(|distance| distance > 0) && range.is_none() {
        let missing = KeyFault::new("range", "is missing");
        faults.push(missing.help("the counter has no range: write F 4-6/3 for a range of 6, or range=6"));
    }
    let told = keys::INTERCEPTED.iter().find(|(word, _)| *word == or("intercepted"));
    InterceptionCase {
        own: inputs.word("whose") == Some("own"),
        moving: inputs.yes_no("moving").unwrap_or(true),
        distance,
        range,
        effect: of(keys::EFFECTS, "weather"),
        damaged_carrier: yes("damaged-carrier"),
        overstacked: yes("overstacked") || unit.is(AirWord::Overstacked),
        intercepted: told.map_or(Intercepted::Not, |(_, told)| *told),
        defends_carrier: yes("carrier-defence") && unit.is(AirWord::Carrier),
        same_hex: yes("same-hex"),
        began_in_range: yes("began-in-range"),
        with_friends: yes("with-friends"),
        own_hex_attacked: yes("own-hex-attacked"),
        ..case
    }
}
