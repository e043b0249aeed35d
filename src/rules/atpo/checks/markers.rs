//! Markers and commitment: chits that contradict each other, that lie in the wrong place, or that should be gone.

use super::super::bases::INSTALLATIONS;
use super::super::kind::Kind;
use super::super::states::{Posture, Status};
use super::super::view::{Side, Unit, View};
use crate::diagnostic::{Severity, counted};
use crate::rules::atpo::ground::{City, Column, HexKind, SideKind};
use crate::rules::check::{Check, Found, Report, now};
use crate::rules::places::Hex;
use crate::rules::situation::{PieceIx, PlaceId};

pub(super) const MARKERS: &[Check<View>] = &[
    now("ATPO-M01", marker_left_at_end_of_turn),
    now("ATPO-M02", standby_and_active),
    now("ATPO-M16", leader_left_used),
    now("ATPO-M18", nothing_to_destroy),
    now("ATPO-M20", pinned_without_enemy),
    now("ATPO-M21", misplaced_firebombed_chit),
    now("ATPO-M31", two_naval_states),
];

fn marker_left_at_end_of_turn(view: &View, report: &mut Report<'_>) {
    const GONE: [Status; 5] =
        [Status::Standby, Status::Active, Status::Committed, Status::PreviouslyCommitted, Status::Current];
    let situation = &view.situation;
    for ix in situation.in_play() {
        let piece = &situation.pieces[ix];
        let left: Vec<&str> =
            GONE.into_iter().filter(|status| piece.has(*status)).map(Status::name).collect();
        if !left.is_empty() {
            let message = format!("{} in {}: still marked {}", piece.name, piece.at, left.join(" and "));
            report.add(
                Found::at(piece.at.clone(), vec![ix], message)
                    .help("remove the marker at the end of the turn"),
            );
        }
    }
    for ix in situation.in_play() {
        let piece = &situation.pieces[ix];
        let passing = ["evasion", "air-effect", "rail-transit"].iter().any(|kind| piece.is_chit(kind));
        // A state chit on top of a piece was told with that piece.
        let loose = piece.depth == 0 && GONE.into_iter().any(|status| piece.is_chit(status.word()));
        if (passing || loose) && piece.at.hex().is_some() {
            let message = format!("{} chit still in {}", piece.name, piece.at);
            report
                .add(Found::at(piece.at.clone(), vec![ix], message).help("remove it at the end of the turn"));
        }
    }
}

fn standby_and_active(view: &View, report: &mut Report<'_>) {
    for unit in &view.units {
        let piece = view.piece(unit);
        if piece.has(Status::Standby) && piece.has(Status::Active) {
            let message = format!("{} in {}: marked both Standby and Active", piece.name, piece.at);
            report.add(
                Found::at(piece.at.clone(), vec![unit.ix], message)
                    .help("keep Active if it has been activated"),
            );
        }
    }
}

fn leader_left_used(view: &View, report: &mut Report<'_>) {
    for unit in view.units.iter().filter(|unit| matches!(unit.kind, Kind::Hq | Kind::General)) {
        let piece = view.piece(unit);
        if view.states(unit).used {
            let message = format!("{} in {}: still on the back, used", piece.name, piece.at);
            report.add(Found::at(piece.at.clone(), vec![unit.ix], message).help("flip it to its front"));
        }
    }
}

fn nothing_to_destroy(view: &View, report: &mut Report<'_>) {
    for place in view.situation.at.keys().filter(|place| place.hex().is_some()) {
        let chits = view.chits(place, "destroyed");
        let strips = view.chits(place, "dirt-airstrip");
        let on_strip: Vec<PieceIx> = strips.into_iter().filter(|ix| view.states[*ix].destroyed).collect();
        if !on_strip.is_empty() {
            let message = format!("a dirt airstrip in {place} is marked destroyed; it would be removed");
            report.add(Found::at(place.clone(), on_strip, message).help("remove the airstrip from the map"));
        } else if !chits.is_empty() && !has_installation(view, place) {
            let severity = view.by_source(place, Column::Port);
            let message = format!("Destroyed Installation chit in {place}, which has no installation");
            report.add(Found::at(place.clone(), chits, message).severity(severity));
        }
    }
}

