//! Torpedoes that fail: a hit by the US is checked until July 1943, by the roll ATPO-R67 (16.13).

use crate::rules::atpo::sea::ship::NavalUnit;
use crate::rules::atpo::sea::shot::Hit;
use crate::rules::atpo::sea::tables::SeaTables;
use crate::rules::dice::Dice;
use crate::rules::inputs::Inputs;
use crate::rules::procedure::Log;
use crate::rules::roll::Fact;

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
    if hit == Hit::Miss || boat.nation != Some("US") {
        return hit;
    }
    let Some((year, month)) = date else {
        log.line(|| ("dud check", "none", "no date is given, and old US torpedoes may be duds", "16.13"));
        return hit;
    };
    let mut told = Inputs::default();
    told.preset("date", format!("{year}-{month:02}").into());
    told.preset("attacker", "submarine".into());
    told.preset("nation", "US".into());
    let outcome = tables.dud.play(&told, dice, log);
    let is_dud = outcome.facts.iter().any(|(name, fact)| name == "dud" && *fact == Fact::Truth(true));
    if is_dud { Hit::Miss } else { hit }
}
