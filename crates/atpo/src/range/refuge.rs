//! Where carrier aircraft land whose own carrier is lost while they are in the air (4.6.2.3, 4.6.3).

use super::super::bases::air_capacity;
use super::super::checks::{based, deck_capacity, decks, strength};
use super::super::view::{Unit, View};
use super::base::AirBase;
use super::distance::hexes_between;
use super::rebase::{bases_for, within};
use liege_rules::check::bound::Bound;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// A place where homeless aircraft land.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refuge {
    /// Where it is.
    pub at: PlaceId,
    /// The carrier; none on land.
    pub carrier: Option<PieceIx>,
    /// The hexes to it.
    pub hexes: u32,
    /// Of a carrier the strength that it has room for, of a base the units; none where a base has no limit.
    pub room: Option<u32>,
}

/// Where an air unit over a place could land, carriers first, the nearest first.
pub fn refuges(view: &View, unit: &Unit, over: &PlaceId) -> Vec<Refuge> {
    refuges_by(view, unit, over, |range| range.nominal)
}

/// The same by a reading of draft ranges.
pub fn refuges_by(view: &View, unit: &Unit, over: &PlaceId, reading: fn(&Bound) -> i32) -> Vec<Refuge> {
    let start = AirBase { at: over.clone(), ship: None, afloat: view.is_sea_area(over) };
    let ranges = view.range_rows().change_of_base.ranges;
    let refuge = |at: PlaceId, carrier: Option<PieceIx>, room: Option<u32>| {
        let hexes = hexes_between(view, &start, &at).ok()?;
        let near = room != Some(0) && within(view, unit, (&start, &at), ranges, reading);
        near.then_some(Refuge { at, carrier, hexes, room })
    };
    let own = decks(view).into_iter().filter(|(carrier, _)| {
        carrier.side == unit.side && carrier.entry.nation == unit.entry.nation && !view.is_reduced(carrier)
    });
    let carriers = own.filter_map(|(carrier, aboard)| {
        let load: i32 = aboard.iter().map(|other| strength(view, other).nominal).sum();
        let room = u32::try_from(deck_capacity(carrier).nominal - load).unwrap_or(0);
        refuge(view.piece(carrier).at.clone(), Some(carrier.ix), Some(room))
    });
    let ashore = bases_for(view, unit).filter_map(|at| {
        let room = over_capacity(view, unit, &at);
        refuge(at, None, room)
    });
    let mut all: Vec<Refuge> = carriers.chain(ashore).collect();
    all.sort_by_key(|refuge| (refuge.carrier.is_none(), refuge.hexes, refuge.at.clone()));
    all
}

/// The units that a base takes beyond those that lie there, with overstacking (4.6.3).
fn over_capacity(view: &View, unit: &Unit, place: &PlaceId) -> Option<u32> {
    let bases = usize::try_from(air_capacity(view, place)?.nominal).unwrap_or(0);
    let strips = view.working(place, "dirt-airstrip").len();
    let here = based(view, place, |other| other.kind.uses_air_base()).into_iter();
    let load = here.filter(|other| other.side == unit.side && other.ix != unit.ix).count();
    let most = view.range_rows().overstacked.units.saturating_mul(bases.saturating_add(strips));
    Some(u32::try_from(most.saturating_sub(load)).unwrap_or(0))
}
