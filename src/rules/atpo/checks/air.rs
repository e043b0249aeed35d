//! Air bases: whether every aircraft has a base, and whether bases hold what they may.

use super::super::bases::air_capacity;
use super::super::kind::{Air, Kind, Ship};
use super::super::states::Posture;
use super::super::view::{Side, Unit, View};
use super::BLANK;
use crate::diagnostic::{Severity, counted};
use crate::rules::bound::{Bound, over};
use crate::rules::check::{Check, Found, Needs, Report};
use crate::rules::situation::{PieceIx, PlaceId};

pub(super) const AIR: &[Check<View>] = &[
    Check {
        id: "ATPO-A01",
        name: "air-unit-without-base",
        rule: "4.6.1, 3.13",
        needs: Needs::MAP,
        refines: &["ATPO-A02", "ATPO-A03"],
        page: include_str!("../../../../rules/atpo/checks/ATPO-A01.md"),
        run: air_unit_without_base,
        ..BLANK
    },
    Check {
        id: "ATPO-A02",
        name: "overstacked-air-base",
        rule: "4.6.1",
        severity: Severity::Suspicious,
        needs: Needs::MAP,
        page: include_str!("../../../../rules/atpo/checks/ATPO-A02.md"),
        run: overstacked_air_base,
        ..BLANK
    },
    Check {
        id: "ATPO-A03",
        name: "air-base-over-twice-capacity",
        rule: "4.6.3",
        needs: Needs::MAP,
        refines: &["ATPO-A02"],
        page: include_str!("../../../../rules/atpo/checks/ATPO-A03.md"),
        run: air_base_over_twice_capacity,
        ..BLANK
    },
    Check {
        id: "ATPO-A05",
        name: "bomber-on-dirt-airstrip",
        rule: "4.6.1, 4.6.1.1",
        needs: Needs::MAP,
        refines: &["ATPO-A02", "ATPO-A03"],
        page: include_str!("../../../../rules/atpo/checks/ATPO-A05.md"),
        run: bomber_on_dirt_airstrip,
        ..BLANK
    },
    Check {
        id: "ATPO-A06",
        name: "air-transport-over-capacity",
        rule: "4.3.5, 4.12.1",
        needs: Needs::MAP,
        choices: &["atp_stack"],
        page: include_str!("../../../../rules/atpo/checks/ATPO-A06.md"),
        run: air_transport_over_capacity,
        ..BLANK
    },
];

fn pieces(units: &[&Unit]) -> Vec<PieceIx> {
    units.iter().map(|unit| unit.ix).collect()
}

/// Units of a place that stand at a land base there.
fn based<'a>(view: &'a View, place: &PlaceId, counts: fn(&Unit) -> bool) -> Vec<&'a Unit> {
    let deck = |unit: &Unit| {
        view.here(place).any(|other| other.side == unit.side && other.kind == Kind::Ship(Ship::Carrier))
    };
    let stands = |unit: &&Unit| {
        let states = view.states(unit);
        counts(unit) && states.posture == Posture::Present && (states.posture_told || !deck(unit))
    };
    view.here(place).filter(stands).collect()
}

fn air_unit_without_base(view: &View, report: &mut Report<'_>) {
    for unit in view.units.iter().filter(|unit| unit.kind.uses_air_base()) {
        let piece = view.piece(unit);
        if view.posture(unit) == Posture::Aboard(None) && piece.tray.is_none() {
            let message = format!(
                "{} in {}: marked Aboard, but nothing in its stack can carry it",
                piece.name, piece.at
            );
            report.add(
                Found::at(piece.at.clone(), vec![unit.ix], message)
                    .severity(Severity::Suspicious)
                    .help("put it on top of the carrier or transport in the same place that it is aboard"),
            );
            continue;
        }
        if !based(view, &piece.at, uses_base).iter().any(|other| other.ix == unit.ix) {
            continue;
        }
        let strips = view.chits(&piece.at, "dirt-airstrip").len();
        let wrecks = view.chits(&piece.at, "destroyed").len();
        let capacity = air_capacity(view, &piece.at);
        let has_base = capacity.as_ref().is_none_or(|bases| bases.nominal > 0) || strips > 0 || wrecks > 0;
        if has_base && !view.states(unit).adrift {
            continue;
        }
        let perhaps = has_base || capacity.as_ref().is_some_and(|bases| bases.most > 0);
        let severity = if perhaps { Severity::Suspicious } else { Severity::Illegal };
        let message = if view.states(unit).adrift {
            format!("{} in {}: marked Aboard, but nothing there can carry it", piece.name, piece.at)
        } else if view.is_open_sea(&piece.at) {
            format!("{} in {}: open sea, no air base", piece.name, piece.at)
        } else {
            format!("{} in {}: no air base there", piece.name, piece.at)
        };
        let mut found = Found::at(piece.at.clone(), vec![unit.ix], message).severity(severity);
        if view.states(unit).adrift {
            found = found.help("put it on its carrier or transport, or mark it On its own");
        } else if let Some(carrier) = view.situation.may_carry(unit.ix) {
            let carrier = &view.situation.pieces[carrier].name;
            found = found.help(format!("if it is on {carrier} in the same place, mark it Aboard"));
        } else if let Some(bases) = capacity.filter(|_| perhaps) {
            found = found.help(format!("this rests on draft values: {}", bases.because()));
        }
        report.add(found);
    }
}

