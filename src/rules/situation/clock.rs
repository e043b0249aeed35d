//! When a position is, as far as the turn trackers of its save tell.

use super::Clock;
use crate::model::module::{Module, Tracker};
use crate::model::position::Position;
use crate::model::turn::LevelAt;
use crate::rules::notation::Date;
use crate::rules::pack::Pack;

/// The property that holds the year.
pub const YEAR: &str = "Turn_Year";
/// The property that holds the name of the season.
pub const SEASON: &str = "Turn_Season";
/// The property that holds which month of its season it is.
pub const MONTH: &str = "Turn_MonthOfSeason";
/// The property that holds the phase of the month; stale during the seasonal turn.
pub const PHASE: &str = "Turn_MonthPhase";
/// The property that holds the step of the seasonal turn; stale during a month.
pub const SEASONAL: &str = "Turn_SeasonalStep";
/// Months of a season.
pub const MONTHS_IN_SEASON: usize = 3;

/// What the trackers of a save tell together; of two that tell the same thing the later counts.
pub fn shown(position: &Position, module: &Module, pack: &Pack) -> Clock {
    let mut clock = Clock::default();
    for (number, tracker) in module.trackers.iter().enumerate() {
        let Some(state) = position.turns.get(&format!("TurnTracker{number}")) else { continue };
        let told = told(tracker, state, pack);
        clock.date = told.date.or(clock.date);
        clock.phase = told.phase.or(clock.phase);
    }
    clock
}

/// The date and phase that a tracker's state in a save tells.
///
/// Of a tracker without seasons the properties `Year`, `Month` and `Phase` count.
pub fn told(tracker: &Tracker, state: &str, pack: &Pack) -> Clock {
    let (mut year, mut season, mut month, mut phase) = (None, None, None, None);
    for LevelAt { level, value, .. } in tracker.standing(state) {
        let index = usize::try_from(value).ok();
        match level.property.as_str() {
            YEAR | "Year" => year = u16::try_from(value).ok(),
            SEASON => season = index,
            MONTH | "Month" => month = index,
            PHASE | SEASONAL | "Phase" => {
                let name = index.and_then(|index| level.list.get(index));
                phase = name.and_then(|name| pack.phase(name)).map(|(_, phase)| phase.id.clone());
            }
            _ => {}
        }
    }
    // Months count within their season where there is one; the seasonal turn comes before its first.
    let month = match (season, month) {
        (Some(season), month) => {
            Some(season.saturating_mul(MONTHS_IN_SEASON).saturating_add(month.unwrap_or(0)).saturating_add(1))
        }
        (None, month) => month.map(|month| month.saturating_add(1)),
    };
    let month = month.and_then(|month| u8::try_from(month).ok());
    let date = year.zip(month).map(|(year, month)| Date { year, month });
    Clock { date, phase }
}
