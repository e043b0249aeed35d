//! Decks with guests: fighters that a carrier ferries, second air groups, the B-25, and groups whose carrier is gone.

use super::super::bases::air_capacity;
use super::super::kind::{Air, Kind, Ship};
use super::super::listed::names;
use super::super::ratings::Ratings;
use super::super::states::Posture;
use super::super::view::{Unit, View};
use super::decks::{
    FlightDeck, deck_capacity, deck_fault, decks, groups, is_ferried, may_be_cargo, share_stack, sisters,
    strength,
};
use liege_rules::check::bound::Bound;
use liege_rules::check::{Check, Found, Report, now};
use liege_rules::position::situation::PlaceId;
use vassal::diagnostic::{Severity, counted};

pub(super) const FERRIES: &[Check<View>] = &[
    now("ATPO-A12", two_naval_air_units_aboard_carrier),
    now("ATPO-A13", wrongly_ferried_fighter),
    now("ATPO-A14", aircraft_of_sunk_carrier_in_play),
    now("ATPO-A26", b_25_wrongly_based).of("allies"),
];

/// Only where the players count units: else any number is aboard whose strength fits, which ATPO-A11 looks at.
fn two_naval_air_units_aboard_carrier(view: &View, report: &mut Report<'_>) {
    let by_unit = view.choice("cv_units") == "one_unit";
    let decks = decks(view);
    let seen = |deck: &&FlightDeck<'_>| by_unit && !view.may_hide(deck.0.side);
    for (carrier, aboard) in decks.iter().filter(seen) {
        let units = groups(aboard);
        let sisters = sisters(view, &decks, carrier);
        let all: usize = sisters.iter().map(|(_, units)| units.len()).sum();
        if units.len() > 1 && all > sisters.len() && !may_be_cargo(view, carrier) {
            let units_here = counted(units.len(), "Naval-Air unit");
            let message = format!("{units_here} aboard {}; a carrier holds one", view.piece(carrier).name);
            report.add(deck_fault(view, carrier, &units, message).help("move one to another base"));
        }
    }
}

/// Whether a carrier may ferry at all: it is named, and undamaged unless `damaged` ones count, too.
fn may_ferry(view: &View, carrier: &Unit, damaged: bool) -> bool {
    let named = matches!(&*carrier.ratings, Ratings::Ship(ship) if ship.named != Some(false));
    named && (damaged || !view.is_reduced(carrier))
}

