//! What aircraft are to do, by the marks on their counters.

use std::collections::BTreeMap;

use super::super::super::states::{AirMission, Posture};
use super::super::super::view::{Alliance, Unit, View};
use super::super::sea::missions::{TARGET, aim};
use crate::rules::battle::Battle;
use crate::rules::situation::{PieceIx, PlaceId};

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

/// Whether a unit is on the map, and no cargo.
fn is_in_play(view: &View, unit: &Unit) -> bool {
    unit.kind.flies() && view.posture(unit) != Posture::Docked
}

/// The pieces of a battle that bear the mark of a mission of aircraft.
pub(in crate::rules::atpo::battles) fn bearers(view: &View, battle: &Battle) -> Vec<PieceIx> {
    let engaged = |ix: &PieceIx| {
        let id = &view.situation.pieces[*ix].id;
        battle.forces.0.iter().flat_map(|force| &force.units).any(|unit| unit.piece.id == *id)
    };
    view.situation.in_play().filter(|ix| view.states[*ix].flight.is_some()).filter(engaged).collect()
}
