//! What is lost with a base that is destroyed or taken, and who has to go elsewhere (4.6.1.2, 4.6.3.1).

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::super::checks::based;
use super::super::range::{excess, refuges};
use super::super::ratings::Ratings;
use super::super::view::{Alliance, Unit, View};
use super::forces::named_apart;
use super::plan::EditPlan;
use super::ports;
use crate::diagnostic::counted;
use crate::rules::atpo::installation_attack::EXCESS;
use crate::rules::battle::What;
use crate::rules::situation::PlaceId;

/// The rule of those whose base is taken.
const TAKEN: &str = "4.6.1.2";

/// Air units for whom a base had no room are lost with it; those who were based there are still to go elsewhere.
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
    for unit in there().filter(|unit| !plan.gone.contains(&unit.ix)).collect::<Vec<&Unit>>() {
        let elsewhere = |at: &PlaceId| at != place;
        let near = refuges(view, unit, place).into_iter();
        let near = near.filter(|refuge| refuge.carrier.is_none()).find(|refuge| elsewhere(&refuge.at));
        let words = match near {
            Some(near) => format!(
                "goes to another base within twice its range, of which {} is the nearest; its owner moves it",
                near.at
            ),
            None => "goes to another base within twice its range, whatever the weather; the save shows none, and without one its owner takes it off"
                .to_owned(),
        };
        plan.piece(unit.ix, What::Say, TAKEN, &words);
    }
}
