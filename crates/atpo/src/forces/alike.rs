//! Units that differ in nothing but their names, so that chances need not tell them apart.

use super::unit::LandUnit;

/// For each unit of both sides the first unit that equals it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alike {
    /// Of the attackers, by index.
    pub attackers: Vec<usize>,
    /// Of the defenders, by index.
    pub defenders: Vec<usize>,
}

impl Alike {
    /// The units of an attack, grouped.
    #[must_use]
    pub fn of(attackers: &[LandUnit], defenders: &[LandUnit]) -> Self {
        Self { attackers: firsts(attackers), defenders: firsts(defenders) }
    }

    /// Whether any units are alike.
    #[must_use]
    pub fn exist(&self) -> bool {
        let any = |firsts: &[usize]| firsts.iter().enumerate().any(|(index, first)| index != *first);
        any(&self.attackers) || any(&self.defenders)
    }
}

fn firsts(units: &[LandUnit]) -> Vec<usize> {
    let equal = |one: &LandUnit, other: &LandUnit| {
        let facts = |unit: &LandUnit| (unit.kind, unit.strength, unit.steps, unit.nation);
        facts(one) == facts(other) && one.hex == other.hex && one.conditions == other.conditions
    };
    let first = |unit| units.iter().position(|other| equal(unit, other)).unwrap_or(0);
    units.iter().map(first).collect()
}
