//! The part of the map that a position is about, and the hexes there that have changed hands.

use liege::rules::atpo::ground::HexKind;
use liege::rules::position::places::Hex;

use super::layout::Layout;
use super::world::is_at_war;

/// The hexes around a random one of a nation at war, by distance, or all land now and then.
pub fn theatre(layout: &mut Layout<'_>) -> Vec<Hex> {
    let world = layout.world;
    let held: Vec<Hex> = world.land.iter().copied().filter(|hex| !layout.owner(*hex).is_empty()).collect();
    let centre = layout.dice.one(&held).copied();
    let radius = u32::try_from(layout.dice.between(3, 9)).unwrap_or(3);
    let near = |hex: &Hex| {
        centre.and_then(|centre| world.map.distance(centre, *hex)).is_some_and(|far| far <= radius)
    };
    let all = layout.dice.in_hundred(15);
    world.map.hexes().map(|(hex, _)| hex).filter(|hex| all || near(hex)).collect()
}

/// Lets each side take some hexes of an enemy beside its own. Nobody takes Indochina back for France after it fell: the
/// position would have to show by whom (15.1.1).
pub fn advance(layout: &mut Layout<'_>, theatre: &[Hex]) {
    let world = layout.world;
    for _ in 0..layout.dice.between(0, 12 * layout.crowd) {
        let Some(hex) = layout.dice.one(theatre).copied() else { return };
        let owner = layout.owner(hex).to_owned();
        let facts = world.facts(hex);
        let kept = facts.kind == HexKind::Sea || owner.is_empty() || facts.territory == "FR";
        if kept || matches!(owner.as_str(), "TH" | "SU" | "MN") {
            continue;
        }
        let near = world.map.neighbours(hex);
        let taker = near.iter().map(|near| layout.owner(*near)).find(|taker| {
            let enemies =
                |one: &str, other: &str| matches!(one, "JP" | "MK") && is_at_war(other, &layout.time);
            !taker.is_empty() && (enemies(taker, &owner) || enemies(&owner, taker))
        });
        let Some(taker) = taker.map(str::to_owned) else { continue };
        // Japan holds what its colonies conquer, and nobody else shares in the war against Manchukuo's land.
        let taker = if taker == "MK" { "JP".to_owned() } else { taker };
        if matches!(taker.as_str(), "SU" | "MN" | "FR" | "TH") {
            continue;
        }
        layout.owners.insert(hex, taker.clone());
        layout.control.insert(hex, taker);
    }
}
