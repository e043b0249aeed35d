//! Cargo: whether ships lift what is aboard them.

use std::collections::BTreeSet;

use super::super::bases::port_capacity;
use super::super::kind::{Kind, Ship};
use super::super::listed::number;
use super::super::view::{Alliance, Unit, View};
use super::lift::{Lift, TaskForce, counted_load, tokyo_express};
use liege_rules::check::bound::{Bound, Reason};
use liege_rules::check::{Check, Found, Report, now, since};
use liege_rules::position::moves::Moves;
use vassal::diagnostic::{Severity, counted, them};

pub(super) const CARGO: &[Check<View>] = &[
    now("ATPO-C01", cargo_over_lift),
    now("ATPO-C08", supply_over_lift),
    since("ATPO-C12", too_few_transports_for_evacuation),
    now("ATPO-C13", cargo_over_lift_after_losses),
    now("ATPO-C15", wrong_tokyo_express).of("axis"),
];

fn cargo_over_lift(view: &View, report: &mut Report<'_>) {
    for force in TaskForce::all(view).iter().filter(|force| !force.cargo.is_empty()) {
        let lift = Lift::of(view, &force.units).total();
        let need = number(force.cargo.len());
        report.extend(Found::over(&need, &lift, || {
            let (units, place) = (need.counted("land unit"), force.place);
            let message = format!("{units} aboard ships in {place}; the ships there lift {lift}");
            let supply = force.supply.len();
            let concerned =
                force.concerned().into_iter().filter(|ix| supply == 0 || !force.supply.contains(ix));
            Found::at(place.clone(), concerned.collect(), message)
                .help("each land unit needs a transport point, or a pair of a light cruiser and a destroyer")
        }));
    }
}

/// Where the land units alone would fit, what is too much with the Sea Supply aboard; `help` is the advice.
fn with_supply_over_lift(view: &View, report: &mut Report<'_>, help: &str) {
    for force in TaskForce::all(view).iter().filter(|force| !force.supply.is_empty()) {
        let ships = Lift::of(view, &force.units);
        let lift = ships.total();
        let (units, supply) = (number(force.cargo.len()), number(force.supply.len()));
        if units.nominal > lift.nominal {
            continue;
        }
        let found = Found::over(&(&units + &supply), &lift, || {
            let cargo = counted_load(force.cargo.len(), "land unit", force.supply.len());
            let message = format!("{cargo} aboard ships in {}; the ships there lift {lift}", force.place);
            Found::at(force.place.clone(), force.concerned(), message).help(help)
        });
        report.extend(found.map(|found| ships.judge(found, force.supply.len())));
    }
}

/// Chits are created aboard (13.3.1); a chit that lies ashore may be older, so that only what is marked Aboard tells.
fn supply_over_lift(view: &View, report: &mut Report<'_>) {
    let help = "supply is limited to what the transports in the port can load";
    with_supply_over_lift(view, report, help);
    for ix in view.situation.in_play() {
        let piece = &view.situation.pieces[ix];
        let side = Alliance::of(view.situation.alliance(ix));
        let unseen = side.map_or(view.situation.looker.is_some(), |side| view.may_hide(side));
        if piece.is_chit("sea-supply") && view.states[ix].adrift && !unseen {
            let message = format!("{} in {}: marked Aboard, but no transport is there", piece.name, piece.at);
            let found = Found::at(piece.at.clone(), vec![ix], message).severity(Severity::Suspicious);
            report.add(found.help(help));
        }
    }
}

/// In the steps of naval combat after the supply was loaded.
fn cargo_over_lift_after_losses(view: &View, report: &mut Report<'_>) {
    with_supply_over_lift(
        view,
        report,
        "cargo that the remaining ships cannot carry is lost; its owner chooses",
    );
}

/// Units that were ashore away from any port and are aboard ships now need two points each (3.13.2).
fn too_few_transports_for_evacuation(before: &View, now: &View, moves: &Moves, report: &mut Report<'_>) {
    let ashore = |view: &View, unit: &Unit| unit.kind.is_land() && view.is_ashore(unit);
    let mut surely = BTreeSet::new();
    let mut perhaps = BTreeSet::new();
    for unit in before.units.iter().filter(|unit| ashore(before, unit)) {
        let piece = before.piece(unit);
        let port = port_capacity(before, &piece.at).filter(|_| piece.at.hex().is_some());
        if let Some(port) = port.filter(|port| port.nominal == 0 && moves.pieces.contains_key(&piece.id)) {
            if port.most == 0 {
                surely.insert(&piece.id)
            } else {
                perhaps.insert(&piece.id)
            };
        }
    }
    for force in TaskForce::all(now) {
        let of = |ids: &BTreeSet<&String>| {
            force.cargo.iter().filter(|unit| ids.contains(&now.piece(unit).id)).count()
        };
        let (sure, doubtful) = (of(&surely), of(&perhaps));
        let all = number(force.cargo.len());
        let extra = number(sure + doubtful);
        let why = Reason::from(format!("ports of the hexes that the units in {} left", force.place));
        let least = number(sure).nominal;
        let need = &all + &Bound::about(extra.nominal, least..=extra.nominal, why);
        let lift = Lift::of(now, &force.units).total();
        report.extend(Found::over(&need, &lift, || {
            let units = counted(sure + doubtful, "land unit");
            let message = format!(
                "{units} evacuated aboard ships in {}, which need {need} transport points with the rest; the ships there lift {lift}",
                force.place
            );
            Found::at(force.place.clone(), force.concerned(), message)
                .help("an evacuation takes two points for each unit")
        }).filter(|_| sure + doubtful > 0));
    }
}

/// Japanese destroyers without light cruisers and transports: one of them carries, and only with Tanaka aboard.
fn wrong_tokyo_express(view: &View, report: &mut Report<'_>) {
    for force in TaskForce::all(view) {
        let count = |is: &dyn Fn(&Unit) -> bool| force.units.iter().filter(|unit| is(unit)).count();
        let destroyers = count(&|unit| unit.kind == Kind::Ship(Ship::Destroyer));
        let foreign = count(&|unit| unit.kind == Kind::Ship(Ship::Destroyer) && unit.entry.nation != "JP");
        // A light cruiser in another tray of the place may be meant to sail with them.
        let helps = |unit: &Unit| matches!(unit.kind, Kind::Stp | Kind::Ship(Ship::LightCruiser));
        let others = view.here(force.place).filter(|unit| unit.side == force.side && helps(unit)).count();
        if destroyers == 0 || foreign + others > 0 || force.side != Alliance::Axis {
            continue;
        }
        let aboard = number(force.cargo.len() + force.supply.len());
        let ships = Lift::of(view, &force.units);
        let lift = ships.total();
        let express = tokyo_express(view, &force.units);
        let found = Found::over(&aboard, &lift, || {
            let cargo = counted_load(force.cargo.len(), "land unit", force.supply.len());
            let (place, carriers) = (force.place, counted(destroyers, "destroyer"));
            let message = match express {
                Some(_) => format!("{cargo} aboard destroyers in {place}; the Tokyo Express lifts {lift}"),
                None => format!(
                    "{cargo} in {place} with {carriers} and no light cruiser to carry {}",
                    them(force.cargo.len() + force.supply.len())
                ),
            };
            Found::at(place.clone(), force.concerned(), message).help(
                "a single destroyer carries cargo only with Tanaka aboard: two points, or one when depleted",
            )
        });
        report.extend(found.map(|found| ships.judge(found, force.supply.len())));
    }
}
