//! Loads: what warships, submarines and air transports may carry, kind by kind.

use std::collections::BTreeMap;

use super::super::kind::{Air, Kind, Land, Ship};
use super::super::listed::{joined, names, number};
use super::super::ratings::Ratings;
use super::super::states::Posture;
use super::super::view::{Alliance, Unit, View};
use super::lift::{Lift, TaskForce, counted_load, in_submarines};
use liege_rules::check::bound::Bound;
use liege_rules::check::{Check, Found, Report, now};
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::{counted, grouped, in_groups};

pub(super) const LOADS: &[Check<View>] = &[
    now("ATPO-C03", overloaded_warship_pair),
    now("ATPO-C04", unfit_cargo_on_warship_pair),
    now("ATPO-C05", assault_troops_on_warships),
    now("ATPO-C06", sea_supply_over_submarine_lift),
    now("ATPO-C07", wrong_troops_aboard_submarine),
    now("ATPO-C09", wrong_load_on_air_transport),
];

/// 1 where a unit may not be aboard a light cruiser and a destroyer, 0 where it may (3.13.3).
fn unfit(view: &View, unit: &Unit) -> Bound {
    match (unit.kind, &*unit.ratings) {
        (Kind::Land(Land::Armored | Land::Heavy | Land::Siberian), _) => Bound::exact(1),
        (Kind::Land(Land::Infantry), Ratings::Land(land))
            if ["UK", "US"].contains(&&*unit.entry.nation) && unit.entry.kind == "infantry" =>
        {
            let movement = view.rating(unit, &land.movement, "movement", 9);
            let is = |number: i32| i32::from(number == FAST);
            let sure = movement.is_exact();
            let most = i32::from(movement.least <= FAST && FAST <= movement.most);
            let least = if sure { is(movement.nominal) } else { 0 };
            let why = format!("movement of {}", unit.entry.name);
            Bound::about(is(movement.nominal), least..=most, why)
        }
        _ => Bound::exact(0),
    }
}

/// The movement of the British and US infantry that is too heavily equipped for warships.
const FAST: i32 = 5;

/// What is aboard beyond the transport points of a force: the least fit goes aboard the transports first.
struct Surplus<'a> {
    unfit: Vec<&'a Unit>,
    load: Bound,
}

fn unfit_of<'a>(view: &View, force: &TaskForce<'a>) -> Surplus<'a> {
    let unfit_units = force.cargo.iter().copied().filter(|unit| unfit(view, unit).nominal > 0).collect();
    Surplus { unfit: unfit_units, load: force.cargo.iter().map(|unit| unfit(view, unit)).sum() }
}

/// Whether everything aboard fits by number, so that only the sort of it may be at fault.
fn fits_by_number(force: &TaskForce<'_>, lift: &Lift) -> bool {
    number(force.cargo.len() + force.supply.len()).nominal <= lift.total().nominal
}

fn unfit_cargo_on_warship_pair(view: &View, report: &mut Report<'_>) {
    for force in TaskForce::all(view) {
        let lift = Lift::of(view, &force.units);
        let surplus = unfit_of(view, &force);
        if !fits_by_number(&force, &lift) {
            continue;
        }
        report.extend(Found::over(&surplus.load, &lift.points, || {
            let (place, points) = (force.place, lift.points.counted("transport point"));
            let transports = match lift.points.nominal {
                0 => "no sea transport".to_owned(),
                _ => points,
            };
            let message = format!(
                "{} aboard ships in {place} with {transports}; warships cannot carry such troops",
                names(view, &surplus.unfit)
            );
            Found::at(force.place.clone(), force.concerned(), message)
                .help("a light cruiser and a destroyer carry only light infantry or supply")
        }));
    }
}

/// Units and supply together aboard pairs of full ships alone, each of which carries one or the other.
fn both_on_one_pair(view: &View, force: &TaskForce<'_>, lift: &Lift) -> Option<Found> {
    let (units, supply) = (force.cargo.len(), force.supply.len());
    let pairs_alone = lift.points == Bound::exact(0) && lift.weak_pairs == 0 && lift.full_pairs > 0;
    let units_fit = number(units).nominal <= lift.full_pairs;
    let both = units > 0 && supply > 0 && number(units + supply).nominal > lift.full_pairs;
    (pairs_alone && units_fit && both).then(|| {
        let load = counted_load(units, "land unit", supply);
        let message = format!(
            "{load} aboard {} in {}; a pair carries one unit or one chit",
            pairs(view, force),
            force.place
        );
        Found::at(force.place.clone(), force.concerned(), message)
            .help("a light cruiser and a destroyer carry one infantry unit or one Sea Supply")
    })
}

