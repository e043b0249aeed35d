//! A strike as a link of a larger battle: how it is read there, what it begins with, what it leaves (3.8.5).

use super::plan::{AirSide, Post, Strike, StrikeTables, Surroundings, UnitSet, each, has, only};
use super::read::{self, StrikeInput};
use super::state::StrikeState;
use crate::air::aircraft::Aircraft;
use crate::air::combat::outcome::FlightOutcome;
use crate::air::coordination::HitCarriers;
use crate::air::flight::Flight;
use crate::air::pilots::MissedPilots;
use crate::hit_rule::HitRule;
use crate::sea::combat::battle::SideIx;
use crate::sea::damage::Afloat;
use liege_rules::play::inputs::{Inputs, KeyFault};

/// Reads a strike in a larger battle, by the keys of a strike by itself.
///
/// # Errors
/// Every value that is missing, wrong, or does not fit another.
pub fn read(inputs: &Inputs, around: &Surroundings<'_>) -> Result<StrikeInput, Vec<KeyFault>> {
    read::among(inputs, Some(around))
}

/// The rule by which aircraft are lost with their carrier.
const DITCHED: &str = "4.6.2.3";

/// What is left of the air units of both sides between the links of a larger battle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AircraftLeft {
    /// By side, for each unit the steps until it is gone.
    pub steps: [Vec<u8>; 2],
    /// By side, for each unit the rule of its last loss.
    by: [Vec<HitRule>; 2],
    /// The defender's units that landed elsewhere, and the number of the place.
    pub landed: Vec<(u8, u8)>,
    /// The defender's units that may not launch.
    pub held: UnitSet,
    /// His carriers were checked.
    pub checked: bool,
    /// Those of his units that were recalled from another mission.
    pub recalled: UnitSet,
    /// By side, the pieces of a save that have flown.
    pub flown: [UnitSet; 2],
    /// Those of them who were aborted.
    pub aborted: [UnitSet; 2],
    /// Magic for the air was used.
    pub magic_used: bool,
}

impl AircraftLeft {
    /// All as they come.
    #[must_use]
    pub fn all(strike: &Strike) -> Self {
        let steps = |side: &AirSide| side.units.iter().map(Aircraft::steps_left).collect();
        let [own, other] = &strike.sides;
        let steps = [steps(own), steps(other)];
        let unhit = |side: &Vec<u8>| vec![HitRule::default(); side.len()];
        Self {
            by: [unhit(&steps[0]), unhit(&steps[1])],
            steps,
            landed: Vec::new(),
            held: 0,
            checked: false,
            recalled: 0,
            flown: [0; 2],
            aborted: [0; 2],
            magic_used: false,
        }
    }

    /// A strike begins: of those who may fly it some are `kept` back by their owner and may meet interceptors, and of
    /// both sides some are `barred` from taking off, and some carriers were `hit` since.
    #[must_use]
    pub fn begin(
        &self,
        strike: &Strike,
        (afloat, hit): (Afloat, [HitCarriers; 2]),
        (kept, barred): (UnitSet, [UnitSet; 2]),
        tables: &StrikeTables,
    ) -> StrikeState {
        let mut state = StrikeState::at_rest(strike);
        // What was lost before is no loss of this strike.
        state.flights = [0, 1].map(|side| self.flight(strike, side).part(|_| true));
        state.afloat = afloat;
        state.hit_carriers = hit;
        state.kept = kept;
        state.held = [barred[0], barred[1] | self.held];
        state.checked[1] = self.checked;
        state.landed.clone_from(&self.landed);
        state.magic_used = self.magic_used;
        let flies = strike.sides[0].at(|post| post == Post::Strike) & !kept & !barred[0];
        let launching = u32::try_from(each(flies).count()).unwrap_or(u32::MAX);
        let stack = strike.carriers[0].as_ref().map(|stack| stack.without(hit[0]));
        let is_checked = stack.map(|stack| stack.is_checked(launching, &tables.launch));
        match is_checked {
            Some(true) => state.before_launch(strike),
            _ => state.taken_off(strike),
        }
    }

    /// What a strike has left so far.
    pub fn take(&mut self, strike: &Strike, state: &StrikeState) {
        let state = state.folded(strike);
        for side in 0..2 {
            for (unit, steps) in self.steps[side].iter_mut().enumerate() {
                let ditched = side == 1 && has(state.ditched, unit);
                let left = if ditched { 0 } else { state.flights[side].left(unit) };
                if left < *steps {
                    self.by[side][unit] =
                        if ditched { HitRule(DITCHED) } else { state.flights[side].lost_by(unit) };
                }
                *steps = left;
            }
            // Of what is typed in nobody asks it afterwards.
            let told = |unit: &usize| strike.sides[side].units[*unit].piece.is_some();
            for unit in each(state.up[side]).filter(told) {
                self.flown[side] |= only(unit);
                self.aborted[side] |= if state.flights[side].flies(unit) { 0 } else { only(unit) };
            }
        }
        self.landed.clone_from(&state.landed);
        self.held = state.held[1];
        self.checked = state.checked[1];
        self.magic_used = state.magic_used;
    }

    /// A unit goes down with the ship on which it is.
    pub fn sink(&mut self, side: SideIx, unit: usize) {
        self.steps[side][unit] = 0;
        self.by[side][unit] = HitRule(DITCHED);
    }

    /// The units that landed elsewhere.
    #[must_use]
    pub fn elsewhere(&self) -> UnitSet {
        self.landed.iter().fold(0, |set, (unit, _)| set | only(usize::from(*unit)))
    }

    /// What became of the units of a side.
    #[must_use]
    pub fn outcome(&self, strike: &Strike, side: SideIx, tables: &StrikeTables) -> FlightOutcome {
        let units = &strike.sides[side].units;
        let missed = MissedPilots::of(&tables.combat.units, strike.over_target.later_pilots);
        FlightOutcome::of(units, self.flight(strike, side).hit(units), missed)
    }

    fn flight(&self, strike: &Strike, side: SideIx) -> Flight {
        let units = &strike.sides[side].units;
        let mut flight = Flight::all(units);
        for (unit, steps) in self.steps[side].iter().enumerate() {
            let lost = units[unit].steps_left().saturating_sub(*steps);
            flight.lose(unit, lost, self.by[side][unit]);
        }
        flight
    }
}
