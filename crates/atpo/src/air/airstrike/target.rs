//! One installation that is bombed: what it takes, and what a throw does to it.

use super::outcome::told;
use super::{AirBombingTables, BombHit, ENGINEER, RULE};
use crate::bombing::BombResult;
use crate::installation_attack::{self as attack, InstallationRow, Resistance};
use liege_rules::play::procedure::Log;

/// An installation with those that bomb it.
#[derive(Debug, Clone)]
pub(super) struct BombTarget {
    pub row: InstallationRow,
    pub resistance: Resistance,
    pub bombers: Vec<usize>,
}

impl BombTarget {
    /// Its name in a sentence.
    pub fn name(&self) -> String {
        attack::in_words(&self.row.target)
    }

    pub fn is_fort(&self) -> bool {
        matches!(self.row.target.as_str(), "coastal-fort" | "fortification" | "permanent-fort")
    }

    /// What a result does to the target, and to whom it held.
    pub fn struck(
        &self,
        dice: u8,
        cell: BombResult,
        needed: u32,
        tables: &AirBombingTables,
        log: &mut Log,
    ) -> BombHit {
        let word = self.row.target.as_str();
        let by_total = tables.of.choices.is("installation_result", "dice_total");
        let destroyed = attack::reaches(cell, dice, by_total, needed);
        let steps = self.steps(dice, cell, destroyed, tables);
        log.line(|| {
            let reached = if by_total { format!("dice {dice}") } else { format!("result {}", cell.text()) };
            (attack::in_words(word), told(word, destroyed), format!("{reached} against {needed}"), RULE)
        });
        attack::tell_steps(steps, tables.collateral(), log);
        if destroyed {
            attack::tell_displaced(word, log);
        }
        if destroyed && word == ENGINEER {
            log.line(|| ("engineer", "builds no airbase this turn", "no other effect", "4.13.3"));
        }
        BombHit { cell: Some(cell), destroyed, steps }
    }

    /// Steps that the aircraft of an airbase or airstrip lose: by the dice, or by the number (`collateral_ground`).
    fn steps(&self, dice: u8, cell: BombResult, destroyed: bool, tables: &AirBombingTables) -> u8 {
        if !attack::holds_aircraft(&self.row.target) {
            return 0;
        }
        if tables.of.choices.is("collateral_ground", "each_number") {
            return cell.number.unwrap_or(0);
        }
        if destroyed { tables.of.numbers.steps(dice) } else { 0 }
    }
}
