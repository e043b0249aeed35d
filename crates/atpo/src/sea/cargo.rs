//! Hits on sea transport and what becomes of its cargo (ATPO-R15, 3.11.8, 3.11.4.1).

use serde::Serialize;
use serde_json::Value;

use super::tables::SeaTables;
use crate::forces::unit::entries;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::inputs::{Field, Inputs, Key, KeyFault, KeyKind, TypedInput as _};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};
use liege_rules::{inputs, words};
use vassal::diagnostic::counted;

/// More counters of sea transport than any stack has.
const MOST_COUNTERS: usize = 60;

/// ATPO-R15: no dice, a sum.
pub struct TransportHits;

words! {
    /// What the troops aboard are there for: an assault may become a transport, an evacuation may not.
    pub enum SeaMission alone {
        Transport = "transport",
        Assault = "assault" | "amphibious-assault" | "amphibious",
        Evacuation = "evacuation" | "evacuate",
    }
}

inputs! {
    /// What the sum depends on.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct TransportStack {
        /// the counters of the stack by their points: 2, 2, 1
        counters: Counters = "counters" | "stp" | "transports", "3.11.8";
        /// hits on them; doubles count once
        hits: Option<u32> = "hits", "3.11.8", 0..=120;
        /// transport points that the cargo needs in its mission
        cargo: Option<u32> = "cargo", "3.13", 0..=240;
        /// what the troops are aboard for; a transport when not given
        mission: Option<SeaMission> = "mission", "3.11.8";
        /// of an assault: the points that its cargo needs as a simple transport
        as_transport: Option<u32> = "transport-cargo" | "cargo-as-transport", "3.11.8", 0..=240;
    }
}

/// The points of each counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counters(Vec<u32>);

impl Field for Counters {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        if let Some(value) = inputs.value(key) {
            return Some(Self(counters(value, faults)));
        }
        let fault = KeyFault::new(key, "is missing");
        faults.push(fault.help("the counters by their points: 2, 2, 1"));
        Some(Self(Vec::new()))
    }
}

/// What it comes to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct CargoOutcome {
    /// Transport points that are left.
    pub points: u32,
    /// Points of cargo that its owner eliminates.
    pub cargo_lost: u32,
    /// An assault that has to become a transport to save its cargo.
    pub downgraded: bool,
}

impl Sum for TransportHits {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R15";
    const NAME: &'static str = "transport-hits";
    const KEYS: &'static [Key] = TransportStack::KEYS;
    type Cx = SeaTables;
    type Input = TransportStack;
    type Facts = CargoOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaTables, ContextError> {
        SeaTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<TransportStack, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let stack = TransportStack::fields(inputs, &mut faults);
        let is_strange = |stack: &TransportStack| {
            stack.as_transport.is_some() && stack.mission != Some(SeaMission::Assault)
        };
        if stack.as_ref().is_some_and(is_strange) {
            faults.push(KeyFault::new("transport-cargo", "belongs only to mission=assault"));
        }
        stack.filter(|_| faults.is_empty()).ok_or(faults)
    }

    fn sum(stack: &TransportStack, _: &SeaTables, log: &mut Log) -> Result<CargoOutcome, Vec<Refusal>> {
        let points: u32 = stack.counters.0.iter().sum();
        let (cargo, hits) = (stack.cargo.unwrap_or(0), stack.hits.unwrap_or(0));
        if cargo > points {
            let reason = format!("the cargo needs {cargo} points, but the transports have {points}");
            return Err(vec![Refusal::new("3.13", reason)]);
        }
        if stack.as_transport.is_some_and(|needed| needed > cargo) {
            let reason = "a transport never needs more points than an assault with the same cargo";
            return Err(vec![Refusal::new("3.13", reason)]);
        }
        let left = points.saturating_sub(hits);
        log.line(|| {
            let cause = format!("{points} less {}; each costs a point, doubles too", counted_hits(hits));
            ("transport points left", left.to_string(), cause, "3.11.8")
        });
        let needed = match stack.as_transport {
            Some(needed) if left < cargo => needed,
            _ => cargo,
        };
        let downgraded = needed < cargo;
        if downgraded {
            log.line(|| {
                (
                    "mission",
                    "transport",
                    "too few points for the assault, so its owner may make it a transport",
                    "3.11.8",
                )
            });
        }
        let cargo_lost = needed.saturating_sub(left);
        log.line(|| {
            let cause = match (cargo_lost, stack.mission) {
                (0, _) => format!("{left} left carry the {needed} that it needs"),
                (_, Some(SeaMission::Evacuation)) => {
                    "it remains an evacuation: its owner eliminates units until the rest fits".to_owned()
                }
                _ => "its owner eliminates units until the rest fits; HQs and Generals go to the Force Pool"
                    .to_owned(),
            };
            ("cargo lost", cargo_lost.to_string(), cause, "3.11.8")
        });
        Ok(CargoOutcome { points: left, cargo_lost, downgraded })
    }

    fn result(outcome: &CargoOutcome) -> String {
        let left = counted(usize::try_from(outcome.points).unwrap_or(usize::MAX), "point");
        match outcome.cargo_lost {
            0 => format!("{left} left, no cargo lost"),
            lost => format!("{left} left, {lost} of cargo lost"),
        }
    }
}

fn counted_hits(hits: u32) -> String {
    counted(usize::try_from(hits).unwrap_or(usize::MAX), "hit")
}

fn counters(value: &Value, faults: &mut Vec<KeyFault>) -> Vec<u32> {
    let list = entries(value);
    if list.len() > MOST_COUNTERS {
        faults.push(KeyFault::new("counters", format!("more than {MOST_COUNTERS} counters")));
        return Vec::new();
    }
    let mut points = Vec::new();
    for entry in list {
        let text = entry.as_str().map_or_else(|| entry.to_string(), str::to_owned);
        match text.trim() {
            "1" => points.push(1),
            "2" => points.push(2),
            _ => faults.push(
                KeyFault::new("counters", format!("\"{text}\" is not a sea transport counter"))
                    .help("each has 1 point or 2: 2, 2, 1"),
            ),
        }
    }
    points
}
