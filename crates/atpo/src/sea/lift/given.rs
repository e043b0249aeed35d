//! What is typed in for a transport by sea.

use super::cargo::Cargo;
use super::{Carrier, DebarkStep, Freight, Mission, Shore, Voyage};
use liege_rules::play::inputs;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, KeyValue, TypedInput, WordRows};
use liege_rules::{inputs, words};

words! {
    /// Who carries.
    enum CarrierKind { Stp = "stp", Pair = "pair" | "cl-dd" | "dd-cl", Submarine = "submarine" | "ss" | "sub" }
}

words! {
    /// The state of a ship that carries.
    enum ShipState {
        Full = "full" | "full-strength",
        Reduced = "reduced" | "depleted" | "damaged",
        OneSided = "one-sided" | "blank",
    }
}

impl KeyValue for Cargo {
    const KIND: KeyKind = {
        const ROWS: WordRows = &{
            let mut rows: [(&str, &[&str]); Cargo::ALL.len()] = [("", &[]); Cargo::ALL.len()];
            let mut at = 0;
            while at < rows.len() {
                rows[at] = (Cargo::ALL[at].0, Cargo::ALL[at].1);
                at += 1;
            }
            rows
        };
        KeyKind::word(ROWS)
    };

    fn read(inputs: &Inputs, key: &str) -> Result<Option<Self>, KeyFault> {
        Ok(inputs.word(key).and_then(Self::of))
    }
}

inputs! {
    /// All that can be typed in.
    struct LiftKeys {
        /// what is carried: infantry, marine, snlf, sea-supply …
        cargo: Option<Cargo> = "cargo" | "carried", "3.13";
        /// how many of them; 1 when not given
        count: Option<u8> = "count" | "how-many", "3.13", 1..=100;
        /// the unit is at half strength
        reduced: bool = "reduced" | "half-strength" | "depleted", "3.13.3";
        /// nation of the unit
        nation: Option<String> = "nation" | "side", "3.13.3";
        /// printed movement of the unit
        unit_movement: Option<u8> = "unit-movement" | "movement-rating", "3.13.3", 0..=20;
        /// the unit is Pinned on the Beach
        pinned: bool = "pinned", "3.14.8";
        /// STP that one such unit needs by the Naval Transport Calculation Table, which is not printed
        points: Option<u8> = "points" | "stp", "3.13", 1..=100;
        /// who carries: stp, pair of CL and DD, submarine; a pair when cl or dd is given, else stp
        carrier: Option<CarrierKind> = "carrier" | "transport-by", "3.13";
        /// state of the CL: full, reduced, one-sided
        cl: Option<ShipState> = "cl" | "light-cruiser", "3.13.3";
        /// state of the DD: full, reduced, one-sided
        dd: Option<ShipState> = "dd" | "destroyer", "3.13.3";
        /// state of the submarine: full, reduced, one-sided
        submarine: Option<ShipState> = "submarine", "13.3.3";
        /// transport, evacuation or amphibious; evacuation where units leave a coast, else transport
        mission: Option<Mission> = "mission", "3.13.2";
        /// where the unit boards: port, broken-port, coast; a working port when not given
        from: Option<Shore> = "from" | "embark", "3.13";
        /// the ships moved to this port in the same Phase before
        moved: Option<bool> = "moved", "3.13.1";
        /// printed movement of the carrier, when it moved before
        movement: Option<u8> = "movement" | "ma", "3.13.1", 1..=100;
        /// amphibious: hexes from the port to the landing
        hexes: Option<u8> = "hexes" | "assault-hexes", "3.13", 0..=200;
        /// evacuation: MPs moved after the unit boarded
        distance: Option<u8> = "distance" | "mp", "3.13.2", 0..=200;
        /// where the unit goes: port, broken-port, coast, elsewhere; a friendly working port when not given
        to: Option<Shore> = "to" | "destination", "3.13.4";
        /// the step in which it leaves: na.3, ol.4, mv.1, en.1
        debark: Option<DebarkStep> = "debark" | "debarkation", "3.13.4";
        /// the hex where it leaves is in an enemy zone of control
        zoc: bool = "zoc" | "enemy-zoc", "3.13.4.3";
    }
}

/// The key of a field, for the transport of a force.
pub(super) const fn key(name: &str) -> Key {
    inputs::key(LiftKeys::KEYS, name)
}

impl TypedInput for Voyage {
    const KEYS: &'static [Key] = LiftKeys::KEYS;

    fn fields(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let keys = LiftKeys::fields(inputs, faults)?;
        let carrier = keys.carrier(faults);
        let from = keys.from.unwrap_or(Shore::Port);
        let (hexes, distance) = (keys.hexes.map(u32::from), keys.distance.map(u32::from));
        let mission = mission((keys.mission, keys.from), (hexes, distance), faults);
        let moved = keys.moved(faults);
        let cargo = keys.load(inputs, carrier, faults);
        Some(Self {
            cargo,
            carrier,
            mission,
            from: if mission == Mission::Evacuation && from == Shore::Port { Shore::Coast } else { from },
            moved,
            pinned: keys.pinned,
            hexes,
            distance,
            to: keys.to.unwrap_or(Shore::Port),
            debark: keys.debark,
            enemy_zoc: keys.zoc,
        })
    }
}

