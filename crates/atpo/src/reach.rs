//! What players count of ranges: what an air unit reaches, which aircraft reach a place, how far a ship sails.

use std::collections::BTreeMap;

use super::battles;
use super::checks::based;
use super::kind::Kind;
use super::listed::{number, pieces};
use super::range::{AirBase, Hop, Leg, base_of, grounded, hexes_between, hops, leg, printed, region};
use super::ratings::Ratings;
use super::states::{AirMission, Posture};
use super::view::{Unit, View};
use liege_rules::check::bound::Bound;
use liege_rules::data::catalogue::Rating;
use liege_rules::game::facts::{DerivedValue, ReachOf, ReachStance};
use liege_rules::position::situation::{PieceIx, PlaceId};

/// Missions with a target, with what players call them.
const AIMED: [(AirMission, &str); 4] = [
    (AirMission::Strike, "strike"),
    (AirMission::Strafe, "strafe"),
    (AirMission::Intercept, "intercept"),
    (AirMission::Reconnaissance, "reconnoitre"),
];

/// The derived values of a piece or a place.
pub fn of(view: &View, of: &ReachOf) -> Vec<DerivedValue> {
    match of {
        ReachOf::Place(place) => of_place(view, place),
        ReachOf::Piece(ix) => match view.units.iter().find(|unit| unit.ix == *ix) {
            Some(unit) if unit.kind.flies() => of_aircraft(view, unit),
            Some(unit) => {
                let mut facts = movement(view, unit);
                facts.extend(of_place(view, &view.piece(unit).at));
                facts
            }
            None => of_place(view, &view.situation.pieces[*ix].at),
        },
    }
}

/// A number of hexes.
fn hexes(count: u32) -> Bound {
    Bound::exact(i32::try_from(count).unwrap_or(i32::MAX))
}

fn of_aircraft(view: &View, unit: &Unit) -> Vec<DerivedValue> {
    let at = view.piece(unit).at.clone();
    let name = &view.piece(unit).name;
    let own = vec![unit.ix];
    let range = DerivedValue::at(&at, "range", format!("Range of {name}"), "4.2");
    let mut facts = vec![range.number(printed(view, unit)).pieces(own.clone())];
    let base = match base_of(view, unit) {
        Ok(base) => base,
        Err(refusal) => {
            let fact = DerivedValue::at(&at, "grounded", "Cannot fly", refusal.rule);
            facts.push(fact.text(refusal.reason).pieces(own));
            return facts;
        }
    };
    let barred = |mission: AirMission| grounded(view, unit, &base, mission, &at);
    let (may, not): (Vec<_>, Vec<_>) = AirMission::ALL
        .into_iter()
        .map(|mission| (mission, barred(mission)))
        .partition(|(_, bar)| bar.is_none());
    let words: Vec<String> = may.iter().map(|(mission, _)| mission.word().replace('-', " ")).collect();
    let text = if words.is_empty() { "none".to_owned() } else { words.join(", ") };
    facts
        .push(DerivedValue::at(&at, "missions", "Missions it may fly", "4.3").text(text).pieces(own.clone()));
    let looks = not.into_iter().find(|(mission, _)| *mission == AirMission::Reconnaissance);
    if let Some((_, Some(bar))) = looks.filter(|_| may.len() < 3) {
        let label = if may.is_empty() { "No missions possible" } else { "Few missions possible" };
        let fact = DerivedValue::at(&at, "grounded", label, bar.rule);
        facts.push(fact.text(bar.reason).pieces(own.clone()));
    }
    let mission = may.first().map_or(AirMission::Reconnaissance, |(mission, _)| *mission);
    let mission = if mission == AirMission::ChangeBase { AirMission::Reconnaissance } else { mission };
    if let Ok(region) = region(view, unit, mission) {
        let count = number(region.len());
        let area = region.iter().map(|(hex, _)| PlaceId::Hex(*hex)).collect();
        let fact = DerivedValue::at(&at, "hexes-in-range", "Hexes within range", "4.2");
        facts.push(DerivedValue { area, ..fact.number(count).pieces(own.clone()) });
    }
    facts.extend(targets_of(view, unit, mission));
    facts.extend(bases_of(view, unit));
    facts
}

/// The enemy ships, aircraft and installations that an air unit reaches, by place.
fn targets_of(view: &View, unit: &Unit, mission: AirMission) -> Vec<DerivedValue> {
    let mut facts = Vec::new();
    let enemy =
        |other: &&Unit| other.side != unit.side && view.are_at_war(&unit.entry.nation, &other.entry.nation);
    for place in view.places() {
        let Some(leg) = leg(view, unit, mission, place).ok().filter(Leg::is_within) else { continue };
        let of = |kind: fn(&Unit) -> bool| -> Vec<&Unit> {
            view.here(place).filter(enemy).filter(|other| kind(other)).collect()
        };
        let bases: Vec<&Unit> = based(view, place, |other| other.kind.flies());
        let bases: Vec<&Unit> = bases.into_iter().filter(|other| enemy(other)).collect();
        for (key, label, units) in [
            ("ships-in-range", "Enemy ships", of(|other| other.kind.is_naval())),
            ("aircraft-in-range", "Enemy aircraft at their base", bases),
        ] {
            if !units.is_empty() {
                let names = units.iter().map(|unit| view.piece(unit).name.as_str()).collect::<Vec<_>>();
                let label = format!("{label}: {}; hexes away", names.join(", "));
                let fact = DerivedValue::at(place, key, label, "4.2").pieces(pieces(&units));
                let fact = fact.number(hexes(leg.hexes)).limit(Some(leg.range.clone()));
                facts.push(fact.stance(ReachStance::Hostile));
            }
        }
    }
    let held = view.situation.at.keys();
    for place in held {
        let here = battles::targets(view, place, unit.side);
        let Some(leg) = leg(view, unit, mission, place).ok().filter(Leg::is_within) else { continue };
        if !here.is_empty() {
            let label = format!("Enemy installations: {}; hexes away", here.join(", ").replace('-', " "));
            let fact = DerivedValue::at(place, "installations-in-range", label, "4.13.1");
            let fact = fact.number(hexes(leg.hexes)).limit(Some(leg.range));
            facts.push(fact.stance(ReachStance::Hostile));
        }
    }
    facts.sort_by(|one, other| one.place.cmp(&other.place));
    facts
}

