//! Ports: how many ships are docked, and whether the port works and is theirs.

use super::super::bases::{
    air_capacity, is_capital_port, is_enlarged, port_capacity, port_wrecks, printed_port,
};
use super::super::kind::{Air, Kind, Ship};
use super::super::listed::{names, pieces};
use super::super::ratings::Ratings;
use super::super::states::Posture;
use super::super::view::{Alliance, Unit, View};
use crate::ground::Port;
use liege_rules::check::bound::Bound;
use liege_rules::check::{Check, Found, Report, now};
use liege_rules::data::catalogue::Rating;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::PlaceId;
use vassal::diagnostic::{Severity, them};

pub(super) const PORTS: &[Check<View>] = &[
    now("ATPO-P01", port_over_capacity),
    now("ATPO-P02", capital_port_over_capacity),
    now("ATPO-P03", docked_in_destroyed_port),
    now("ATPO-P04", damaged_major_port_over_capacity),
    now("ATPO-P05", docked_in_enemy_controlled_port),
    now("ATPO-P10", enlarged_port_over_capacity),
    now("ATPO-P12", a_bomb_at_wrong_base),
];

/// Naval counters docked at a place.
pub(crate) fn docked<'a>(view: &'a View, place: &PlaceId) -> Vec<&'a Unit> {
    let is_docked = |unit: &&Unit| view.posture(unit) == Posture::Docked && unit.kind.is_naval();
    view.here(place).filter(is_docked).collect()
}

/// How much of a port's capacity a docked counter takes: one, unless the choice says otherwise of transports.
pub(crate) fn takes(view: &View, unit: &Unit) -> Bound {
    match (&*unit.ratings, view.choice("port_counts_stp")) {
        (Ratings::Transport(_), "none") => Bound::exact(0),
        (Ratings::Transport(_), "point") => view.points(unit),
        _ => Bound::exact(1),
    }
}

fn port_over_capacity(view: &View, report: &mut Report<'_>) {
    over_capacity(view, report, "the port", |_, _| true);
}

fn capital_port_over_capacity(view: &View, report: &mut Report<'_>) {
    over_capacity(view, report, "the port", |view, place| {
        let capital = view.ground(place).is_some_and(|facts| is_capital_port(place, facts));
        capital && !is_enlarged(view, place)
    });
}

fn is_damaged(view: &View, place: &PlaceId) -> bool {
    port_wrecks(view, place).1 > 0
}

fn damaged_major_port_over_capacity(view: &View, report: &mut Report<'_>) {
    over_capacity(view, report, "the damaged major port", |view, place| {
        let printed = view.ground(place).and_then(|facts| printed_port(place, facts));
        is_damaged(view, place) && (is_enlarged(view, place) || printed == Some(Port::Major))
    });
}

fn enlarged_port_over_capacity(view: &View, report: &mut Report<'_>) {
    over_capacity(view, report, "the enlarged port", |view, place| {
        is_enlarged(view, place) && !is_damaged(view, place)
    });
}

