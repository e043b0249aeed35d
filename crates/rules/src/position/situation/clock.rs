//! When a position is, as far as the turn trackers of its save tell.

use super::Clock;
use crate::game::pack::Pack;
use crate::position::notation::Date;
use vassal::model::module::{Module, Tracker};
use vassal::model::position::Position;
use vassal::model::turn::LevelAt;

/// Months of a year.
const MONTHS: usize = 12;

/// The property that holds the year, in modules of ours; `[clock]` of `pack.toml` names those of other modules.
pub const YEAR: &str = "Turn_Year";
/// The property that holds the name of the season.
pub const SEASON: &str = "Turn_Season";
/// The property that holds which month of its season it is.
pub const MONTH: &str = "Turn_MonthOfSeason";
/// The property that holds the phase of the month; stale during the seasonal turn.
pub const PHASE: &str = "Turn_MonthPhase";
/// The property that holds the step of the seasonal turn; stale during a month.
pub const SEASONAL: &str = "Turn_SeasonalStep";

/// How many months each of so many seasons has; none where they do not share out the months of a year.
pub fn months_in_season(seasons: usize) -> Option<usize> {
    (MONTHS.checked_rem(seasons)? == 0).then(|| MONTHS / seasons)
}

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
/// Its properties are those of modules of ours, or those that the pack names.
pub fn told(tracker: &Tracker, state: &str, pack: &Pack) -> Clock {
    let (mut year, mut season, mut month, mut phase) = (None, None, None, None);
    for LevelAt { level, value, .. } in tracker.standing(state) {
        let index = usize::try_from(value).ok();
        let is = |own: &[&str], others: &[String]| {
            own.contains(&level.property.as_str()) || others.contains(&level.property)
        };
        if is(&[YEAR], &pack.clock.year) {
            year = u16::try_from(value).ok();
        } else if is(&[SEASON], &pack.clock.season) {
            season = index.map(|index| (index, level.list.len()));
        } else if is(&[MONTH], &pack.clock.month) {
            month = index;
        } else if is(&[PHASE, SEASONAL], &pack.clock.phase) {
            let name = index.and_then(|index| level.list.get(index));
            phase = name.and_then(|name| pack.phase(name)).map(|(_, phase)| phase.id.clone());
        }
    }
    // Months count within their season where there is one; the seasonal turn comes before its first.
    let month = match (season, month) {
        (Some((season, seasons)), month) => months_in_season(seasons)
            .map(|months| season.saturating_mul(months).saturating_add(month.unwrap_or(0)).saturating_add(1)),
        (None, month) => month.map(|month| month.saturating_add(1)),
    };
    let month = month.and_then(|month| u8::try_from(month).ok());
    let date = year.zip(month).map(|(year, month)| Date { year, month });
    Clock { date, phase }
}