fn overloaded_warship_pair(view: &View, report: &mut Report<'_>) {
    for force in TaskForce::all(view) {
        let lift = Lift::of(view, &force.units);
        report.extend(both_on_one_pair(view, &force, &lift));
        let surplus = unfit_of(view, &force);
        let is_full = |unit: &&&Unit| unfit(view, unit).nominal == 0 && view.steps(unit).least > 1;
        let full = force.cargo.iter().filter(is_full).count();
        let heavy = number(surplus.unfit.len() + full + force.supply.len());
        let room = &lift.points + &Bound::exact(lift.full_pairs);
        let unfit_fit = surplus.load.nominal <= lift.points.nominal;
        if lift.weak_pairs == 0 || !fits_by_number(&force, &lift) || !unfit_fit {
            continue;
        }
        let found = Found::over(&heavy, &room, || {
            let load = counted_load(full + surplus.unfit.len(), "full land unit", force.supply.len());
            let carried = match (room.nominal, force.supply.len()) {
                (0, 0) => "such a pair cannot carry a full unit".to_owned(),
                (0, _) => "such a pair cannot carry supply".to_owned(),
                _ => format!("together they carry {room}"),
            };
            let message = format!("{load} aboard {} in {}; {carried}", pairs(view, &force), force.place);
            Found::at(force.place.clone(), force.concerned(), message).help(
                "a light cruiser and a destroyer of which one is depleted or has a blank back carry one depleted \
                 infantry unit and no supply",
            )
        });
        report.extend(found.map(|found| lift.judge(found, force.supply.len())));
    }
}

/// The light cruisers and destroyers of a force, damaged ones as such.
fn pairs(view: &View, force: &TaskForce<'_>) -> String {
    let carries = |unit: &&&Unit| matches!(unit.kind, Kind::Ship(Ship::LightCruiser | Ship::Destroyer));
    let called = |unit: &&Unit| {
        // The name of a class may list its ships.
        let name = &view.piece(unit).name;
        let name = if name.contains(',') { &unit.entry.label } else { name };
        if view.is_reduced(unit) { format!("{name} (damaged)") } else { name.clone() }
    };
    joined(&grouped(&force.units.iter().filter(carries).map(called).collect::<Vec<_>>()))
}

/// Land units that attack their own hex from ships, by hex and party.
fn landing(view: &View) -> BTreeMap<(Hex, Alliance), Vec<&Unit>> {
    let mut all: BTreeMap<(Hex, Alliance), Vec<&Unit>> = BTreeMap::new();
    for unit in view.units.iter().filter(|unit| unit.kind.is_land()) {
        let states = view.states(unit);
        let otherwise = match states.posture {
            Posture::Aboard(Some(carrier)) => ["atp", "SS"].contains(&view.situation.pieces[carrier].kind()),
            Posture::Aloft | Posture::Pinned => true,
            _ => unit.kind == Kind::Land(Land::Paratroop),
        };
        let hex = view.piece(unit).at.hex().filter(|hex| states.attack == Some(*hex) && !otherwise);
        if let Some(hex) = hex {
            all.entry((hex, unit.side)).or_default().push(unit);
        }
    }
    all
}

fn assault_troops_on_warships(view: &View, report: &mut Report<'_>) {
    for ((hex, side), units) in landing(view) {
        let ships: Vec<&Unit> =
            view.in_hex(hex).filter(|unit| unit.side == side && !unit.kind.is_ground()).collect();
        let japanese: Vec<&Unit> = ships.iter().copied().filter(|unit| unit.entry.nation == "JP").collect();
        let lift = Lift::of(view, &ships);
        let of_japan = Lift::of(view, &japanese);
        let snlf = units.iter().filter(|unit| unit.kind == Kind::Land(Land::Snlf)).count();
        let on_warships = number(snlf).nominal.min(of_japan.full_pairs.saturating_add(of_japan.weak_pairs));
        let need = Bound::exact(number(units.len()).nominal.saturating_sub(on_warships));
        if lift.full_pairs + lift.weak_pairs == 0 || view.may_hide(side) {
            continue;
        }
        report.extend(Found::over(&need, &lift.points, || {
            let points = match lift.points.nominal {
                0 => "no sea transport".to_owned(),
                _ => lift.points.counted("transport point"),
            };
            let message = format!(
                "{} about to land in {hex} with {points}; warships cannot land assault troops",
                names(view, &units)
            );
            Found::at(PlaceId::Hex(hex), units.iter().map(|unit| unit.ix).collect(), message)
                .help("each unit needs a transport point; only SNLF may land from Japanese light cruisers and destroyers")
        }));
    }
}

