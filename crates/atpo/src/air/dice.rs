//! Two dice added up, with a line for each face.

use liege_rules::play::dice::{Dice, Die, Throw};
use liege_rules::play::procedure::Log;

/// Rolls 2d6 for `what` under a rule. Sums that `class` gives one number are the same to the caller.
pub(super) fn two_dice(
    (what, rule): (&str, &str),
    class: &dyn Fn(u16) -> u16,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> u16 {
    let before = dice.rolled().len();
    let sum = dice.throw(Throw::TWO_D6, what, class);
    for rolled in dice.rolled().get(before..).unwrap_or_default() {
        log.roll(Die::D6, rolled.face, || (format!("{what}: die"), "2d6", rule));
    }
    sum
}
