//! What is typed in for a transport by sea, as typed values.

use super::cargo::Cargo;
use super::{Carrier, DebarkStep, Freight, Mission, Shore, Voyage};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, WordRows};

const CARGO: WordRows = &{
    let mut rows: [(&str, &[&str]); Cargo::ALL.len()] = [("", &[]); Cargo::ALL.len()];
    let mut at = 0;
    while at < rows.len() {
        rows[at] = (Cargo::ALL[at].0, Cargo::ALL[at].1);
        at += 1;
    }
    rows
};
const SHIP: WordRows =
    &[("full", &["full-strength"]), ("reduced", &["depleted", "damaged"]), ("one-sided", &["blank"])];
pub(super) const SHORE: WordRows = &[
    ("port", &["friendly-port", "functioning-port", "working-port"]),
    ("broken-port", &["closed-port", "damaged-port"]),
    ("coast", &["beach", "coastal-hex", "friendly-coast"]),
    ("elsewhere", &["inland", "at-sea", "enemy-hex", "no-port"]),
];

/// What the lift is for.
pub(super) const MISSION: Key = Key::new(
    "mission",
    &[],
    KeyKind::alone(&[
        ("transport", &["normal"]),
        ("evacuation", &["evacuate"]),
        ("amphibious", &["amphibious-assault", "assault", "landing"]),
    ]),
    "3.13.2",
    "transport, evacuation or amphibious; evacuation where units leave a coast, else transport",
);
pub(super) const HEXES: Key = Key::new(
    "hexes",
    &["assault-hexes"],
    KeyKind::Number(0, 200),
    "3.13",
    "amphibious: hexes from the port to the landing",
);
pub(super) const DISTANCE: Key = Key::new(
    "distance",
    &["mp"],
    KeyKind::Number(0, 200),
    "3.13.2",
    "evacuation: MPs moved after the unit boarded",
);
pub(super) const DEBARK: Key = Key::new(
    "debark",
    &["debarkation"],
    KeyKind::word(&[
        ("na.3", &["sea-supply-step", "supply-step"]),
        ("ol.4", &["combat", "land-offensive"]),
        ("mv.1", &["land-movement", "movement"]),
        ("en.1", &["end", "end-phase"]),
    ]),
    "3.13.4",
    "the step in which it leaves: na.3, ol.4, mv.1, en.1",
);
pub(super) const ZOC: Key = Key::new(
    "zoc",
    &["enemy-zoc"],
    KeyKind::YesNo,
    "3.13.4.3",
    "the hex where it leaves is in an enemy zone of control",
);

