//! Carriers: whether what is aboard them may be there, and whether their decks hold it.

use std::collections::BTreeMap;

use super::super::kind::{Air, Kind};
use super::super::ratings::Ratings;
use super::super::states::Posture;
use super::super::view::{Unit, View};
use liege_rules::check::bound::Bound;
use liege_rules::check::{Check, Found, Report, now};
use liege_rules::position::situation::PieceIx;
use vassal::diagnostic::{Severity, them};

pub(super) const DECKS: &[Check<View>] = &[
    now("ATPO-A09", wrong_aircraft_aboard_carrier),
    now("ATPO-A10", foreign_aircraft_aboard_carrier),
    now("ATPO-A11", carrier_over_capacity).cleared_by_company(),
];

/// A carrier with the air units aboard it.
pub(crate) type FlightDeck<'a> = (&'a Unit, Vec<&'a Unit>);

/// Every carrier with the air units aboard it.
pub(crate) fn decks(view: &View) -> Vec<FlightDeck<'_>> {
    let mut aboard: BTreeMap<PieceIx, Vec<&Unit>> = BTreeMap::new();
    for unit in view.units.iter().filter(|unit| unit.kind.is_air()) {
        if let Posture::Aboard(Some(carrier)) = view.posture(unit) {
            aboard.entry(carrier).or_default().push(unit);
        }
    }
    let carriers = view.units.iter().filter(|unit| unit.is_carrier());
    carriers.map(|carrier| (carrier, aboard.remove(&carrier.ix).unwrap_or_default())).collect()
}

pub(super) fn deck_fault(view: &View, carrier: &Unit, units: &[&Unit], message: String) -> Found {
    let mut concerned = vec![carrier.ix];
    concerned.extend(units.iter().map(|unit| unit.ix));
    Found::at(view.piece(carrier).at.clone(), concerned, message)
}

/// What a carrier may only ferry is left out (4.6.2.5).
fn wrong_aircraft_aboard_carrier(view: &View, report: &mut Report<'_>) {
    for (carrier, aboard) in decks(view) {
        let based = |unit: &&Unit| matches!(unit.kind, Kind::Air(Air::NavalAir | Air::B25 | Air::Ohka));
        // Of floatplanes on a hybrid no paragraph says whether it is a battleship or a carrier (4.3.4), as ATPO-P07 reports.
        let hybrid = |unit: &Unit| carrier.is_hybrid() && unit.kind == Kind::Air(Air::Floatplane);
        let wrong = |unit: &&Unit| !based(unit) && !is_ferried(view, unit) && !hybrid(unit);
        let units: Vec<&Unit> = aboard.iter().copied().filter(wrong).collect();
        if !units.is_empty() {
            let names: Vec<&str> = units.iter().map(|unit| view.piece(unit).name.as_str()).collect();
            let message = format!(
                "{} aboard {}, which may not carry {}",
                names.join(", "),
                view.piece(carrier).name,
                them(units.len())
            );
            let help = "only Naval-Air units may be based on carriers; an undamaged named carrier may ferry \
                        one depleted fighter or fighter-bomber";
            report.add(deck_fault(view, carrier, &units, message).help(help));
        }
    }
}

/// Whether an air unit is of the sort that carriers ferry: a fighter or fighter-bomber of one step.
pub(super) fn is_ferried(view: &View, unit: &Unit) -> bool {
    matches!(unit.kind, Kind::Air(Air::Fighter | Air::FighterBomber)) && is_half_step(view, unit)
}

/// Whether an air unit shows a single step: depleted, or with a blank back.
fn is_half_step(view: &View, unit: &Unit) -> bool {
    let single = matches!(&*unit.ratings, Ratings::Air(air) if air.steps == Some(1));
    view.is_reduced(unit) || single
}

pub(super) fn share_stack(view: &View, one: &Unit, other: &Unit) -> bool {
    let (one, other) = (view.piece(one), view.piece(other));
    one.stack == other.stack && one.at == other.at
}

/// Whether air units of a deck may be cargo of a sea transport in the stack instead.
pub(super) fn may_be_cargo(view: &View, carrier: &Unit) -> bool {
    let place = &view.piece(carrier).at;
    let transport = |unit: &Unit| unit.kind == Kind::Stp && unit.side == carrier.side;
    view.here(place).any(|unit| transport(unit) && share_stack(view, unit, carrier))
}

