//! The numbers of war in the air, read from `rules/atpo/air_combat.toml`, with the choices that a procedure reads.

use serde::Deserialize;

use crate::air::numbers::{self as air, AirNumbers};
use crate::magic::HelpedNations;
use crate::sea::numbers::{self, Format1};
use liege_rules::data::Files;
use liege_rules::play::choices::{Choices, Setting};
use liege_rules::play::procedure::ContextError;

/// Path of the numbers.
pub const NUMBERS: &str = "rules/atpo/air_combat.toml";

/// All of `air_combat.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct AirCombatNumbers {
    #[serde(rename = "format")]
    _format: Format1,
    pub combat: CombatRow,
    pub sneak_attack: SneakRow,
    pub strafing: StrafingRow,
    pub interception: AirInterceptionRow,
}

/// Rounds, bonuses and faces of air-to-air combat (4.8).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct CombatRow {
    pub rounds: u8,
    pub round_2_strength: u8,
    pub own_base: u8,
    pub free_escort: u8,
    pub sneak: i32,
    pub always_a_step: u8,
    pub never_a_step: u8,
    pub never_anything: u8,
}

/// Whom a sneak attack does not surprise (17.1.6).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct SneakRow {
    pub spared: Vec<String>,
}

/// Strafing (4.9).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct StrafingRow {
    pub target_quality: u8,
    pub evacuation_fails: u8,
}

/// Who may intercept how far away (4.14.1, 13.6.3).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct AirInterceptionRow {
    pub unsupplied_hexes: u8,
    pub own_hex: u8,
}

/// The numbers with the choices that hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AirTables {
    /// Those of every air unit.
    pub units: AirNumbers,
    /// Those of combat.
    pub numbers: AirCombatNumbers,
    /// Whose units Air Magic helps (17.10.2.1.1).
    pub helped: HelpedNations,
    /// The choices.
    pub choices: Choices,
}

impl AirTables {
    /// Load the numbers with the players' choices, of which a procedure sees those it declares.
    ///
    /// # Errors
    /// A table is missing or wrong, or a choice does not exist.
    pub fn load(files: &dyn Files, settings: &[Setting], choices: &[&str]) -> Result<Self, ContextError> {
        let units = numbers::load::<AirNumbers>(air::NUMBERS, files, settings, choices)?;
        let combat = numbers::load::<AirCombatNumbers>(NUMBERS, files, settings, choices)?;
        let helped = HelpedNations::load(files)?;
        Ok(Self { units: units.numbers, numbers: combat.numbers, helped, choices: combat.choices })
    }
}
