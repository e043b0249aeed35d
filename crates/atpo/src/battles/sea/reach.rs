//! How far ships react at sea (3.8.7.2).

use super::super::super::ground::HexKind;
use super::super::super::view::View;
use liege_rules::position::situation::PlaceId;

/// Coastal hexes that a reaction reaches (3.8.7.2).
const COASTAL_HEXES: u32 = 3;

/// The sea area of a place at sea, whether it has hexes or not; none of a coastal hex.
fn sea_of<'a>(view: &'a View, place: &PlaceId) -> Option<&'a str> {
    let facts = view.situation.pack.map.facts(place)?;
    if view.is_sea_area(place) {
        return Some(&facts.key);
    }
    (view.ground(place)?.kind == HexKind::Sea).then(|| facts.word("area"))
}

fn is_coastal(view: &View, place: &PlaceId) -> bool {
    view.ground(place).is_some_and(|facts| facts.kind == HexKind::Coastal)
}

/// The coastal hexes between two coastal hexes; none where one of them is no coastal hex.
pub(super) fn coastal_hexes(view: &View, from: &PlaceId, to: &PlaceId) -> Option<u32> {
    let coastal = is_coastal(view, from) && is_coastal(view, to);
    view.map().distance(from.hex()?, to.hex()?).filter(|_| coastal)
}

/// Whether ships at a place react to others at another: within three coastal hexes, or within a sea area and its coast.
pub(super) fn reacts(view: &View, from: &PlaceId, to: &PlaceId) -> bool {
    let beside = |coast: &PlaceId, sea: &str| {
        let mut around = view.situation.pack.map.neighbours(coast).into_iter();
        is_coastal(view, coast) && around.any(|place| sea_of(view, &place) == Some(sea))
    };
    match (sea_of(view, from), sea_of(view, to)) {
        (Some(from), Some(to)) => from == to,
        (Some(sea), None) => beside(to, sea),
        (None, Some(sea)) => beside(from, sea),
        (None, None) => coastal_hexes(view, from, to).is_some_and(|hexes| hexes <= COASTAL_HEXES),
    }
}
