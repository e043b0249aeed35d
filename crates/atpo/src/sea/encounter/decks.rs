//! Which aircraft of the carriers can fly as the encounter stands, and what became of them (3.8.5, 4.6.2.3).

use serde::Serialize;

use super::aircraft::RULE;
use super::sortie::Sortie;
use super::state::SortieState;
use crate::air::aircraft::{AirWord, Aircraft};
use crate::air::combat::outcome::FlightOutcome;
use crate::air::coordination::HitCarriers;
use crate::air::strike::outcome::LandedUnit;
use crate::air::strike::plan::{Strike, StrikeTables, UnitSet, each, has, only};
use crate::magic;
use crate::sea::combat::battle::SideIx;
use crate::terms::{ABORTED, AIR_MAGIC, FLOWN, RECALLED};
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::procedure::Log;

/// What became of the aircraft of both forces.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SortieAircraft {
    /// Those of the side that searched.
    pub attacker: FlightOutcome,
    /// Those of the other side.
    pub defender: FlightOutcome,
    /// Units that landed elsewhere than on their carriers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub landed: Vec<LandedUnit>,
    /// Whether Air Magic was used.
    #[serde(skip)]
    pub magic_used: bool,
}

impl SortieAircraft {
    /// What is done to the units.
    pub fn deeds(&self) -> Vec<Deed> {
        let mut deeds = [self.attacker.deeds(), self.defender.deeds()].concat();
        deeds.extend(self.landed.iter().map(LandedUnit::deed));
        deeds.extend(magic::spent(AIR_MAGIC, self.magic_used));
        deeds
    }

    /// In words, behind those of the ships; nothing where nothing was lost.
    pub fn in_words(&self) -> String {
        let is_whole = |facts: &FlightOutcome| facts.eliminated + facts.depleted == 0;
        if is_whole(&self.attacker) && is_whole(&self.defender) {
            return String::new();
        }
        let [attacker, defender] = [&self.attacker, &self.defender].map(FlightOutcome::in_words);
        format!("; in the air attacker {attacker}, defender {defender}")
    }
}

/// Why a unit of the searching side cannot fly; units of other groups are no part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Readiness {
    Ready,
    Elsewhere,
    Idle(Idleness),
}

/// Why a unit or its carrier does nothing, and by which rule.
pub(super) type Idleness = (&'static str, &'static str);

/// Whether a unit of the searching side can fly from its carrier.
pub(super) fn deck(
    sortie: &Sortie,
    state: &SortieState,
    unit: usize,
    in_group: impl Fn(usize) -> bool,
) -> Readiness {
    let (Some(air), Some(left)) = (&sortie.aircraft, &state.aircraft) else { return Readiness::Elsewhere };
    let aircraft = &air.any().sides[0].units[unit];
    let Some(ship) = air.homes[0][unit] else {
        return if left.steps[0][unit] > 0 { Readiness::Ready } else { Readiness::Elsewhere };
    };
    match idle_carrier(sortie, state, (0, ship)) {
        _ if !in_group(ship) || left.steps[0][unit] == 0 => Readiness::Elsewhere,
        _ if aircraft.is(AirWord::Current) => {
            Readiness::Idle(("it is aloft on another mission (Current)", RULE))
        }
        Some(why) => Readiness::Idle(why),
        None => Readiness::Ready,
    }
}

/// Why a carrier launches nothing.
fn idle_carrier(sortie: &Sortie, state: &SortieState, (side, ship): (SideIx, usize)) -> Option<Idleness> {
    let (fleet, unit) = (&state.fleets[side], &sortie.by_day.fleets[side].units[ship]);
    match () {
        () if !fleet.has(ship) => Some(("its carrier is no longer here", RULE)),
        () if unit.damaged || fleet.left[ship] < unit.hits_left() => {
            Some(("its carrier is damaged", "4.6.2.3"))
        }
        () => None,
    }
}

/// Of the carriers that a strike launches from and is met from, those that this encounter has hit.
pub(super) fn hit_carriers(sortie: &Sortie, state: &SortieState, strike: &Strike) -> [HitCarriers; 2] {
    [0, 1].map(|side: SideIx| {
        let (fleet, ships) = (&state.fleets[side], &sortie.by_day.fleets[side].units);
        let mut hit = HitCarriers::default();
        let stack = strike.carriers[side].iter().flat_map(|stack| &stack.carriers);
        for (at, carrier) in stack.enumerate() {
            let ship = ships.iter().position(|ship| ship.name.eq_ignore_ascii_case(&carrier.name));
            let Some(ship) = ship else { continue };
            let bit = only(at);
            hit.gone |= if fleet.has(ship) { 0 } else { bit };
            let damaged = ships[ship].damaged || fleet.left[ship] < ships[ship].hits_left();
            hit.damaged |= if damaged { bit } else { 0 };
        }
        hit
    })
}

/// The defender's units that cannot take off: on carriers that are damaged or gone, or landed elsewhere.
pub(super) fn barred_defenders(sortie: &Sortie, state: &SortieState) -> UnitSet {
    let (Some(air), Some(left)) = (&sortie.aircraft, &state.aircraft) else { return 0 };
    let stuck = |unit: &usize| {
        air.homes[1][*unit].is_some_and(|ship| idle_carrier(sortie, state, (1, ship)).is_some())
    };
    (0..air.homes[1].len()).filter(stuck).fold(left.elsewhere(), |set, unit| set | only(unit))
}