/// More ships than `port`, as it is called, takes, where this applies.
fn over_capacity(view: &View, report: &mut Report<'_>, port: &str, applies: fn(&View, &PlaceId) -> bool) {
    for place in view.places().filter(|place| applies(view, place)) {
        let mut ships = docked(view, place);
        ships.retain(|unit| takes(view, unit) != Bound::exact(0));
        let load: Bound = ships.iter().map(|unit| takes(view, unit)).sum();
        let Some(capacity) = port_capacity(view, place) else { continue };
        let (docked, them) = (load.counted("ship"), them(ships.len()));
        let none = not_a_port(view, place);
        let wrecked = capacity == Bound::exact(0) && is_damaged(view, place);
        let message = || match none {
            Some(what) if capacity.is_exact() => {
                format!("{} marked In port in {place}, which {what}", names(view, &ships))
            }
            Some(what) => format!(
                "{} marked In port in {place}, which {what} by the draft map: it takes {capacity}",
                names(view, &ships)
            ),
            None if wrecked => format!("{docked} in port in {place}; the port is destroyed"),
            None => format!("{docked} in port in {place}; {port} takes {capacity}"),
        };
        let found = Found::over(&load, &capacity, || {
            Found::at(place.clone(), pieces(&ships), message()).help(match none {
                Some(_) => format!("mark {them} At sea, or put {them} into a port"),
                None if wrecked => format!("put {them} to sea in the same hex until the port is repaired"),
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
        let small =
            matches!(printed_port(place, facts), Some(Port::City | Port::Minor)) && !is_enlarged(view, place);
        if ships.is_empty() || perhaps == 0 || !small {
            continue;
        }
        let message =
            format!("{} in port in {place} under a Destroyed Installation chit", names(view, &ships));
        let found = Found::at(place.clone(), pieces(&ships), message);
        let them = them(ships.len());
        report.add(if surely > 0 {
            found.help(format!("put {them} to sea in the same hex until the port is repaired"))
        } else {
            let help = format!(
                "put {them} to sea in the same hex, or mark the intended installation itself Destroyed"
            );
            found.severity(Severity::Suspicious).help(help)
        });
    }
}

fn docked_in_enemy_controlled_port(view: &View, report: &mut Report<'_>) {
    for place in view.places() {
        let Some(hex) = place.hex() else { continue };
        let foreign = |unit: &&&Unit| {
            let (side, enemy) = (unit.side, unit.side.enemy());
            view.surely_holds(hex, enemy)
                || (is_partisan_there(view, hex, enemy) && !is_held(view, hex, side))
        };
        let ships: Vec<&Unit> = docked(view, place).iter().filter(foreign).copied().collect();
        if !ships.is_empty() {
            let message = format!("{} in port in {place}, which the enemy controls", names(view, &ships));
            let help = format!("put {} to sea in the same hex", them(ships.len()));
            report.add(Found::at(place.clone(), pieces(&ships), message).help(help));
        }
    }
}

/// Whether a partisan of a party is in a hex, which makes it friendly to that party (16.3.7).
fn is_partisan_there(view: &View, hex: Hex, side: Alliance) -> bool {
    view.in_hex(hex).any(|unit| unit.side == side && unit.kind == Kind::Partisan)
}

/// Whether any land unit of a party stands in a hex.
fn is_held(view: &View, hex: Hex, side: Alliance) -> bool {
    view.in_hex(hex).any(|unit| unit.side == side && unit.kind.is_ground() && view.is_ashore(unit))
}

/// What a place is where no ship can be in port.
fn not_a_port(view: &View, place: &PlaceId) -> Option<&'static str> {
    let none = view.ground(place).is_some_and(|facts| printed_port(place, facts).is_none());
    match () {
        () if view.is_open_sea(place) => Some("is open sea"),
        () if none && !is_enlarged(view, place) => Some("has no port"),
        () => None,
    }
}

/// The place where the US keeps what has not left home.
const US_BOX: &str = "us-box";

/// Whether a unit may carry an A-Bomb: a US ship other than a submarine, or a B-29, known by its strength (16.10).
fn carries_a_bomb(unit: &Unit) -> bool {
    let surface = unit.kind.is_naval() && !matches!(unit.kind, Kind::Ship(Ship::Submarine | Ship::Kaiten));
    let strength = match &*unit.ratings {
        Ratings::Air(air) => air.strength.front.as_ref().and_then(Rating::number),
        _ => None,
    };
    let superfortress = unit.kind == Kind::Air(Air::Bomber) && strength == Some(20);
    unit.entry.nation == "US" && (surface || superfortress)
}

/// What keeps a place from being a base for an A-Bomb ashore, and how sure that is.
fn unfit_for_a_bomb(view: &View, place: &PlaceId) -> Option<(&'static str, Severity)> {
    let sure = |sure: bool| if sure { Severity::Illegal } else { Severity::Suspicious };
    let Some(hex) = place.hex() else {
        let home = view.situation.facts(place).is_some_and(|facts| facts.key == US_BOX);
        return (!home && view.is_land_box(place)).then_some(("is not a US base", Severity::Suspicious));
    };
    let port = port_capacity(view, place).filter(|port| port.nominal == 0);
    let strips = view.working(place, "dirt-airstrip").len();
    let base = air_capacity(view, place).filter(|base| base.nominal == 0 && strips == 0);
    match (port, base, view.owner(hex)) {
        (Some(port), ..) => Some(("has no working port", sure(port.most == 0))),
        (_, Some(base), _) => Some(("has no working airbase", sure(base.most == 0))),
        (.., Some("US")) => None,
        _ if view.surely_holds(hex, Alliance::Axis) => {
            Some(("the enemy controls", sure(!view.owner_is_draft(hex))))
        }
        _ => Some(("the US does not control", Severity::Suspicious)),
    }
}

/// A chit does not say what carries it, so that whatever could is enough.
fn a_bomb_at_wrong_base(view: &View, report: &mut Report<'_>) {
    for ix in view.situation.in_play().filter(|ix| view.situation.pieces[*ix].is_chit("a-bomb")) {
        let place = &view.situation.pieces[ix].at;
        if view.is_open_sea(place) || view.may_hide(Alliance::Allies) || view.here(place).any(carries_a_bomb)
        {
            continue;
        }
        let Some((why, severity)) = unfit_for_a_bomb(view, place) else { continue };
        let message = format!("an A-Bomb is ashore in {place}, which {why}");
        report.add(
            Found::at(place.clone(), vec![ix], message)
                .severity(severity)
                .help("ashore it must be in the US Box or at a US airbase that is also a port"),
        );
    }
}
