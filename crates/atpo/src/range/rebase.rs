//! Changes of base: which bases an air unit can come to, hop by hop (4.3.6.1, 4.6.2.2).

use std::collections::BTreeMap;

use super::super::bases::air_capacity;
use super::super::checks::{based, deck_capacity, decks, strength};
use super::super::kind::{Air, Kind};
use super::super::ratings::Ratings;
use super::super::states::{AirMission, Status};
use super::super::view::{Unit, View};
use super::base::{AirBase, base_of, has_base};
use super::distance::hexes_between;
use super::grounded::grounded;
use super::leg::{printed, range_between};
use super::rows::WestCoastRow;
use liege_rules::check::bound::Bound;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::situation::PlaceId;

/// A base that a change of base can reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hop {
    /// The hops that it takes.
    pub hops: u32,
    /// The places on the way, the base of the unit first and this one last.
    pub way: Vec<PlaceId>,
    /// Whether there is room for the unit; without it the base is only a stop on the way.
    pub room: bool,
}

/// The bases that an air unit can change to by the data as they are, with the fewest hops.
///
/// # Errors
/// Why it cannot change its base at all.
pub fn hops(view: &View, unit: &Unit) -> Result<BTreeMap<PlaceId, Hop>, Refusal> {
    hops_by(view, unit, |range| range.nominal)
}

/// The same by a reading of draft ranges.
///
/// # Errors
/// Why it cannot change its base at all.
pub fn hops_by(
    view: &View,
    unit: &Unit,
    reading: fn(&Bound) -> i32,
) -> Result<BTreeMap<PlaceId, Hop>, Refusal> {
    let base = base_of(view, unit)?;
    if let Some(refusal) = grounded(view, unit, &base, AirMission::ChangeBase, &base.at) {
        return Err(refusal);
    }
    let row = &view.range_rows().change_of_base;
    let unsupplied = view.has(unit, Status::OutOfSupply);
    let most = if unsupplied { row.unsupplied_hops } else { row.hops };
    let stops = stops(view, unit);
    let mut known: BTreeMap<PlaceId, Hop> = BTreeMap::new();
    let mut now = vec![(base.at.clone(), base.afloat, vec![base.at.clone()])];
    for hops in 1..=most {
        let mut next = Vec::new();
        for (from, afloat, way) in &now {
            let start = AirBase { at: from.clone(), ship: None, afloat: *afloat };
            for stop in stops.iter().filter(|stop| stop.at != base.at) {
                // Asked first: of hundreds of bases most are known after a hop.
                if known.contains_key(&stop.at) {
                    continue;
                }
                let taken = crossing(view, unit, from, &stop.at, most)
                    .or_else(|| within(view, unit, (&start, &stop.at), row.ranges, reading).then_some(1));
                let Some(taken) = taken.filter(|taken| hops - 1 + taken <= most) else { continue };
                let way: Vec<PlaceId> = way.iter().chain([&stop.at]).cloned().collect();
                if !stop.afloat && taken == 1 {
                    next.push((stop.at.clone(), false, way.clone()));
                }
                known.insert(stop.at.clone(), Hop { hops: hops - 1 + taken, way, room: stop.room });
            }
        }
        now = next;
    }
    Ok(known)
}

/// A place where a change of base may stop or end.
struct RebaseStop {
    at: PlaceId,
    room: bool,
    /// A carrier, which is no stop on the way (4.6.2.2).
    afloat: bool,
}

/// Whether one hop leads from a place to another, by a reading of draft ranges.
pub(super) fn within(
    view: &View,
    unit: &Unit,
    (from, to): (&AirBase, &PlaceId),
    ranges: u32,
    reading: fn(&Bound) -> i32,
) -> bool {
    let Ok(hexes) = hexes_between(view, from, to) else { return false };
    let printed = printed(view, unit);
    let reaches = |range: i32| i64::from(hexes) <= i64::from(range) * i64::from(ranges);
    // Weather only shortens what is printed, and to look it up takes longer.
    if !reaches(printed.most) {
        return false;
    }
    // Want of supply shortens missions and leaves a change of base its range (13.6.3).
    let supplied = view.has(unit, Status::OutOfSupply).then_some(printed);
    let range = range_between(view, unit, &from.at, to);
    range.is_ok_and(|range| reaches(reading(&supplied.unwrap_or(range))))
}

