//! Partisans into whose hex units of their own side come: they are eliminated (16.3.6).

use std::collections::BTreeSet;

use super::super::kind::Kind;
use super::super::states::{ABOARD, Posture};
use super::super::view::Unit;
use super::plan::{EditPlan, find};
use liege_rules::play::battle::{PlannedChange, What};
use liege_rules::position::situation::{PieceIx, PlaceId};

/// Eliminates them, whichever of the edits so far brings troops or aircraft to them.
pub(super) fn give_way(plan: &mut EditPlan<'_>) {
    let view = plan.view;
    let met: BTreeSet<PieceIx> = plan
        .changes
        .iter()
        .filter_map(|edit| comer(plan, edit))
        .flat_map(|(unit, at)| {
            let is_own = |other: &&Unit| other.kind == Kind::Partisan && other.side == unit.side;
            view.here(at).filter(is_own).map(|own| own.ix)
        })
        .collect();
    for ix in met.into_iter().filter(|ix| !plan.gone.contains(ix)).collect::<Vec<_>>() {
        plan.eliminate(ix, None, "16.3.6");
    }
}

/// The unit that an edit brings ashore or to a base, and the place.
fn comer<'p>(plan: &'p EditPlan<'_>, edit: &'p PlannedChange) -> Option<(&'p Unit, &'p PlaceId)> {
    let view = plan.view;
    let ix = find(view, &edit.piece).filter(|ix| !plan.gone.contains(ix))?;
    let unit =
        view.units.iter().find(|unit| unit.ix == ix && (unit.kind.is_ground() || unit.kind.flies()))?;
    let was_aboard = matches!(view.states[ix].posture, Posture::Aboard(_) | Posture::Aloft);
    if was_aboard != plan.has_turned(ix, ABOARD) {
        return None;
    }
    match &edit.what {
        What::MoveTo(at) => Some((unit, at)),
        What::TurnLayer { .. } if was_aboard && !plan.has_moved(ix) => {
            Some((unit, &view.situation.pieces[ix].at))
        }
        _ => None,
    }
}
