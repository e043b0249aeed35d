//! Room for those who land from the sea, loaded for combat, as the pack tells it (3.13).

use std::collections::BTreeMap;

use super::{LiftNumbers, Points};
use liege_rules::game::pack::Pack;

/// Transport points that a unit of an assault needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AssaultPoints {
    /// Up to the hexes that count as near.
    pub near: u32,
    /// From farther.
    pub far: u32,
}

/// The rows of assaults in the Naval Transport Calculation Table.
pub(crate) struct AssaultTable {
    near_hexes: u32,
    points: BTreeMap<String, Points>,
}

impl AssaultTable {
    /// That of a pack, whose loader tells its faults.
    pub(crate) fn of(pack: &Pack) -> Self {
        let text = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path);
            pack.tables.get(name).map_or("", String::as_str)
        };
        let numbers = toml::from_str::<LiftNumbers>(text(super::NUMBERS)).ok();
        Self {
            near_hexes: numbers.map_or(0, |numbers| numbers.stp.near_hexes),
            points: super::points(text(super::TABLE), &mut Vec::new()),
        }
    }

    /// Hexes from its port up to which an assault is a near one.
    pub(crate) fn near_hexes(&self) -> u32 {
        self.near_hexes
    }

    /// What one unit needs; a kind without a row counts as one point (gap G05).
    pub(crate) fn points(&self, kind: &str) -> AssaultPoints {
        let [_, near, far] = self.points.get(kind).copied().unwrap_or([1; 3]);
        AssaultPoints { near, far }
    }
}
