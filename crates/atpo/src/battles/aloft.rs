//! What aircraft of a position can do wherever they fly: whom they can meet, and which carriers launch together.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::super::kind::{Air, Kind, Ship};
use super::super::range::{base_of, is_fighter_type, leg};
use super::super::ratings::Ratings;
use super::super::states::{AirMission, Posture};
use super::super::view::{Alliance, Unit, View};
use super::sea::missions::{TARGET, aim};
use liege_rules::play::battle::Note;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// Whether a fighter may meet aircraft in a place: by its mark, or without one; who has another mission does that.
pub(super) fn meets(view: &View, unit: &Unit, place: &PlaceId) -> bool {
    if !may_meet(view, unit) {
        return false;
    }
    let mission = AirMission::Intercept;
    leg(view, unit, mission, place).is_ok_and(|leg| leg.is_within())
}

/// Where a fighter with the mission Intercept waits for whom it meets, as its mark says; none where it has no such mission, or
/// no target is written, so that it meets whoever comes.
pub(super) fn awaits(view: &View, unit: &Unit) -> Option<Result<PlaceId, String>> {
    let piece = view.piece(unit);
    let note = piece.notes.get(TARGET).map(|text| text.trim()).filter(|text| !text.is_empty())?;
    let intercepts = view.states(unit).flight == Some(AirMission::Intercept);
    intercepts.then(|| aim(view, &piece.at, note).0)
}

/// Whether a fighter may meet those who fly to one of some places: a mission has its target, and who waits elsewhere meets
/// nobody here.
pub(super) fn waits_for(view: &View, unit: &Unit, places: &[&PlaceId]) -> bool {
    match awaits(view, unit) {
        None => true,
        Some(Ok(at)) => places.contains(&&at),
        Some(Err(_)) => false,
    }
}

/// That a fighter takes no part, since its mission has another target.
pub(super) fn waits_elsewhere(view: &View, unit: &Unit) -> Option<Note> {
    let told = from_base(view, unit);
    Some(Note::plain(match awaits(view, unit)? {
        Ok(at) => format!("{told} takes no part: the target of its mission Intercept is {at} (4.7.1)"),
        Err(written) => format!(
            "{told} takes no part: the target \"{written}\" of its mission Intercept is no place of the map (4.7.1)"
        ),
    }))
}

/// The name of an air unit, and of its base.
pub(super) fn from_base(view: &View, unit: &Unit) -> String {
    let base = base_of(view, unit).map(|base| format!(" ({})", base.called(view)));
    format!("{}{}", view.piece(unit).name, base.unwrap_or_default())
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

/// The carriers of each place from which some units launch together, and the Admirals there; nobody where no two of them do
/// (4.10.7).
pub(super) fn carriers_of(view: &View, units: &[&Unit]) -> [Vec<Value>; 2] {
    let Some(side) = units.first().map(|unit| unit.side) else { return Default::default() };
    let places = launching_places(view, units, side);
    let several = places.len() > 1;
    let (mut carriers, mut admirals) = (Vec::new(), Vec::new());
    for at in places {
        for carrier in at_sea(view, &at, side) {
            let mut told = told_of(view, carrier);
            if several {
                told.insert("at".into(), at.to_string().into());
            }
            carriers.push(Value::Object(told));
        }
        let leads = view.here(&at).filter(|unit| unit.kind == Kind::Admiral && unit.side == side);
        let called = |unit: &Unit| match (view.piece(unit).name.as_str(), several) {
            (name, true) => format!("{name} @{at}"),
            (name, false) => name.to_owned(),
        };
        admirals.extend(leads.map(called).map(Value::from));
    }
    [carriers, admirals]
}

/// The places outside of port with two or more carriers, from which two or more of these Naval-Air units launch.
fn launching_places(view: &View, units: &[&Unit], side: Alliance) -> BTreeSet<PlaceId> {
    let mut launching: BTreeMap<PlaceId, usize> = BTreeMap::new();
    for unit in units.iter().filter(|unit| unit.kind == Kind::Air(Air::NavalAir)) {
        let Ok(base) = base_of(view, unit) else { continue };
        if base.ship.is_some_and(|ship| view.states[ship].posture != Posture::Docked) {
            *launching.entry(base.at).or_default() += 1;
        }
    }
    let checks = |at: &PlaceId| at_sea(view, at, side).count() > 1;
    launching.into_iter().filter(|(at, units)| *units > 1 && checks(at)).map(|(at, _)| at).collect()
}

/// The carriers of a party at a place, whatever their nation, but for those in port.
fn at_sea<'v>(view: &'v View, at: &PlaceId, side: Alliance) -> impl Iterator<Item = &'v Unit> {
    let is_carrier = |unit: &Unit| match (unit.kind, &*unit.ratings) {
        (Kind::Ship(Ship::Carrier), _) => true,
        (Kind::Ship(Ship::Capital), Ratings::Ship(ratings)) => ratings.capacity.is_some_and(|room| room > 0),
        _ => false,
    };
    let counts =
        move |unit: &&Unit| unit.side == side && is_carrier(unit) && view.posture(unit) != Posture::Docked;
    view.here(at).filter(counts)
}

/// A carrier with its capacity and the Naval-Air units aboard.
fn told_of(view: &View, ship: &Unit) -> Map<String, Value> {
    let capacity = match &*ship.ratings {
        Ratings::Ship(ratings) => ratings.capacity.unwrap_or(0),
        _ => 0,
    };
    let naval_air = |ix: &PieceIx| view.kind_of(*ix) == Some(Kind::Air(Air::NavalAir));
    let aboard = view.situation.aboard(ship.ix).filter(naval_air).count();
    let damaged = if view.is_reduced(ship) { " damaged" } else { "" };
    let name = view.piece(ship).name.as_str();
    Map::from_iter([
        ("name".to_owned(), name.into()),
        ("is".to_owned(), format!("{capacity} N{aboard}{damaged}").into()),
    ])
}
