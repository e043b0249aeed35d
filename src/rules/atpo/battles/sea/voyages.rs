//! Where ships are after a battle: those that searched or carried go to its place, with what is theirs, and into port.

use std::collections::BTreeSet;

use super::super::super::states::{ABOARD, DOCKED, Posture};
use super::super::super::view::View;
use super::super::plan::EditPlan;
use super::missions;
use crate::rules::battle::What;
use crate::rules::situation::{PieceIx, PlaceId};

/// Moves ships to a place, with their task forces, the Admirals who lead them and what is aboard; whoever was in port
/// leaves it, unless they `dock`.
pub(super) fn go(
    plan: &mut EditPlan<'_>,
    (afloat, admirals): (&BTreeSet<PieceIx>, &BTreeSet<PieceIx>),
    place: &PlaceId,
    dock: bool,
    rule: &str,
) {
    let view = plan.view;
    let loose = |ix: &PieceIx| view.situation.pieces[*ix].tray.is_none();
    let aboard = |ix: &PieceIx| match view.states[*ix].posture {
        Posture::Aboard(Some(ship)) => afloat.contains(&ship) && loose(ix),
        _ => false,
    };
    let chits = chits(view, afloat);
    let sail: BTreeSet<PieceIx> = afloat.iter().copied().filter(loose).chain(chits).collect();
    let leads = |ix: &PieceIx| admirals.contains(ix) && loose(ix);
    let cargo = view.situation.in_play().filter(|ix| aboard(ix) || leads(ix));
    let all: BTreeSet<PieceIx> =
        sail.iter().copied().chain(cargo).filter(|ix| !plan.gone.contains(ix)).collect();
    let comes = |ix: &PieceIx| view.situation.pieces[*ix].at != *place;
    for ix in all.iter().copied().filter(comes) {
        plan.piece(ix, What::MoveTo(place.clone()), rule, &format!("goes to {place}"));
    }
    let is_docked = |ix: PieceIx| view.states[ix].posture == Posture::Docked;
    for ix in sail.into_iter().filter(|ix| all.contains(ix)) {
        match (is_docked(ix), dock) {
            (true, false) if comes(&ix) => plan.reset(ix, DOCKED, rule, "leaves port"),
            (false, true) => plan.turn(ix, DOCKED, rule, "is in port"),
            _ => {}
        }
    }
}

/// The chits of task forces in whose trays ships lie, and those whose mark is about ships.
fn chits(view: &View, ships: &BTreeSet<PieceIx>) -> Vec<PieceIx> {
    let of_tray = ships.iter().filter_map(|ship| missions::chit_of(view, *ship));
    let marked = missions::marks_of(view, ships).into_iter().filter(|ix| !ships.contains(ix));
    of_tray.chain(marked).collect()
}

/// Cargo that has come to a place comes ashore there; out of a tray it goes onto the map.
pub(super) fn debark(plan: &mut EditPlan<'_>, ix: PieceIx, place: &PlaceId, rule: &str) {
    plan.reset(ix, ABOARD, rule, "comes ashore");
    if plan.view.situation.pieces[ix].tray.is_some() {
        plan.piece(ix, What::MoveTo(place.clone()), rule, &format!("lands in {place}"));
    }
}
