//! Turns at the umpire's desk: what comes back from a side, and what becomes of its list of moves.

use super::{Aafog, carry, taking};
use liege_rules::desk::log::UmpireLog;
use liege_rules::desk::play::{Stride, TakeAsked, Taken, TurnPaper, TurnPlay, TurnTable};
use liege_rules::play::dice::Dice;

/// Dice of battles and of research are rolled at the table, where technologies have their effects.
const UNTOLD: &[&str] = &["research", "roll", "technology-use"];

impl TurnPlay for Aafog {
    fn not_done(&self) -> &'static [&'static str] {
        &[
            "dice of battles (the players roll, you enter how the battle ended)",
            "how far aircraft fly",
            "technologies that nobody reports",
            "dice of research and repairs (change the master with VASSAL)",
        ]
    }

    fn untold(&self) -> &'static [&'static str] {
        UNTOLD
    }

    fn take(&self, asked: &TakeAsked<'_>) -> Result<Taken, Vec<String>> {
        taking::take(asked)
    }

    fn opens(&self, log: &UmpireLog, power: &str, phase: &str) -> Option<TurnPaper> {
        carry::opens(log, power, phase)
    }

    fn go(
        &self,
        table: &TurnTable<'_>,
        paper: &TurnPaper,
        dice: &mut dyn Dice,
    ) -> Result<Stride, Vec<String>> {
        carry::go(table, paper, dice)
    }
}
