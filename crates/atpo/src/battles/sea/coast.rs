//! What meets ships off a coast that the enemy holds: the sea mines of a coastal fort, the battery of a fortress.

use std::collections::BTreeSet;

use super::super::super::states::NavalMission;
use super::super::super::view::{Alliance, Unit, View};
use super::action::SeaAction;
use super::links;
use super::missions::{self, MineField, Venture, is_at_sea, is_surface};
use crate::forces::ATTACKER;
use liege_rules::position::situation::PlaceId;

/// Whether a party that enters a place comes past the sea mines of a coastal fort (3.14.5.6).
pub(super) fn is_mined(view: &View, place: &PlaceId, side: Alliance) -> bool {
    let of_enemy = place.hex().is_some_and(|hex| view.owning_side(hex) == Some(side.enemy()));
    of_enemy && !view.working(place, "coastal-fort").is_empty()
}

fn is_past(view: &View, ship: &Unit, place: &PlaceId) -> bool {
    missions::is_past_mines(view, ship, place, MineField::Sea)
}

/// The sea mines on the way of those who sail, and of those who are to land: once for each force that enters.
pub(super) fn sea_mines<'a>(view: &'a View, ventures: &[Venture<'a>]) -> Vec<SeaAction<'a>> {
    let sailing = || ventures.iter().filter(|venture| venture.enters_hex());
    let sails = |unit: &Unit| sailing().any(|venture| venture.ships.iter().any(|own| own.ix == unit.ix));
    let mut found = Vec::new();
    for venture in sailing() {
        let past = |place: &PlaceId| venture.ships.iter().all(|ship| is_past(view, ship, place));
        found.extend(venture.target.as_ref().ok().filter(|place| !past(place)).and_then(|place| {
            let mut action = mined(view, venture.side, place, venture.ships.clone())?;
            action.declared = true;
            Some(action)
        }));
    }
    for side in [Alliance::Axis, Alliance::Allies] {
        for place in landings(view, side) {
            let comes = |unit: &&Unit| unit.side == side && is_at_sea(view, unit) && !sails(unit);
            let ships = view.here(&place).filter(comes).collect();
            found.extend(mined(view, side, &place, ships).map(|mut action| {
                action.declared = true;
                action
            }));
        }
    }
    found
}

/// The sea mines that ships at sea come past if they enter the hex now.
pub(super) fn possible_mines<'a>(view: &'a View, venture: &Venture<'a>) -> Option<SeaAction<'a>> {
    let ships = venture.ships.iter().copied().filter(|ship| !is_past(view, ship, &venture.at));
    mined(view, venture.side, &venture.at, ships.collect())
}

fn mined<'a>(view: &'a View, side: Alliance, place: &PlaceId, ships: Vec<&'a Unit>) -> Option<SeaAction<'a>> {
    if ships.is_empty() || !is_mined(view, place, side) {
        return None;
    }
    let mut action = SeaAction::new(view, &links::SEA_MINES, &arrival(side, place, Vec::new()));
    action.date();
    if action.mines() {
        action.magic();
    }
    action.note(&[], "they enter the hex now, in one movement option; one die for each entry (3.14.5.6)");
    action.forces = vec![(ATTACKER, "ships", ships)];
    Some(action)
}

/// Ships of a party that come to a place.
fn arrival<'a>(side: Alliance, place: &PlaceId, ships: Vec<&'a Unit>) -> Venture<'a> {
    let (at, target) = (place.clone(), Ok(place.clone()));
    Venture { side, mission: NavalMission::Sail, at, target, what: String::new(), ships }
}

/// Where land units of a party declare a landing: an attack on their own hex.
fn landings(view: &View, side: Alliance) -> BTreeSet<PlaceId> {
    let lands = |unit: &&Unit| {
        let at = &view.piece(unit).at;
        unit.kind.is_land() && unit.side == side && view.states(unit).attack == at.hex()
    };
    view.units.iter().filter(lands).map(|unit| view.piece(unit).at.clone()).collect()
}

/// Whether a fortress fires at those of a party who land beside it.
pub(super) fn has_battery(view: &View, place: &PlaceId, side: Alliance) -> bool {
    side == Alliance::Axis && view.ground(place).is_some_and(|facts| facts.permanent_fort)
}

/// The batteries that fire at those who declare a landing in their hex (3.10).
pub(super) fn batteries(view: &View) -> impl Iterator<Item = SeaAction<'_>> {
    let side = Alliance::Axis;
    let fired_at = move |place: PlaceId| {
        let ships: Vec<&Unit> = view
            .here(&place)
            .filter(|unit| unit.side == side && is_surface(unit) && is_at_sea(view, unit))
            .collect();
        if !has_battery(view, &place, side) || ships.is_empty() {
            return None;
        }
        let venture = arrival(side, &place, ships);
        let mut action = SeaAction::new(view, &links::BATTERY, &venture);
        action.declared = true;
        action.inputs.insert("hex".into(), place.to_string().into());
        action.magic();
        action.forces = vec![(ATTACKER, "ships", venture.ships)];
        Some(action)
    };
    landings(view, side).into_iter().filter_map(fired_at)
}
