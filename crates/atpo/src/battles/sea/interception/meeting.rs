//! Where searchers meet the enemy, and whom: force by force, as each comes there in a move of its own (3.1, 3.8.3.1, 3.8.8).

use std::collections::BTreeMap;

use super::super::super::super::states::{NavalMission, Posture};
use super::super::super::super::view::{Alliance, Unit, View};
use super::super::missions::{self, MineField, Venture, is_at_sea};
use super::super::{enemies, is_enemy, place_of};
use liege_rules::position::situation::PlaceId;
use vassal::diagnostic::few;

/// Where both forces meet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MeetingPlace {
    /// Outside of any port.
    AtSea,
    /// In the port of the searchers, which the target enters (3.8.3.1).
    OwnPort,
    /// In the enemy's port, in which the searchers are (3.8.3.1).
    EnemyPort,
}

/// Ships that are met together.
pub(super) struct MetForce<'a> {
    /// Where they come from; the place itself of those who are there.
    pub from: PlaceId,
    /// The ships; none is not a force.
    pub ships: Vec<&'a Unit>,
}

/// Where the searchers meet the enemy, and whom: docked ships those that enter their port from wherever they are; ships
/// inside an enemy port those docked there, all others the surface ships at sea, and those that come there.
pub(super) fn meeting<'a>(
    view: &'a View,
    place: &PlaceId,
    searching: &[&'a Unit],
) -> (MeetingPlace, Vec<MetForce<'a>>) {
    let side = searching.first().map(|unit| unit.side);
    if searching.is_empty() || !searching.iter().all(|unit| is_docked_in(view, unit, place)) {
        return (MeetingPlace::AtSea, at_sea(view, place, searching));
    }
    let of_enemy = place.hex().and_then(|hex| view.owning_side(hex)) == side.map(Alliance::enemy);
    let docked = enemies(view, searching, place, true);
    let enters = |unit: &&Unit| {
        let comes = view.piece(unit).at != *place || is_at_sea(view, unit);
        // Who is in the port already has just come into it.
        let comes = comes || missions::is_past_mines(view, unit, place, MineField::Port);
        comes && is_enemy(view, searching, unit) && missions::enters_port(view, unit, place)
    };
    let entering: Vec<&Unit> = view.units.iter().filter(enters).collect();
    match (of_enemy, docked.is_empty(), entering.is_empty()) {
        (true, false, _) => (MeetingPlace::EnemyPort, vec![MetForce { from: place.clone(), ships: docked }]),
        (false, _, false) => (MeetingPlace::OwnPort, moves(view, place, &entering)),
        _ => (MeetingPlace::AtSea, at_sea(view, place, searching)),
    }
}

/// Whether a unit is in the port of a place.
pub(super) fn is_docked_in(view: &View, unit: &Unit, place: &PlaceId) -> bool {
    view.posture(unit) == Posture::Docked && view.piece(unit).at == *place
}

/// The surface ships that are met at sea: whoever comes from one hex in a move of his own, beside all who are there, and
/// those by themselves where they move or nobody comes (3.1, 3.8.8).
fn at_sea<'a>(view: &'a View, place: &PlaceId, searching: &[&'a Unit]) -> Vec<MetForce<'a>> {
    let comes = |unit: &&Unit| {
        let afloat = is_at_sea(view, unit) || view.posture(unit) == Posture::Docked;
        afloat && is_enemy(view, searching, unit) && missions::comes_to(view, unit, place)
    };
    let here = enemies(view, searching, place, false);
    let mut coming: BTreeMap<&PlaceId, Vec<&Unit>> = BTreeMap::new();
    for unit in view.units.iter().filter(comes) {
        coming.entry(&view.piece(unit).at).or_default().push(unit);
    }
    let alone = coming.is_empty() || here.iter().any(|unit| missions::is_moving(view, unit));
    let mut forces = Vec::new();
    if alone && !here.is_empty() {
        forces.push(MetForce { from: place.clone(), ships: here.clone() });
    }
    forces.extend(coming.into_iter().map(|(from, ships)| {
        let ships = here.iter().copied().chain(ships).collect();
        MetForce { from: from.clone(), ships }
    }));
    forces
}

/// Ships that enter a port as the forces that do so in a move of their own (3.1).
fn moves<'a>(view: &View, place: &PlaceId, entering: &[&'a Unit]) -> Vec<MetForce<'a>> {
    let ventures = missions::declared(view);
    let enters =
        |venture: &&Venture| venture.mission == NavalMission::EnterPort && place_of(venture) == *place;
    let of = |venture: &Venture| {
        let is_in = |unit: &&Unit| venture.ships.iter().any(|own| own.ix == unit.ix);
        let ships: Vec<&'a Unit> = entering.iter().copied().filter(is_in).collect();
        (!ships.is_empty()).then(|| MetForce { from: venture.at.clone(), ships })
    };
    ventures.iter().filter(enters).filter_map(of).collect()
}

/// Those of the forces, by their numbers, for which the searchers have not looked in vain before (3.8.2).
pub(super) fn untried<'f>(
    view: &'f View,
    place: &'f PlaceId,
    searching: &'f [&Unit],
    forces: &'f [MetForce<'_>],
) -> impl Iterator<Item = usize> + 'f {
    let is_tried = |force: &MetForce| {
        searching.iter().any(|unit| missions::has_looked_for(view, unit, (place, &force.from)))
    };
    (0..forces.len()).filter(move |number| !is_tried(&forces[*number]))
}

/// What is said of one of several forces.
pub(super) fn told(view: &View, place: &PlaceId, force: &MetForce<'_>) -> String {
    let is_own = |unit: &&&Unit| view.piece(unit).at == force.from;
    let whom = few(force.ships.iter().filter(is_own).map(|unit| view.piece(unit).name.as_str()), 1);
    let from = if force.from == *place { "here".to_owned() } else { format!("from {}", force.from) };
    format!("several forces are met here, each in its own move: this one is {whom} {from} (3.1)")
}