/// Whether a hex has an installation that stays on the map when it is destroyed, or may have one.
fn has_installation(view: &View, place: &PlaceId) -> bool {
    let Some(facts) = view.ground(place) else { return true };
    let printed = facts.city.is_some() || facts.resource || facts.port.is_some() || facts.permanent_fort;
    let built =
        INSTALLATIONS.iter().any(|kind| *kind != "dirt-airstrip" && !view.chits(place, kind).is_empty());
    let map = view.map();
    let by_rail = |hex: Hex| map.neighbours(hex).into_iter().any(|to| map.has_side(hex, to, SideKind::Rail));
    printed || built || place.hex().is_some_and(by_rail)
}

fn pinned_without_enemy(view: &View, report: &mut Report<'_>) {
    for place in view.places() {
        for side in [Side::Axis, Side::Allies] {
            let is_pinned = |unit: &&Unit| unit.side == side && view.posture(unit) == Posture::Pinned;
            let units: Vec<&Unit> = view.here(place).filter(is_pinned).collect();
            let (Some(hex), false) = (place.hex(), units.is_empty()) else { continue };
            let facts = view.ground(place);
            let (why, sure) = if facts.is_some_and(|facts| facts.kind != HexKind::Coastal) {
                ("which is no coastal hex", view.by_source(place, Column::Kind) == Severity::Illegal)
            } else if view.surely_holds(hex, side) {
                ("a hex that its own side holds", !view.owner_is_draft(hex))
            } else if view.land_ashore(hex, side).next().is_some() {
                ("although other units of its side are ashore there", true)
            } else {
                continue;
            };
            let severity = if sure { Severity::Illegal } else { Severity::Suspicious };
            let units_here = counted(units.len(), "land unit");
            let message = format!("{units_here} pinned on the beach of {place}, {why}");
            let pieces = units.iter().map(|unit| unit.ix).collect();
            report.add(
                Found::at(place.clone(), pieces, message)
                    .severity(severity)
                    .help("remove the chit once the hex is taken"),
            );
        }
    }
}

fn misplaced_firebombed_chit(view: &View, report: &mut Report<'_>) {
    let early = view.situation.clock.date.is_some_and(|date| date.year < 1944);
    for place in view.situation.at.keys().filter(|place| place.hex().is_some()) {
        let chits = view.chits(place, "firebombed");
        let Some(facts) = view.ground(place).filter(|_| !chits.is_empty()) else { continue };
        let japanese = facts.territory == "JP" && matches!(facts.city, Some(City::Home | City::Capital));
        let (why, sure) = if early {
            (" before 1944", true)
        } else if chits.len() > 1 {
            ("; a hex holds one", true)
        } else if !japanese {
            (", which is no Japanese home city", !facts.is_draft(Column::City))
        } else {
            continue;
        };
        let severity = if sure { Severity::Illegal } else { Severity::Suspicious };
        let chits_here = counted(chits.len(), "Firebombed chit");
        report
            .add(Found::at(place.clone(), chits, format!("{chits_here} in {place}{why}")).severity(severity));
    }
}

fn two_naval_states(view: &View, report: &mut Report<'_>) {
    for unit in view.units.iter().filter(|unit| unit.kind.is_naval()) {
        let piece = view.piece(unit);
        if piece.has(Status::Standby) && piece.has(Status::OutOfSupply) {
            let message = format!("{} in {}: marked both Standby and Out of Supply", piece.name, piece.at);
            report.add(Found::at(piece.at.clone(), vec![unit.ix], message));
        }
    }
}
