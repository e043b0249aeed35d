//! One attack of a naval battle before it is rolled.

use super::battle::{Aim, Engagement, SeaFight, SeaStage};
use crate::sea::ship::{NavalUnit, ShipClass};
use crate::sea::shot::Shot;
use crate::sea::tables::SeaTables;

/// The rule of guns.
pub(super) const GUNNERY: &str = "3.11.4.1";
/// The rule of torpedoes.
pub(super) const TORPEDOES: &str = "3.11.4.2";

/// A declared attack with its ratings and the moonlight.
pub(super) fn shot<'b>(fight: &SeaFight<'b>, aim: Aim) -> Shot<'b> {
    let (side, enemy) = (aim.side, 1 - aim.side);
    let (ship, target) = (usize::from(aim.ship), usize::from(aim.target));
    let guns = matches!(fight.stage, SeaStage::Guns { .. });
    let rating = fight.hulls[side][ship].ready.unwrap_or_default();
    let armor = fight.face(enemy, target).armor;
    let engagement = fight.engagement;
    let (by, at) = (engagement.unit(side, ship), engagement.unit(enemy, target));
    plain(engagement, fight.tables, (by, rating, guns), (at, armor))
}

/// An attack with this rating, by guns or torpedoes, at this Armor.
pub(super) fn plain<'b>(
    engagement: &Engagement,
    tables: &SeaTables,
    (by, rating, guns): (&'b NavalUnit, u8, bool),
    (at, armor): (&'b NavalUnit, u8),
) -> Shot<'b> {
    let rule = if guns { GUNNERY } else { TORPEDOES };
    let mut shot = Shot::new(&by.name, &at.name, armor, rule);
    shot.above = tables.choices.is("hit_compare", "gt");
    shot.added.push((if guns { "gunnery" } else { "torpedoes" }, rating.into(), rule));
    shot.added.extend(tables.night.moonlight(by, engagement.date.as_deref().filter(|_| engagement.moonlit)));
    shot
}

/// Whether a unit launches its torpedoes, as far as its class goes: destroyers and escorts, PT-Boats in coastal hexes, by
/// the other reading whoever has a rating (choice `torpedo_users`).
pub(super) fn launches(engagement: &Engagement, tables: &SeaTables, unit: &NavalUnit) -> bool {
    match unit.class {
        ShipClass::TorpedoBoat => engagement.coastal,
        class => class.is_escort() || tables.choices.is("torpedo_users", "any_rated"),
    }
}

/// One attack more of this sub-round.
pub(super) fn count(stage: &mut SeaStage) {
    if let SeaStage::Guns { shots, .. } | SeaStage::Torpedoes { shots } = stage {
        *shots = shots.saturating_add(1);
    }
}
