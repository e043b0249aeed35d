//! Torpedoes that fail: a hit by the US is checked until July 1943 (16.13).

use crate::rules::atpo::sea::ship::NavalUnit;
use crate::rules::atpo::sea::shot::Hit;
use crate::rules::atpo::sea::tables::SeaTables;
use crate::rules::dice::{Dice, Die};
use crate::rules::procedure::Log;

const RULE: &str = "16.13";

/// A month, as year and number.
pub(super) type Month = (u16, u8);

/// What is left of a hit by this submarine: nothing of a dud.
pub(super) fn checked(
    boat: &NavalUnit,
    hit: Hit,
    date: Option<Month>,
    tables: &SeaTables,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Hit {
    let numbers = &tables.numbers.dud;
    if hit == Hit::Miss || boat.nation != Some(numbers.nation.as_str()) {
        return hit;
    }
    if date.is_none() {
        log.line(|| {
            (
                "dud check",
                "none",
                format!("no date is given; before {} a hit may be a dud", numbers.before),
                RULE,
            )
        });
    }
    if !tables.may_be_dud(boat.nation, date) {
        return hit;
    }
    let is_dud = |one: u8, other: u8| one + other <= numbers.most;
    let (one, other) = dice.pair(Die::D6, "dud check", &|one, other| is_dud(one, other).into());
    for face in [one, other] {
        log.roll(Die::D6, face, || ("dud check: die", "2d6", RULE));
    }
    let dud = is_dud(one, other);
    log.line(|| {
        let cause = format!("{}; {} or less is a dud", one + other, numbers.most);
        ("dud check", if dud { "a dud: no hit" } else { "it explodes" }, cause, RULE)
    });
    if dud { Hit::Miss } else { hit }
}
