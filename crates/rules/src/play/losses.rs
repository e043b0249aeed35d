//! What units lose in a battle: in one outcome, and over all that can happen.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::play::procedure::Role;

/// What became of one unit in an outcome.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitLoss {
    /// Its side.
    pub side: Role,
    /// Its name.
    pub unit: String,
    /// The first unit of its side that equals it in all but its name, by its place in the list; its own place if there
    /// is none before it.
    pub like: usize,
    /// What it lost; none where it stands.
    pub fate: Option<LostUnit>,
}

/// A loss that a unit can take.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LostUnit {
    /// In a word: `damaged`.
    pub word: &'static str,
    /// What its side lacks then, and how much of it.
    pub lost: Vec<(&'static str, u32)>,
    /// How much that is by the procedure's measure of losses.
    pub measure: u32,
}

/// What can become of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitProspect {
    /// Its side.
    pub side: Role,
    /// Its name.
    pub unit: String,
    /// Each loss with its weight, over a total of its own.
    pub fates: Vec<(LostUnit, BigUint)>,
    /// The total of the weights.
    pub total: BigUint,
}

/// What both sides lose over all that can happen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prospects {
    /// Each unit, in the order of the procedure.
    pub units: Vec<UnitProspect>,
    /// The weight of each sum of the measure, by side.
    pub measures: BTreeMap<(Role, u32), BigUint>,
    /// The total of those weights.
    pub total: BigUint,
}
