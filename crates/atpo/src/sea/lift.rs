//! Transport by sea (ATPO-R17, 3.13): what a unit needs, who may carry it, evacuation and debarkation.

mod assault;
mod cargo;
pub mod force;
mod given;

use std::collections::BTreeMap;

use serde::Serialize;

use super::numbers::{self, Format1, TopicTables, numbers};
pub(crate) use assault::AssaultTable;
use cargo::Cargo;
use liege_rules::data::fault::DataFault;
use liege_rules::data::table::Table;
use liege_rules::data::{DataError, Files};
use liege_rules::play::choices::Setting;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, TypedInput as _};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};
use liege_rules::words;

/// Path of its numbers.
pub const NUMBERS: &str = "rules/atpo/naval_transport.toml";
/// Path of the Naval Transport Calculation Table, of which the rules print only two rows (gap G05).
pub const TABLE: &str = "rules/atpo/naval_transport.csv";

numbers! {
    /// `naval_transport.toml`.
    pub struct LiftNumbers {
        #[serde(rename = "format")]
        _format: Format1,
        stp: StpRow,
        embark: EmbarkRow,
        evacuation: EvacuationRow,
        pair: PairRow,
        debark: DebarkRow,
        express: ExpressRow,
    }

    struct StpRow { near_hexes: u32 }
    struct EmbarkRow { movement_share: std::num::NonZeroU32 }
    struct EvacuationRow { factor: u32 }
    struct PairRow { points: u32, barred_movement: u32 }
    struct DebarkRow { port_hexes: u32 }
    struct ExpressRow { full: u32, depleted: u32 }
}

/// Points that a cargo needs: plain, for a near assault, for a far one.
type Points = [u32; 3];

/// Numbers, choices and the Naval Transport Calculation Table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiftTables {
    of: TopicTables<LiftNumbers>,
    points: BTreeMap<String, Points>,
}

/// ATPO-R17.
pub struct SeaLift;

/// What is to be carried, by whom, how and where to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Voyage {
    cargo: Option<Freight>,
    carrier: Carrier,
    mission: Mission,
    from: Shore,
    moved: Option<u32>,
    pinned: bool,
    hexes: Option<u32>,
    distance: Option<u32>,
    to: Shore,
    debark: Option<DebarkStep>,
    enemy_zoc: bool,
}

/// A unit or chit that is carried.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Freight {
    kind: Cargo,
    reduced: bool,
    nation: Option<&'static str>,
    movement: Option<u32>,
    points: Option<u32>,
    count: u32,
}

/// Who carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Carrier {
    Stp,
    /// Whether both ships are at full strength and have two sides.
    Pair {
        full: bool,
    },
    Submarine {
        full: bool,
    },
}

words! {
    /// What for.
    enum Mission alone {
        Transport = "transport" | "normal",
        Evacuation = "evacuation" | "evacuate",
        Amphibious = "amphibious" | "amphibious-assault" | "assault" | "landing",
    }
}

words! {
    /// Where units board or leave.
    enum Shore {
        Port = "port" | "friendly-port" | "functioning-port" | "working-port",
        BrokenPort = "broken-port" | "closed-port" | "damaged-port",
        Coast = "coast" | "beach" | "coastal-hex" | "friendly-coast",
        Elsewhere = "elsewhere" | "inland" | "at-sea" | "enemy-hex" | "no-port",
    }
}

words! {
    /// The step in which they leave.
    enum DebarkStep {
        Supply = "na.3" | "sea-supply-step" | "supply-step",
        Combat = "ol.4" | "combat" | "land-offensive",
        Movement = "mv.1" | "land-movement" | "movement",
        End = "en.1" | "end" | "end-phase",
    }
}

/// Who is to land boards where his transports begin the Phase (3.14.3).
fn moved_before() -> Refusal {
    let told = "landing units and their transports must begin the Phase in the same port: ships that have \
                moved cannot load an assault";
    Refusal::new("3.14.3", told.to_owned())
}

/// What comes of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LiftFacts {
    /// Points of transport, or pairs of ships, that are needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<u32>,
    /// Movement points that boarding takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boarding: Option<u32>,
    /// Whether the units come through, where that is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved: Option<bool>,
    #[serde(skip)]
    told: Vec<String>,
}

