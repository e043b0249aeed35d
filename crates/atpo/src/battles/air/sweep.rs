//! Searches for submarines from the air: by those whose mark says so, and by those that could (3.16.8).

use super::super::super::kind::{Air, Kind, Ship};
use super::super::super::range::{Leg, leg};
use super::super::super::states::{AirMission, Posture, Status};
use super::super::super::view::{Alliance, Unit, View};
use super::super::sea::action::SeaAction;
use super::links;
use super::missions::AirVenture;
use crate::forces::{ATTACKER, DEFENDER};
use crate::part::MonthPart;
use liege_rules::play::battle::Note;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::situation::PlaceId;

const RULE: &str = "3.16.8";

/// Whether it is a phase for it, as far as the save tells.
fn is_time(view: &View) -> bool {
    view.part().is_none_or(MonthPart::is_of_aircraft)
}

/// The searches for the submarines of a place, one each.
pub(super) fn declared<'a>(view: &'a View, venture: &AirVenture<'a>) -> Vec<SeaAction<'a>> {
    let place = venture.target.clone().unwrap_or_else(|_| venture.at.clone());
    let boats = boats(view, venture.side, &place);
    let mut actions: Vec<SeaAction<'_>> =
        boats.map(|boat| sweep(view, venture.side, &place, &venture.units, Some(boat))).collect();
    if actions.is_empty() {
        actions.push(sweep(view, venture.side, &place, &venture.units, None));
    }
    actions.iter_mut().for_each(|action| action.declare(&venture.target));
    actions
}

/// What the air units of a party without a mission could search for: each submarine at sea that is not located.
pub(super) fn possible(view: &View, side: Alliance) -> Vec<SeaAction<'_>> {
    let free = |unit: &&Unit| unit.side == side && may_search(unit) && view.states(unit).flight.is_none();
    let own: Vec<&Unit> = view.units.iter().filter(free).collect();
    let mut found = Vec::new();
    for place in view.places() {
        let near: Vec<&Unit> = own
            .iter()
            .copied()
            .filter(|unit| comes(view, unit, place).is_ok_and(|leg| leg.is_none_or(|leg| leg.is_within())))
            .collect();
        let hunted = |boat: &&Unit| view.posture(boat) != Posture::Docked && !view.states(boat).located;
        if !near.is_empty() {
            let boats = boats(view, side, place).filter(hunted);
            found.extend(boats.map(|boat| sweep(view, side, place, &near, Some(boat))));
        }
    }
    found.retain(|action| action.refused.is_none());
    found
}

fn may_search(unit: &Unit) -> bool {
    matches!(unit.kind, Kind::Air(Air::Bomber | Air::FighterBomber | Air::NavalAir | Air::Floatplane))
}

/// The enemy submarines of a place.
fn boats<'a>(view: &'a View, side: Alliance, place: &PlaceId) -> impl Iterator<Item = &'a Unit> {
    let is_boat = move |unit: &&Unit| unit.kind == Kind::Ship(Ship::Submarine) && unit.side != side;
    view.here(place).filter(is_boat)
}

/// The flight of an air unit to the place of the search; none where the save has moved it there already.
fn comes(view: &View, unit: &Unit, place: &PlaceId) -> Result<Option<Leg>, Refusal> {
    let flown = [Status::Committed, Status::PreviouslyCommitted];
    let aloft = view.posture(unit) == Posture::Aloft && view.piece(unit).at == *place;
    if aloft && may_search(unit) && !flown.iter().any(|status| view.has(unit, *status)) {
        return Ok(None);
    }
    leg(view, unit, AirMission::AswSweep, place).map(Some)
}

fn sweep<'a>(
    view: &'a View,
    side: Alliance,
    place: &PlaceId,
    units: &[&'a Unit],
    boat: Option<&'a Unit>,
) -> SeaAction<'a> {
    let mut action = SeaAction::at(view, &links::SWEEP, side, place.clone());
    let (mut searchers, mut left_out) = (Vec::new(), Vec::new());
    for unit in units {
        match comes(view, unit, place) {
            Ok(leg) => {
                action.notes.extend(leg.and_then(|leg| leg.doubt()).map(Note::plain));
                searchers.push(*unit);
            }
            Err(refusal) => left_out.push(refusal),
        }
    }
    if searchers.is_empty() {
        action.refused = left_out.into_iter().next();
    } else {
        action.notes.extend(left_out.iter().map(Note::left_out));
    }
    if !is_time(view) {
        action.refuse(RULE, "submarines are searched for in the Naval and Air Phase and in Air Offensives");
    }
    let Some(boat) = boat else {
        action.refuse(RULE, format!("no enemy submarine is in {place}"));
        action.forces = vec![(ATTACKER, "air", units.to_vec())];
        return action;
    };
    if view.posture(boat) == Posture::Docked {
        let fortified = !view.working(place, "fortification").is_empty()
            || view.ground(place).is_some_and(|facts| facts.permanent_fort);
        action.inputs.insert("place".into(), if fortified { "fortified-port" } else { "port" }.into());
    }
    action.forces = vec![(ATTACKER, "air", searchers), (DEFENDER, "submarine", vec![boat])];
    action
}
