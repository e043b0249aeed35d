//! Transport of units and supply by air (ATPO-R35, 4.12.1 to 4.12.3, 13.4): points, distances, and who may fly.

use std::ops::Range;

use serde::{Deserialize, Serialize};

mod crossing;
mod further;
mod keys;

use super::aircraft::{AirClass, Aircraft};
use super::flight::Flight;
use crate::sea::numbers::{self, Format1, TopicTables};
use crate::terms::{AIR_CARGO, FORCE_POOL};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::inputs::{Inputs, Key, KeyFault};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};
use vassal::diagnostic::counted;

/// Path of its numbers, and of those of the change of base.
pub const NUMBERS: &str = "rules/atpo/air_transport.toml";

/// `air_transport.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AirTransportNumbers {
    #[serde(rename = "format")]
    _format: Format1,
    transport: TransportHexes,
    points: TransportPoints,
    pub(super) rebase: RebaseNumbers,
    pub(super) west_coast: WestCoast,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct TransportHexes {
    hexes: u32,
    japanese_hexes: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct TransportPoints {
    one_step: u32,
    two_steps: u32,
    air_supply: u32,
}

/// How air units change base (4.3.6.1).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RebaseNumbers {
    pub range_times: u32,
    pub hops: usize,
    pub unsupplied_hops: usize,
}

/// How they come from the US West Coast (4.3.6.1).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WestCoast {
    pub long_range: u32,
    pub long_range_to: Vec<String>,
    pub short_range_to: Vec<String>,
}

/// Air transport that came through.
pub const UNHARMED: &str = "unharmed";
/// Air transport that was aborted.
pub const ABORTED: &str = "aborted";
/// Air transport that was shot down.
pub const DESTROYED: &str = "destroyed";

/// ATPO-R35.
pub struct AirTransport;

const RULE: &str = "4.12.2";
const UNITS: &str = "4.12.3";
const SUPPLY: &str = "13.4";

/// What is to be carried by air.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AirLoad {
    cargo: Option<String>,
    steps: u32,
    /// What else is in it, with its steps.
    further: Vec<(&'static str, u32)>,
    points: Option<u32>,
    japanese: bool,
    range: Option<u32>,
    pick_up: u32,
    distance: Option<u32>,
    halved: bool,
    from_base: bool,
    to_base: bool,
    unsupplied: bool,
    by_rail: bool,
    fate: String,
}

/// What it takes and where it ends.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct AirLoadFacts {
    /// Points that the cargo takes, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Hexes that are flown, where they were told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hexes: Option<u32>,
    /// Hexes that may be flown.
    pub most: u32,
    #[serde(skip)]
    told: Vec<String>,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

