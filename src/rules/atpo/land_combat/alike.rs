//! Units that differ in nothing but their names, so that chances need not tell them apart.

use super::attack::Attack;
use super::battle::{Stage, Standing, State};
use crate::rules::atpo::forces::unit::LandUnit;

/// For each unit of both sides the first unit that equals it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alike {
    attackers: Vec<usize>,
    defenders: Vec<usize>,
}

impl Alike {
    /// The units of an attack, grouped.
    #[must_use]
    pub fn of(attackers: &[LandUnit], defenders: &[LandUnit]) -> Self {
        Self { attackers: firsts(attackers), defenders: firsts(defenders) }
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

/// Whether any units are alike.
pub(super) fn exist(attack: &Attack) -> bool {
    let any = |firsts: &[usize]| firsts.iter().enumerate().any(|(index, first)| index != *first);
    any(&attack.alike.attackers) || any(&attack.alike.defenders)
}

/// The state with the fates of equal units in one order. Where units take their turns, those who had theirs are not
/// mixed with those who wait.
pub(super) fn in_order(attack: &Attack, mut battle: State) -> State {
    let (attackers, defenders) = match battle.phase {
        Stage::Drops(from) | Stage::Advances(from) => (from, 0),
        Stage::Destinations(from) | Stage::Generals(from) => (0, from),
        _ => (0, 0),
    };
    order(&mut battle.attackers, &attack.alike.attackers, attackers);
    order(&mut battle.defenders, &attack.alike.defenders, defenders);
    battle
}

fn order(standings: &mut [Standing], firsts: &[usize], from: usize) {
    let from = from.min(standings.len());
    let (before, after) = standings.split_at_mut(from);
    for (part, firsts) in [(before, &firsts[..from]), (after, &firsts[from..])] {
        let mut places: Vec<usize> = (0..part.len()).collect();
        places.sort_by_key(|index| firsts[*index]);
        let mut sorted = places.clone();
        sorted.sort_by(|a, b| (firsts[*a], &part[*a]).cmp(&(firsts[*b], &part[*b])));
        if places != sorted {
            let fates: Vec<Standing> = sorted.iter().map(|index| part[*index]).collect();
            places.into_iter().zip(fates).for_each(|(place, fate)| part[place] = fate);
        }
    }
}
