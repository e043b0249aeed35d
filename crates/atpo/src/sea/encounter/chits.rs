//! Whether the target may use an Evasion chit: its limits, and whose gunnery points and Naval-Air count (17.2.2).

use super::sortie::Sortie;
use super::state::SortieState;
use crate::air::aircraft::AirClass;
use crate::sea::evasion::{self, ChitCase, is_us};
use crate::sea::night::NightNumbers;
use crate::sea::numbers::TopicTables;
use liege_rules::play::procedure::Refusal;

/// Why the target can use no chit as it comes.
pub(super) fn against(sortie: &Sortie, tables: &TopicTables<NightNumbers>) -> Vec<Refusal> {
    let state = SortieState::new(sortie);
    let mut refusals = limits(sortie, &state, tables);
    let short = refusals.iter().any(|refusal| refusal.rule == SHARE_RULE);
    if short && sortie.chit.share.is_none() && sortie.us_air.is_none() && !is_air_told(sortie, &state) {
        refusals.retain(|refusal| refusal.rule != SHARE_RULE);
        let what = "the Naval-Air strength aboard the US carriers counts, but is not given: give us-air=…";
        refusals.push(Refusal::new(SHARE_RULE, what));
    }
    refusals
}

/// The rule of the half of the gunnery points.
const SHARE_RULE: &str = "17.2.2";

/// The limits of a chit as the encounter stands.
pub(super) fn limits(
    sortie: &Sortie,
    state: &SortieState,
    tables: &TopicTables<NightNumbers>,
) -> Vec<Refusal> {
    let share = sortie.chit.share.or_else(|| share(sortie, state));
    evasion::against(ChitCase { share, ..sortie.chit }, tables.numbers.us_share_percent())
}

/// US gunnery points and all of them, of the ships that are left; none where they have no guns.
fn share(sortie: &Sortie, state: &SortieState) -> Option<(u32, u32)> {
    let (units, fleet) = (&sortie.by_day.fleets[1].units, &state.fleets[1]);
    let guns = |us: bool| {
        let counted = fleet.here().filter(|ship| !us || is_us(&units[*ship]));
        counted.map(|ship| units[ship].face(fleet.left[ship] < 2).gunnery.map_or(0, u32::from)).sum::<u32>()
    };
    let air = air(sortie, state);
    Some((guns(true) + air, guns(false) + air)).filter(|(_, all)| *all > 0)
}

/// The US carriers of the target that are left.
fn carriers<'s>(sortie: &'s Sortie, state: &'s SortieState) -> impl Iterator<Item = usize> + 's {
    let units = &sortie.by_day.fleets[1].units;
    let carries = move |ship: &usize| is_us(&units[*ship]) && units[*ship].class.carries_aircraft();
    state.fleets[1].here().filter(carries)
}

/// Whether nothing is missing of the aircraft of US carriers: there are none of these, or their air units are listed.
fn is_air_told(sortie: &Sortie, state: &SortieState) -> bool {
    let listed = |ship: usize| {
        let homes = sortie.aircraft.as_ref().map(|air| air.homes[1].as_slice()).unwrap_or_default();
        homes.contains(&Some(ship))
    };
    carriers(sortie, state).all(listed)
}

/// Strength of the Naval-Air units aboard US carriers: as it is told, else of those that are listed.
fn air(sortie: &Sortie, state: &SortieState) -> u32 {
    if let Some(told) = sortie.us_air {
        return if carriers(sortie, state).next().is_some() { told } else { 0 };
    }
    let Some((air, left)) = sortie.aircraft.as_ref().zip(state.aircraft.as_ref()) else { return 0 };
    let (ships, units) = (&sortie.by_day.fleets[1].units, &air.any().sides[1].units);
    let on_us_carrier = |unit: usize| {
        let ship = air.ship(left, 1, unit, ships);
        ship.is_some_and(|ship| carriers(sortie, state).any(|carrier| carrier == ship))
    };
    let all = 0..units.len();
    all.filter(|unit| units[*unit].class == AirClass::NavalAir && left.steps[1][*unit] > 0)
        .filter(|unit| on_us_carrier(*unit))
        .map(|unit| {
            let depleted = units[unit].depleted || left.steps[1][unit] < units[unit].steps_left();
            u32::from(units[unit].face_of(depleted).strength)
        })
        .sum()
}