impl Sum for AirTransport {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R35";
    const NAME: &'static str = "air-transport";
    const KEYS: &'static [Key] = keys::KEYS;
    const CHOICES: &'static [&'static str] = &["launch_check_span", "max_steps"];
    type Cx = TopicTables<AirTransportNumbers>;
    type Input = AirLoad;
    type Facts = AirLoadFacts;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        numbers::load(NUMBERS, files, settings, &["max_steps"])
    }

    fn read(inputs: &Inputs) -> Result<AirLoad, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let number = |key: &str| inputs.number(key).and_then(|number| u32::try_from(number).ok());
        let cargo = inputs.word("cargo").map(str::to_owned);
        let nation = inputs.word("nation").map(|word| (word, inputs.nation(word)));
        if let Some((word, None)) = nation {
            faults.push(KeyFault::new("nation", format!("no nation \"{word}\"")));
        }
        if cargo.is_none() && number("distance").is_none() {
            faults.push(
                KeyFault::new("cargo", "or `distance` is missing").help("such as cargo=infantry steps=2"),
            );
        }
        let steps = match cargo.as_deref() {
            Some("infantry" | "marine") if number("steps").is_none() => {
                faults.push(KeyFault::new("steps", "is missing").help("the steps that the unit has now"));
                1
            }
            _ => number("steps").unwrap_or(1),
        };
        let further = further::read(inputs, &mut faults);
        let mut all = cargo.as_deref().into_iter().chain(further.iter().map(|(cargo, _)| *cargo));
        if all.any(|cargo| cargo == "air-supply") && number("range").is_none() {
            faults.push(
                KeyFault::new("range", "is missing").help("Air Supply cannot fly beyond the printed range"),
            );
        }
        let listed = crossing::listed(inputs, &mut faults);
        let load = AirLoad {
            cargo,
            steps,
            further,
            points: number("points").or_else(|| listed.as_deref().map(crossing::points_of)),
            japanese: nation.is_some_and(|(_, code)| code == Some("JP")),
            range: number("range"),
            pick_up: number("pick-up").unwrap_or(0),
            distance: number("distance"),
            halved: inputs.yes("range-halved"),
            from_base: inputs.word("from") != Some("elsewhere"),
            to_base: inputs.word("to") != Some("elsewhere"),
            unsupplied: inputs.yes("out-of-supply"),
            by_rail: inputs.yes("moved-by-rail"),
            fate: inputs.word("fate").unwrap_or(UNHARMED).to_owned(),
        };
        if faults.is_empty() { Ok(load) } else { Err(faults) }
    }

    fn sum(load: &AirLoad, tables: &Self::Cx, log: &mut Log) -> Result<AirLoadFacts, Vec<Refusal>> {
        let mut refusals = load.forbidden(tables);
        let points = load.takes(&tables.numbers.points);
        let most = load.most(&tables.numbers.transport);
        refusals.extend(load.too_far(most).map(|what| Refusal::new(RULE, what)));
        refusals.extend(load.supply_too_far().map(|what| Refusal::new(SUPPLY, what)));
        if let Some((needed, given)) = points.zip(load.points).filter(|(needed, given)| given < needed) {
            refusals.push(Refusal::new(UNITS, format!("{needed} ATP are needed, but only {given} fly")));
        }
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let mut told: Vec<String> = points.map(|points| format!("{points} ATP")).into_iter().collect();
        if let Some(points) = points {
            log.line(|| ("air transport points", points.to_string(), load.in_words(), UNITS));
        }
        let hexes = load.distance.map(|distance| distance.saturating_add(load.pick_up));
        if let Some((hexes, distance)) = hexes.zip(load.distance) {
            told.push(format!("{hexes} of {most} hexes"));
            log.line(|| {
                let cause = format!("{} to the cargo and {distance} on with it", load.pick_up);
                ("distance", format!("{hexes} of {most} hexes"), cause, RULE)
            });
        }
        load.arrives(&mut told, log);
        let deeds = load.cargo.iter().map(|_| lands(&load.fate)).collect();
        Ok(AirLoadFacts { points, hexes, most, told, deeds })
    }

    fn deeds(facts: &AirLoadFacts) -> Vec<Deed> {
        facts.deeds.clone()
    }

    fn result(facts: &AirLoadFacts) -> String {
        facts.told.join(", ")
    }
}

impl AirLoad {
    /// Each piece of cargo with its steps.
    fn pieces(&self) -> impl Iterator<Item = (&str, u32)> {
        let first = self.cargo.as_deref().map(|cargo| (cargo, self.steps));
        first.into_iter().chain(self.further.iter().copied())
    }

    /// Points that the cargo takes.
    fn takes(&self, points: &TransportPoints) -> Option<u32> {
        let one = |(cargo, steps): (&str, u32)| match (cargo, steps) {
            ("air-supply", _) => points.air_supply,
            ("paratroop", _) | (_, 1) => points.one_step,
            _ => points.two_steps,
        };
        self.cargo.as_ref().map(|_| self.pieces().map(one).sum())
    }

    /// Each piece of cargo in words.
    fn in_words(&self) -> String {
        let one = |(cargo, steps): (&str, u32)| match cargo {
            "air-supply" | "paratroop" => cargo.replace('-', " "),
            cargo => format!("{cargo} of {}", counted(steps as usize, "step")),
        };
        self.pieces().map(one).collect::<Vec<_>>().join(", ")
    }

