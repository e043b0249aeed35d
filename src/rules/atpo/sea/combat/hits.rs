//! What a hit does: a flip, a sinking, a point of sea transport, and what becomes of an Admiral aboard (3.11.4.1,
//! 3.11.8, 3.12.2, 16.13).

use super::battle::{SeaFight, SideIx};
use crate::rules::atpo::sea::shot::Hit;
use crate::rules::dice::Dice;
use crate::rules::inputs::Inputs;
use crate::rules::procedure::Log;
use crate::rules::roll::Fact;

/// Does what a roll does to a unit.
pub(super) fn apply(
    fight: &mut SeaFight<'_>,
    (side, ship): (SideIx, usize),
    hit: Hit,
    dice: &mut dyn Dice,
    log: &mut Log,
) {
    if hit == Hit::Miss {
        return;
    }
    let unit = fight.engagement.unit(side, ship);
    let hull = &mut fight.state.hulls[side][ship];
    let by_doubles = hit == Hit::Double && !unit.is_transport();
    hull.hits_left = if by_doubles { 0 } else { hull.hits_left.saturating_sub(1) };
    let left = hull.hits_left;
    log.line(|| {
        let (value, cause) = match (unit.is_transport(), left) {
            (true, 0) => ("eliminated".to_owned(), "its last point is lost"),
            (true, _) => (format!("{left} point left"), "a hit costs a point, doubles no more"),
            (false, 0) if by_doubles => ("sunk".to_owned(), "a hit with doubles"),
            (false, 0) => ("sunk".to_owned(), "hit when it could take no more"),
            (false, _) => ("damaged".to_owned(), "flipped to its damaged side"),
        };
        (unit.name.as_str(), value, cause, if unit.is_transport() { "3.11.8" } else { "3.11.4.1" })
    });
    let fate = match left {
        0 if by_doubles => "sunk by doubles",
        0 => "sunk",
        _ => "damaged",
    };
    for number in 0..fight.officers[side].len() {
        if fight.officers[side][number].aboard.map(usize::from) == Some(ship) {
            admiral(fight, (side, number), fate, dice, log);
        }
    }
}

/// Whether a torpedo that hit is a dud (16.13).
pub(super) fn is_dud(fight: &SeaFight<'_>, nation: Option<&str>, dice: &mut dyn Dice, log: &mut Log) -> bool {
    let Some((year, month)) = fight.engagement.date else { return false };
    let mut told = Inputs::default();
    told.preset("date", format!("{year}-{month:02}").into());
    told.preset("attacker", "PT-Boat".into());
    told.preset("nation", nation.unwrap_or_default().into());
    let outcome = fight.tables.dud.play(&told, dice, log);
    outcome.facts.iter().any(|(name, fact)| name == "dud" && *fact == Fact::Truth(true))
}

/// An Admiral whose ship was hit (3.12.2); who survives a sinking goes aboard another ship (gap G65).
fn admiral(
    fight: &mut SeaFight<'_>,
    (side, number): (SideIx, usize),
    fate: &'static str,
    dice: &mut dyn Dice,
    log: &mut Log,
) {
    let officer = fight.officers[side][number];
    let came_with = fight.engagement.unit(side, officer.came_with.into());
    let others = fight.present(side).into_iter().filter_map(|ship| u8::try_from(ship).ok());
    let other = others.filter(|ship| Some(*ship) != officer.aboard).min_by_key(|ship| {
        // He goes to the ship that is hardest to hit.
        std::cmp::Reverse(fight.face(side, usize::from(*ship)).armor)
    });
    let mut told = Inputs::default();
    told.preset("admiral", format!("aboard {}", came_with.name).into());
    if let Some(nation) = came_with.nation {
        told.preset("nation", nation.into());
    }
    told.preset("ship", fate.into());
    told.preset("alone", other.is_none().into());
    let outcome = fight.tables.admiral.play(&told, dice, log);
    let dead = outcome.facts.iter().any(|(name, fact)| name == "eliminated" && *fact == Fact::Truth(true));
    let officer = &mut fight.state.officers[side][number];
    match (dead, fate) {
        (true, _) => officer.aboard = None,
        (false, "damaged") => {}
        (false, _) => officer.aboard = other,
    }
}