impl Sum for SeaLift {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R17";
    const NAME: &'static str = "naval-transport";
    const KEYS: &'static [Key] = Voyage::KEYS;
    const CHOICES: &'static [&'static str] = &["evacuation_mp"];
    type Cx = LiftTables;
    type Input = Voyage;
    type Facts = LiftFacts;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<LiftTables, ContextError> {
        let mut faults = Vec::new();
        let points = points(files.text(TABLE)?, &mut faults);
        if let Some(error) = DataError::of(&faults) {
            return Err(error.into());
        }
        Ok(LiftTables { of: numbers::load(NUMBERS, files, settings, Self::CHOICES)?, points })
    }

    fn read(inputs: &Inputs) -> Result<Voyage, Vec<KeyFault>> {
        Voyage::read(inputs)
    }

    fn sum(voyage: &Voyage, tables: &LiftTables, log: &mut Log) -> Result<LiftFacts, Vec<Refusal>> {
        let refusals = voyage.against(&tables.of.numbers);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let mut facts = LiftFacts { needed: None, boarding: None, saved: None, told: Vec::new() };
        match (&voyage.cargo, voyage.carrier) {
            (None, Carrier::Pair { full }) => capacity(full, &mut facts, log),
            (None, _) => {}
            (Some(load), _) => voyage.needs(load, tables, &mut facts, log),
        }
        voyage.boards(&tables.of.numbers, &mut facts, log);
        voyage.arrives(tables, &mut facts, log);
        voyage.leaves(&tables.of.numbers, &mut facts, log);
        Ok(facts)
    }

    fn result(facts: &LiftFacts) -> String {
        facts.told.join("; ")
    }
}

/// Reads the Naval Transport Calculation Table.
pub(super) fn points(text: &str, faults: &mut Vec<DataFault>) -> BTreeMap<String, Points> {
    const COLUMNS: &[&str] = &["cargo", "transport", "near_assault", "far_assault", "source"];
    let mut all = BTreeMap::new();
    for row in Table::read(TABLE, text, COLUMNS, faults).rows() {
        let name = row.required("cargo", faults);
        if !Cargo::ALL.iter().any(|(known, ..)| *known == name) {
            faults.push(row.unknown("cargo", &name, &Cargo::names()));
        }
        let mut number = |column| {
            let told = row.number(column, faults).and_then(|number| u32::try_from(number).ok());
            if told.is_none() {
                faults.push(row.fault(column, "expected a number of transport points"));
            }
            told.unwrap_or(0)
        };
        let points = ["transport", "near_assault", "far_assault"].map(&mut number);
        if all.insert(name.clone(), points).is_some() {
            faults.push(row.fault("cargo", format!("duplicate row \"{name}\"")));
        }
    }
    all
}

/// What a CL and a DD carry together.
fn capacity(full: bool, facts: &mut LiftFacts, log: &mut Log) {
    let (told, why) = if full {
        ("may carry one full-strength infantry or one Sea Supply", "both ships at full strength")
    } else {
        ("may carry one half-strength infantry, no Sea Supply", "a ship is depleted or has no other side")
    };
    log.line(|| ("CL/DD", told, why, "3.13.3"));
    facts.told.push(told.into());
}

impl Voyage {
    /// The points that one unit of the cargo needs, and why; none where only the table that is not printed would tell.
    fn each(&self, load: &Freight, tables: &LiftTables) -> (Option<u32>, String) {
        let numbers = &tables.of.numbers;
        let name = load.kind.name();
        match (self.carrier, load.points) {
            (Carrier::Pair { .. }, _) => {
                (Some(numbers.pair.points), "a CL and a DD are one point".to_owned())
            }
            (Carrier::Submarine { .. }, _) => (Some(1), "one chit on a submarine".to_owned()),
            (Carrier::Stp, Some(points)) => (Some(points), "as given".to_owned()),
            (Carrier::Stp, None) => {
                let far = self.hexes.is_some_and(|hexes| hexes > numbers.stp.near_hexes);
                let column = if self.mission == Mission::Amphibious { 1 + usize::from(far) } else { 0 };
                let points = tables.points.get(name).and_then(|row| row.get(column)).copied();
                let table = "Naval Transport Calculation Table";
                let why = match points {
                    Some(_) => format!("{table}: {name}"),
                    None => format!(
                        "the {table} is not printed (gap G05): give points=…, or add a row {name} to {TABLE}"
                    ),
                };
                (points, why)
            }
        }
    }