/// The hops that the crossing from the West Coast takes; none where it is none.
fn crossing(view: &View, unit: &Unit, from: &PlaceId, to: &PlaceId, most: u32) -> Option<u32> {
    let row = &view.range_rows().west_coast;
    let pack = &view.situation.pack;
    let across = row.is_from(pack, from).then(|| row.stop(pack, to)).flatten()?;
    let long = printed(view, unit).nominal >= row.long;
    (long || across != WestCoastRow::HAWAII).then_some(if long { 1 } else { most })
}

/// The friendly bases for an air unit, and the carriers that take it.
fn stops(view: &View, unit: &Unit) -> Vec<RebaseStop> {
    let mut stops: Vec<RebaseStop> = bases_for(view, unit)
        .map(|at| RebaseStop { room: has_room(view, unit, &at), at, afloat: false })
        .collect();
    if unit.kind == Kind::Air(Air::NavalAir) {
        let own = decks(view)
            .into_iter()
            .filter(|(carrier, _)| carrier.side == unit.side && carrier.entry.nation == unit.entry.nation);
        let ends = own
            .filter(|(carrier, aboard)| takes(view, carrier, aboard, unit))
            .map(|(carrier, _)| RebaseStop { at: view.piece(carrier).at.clone(), room: true, afloat: true });
        let ends: Vec<RebaseStop> = ends.collect();
        for end in ends {
            match stops.iter_mut().find(|stop| stop.at == end.at) {
                Some(stop) => stop.room = true,
                None => stops.push(end),
            }
        }
    }
    stops
}

/// The bases on land that may be friendly to an air unit.
pub(crate) fn bases_for<'a>(view: &'a View, unit: &'a Unit) -> impl Iterator<Item = PlaceId> + 'a {
    let held = view
        .map()
        .hexes()
        .map(|(hex, _)| hex)
        .filter(|hex| view.may_be_held_without_partisans(*hex, unit.side));
    let boxes = view.situation.pack.map.named().map(|facts| facts.id.clone());
    let boxes = boxes.filter(|place| view.is_land_box(place));
    held.map(PlaceId::Hex).chain(boxes).filter(|place| has_base(view, place, unit.kind))
}

/// Whether a base has room for one more unit of this kind, by the most lenient reading (4.6.1).
fn has_room(view: &View, unit: &Unit, place: &PlaceId) -> bool {
    if !unit.kind.uses_air_base() && unit.kind != Kind::Atp {
        return true;
    }
    let here = if unit.kind == Kind::Atp {
        based(view, place, |unit| unit.kind == Kind::Atp)
    } else {
        based(view, place, |unit| unit.kind.uses_air_base())
    };
    let load = here.iter().filter(|other| other.side == unit.side && other.ix != unit.ix).count();
    let strips = view.working(place, "dirt-airstrip").len();
    air_capacity(view, place)
        .is_none_or(|bases| load < usize::try_from(bases.most).unwrap_or(0).saturating_add(strips))
}

/// Whether a deck has the strength points to spare for a unit (4.6.2.1).
fn takes(view: &View, carrier: &Unit, aboard: &[&Unit], unit: &Unit) -> bool {
    let load: i32 =
        aboard.iter().filter(|other| other.ix != unit.ix).map(|other| strength(view, other).least).sum();
    let carries = matches!(&*carrier.ratings, Ratings::Ship(_));
    carries && load.saturating_add(strength(view, unit).least) <= deck_capacity(carrier).most
}