/// The bases that an air unit can change to.
fn bases_of(view: &View, unit: &Unit) -> Vec<DerivedValue> {
    let bases = hops(view, unit).unwrap_or_default();
    let most = Bound::exact(i32::try_from(view.range_rows().change_of_base.hops).unwrap_or(i32::MAX));
    let fact = |(place, hop): (PlaceId, Hop)| {
        let room = if hop.room { "" } else { " (full: only a stop on the way)" };
        let label = format!("Base to change to{room}, hops");
        let fact = DerivedValue::at(&place, "base-in-range", label, "4.3.6.1");
        DerivedValue { path: hop.way, ..fact.number(hexes(hop.hops)).limit(Some(most.clone())) }
    };
    bases.into_iter().map(fact).collect()
}

/// The aircraft of both parties that reach a place, from where, and what they may do there; who is kept from it, and why.
fn of_place(view: &View, place: &PlaceId) -> Vec<DerivedValue> {
    let mut facts: BTreeMap<(&'static str, PlaceId, PieceIx), DerivedValue> = BTreeMap::new();
    let mut beyond: BTreeMap<&'static str, usize> = BTreeMap::new();
    for unit in view.units.iter().filter(|unit| unit.kind.is_air()) {
        let at = &view.piece(unit).at;
        let (side, name) = (unit.side.word(), &view.piece(unit).name);
        let legs = AIMED.map(|(mission, word)| (word, leg(view, unit, mission, place)));
        let within = |leg: &Result<Leg, _>| leg.as_ref().is_ok_and(Leg::is_within);
        let words: Vec<&str> = legs.iter().filter(|(_, leg)| within(leg)).map(|(word, _)| *word).collect();
        let found = legs.iter().find_map(|(_, leg)| leg.as_ref().ok().filter(|leg| leg.is_within()));
        if let Some(leg) = found {
            let from = if leg.base.ship.is_some() {
                format!(" aboard {}", leg.base.called(view))
            } else {
                String::new()
            };
            let label = format!("{side} {name}{from} can {}; hexes away", words.join(", "));
            let fact = DerivedValue::at(at, "reaches", label, "4.2").pieces(vec![unit.ix]);
            let fact = fact.number(hexes(leg.hexes)).limit(Some(leg.range.clone()));
            let path = vec![at.clone(), place.clone()];
            facts.insert((side, at.clone(), unit.ix), DerivedValue { path, ..fact });
            continue;
        }
        // Everybody may look, so that what keeps a unit from that keeps it from all else.
        let bar = legs.into_iter().next_back().and_then(|(_, leg)| leg.err());
        match bar.filter(|_| is_near(view, unit, place)) {
            Some(bar) => {
                let label = format!("{side} {name} cannot reach {place}");
                let fact = DerivedValue::at(at, "kept-from", label, bar.rule).text(bar.reason);
                facts.insert(
                    (side, at.clone(), unit.ix),
                    fact.pieces(vec![unit.ix]).stance(ReachStance::Barred),
                );
            }
            None => *beyond.entry(side).or_default() += 1,
        }
    }
    let mut list: Vec<DerivedValue> = facts.into_values().collect();
    for (side, count) in beyond {
        let label = format!("{side} air units out of range");
        list.push(DerivedValue::at(place, "beyond-range", label, "4.2").number(number(count)));
    }
    list
}

/// Whether a place is within the printed range of an air unit, whatever keeps it from flying.
fn is_near(view: &View, unit: &Unit, place: &PlaceId) -> bool {
    let at = AirBase { at: view.piece(unit).at.clone(), ship: None, afloat: false };
    let far = hexes_between(view, &at, place).ok();
    far.is_some_and(|far| i64::from(far) <= i64::from(printed(view, unit).most))
}

/// The movement of a ship, and what our map does not tell of its way.
fn movement(view: &View, unit: &Unit) -> Vec<DerivedValue> {
    let at = &view.piece(unit).at;
    let faces = match &*unit.ratings {
        Ratings::Ship(ship) => Some(view.rating(unit, &ship.movement, "movement", 50)),
        Ratings::Transport(transport) if unit.kind == Kind::Stp => {
            let rating = transport.movement.as_ref().and_then(Rating::number);
            rating.map(Bound::exact)
        }
        _ => None,
    };
    let Some(points) = faces else { return Vec::new() };
    let docked = if view.posture(unit) == Posture::Docked { ", in port" } else { "" };
    let label = format!("Movement of {}{docked}", view.piece(unit).name);
    let fact = DerivedValue::at(at, "movement", label, "3.5").number(points).pieces(vec![unit.ix]);
    let missing = "not counted: the cost of moving through sea areas, because the map data have no borders \
                   between areas";
    vec![fact, DerivedValue::at(at, "sea-reach", "Places in range", "3.5").text(missing)]
}
