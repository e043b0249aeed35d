//! Cargo: whether ships lift what is aboard them.

use super::super::kind::{Kind, Land, Ship};
use super::super::view::{Side, Unit, View};
use super::BLANK;
use crate::diagnostic::Severity;
use crate::rules::bound::{Bound, over, rests_on};
use crate::rules::catalogue::Ratings;
use crate::rules::check::{Check, Found, Report};
use crate::rules::situation::{PieceIx, PlaceId, Posture};

pub(super) const CARGO: &[Check<View>] = &[Check {
    id: "ATPO-C01",
    name: "cargo-over-lift",
    rule: "3.13",
    page: include_str!("../../../../rules/atpo/checks/ATPO-C01.md"),
    run: cargo_over_lift,
    ..BLANK
}];

/// The ships of one party at one place, and the tray they sail in: what counts as one task force.
fn task_forces(view: &View) -> Vec<(PlaceId, Option<u16>, Side)> {
    let naval = view.units.iter().filter(|unit| unit.kind.is_naval());
    let mut forces: Vec<_> =
        naval.map(|unit| (view.piece(unit).at.clone(), view.piece(unit).tray, unit.side)).collect();
    forces.sort();
    forces.dedup();
    forces
}

fn cargo_over_lift(view: &View, report: &mut Report<'_>) {
    for (place, tray, side) in task_forces(view) {
        let of_force = |unit: &&Unit| unit.side == side && view.piece(unit).tray == tray;
        let cargo: Vec<&Unit> =
            view.here(&place).filter(of_force).filter(|unit| is_sea_cargo(view, unit)).collect();
        if cargo.is_empty() {
            continue;
        }
        let ships: Vec<&Unit> =
            view.here(&place).filter(of_force).filter(|unit| unit.kind.is_naval()).collect();
        let lift = lift(view, &ships);
        let need = Bound::exact(i32::try_from(cargo.len()).unwrap_or(i32::MAX));
        let Some(severity) = over(&need, &lift) else { continue };
        let message = format!("{need} land units aboard ships in {place}, whose transport lifts {lift}");
        let help = match rests_on(&need, &lift) {
            Some(facts) if severity == Severity::Suspicious => format!("this rests on draft values: {facts}"),
            _ => {
                "each land unit needs a transport point, or a pair of a light cruiser and a destroyer".into()
            }
        };
        let mut concerned: Vec<PieceIx> = cargo.iter().map(|unit| unit.ix).collect();
        concerned.extend(ships.iter().filter(|unit| unit.kind == Kind::Stp).map(|unit| unit.ix));
        report.add(Found::at(place, concerned, message).severity(severity).help(help));
    }
}

/// Combat land units carried by ships; a commando rides in a submarine, and units aboard aircraft are not sea cargo.
fn is_sea_cargo(view: &View, unit: &Unit) -> bool {
    let Posture::Aboard(carrier) = view.piece(unit).posture else { return false };
    let by = carrier.and_then(|ix| view.units.iter().find(|other| other.ix == ix)).map(|other| other.kind);
    let rides = by == Some(Kind::Ship(Ship::Submarine)) && unit.kind == Kind::Land(Land::Commando);
    unit.kind.is_land() && by != Some(Kind::Atp) && !rides
}

/// Transport points of the counters, and one for each pair of a light cruiser and a destroyer.
fn lift(view: &View, ships: &[&Unit]) -> Bound {
    let points = |unit: &&&Unit| match &unit.entry.ratings {
        Ratings::Transport(transport) => view.rating(unit, &transport.points, "points", 2),
        _ => Bound::exact(0),
    };
    let stp: Bound = ships.iter().filter(|unit| unit.kind == Kind::Stp).map(|unit| points(&unit)).sum();
    let count = |ship: Ship| ships.iter().filter(|unit| unit.kind == Kind::Ship(ship)).count();
    let pairs = count(Ship::LightCruiser).min(count(Ship::Destroyer));
    &stp + &Bound::exact(i32::try_from(pairs).unwrap_or(0))
}