/// Whether the carriers of a stack together may ferry what their decks hold: any carrier of the stack counts.
fn may_ferry_all(view: &View, stack: &[&FlightDeck<'_>], damaged: bool) -> bool {
    let ferried = stack.iter().flat_map(|(_, aboard)| aboard).filter(|unit| is_ferried(view, unit)).count();
    ferried <= stack.iter().filter(|(other, _)| may_ferry(view, other, damaged)).count()
}

fn wrongly_ferried_fighter(view: &View, report: &mut Report<'_>) {
    let decks = decks(view);
    for (carrier, aboard) in &decks {
        let ferried: Vec<&Unit> = aboard.iter().copied().filter(|unit| is_ferried(view, unit)).collect();
        if ferried.is_empty() || view.may_hide(carrier.side) {
            continue;
        }
        let stack: Vec<&FlightDeck<'_>> =
            decks.iter().filter(|(other, _)| share_stack(view, other, carrier)).collect();
        let name = &view.piece(carrier).name;
        let fault = |message: String| deck_fault(view, carrier, &ferried, message);
        let units = names(view, &ferried);
        if !may_ferry(view, carrier, true) && !may_ferry_all(view, &stack, true) {
            let help = "put it ashore, or aboard a named carrier or a sea transport";
            report.add(fault(format!("{units} aboard {name}; only a named carrier ferries one")).help(help));
        } else if ferried.len() > 1 && !may_ferry_all(view, &stack, true) {
            let help = "put the rest ashore, or aboard another carrier or a sea transport";
            report.add(fault(format!("{units} aboard {name}; a carrier ferries one")).help(help));
        } else if view.is_reduced(carrier) {
            if !may_ferry_all(view, &stack, false) {
                let message = format!("{units} aboard {name}, which is damaged");
                let help = "legal only if it came aboard before the damage";
                report.add(fault(message).severity(Severity::Suspicious).help(help));
            }
        } else if stack.len() == 1 {
            report.extend(without_room(view, carrier, aboard, &ferried));
        }
    }
}

/// A ferried fighter takes a point of capacity that the carrier's own aircraft do not need.
fn without_room(view: &View, carrier: &Unit, aboard: &[&Unit], ferried: &[&Unit]) -> Option<Found> {
    let own: Bound = groups(aboard).into_iter().map(|unit| strength(view, unit)).sum();
    let capacity = deck_capacity(carrier);
    let load = &own + &Bound::exact(1);
    Found::over(&load, &capacity, || {
        let name = &view.piece(carrier).name;
        let points = own.counted("strength point");
        let message = format!(
            "{} ferried by {name} with {points} of its own aircraft; capacity {capacity}",
            names(view, ferried)
        );
        let help = "one point of capacity must be left for a ferried fighter";
        deck_fault(view, carrier, ferried, message).help(help)
    })
}

/// A Naval-Air unit at sea without a carrier, while the carrier of its name lies in a box of what is lost.
fn aircraft_of_sunk_carrier_in_play(view: &View, report: &mut Report<'_>) {
    for place in view.places().filter(|place| view.is_open_sea(place)) {
        for unit in view.here(place) {
            let carriers = |other: &Unit| other.side == unit.side && other.is_carrier();
            let stranded = unit.kind == Kind::Air(Air::NavalAir)
                && view.posture(unit) == Posture::Present
                && !view.here(place).any(carriers);
            let Some(lost) = lost_carrier(view, unit).filter(|_| stranded) else { continue };
            let message =
                format!("{} in {place}: at sea without a carrier, and {lost}", view.piece(unit).name);
            report.add(
                Found::at(place.clone(), vec![unit.ix], message)
                    .help("units aboard a carrier when it sank go to the force pool"),
            );
        }
    }
}

/// Where the carrier lies whose name a Naval-Air unit bears, if it lies among what is lost or not built.
fn lost_carrier(view: &View, unit: &Unit) -> Option<String> {
    let situation = &view.situation;
    let namesake = |ix: &usize| {
        let entry = situation.pieces[*ix].entry.as_ref();
        entry.is_some_and(|entry| {
            Kind::of(entry) == Some(Kind::Ship(Ship::Carrier))
                && entry.label == unit.entry.label
                && entry.nation == unit.entry.nation
        })
    };
    let ships: Vec<usize> = situation.all().filter(namesake).collect();
    if view.may_hide(unit.side) || ships.iter().any(|ix| situation.is_in_play(*ix)) {
        return None;
    }
    let pools = |at: &PlaceId| {
        let named = |name: &str| at.name() == Some(name);
        situation.pack.pools.iter().any(|pool| pool.at.values().any(|name| named(name)))
            || situation.facts(at).is_some_and(|facts| facts.key == OUT_OF_THE_GAME)
    };
    let ship = ships.into_iter().map(|ix| &situation.pieces[ix]).find(|ship| pools(&ship.at))?;
    Some(format!("{} is in {}", ship.name, ship.at))
}

/// The box of what never comes back.
const OUT_OF_THE_GAME: &str = "eliminated";
/// The box in which the B-25 comes aboard.
const US_BOX: &str = "us-box";

fn b_25_wrongly_based(view: &View, report: &mut Report<'_>) {
    let may_stay = view.choice("b25_after_raid") == "rebase";
    let decks = decks(view);
    let seen = |unit: &&Unit| unit.kind == Kind::Air(Air::B25) && !view.may_hide(unit.side);
    for unit in view.units.iter().filter(seen) {
        let found = match view.posture(unit) {
            Posture::Aboard(Some(ship)) => b_25_aboard(view, &decks, unit, ship),
            Posture::Present if !may_stay => b_25_ashore(view, unit),
            _ => None,
        };
        report.extend(found);
    }
}

/// Whether a ship takes the B-25: a US fleet carrier (16.14).
fn takes_b_25(unit: &Unit) -> bool {
    unit.entry.nation == "US" && unit.entry.kind == "CV"
}

fn b_25_aboard(view: &View, decks: &[FlightDeck<'_>], unit: &Unit, ship: usize) -> Option<Found> {
    let place = &view.piece(unit).at;
    let at = |message: String| Found::at(place.clone(), vec![unit.ix, ship], message);
    let carrier = &view.situation.pieces[ship].name;
    let name = &view.piece(unit).name;
    let in_stack = |other: &&FlightDeck<'_>| share_stack(view, other.0, unit) || other.0.ix == ship;
    let stack: Vec<&FlightDeck<'_>> =
        decks.iter().filter(in_stack).filter(|(other, _)| takes_b_25(other)).collect();
    if stack.is_empty() {
        let help = "it is based aboard a US fleet carrier only";
        return Some(at(format!("{name} aboard {carrier}")).help(help));
    }
    if stack.iter().all(|(other, _)| view.is_reduced(other)) {
        let help = "it is lost when its carrier is damaged or sunk before the raid";
        return Some(at(format!("{name} aboard {carrier}, which is damaged")).help(help));
    }
    let groups: usize = stack.iter().map(|(_, aboard)| groups(aboard).len()).sum();
    (stack.len() == 1 && groups > 1).then(|| {
        let units = counted(groups, "Naval-Air unit");
        at(format!("{units} and {name} aboard {carrier}"))
            .help("with it the carrier holds one Naval-Air unit")
    })
}

fn b_25_ashore(view: &View, unit: &Unit) -> Option<Found> {
    let place = &view.piece(unit).at;
    let home = view.situation.facts(place).is_some_and(|facts| facts.key == US_BOX);
    let base = air_capacity(view, place).is_none_or(|bases| bases.nominal > 0);
    if home || !base || view.is_open_sea(place) {
        return None;
    }
    let carrier = view.here(place).find(|other| takes_b_25(other));
    let found =
        Found::at(place.clone(), vec![unit.ix], format!("{} based ashore in {place}", view.piece(unit).name));
    Some(match carrier {
        Some(carrier) => {
            let name = &view.piece(carrier).name;
            found
                .severity(Severity::Suspicious)
                .help(format!("if it is on {name} in the same place, mark it Aboard"))
        }
        None => found.help("it flies from its carrier once and is then out of the game"),
    })
}
