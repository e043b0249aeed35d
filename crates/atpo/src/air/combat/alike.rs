//! States that differ only in which of several equal air units is which, counted as one.

use super::battle::{AirBlow, AirStage, Dogfight, DogfightState};
use super::shot::fires_back;
use crate::air::flight::Wing;
use crate::sea::combat::battle::SideIx;

/// Whether any units are alike.
pub(super) fn exist(battle: &Dogfight) -> bool {
    battle.alike.iter().any(|alike| alike.iter().enumerate().any(|(unit, first)| unit != *first))
}

/// The state with equal units in one order: all that is known of them between rounds; while attacks are rolled what
/// they have suffered, of those whom no roll can concern any more.
pub(super) fn in_order(battle: &Dogfight, mut state: DogfightState) -> DogfightState {
    match state.stage {
        AirStage::Aim if state.aims.is_empty() => order_all(battle, &mut state),
        AirStage::End | AirStage::Abort { from: None, .. } => order_all(battle, &mut state),
        AirStage::Shoot { at, .. } => order_blows(battle, &mut state, at),
        _ => {}
    }
    state
}

fn order_all(battle: &Dogfight, state: &mut DogfightState) {
    for side in 0..2 {
        let alike = &battle.alike[side];
        let flight = &state.flights[side];
        let mut units: Vec<(usize, Option<Wing>, bool)> = (0..flight.len())
            .map(|unit| (alike[unit], flight.wing(unit), state.fought[side][unit]))
            .collect();
        let mut places: Vec<usize> = (0..units.len()).collect();
        places.sort_by_key(|unit| alike[*unit]);
        units.sort_unstable();
        let mut flight = flight.clone();
        for (place, (_, wing, fought)) in places.into_iter().zip(units) {
            flight.put(place, wing);
            state.fought[side][place] = fought;
        }
        state.flights[side] = flight;
    }
}

fn order_blows(battle: &Dogfight, state: &mut DogfightState, at: usize) {
    for side in 0..2 {
        let settled: Vec<usize> = (0..state.flights[side].len())
            .filter(|unit| is_settled(battle, state, at, (side, *unit)))
            .collect();
        let group =
            |state: &DogfightState, unit: usize| (battle.alike[side][unit], state.flights[side].wing(unit));
        let mut places = settled.clone();
        places.sort_by_key(|unit| (group(state, *unit), *unit));
        let mut blows: Vec<((usize, Option<Wing>), AirBlow)> =
            settled.iter().map(|unit| (group(state, *unit), state.blows[side][*unit])).collect();
        blows.sort_unstable();
        for (place, (_, blow)) in places.into_iter().zip(blows) {
            state.blows[side][place] = blow;
        }
    }
}

/// Whether no roll from the one at `at` on is at a unit, nor brings fire back at it.
fn is_settled(battle: &Dogfight, state: &DogfightState, at: usize, (side, unit): (SideIx, usize)) -> bool {
    let answered = |target: u8| {
        let target = usize::from(target);
        fires_back(&battle.units[1 - side][target], state.flights[1 - side].bombs(target))
    };
    state
        .aims
        .iter()
        .skip(at)
        .all(|aim| !(aim.is_at(side, unit) || aim.is_by(side, unit) && aim.target.is_some_and(answered)))
}
