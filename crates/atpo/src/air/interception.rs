//! Air interception (ATPO-R27): whether an air unit may intercept something, and what it becomes by it.

pub mod case;
pub mod permit;

use serde::Serialize;

use case::{AirPrey, InterceptionCase};
use permit::{InterceptionWay, may_intercept};

use super::aircraft::{AirWord, Aircraft};
use super::combat::tables::AirTables;
use super::notation::aircraft;
use liege_rules::data::Files;
use liege_rules::inputs;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::inputs::{Field, Inputs, Key, KeyFault, KeyKind, TypedInput as _};
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

inputs! {
    /// An air interception as typed in.
    #[derive(Debug, Clone)]
    pub struct AskedInterception {
        /// the air unit as its counter is printed, with committed, unsupplied, carrier: F 4-6/3 committed
        unit: Interceptor = "interceptor", "4.7";
        ..case: InterceptionCase;
    }
}

/// The one unit that is to intercept.
#[derive(Debug, Clone)]
pub struct Interceptor(Aircraft);

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
    const KEYS: &'static [Key] = AskedInterception::KEYS;
    const CHOICES: &'static [&'static str] = &["air_interceptions", "committed_cap", "interceptor_commit"];
    type Cx = AirTables;
    type Input = AskedInterception;
    type Facts = InterceptionFacts;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<AirTables, ContextError> {
        AirTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<AskedInterception, Vec<KeyFault>> {
        let mut asked = AskedInterception::read(inputs)?;
        let AskedInterception { unit: Interceptor(unit), case } = &mut asked;
        case.range = case.range.or(unit.face().range);
        if case.distance.is_some_and(|distance| distance > 0) && case.range.is_none() {
            let missing = KeyFault::new("range", "is missing");
            let help = "the counter has no range: write F 4-6/3 for a range of 6, or range=6";
            return Err(vec![missing.help(help)]);
        }
        case.overstacked |= unit.is(AirWord::Overstacked);
        case.defends_carrier &= unit.is(AirWord::Carrier);
        Ok(asked)
    }

    fn sum(
        AskedInterception { unit: Interceptor(unit), case }: &AskedInterception,
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

impl Field for Interceptor {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let Some(value) = inputs.value(key) else {
            faults.push(KeyFault::new(key, "is missing").help("the air unit, such as F 4-6/3 JP"));
            return None;
        };
        let units = aircraft(key, "the", value, TAKES, inputs.nations());
        let mut units = units.map_err(|more| faults.extend(more)).ok()?;
        let unit = units.pop().filter(|_| units.is_empty());
        if unit.is_none() {
            faults.push(KeyFault::new(key, "expected one air unit"));
        }
        unit.map(Self)
    }
}
