//! The transport of a force as it is typed in, or told by a save.

use serde_json::Value;

use super::super::cargo::Cargo;
use super::super::given::{self as lift, mission};
use super::super::{DebarkStep, Freight, Mission, Shore};
use super::{LoadedForce, StowedPiece};
use crate::forces::unit::{LONGEST_NAME, entries, multiple};
use crate::sea::ship::{NavalUnit, ShipClass};
use crate::sea::typed;
use liege_rules::inputs;
use liege_rules::play::inputs::{Field, Inputs, Key, KeyFault, KeyKind, Listed, NationWords, TypedInput};

/// More pieces than any force has aboard.
const MOST_CARGO: usize = 60;
const HELP: &str = "list what is aboard: marine US, 2 x infantry JP reduced, sea-supply";

/// Keys of a single lift that mean the same.
const MISSION: Key = lift::key("mission");
const HEXES: Key = lift::key("hexes");
const DISTANCE: Key = lift::key("distance");
const DEBARK: Key = lift::key("debark");
const ZOC: Key = lift::key("zoc");

inputs! {
    /// All that can be typed in.
    struct ForceKeys {
        /// all ships of the force: STP x-5, CL 1-6/0-5, DD 0-5/0-4; a submarine alone
        ships: Loaded = "ships" | "task-force", "3.13";
        /// what is aboard: marine US, 2 x infantry JP reduced, infantry UK movement 5, sea-supply, general
        cargo: Vec<StowedPiece> = "cargo" | "aboard", "3.13";
        /// STP that each unit needs of which the Naval Transport Calculation Table, which is not printed, would tell
        points: Option<u8> = "points" | "stp", "3.13", 1..=100;
        /// Tanaka is aboard a Japanese DD of the force
        express: bool = "tokyo-express" | "express", "17.8";
        mission: Option<Mission> = MISSION;
        /// where the cargo boards now: port, broken-port, coast; when not given it was aboard before
        from: Option<Shore> = "from" | "embark", "3.13";
        /// the ships moved to this port in the same Phase before the cargo boards
        moved: bool = "moved", "3.13.1";
        hexes: Option<u8> = HEXES;
        distance: Option<u8> = DISTANCE;
        /// where they go: port, broken-port, coast of one's own side, or elsewhere, such as an enemy coast; elsewhere when not given
        to: Option<Shore> = "to" | "destination", "3.13.4";
        debark: Option<DebarkStep> = DEBARK;
        zoc: bool = ZOC;
    }
}

impl TypedInput for LoadedForce {
    const KEYS: &'static [Key] = ForceKeys::KEYS;

    fn fields(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let keys = ForceKeys::fields(inputs, faults)?;
        let (hexes, distance) = (keys.hexes.map(u32::from), keys.distance.map(u32::from));
        let mission = mission((keys.mission, keys.from), (hexes, distance), faults);
        let ships = keys.ships.0;
        let moved = if keys.moved { moved(&ships, faults) } else { None };
        Some(Self {
            ships,
            cargo: keys.cargo,
            mission,
            from: keys.from,
            to: keys.to.unwrap_or(Shore::Elsewhere),
            moved,
            hexes,
            distance,
            debark: keys.debark,
            enemy_zoc: keys.zoc,
            points: keys.points.map(u32::from),
            express: keys.express,
        })
    }
}

/// The ships of the force.
struct Loaded(Vec<NavalUnit>);

impl Field for Loaded {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let ships = typed::fleet(inputs, key, "the", faults);
        let boats = ships.iter().any(|ship| ship.class == ShipClass::Submarine);
        if boats && ships.len() > 1 {
            let fault = KeyFault::new(key, "a submarine sails on its own (3.16.2)");
            faults.push(fault.help("give its lift separately"));
        }
        Some(Self(ships))
    }
}

impl Listed for StowedPiece {
    fn read(inputs: &Inputs, _: &str, faults: &mut Vec<KeyFault>) -> Option<Vec<Self>> {
        Some(cargo(inputs, faults))
    }
}

/// The movement of the slowest carrier, where the ships moved before.
fn moved(ships: &[NavalUnit], faults: &mut Vec<KeyFault>) -> Option<u32> {
    let carries = |ship: &&NavalUnit| {
        let pair =
            matches!(ship.class, ShipClass::LightCruiser | ShipClass::Destroyer | ShipClass::Submarine);
        ship.is_transport() || pair
    };
    let slowest = ships.iter().filter(carries).filter_map(|ship| ship.face(ship.damaged).movement).min();
    if slowest.is_none() {
        let fault = KeyFault::new("ships", "no carrier has a movement, half of which is spent on boarding");
        faults.push(fault.help("write it behind the Armor: STP x-5-30"));
    }
    slowest.map(u32::from)
}

fn cargo(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Vec<StowedPiece> {
    let Some(value) = inputs.value("cargo") else {
        faults.push(KeyFault::new("cargo", "is missing").help(HELP));
        return Vec::new();
    };
    let mut all = Vec::new();
    for entry in entries(value) {
        match stowed(&entry, inputs.nations()) {
            Ok((count, piece)) => all.extend(std::iter::repeat_n(piece, count)),
            Err(fault) => faults.push(fault),
        }
        if all.len() > MOST_CARGO || faults.len() > MOST_CARGO {
            faults.push(KeyFault::new("cargo", format!("more than {MOST_CARGO} pieces")));
            break;
        }
    }
    if all.is_empty() && faults.is_empty() {
        faults.push(KeyFault::new("cargo", "nothing is aboard").help(HELP));
    }
    all
}

/// One entry: text, or what a save tells with name and piece.
fn stowed(entry: &Value, nations: &NationWords) -> Result<(usize, StowedPiece), KeyFault> {
    let of = |word: &str| entry.get(word).and_then(Value::as_str).map(str::to_owned);
    let text = entry.as_str().map(str::to_owned).or_else(|| of("cargo"));
    let text =
        text.ok_or_else(|| KeyFault::new("cargo", format!("expected a unit, not {entry}")).help(HELP))?;
    if text.len() > LONGEST_NAME {
        return Err(KeyFault::new("cargo", format!("a part has more than {LONGEST_NAME} letters")));
    }
    let (count, rest) = multiple(&text);
    let fault = |what: String| KeyFault::new("cargo", format!("\"{text}\": {what}")).help(HELP);
    let mut kind = None;
    let (mut reduced, mut pinned, mut whose, mut movement) = (false, false, None, None);
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        let plain = word.to_lowercase();
        match plain.as_str() {
            "reduced" | "depleted" | "half-strength" => reduced = true,
            "pinned" => pinned = true,
            "movement" => {
                let told = words.next().and_then(|number| typed::number(number, 20));
                movement = Some(told.ok_or_else(|| fault("movement takes a number".to_owned()))?);
            }
            _ => match (Cargo::of(&plain), nations.code(word)) {
                (Some(_), _) if kind.is_some() => return Err(fault("two kinds".to_owned())),
                (Some(cargo), _) => kind = Some(cargo),
                (None, Some(code)) => whose = Some(code),
                (None, None) => return Err(fault(format!("unknown word \"{word}\" for cargo"))),
            },
        }
    }
    let kind = kind.ok_or_else(|| fault("has no kind such as infantry".to_owned()))?;
    if reduced && kind == Cargo::SeaSupply {
        return Err(fault("Sea Supply has no half strength".to_owned()));
    }
    let load = Freight { kind, reduced, nation: whose, movement, points: None, count: 1 };
    let name = of("name").unwrap_or_else(|| rest.trim().to_owned());
    Ok((count, StowedPiece { name, piece: of("piece"), load, pinned }))
}
