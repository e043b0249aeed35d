//! A side's own pieces in its copy, and both boards at the start of the game (1, L7).

use std::collections::{BTreeMap, BTreeSet};

use super::super::boards::{BoardUnit, Boards};
use super::super::class::UnitClass;
use super::layer;
use super::stage::{self, for_the_umpire};
use liege_rules::check::case::{Case, NotGiven, SideCopy};
use liege_rules::check::{Found, Report};
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::{PieceRef, Severity};

/// The state of what a ship carries.
const ABOARD: &str = "aboard";

/// Units of one class and power in one place.
type Berth<'a> = (&'a PlaceId, &'a str, UnitClass);
/// How many of them there are in each condition: damage, and whether they are aboard.
type Conditions = BTreeMap<(u32, bool), u32>;

/// At the start a copy has its own side as the save has it, and of the enemy nothing that the set-up has not (AAF-003).
pub fn boards_start_unlike(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let copies = case.wants_copies()?;
    for_the_umpire(case)?;
    match stage::is_past_setup(case) {
        None => return Err(NotGiven("--turn-log, which shows whether this is the set-up")),
        Some(true) => {
            report.not_checked("applies only to the set-up, but the game has begun");
            return Ok(());
        }
        Some(false) => {}
    }
    for (side, copy) in copies {
        let own = case.now.side_of(side);
        for spot in differing(&case.now, &copy.held, own) {
            report.add(unlike(case, side, copy, spot));
        }
        let [has, shows] = [&case.now, &copy.held].map(|view| spots(view, |unit| unit.side != own));
        for (spot, shown) in shows {
            let there = has.get(&spot).map_or(0, total);
            if total(&shown) > there {
                report.add(unlike(case, side, copy, spot));
            }
        }
    }
    Ok(())
}

/// An issued copy shows its side's own units as they are (AAF-004).
pub fn own_units_shown_wrongly(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for (side, copy) in case.wants_copies()? {
        let turns = case.now.turn().zip(copy.held.turn());
        if turns.is_some_and(|(now, held)| now != held) {
            report.not_checked(format!("the copy of {side} is from a different turn than the save"));
            continue;
        }
        let own = case.now.side_of(side);
        let wrong = differing(&case.now, &copy.held, own);
        let swapped = exchanged(case, side, copy, &wrong);
        let differs = !wrong.is_empty() || !swapped.is_empty();
        if let Some(reason) = layer::went_on(case, side).filter(|_| differs) {
            report.not_checked(reason);
            continue;
        }
        report.extend(swapped);
        report.extend(wrong.into_iter().map(|spot| unlike(case, side, copy, spot)));
    }
    Ok(())
}

/// The units on the board that are wanted, by place, power and class.
fn spots<'a>(view: &'a Boards, wanted: impl Fn(&BoardUnit) -> bool) -> BTreeMap<Berth<'a>, Conditions> {
    let mut spots: BTreeMap<Berth<'a>, Conditions> = BTreeMap::new();
    for unit in view.on_board().filter(|unit| unit.class != UnitClass::Kami && wanted(unit)) {
        let aboard = unit.carrier.is_some() || view.situation.pieces[unit.ix].has(ABOARD);
        let spot = spots.entry((&unit.place, &unit.power, unit.class)).or_default();
        *spot.entry((unit.damage, aboard)).or_default() += unit.count;
    }
    spots
}

fn total(conditions: &Conditions) -> u32 {
    conditions.values().sum()
}

/// Where two views show a side's units differently.
fn differing<'a>(one: &'a Boards, other: &'a Boards, side: &str) -> BTreeSet<Berth<'a>> {
    let [one, other] = [one, other].map(|view| spots(view, |unit| unit.side == side));
    let all: BTreeSet<Berth<'a>> = one.keys().chain(other.keys()).copied().collect();
    all.into_iter().filter(|spot| one.get(spot) != other.get(spot)).collect()
}

/// What a view has of a spot, in words: `2 Japanese BB, 1 of them damaged`.
fn in_words(view: &Boards, (place, power, class): Berth<'_>) -> String {
    let is_meant = |unit: &BoardUnit| unit.place == *place && unit.power == power && unit.class == class;
    let found = spots(view, is_meant);
    let Some(conditions) = found.get(&(place, power, class)) else { return format!("no {class}") };
    let told = conditions.iter().map(|((damage, aboard), number)| {
        let damage = match damage {
            0 => String::new(),
            damage if class.is_facility() => format!(" with damage {damage}"),
            _ => " damaged".to_owned(),
        };
        let aboard = if *aboard { " aboard" } else { "" };
        format!("{number} {class}{damage}{aboard}")
    });
    told.collect::<Vec<_>>().join(" and ")
}

/// The pieces of a spot.
fn pieces<'a>(view: &'a Boards, (place, power, class): Berth<'a>) -> impl Iterator<Item = &'a BoardUnit> {
    view.at(place).filter(move |unit| unit.power == power && unit.class == class)
}

fn unlike(case: &Case<Boards>, side: &str, copy: &SideCopy<Boards>, spot: Berth<'_>) -> Found {
    let (place, power, _) = spot;
    let pack = case.now.pack();
    let adjective = pack.nations.get(power).map_or(power, |nation| nation.adjective.as_str());
    let (shown, has) = (in_words(&copy.held, spot), in_words(&case.now, spot));
    let message =
        format!("copy of {side}: {place} shows {shown} of {adjective} units, but the save has {has}");
    let own: Vec<PieceIx> = pieces(&case.now, spot).map(|unit| unit.ix).collect();
    let absent: Vec<PieceRef> = pieces(&copy.held, spot).map(|unit| copy.held.piece_ref(unit)).collect();
    Found { absent, ..Found::at(place.clone(), own, message) }
}

/// Own units that have changed places with others of their kind, where ghosts show that the tool wrote the copy: it keeps
/// the ids of own pieces.
fn exchanged(
    case: &Case<Boards>,
    side: &str,
    copy: &SideCopy<Boards>,
    wrong: &BTreeSet<Berth<'_>>,
) -> Vec<Found> {
    let held = &copy.held;
    if !held.units.iter().any(|unit| unit.claims.is_some()) {
        return Vec::new();
    }
    let own = case.now.side_of(side);
    let master = case.now.situation.by_id();
    let mut found = Vec::new();
    for unit in held.of_side(own) {
        let Some(there) = master.get(unit.id.as_str()).and_then(|ix| case.now.unit(*ix)) else { continue };
        let spot_of = |unit: &BoardUnit| (unit.place.clone(), unit.power.clone(), unit.class);
        let is_wrong = |unit: &BoardUnit| wrong.contains(&(&unit.place, unit.power.as_str(), unit.class));
        let ship = |view: &Boards, unit: &BoardUnit| {
            unit.carrier.and_then(|ix| view.unit(ix)).map(|ship| ship.id.clone())
        };
        let ships = ship(held, unit).zip(ship(&case.now, there));
        let same = spot_of(unit) == spot_of(there)
            && unit.damage == there.damage
            && ships.is_none_or(|(shown, has)| shown == has);
        if !same && !is_wrong(unit) && !is_wrong(there) {
            let message = format!(
                "copy of {side}: the {} with the id of one in {} is in {}, or not as that is",
                unit.called(held.pack()),
                there.place,
                unit.place
            );
            let absent = vec![held.piece_ref(unit)];
            let at = Found::at(unit.place.clone(), vec![there.ix], message);
            found.push(Found { absent, ..at }.severity(Severity::Suspicious));
        }
    }
    found
}
