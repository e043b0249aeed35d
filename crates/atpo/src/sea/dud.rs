//! Torpedoes that fail: a hit by a US submarine or PT-Boat is checked until July 1943, by the roll ATPO-R67 (16.13).

use super::shot::Hit;
use super::tables::SeaTables;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, KeyFault};
use liege_rules::play::procedure::Log;
use liege_rules::play::roll::Fact;

/// The month is missing, on which it hangs.
pub(super) fn undated() -> KeyFault {
    let help = "the month, such as 1942-08: US torpedoes may be duds before July 1943 (16.13)";
    KeyFault::new("date", "is missing").help(help)
}

/// What is left of a hit by `attacker`, a submarine or a PT-Boat of this nation, in a month such as `1942-08`: nothing
/// of a dud.
pub(super) fn checked(
    (attacker, nation): (&'static str, Option<&str>),
    hit: Hit,
    date: Option<&str>,
    tables: &SeaTables,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Hit {
    let Some(date) = date.filter(|_| hit != Hit::Miss && nation == Some("US")) else { return hit };
    let mut told = Inputs::default();
    told.preset("date", date.into());
    told.preset("attacker", attacker.into());
    told.preset("nation", "US".into());
    let outcome = tables.dud.play(&told, dice, log);
    let is_dud = outcome.facts.iter().any(|(name, fact)| name == "dud" && *fact == Fact::Truth(true));
    if is_dud { Hit::Miss } else { hit }
}