fn foreign_aircraft_aboard_carrier(view: &View, report: &mut Report<'_>) {
    for (carrier, aboard) in decks(view) {
        let foreign = |unit: &&&Unit| {
            unit.kind == Kind::Air(Air::NavalAir) && unit.entry.nation != carrier.entry.nation
        };
        let units: Vec<&Unit> = aboard.iter().filter(foreign).copied().collect();
        if !units.is_empty() {
            let names: Vec<&str> = units.iter().map(|unit| view.piece(unit).name.as_str()).collect();
            let message = format!(
                "{} aboard {}, a carrier of another nation",
                names.join(", "),
                view.piece(carrier).name
            );
            let severity = if may_be_cargo(view, carrier) { Severity::Suspicious } else { Severity::Illegal };
            let help = format!("move {} to a carrier of the same nation, or ashore", them(units.len()));
            report.add(deck_fault(view, carrier, &units, message).severity(severity).help(help));
        }
    }
}

/// The Naval-Air units of a deck.
pub(super) fn groups<'a>(aboard: &[&'a Unit]) -> Vec<&'a Unit> {
    aboard.iter().copied().filter(|unit| unit.kind == Kind::Air(Air::NavalAir)).collect()
}

pub(crate) fn strength(view: &View, unit: &Unit) -> Bound {
    match &*unit.ratings {
        Ratings::Air(air) => view.rating(unit, &air.strength, "strength", 5),
        _ => Bound::exact(0),
    }
}

/// The aircraft strength that a carrier holds; a draft may be one off.
pub(crate) fn deck_capacity(carrier: &Unit) -> Bound {
    let Ratings::Ship(ship) = &*carrier.ratings else { return Bound::exact(0) };
    let why = || format!("capacity of {}", carrier.entry.name);
    match ship.capacity {
        Some(number) if carrier.entry.source.is_draft() => {
            Bound::about(number, (number - 1).max(0)..=number.saturating_add(1), why())
        }
        Some(number) => Bound::exact(number),
        None => Bound::about(9, 0..=9, why()),
    }
}

/// A damaged carrier keeps what it carried, so only sound ones are looked at.
fn carrier_over_capacity(view: &View, report: &mut Report<'_>) {
    let decks = decks(view);
    for (carrier, aboard) in &decks {
        let units = groups(aboard);
        if view.is_reduced(carrier) || units.is_empty() {
            continue;
        }
        let load: Bound = units.iter().map(|unit| strength(view, unit)).sum();
        let capacity = deck_capacity(carrier);
        let advice = "move an air unit to another base";
        let found = Found::over(&load, &capacity, || {
            let points = load.counted("strength point");
            let name = &view.piece(carrier).name;
            let message = format!("{points} of aircraft aboard {name}; capacity {capacity}");
            deck_fault(view, carrier, &units, message).help(advice)
        });
        let Some(found) = found else { continue };
        let sisters = sisters(view, &decks, carrier);
        if fits(view, &sisters) {
            continue;
        }
        let elsewhere = sisters.iter().any(|(sister, _)| view.is_reduced(sister))
            || may_be_cargo(view, carrier)
            || (sisters.len() > 1 && may_hold_all(view, &sisters));
        report.add(if elsewhere { found.severity(Severity::Suspicious).help(advice) } else { found });
    }
}

/// The carriers of one nation in a stack: what lies on one of them may be aboard any.
pub(super) fn sisters<'a>(view: &View, decks: &[FlightDeck<'a>], carrier: &Unit) -> Vec<FlightDeck<'a>> {
    let same = |other: &Unit| share_stack(view, other, carrier) && other.entry.nation == carrier.entry.nation;
    decks.iter().filter(|(other, _)| same(other)).map(|(other, aboard)| (*other, groups(aboard))).collect()
}

/// Whether some decks together may have room for what is on them.
fn may_hold_all(view: &View, decks: &[FlightDeck<'_>]) -> bool {
    let load: Bound = decks.iter().flat_map(|(_, units)| units).map(|unit| strength(view, unit)).sum();
    let room: Bound = decks.iter().map(|(carrier, _)| deck_capacity(carrier)).sum();
    load.least <= room.most
}

/// Whether the units of some sound decks find room on them, the strongest first on the roomiest, as the data have it.
fn fits(view: &View, decks: &[FlightDeck<'_>]) -> bool {
    let sound = decks.iter().filter(|(carrier, _)| !view.is_reduced(carrier));
    let mut room: Vec<i32> = sound.map(|(carrier, _)| deck_capacity(carrier).nominal).collect();
    let mut loads: Vec<i32> =
        decks.iter().flat_map(|(_, units)| units).map(|unit| strength(view, unit).nominal).collect();
    loads.sort_unstable_by(|a, b| b.cmp(a));
    loads.into_iter().all(|load| {
        let Some(deck) = room.iter_mut().max() else { return false };
        *deck -= load;
        *deck >= 0
    })
}
