//! What is lost with a base that is destroyed or taken, and who has to go elsewhere (4.6.1.2, 4.6.3.1).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::super::bases::air_capacity;
use super::super::checks::based;
use super::super::kind::Kind;
use super::super::range::{Refuge, excess, is_fighter_type, refuges_by};
use super::super::ratings::Ratings;
use super::super::states::DESTROYED;
use super::super::view::{Alliance, Unit, View};
use super::forces::named_apart;
use super::plan::EditPlan;
use super::ports;
use crate::installation_attack::EXCESS;
use liege_rules::play::battle::What;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::counted;

/// The rule of those whose base is taken or destroyed.
const TAKEN: &str = "4.6.1.2";
/// The chit of a base for fighters alone.
const STRIP: &str = "dirt-airstrip";

/// Air units for whom a base had no room are lost with it.
pub(super) fn lose_excess(plan: &mut EditPlan<'_>, place: &PlaceId) {
    let (below, more) = excess(plan.view, place, &plan.gone);
    for unit in below {
        plan.eliminate(unit.ix, None, EXCESS);
    }
    if more > 0 {
        let many = counted(more, "air unit");
        let told = format!(
            "{many} too many in {place}, lost with the base: the stacks or draft data leave open which, so \
             remove the lowest"
        );
        plan.say(EXCESS, &told);
    }
}

/// The air units of a place that are lost with its base since that has no room for them, as a key takes them; none where
/// everybody has room.
pub(super) fn without_room(view: &View, place: &PlaceId) -> Option<Value> {
    let (below, _) = excess(view, place, &BTreeSet::new());
    let engaged = named_apart(view, &below, |unit| {
        (Map::from_iter([("steps".to_owned(), steps(view, unit).into())]), Vec::new())
    });
    let told = engaged.into_iter().map(|unit| {
        let mut told = unit.told;
        told.insert("name".into(), unit.name.into());
        told.insert("piece".into(), unit.piece.id.into());
        Value::Object(told)
    });
    (!below.is_empty()).then(|| told.collect())
}

/// The steps that an air unit has.
pub(super) fn steps(view: &View, unit: &Unit) -> i32 {
    match &*unit.ratings {
        Ratings::Air(air) if !view.is_reduced(unit) => air.steps.unwrap_or(1),
        _ => 1,
    }
}

/// Enemy land units of this party have come into a place: its ships are at sea, aircraft without room are lost, and all
/// others go to another base, where there is one.
pub(super) fn captured(plan: &mut EditPlan<'_>, place: &PlaceId, taker: Alliance) {
    let view = plan.view;
    ports::taken(plan, place, taker);
    let there = || {
        let all = based(view, place, |unit| unit.kind.flies()).into_iter();
        all.filter(move |unit| unit.side != taker)
    };
    if there().next().is_none() {
        return;
    }
    lose_excess(plan, place);
    let all: Vec<&Unit> = there().filter(|unit| !plan.gone.contains(&unit.ix)).collect();
    evacuate(plan, &all, place);
}

/// Whoever has no room any more at a base of which this battle has destroyed a part goes to another one.
pub(super) fn destroyed(plan: &mut EditPlan<'_>, place: &PlaceId) {
    let view = plan.view;
    let lost = |kind: &str| {
        let is_lost = |ix: &&PieceIx| plan.gone.contains(*ix) || plan.has_turned(**ix, DESTROYED);
        view.working(place, kind).iter().filter(is_lost).count()
    };
    let [small, large, strips] = ["small-airbase", "large-airbase", STRIP].map(lost);
    let Some(before) = air_capacity(view, place).filter(|_| small + large + strips > 0) else { return };
    let bases = usize::try_from(before.nominal).unwrap_or(0).saturating_sub(small + 2 * large);
    let mut strips = view.working(place, STRIP).len() - strips;
    let of_air: fn(&Unit) -> bool = |unit| unit.kind.uses_air_base();
    let of_transport: fn(&Unit) -> bool = |unit| unit.kind == Kind::Atp;
    for counts in [of_air, of_transport] {
        let mut bases = bases;
        let mut all: Vec<&Unit> =
            based(view, place, counts).into_iter().filter(|unit| !plan.gone.contains(&unit.ix)).collect();
        // Who lies on top has the room.
        all.sort_by_key(|unit| std::cmp::Reverse(view.piece(unit).depth));
        let has_room = |unit: &&Unit| is_fighter_type(unit.kind) && take(&mut strips) || take(&mut bases);
        let (_, leaving): (Vec<&Unit>, Vec<&Unit>) = all.into_iter().partition(has_room);
        evacuate(plan, &leaving, place);
    }
}

