//! What is said before an attack with a submarine in it: Naval Magic of the side that attacks, D of an Admiral against an
//! attack on a ship (17.10.2.1.3, 3.12.1.4).

use super::encounter::{Encounter, HuntOutcome, HuntState};
use crate::magic as chits;
use crate::sea::bonus;
use crate::sea::damage::Guard;
use crate::sea::magic;
use crate::sea::ship::{self, NavalUnit};
use crate::sea::shot::Added;
use crate::sea::tables::SeaTables;
use liege_rules::play::inputs::{Inputs, KeyFault};
use liege_rules::play::procedure::{Flow, Refusal};

type HuntFlow<'b> = Flow<'b, HuntState, HuntOutcome>;

/// The same encounter with the chit that is typed in.
pub(super) fn with_magic(inputs: &Inputs, encounter: Encounter) -> Result<Encounter, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let japanese = |units: &[NavalUnit]| units.iter().any(|unit| unit.nation == Some("JP"));
    let sides = [japanese(&encounter.boat), japanese(&encounter.ships)];
    let magic = chits::played(inputs, sides, "Naval", &mut faults);
    if faults.is_empty() { Ok(Encounter { magic, ..encounter }) } else { Err(faults) }
}

/// Refuses a boat and ships of one side, and Naval Magic to a side that it does not help.
pub(super) fn against_sides(encounter: &Encounter, tables: &SeaTables) -> Result<(), Vec<Refusal>> {
    let units = |side| if side == 0 { &encounter.boat } else { &encounter.ships };
    let mixed = ship::of_both_sides(&encounter.ships, &tables.nations, "3.16.3");
    let friends = ship::on_one_side(&encounter.boat, &encounter.ships, &tables.nations, "3.16.3");
    let magic = encounter.magic.and_then(|(side, _)| magic::against(&tables.helped, units(side)));
    let refusals: Vec<Refusal> = mixed.into_iter().chain(friends).chain(magic).collect();
    if refusals.is_empty() { Ok(()) } else { Err(refusals) }
}

/// What can be added to the attack on a ship or taken from it, and was not asked yet.
pub(super) fn declare<'b>(
    encounter: &'b Encounter,
    state: &HuntState,
    ship: usize,
    tables: &SeaTables,
) -> Option<HuntFlow<'b>> {
    let (boat, at) = (&encounter.boat[0], &encounter.ships[ship]);
    declare_magic(encounter, state, (0, boat), at, tables)
        .or_else(|| declare_defence(encounter, state, &boat.name, ship))
}

/// Naval Magic of the side whose unit attacks.
pub(super) fn declare_magic<'b>(
    encounter: &'b Encounter,
    state: &HuntState,
    by: (usize, &'b NavalUnit),
    at: &NavalUnit,
    tables: &SeaTables,
) -> Option<HuntFlow<'b>> {
    let before = state.clone();
    let then = move |yes| HuntState { chit: before.chit.said(yes), ..before.clone() };
    magic::before_attack((encounter.magic, state.chit), by, at, &tables.helped, then)
}

/// D of an Admiral against the attack of a boat on a ship.
pub(super) fn declare_defence<'b>(
    encounter: &'b Encounter,
    state: &HuntState,
    boat: &str,
    ship: usize,
) -> Option<HuntFlow<'b>> {
    guard(encounter, state, ship).filter(|_| state.defence.is_none())?;
    let name = encounter.ships[ship].name.as_str();
    let before = state.clone();
    let then = move |yes| HuntState { defence: Some(yes), ..before.clone() };
    Some(bonus::ask(bonus::DEFENCE, Some(name), &format!("{boat} attacks {name}"), then))
}

/// The Admiral whose D guards a ship: he sails with it, among those that were intercepted or among the others.
fn guard(encounter: &Encounter, state: &HuntState, ship: usize) -> Option<Guard> {
    let with = |other: usize| (other < encounter.intercepted) == (ship < encounter.intercepted);
    state.ships.guard(&encounter.ships, with)
}

/// What was declared for an attack on a ship, which is used up with it.
pub(super) fn beside(
    encounter: &Encounter,
    state: &mut HuntState,
    ship: usize,
) -> [Option<Added<'static>>; 2] {
    let magic = state.chit.spend(encounter.magic.map(|(_, number)| number));
    let defended = state.defence.take() == Some(true);
    let guard = guard(encounter, state, ship).filter(|_| defended);
    [magic, guard.map(|guard| state.ships.use_defence(guard))]
}
