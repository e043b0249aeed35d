//! What aircraft are to do, by the marks on their counters.

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::range::leg;
use super::super::super::states::{AirMission, Posture};
use super::super::super::view::{Alliance, Unit, View};
use super::super::sea::enemies;
use super::super::sea::missions::{TARGET, aim};
use crate::forces::ATTACKER;
use liege_rules::play::battle::{Battle, Note};
use liege_rules::position::situation::{PieceIx, PlaceId};

/// The key of fighters of the attacker that may stay where they are.
pub(in crate::battles) const COUNTER: &str = "counter";

/// Aircraft of one party with one mission and one target.
pub struct AirVenture<'a> {
    /// Their party.
    pub side: Alliance,
    /// What they are to do.
    pub mission: AirMission,
    /// Where they do it: over their own base where no target is written; else what was written and means no place.
    pub target: Result<PlaceId, String>,
    /// What of the place, such as an installation.
    pub what: String,
    /// Where the first of them is based.
    pub at: PlaceId,
    /// They, in the order of the pieces.
    pub units: Vec<&'a Unit>,
}

/// What makes aircraft fly together.
type AirVentureKey = (AirMission, Alliance, Result<PlaceId, String>, String);

/// The missions that marks declare, in a fixed order. Aircraft of several bases that have one target fly to it together
/// (4.10.1).
pub(super) fn declared(view: &View) -> Vec<AirVenture<'_>> {
    let mut found: BTreeMap<AirVentureKey, Vec<&Unit>> = BTreeMap::new();
    for unit in view.units.iter().filter(|unit| is_in_play(view, unit)) {
        let Some(mission) = view.states(unit).flight else { continue };
        let piece = view.piece(unit);
        let note = piece.notes.get(TARGET).map(|text| text.trim()).unwrap_or_default();
        let (target, what) = aim(view, &piece.at, note);
        found.entry((mission, unit.side, target, what)).or_default().push(unit);
    }
    let ventures = found.into_iter().filter_map(|((mission, side, target, what), units)| {
        let at = view.piece(units.first()?).at.clone();
        Some(AirVenture { side, mission, target, what, at, units })
    });
    ventures.collect()
}

/// The strikes that the air units of a party without a mission could fly at enemy ships, all that reach them together.
pub(super) fn possible(view: &View, side: Alliance) -> Vec<AirVenture<'_>> {
    let free = |unit: &&Unit| unit.side == side && unit.kind.is_air() && view.states(unit).flight.is_none();
    let own: Vec<&Unit> = view.units.iter().filter(free).collect();
    let strike = |place: &PlaceId| {
        let at_sea = enemies(view, &own, place, false);
        if at_sea.is_empty() && enemies(view, &own, place, true).is_empty() {
            return None;
        }
        let reaches =
            |unit: &&&Unit| leg(view, unit, AirMission::Strike, place).is_ok_and(|leg| leg.is_within());
        let units: Vec<&Unit> = own.iter().filter(reaches).copied().collect();
        let at = view.piece(units.first()?).at.clone();
        let target = Ok(place.clone());
        Some(AirVenture { side, mission: AirMission::Strike, target, what: String::new(), at, units })
    };
    view.places().filter_map(strike).collect()
}

/// The escorts of a party that fly with nobody, since no other mission of it has their target: told with its strikes, beside
/// which they stay at home.
pub(super) fn astray(view: &View, ventures: &[AirVenture<'_>], side: Alliance) -> Vec<Note> {
    let leads = |venture: &AirVenture<'_>| {
        let waits = [AirMission::Escort, AirMission::Intercept, AirMission::Patrol];
        venture.side == side && !waits.contains(&venture.mission)
    };
    let escorts = ventures.iter().filter(|venture| venture.side == side);
    let escorts = escorts.filter(|venture| venture.mission == AirMission::Escort);
    let alone =
        escorts.filter(|escort| !ventures.iter().any(|other| leads(other) && other.target == escort.target));
    let told = alone.flat_map(|escort| {
        let target = match &escort.target {
            Ok(place) => format!("{place}, where no other air mission goes"),
            Err(written) => format!("\"{written}\", which is not a place on the map"),
        };
        let told = move |unit: &&Unit| {
            let name = &view.piece(unit).name;
            Note::plain(format!(
                "{name} has nothing to escort: the target of its mission is {target} (4.8.5.2)"
            ))
        };
        escort.units.iter().map(told).collect::<Vec<Note>>()
    });
    told.collect()
}

pub(super) fn place_of(venture: &AirVenture<'_>) -> PlaceId {
    venture.target.clone().unwrap_or_else(|_| venture.at.clone())
}

/// Whether a unit is on the map, and no cargo.
fn is_in_play(view: &View, unit: &Unit) -> bool {
    unit.kind.flies() && view.posture(unit) != Posture::Docked
}

/// The pieces that bear the mark of a mission of aircraft and took part in a battle: whose mission it is, and of the others
/// those that flew.
pub(in crate::battles) fn bearers(view: &View, battle: &Battle, flown: &BTreeSet<PieceIx>) -> Vec<PieceIx> {
    let own = |ix: &PieceIx| {
        let id = &view.situation.pieces[*ix].id;
        let forces = battle.forces.0.iter().filter(|force| force.role == ATTACKER && force.key != COUNTER);
        forces.flat_map(|force| &force.units).any(|unit| unit.piece.id == *id)
    };
    let took_part = |ix: &PieceIx| flown.contains(ix) || own(ix);
    view.situation.in_play().filter(|ix| view.states[*ix].flight.is_some()).filter(took_part).collect()
}
