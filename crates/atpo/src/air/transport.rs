//! Transport of units and supply by air (ATPO-R35, 4.12.1 to 4.12.3, 13.4): points, distances, and who may fly.

use std::ops::Range;

use serde::{Deserialize, Serialize};

mod crossing;
mod further;

use super::aircraft::{AirClass, Aircraft};
use super::combat::keys as combat;
use super::flight::Flight;
use super::strike::keys::MetOnTheWay;
use crate::sea::numbers::{self, Format1, TopicTables};
use crate::terms::{AIR_CARGO, FORCE_POOL};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, NationCode, ReadElsewhere, TypedInput as _};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};
use liege_rules::{inputs, words};
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
const AIR_SUPPLY: &str = "air-supply";

/// ATPO-R35.
pub struct AirTransport;

const RULE: &str = "4.12.2";
const UNITS: &str = "4.12.3";
const SUPPLY: &str = "13.4";

words! {
    /// What may be carried.
    pub enum AirCargo {
        Infantry = "infantry" | "inf",
        Marine = "marine" | "marines" | "snlf",
        Paratroop = "paratroop" | "paratroops" | "para",
        AirSupply = "air-supply" | "supply",
        Other = "other" | "armor" | "cavalry" | "hq" | "general" | "engineer",
    }
}

words! {
    /// Where cargo is loaded or landed: at a working airbase, or not.
    pub enum CargoBase or Airbase { Airbase = "airbase" | "base", Elsewhere = "elsewhere" | "no-airbase" | "destroyed" }
}

words! {
    /// What an interception did to air transport.
    pub enum TransportFate {
        Unharmed = "unharmed" | "none",
        Aborted = "aborted" | "abort",
        Destroyed = "destroyed" | "eliminated" | "lost",
    }
}

inputs! {
    /// A flight of air transport as typed in.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct TypedLoad {
        /// what is carried: infantry, marine, paratroop, air-supply; other is refused
        cargo: Option<AirCargo> = "cargo" | "transported", UNITS;
        /// steps that the unit has now; a paratroop has one
        steps: Option<u32> = "steps", UNITS, 1..=4;
        /// what else is in the same air transport, with the steps of units: paratroop, infantry 1, 2 x air-supply
        _further: Option<String> = "further-cargo" | "more-cargo", "4.12.1";
        /// air transport points that fly
        points: Option<u32> = "points" | "atp", "4.12.1", 0..=100;
        /// whose air transport: Japanese ones fly less far
        nation: Option<NationCode> = "nation", RULE;
        /// their printed range, for Air Supply
        range: Option<u32> = "range", SUPPLY, 1..=99;
        /// hexes from their base to the cargo; 0 when not given
        pick_up: Option<u32> = "pick-up" | "to-cargo", RULE, 0..=99;
        /// hexes on with the cargo
        distance: Option<u32> = "distance" | "carry", RULE, 0..=99;
        /// weather halves ranges
        halved: bool = "range-halved" | "weather", "1.1";
        /// where the cargo is loaded: a working airbase, when not given
        from: CargoBase = "from" | "loading", RULE;
        /// where it is landed: a working friendly airbase, when not given
        to: CargoBase = "to" | "landing", RULE;
        /// the air transport is out of supply; its cargo may be
        unsupplied: bool = "out-of-supply", UNITS;
        /// the unit moves by rail this month, too
        by_rail: bool = "moved-by-rail" | "rail", UNITS;
        /// what an interception did to the air transport, where it is not fought here; unharmed when not given
        fate: Option<TransportFate> = "fate" | "after-combat", "4.12.1";
        /// the air transport that carries it, where it can be met: 2 x ATP 1 US, ATP 2 1 JP
        _transport: Option<String> = "transport" | "aircraft", "4.12.1";
        /// fighters that fly along: F 4-10/3 US, N 4-5/3
        _escorts: Option<String> = "escorts", "4.12.1";
        _sneak: ReadElsewhere = combat::SNEAK;
        .._met: MetOnTheWay;
    }
}