fn take(room: &mut usize) -> bool {
    let left = room.checked_sub(1);
    *room = left.unwrap_or(0);
    left.is_some()
}

/// Air units go to a base within twice their range: to an empty one that is closer to their nearest source of supply than
/// the one that they leave, else to the nearest with room, else to the nearest that they overstack, with what is aboard
/// them; where there is none, they are lost.
fn evacuate(plan: &mut EditPlan<'_>, units: &[&Unit], place: &PlaceId) {
    let view = plan.view;
    let mut taken: BTreeMap<(PlaceId, bool), u32> = BTreeMap::new();
    for unit in units {
        let is_transport = unit.kind == Kind::Atp;
        let others = |at: &PlaceId| taken.get(&(at.clone(), is_transport)).copied().unwrap_or(0);
        // Nobody is lost for a draft range.
        let near = refuges_by(view, unit, place, |range| range.most).into_iter().filter(|refuge| {
            refuge.carrier.is_none()
                && refuge.at != *place
                && refuge.room.is_none_or(|room| room > others(&refuge.at))
        });
        let sources = sources_of(view, &unit.entry.nation);
        let rank = |refuge: &Refuge| {
            let is_empty =
                others(&refuge.at) == 0 && based(view, &refuge.at, |other| other.kind.flies()).is_empty();
            let is_closer = from_supply(view, &sources, &refuge.at)
                .zip(from_supply(view, &sources, place))
                .is_some_and(|(there, here)| there < here);
            let has_room = spare(view, unit, &refuge.at).is_none_or(|room| room > others(&refuge.at));
            match () {
                () if is_empty && is_closer => (0, refuge.hexes),
                () if has_room => (1, refuge.hexes),
                () => (2, refuge.hexes),
            }
        };
        let best = near.map(|refuge| (rank(&refuge), refuge)).min_by_key(|(rank, _)| *rank);
        let Some(((rank, _), to)) = best else {
            plan.eliminate(unit.ix, None, TAKEN);
            continue;
        };
        let why = match rank {
            0 => "an empty base closer to its supply within twice its range",
            1 => "the nearest base with room within twice its range",
            _ => "which it overstacks: no base within twice its range has room",
        };
        *taken.entry((to.at.clone(), is_transport)).or_default() += 1;
        let words = format!("goes to {}, {why}; its owner may choose another", to.at);
        plan.piece(unit.ix, What::MoveTo(to.at.clone()), TAKEN, &words);
        for ix in with_unit(view, unit.ix) {
            plan.piece(ix, What::MoveTo(to.at.clone()), TAKEN, "goes with it");
        }
    }
}

/// The hexes that are sources of supply for units of a nation.
fn sources_of(view: &View, nation: &str) -> Vec<Hex> {
    let all = view.map().hexes().map(|(hex, _)| hex);
    all.filter(|hex| view.supply().is_source_for(nation, *hex)).collect()
}

/// The hexes to the nearest of these.
fn from_supply(view: &View, sources: &[Hex], at: &PlaceId) -> Option<u32> {
    let at = at.hex()?;
    sources.iter().filter_map(|source| view.map().distance(at, *source)).min()
}

/// The units that a base takes beyond those that lie there, without overstacking; none where it has no limit. Only fighters
/// use dirt airstrips (4.6.1.1).
pub(super) fn spare(view: &View, unit: &Unit, place: &PlaceId) -> Option<u32> {
    let bases = usize::try_from(air_capacity(view, place)?.nominal).unwrap_or(0);
    let here = |counts| based(view, place, counts).len();
    let fighters = here(|other| is_fighter_type(other.kind) && other.kind.uses_air_base());
    let strips = view.working(place, STRIP).len();
    let room = match unit.kind {
        Kind::Atp => bases.saturating_sub(here(|other| other.kind == Kind::Atp)),
        kind => {
            let on_strips = if is_fighter_type(kind) { strips } else { strips.min(fighters) };
            (bases + on_strips).saturating_sub(here(|other| other.kind.uses_air_base()))
        }
    };
    Some(u32::try_from(room).unwrap_or(0))
}

/// What goes wherever an air unit goes: what is aboard it, and the pilots whose chit lies on it.
pub(super) fn with_unit(view: &View, unit: PieceIx) -> Vec<PieceIx> {
    let pilots = view.situation.in_play().filter(|ix| view.situation.pieces[*ix].lent_to == Some(unit));
    view.situation.aboard(unit).chain(pilots).collect()
}