/// What the lift is for, and whether the keys that belong to it are given.
pub(super) fn mission(
    (told, from): (Option<Mission>, Option<Shore>),
    (hexes, distance): (Option<u32>, Option<u32>),
    faults: &mut Vec<KeyFault>,
) -> Mission {
    let portless = matches!(from, Some(Shore::Coast | Shore::BrokenPort));
    let mission = told.unwrap_or(if portless { Mission::Evacuation } else { Mission::Transport });
    if mission == Mission::Evacuation && from == Some(Shore::Port) {
        let told =
            "units in a working port board for a transport; an evacuation lifts them where there is none";
        faults.push(KeyFault::new("from", told));
    }
    match (mission, hexes) {
        (Mission::Amphibious, None) => {
            faults.push(KeyFault::new("hexes", "is missing: hexes from the port to the landing"));
        }
        (Mission::Transport | Mission::Evacuation, Some(_)) => {
            faults.push(KeyFault::new("hexes", "belongs to mission=amphibious"));
        }
        _ => {}
    }
    if mission != Mission::Evacuation && distance.is_some() {
        faults.push(KeyFault::new("distance", "belongs to mission=evacuation"));
    }
    mission
}

impl LiftKeys {
    fn carrier(&self, faults: &mut Vec<KeyFault>) -> Carrier {
        let full = |state: Option<ShipState>| state.map(|state| state == ShipState::Full);
        let (cl, dd, submarine) = (full(self.cl), full(self.dd), full(self.submarine));
        let pair = cl.is_some() || dd.is_some();
        let of_pair = if cl.is_some() { "cl" } else { "dd" };
        let wrong = match self.carrier {
            Some(CarrierKind::Pair) | None if submarine.is_some() && (pair || self.carrier.is_some()) => {
                Some("submarine")
            }
            Some(CarrierKind::Stp | CarrierKind::Submarine) if pair => Some(of_pair),
            Some(CarrierKind::Stp) if submarine.is_some() => Some("submarine"),
            _ => None,
        };
        if let Some(key) = wrong {
            faults.push(KeyFault::new(key, "belongs to another carrier than the one that is given"));
        }
        let kind = self.carrier.unwrap_or(match submarine {
            Some(_) => CarrierKind::Submarine,
            None if pair => CarrierKind::Pair,
            None => CarrierKind::Stp,
        });
        match kind {
            CarrierKind::Stp => Carrier::Stp,
            CarrierKind::Submarine => Carrier::Submarine { full: submarine.unwrap_or(true) },
            CarrierKind::Pair => {
                if self.carrier.is_none() && (cl.is_none() || dd.is_none()) {
                    let key = if cl.is_none() { "cl" } else { "dd" };
                    let fault = KeyFault::new(key, "is missing: a CL and a DD carry together");
                    faults.push(fault.help("full, reduced"));
                }
                Carrier::Pair { full: cl.unwrap_or(true) && dd.unwrap_or(true) }
            }
        }
    }

    /// The printed movement of a carrier that moved before units board.
    fn moved(&self, faults: &mut Vec<KeyFault>) -> Option<u32> {
        match (self.moved, self.movement) {
            (Some(true), None) => {
                faults.push(KeyFault::new("movement", "is missing: printed movement of the carrier"));
                None
            }
            (Some(false), Some(_)) => {
                faults.push(KeyFault::new("movement", "counts only where moved=yes"));
                None
            }
            (_, movement) => movement.map(u32::from),
        }
    }

    fn load(&self, inputs: &Inputs, carrier: Carrier, faults: &mut Vec<KeyFault>) -> Option<Freight> {
        let typed = self.nation.as_deref().unwrap_or_default();
        let nation = inputs.nation(typed);
        if nation.is_none() && !typed.is_empty() {
            faults.push(KeyFault::new("nation", format!("no nation \"{typed}\"")).help("JP, US, UK …"));
        }
        let Some(kind) = self.cargo else {
            if !matches!(carrier, Carrier::Pair { .. }) {
                let fault = KeyFault::new("cargo", "is missing");
                faults.push(fault.help("infantry, marine, snlf, sea-supply …"));
            }
            return None;
        };
        let points = self.points.map(u32::from);
        if points.is_some() && carrier != Carrier::Stp {
            faults.push(KeyFault::new("points", "counts only for STP"));
        }
        let reduced = self.reduced;
        if reduced && kind == Cargo::SeaSupply {
            faults.push(KeyFault::new("reduced", "Sea Supply has no half strength"));
        }
        let (movement, count) = (self.unit_movement.map(u32::from), self.count.map_or(1, u32::from));
        Some(Freight { kind, reduced, nation, movement, points, count })
    }
}
