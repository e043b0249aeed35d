//! What an assault from the sea takes beside the attack: who carries it, what comes before it, what it costs (3.14).

use super::super::checks::Lift;
use super::super::kind::{Kind, Land, Ship};
use super::super::sea::lift::AssaultTable;
use super::super::states::{Posture, Status};
use super::super::view::Unit;
use super::{DeclaredAttack, air, sea};
use liege_rules::check::bound::Bound;
use liege_rules::play::battle::Note;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::situation::PlaceId;
use vassal::diagnostic::counted;

/// Transport points for those who land: what they need up to so many hexes from their port, what from farther, and what
/// the ships have.
struct LandingLoad {
    near: u32,
    far: u32,
    near_hexes: u32,
    points: Bound,
    units: usize,
}

impl<'a> DeclaredAttack<'a> {
    /// Why those aboard cannot land.
    pub(super) fn landing_refusal(&self) -> Option<Refusal> {
        self.after_evasion().or_else(|| self.by_warships()).or_else(|| self.without_room())
    }

    /// Ships that evaded in the hex where they were to land do not land this month (3.8.4.1).
    fn after_evasion(&self) -> Option<Refusal> {
        let view = self.view;
        let ran = |ship: &&Unit| {
            let carries = |unit: &&Unit| view.posture(unit) == Posture::Aboard(Some(ship.ix));
            view.states(ship).lands_no_more && self.attackers.iter().any(carries)
        };
        let ship = view.in_hex(self.hex).find(ran)?;
        let told = format!(
            "{} evaded where it was to land, so its cargo cannot land this month",
            view.piece(ship).name
        );
        Some(Refusal::new("3.8.4.1", told))
    }

    /// Light cruisers and destroyers put nobody ashore but Japanese SNLF (3.13.3).
    fn by_warships(&self) -> Option<Refusal> {
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
            "{} is aboard a warship: a CL and a DD cannot take part in an amphibious assault, except \
             Japanese ones with SNLF",
            view.piece(unit).name
        );
        Some(Refusal::new("3.13.3", reason))
    }

    /// Who lands is loaded for combat: the ships here have too few transport points even for a short way (3.13, 3.14.3).
    fn without_room(&self) -> Option<Refusal> {
        let LandingLoad { near, points, units, .. } = self.landing_load()?;
        (i64::from(near) > i64::from(points.most)).then(|| {
            let (units, near) = (counted(units, "unit"), counted(near as usize, "transport point"));
            let told = format!(
                "{units} loaded for combat need {near}, but the ships in {} have {}: the rest are a plain \
                 transport (3.11.8)",
                self.hex, points.nominal
            );
            Refusal::new("3.14.3", told)
        })
    }

    /// The room that those who land need, loaded for combat; none where nobody lands from ships. Units that no table
    /// knows count as one point (gap G05).
    fn landing_load(&self) -> Option<LandingLoad> {
        let view = self.view;
        let lands = |unit: &&&Unit| {
            let aboard = matches!(view.posture(unit), Posture::Aboard(_)) && self.is_aboard_ship(unit);
            unit.kind.is_land() && self.is_inside(unit) && aboard
        };
        let units: Vec<&Unit> = self.attackers.iter().filter(lands).copied().collect();
        let ships: Vec<&Unit> = view
            .in_hex(self.hex)
            .filter(|unit| unit.side == self.side && (unit.kind.is_naval() || unit.kind == Kind::Admiral))
            .collect();
        let japanese: Vec<&Unit> = ships.iter().copied().filter(|unit| unit.entry.nation == "JP").collect();
        let pairs = Lift::of(view, &japanese);
        let mut berths = pairs.full_pairs.saturating_add(pairs.weak_pairs);
        let table = AssaultTable::of(&view.situation.pack);
        let (mut near, mut far) = (0u32, 0u32);
        for unit in &units {
            if unit.kind == Kind::Land(Land::Snlf) && berths > 0 {
                berths -= 1;
                continue;
            }
            let points = table.points(&unit.entry.kind);
            (near, far) = (near.saturating_add(points.near), far.saturating_add(points.far));
        }
        let near_hexes = table.near_hexes();
        let points = Lift::of(view, &ships).points;
        (!units.is_empty()).then_some(LandingLoad { near, far, near_hexes, points, units: units.len() })
    }

    /// From afar marines need more room (3.13); how far they came no save tells.
    fn note_load(&mut self) {
        let Some(LandingLoad { near, far, near_hexes, points, .. }) = self.landing_load() else { return };
        if far > near && i64::from(far) > i64::from(points.nominal) {
            let needed = counted(far as usize, "transport point");
            self.notes.push(Note::plain(format!(
                "they land if their port is at most {near_hexes} hexes away; from farther they need \
                 {needed}, but the ships have {} (3.13)",
                points.nominal
            )));
        }
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
        self.note_load();
        let idle = |ship: &&Unit| {
            let ready = [Status::Standby, Status::Active].iter().any(|status| view.has(ship, *status));
            let carries = |unit: &&Unit| view.posture(unit) == Posture::Aboard(Some(ship.ix));
            !ready && ship.kind.is_naval() && self.attackers.iter().any(carries)
        };
        let idle: Vec<&str> =
            view.in_hex(self.hex).filter(idle).map(|ship| view.piece(ship).name.as_str()).collect();
        if !idle.is_empty() {
            let told = format!(
                "neither on Standby nor Active, as landing units must be before the Offensive Phase: {} \
                 (3.14.4)",
                idle.join(", ")
            );
            self.notes.push(Note::plain(told));
        }
        let cost =
            "the landing costs one Land and one Naval Offensive; the owner adjusts the tracks (3.14.5)";
        self.notes.push(Note::plain(cost));
    }
}
