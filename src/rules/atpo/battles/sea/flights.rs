//! Where aircraft are after a battle that came down elsewhere than where they started.

use super::super::super::states::{ABOARD, Posture};
use super::super::plan::EditPlan;
use crate::rules::battle::What;
use crate::rules::situation::{PieceIx, PlaceId};

/// An air unit comes down: at a base on land, or aboard a carrier, into whose stack its owner puts it.
pub(super) fn land(plan: &mut EditPlan<'_>, ix: PieceIx, base: &PlaceId, rule: &str) {
    let view = plan.view;
    let carrier = view.units.iter().filter(|unit| unit.kind.is_naval()).map(|unit| view.piece(unit));
    let carrier = carrier.into_iter().find(|ship| PlaceId::named(ship.name.as_str()) == *base);
    let at = carrier.map_or(base, |ship| &ship.at).clone();
    let moves = view.situation.pieces[ix].at != at;
    let what = if moves { What::MoveTo(at) } else { What::Say };
    match carrier {
        Some(ship) => {
            let words = format!("lands aboard {}; its owner puts it into her stack", ship.name);
            plan.piece(ix, what, rule, &words);
        }
        None => {
            plan.piece(ix, what, rule, &format!("lands in {base}"));
            if matches!(view.states[ix].posture, Posture::Aboard(_) | Posture::Aloft) {
                plan.reset(ix, ABOARD, rule, "is based there");
            }
        }
    }
}
