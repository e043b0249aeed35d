//! What aircraft of a position can do wherever they fly: whom they can meet, and which carriers launch together.

use serde_json::{Value, json};

use super::super::kind::{Air, Kind, Ship};
use super::super::range::{AirBase, base_of, is_fighter_type, leg};
use super::super::ratings::Ratings;
use super::super::states::{AirMission, Posture};
use super::super::view::{Unit, View};
use crate::rules::situation::{PieceIx, PlaceId};

/// Whether a fighter may meet aircraft in a place: by its mark, or without one; who has another mission does that.
pub(super) fn meets(view: &View, unit: &Unit, place: &PlaceId) -> bool {
    if !may_meet(view, unit) {
        return false;
    }
    let mission = AirMission::Intercept;
    leg(view, unit, mission, place).is_ok_and(|leg| leg.is_within())
}

/// Whether a fighter may meet aircraft at all: who has another mission does that.
pub(super) fn may_meet(view: &View, unit: &Unit) -> bool {
    let free = match view.states(unit).flight {
        None | Some(AirMission::Intercept) => true,
        // A patrol stays over its own base.
        Some(AirMission::Patrol) => true,
        Some(_) => false,
    };
    // Floatplanes of no quality are patrol bombers.
    free && is_fighter_type(unit.kind) && unit.kind != Kind::Air(Air::Floatplane)
}

/// Carriers of one place from which some units launch, and the Admirals there; nobody where no two of them do.
pub(super) fn carriers_of(view: &View, units: &[&Unit]) -> [Vec<Value>; 2] {
    let Some((at, carriers)) = carriers(view, units) else { return Default::default() };
    let side = units.first().map(|unit| unit.side);
    let admirals = view.here(&at).filter(|unit| unit.kind == Kind::Admiral && Some(unit.side) == side);
    [carriers, admirals.map(|unit| view.piece(unit).name.as_str().into()).collect()]
}

/// The place with most carriers at sea from which some units launch, where there are two or more.
fn carriers(view: &View, units: &[&Unit]) -> Option<(PlaceId, Vec<Value>)> {
    let bases: Vec<AirBase> = units.iter().filter_map(|unit| base_of(view, unit).ok()).collect();
    let of = |at: &PlaceId| -> Vec<PieceIx> {
        let mut ships: Vec<PieceIx> =
            bases.iter().filter(|base| base.at == *at).filter_map(|base| base.ship).collect();
        ships.sort_unstable();
        ships.dedup();
        ships.retain(|ship| view.states[*ship].posture != Posture::Docked);
        ships
    };
    let places = bases.iter().map(|base| &base.at);
    let (at, ships) = places.map(|at| (at, of(at))).max_by_key(|(_, ships)| ships.len())?;
    let told = |ix: &PieceIx| {
        let ship = view.units.iter().find(|unit| unit.ix == *ix && unit.kind == Kind::Ship(Ship::Carrier))?;
        let Ratings::Ship(ratings) = &*ship.ratings else { return None };
        let aboard = view
            .situation
            .aboard(*ix)
            .filter(|ix| view.kind_of(*ix) == Some(Kind::Air(Air::NavalAir)))
            .count();
        let damaged = if view.is_reduced(ship) { " damaged" } else { "" };
        let is = format!("{} N{aboard}{damaged}", ratings.capacity.unwrap_or(0));
        Some(json!({ "name": view.piece(ship).name, "is": is }))
    };
    (ships.len() > 1).then(|| (at.clone(), ships.iter().filter_map(told).collect()))
}
