//! What a hit does: a flip, a sinking, a point of sea transport, and what becomes of an Admiral aboard (3.11.4.1,
//! 3.11.8, 3.12.2).

use std::cmp::Reverse;

use super::attack::{GUNNERY, TORPEDOES};
use super::battle::{SeaFight, SeaStage, SideIx};
use crate::hit_rule::HitRule;
use crate::sea::admirals::{self, Blow};
use crate::sea::damage::TRANSPORT;
use crate::sea::shot::Hit;
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::Log;

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
    let guns = matches!(fight.stage, SeaStage::Guns { .. });
    let by = HitRule(if guns { GUNNERY } else { TORPEDOES });
    let unit = fight.engagement.unit(side, ship);
    let hull = &mut fight.state.hulls[side][ship];
    let by_doubles = hit == Hit::Double && !unit.is_transport();
    hull.by = by;
    hull.hits_left = if by_doubles { 0 } else { hull.hits_left.saturating_sub(1) };
    let left = hull.hits_left;
    log.line(|| {
        let (value, cause) = match (unit.is_transport(), left) {
            (true, 0) => ("eliminated".to_owned(), "its last point is lost"),
            (true, _) => (format!("{left} point left"), "a hit costs a point, doubles too"),
            (false, 0) if by_doubles => ("sunk".to_owned(), "a hit with doubles"),
            (false, 0) => ("sunk".to_owned(), "hit when it could take no more"),
            (false, _) => ("damaged".to_owned(), "flipped to its damaged side"),
        };
        (unit.name.as_str(), value, cause, if unit.is_transport() { TRANSPORT } else { by.0 })
    });
    let blow = match left {
        0 if by_doubles => Blow::SunkByDoubles,
        0 => Blow::Sunk,
        _ => Blow::Damaged,
    };
    let refuge = refuge(fight, side, ship);
    let (units, table) = (&fight.engagement.fleets[side].units, &fight.tables.admiral);
    admirals::struck(&mut fight.state.officers[side], (units, ship), blow, refuge, (table, dice), log);
}

/// The other ship that is hardest to hit, of equal ones a screened one; one that has withdrawn is still in the hex, and
/// takes him aboard where no other does.
fn refuge(fight: &SeaFight<'_>, side: SideIx, ship: usize) -> Option<usize> {
    let hulls = &fight.hulls[side];
    let afloat = (0..hulls.len()).filter(|other| *other != ship && hulls[*other].hits_left > 0);
    afloat.min_by_key(|at| {
        let alike = fight.engagement.fleets[side].alike[*at];
        (hulls[*at].gone, Reverse(fight.face(side, *at).armor), alike, Reverse(hulls[*at]), *at)
    })
}
