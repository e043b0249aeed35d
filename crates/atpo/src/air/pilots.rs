//! Air units that are lost: to the Force Pool, or set aside where the best Japanese pilots wait until Winter (4.8.7.1).

use super::aircraft::Aircraft;
use super::flight::{HitAircraft, WingState};
use super::numbers::{AirNumbers, PilotRow};
use crate::terms::{FORCE_POOL, PILOTS_ASIDE};
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::procedure::{Log, Role};

const RULE: &str = "4.8.7.1";

/// Whose counters are missed now.
#[derive(Debug, Clone, Copy)]
pub struct MissedPilots<'a> {
    row: &'a PilotRow,
    later: bool,
}

impl<'a> MissedPilots<'a> {
    /// Before Japan has had a unit of the later quality on the map, or after.
    #[must_use]
    pub fn of(numbers: &'a AirNumbers, later: bool) -> Self {
        Self { row: numbers.pilots(), later }
    }

    /// The names of those of these units that were eliminated and are set aside.
    #[must_use]
    pub fn among(self, units: &[Aircraft], hit: &[HitAircraft]) -> Vec<String> {
        let quality = if self.later { self.row.later } else { self.row.quality };
        let missed = |unit: &Aircraft| {
            unit.nation == Some(self.row.nation.as_str()) && unit.front.quality == Some(quality)
        };
        let gone = hit.iter().filter(|hit| hit.state == WingState::Eliminated);
        let aside = gone.filter(|hit| units.iter().any(|unit| unit.name == hit.name && missed(unit)));
        aside.map(|hit| hit.name.clone()).collect()
    }
}

/// What is done to the pieces: depleted, or to the Force Pool of their owner (4.8.7) unless they are set aside.
#[must_use]
pub fn deeds(hit: &[HitAircraft], set_aside: &[String]) -> Vec<Deed> {
    let deed = |unit: &HitAircraft| {
        let (act, rule) = match unit.state {
            WingState::Depleted => (Act::LoseStep, unit.rule.or("4.8.7")),
            WingState::Eliminated if set_aside.contains(&unit.name) => {
                (Act::Eliminate(Some(PILOTS_ASIDE)), RULE)
            }
            WingState::Eliminated => (Act::Eliminate(Some(FORCE_POOL)), unit.rule.or("4.8.7")),
            WingState::Aborted => return None,
        };
        let whom = Whom::Unit { name: unit.name.clone(), piece: unit.piece.clone() };
        Some(Deed { whom, act, rule: rule.into() })
    };
    hit.iter().filter_map(deed).collect()
}

/// Tells which units of a side are set aside.
pub fn tell(side: Role, set_aside: &[String], log: &mut Log) {
    if !set_aside.is_empty() {
        let names = set_aside.join(", ");
        log.line(|| (format!("{side}'s lost pilots"), names, "not in the Force Pool before Winter", RULE));
    }
}
