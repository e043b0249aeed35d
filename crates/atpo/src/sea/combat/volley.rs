//! Equal ships that attack equal targets, one each, counted in one throw: for chances in which nobody tells them apart.

use super::attack;
use super::battle::{Aim, SeaFight, SeaStage};
use crate::sea::ship::ShipClass;
use liege_rules::play::dice::Dice;

/// Rolls for all ships that are as the one that fires, at all fresh targets that are as the one it attacks; false where
/// it is alone.
///
/// A policy that picks a target among others picks one that equals it next, since what was attacked is no target until
/// all were: so they can roll together.
pub(super) fn fire(fight: &mut SeaFight<'_>, aim: Aim, dice: &mut dyn Dice) -> bool {
    let (side, enemy) = (aim.side, 1 - aim.side);
    let (ship, target) = (usize::from(aim.ship), usize::from(aim.target));
    let (own, other) = (&fight.engagement.fleets[side], &fight.engagement.fleets[enemy]);
    let guns = matches!(fight.stage, SeaStage::Guns { .. });
    let by = own.alike[ship];
    // A hit by a PT-Boat may be a dud, a hit on an Admiral's ship is followed by a die, and he may have changed ships.
    let officers = fight.officers.iter().flatten();
    let moved =
        officers.into_iter().any(|officer| officer.aboard.is_some_and(|ship| ship != officer.came_with));
    if fight.hulls[enemy][target].attacked
        || moved
        || other.units[target].admiral.is_some()
        || own.units[ship].class == ShipClass::TorpedoBoat
    {
        return false;
    }
    let alike = |alike: &[usize], hulls: &[super::battle::Hull], first: usize, one: usize| -> Vec<usize> {
        (0..hulls.len()).filter(|ship| alike[*ship] == first && hulls[*ship] == hulls[one]).collect()
    };
    let ships = alike(&own.alike, &fight.hulls[side], by, ship);
    let targets = alike(&other.alike, &fight.hulls[enemy], other.alike[target], target);
    let times = ships.len().min(targets.len());
    let Some(rolls) = u16::try_from(times).ok().filter(|rolls| *rolls > 1) else { return false };
    let [misses, hits, doubles] = attack::shot(fight, aim).roll_all(rolls, dice);
    debug_assert_eq!(misses + hits + doubles, rolls);
    let transport = other.units[target].is_transport();
    for (number, target) in (0..rolls).zip(&targets) {
        let hull = &mut fight.state.hulls[enemy][*target];
        hull.attacked = true;
        hull.hits_left = match number {
            number if number < doubles && !transport => 0,
            number if number < doubles + hits => hull.hits_left.saturating_sub(1),
            _ => hull.hits_left,
        };
    }
    for ship in ships.into_iter().take(times) {
        let hull = &mut fight.state.hulls[side][ship];
        hull.ready = None;
        hull.fired |= guns;
        attack::count(&mut fight.state.stage);
    }
    fight.state.aim = None;
    true
}