    /// Hexes that may be flown.
    fn most(&self, hexes: &TransportHexes) -> u32 {
        let most = if self.japanese { hexes.japanese_hexes } else { hexes.hexes };
        if self.halved { most / 2 } else { most }
    }

    fn too_far(&self, most: u32) -> Option<String> {
        let hexes = self.distance?.saturating_add(self.pick_up);
        (hexes > most).then(|| format!("{hexes} hexes with the way to the cargo are more than {most}"))
    }

    /// Air Supply flies no farther than the printed range.
    fn supply_too_far(&self) -> Option<String> {
        let (distance, range) = self.distance.zip(self.range)?;
        let range = if self.halved { (range / 2).max(1) } else { range };
        let is_far = self.pieces().any(|(cargo, _)| cargo == "air-supply") && distance > range;
        is_far.then(|| format!("Air Supply is flown {distance} hexes, beyond the range of {range}"))
    }

    /// What the rules forbid, distances apart.
    fn forbidden(&self, tables: &TopicTables<AirTransportNumbers>) -> Vec<Refusal> {
        let mut all = Vec::new();
        let mut say = |wrong: bool, rule: &str, what: &str| {
            if wrong {
                all.push(Refusal::new(rule, what));
            }
        };
        let is_large =
            self.pieces().any(|(cargo, steps)| matches!(cargo, "infantry" | "marine") && steps > 2);
        let most_two = tables.choices.is("max_steps", "two");
        say(
            self.pieces().any(|(cargo, _)| cargo == "other"),
            UNITS,
            "only infantry, marines, paratroops and Air Supply fly",
        );
        say(is_large && most_two, "14.6.3", "land units have at most two steps (choice max_steps)");
        say(is_large && !most_two, UNITS, "units of three or four steps cannot fly (choice max_steps)");
        say(!self.from_base, RULE, "the cargo is loaded on a working airbase");
        say(!self.to_base, RULE, "the cargo is landed on a working friendly airbase");
        say(self.unsupplied, UNITS, "air transport that is out of supply cannot carry anything");
        say(self.by_rail, UNITS, "a unit that flies cannot move by rail in the same month");
        all
    }

    /// Where the cargo ends.
    fn arrives(&self, told: &mut Vec<String>, log: &mut Log) {
        let (value, cause, rule) = match self.fate.as_str() {
            ABORTED => ("back at its base", "with the air transport that was aborted", "4.12.1"),
            DESTROYED => ("destroyed", "with the air transport that carried it", "4.12.1"),
            _ => {
                let cause = "in Step 4 of the Naval and Air Phase; the air transport stays or returns";
                log.line(|| ("cargo", "lands", cause, RULE));
                return;
            }
        };
        told.push(format!("cargo {value}"));
        log.line(|| ("cargo", value, cause, rule));
    }
}

/// What became of the air transport of a flight that carries something, as that goes: its cargo goes back with one that was
/// aborted, and is lost with one that was shot down; no piece of it flies in parts.
#[must_use]
pub fn fate_of(left: &Flight, mut units: Range<usize>) -> &'static str {
    match () {
        () if units.clone().any(|unit| !left.has(unit)) => DESTROYED,
        () if units.any(|unit| !left.flies(unit)) => ABORTED,
        () => UNHARMED,
    }
}

/// Refuses what is listed as air transport and is none.
pub(super) fn only_transport(units: &[Aircraft], faults: &mut Vec<KeyFault>) {
    for unit in units.iter().filter(|unit| unit.class != AirClass::Transport) {
        let fault = KeyFault::new(
            "transport",
            format!("{} is not air transport and cannot carry anything", unit.name),
        );
        faults.push(fault.help("such as ATP 1 US; put accompanying fighters in escorts"));
    }
}

/// What is done to what it carries.
#[must_use]
pub fn lands(fate: &str) -> Deed {
    let (act, rule) = match fate {
        ABORTED => (Act::Retreat(None), "4.12.1"),
        DESTROYED => (Act::Destroy(FORCE_POOL), "4.12.1"),
        _ => (Act::Advance(None), RULE),
    };
    Deed { whom: Whom::Thing(AIR_CARGO), act, rule: rule.into() }
}
