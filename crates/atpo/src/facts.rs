//! What players of ATPO count by hand: steps, loads, lift, zones of control, lines of supply, months and numbers of the
//! tracks, by the functions that the checks use.

use std::collections::{BTreeMap, BTreeSet};

use super::bases::{air_capacity, port_capacity};
use super::checks::{
    Lift, TaskForce, based, deck_capacity, decks, docked, step_limit, strength, surrender_numbers, takes,
    tracing, victory_month,
};
use super::kind::{Air, Kind};
use super::listed::pieces;
use super::supply::stores::{Draw, Draws, Store};
use super::supply::{Supplied, Trust};
use super::view::{Alliance, Unit, View};
use liege_rules::check::bound::Bound;
use liege_rules::game::facts::{DerivedValue, LineState};
use liege_rules::position::situation::PlaceId;

const SIDES: [Alliance; 2] = [Alliance::Axis, Alliance::Allies];

/// The derived values of one place, or of the position with all places that hold units.
pub fn of(view: &View, at: Option<&PlaceId>) -> Vec<DerivedValue> {
    let mut facts = Vec::new();
    let draws = Draws::of(&view.supply(), tracing(view), Trust::AsData).groups();
    if let Some(place) = at {
        of_place(view, place, &draws, &mut facts);
        return facts;
    }
    of_tracks(view, &mut facts);
    let stores = draws.iter().flat_map(|draw| &draw.stores);
    let mut places: BTreeSet<PlaceId> = stores.filter_map(|store| view.supply().place_of(store)).collect();
    places.extend(view.places().filter(|place| !matches!(place, PlaceId::Off(_))).cloned());
    for place in places {
        of_place(view, &place, &draws, &mut facts);
    }
    facts
}

fn of_tracks(view: &View, facts: &mut Vec<DerivedValue>) {
    for value in &view.situation.pack.values {
        if let Some(number) = view.situation.values.get(&value.word) {
            facts.push(DerivedValue::of_all("track", value.name.clone(), "14.4").number(number.clone()));
        }
    }
    facts.push(
        DerivedValue::of_all("victory-month", "Last month of an Allied victory", "15.2.2")
            .text(victory_month(view)),
    );
    let numbers: Vec<String> = surrender_numbers(view).iter().map(ToString::to_string).collect();
    facts.push(
        DerivedValue::of_all("surrender", "Surrender Number of Japan", "15.2.1").text(numbers.join(" or ")),
    );
}