/// What is to be carried by air.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AirLoad {
    typed: TypedLoad,
    /// What else is in it, with its steps.
    further: Vec<(&'static str, u32)>,
    points: Option<u32>,
    fate: &'static str,
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
    const KEYS: &'static [Key] = TypedLoad::KEYS;
    const CHOICES: &'static [&'static str] = &["launch_check_span", "max_steps"];
    type Cx = TopicTables<AirTransportNumbers>;
    type Input = AirLoad;
    type Facts = AirLoadFacts;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        numbers::load(NUMBERS, files, settings, &["max_steps"])
    }

    fn read(inputs: &Inputs) -> Result<AirLoad, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let typed = TypedLoad::fields(inputs, &mut faults);
        let mut missing =
            |key: &str, what: &str, help: &str| faults.push(KeyFault::new(key, what).help(help));
        let has = |key: &str| inputs.value(key).is_some();
        if !has("cargo") && !has("distance") {
            missing("cargo", "or `distance` is missing", "such as cargo=infantry steps=2");
        }
        if matches!(inputs.word("cargo"), Some("infantry" | "marine")) && !has("steps") {
            missing("steps", "is missing", "the steps that the unit has now");
        }
        let further = further::read(inputs, &mut faults);
        let mut all = inputs.word("cargo").into_iter().chain(further.iter().map(|(cargo, _)| *cargo));
        if all.any(|cargo| cargo == AIR_SUPPLY) && !has("range") {
            let fault = KeyFault::new("range", "is missing");
            faults.push(fault.help("Air Supply cannot fly beyond the printed range"));
        }
        let listed = crossing::listed(inputs, &mut faults);
        let typed = typed.filter(|_| faults.is_empty()).ok_or(faults)?;
        let points = typed.points.or_else(|| listed.as_deref().map(crossing::points_of));
        let fate = typed.fate.map_or(UNHARMED, TransportFate::word);
        Ok(AirLoad { typed, further, points, fate })
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
        let hexes = load.typed.distance.map(|distance| distance.saturating_add(load.pick_up()));
        if let Some((hexes, distance)) = hexes.zip(load.typed.distance) {
            told.push(format!("{hexes} of {most} hexes"));
            log.line(|| {
                let cause = format!("{} to the cargo and {distance} on with it", load.pick_up());
                ("distance", format!("{hexes} of {most} hexes"), cause, RULE)
            });
        }
        load.arrives(&mut told, log);
        let deeds = load.typed.cargo.iter().map(|_| lands(load.fate)).collect();
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
    fn pieces(&self) -> impl Iterator<Item = (&'static str, u32)> {
        let first = self.typed.cargo.map(|cargo| (cargo.word(), self.typed.steps.unwrap_or(1)));
        first.into_iter().chain(self.further.iter().copied())
    }

    /// Hexes to the cargo.
    fn pick_up(&self) -> u32 {
        self.typed.pick_up.unwrap_or(0)
    }

    /// Points that the cargo takes.
    fn takes(&self, points: &TransportPoints) -> Option<u32> {
        let one = |(cargo, steps): (&str, u32)| match (cargo, steps) {
            (AIR_SUPPLY, _) => points.air_supply,
            ("paratroop", _) | (_, 1) => points.one_step,
            _ => points.two_steps,
        };
        self.typed.cargo.as_ref().map(|_| self.pieces().map(one).sum())
    }

    /// Each piece of cargo in words.
    fn in_words(&self) -> String {
        let one = |(cargo, steps): (&str, u32)| match cargo {
            AIR_SUPPLY | "paratroop" => cargo.replace('-', " "),
            cargo => format!("{cargo} of {}", counted(steps as usize, "step")),
        };
        self.pieces().map(one).collect::<Vec<_>>().join(", ")
    }

    /// Hexes that may be flown.
    fn most(&self, hexes: &TransportHexes) -> u32 {
        let is_japanese = self.typed.nation.is_some_and(|nation| nation.0 == "JP");
        let most = if is_japanese { hexes.japanese_hexes } else { hexes.hexes };
        if self.typed.halved { most / 2 } else { most }
    }

    fn too_far(&self, most: u32) -> Option<String> {
        let hexes = self.typed.distance?.saturating_add(self.pick_up());
        (hexes > most).then(|| format!("{hexes} hexes with the way to the cargo are more than {most}"))
    }

    /// Air Supply flies no farther than the printed range.
    fn supply_too_far(&self) -> Option<String> {
        let (distance, range) = self.typed.distance.zip(self.typed.range)?;
        let range = if self.typed.halved { (range / 2).max(1) } else { range };
        let is_far = self.pieces().any(|(cargo, _)| cargo == AIR_SUPPLY) && distance > range;
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
        say(self.typed.from == CargoBase::Elsewhere, RULE, "the cargo is loaded on a working airbase");
        say(self.typed.to == CargoBase::Elsewhere, RULE, "the cargo is landed on a working friendly airbase");
        say(self.typed.unsupplied, UNITS, "air transport that is out of supply cannot carry anything");
        say(self.typed.by_rail, UNITS, "a unit that flies cannot move by rail in the same month");
        all
    }

    /// Where the cargo ends.
    fn arrives(&self, told: &mut Vec<String>, log: &mut Log) {
        let (value, cause, rule) = match self.fate {
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