/// Whether a unit takes up room of a land base.
fn uses_base(unit: &Unit) -> bool {
    unit.kind.uses_air_base()
}

/// Combat air units of each party against the bases of a hex, times `per_base`.
fn overloaded(view: &View, per_base: i32, mut add: impl FnMut(&PlaceId, &[&Unit], &Bound, Severity)) {
    for place in view.places() {
        let Some(bases) = air_capacity(view, place) else { continue };
        for side in [Side::Axis, Side::Allies] {
            let units: Vec<&Unit> =
                based(view, place, uses_base).into_iter().filter(|unit| unit.side == side).collect();
            let fighters = units.iter().filter(|unit| is_fighter_type(unit)).count();
            let strips = view.working(place, "dirt-airstrip").len().min(fighters);
            let strips = i32::try_from(strips).unwrap_or(0);
            let times = |bases: i32| bases.saturating_add(strips).saturating_mul(per_base);
            let limit = Bound {
                least: times(bases.least),
                nominal: times(bases.nominal),
                most: times(bases.most),
                rests_on: bases.rests_on.clone(),
            };
            let load = Bound::exact(i32::try_from(units.len()).unwrap_or(i32::MAX));
            let homeless = limit.nominal == 0 || units.is_empty();
            if let (false, Some(severity)) = (homeless, over(&load, &limit)) {
                add(place, &units, &limit, severity);
            }
        }
    }
}

fn is_fighter_type(unit: &Unit) -> bool {
    matches!(unit.kind, Kind::Air(Air::Fighter | Air::FighterBomber | Air::NavalAir))
}

fn overstacked_air_base(view: &View, report: &mut Report<'_>) {
    overloaded(view, 1, |place, units, limit, _| {
        let units_here = counted(units.len(), "combat air unit");
        let message = format!("{units_here} based in {place}; its bases take {limit}");
        let found = Found::at(place.clone(), pieces(units), message);
        report.add(found.help(
            "this is allowed only for units that lost their base or broke off a change of base (4.6.3)",
        ));
    });
}

fn air_base_over_twice_capacity(view: &View, report: &mut Report<'_>) {
    overloaded(view, 2, |place, units, limit, severity| {
        let units_here = counted(units.len(), "combat air unit");
        let message = format!("{units_here} based in {place}; even overstacked its bases take {limit}");
        let help = if severity == Severity::Suspicious {
            format!("this rests on draft values: {}", limit.because())
        } else {
            "rebase or eliminate the units beyond two for each base".into()
        };
        report.add(Found::at(place.clone(), pieces(units), message).severity(severity).help(help));
    });
}

fn bomber_on_dirt_airstrip(view: &View, report: &mut Report<'_>) {
    for place in view.places() {
        let strip = !view.chits(place, "dirt-airstrip").is_empty();
        let Some(bases) = air_capacity(view, place).filter(|_| strip) else { continue };
        let units: Vec<&Unit> =
            based(view, place, uses_base).into_iter().filter(|unit| !is_fighter_type(unit)).collect();
        let load = Bound::exact(i32::try_from(units.len()).unwrap_or(i32::MAX));
        let twice = &bases + &bases;
        if let (false, Some(severity)) = (units.is_empty(), over(&load, &twice)) {
            let units_here = counted(units.len(), "air unit");
            let other = if units.len() == 1 { "other than a fighter" } else { "other than fighters" };
            let message = format!("{units_here} {other} at the dirt airstrip in {place}");
            report.add(Found::at(place.clone(), pieces(&units), message).severity(severity));
        }
    }
}

fn air_transport_over_capacity(view: &View, report: &mut Report<'_>) {
    let stack_is_one = view.choice("atp_stack") == "stack_is_one";
    for place in view.places() {
        let units = based(view, place, |unit| unit.kind == Kind::Atp);
        let strip = i32::try_from(view.working(place, "dirt-airstrip").len()).unwrap_or(0);
        let Some(bases) = air_capacity(view, place).filter(|_| !units.is_empty()) else { continue };
        let count = if stack_is_one { 1 } else { i32::try_from(units.len()).unwrap_or(i32::MAX) };
        let limit = &bases + &Bound::exact(strip);
        if let Some(severity) = over(&Bound::exact(count), &limit) {
            let units_here = counted(units.len(), "air transport counter");
            let message = format!("{units_here} in {place}; its bases take {limit}");
            report.add(Found::at(place.clone(), pieces(&units), message).severity(severity));
        }
    }
}
