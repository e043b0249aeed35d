//! What the air units of the target's base do: take off, be in the air, evacuate, or ride it out (4.7.6, 4.9.1).

use super::links::{StrikeFlow, StrikeLink, ask};
use super::plan::{Post, has, only};
use super::prompts::GROUND;
use super::state::{StrikeStage, StrikeState};
use crate::rules::atpo::air::strafing::evacuation::gets_away;
use crate::rules::dice::Dice;
use crate::rules::procedure::{Flow, Log};

/// What a unit of the base does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Conduct {
    Fight,
    Avoid,
    Evacuate,
    Stay,
}

impl<'b> StrikeLink<'b> {
    /// The next unit of the base says what it does.
    pub fn ground(self, from: usize) -> StrikeFlow<'b> {
        let (strike, state) = (self.strike, self.state);
        let side = &strike.sides[1];
        let waits = |unit: &usize| side.posts[*unit] == Post::Based && state.flights[1].has(*unit);
        let Some(unit) = (from..side.units.len()).find(waits) else {
            return Flow::Next(state.at(StrikeState::asked(1)));
        };
        let air = &side.units[unit];
        let fights = air.is_fighter() && strike.may_meet(1, unit, self.tables);
        // A nation that a sneak attack surprises evacuates nobody (17.1.3).
        let leaves = !has(state.caught, unit) && strike.overflown.is_some() && !strike.over_target.sneak;
        let mut list = Vec::new();
        list.extend(fights.then_some(("fight", "guard", Conduct::Fight)));
        list.extend(leaves.then_some(("evacuate", "evacuate", Conduct::Evacuate)));
        list.push(("in the air", "avoid", Conduct::Avoid));
        list.push(("stay", if fights { "idle" } else { "ground" }, Conduct::Stay));
        ask(&GROUND, 1, &air.name, list, move |conduct| state.clone().conducting(unit, *conduct))
    }

    /// A unit of the base tries to evacuate (ATPO-R30).
    pub fn evacuate(self, unit: usize, dice: &mut dyn Dice, log: &mut Log) -> StrikeFlow<'b> {
        let mut state = self.state;
        let (name, hexes) = (&self.strike.sides[1].units[unit].name, self.strike.overflown.unwrap_or(0));
        state.caught |= only(unit);
        let away = gets_away(name, hexes, &self.tables.combat.numbers.strafing, dice, log);
        state.evacuated |= if away { only(unit) } else { 0 };
        Flow::Next(state.at(StrikeStage::Ground(if away { unit + 1 } else { unit })))
    }
}

impl StrikeState {
    fn conducting(mut self, unit: usize, conduct: Conduct) -> Self {
        match conduct {
            Conduct::Fight => {
                // Who could not evacuate has no bonus over his own base (4.9.1.1).
                if has(self.caught, unit) {
                    self.flights[1].unsettle(unit);
                }
                self.up[1] |= only(unit);
                self.here[1] |= only(unit);
            }
            Conduct::Avoid => {
                self.up[1] |= only(unit);
                self.avoiding |= only(unit);
            }
            Conduct::Evacuate => return self.at(StrikeStage::Evacuate(unit)),
            Conduct::Stay => {}
        }
        self.at(StrikeStage::Ground(unit + 1))
    }
}
