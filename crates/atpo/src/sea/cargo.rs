//! Hits on sea transport and what becomes of its cargo (ATPO-R15, 3.11.8, 3.11.4.1).

use serde::Serialize;
use serde_json::Value;

use super::tables::SeaTables;
use crate::forces::unit::entries;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};
use vassal::diagnostic::counted;

/// More counters of sea transport than any stack has.
const MOST_COUNTERS: usize = 60;

/// ATPO-R15: no dice, a sum.
pub struct TransportHits;

/// What the troops aboard are there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeaMission {
    /// Going from port to port.
    Transport,
    /// An amphibious assault, which may become a transport.
    Assault,
    /// An evacuation, which may not.
    Evacuation,
}

/// What the sum depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransportStack {
    counters: Vec<u32>,
    hits: u32,
    cargo: u32,
    mission: SeaMission,
    /// What the cargo of an assault needs as a transport.
    as_transport: Option<u32>,
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

const KEYS: &[Key] = &[
    Key::new(
        "counters",
        &["stp", "transports"],
        KeyKind::List,
        "3.11.8",
        "the counters of the stack by their points: 2, 2, 1",
    ),
    Key::new("hits", &[], KeyKind::Number(0, 120), "3.11.8", "hits on them; doubles count once"),
    Key::new(
        "cargo",
        &[],
        KeyKind::Number(0, 240),
        "3.13",
        "transport points that the cargo needs in its mission",
    ),
    Key::new(
        "mission",
        &[],
        KeyKind::alone(&[
            ("transport", &[]),
            ("assault", &["amphibious-assault", "amphibious"]),
            ("evacuation", &["evacuate"]),
        ]),
        "3.11.8",
        "what the troops are aboard for; a transport when not given",
    ),
    Key::new(
        "transport-cargo",
        &["cargo-as-transport"],
        KeyKind::Number(0, 240),
        "3.11.8",
        "of an assault: the points that its cargo needs as a simple transport",
    ),
];

impl Sum for TransportHits {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R15";
    const NAME: &'static str = "transport-hits";
    const KEYS: &'static [Key] = KEYS;
    type Cx = SeaTables;
    type Input = TransportStack;
    type Facts = CargoOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaTables, ContextError> {
        SeaTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<TransportStack, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let counters = match inputs.value("counters") {
            Some(value) => counters(value, &mut faults),
            None => {
                faults.push(
                    KeyFault::new("counters", "is missing").help("the counters by their points: 2, 2, 1"),
                );
                Vec::new()
            }
        };
        let number = |key: &str| inputs.number(key).and_then(|number| u32::try_from(number).ok());
        let mission = match inputs.word("mission") {
            Some("assault") => SeaMission::Assault,
            Some("evacuation") => SeaMission::Evacuation,
            _ => SeaMission::Transport,
        };
        if number("transport-cargo").is_some() && mission != SeaMission::Assault {
            faults.push(KeyFault::new("transport-cargo", "belongs only to mission=assault"));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(TransportStack {
            counters,
            hits: number("hits").unwrap_or(0),
            cargo: number("cargo").unwrap_or(0),
            mission,
            as_transport: number("transport-cargo"),
        })
    }

    fn sum(stack: &TransportStack, _: &SeaTables, log: &mut Log) -> Result<CargoOutcome, Vec<Refusal>> {
        let points: u32 = stack.counters.iter().sum();
        if stack.cargo > points {
            let reason = format!("the cargo needs {} points, but the transports have {points}", stack.cargo);
            return Err(vec![Refusal::new("3.13", reason)]);
        }
        if stack.as_transport.is_some_and(|needed| needed > stack.cargo) {
            let reason = "a transport never needs more points than an assault with the same cargo";
            return Err(vec![Refusal::new("3.13", reason)]);
        }
        let left = points.saturating_sub(stack.hits);
        log.line(|| {
            let cause =
                format!("{points} less {}; each costs a point, doubles too", counted_hits(stack.hits));
            ("transport points left", left.to_string(), cause, "3.11.8")
        });
        let needed = match stack.as_transport {
            Some(needed) if left < stack.cargo => needed,
            _ => stack.cargo,
        };
        let downgraded = needed < stack.cargo;
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
                (_, SeaMission::Evacuation) => {
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
