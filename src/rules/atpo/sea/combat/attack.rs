//! One attack of a naval battle before it is rolled.

use super::battle::{Aim, SeaFight, SeaStage};
use crate::rules::atpo::sea::shot::Shot;

/// A declared attack with its ratings and the moonlight.
pub(super) fn shot<'b>(fight: &SeaFight<'b>, aim: Aim) -> Shot<'b> {
    let (side, enemy) = (aim.side, 1 - aim.side);
    let (ship, target) = (usize::from(aim.ship), usize::from(aim.target));
    let guns = matches!(fight.stage, SeaStage::Guns { .. });
    let engagement = fight.engagement;
    let rating = fight.hulls[side][ship].ready.unwrap_or_default();
    let armor = fight.face(enemy, target).armor;
    let rule = if guns { "3.11.4.1" } else { "3.11.4.2" };
    let by = engagement.unit(side, ship);
    let mut shot = Shot::new(&by.name, &engagement.unit(enemy, target).name, armor, rule);
    shot.above = fight.tables.choices.is("hit_compare", "gt");
    shot.added.push((if guns { "gunnery" } else { "torpedoes" }, rating.into(), rule));
    if let Some(date) = engagement.moonlit.then_some(engagement.date.as_deref()).flatten() {
        let moonlight = fight.tables.night.moonlight(by.nation.unwrap_or_default(), date);
        shot.added.push(("moonlight", moonlight, "17.3.1"));
    }
    shot
}

/// One attack more of this sub-round.
pub(super) fn count(stage: &mut SeaStage) {
    if let SeaStage::Guns { shots, .. } | SeaStage::Torpedoes { shots } = stage {
        *shots = shots.saturating_add(1);
    }
}