/// The keys.
pub const KEYS: &[Key] = &[
    Key::new(
        "cargo",
        &["carried"],
        KeyKind::word(CARGO),
        "3.13",
        "what is carried: infantry, marine, snlf, sea-supply …",
    ),
    Key::new("count", &["how-many"], KeyKind::Number(1, 100), "3.13", "how many of them; 1 when not given"),
    Key::new(
        "reduced",
        &["half-strength", "depleted"],
        KeyKind::YesNo,
        "3.13.3",
        "the unit is at half strength",
    ),
    Key::new("nation", &["side"], KeyKind::List, "3.13.3", "nation of the unit"),
    Key::new(
        "unit-movement",
        &["movement-rating"],
        KeyKind::Number(0, 20),
        "3.13.3",
        "printed movement of the unit",
    ),
    Key::new("pinned", &[], KeyKind::YesNo, "3.14.8", "the unit is Pinned on the Beach"),
    Key::new(
        "points",
        &["stp"],
        KeyKind::Number(1, 100),
        "3.13",
        "STP that one such unit needs by the Naval Transport Calculation Table, which is not printed",
    ),
    Key::new(
        "carrier",
        &["transport-by"],
        KeyKind::word(&[("stp", &[]), ("pair", &["cl-dd", "dd-cl"]), ("submarine", &["ss", "sub"])]),
        "3.13",
        "who carries: stp, pair of CL and DD, submarine; a pair when cl or dd is given, else stp",
    ),
    Key::new(
        "cl",
        &["light-cruiser"],
        KeyKind::word(SHIP),
        "3.13.3",
        "state of the CL: full, reduced, one-sided",
    ),
    Key::new(
        "dd",
        &["destroyer"],
        KeyKind::word(SHIP),
        "3.13.3",
        "state of the DD: full, reduced, one-sided",
    ),
    Key::new(
        "submarine",
        &[],
        KeyKind::word(SHIP),
        "13.3.3",
        "state of the submarine: full, reduced, one-sided",
    ),
    MISSION,
    Key::new(
        "from",
        &["embark"],
        KeyKind::word(SHORE),
        "3.13",
        "where the unit boards: port, broken-port, coast; a working port when not given",
    ),
    Key::new("moved", &[], KeyKind::YesNo, "3.13.1", "the ships moved to this port in the same Phase before"),
    Key::new(
        "movement",
        &["ma"],
        KeyKind::Number(1, 100),
        "3.13.1",
        "printed movement of the carrier, when it moved before",
    ),
    HEXES,
    DISTANCE,
    Key::new(
        "to",
        &["destination"],
        KeyKind::word(SHORE),
        "3.13.4",
        "where the unit goes: port, broken-port, coast, elsewhere; a friendly working port when not given",
    ),
    DEBARK,
    ZOC,
];

/// Reads the values.
pub(super) fn voyage(inputs: &Inputs) -> Result<Voyage, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let carrier = carrier(inputs, &mut faults);
    let from = inputs.word("from").and_then(shore).unwrap_or(Shore::Port);
    let mission = mission(inputs, from, &mut faults);
    let moved = moved(inputs, &mut faults);
    let cargo = load(inputs, carrier, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Voyage {
        cargo,
        carrier,
        mission,
        from: if mission == Mission::Evacuation && from == Shore::Port { Shore::Coast } else { from },
        moved,
        pinned: inputs.yes("pinned"),
        hexes: number(inputs, "hexes"),
        distance: number(inputs, "distance"),
        to: inputs.word("to").and_then(shore).unwrap_or(Shore::Port),
        debark: inputs.word("debark").map(step),
        enemy_zoc: inputs.yes("zoc"),
    })
}

/// What the lift is for, and whether the keys that belong to it are given.
pub(super) fn mission(inputs: &Inputs, from: Shore, faults: &mut Vec<KeyFault>) -> Mission {
    let mission = match inputs.word("mission") {
        Some("evacuation") => Mission::Evacuation,
        Some("amphibious") => Mission::Amphibious,
        None if matches!(from, Shore::Coast | Shore::BrokenPort) => Mission::Evacuation,
        _ => Mission::Transport,
    };
    if mission == Mission::Evacuation && inputs.word("from") == Some("port") {
        let told =
            "units in a working port board for a transport; an evacuation lifts them where there is none";
        faults.push(KeyFault::new("from", told));
    }
    match (mission, inputs.value("hexes")) {
        (Mission::Amphibious, None) => {
            faults.push(KeyFault::new("hexes", "is missing: hexes from the port to the landing"));
        }
        (Mission::Transport | Mission::Evacuation, Some(_)) => {
            faults.push(KeyFault::new("hexes", "belongs to mission=amphibious"));
        }
        _ => {}
    }
    if mission != Mission::Evacuation && inputs.value("distance").is_some() {
        faults.push(KeyFault::new("distance", "belongs to mission=evacuation"));
    }
    mission
}

pub(super) fn number(inputs: &Inputs, key: &str) -> Option<u32> {
    inputs.number(key).and_then(|number| u32::try_from(number).ok())
}

