//! Cargo: whether ships lift what is aboard them.

use std::collections::BTreeSet;

use super::super::kind::{Kind, Land, Ship};
use super::super::states::Posture;
use super::super::view::{Alliance, Unit, View};
use crate::rules::bound::Bound;
use crate::rules::check::{Check, Found, Report, now};
use crate::rules::situation::{PieceIx, PlaceId};

pub(super) const CARGO: &[Check<View>] = &[now("ATPO-C01", cargo_over_lift)];

/// The ships of one party at one place, and the tray they sail in: what counts as one task force.
fn task_forces(view: &View) -> Vec<(PlaceId, Option<u16>, Alliance)> {
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
        let force: Vec<&Unit> = view.here(&place).filter(of_force).collect();
        let mut cargo: Vec<&Unit> = force.iter().copied().filter(|unit| is_sea_cargo(view, unit)).collect();
        let riding = in_submarines(view, &force, &cargo);
        cargo.retain(|unit| !riding.contains(&unit.ix));
        if cargo.is_empty() {
            continue;
        }
        let lift = lift(view, &force);
        let need = Bound::exact(i32::try_from(cargo.len()).unwrap_or(i32::MAX));
        let mut concerned: Vec<PieceIx> = cargo.iter().map(|unit| unit.ix).collect();
        concerned.extend(force.iter().filter(|unit| unit.kind == Kind::Stp).map(|unit| unit.ix));
        report.extend(Found::over(&need, &lift, || {
            let units = need.counted("land unit");
            let message = format!("{units} aboard ships in {place}; the ships there lift {lift}");
            Found::at(place, concerned, message)
                .help("each land unit needs a transport point, or a pair of a light cruiser and a destroyer")
        }));
    }
}

/// Combat land units that ships carry. What lies in no stack with a carrier may be aboard aircraft where there are any.
fn is_sea_cargo(view: &View, unit: &Unit) -> bool {
    let piece = view.piece(unit);
    let by_air = match view.posture(unit) {
        Posture::Aboard(Some(carrier)) => view.situation.pieces[carrier].kind() == "atp",
        Posture::Aboard(None) => view.here(&piece.at).any(|other| other.kind == Kind::Atp),
        _ => return false,
    };
    unit.kind.is_land() && !by_air
}

/// Commandos that ride in submarines: one in each full-strength one of their nation and stack (16.1.1.1).
fn in_submarines(view: &View, force: &[&Unit], cargo: &[&Unit]) -> BTreeSet<PieceIx> {
    let mut free: Vec<&Unit> = force
        .iter()
        .copied()
        .filter(|unit| unit.kind == Kind::Ship(Ship::Submarine) && !view.is_reduced(unit))
        .collect();
    let mut riding = BTreeSet::new();
    for unit in cargo.iter().filter(|unit| unit.kind == Kind::Land(Land::Commando)) {
        let piece = view.piece(unit);
        let near = |sub: &Unit| {
            view.posture(unit) == Posture::Aboard(Some(sub.ix)) || view.piece(sub).stack == piece.stack
        };
        let fits = |sub: &&Unit| sub.entry.nation == unit.entry.nation && near(sub);
        if let Some(at) = free.iter().position(fits) {
            free.swap_remove(at);
            riding.insert(unit.ix);
        }
    }
    riding
}

/// Transport points of the counters, and one for each pair of a light cruiser and a destroyer.
fn lift(view: &View, ships: &[&Unit]) -> Bound {
    let stp: Bound = ships.iter().filter(|unit| unit.kind == Kind::Stp).map(|unit| view.points(unit)).sum();
    let count = |ship: Ship| ships.iter().filter(|unit| unit.kind == Kind::Ship(ship)).count();
    let pairs = count(Ship::LightCruiser).min(count(Ship::Destroyer));
    &stp + &Bound::exact(i32::try_from(pairs).unwrap_or(0))
}
