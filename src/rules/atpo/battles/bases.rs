//! What is lost with a base that is destroyed or taken, and who has to go elsewhere (4.6.1.2, 4.6.3.1).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::super::bases::air_capacity;
use super::super::checks::based;
use super::super::kind::Kind;
use super::super::range::{Refuge, excess, refuges_by};
use super::super::ratings::Ratings;
use super::super::states::DESTROYED;
use super::super::view::{Alliance, Unit, View};
use super::forces::named_apart;
use super::plan::EditPlan;
use super::ports;
use crate::diagnostic::counted;
use crate::rules::atpo::installation_attack::EXCESS;
use crate::rules::battle::What;
use crate::rules::situation::{PieceIx, PlaceId};

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
            "{many} too many in {place}, lost with the base: the stacks or draft data do not tell for sure, so take off who lies lowest"
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
    let strips = view.working(place, STRIP).len() - strips;
    let of_air: fn(&Unit) -> bool = |unit| unit.kind.uses_air_base();
    let of_transport: fn(&Unit) -> bool = |unit| unit.kind == Kind::Atp;
    for (counts, room) in [(of_air, bases + strips), (of_transport, bases)] {
        let mut left: Vec<&Unit> =
            based(view, place, counts).into_iter().filter(|unit| !plan.gone.contains(&unit.ix)).collect();
        // Who lies on top has the room.
        left.sort_by_key(|unit| std::cmp::Reverse(view.piece(unit).depth));
        let leaving = left.split_off(room.min(left.len()));
        evacuate(plan, &leaving, place);
    }
}

/// Air units go to the nearest base within twice their range that has room for them, else to one that they overstack, with
/// what is aboard them; where there is none, they are lost.
fn evacuate(plan: &mut EditPlan<'_>, units: &[&Unit], place: &PlaceId) {
    let view = plan.view;
    let mut taken: BTreeMap<PlaceId, u32> = BTreeMap::new();
    for unit in units {
        // Nobody is lost for a draft range.
        let near = refuges_by(view, unit, place, |range| range.most).into_iter();
        let near = near.filter(|refuge| refuge.carrier.is_none() && refuge.at != *place);
        let near: Vec<Refuge> = near
            .filter(|refuge| {
                let others = taken.get(&refuge.at).copied().unwrap_or(0);
                refuge.room.is_none_or(|room| room > others)
            })
            .collect();
        let has_room = |refuge: &&Refuge| {
            let others = taken.get(&refuge.at).copied().unwrap_or(0);
            spare(view, unit, &refuge.at).is_none_or(|room| room > others)
        };
        let Some(near) = near.iter().find(has_room).or_else(|| near.first()) else {
            plan.eliminate(unit.ix, None, TAKEN);
            continue;
        };
        *taken.entry(near.at.clone()).or_default() += 1;
        let words = format!(
            "goes to {}, the nearest other base with room within twice its range; its owner may choose another",
            near.at
        );
        plan.piece(unit.ix, What::MoveTo(near.at.clone()), TAKEN, &words);
        for ix in with_unit(view, unit.ix) {
            plan.piece(ix, What::MoveTo(near.at.clone()), TAKEN, "goes with it");
        }
    }
}

/// The units that a base takes beyond those that lie there, without overstacking; none where it has no limit.
pub(super) fn spare(view: &View, unit: &Unit, place: &PlaceId) -> Option<u32> {
    let bases = usize::try_from(air_capacity(view, place)?.nominal).unwrap_or(0);
    let (load, room) = match unit.kind {
        Kind::Atp => (based(view, place, |other| other.kind == Kind::Atp), bases),
        _ => {
            let strips = view.working(place, STRIP).len();
            (based(view, place, |other| other.kind.uses_air_base()), bases + strips)
        }
    };
    Some(u32::try_from(room.saturating_sub(load.len())).unwrap_or(0))
}

/// What goes wherever an air unit goes: what is aboard it, and the pilots whose chit lies on it.
pub(super) fn with_unit(view: &View, unit: PieceIx) -> Vec<PieceIx> {
    let pilots = view.situation.in_play().filter(|ix| view.situation.pieces[*ix].lent_to == Some(unit));
    view.situation.aboard(unit).chain(pilots).collect()
}