pub(super) fn shore(word: &str) -> Option<Shore> {
    Some(match word {
        "port" => Shore::Port,
        "broken-port" => Shore::BrokenPort,
        "coast" => Shore::Coast,
        "elsewhere" => Shore::Elsewhere,
        _ => return None,
    })
}

pub(super) fn step(word: &str) -> DebarkStep {
    match word {
        "na.3" => DebarkStep::Supply,
        "ol.4" => DebarkStep::Combat,
        "mv.1" => DebarkStep::Movement,
        _ => DebarkStep::End,
    }
}

fn carrier(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Carrier {
    let full = |key: &str| inputs.word(key).map(|state| state == "full");
    let (cl, dd, submarine) = (full("cl"), full("dd"), full("submarine"));
    let said = inputs.word("carrier");
    let pair = cl.is_some() || dd.is_some();
    let wrong = match said {
        Some("pair") | None if submarine.is_some() && (pair || said.is_some()) => Some("submarine"),
        Some("stp") if pair => Some(if cl.is_some() { "cl" } else { "dd" }),
        Some("stp") if submarine.is_some() => Some("submarine"),
        Some("submarine") if pair => Some(if cl.is_some() { "cl" } else { "dd" }),
        _ => None,
    };
    if let Some(key) = wrong {
        faults.push(KeyFault::new(key, "belongs to another carrier than the one that is given"));
    }
    match said {
        Some("submarine") => Carrier::Submarine { full: submarine.unwrap_or(true) },
        None if submarine.is_some() => Carrier::Submarine { full: submarine.unwrap_or(true) },
        Some("pair") => Carrier::Pair { full: cl.unwrap_or(true) && dd.unwrap_or(true) },
        None if pair => {
            if cl.is_none() || dd.is_none() {
                let key = if cl.is_none() { "cl" } else { "dd" };
                faults.push(
                    KeyFault::new(key, "is missing: a CL and a DD carry together").help("full, reduced"),
                );
            }
            Carrier::Pair { full: cl.unwrap_or(true) && dd.unwrap_or(true) }
        }
        _ => Carrier::Stp,
    }
}

/// The printed movement of a carrier that moved before units board.
fn moved(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<u32> {
    let movement = number(inputs, "movement");
    match (inputs.yes_no("moved"), movement) {
        (Some(true), None) => {
            faults.push(KeyFault::new("movement", "is missing: printed movement of the carrier"));
            None
        }
        (Some(false), Some(_)) => {
            faults.push(KeyFault::new("movement", "counts only where moved=yes"));
            None
        }
        (_, movement) => movement,
    }
}

fn load(inputs: &Inputs, carrier: Carrier, faults: &mut Vec<KeyFault>) -> Option<Freight> {
    let typed = inputs.word("nation").unwrap_or_default();
    let nation = inputs.nation(typed);
    if nation.is_none() && !typed.is_empty() {
        faults.push(KeyFault::new("nation", format!("no nation \"{typed}\"")).help("JP, US, UK …"));
    }
    let word = inputs.word("cargo");
    let kind =
        word.and_then(|word| Cargo::ALL.iter().find(|(name, ..)| *name == word)).map(|(.., kind)| *kind);
    let Some(kind) = kind else {
        if !matches!(carrier, Carrier::Pair { .. }) {
            faults.push(KeyFault::new("cargo", "is missing").help("infantry, marine, snlf, sea-supply …"));
        }
        return None;
    };
    let points = number(inputs, "points");
    if points.is_some() && carrier != Carrier::Stp {
        faults.push(KeyFault::new("points", "counts only for STP"));
    }
    let reduced = inputs.yes("reduced");
    if reduced && kind == Cargo::SeaSupply {
        faults.push(KeyFault::new("reduced", "Sea Supply has no half strength"));
    }
    let (movement, count) = (number(inputs, "unit-movement"), number(inputs, "count").unwrap_or(1));
    Some(Freight { kind, reduced, nation, movement, points, count })
}
