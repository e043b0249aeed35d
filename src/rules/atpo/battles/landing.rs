//! What an assault from the sea takes beside the attack: who carries it, what comes before it, what it costs (3.14).

use super::super::kind::{Kind, Land, Ship};
use super::super::states::{Posture, Status};
use super::super::view::Unit;
use super::{DeclaredAttack, air, sea};
use crate::rules::battle::Note;
use crate::rules::procedure::Refusal;
use crate::rules::situation::PlaceId;

impl<'a> DeclaredAttack<'a> {
    /// Why those aboard cannot land: light cruisers and destroyers put nobody ashore but Japanese SNLF (3.13.3).
    pub(super) fn landing_refusal(&self) -> Option<Refusal> {
        let view = self.view;
        let afloat = || view.in_hex(self.hex).filter(|unit| unit.side == self.side);
        if afloat().any(|unit| unit.kind == Kind::Stp) {
            return None;
        }
        let by_warship = |unit: &&&Unit| {
            let Posture::Aboard(Some(carrier)) = view.posture(unit) else { return false };
            let pair = |kind: Kind| matches!(kind, Kind::Ship(Ship::LightCruiser | Ship::Destroyer));
            let snlf = unit.kind == Kind::Land(Land::Snlf) && unit.entry.nation == "JP";
            unit.kind.is_land() && !snlf && afloat().any(|ship| ship.ix == carrier && pair(ship.kind))
        };
        let unit = self.attackers.iter().find(by_warship)?;
        let reason = format!(
            "{} is aboard a warship: a CL and a DD take part in no amphibious assault, but for Japanese ones with SNLF",
            view.piece(unit).name
        );
        Some(Refusal::new("3.13.3", reason))
    }

    /// What a landing takes that the attack does not tell.
    pub(super) fn note_landing(&mut self) {
        if !self.is_amphibious() {
            return;
        }
        let view = self.view;
        self.notes.extend(sea::before_landing(view, self.side, &PlaceId::Hex(self.hex)));
        if air::is_struck(view, self.side.enemy(), self.hex) {
            let told =
                format!("the strike at its ships from the air comes first: strike-{} (4.10)", self.hex);
            self.notes.push(Note::plain(told));
        }
        let idle = |ship: &&Unit| {
            let ready = [Status::Standby, Status::Active].iter().any(|status| view.has(ship, *status));
            let carries = |unit: &&Unit| view.posture(unit) == Posture::Aboard(Some(ship.ix));
            !ready && ship.kind.is_naval() && self.attackers.iter().any(carries)
        };
        let idle: Vec<&str> =
            view.in_hex(self.hex).filter(idle).map(|ship| view.piece(ship).name.as_str()).collect();
        if !idle.is_empty() {
            let told = format!(
                "neither on Standby nor Active, as who lands must have been before the Offensive Phase: {} (3.14.4)",
                idle.join(", ")
            );
            self.notes.push(Note::plain(told));
        }
        let cost = "the landing costs one Land and one Naval Offensive; its owner takes them off his tracks (3.14.5)";
        self.notes.push(Note::plain(cost));
    }
}