fn of_place(view: &View, place: &PlaceId, draws: &[Draw<'_>], facts: &mut Vec<DerivedValue>) {
    let nations = &view.situation.pack.nations;
    if let Some(owner) = place.hex().and_then(|hex| view.owner(hex)) {
        let name = nations.get(owner).map_or(owner, |nation| nation.name.as_str());
        let draft = place.hex().is_some_and(|hex| view.owner_is_draft(hex));
        let text = if draft { format!("{name} (by the draft map)") } else { name.to_owned() };
        facts.push(DerivedValue::at(place, "holder", "Held by", "11.2").text(text));
    }
    for side in SIDES {
        land_steps(view, place, side, facts);
        ports(view, place, side, facts);
        bases(view, place, side, facts);
    }
    carriers(view, place, facts);
    lift(view, place, facts);
    zones(view, place, facts);
    sources(view, place, draws, facts);
    lines(view, place, draws, facts);
}

fn land_steps(view: &View, place: &PlaceId, side: Alliance, facts: &mut Vec<DerivedValue>) {
    let Some(hex) = place.hex() else { return };
    let units: Vec<&Unit> = view.land_ashore(hex, side).collect();
    let soviet = !units.is_empty() && units.iter().all(|unit| unit.entry.nation == "SU");
    let load: Bound = units.iter().map(|unit| view.steps(unit)).sum();
    if !units.is_empty() {
        let fact = DerivedValue::at(place, "land-steps", format!("{} land steps", side.word()), "11.1.2");
        let limit = step_limit(view, hex, soviet);
        facts.push(fact.number(load).limit(Some(limit)).pieces(pieces(&units)));
    }
}

fn ports(view: &View, place: &PlaceId, side: Alliance, facts: &mut Vec<DerivedValue>) {
    let ships: Vec<&Unit> = docked(view, place).into_iter().filter(|unit| unit.side == side).collect();
    if ships.is_empty() {
        return;
    }
    let load: Bound = ships.iter().map(|unit| takes(view, unit)).sum();
    let fact = DerivedValue::at(place, "port-load", format!("{} ships in port", side.word()), "3.9");
    facts.push(fact.number(load).limit(port_capacity(view, place)).pieces(pieces(&ships)));
}

fn bases(view: &View, place: &PlaceId, side: Alliance, facts: &mut Vec<DerivedValue>) {
    let of = |counts: fn(&Unit) -> bool| -> Vec<&Unit> {
        based(view, place, counts).into_iter().filter(|unit| unit.side == side).collect()
    };
    for (key, label, units) in [
        ("air-load", "air units based", of(|unit| unit.kind.uses_air_base())),
        ("air-transport-load", "air transports based", of(|unit| unit.kind == Kind::Atp)),
    ] {
        if !units.is_empty() {
            let load = Bound::exact(i32::try_from(units.len()).unwrap_or(i32::MAX));
            let fact = DerivedValue::at(place, key, format!("{} {label}", side.word()), "4.6.1");
            facts.push(fact.number(load).limit(air_capacity(view, place)).pieces(pieces(&units)));
        }
    }
}

fn carriers(view: &View, place: &PlaceId, facts: &mut Vec<DerivedValue>) {
    for (carrier, aboard) in decks(view).into_iter().filter(|(carrier, _)| view.piece(carrier).at == *place) {
        let groups: Vec<&Unit> =
            aboard.into_iter().filter(|unit| unit.kind == Kind::Air(Air::NavalAir)).collect();
        let load: Bound = groups.iter().map(|unit| strength(view, unit)).sum();
        let fact = DerivedValue::at(
            place,
            "deck-load",
            format!("Aircraft aboard {}", view.piece(carrier).name),
            "4.6.2.1",
        );
        let own = std::iter::once(carrier.ix).chain(pieces(&groups)).collect();
        facts.push(fact.number(load).limit(Some(deck_capacity(carrier))).pieces(own));
    }
}

fn lift(view: &View, place: &PlaceId, facts: &mut Vec<DerivedValue>) {
    for force in TaskForce::all(view).into_iter().filter(|force| force.place == place) {
        let lift = Lift::of(view, &force.units).total();
        if lift.most > 0 {
            let load = i32::try_from(force.cargo.len() + force.supply.len()).unwrap_or(i32::MAX);
            let fact =
                DerivedValue::at(place, "lift", format!("{} cargo aboard ships", force.side.word()), "3.13");
            facts.push(fact.number(Bound::exact(load)).limit(Some(lift)).pieces(force.concerned()));
        }
    }
}

fn zones(view: &View, place: &PlaceId, facts: &mut Vec<DerivedValue>) {
    let Some(hex) = place.hex() else { return };
    for side in SIDES.into_iter().filter(|side| view.zoc().reaches(*side, hex)) {
        let text = if view.zoc().is_uninhibited(view, side, hex) {
            "uninhibited"
        } else {
            "inhibited by units here"
        };
        let label = format!("{} zone of control", side.word());
        facts.push(DerivedValue::at(place, "zone", label, "11.3").text(text));
    }
}

/// What lies here that serves only so many units, with those who live on it, and whether a home source is cut off.
fn sources(view: &View, place: &PlaceId, draws: &[Draw<'_>], facts: &mut Vec<DerivedValue>) {
    let supply = view.supply();
    if place.hex().is_some_and(|hex| supply.is_cut_off(hex)) {
        let text = "cut off; it serves only while supply chits are here";
        facts.push(DerivedValue::at(place, "cut-off", "Home source of supply", "13.5.2").text(text));
    }
    for draw in draws {
        let (here, others): (Vec<&Store>, Vec<&Store>) =
            draw.stores.iter().partition(|store| supply.place_of(store).as_ref() == Some(place));
        if here.is_empty() {
            continue;
        }
        let number = |number: u64| Bound::exact(i32::try_from(number).unwrap_or(i32::MAX));
        let with: String = others.iter().map(|store| format!(" and {}", supply.name_of(store))).collect();
        let label = format!("Units that live on what is stored here{with}");
        let units = DerivedValue::at(place, "supply-stores", label, "13.2.1, 13.5.1");
        let count = number(draw.units.len() as u64);
        facts.push(units.number(count).limit(Some(number(draw.serves))).pieces(pieces(&draw.units)));
        if draw.left > 0 {
            let left = DerivedValue::at(place, "supply-missing", "Units without supply left", "13.5.1");
            facts.push(left.number(number(draw.left)));
        }
    }
}

/// One fact for the units of a nation: a line of supply is that of a nation from a place.
fn lines(view: &View, place: &PlaceId, draws: &[Draw<'_>], facts: &mut Vec<DerivedValue>) {
    let mut by_nation: BTreeMap<&str, Vec<&Unit>> = BTreeMap::new();
    for unit in tracing(view).filter(|unit| view.piece(unit).at == *place) {
        by_nation.entry(&unit.entry.nation).or_default().push(unit);
    }
    for (nation, units) in by_nation {
        let adjective = view.situation.pack.nations.get(nation).map_or(nation, |nation| &nation.adjective);
        let fact = DerivedValue::at(place, "supply", format!("{adjective} units"), "13.2-13.5")
            .pieces(pieces(&units));
        let supply = view.supply();
        let path = supply.path_of(units[0]).unwrap_or_default();
        let own = draws.iter().find(|draw| draw.units.iter().any(|unit| unit.ix == units[0].ix));
        let stores =
            own.map(|draw| draw.stores.iter().map(|store| supply.name_of(store)).collect::<Vec<_>>());
        let text = match supply.of_unit(units[0]) {
            Supplied::Yes if supply.is_always(units[0]) => "always in supply here".to_owned(),
            Supplied::Yes => match path.as_slice() {
                [] => "in supply".to_owned(),
                [.., source] => match &stores {
                    Some(stores) => format!("in supply only from {}", stores.join(" and ")),
                    None if path.len() == 1 => "in supply: the source is here".to_owned(),
                    None => format!("in supply from {source}"),
                },
            },
            Supplied::FromDoubtfulSource => {
                "in supply only if its source is not cut off, or the chits aboard are landed".to_owned()
            }
            Supplied::Perhaps => "in supply only if draft terrain on the path is wrong".to_owned(),
            Supplied::No => "out of supply".to_owned(),
        };
        let line = match supply.of_unit(units[0]) {
            Supplied::Yes => LineState::Open,
            Supplied::FromDoubtfulSource | Supplied::Perhaps => LineState::Doubtful,
            Supplied::No => LineState::Closed,
        };
        let path = path.into_iter().map(PlaceId::Hex).collect();
        facts.push(DerivedValue { line: Some(line), path, ..fact.text(text) });
    }
}
