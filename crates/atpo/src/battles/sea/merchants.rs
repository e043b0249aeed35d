//! Allied submarines on the Japanese merchant shipping routes in the Strategic Warfare Phase (2.3).

use std::collections::BTreeSet;

use super::super::super::kind::{Kind, Ship};
use super::super::super::states::{NavalMission, Status};
use super::super::super::view::{Alliance, Unit, View};
use super::super::code;
use super::missions::{Venture, is_at_sea};
use super::{SeaAction, links, raids};
use crate::forces::ATTACKER;
use liege_rules::play::battle::Note;
use liege_rules::position::places::PlaceList;
use liege_rules::position::situation::PlaceId;

/// The kind of the routes on the map.
const ROUTE: &str = "merchant";
/// No more submarines count on a route (Table 3).
const MOST: usize = 3;
/// The place that the interdiction of all routes is listed under.
const PLACE: &str = "Merchant Interdiction";
/// The force, which the procedure takes under the keys of the routes.
const SUBMARINES: &str = "submarines";
/// Islands that cost Japan points once the Allies hold them, with their keys.
const ISLANDS: [(&str, &[&str]); 3] =
    [("okinawa", &["Okinawa"]), ("iwo-jima", &["Iwo Jima"]), ("formosa", &["Takao", "Taihoku"])];

/// What all submarines on the routes can cost Japan; none in another phase.
pub(super) fn possible(view: &View) -> Option<SeaAction<'_>> {
    if !raids::is_strategic_warfare(view) {
        return None;
    }
    let all = view.situation.pack.map.routes.iter();
    let routes: Vec<&PlaceList> = all.filter(|route| route.kind.as_str() == ROUTE).collect();
    let boats: Vec<&Unit> = view.units.iter().filter(|unit| may_interdict(view, unit)).collect();
    let stations = stations(view, &routes, &boats);
    let held = ISLANDS.iter().filter(|(_, names)| names.iter().all(|name| is_allied(view, name)));
    let held: Vec<&str> = held.map(|(key, _)| *key).collect();
    if stations.iter().all(Vec::is_empty) && !held.contains(&ISLANDS[0].0) {
        return None;
    }
    let place = view.situation.pack.map.place(PLACE)?.id.clone();
    let ships: Vec<&Unit> = stations.iter().flatten().map(|boat| boats[*boat]).collect();
    let (at, target, what) = (place.clone(), Ok(place), String::new());
    let venture = Venture { side: Alliance::Allies, mission: NavalMission::Sail, at, target, what, ships };
    let mut action = SeaAction::new(view, &links::MERCHANTS, &venture);
    let told = routes.iter().zip(&stations).filter(|(_, own)| !own.is_empty());
    let told: Vec<String> = told.map(|(route, own)| attackers(route, own, &boats)).collect();
    if !told.is_empty() {
        action.inputs.insert("routes".into(), told.into());
    }
    held.into_iter().for_each(|key| _ = action.inputs.insert(key.into(), true.into()));
    action.date();
    let more = match code::changed(view) {
        Some(_) => "bombers are not included; change it with routes=… (2.3)",
        None => "bombers and Maru chits are not included; change it with routes=… (2.3, 17.10.2.2.1)",
    };
    action.note(&["routes"], more);
    action.note(
        &["stp"],
        "assuming Japan gives up no STP; change it with stp=… and remove the points (2.3.1.1)",
    );
    action.note(&["income"], "losses are not limited by the next income; give income=… (2)");
    let drafts =
        "our merchant routes are drafts; a submarine where routes meet counts on the route that needs it";
    action.notes.push(Note::plain(drafts));
    action.forces = vec![(ATTACKER, SUBMARINES, venture.ships)];
    Some(action)
}

/// An Allied submarine at sea that may still act.
fn may_interdict(view: &View, unit: &Unit) -> bool {
    unit.kind == Kind::Ship(Ship::Submarine)
        && unit.side == Alliance::Allies
        && is_at_sea(view, unit)
        && !view.has(unit, Status::Active)
        && view.are_at_war(&unit.entry.nation, "JP")
}

fn is_allied(view: &View, name: &str) -> bool {
    let island = view.situation.pack.map.all().iter().find(|place| place.name == name);
    island.and_then(|place| view.owning_side(place.id.hex()?)) == Some(Alliance::Allies)
}

/// The submarines that count on each route: as many as can, each on one.
fn stations(view: &View, routes: &[&PlaceList], boats: &[&Unit]) -> Vec<Vec<usize>> {
    let on = |boat: usize| {
        let at: &PlaceId = &view.piece(boats[boat]).at;
        (0..routes.len()).filter(|route| routes[*route].places.contains(at)).collect::<Vec<_>>()
    };
    let reach: Vec<Vec<usize>> = (0..boats.len()).map(on).collect();
    let mut stations = vec![Vec::new(); routes.len()];
    for boat in 0..boats.len() {
        place(boat, &reach, &mut stations, &mut BTreeSet::new());
    }
    stations.iter_mut().for_each(|own| own.sort_unstable());
    stations
}

/// Finds a submarine a route, for which others may change theirs (augmenting paths); no deeper than there are routes.
fn place(
    boat: usize,
    reach: &[Vec<usize>],
    stations: &mut [Vec<usize>],
    tried: &mut BTreeSet<usize>,
) -> bool {
    for &route in &reach[boat] {
        if !tried.insert(route) {
            continue;
        }
        if stations[route].len() < MOST {
            stations[route].push(boat);
            return true;
        }
        for at in 0..MOST {
            let other = stations[route][at];
            if place(other, reach, stations, tried) {
                stations[route][at] = boat;
                return true;
            }
        }
    }
    false
}

/// A route with its submarines as the procedure takes them: `Java: 2 US submarines, 1 NL submarine`.
fn attackers(route: &PlaceList, own: &[usize], boats: &[&Unit]) -> String {
    let nations: BTreeSet<&str> = own.iter().map(|boat| boats[*boat].entry.nation.as_str()).collect();
    let of = |nation: &&str| own.iter().filter(|boat| boats[**boat].entry.nation == **nation).count();
    let told: Vec<String> =
        nations.iter().map(|nation| format!("{} {nation} submarines", of(nation))).collect();
    format!("{}: {}", route.name, told.join(", "))
}
