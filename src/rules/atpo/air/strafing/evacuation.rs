//! The die by which an air unit leaves its base before it is attacked (4.9.1).

use crate::rules::atpo::air::combat::tables::StrafingRow;
use crate::rules::dice::{Dice, Die};
use crate::rules::procedure::Log;

const RULE: &str = "4.9.1";

/// Whether a unit gets away: the land hexes of its side that were flown over, or less, and never the face that always
/// fails.
pub fn gets_away(name: &str, flown_over: u8, row: &StrafingRow, dice: &mut dyn Dice, log: &mut Log) -> bool {
    let fails = row.evacuation_fails;
    let escapes = |face: u8| face <= flown_over && face != fails;
    let face = dice.roll_into(Die::D6, "evacuation", &|face| u16::from(escapes(face)));
    log.roll(Die::D6, face, || (format!("{name} evacuates: die"), "1d6", RULE));
    log.line(|| {
        let value = if escapes(face) { "evacuates" } else { "stays on the ground" };
        let cause = match face == fails {
            true => format!("a {face} always fails"),
            false => format!("{face} against {flown_over}, the land hexes flown over"),
        };
        (name, value, cause, RULE)
    });
    escapes(face)
}