    /// The points that the cargo needs.
    fn needs(&self, load: &Freight, tables: &LiftTables, facts: &mut LiftFacts, log: &mut Log) {
        let factor =
            if self.mission == Mission::Evacuation { tables.of.numbers.evacuation.factor } else { 1 };
        let (each, why) = self.each(load, tables);
        let told = each.map_or_else(|| "not known".to_owned(), |each| each.to_string());
        log.line(|| ("transport points of one unit", told, why, "3.13"));
        if factor != 1 {
            log.line(|| {
                ("evacuation", format!("{factor} times as many"), "from a hex without a port", "3.13.2")
            });
        }
        facts.needed = each.map(|each| each.saturating_mul(load.count).saturating_mul(factor));
        facts.told.push(match (self.carrier, facts.needed) {
            (Carrier::Submarine { .. }, _) => "goes by submarine, which cannot attack meanwhile".into(),
            (Carrier::Stp, None) => "STP needed are not known".into(),
            (Carrier::Stp, Some(needed)) => format!("needs {needed} STP"),
            (Carrier::Pair { .. }, Some(1)) => "needs 1 CL/DD pair".into(),
            (Carrier::Pair { .. }, needed) => format!("needs {} CL/DD pairs", needed.unwrap_or(0)),
        });
    }

    /// What boarding costs in another port than that where the ships began.
    fn boards(&self, numbers: &LiftNumbers, facts: &mut LiftFacts, log: &mut Log) {
        let (Some(movement), Some(load)) = (self.moved, &self.cargo) else { return };
        let (cost, why) = match load.kind {
            Cargo::SeaSupply => (0, "Sea Supply boards free"),
            _ => (
                movement / numbers.embark.movement_share,
                "half the printed movement, rounded down (proposed)",
            ),
        };
        facts.boarding = Some(cost);
        facts.told.push(format!("boarding takes {cost} MP"));
        log.line(|| ("boarding", format!("{cost} MP"), why, "3.13.1"));
    }

    /// Whether evacuated units come through.
    fn arrives(&self, tables: &LiftTables, facts: &mut LiftFacts, log: &mut Log) {
        let Some(distance) = self.distance.filter(|_| self.mission == Mission::Evacuation) else { return };
        let most = tables.of.choices.get("evacuation_mp").and_then(|most| most.parse::<u32>().ok());
        let most = most.unwrap_or(0);
        let saved = distance <= most && self.to == Shore::Port;
        facts.saved = Some(saved);
        let value = if saved { "saved" } else { "eliminated" };
        facts.told.push(value.into());
        log.line(|| {
            let cause = match () {
                () if saved => format!("{distance} of at most {most} MP, and docked in a friendly port"),
                () if distance > most => {
                    format!(
                        "{distance} MP is more than {most} (choice evacuation_mp); at the end of the Phase"
                    )
                }
                () => "the move does not end in a friendly port; at the end of the Phase".to_owned(),
            };
            ("evacuated", value, cause, "3.13.2")
        });
    }

    /// What follows the debarkation.
    fn leaves(&self, numbers: &LiftNumbers, facts: &mut LiftFacts, log: &mut Log) {
        let Some(step) = self.debark else { return };
        let free = step == DebarkStep::Movement && self.to == Shore::Port && !self.enemy_zoc;
        let hexes = numbers.debark.port_hexes;
        let (told, why, rule) = match step {
            DebarkStep::Supply => ("debarks".to_owned(), "Sea Supply in a friendly port", "3.13.5"),
            DebarkStep::Combat => {
                ("debarks".to_owned(), "in the Combat Step, for a Land Offensive", "3.13.4.2")
            }
            DebarkStep::Movement if free => (
                format!("debarks, may move {hexes} hex and go by rail"),
                "a functioning port outside of enemy zones of control",
                "3.13.4.3",
            ),
            DebarkStep::Movement => (
                "debarks and stays".to_owned(),
                "no functioning port, or in an enemy zone of control",
                "3.13.4.3",
            ),
            DebarkStep::End => ("debarks and stays".to_owned(), "for the rest of the month", "3.13.4"),
        };
        log.line(|| ("debarkation", told.as_str(), why, rule));
        facts.told.push(told);
    }
}
