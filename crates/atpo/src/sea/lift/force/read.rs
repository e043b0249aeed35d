//! The transport of a force as it is typed in, or told by a save.

use serde_json::Value;

use super::super::cargo::Cargo;
use super::super::read;
use super::super::{Freight, Shore};
use super::{LoadedForce, StowedPiece};
use crate::forces::unit::{LONGEST_NAME, entries, multiple};
use crate::sea::ship::{NavalUnit, ShipClass};
use crate::sea::typed;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, NationWords};

/// More pieces than any force has aboard.
const MOST_CARGO: usize = 60;
const HELP: &str = "list what is aboard: marine US, 2 x infantry JP reduced, sea-supply";

/// The keys: those of a single lift where they mean the same.
pub(super) const KEYS: &[Key] = &[
    Key::new(
        "ships",
        &["task-force"],
        KeyKind::List,
        "3.13",
        "all ships of the force: STP x-5, CL 1-6/0-5, DD 0-5/0-4; a submarine alone",
    ),
    Key::new(
        "cargo",
        &["aboard"],
        KeyKind::List,
        "3.13",
        "what is aboard: marine US, 2 x infantry JP reduced, infantry UK movement 5, sea-supply, general",
    ),
    Key::new(
        "points",
        &["stp"],
        KeyKind::Number(1, 100),
        "3.13",
        "STP that each unit needs of which the Naval Transport Calculation Table, which is not printed, would tell",
    ),
    Key::new(
        "tokyo-express",
        &["express"],
        KeyKind::YesNo,
        "17.8",
        "Tanaka is aboard a Japanese DD of the force",
    ),
    read::MISSION,
    Key::new(
        "from",
        &["embark"],
        KeyKind::word(read::SHORE),
        "3.13",
        "where the cargo boards now: port, broken-port, coast; when not given it was aboard before",
    ),
    Key::new(
        "moved",
        &[],
        KeyKind::YesNo,
        "3.13.1",
        "the ships moved to this port in the same Phase before the cargo boards",
    ),
    read::HEXES,
    read::DISTANCE,
    Key::new(
        "to",
        &["destination"],
        KeyKind::word(read::SHORE),
        "3.13.4",
        "where they go: port, broken-port, coast of one's own side, or elsewhere, such as an enemy coast; elsewhere when not given",
    ),
    read::DEBARK,
    read::ZOC,
];

/// Reads the values.
pub(super) fn force(inputs: &Inputs) -> Result<LoadedForce, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let ships = typed::fleet(inputs, "ships", "the", &mut faults);
    let boats = ships.iter().filter(|ship| ship.class == ShipClass::Submarine).count();
    if boats > 0 && ships.len() > 1 {
        faults.push(
            KeyFault::new("ships", "a submarine sails on its own (3.16.2)").help("give its lift separately"),
        );
    }
    let cargo = cargo(inputs, &mut faults);
    let from = inputs.word("from").and_then(read::shore);
    let mission = read::mission(inputs, from.unwrap_or(Shore::Port), &mut faults);
    let moved = moved(inputs, &ships, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(LoadedForce {
        ships,
        cargo,
        mission,
        from,
        to: inputs.word("to").and_then(read::shore).unwrap_or(Shore::Elsewhere),
        moved,
        hexes: read::number(inputs, "hexes"),
        distance: read::number(inputs, "distance"),
        debark: inputs.word("debark").map(read::step),
        enemy_zoc: inputs.yes("zoc"),
        points: read::number(inputs, "points"),
        express: inputs.yes("tokyo-express"),
    })
}

/// The movement of the slowest carrier, where the ships moved before.
fn moved(inputs: &Inputs, ships: &[NavalUnit], faults: &mut Vec<KeyFault>) -> Option<u32> {
    if !inputs.yes("moved") {
        return None;
    }
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