/// Reports which of the defender's units a damaged carrier keeps aboard.
pub(super) fn tell_kept(sortie: &Sortie, state: &SortieState, log: &mut Log) {
    let (Some(air), Some(left)) = (&sortie.aircraft, &state.aircraft) else { return };
    let units = &air.any().sides[1].units;
    let flies = |unit: usize| left.steps[1][unit] > 0 && !has(left.elsewhere(), unit);
    for ((_, unit), home) in units.iter().enumerate().zip(&air.homes[1]).filter(|((at, _), _)| flies(*at)) {
        let idle = home.filter(|ship| state.fleets[1].has(*ship));
        let idle = idle.and_then(|ship| idle_carrier(sortie, state, (1, ship)));
        if let Some((why, rule)) = idle {
            log.line(|| (unit.name.as_str(), "does not fly", why, rule));
        }
    }
}

/// The defender's aloft units that are recalled to defend their carriers.
pub(super) fn recalled(sortie: &Sortie, barred: UnitSet) -> UnitSet {
    let Some(air) = &sortie.aircraft else { return 0 };
    let units = air.any().sides[1].units.iter().enumerate();
    let aloft = units
        .filter(|(at, unit)| unit.is(AirWord::Current) && air.homes[1][*at].is_some() && !has(barred, *at));
    aloft.fold(0, |set, (unit, _)| set | only(unit))
}

/// An air unit that goes down with the ship on which it is.
struct SunkAircraft {
    side: SideIx,
    unit: usize,
    ship: usize,
}

/// The air units that go down with the ships on which they are.
fn sunk(sortie: &Sortie, state: &SortieState) -> Vec<SunkAircraft> {
    let (Some(air), Some(left)) = (&sortie.aircraft, &state.aircraft) else { return Vec::new() };
    let gone = |side: SideIx| {
        let (ships, fleet) = (&sortie.by_day.fleets[side].units, &state.fleets[side]);
        let here = (0..left.steps[side].len()).filter(move |unit| left.steps[side][*unit] > 0);
        here.filter_map(move |unit| {
            let ship = air.ship(left, side, unit, ships).filter(|ship| fleet.left[*ship] == 0)?;
            Some(SunkAircraft { side, unit, ship })
        })
    };
    (0..2).flat_map(gone).collect()
}

/// What became of aircraft.
pub(super) fn outcome(sortie: &Sortie, state: &SortieState, tables: &StrikeTables) -> Option<SortieAircraft> {
    let air = sortie.aircraft.as_ref()?;
    let mut left = state.aircraft.clone()?;
    sunk(sortie, state).iter().for_each(|lost| left.sink(lost.side, lost.unit));
    let [attacker, defender] = [0, 1].map(|side| left.outcome(air.any(), side, tables));
    let stands = left.landed.iter().filter(|(unit, _)| left.steps[1][usize::from(*unit)] > 0);
    let strike = air.any();
    let landed = stands.map(|(unit, place)| {
        LandedUnit::of(&strike.sides[1].units[usize::from(*unit)], &strike.places[usize::from(*place)])
    });
    let (landed, magic_used) = (landed.collect(), left.magic_used);
    Some(SortieAircraft { attacker, defender, landed, magic_used })
}

/// What is done to those that were recalled and are left.
pub(super) fn recalls(sortie: &Sortie, state: &SortieState) -> Vec<Deed> {
    let Some((air, left)) = sortie.aircraft.as_ref().zip(state.aircraft.as_ref()) else { return Vec::new() };
    let units = &air.any().sides[1].units;
    let here = each(left.recalled).filter(|unit| left.steps[1][*unit] > 0);
    let deed = |unit: usize| Deed {
        whom: Whom::Unit { name: units[unit].name.clone(), piece: units[unit].piece.clone() },
        act: Act::Mark(RECALLED),
        rule: RULE.into(),
    };
    here.map(deed).collect()
}

/// Who has flown and is left, of the pieces of a save, and who of them was aborted (4.7.4, 4.8.7).
pub(super) fn flown(sortie: &Sortie, state: &SortieState) -> Vec<Deed> {
    let Some((air, left)) = sortie.aircraft.as_ref().zip(state.aircraft.as_ref()) else { return Vec::new() };
    let sunk = sunk(sortie, state);
    let mut deeds = Vec::new();
    for side in 0..2 {
        let is_sunk = |unit: usize| sunk.iter().any(|lost| (lost.side, lost.unit) == (side, unit));
        for unit in each(left.flown[side]).filter(|unit| left.steps[side][*unit] > 0 && !is_sunk(*unit)) {
            let Aircraft { name, piece, .. } = &air.any().sides[side].units[unit];
            let whom = Whom::Unit { name: name.clone(), piece: piece.clone() };
            let aborted = has(left.aborted[side], unit).then_some((ABORTED, "4.8.7"));
            let marks = std::iter::once((FLOWN, "4.14.1")).chain(aborted).filter(|_| piece.is_some());
            deeds.extend(marks.map(|(mark, rule)| Deed {
                whom: whom.clone(),
                act: Act::Mark(mark),
                rule: rule.into(),
            }));
        }
    }
    deeds
}

/// Tells of those that go down with the ships they are on.
pub(super) fn tell_sunk(sortie: &Sortie, state: &SortieState, log: &mut Log) {
    let Some(air) = &sortie.aircraft else { return };
    for SunkAircraft { side, unit, ship } in sunk(sortie, state) {
        let name = air.any().sides[side].units[unit].name.as_str();
        let ship = &sortie.by_day.fleets[side].units[ship].name;
        log.line(|| (name, "lost", format!("aboard {ship}, which was sunk"), "4.6.2.3"));
    }
}
