//! What the air units of the target's base do: take off, be in the air, evacuate, or ride it out (4.7.6, 4.9.1).

use super::links::{StrikeFlow, StrikeLink, ask};
use super::plan::{Post, has, only};
use super::prompts::GROUND;
use super::state::{StrikeStage, StrikeState};
use crate::rules::dice::{Dice, Die};
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
        let leaves = !has(state.caught, unit) && strike.overflown.is_some();
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
        let fails = self.tables.combat.numbers.strafing.evacuation_fails;
        let leaves = |die: u8| die <= hexes && die != fails;
        let die = dice.roll_into(Die::D6, "evacuation", &|die| leaves(die).into());
        log.roll(Die::D6, die, || (format!("{name}: evacuation: die"), "1d6", "4.9.1"));
        let away = leaves(die);
        log.line(|| {
            let cause = format!("{hexes} or less, and never {fails}: hexes of its side that were flown over");
            (name.clone(), if away { "evacuates" } else { "stays" }, cause, "4.9.1")
        });
        state.evacuated |= if away { only(unit) } else { 0 };
        Flow::Next(state.at(StrikeStage::Ground(if away { unit + 1 } else { unit })))
    }
}

impl StrikeState {
    fn conducting(mut self, unit: usize, conduct: Conduct) -> Self {
        match conduct {
            Conduct::Fight => {
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