/// A submarine's own stack, where no other ship could carry what is aboard it and none can be hidden from the looker.
struct Boats<'a> {
    place: &'a PlaceId,
    boats: Vec<&'a Unit>,
    troops: Vec<&'a Unit>,
    supply: Vec<PieceIx>,
}

fn boats(view: &View) -> Vec<Boats<'_>> {
    let key = |ix: PieceIx| {
        let piece = &view.situation.pieces[ix];
        (&piece.at, piece.stack, Alliance::of(view.situation.alliance(ix)))
    };
    let mut stacks: BTreeMap<(&PlaceId, usize, Option<Alliance>), Boats<'_>> = BTreeMap::new();
    let is_boat = |unit: &&Unit| unit.kind == Kind::Ship(Ship::Submarine) && !view.may_hide(unit.side);
    for unit in view.units.iter().filter(is_boat) {
        let place = &view.piece(unit).at;
        let empty = || Boats { place, boats: Vec::new(), troops: Vec::new(), supply: Vec::new() };
        stacks.entry(key(unit.ix)).or_insert_with(empty).boats.push(unit);
    }
    let carries =
        |kind: Kind| matches!(kind, Kind::Stp | Kind::Atp | Kind::Ship(Ship::LightCruiser | Ship::Destroyer));
    for unit in view.units.iter().filter(|unit| carries(unit.kind)) {
        stacks.remove(&key(unit.ix));
    }
    let boat_of = |ix: PieceIx| match view.states[ix].posture {
        Posture::Aboard(Some(ship)) if view.kind_of(ship) == Some(Kind::Ship(Ship::Submarine)) => {
            Some(key(ship))
        }
        _ => None,
    };
    for unit in view.units.iter().filter(|unit| unit.kind.is_land()) {
        if let Some(stack) = boat_of(unit.ix).and_then(|key| stacks.get_mut(&key)) {
            stack.troops.push(unit);
        }
    }
    for ix in view.situation.in_play().filter(|ix| view.situation.pieces[*ix].is_chit("sea-supply")) {
        if let Some(stack) = boat_of(ix).and_then(|key| stacks.get_mut(&key)) {
            stack.supply.push(ix);
        }
    }
    stacks.into_values().collect()
}

impl Boats<'_> {
    fn pieces(&self, cargo: impl IntoIterator<Item = PieceIx>) -> Vec<PieceIx> {
        self.boats.iter().map(|boat| boat.ix).chain(cargo).collect()
    }

    /// Its boats that are not depleted.
    fn full(&self, view: &View) -> usize {
        self.boats.iter().filter(|boat| !view.is_reduced(boat)).count()
    }

    /// Its boats in words: their names are places as often as not, so they are called by what their counters show.
    fn called(&self, view: &View) -> String {
        let labels: Vec<&str> = self.boats.iter().map(|boat| boat.entry.label.as_str()).collect();
        let nation = self.boats.first().map_or("", |boat| boat.entry.nation.as_str());
        let adjective =
            view.situation.pack.nations.get(nation).map_or("", |nation| nation.adjective.as_str());
        let counters = if labels.len() == 1 { "counter" } else { "counters" };
        format!("the {adjective} submarine {counters} {}", in_groups(&labels))
    }
}

fn sea_supply_over_submarine_lift(view: &View, report: &mut Report<'_>) {
    for stack in boats(view) {
        let full = stack.full(view);
        if stack.supply.len() > full {
            let chits = counted(stack.supply.len(), "Sea Supply chit");
            let depleted = if full < stack.boats.len() { ", depleted" } else { "" };
            let message = format!("{chits} aboard {} in {}{depleted}", stack.called(view), stack.place);
            let pieces = stack.pieces(stack.supply.iter().copied());
            report.add(
                Found::at(stack.place.clone(), pieces, message)
                    .help("a submarine at full strength carries one Sea Supply, a depleted one none"),
            );
        }
    }
}

