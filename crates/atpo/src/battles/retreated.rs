//! A hex of the enemy into which defenders retreat becomes theirs, with what is in it (11.2, 11.6.9).

use std::collections::{BTreeMap, BTreeSet};

use super::super::ratings;
use super::super::states::{Posture, Status};
use super::super::view::{Alliance, View};
use super::bases;
use super::plan::EditPlan;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// The rule of hexes that combat units enter.
const ENTERED: &str = "11.2";
/// The rule of what is captured with a hex.
const CAPTURED: &str = "11.6.9";
/// What is destroyed when enemies capture it.
const DESTROYED: [&str; 4] = ["sea-supply", "air-supply", "fortification", "coastal-fort"];

/// The hexes to which these units have retreated from a hex become their side's, where they were the enemy's.
pub(super) fn take(plan: &mut EditPlan<'_>, from: Option<Hex>, retreats: &[(PieceIx, Hex)]) {
    let view = plan.view;
    let mut hexes: BTreeMap<Hex, Vec<PieceIx>> = BTreeMap::new();
    for (ix, hex) in retreats.iter().filter(|(ix, _)| is_combat_unit(view, *ix)) {
        hexes.entry(*hex).or_default().push(*ix);
    }
    for (hex, units) in hexes {
        let Some(side) = Alliance::of(view.situation.alliance(units[0])) else { continue };
        passed(plan, from, hex, side);
        if view.owning_side(hex) != Some(side.enemy()) {
            continue;
        }
        // Behind a Front of the enemy a hex stays his, and only the marks of supply say who may be there.
        let supplied = |ix: &&PieceIx| !view.states[**ix].has(Status::OutOfSupply);
        match units.iter().find(supplied) {
            Some(ix) => capture(plan, hex, side, view.situation.pieces[*ix].nation()),
            None => plan.say(
                ENTERED,
                &format!("{hex} stays enemy-controlled if behind the enemy Front; otherwise they control it"),
            ),
        }
    }
}

fn is_combat_unit(view: &View, ix: PieceIx) -> bool {
    let entry = view.situation.pieces[ix].entry.as_ref();
    entry.is_some_and(|entry| entry.family == ratings::LAND)
}

/// Which way units took no answer says, so their owner marks the hexes between.
fn passed(plan: &mut EditPlan<'_>, from: Option<Hex>, to: Hex, side: Alliance) {
    let map = plan.view.map();
    let away = |one: Hex, other: Hex| map.distance(one, other);
    let Some((from, far)) = from.and_then(|from| Some((from, away(from, to)?))) else { return };
    let between = map.hexes().map(|(hex, _)| hex).filter(|hex| {
        let way = away(from, *hex).zip(away(*hex, to)).map(|(before, after)| before.saturating_add(after));
        ![from, to].contains(hex) && way == Some(far)
    });
    let enemy: BTreeSet<Hex> =
        between.filter(|hex| plan.view.owning_side(*hex) == Some(side.enemy())).collect();
    if !enemy.is_empty() {
        let hexes: Vec<String> = enemy.iter().map(Hex::to_string).collect();
        let told =
            format!("of {}, they also control the hexes through which they retreated", hexes.join(", "));
        plan.say(ENTERED, &told);
    }
}

fn capture(plan: &mut EditPlan<'_>, hex: Hex, side: Alliance, nation: &str) {
    let place = PlaceId::Hex(hex);
    for ix in DESTROYED.iter().flat_map(|kind| left_by_enemy(plan.view, &place, kind, Some(side))) {
        plan.send_to_pool(ix, CAPTURED, &format!("in {hex} is destroyed"));
    }
    plan.take_control(hex, nation, ENTERED);
    bases::captured(plan, &place, side);
}

/// The chits of a kind in a place that a side finds there: neither its own nor aboard anything.
pub(super) fn left_by_enemy(
    view: &View,
    place: &PlaceId,
    kind: &str,
    side: Option<Alliance>,
) -> Vec<PieceIx> {
    let aboard = |ix: &PieceIx| matches!(view.states[*ix].posture, Posture::Aboard(_));
    let own = |ix: &PieceIx| side.is_some() && Alliance::of(view.situation.alliance(*ix)) == side;
    view.chits(place, kind).into_iter().filter(|ix| !aboard(ix) && !own(ix)).collect()
}
