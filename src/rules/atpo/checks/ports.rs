//! Ports: how many ships are docked, and whether the port works and is theirs.

use super::super::bases::{is_capital_port, port_capacity, port_wrecks, printed_port};
use super::super::states::Posture;
use super::super::view::{Unit, View};
use crate::diagnostic::{Severity, counted, them};
use crate::rules::atpo::ground::Port;
use crate::rules::bound::Bound;
use crate::rules::catalogue::Ratings;
use crate::rules::check::{Check, Found, Report, now};
use crate::rules::situation::{PieceIx, PlaceId};

pub(super) const PORTS: &[Check<View>] = &[
    now("ATPO-P01", port_over_capacity),
    now("ATPO-P02", capital_port_over_capacity),
    now("ATPO-P03", docked_in_destroyed_port),
    now("ATPO-P05", docked_in_enemy_controlled_port),
];

/// Naval counters docked at a place.
fn docked<'a>(view: &'a View, place: &PlaceId) -> Vec<&'a Unit> {
    let is_docked = |unit: &&Unit| view.posture(unit) == Posture::Docked && unit.kind.is_naval();
    view.here(place).filter(is_docked).collect()
}

/// How much of a port's capacity a docked counter takes: one, unless the choice says otherwise of transports.
fn takes(view: &View, unit: &Unit) -> Bound {
    match (&unit.entry.ratings, view.choice("port_counts_stp")) {
        (Ratings::Transport(_), "none") => Bound::exact(0),
        (Ratings::Transport(_), "point") => view.points(unit),
        _ => Bound::exact(1),
    }
}

fn pieces(units: &[&Unit]) -> Vec<PieceIx> {
    units.iter().map(|unit| unit.ix).collect()
}

fn port_over_capacity(view: &View, report: &mut Report<'_>) {
    over_capacity(view, report, |_, _| true);
}

fn capital_port_over_capacity(view: &View, report: &mut Report<'_>) {
    over_capacity(view, report, |view, place| {
        let plain = view.working(place, "harbor-enlargement").is_empty();
        plain && view.ground(place).is_some_and(|facts| is_capital_port(place, facts))
    });
}

fn over_capacity(view: &View, report: &mut Report<'_>, applies: fn(&View, &PlaceId) -> bool) {
    for place in view.places().filter(|place| applies(view, place)) {
        let mut ships = docked(view, place);
        ships.retain(|unit| takes(view, unit) != Bound::exact(0));
        let load: Bound = ships.iter().map(|unit| takes(view, unit)).sum();
        let Some(capacity) = port_capacity(view, place) else { continue };
        let (docked, them) = (load.counted("ship"), them(ships.len()));
        let none = not_a_port(view, place);
        let message = || match none {
            Some(what) if capacity.is_exact() => format!("{docked} marked In port in {place}, which {what}"),
            Some(what) => {
                format!(
                    "{docked} marked In port in {place}, which {what} by the draft map: it takes {capacity}"
                )
            }
            None => format!("{docked} in port in {place}; the port takes {capacity}"),
        };
        let found = Found::over(&load, &capacity, || {
            Found::at(place.clone(), pieces(&ships), message()).help(match none {
                Some(_) => format!("mark {them} At sea, or put {them} into a port"),
                None => "put the rest to sea in the same hex, or into another port".into(),
            })
        });
        // A draft coast may make a port of a sea hex, but the advice for the sea holds as well.
        let at_sea = |found: Found| match found.help.clone() {
            Some(help) if found.severity == Some(Severity::Suspicious) && view.is_open_sea(place) => {
                found.help(format!("mark {them} At sea; {help}"))
            }
            _ => found,
        };
        report.extend(found.map(at_sea));
    }
}

fn docked_in_destroyed_port(view: &View, report: &mut Report<'_>) {
    for place in view.places() {
        let ships = docked(view, place);
        let Some(facts) = view.ground(place) else { continue };
        let (surely, perhaps) = port_wrecks(view, place);
        let small = matches!(printed_port(place, facts), Some(Port::City | Port::Minor))
            && view.working(place, "harbor-enlargement").is_empty();
        if ships.is_empty() || perhaps == 0 || !small {
            continue;
        }
        let ships_here = counted(ships.len(), "ship");
        let message = format!("{ships_here} in port in {place} under a Destroyed Installation chit");
        let found = Found::at(place.clone(), pieces(&ships), message);
        let them = them(ships.len());
        report.add(if surely > 0 {
            found.help(format!("put {them} to sea in the same hex until the port is repaired"))
        } else {
            let help = format!(
                "put {them} to sea in the same hex, or lay the chit on the installation that it means"
            );
            found.severity(Severity::Suspicious).help(help)
        });
    }
}

fn docked_in_enemy_controlled_port(view: &View, report: &mut Report<'_>) {
    for place in view.places() {
        let Some(hex) = place.hex() else { continue };
        let foreign = |unit: &&&Unit| view.surely_holds(hex, unit.side.enemy());
        let ships: Vec<&Unit> = docked(view, place).iter().filter(foreign).copied().collect();
        if !ships.is_empty() {
            let message =
                format!("{} in port in {place}, which the enemy controls", counted(ships.len(), "ship"));
            report.add(Found::at(place.clone(), pieces(&ships), message));
        }
    }
}

/// What a place is where no ship can be in port.
fn not_a_port(view: &View, place: &PlaceId) -> Option<&'static str> {
    let none = view.ground(place).is_some_and(|facts| printed_port(place, facts).is_none());
    match () {
        () if view.is_open_sea(place) => Some("is open sea"),
        () if none && view.working(place, "harbor-enlargement").is_empty() => Some("has no port"),
        () => None,
    }
}
