//! The turns of this game at the umpire's desk.

use super::{Aafog, carry, taking};
use crate::rules::desk::play::{Stride, TakeAsked, Taken, TurnPaper, TurnPlay, TurnTable};
use crate::rules::dice::Dice;

impl TurnPlay for Aafog {
    fn take(&self, asked: &TakeAsked<'_>) -> Result<Taken, Vec<String>> {
        taking::take(asked)
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
