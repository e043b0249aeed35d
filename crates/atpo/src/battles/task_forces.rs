//! What the chit of a task force lends the ships in its tray, when a battle changes a part of them or takes them out.

use std::collections::BTreeSet;

use super::super::states::{DOCKED, Posture, Status};
use super::plan::EditPlan;
use super::sea::missions::{TASK_FORCE, chit_of, crew};
use liege_rules::play::battle::What;
use liege_rules::position::situation::PieceIx;

/// A ship that comes out of its tray bears what its chit lent it as its own, unless the battle has changed that.
pub(super) fn keep_lent(plan: &mut EditPlan<'_>, ship: PieceIx, rule: &str) {
    let view = plan.view;
    let Some(chit) = chit_of(view, ship) else { return };
    for status in &view.states[chit].status {
        if !plan.has_turned(ship, status.word()) {
            plan.turn(ship, status.word(), rule, "bears the mark of its task force");
        }
    }
}

/// A chit says what holds for all ships in its tray: it turns with them, and where only some of them have turned the others
/// bear the mark themselves.
pub(super) fn turn_chits(plan: &mut EditPlan<'_>) {
    let view = plan.view;
    let is_chit = |ix: &PieceIx| view.situation.pieces[*ix].is_chit(TASK_FORCE);
    for chit in view.situation.in_play().filter(is_chit).collect::<Vec<_>>() {
        if plan.gone.contains(&chit) || !view.states[chit].has(Status::Standby) {
            continue;
        }
        let crew: BTreeSet<PieceIx> = crew(view, chit).map(|unit| unit.ix).collect();
        let crew: Vec<PieceIx> =
            crew.into_iter().filter(|ix| !plan.gone.contains(ix) && !plan.has_moved(*ix)).collect();
        let has_turned = |ix: &PieceIx| plan.has_turned(*ix, Status::Active.word());
        let (turned, others): (Vec<PieceIx>, Vec<PieceIx>) = crew.into_iter().partition(has_turned);
        match (turned.is_empty(), others.is_empty()) {
            (true, _) => {}
            (false, true) => plan.turn(chit, Status::Active.word(), "7.1.1", "is Active"),
            (false, false) => {
                plan.reset(chit, Status::Standby.word(), "7.1.1", "is no longer entirely on Standby");
                for ix in others {
                    plan.turn(ix, Status::Standby.word(), "7.1.1", "stays on Standby");
                }
            }
        }
    }
}

/// Ships in port are at sea in the same hex, and the chits in whose trays they lie, too.
pub(super) fn put_to_sea(plan: &mut EditPlan<'_>, ships: &BTreeSet<PieceIx>, rule: &str, words: &str) {
    let view = plan.view;
    let is_docked = |ix: &PieceIx| view.states[*ix].posture == Posture::Docked;
    let chits: BTreeSet<PieceIx> = ships.iter().filter_map(|ship| chit_of(view, *ship)).collect();
    for ix in ships.iter().copied().chain(chits.into_iter().filter(is_docked)) {
        if !plan.gone.contains(&ix) {
            plan.reset(ix, DOCKED, rule, words);
        }
    }
}

impl EditPlan<'_> {
    /// Whether the Layer that shows a state was turned.
    pub(super) fn has_turned(&self, ix: PieceIx, state: &str) -> bool {
        let situation = &self.view.situation;
        let Some((name, _)) = situation.pack.terms.layer_of(state) else { return false };
        let id = &situation.pieces[ix].id;
        let of_layer = |what: &What| matches!(what, What::TurnLayer { layer, .. } if layer == name);
        self.changes.iter().any(|change| change.piece == *id && of_layer(&change.what))
    }

    /// Whether it goes somewhere.
    pub(super) fn has_moved(&self, ix: PieceIx) -> bool {
        let id = &self.view.situation.pieces[ix].id;
        self.changes.iter().any(|change| change.piece == *id && matches!(change.what, What::MoveTo(_)))
    }
}
