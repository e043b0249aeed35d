//! States that differ only in which of several equal ships is which, counted as one.

use super::battle::{Engagement, Hull, NavalState, SeaStage};

/// Whether any ships are alike.
pub(super) fn exist(engagement: &Engagement) -> bool {
    engagement.fleets.iter().any(|fleet| fleet.alike.iter().enumerate().any(|(ship, first)| ship != *first))
}

/// The state with equal ships in one order; not while a ship has declared its attack, nor while ships are asked about
/// one after the other.
pub(super) fn in_order(engagement: &Engagement, mut state: NavalState) -> NavalState {
    let settled = matches!(
        state.stage,
        SeaStage::Start | SeaStage::Guns { .. } | SeaStage::Torpedoes { .. } | SeaStage::Left | SeaStage::End
    );
    // An Admiral who changed ships tells his new one from those that were alike.
    let moved = state
        .officers
        .iter()
        .flatten()
        .any(|officer| officer.aboard.is_some_and(|ship| ship != officer.came_with));
    if settled && !moved && state.aim.is_none() {
        for (hulls, fleet) in state.hulls.iter_mut().zip(&engagement.fleets) {
            order(hulls, &fleet.alike);
        }
    }
    state
}

fn order(hulls: &mut [Hull], firsts: &[usize]) {
    let mut places: Vec<usize> = (0..hulls.len()).collect();
    places.sort_by_key(|ship| firsts[*ship]);
    let mut sorted = places.clone();
    sorted.sort_by(|a, b| (firsts[*a], &hulls[*a]).cmp(&(firsts[*b], &hulls[*b])));
    if places != sorted {
        let states: Vec<Hull> = sorted.iter().map(|ship| hulls[*ship]).collect();
        places.into_iter().zip(states).for_each(|(place, hull)| hulls[place] = hull);
    }
}