fn wrong_troops_aboard_submarine(view: &View, report: &mut Report<'_>) {
    for stack in boats(view) {
        let riding = in_submarines(view, &stack.boats, &stack.troops);
        let wrong: Vec<&Unit> =
            stack.troops.iter().copied().filter(|unit| !riding.contains(&unit.ix)).collect();
        if !wrong.is_empty() {
            let fit: Vec<&Unit> =
                stack.troops.iter().copied().filter(|unit| riding.contains(&unit.ix)).collect();
            let state = match (stack.full(view), fit.is_empty()) {
                (0, _) => ", depleted".to_owned(),
                (_, true) => String::new(),
                (_, false) => format!(", with {} aboard already", names(view, &fit)),
            };
            let message =
                format!("{} aboard {} in {}{state}", names(view, &wrong), stack.called(view), stack.place);
            let pieces = stack.pieces(stack.troops.iter().map(|unit| unit.ix));
            report.add(Found::at(stack.place.clone(), pieces, message).help(
                "a submarine that is not depleted carries one commando of its nation and no other troops",
            ));
        }
    }
}

/// Steps as an air transport counts them: a paratroop has those of its face, which stacking leaves out.
fn weight(view: &View, unit: &Unit) -> Bound {
    match &*unit.ratings {
        Ratings::Land(land) => match land.steps {
            _ if view.is_reduced(unit) => Bound::exact(1),
            Some(steps) => Bound::exact(steps),
            None => view.steps(unit),
        },
        _ => Bound::exact(1),
    }
}

/// The air transports of a party at a place, with the combat land units and special kamikazes aboard them. The latter
/// fly by themselves, too.
fn flights<'a>(view: &'a View, place: &'a PlaceId, side: Alliance) -> (Vec<&'a Unit>, Vec<&'a Unit>) {
    let of_side = || view.here(place).filter(move |unit| unit.side == side);
    let transports: Vec<&Unit> = of_side().filter(|unit| unit.kind == Kind::Atp).collect();
    let aboard = |unit: &&Unit| match view.posture(unit) {
        Posture::Aboard(Some(carrier)) => transports.iter().any(|own| own.ix == carrier),
        Posture::Aloft => true,
        _ => false,
    };
    let is_cargo = |unit: &&Unit| match unit.kind {
        Kind::Air(Air::Kamikaze) => view.posture(unit) != Posture::Aloft,
        kind => kind.is_land(),
    };
    let cargo = of_side().filter(is_cargo).filter(aboard).collect();
    (transports, cargo)
}

fn wrong_load_on_air_transport(view: &View, report: &mut Report<'_>) {
    for place in view.places() {
        for side in [Alliance::Axis, Alliance::Allies] {
            let (transports, cargo) = flights(view, place, side);
            if cargo.is_empty() || transports.is_empty() || view.may_hide(side) {
                continue;
            }
            let fault = |units: &[&Unit], message: String| {
                let concerned = transports.iter().chain(units).map(|unit| unit.ix).collect();
                Found::at(place.clone(), concerned, message)
            };
            let is_heavy = |unit: &&Unit| {
                matches!(unit.kind, Kind::Land(Land::Armored | Land::Heavy)) || unit.entry.kind == "cavalry"
            };
            let heavy: Vec<&Unit> = cargo.iter().copied().filter(is_heavy).collect();
            if !heavy.is_empty() {
                let message = format!("{} aboard air transports in {place}", names(view, &heavy));
                report.add(fault(&heavy, message).help("only paratroops, infantry and marines go by air"));
                continue;
            }
            let load: Bound = cargo.iter().map(|unit| weight(view, unit)).sum();
            let points: Bound = transports.iter().map(|unit| view.points(unit)).sum();
            report.extend(Found::over(&load, &points, || {
                let steps = load.counted("step");
                let points = points.counted("point");
                let message = format!("{steps} aboard air transports in {place}, which have {points}");
                fault(&cargo, message)
                    .help("a unit of one step takes one point of air transport, one of two steps takes two")
            }));
        }
    }
}
