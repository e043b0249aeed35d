//! The `[clock]` part of `pack.toml`: what turn trackers of other modules than ours call what they tell.

use serde::Deserialize;

/// Properties of other modules' turn trackers: `[clock]` of `pack.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ClockTerms {
    /// Those that hold the year.
    pub year: Vec<String>,
    /// Those that hold the name of a season in a list of all seasons.
    pub season: Vec<String>,
    /// Those that hold the month: of its season, where the tracker has seasons.
    pub month: Vec<String>,
    /// Those that hold the phase, by its name or id.
    pub phase: Vec<String>,
}

impl Default for ClockTerms {
    fn default() -> Self {
        let [year, season, month, phase] =
            ["Year", "Season", "Month", "Phase"].map(|name| vec![name.to_owned()]);
        Self { year, season, month, phase }
    }
}
