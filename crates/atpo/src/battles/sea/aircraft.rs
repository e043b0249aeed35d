//! Aircraft whose base ships have destroyed: which of them lose steps (3.15.1).

use std::collections::BTreeSet;

use serde_json::Map;

use super::super::super::ratings::Ratings;
use super::super::super::states::Posture;
use super::super::super::view::{Unit, View};
use super::super::air::carry::points;
use super::super::bases;
use super::super::forces::face;
use super::super::named_apart;
use crate::forces::DEFENDER;
use crate::installation_attack::AIR_STEPS;
use crate::sea::air_loss::AirLoss;
use liege_rules::play::battle::{Battle, Force, Forces};
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::procedure::Script as _;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// How many steps a bombardment has cost; none where it has cost none.
pub(super) fn steps_lost(deeds: &[Deed]) -> Option<u64> {
    let steps = |deed: &Deed| match (&deed.whom, &deed.act) {
        (Whom::Thing(thing), Act::Value(by)) if *thing == AIR_STEPS => Some(by.unsigned_abs()),
        _ => None,
    };
    deeds.iter().find_map(steps)
}

/// The choice among those that are based at a place and not gone yet; none where nobody is.
pub(super) fn choice(
    view: &View,
    battle: &Battle,
    (place, gone): (&PlaceId, &BTreeSet<PieceIx>),
    steps: u64,
) -> Option<Battle> {
    let bombards = battle.forces.0.first()?.units.first()?;
    let bombards = view.units.iter().find(|unit| view.piece(unit).id == bombards.piece.id)?;
    let based = |unit: &&Unit| {
        let here = view.posture(unit) == Posture::Present && !gone.contains(&unit.ix);
        unit.kind.flies() && unit.side != bombards.side && here
    };
    let mut based: Vec<&Unit> = view.here(place).filter(based).collect();
    if based.is_empty() {
        return None;
    }
    based.sort_by_key(|unit| (left(view, unit), strength(view, unit)));
    let mut units = named_apart(view, &based, |unit| {
        (Map::from_iter([("steps".to_owned(), left(view, unit).into())]), Vec::new())
    });
    for unit in &mut units {
        // Orders and the report say the same name.
        unit.told.insert("name".into(), unit.name.clone().into());
    }
    let force = Force { role: DEFENDER, key: "aircraft", units };
    let inputs = [("aircraft".to_owned(), force.listed()), ("lose".to_owned(), steps.into())];
    let (forces, inputs) = (Forces(vec![force]), Map::from_iter(inputs));
    Some(Battle {
        procedure: AirLoss::HEAD.id(),
        then: &[],
        forces,
        inputs,
        notes: Vec::new(),
        ..battle.clone()
    })
}

/// The steps that an air unit has, or the points of air transport.
fn left(view: &View, unit: &Unit) -> i32 {
    match &*unit.ratings {
        Ratings::Transport(_) => points(view, unit),
        _ => bases::steps(view, unit),
    }
}

fn strength(view: &View, unit: &Unit) -> i32 {
    match &*unit.ratings {
        Ratings::Air(air) => face(&air.strength, view.is_reduced(unit)).unwrap_or(0),
        _ => 0,
    }
}
