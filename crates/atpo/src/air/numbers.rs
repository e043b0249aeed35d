//! Numbers that hold for every air unit, whatever it does.

use serde::Deserialize;

use crate::sea::numbers::Format1;

/// Path of the numbers.
pub const NUMBERS: &str = "rules/atpo/air.toml";
/// Its name among the tables of the pack.
pub const FILE: &str = "air.toml";

/// `air.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AirNumbers {
    #[serde(rename = "format")]
    _format: Format1,
    unit: UnitRow,
    pilots: PilotRow,
}

/// Whose lost pilots are missed longest (4.8.7.1).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct PilotRow {
    pub nation: String,
    pub quality: u8,
    pub later: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRow {
    elite: u8,
}

impl AirNumbers {
    /// What Elite Pilots add to the printed strength (16.16.1.1).
    #[must_use]
    pub fn elite_strength(&self) -> u8 {
        self.unit.elite
    }

    /// Whose lost pilots are missed longest.
    #[must_use]
    pub fn pilots(&self) -> &PilotRow {
        &self.pilots
    }
}
