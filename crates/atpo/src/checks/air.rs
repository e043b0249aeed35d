//! Air bases: whether every aircraft has a base, and whether bases hold what they may.

use super::super::bases::air_capacity;
use super::super::kind::{Air, Kind};
use super::super::listed::{names, pieces};
use super::super::states::Posture;
use super::super::view::{Alliance, Unit, View};
use liege_rules::check::bound::Bound;
use liege_rules::check::bound::unsure;
use liege_rules::check::{Check, Found, Report, now};
use liege_rules::position::situation::PlaceId;
use vassal::diagnostic::{Severity, counted};

pub(super) const AIR: &[Check<View>] = &[
    now("ATPO-A01", air_unit_without_base).cleared_by_company(),
    now("ATPO-A02", overstacked_air_base),
    now("ATPO-A03", air_base_over_twice_capacity),
    now("ATPO-A05", bomber_on_dirt_airstrip),
    now("ATPO-A06", air_transport_over_capacity),
];

/// Units of a place that stand at a land base there.
pub(crate) fn based<'a>(view: &'a View, place: &PlaceId, counts: fn(&Unit) -> bool) -> Vec<&'a Unit> {
    let deck = |unit: &Unit| view.here(place).any(|other| other.side == unit.side && other.is_carrier());
    let stands = |unit: &&Unit| {
        let states = view.states(unit);
        counts(unit) && states.posture == Posture::Present && (states.posture_told || !deck(unit))
    };
    view.here(place).filter(stands).collect()
}

fn air_unit_without_base(view: &View, report: &mut Report<'_>) {
    for unit in view.units.iter().filter(|unit| needs_base(unit)) {
        let piece = view.piece(unit);
        if view.posture(unit) == Posture::Aboard(None) && piece.tray.is_none() {
            let message = format!(
                "{} in {}: marked Aboard, but nothing in its stack can carry it",
                piece.name, piece.at
            );
            report.add(
                Found::at(piece.at.clone(), vec![unit.ix], message)
                    .severity(Severity::Suspicious)
                    .help("put it on top of its carrier or transport in the same place"),
            );
            continue;
        }
        if !based(view, &piece.at, needs_base).iter().any(|other| other.ix == unit.ix) {
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
        } else if let Some(facts) = capacity.filter(|_| perhaps).and_then(|bases| unsure(&bases.rests_on)) {
            found = found.help(facts);
        } else {
            found = found.help("rebase it at once, or eliminate it if no base has room");
        }
        report.add(found);
    }
}

/// Whether a unit is based on airfields: special kamikazes and Ohkas need one, although they take up no room (4.10.6).
fn needs_base(unit: &Unit) -> bool {
    uses_base(unit) || matches!(unit.kind, Kind::Air(Air::Kamikaze | Air::Ohka))
}

/// Whether a unit takes up room of a land base.
fn uses_base(unit: &Unit) -> bool {
    unit.kind.uses_air_base()
}

/// Combat air units of each party against the bases of a hex, times `per_base`; `wording` is what a fault says of so
/// many units, the place and the limit.
fn overloaded(
    view: &View,
    per_base: i32,
    wording: fn(&str, &PlaceId, &Bound) -> (String, String),
) -> Vec<Found> {
    let mut all = Vec::new();
    for place in view.places() {
        let Some(bases) = air_capacity(view, place) else { continue };
        for side in [Alliance::Axis, Alliance::Allies] {
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
            let found = Found::over(&load, &limit, || {
                let (message, help) = wording(&counted(units.len(), "combat air unit"), place, &limit);
                Found::at(place.clone(), pieces(&units), message).help(help)
            });
            all.extend(found.filter(|_| !homeless));
        }
    }
    all
}

fn is_fighter_type(unit: &Unit) -> bool {
    matches!(unit.kind, Kind::Air(Air::Fighter | Air::FighterBomber | Air::NavalAir))
}

fn overstacked_air_base(view: &View, report: &mut Report<'_>) {
    let found = overloaded(view, 1, |units, place, limit| {
        (format!("{units} based in {place}; its bases take {limit}"), String::new())
    });
    let excuse = "allowed only for units that lost their base or broke off a change of base (4.6.3)";
    report.extend(found.into_iter().map(|found| found.severity(Severity::Suspicious).help(excuse)));
}

fn air_base_over_twice_capacity(view: &View, report: &mut Report<'_>) {
    report.extend(overloaded(view, 2, |units, place, limit| {
        let message = format!("{units} based in {place}; even overstacked its bases take {limit}");
        (message, "rebase or eliminate all but two units for each base".into())
    }));
}

fn bomber_on_dirt_airstrip(view: &View, report: &mut Report<'_>) {
    for place in view.places() {
        let strip = !view.chits(place, "dirt-airstrip").is_empty();
        let Some(bases) = air_capacity(view, place).filter(|_| strip) else { continue };
        let units: Vec<&Unit> =
            based(view, place, uses_base).into_iter().filter(|unit| !is_fighter_type(unit)).collect();
        let load = Bound::exact(i32::try_from(units.len()).unwrap_or(i32::MAX));
        let twice = &bases + &bases;
        let found = Found::over(&load, &twice, || {
            let message =
                format!("{} at the dirt airstrip in {place}, which takes fighters only", names(view, &units));
            Found::at(place.clone(), pieces(&units), message).help("rebase all except fighters")
        });
        report.extend(found.filter(|_| !units.is_empty()));
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
        report.extend(Found::over(&Bound::exact(count), &limit, || {
            let units_here = counted(units.len(), "air transport counter");
            let message = format!("{units_here} in {place}; its bases take {limit}");
            Found::at(place.clone(), pieces(&units), message).help("fly the rest to other bases")
        }));
    }
}
