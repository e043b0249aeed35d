//! Who meets whom in a hex: interception, counter-interception and so on in turn, then the combat (4.7).

use super::links::{StrikeFlow, StrikeLink, ask};
use super::plan::{Strike, StrikeTables, TARGET, UnitSet, has, only};
use super::prompts::{COUNTER, INTERCEPT};
use super::state::{StrikeStage, StrikeState};
use crate::air::aircraft::AirWord;
use crate::air::combat::AirCombat;
use crate::air::combat::battle::{Dogfight, DogfightState};
use crate::air::flight::Flight;
use crate::sea::combat::battle::SideIx;
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::{Flow, Log, Procedure as _};

/// How a unit joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joins {
    No,
    Here,
    Early,
}

impl<'b> StrikeLink<'b> {
    /// The next unit of a side says whether it joins; when nobody does any more, they fight.
    pub fn call(self, side: SideIx, from: usize, joined: bool) -> StrikeFlow<'b> {
        let (strike, mut state) = (self.strike, self.state);
        let callable = state.callable(strike, side, self.tables);
        let Some(unit) = (from..strike.sides[side].units.len()).find(|unit| has(callable, *unit)) else {
            return Flow::Next(state.called(strike, self.tables, (side, joined)));
        };
        let air = &strike.sides[side].units[unit];
        if side == 1 && !state.checked[1] && strike.carriers[1].is_some() && air.is(AirWord::Carrier) {
            state.checked[1] = true;
            return Flow::Next(state.at(StrikeStage::Launch(1)));
        }
        let guards =
            side == 1 && state.hex == TARGET && (air.is(AirWord::OwnBase) || air.is(AirWord::Carrier));
        let (flies, stays) = if guards { ("guard", "idle") } else { ("fly", "stay") };
        let mut list = vec![("fly", flies, Joins::Here), ("stay", stays, Joins::No)];
        // Only interceptors that come from elsewhere can be met before they arrive.
        if side == 0 && air.is(AirWord::Early) {
            list.insert(0, ("early", "early", Joins::Early));
        }
        let prompt = if side == 0 { &COUNTER } else { &INTERCEPT };
        ask(prompt, side, &air.name, list, move |joins| state.clone().joining(side, unit, *joins, joined))
    }

    /// Interceptors are met on their way.
    pub fn early(self, fight: DogfightState, dice: &mut dyn Dice, log: &mut Log) -> StrikeFlow<'b> {
        let (strike, tables) = (self.strike, self.tables);
        self.fight_on((&strike.elsewhere, fight), StrikeStage::Early, dice, log, |mut state| {
            // Who was aborted or shot down there does not reach the strike.
            state.here[1] &= flying(&state, 1, strike.sides[1].units.len());
            state.early = 0;
            if state.here[1] == 0 { state.at(StrikeStage::Onward) } else { state.into_combat(strike, tables) }
        })
    }

    /// The combat of the hex.
    pub fn fight(self, fight: DogfightState, dice: &mut dyn Dice, log: &mut Log) -> StrikeFlow<'b> {
        if self.state.pauses(self.strike, &fight) {
            return Flow::Next(self.state.paused(self.strike, fight, log));
        }
        let battle = self.strike.battle(self.state.hex);
        self.fight_on((battle, fight), StrikeStage::Fight, dice, log, |state| state.at(StrikeStage::Onward))
    }

    fn fight_on(
        self,
        (battle, fight): (&'b Dogfight, DogfightState),
        stage: fn(DogfightState) -> StrikeStage,
        dice: &mut dyn Dice,
        log: &mut Log,
        then: impl FnOnce(StrikeState) -> StrikeState,
    ) -> StrikeFlow<'b> {
        let (strike, last) = (self.strike, fight.is_over().then(|| fight.clone()));
        AirCombat::step(battle, fight, &self.tables.combat, dice, log).inside(
            self.state,
            move |state, fight| state.at(stage(fight)),
            |mut state, _| {
                last.iter().for_each(|last| state.after_fight(strike, last));
                Flow::Next(then(state))
            },
        )
    }
}

/// The units of a side that are in the air and unaborted.
fn flying(state: &StrikeState, side: SideIx, units: usize) -> UnitSet {
    (0..units).filter(|unit| state.flights[side].flies(*unit)).fold(0, |set, unit| set | only(unit))
}

impl Strike {
    /// A combat in this hex.
    fn battle(&self, hex: u8) -> &Dogfight {
        if hex == TARGET { &self.over_target } else { &self.elsewhere }
    }
}

impl StrikeState {
    /// UnitSet of a side that are still on their bases and can join the combat of this hex.
    fn callable(&self, strike: &Strike, side: SideIx, tables: &StrikeTables) -> UnitSet {
        // Over a battle on land nobody counter-intercepts where nobody of the enemy is in the air (4.3.8.1).
        let idle = side == 0 && self.going(strike) == 0 && self.here[1] | self.avoiding == 0;
        if strike.over_battle && idle {
            return 0;
        }
        let gone = self.up[side] | self.held[side];
        let kept = if side == 0 { self.kept } else { 0 };
        // Who counter-intercepts can be met by those who are still on the ground of the bombed base (4.7.2).
        let countered = side == 1 && self.hex == TARGET && self.here[0] | self.early != 0;
        let grounded = if countered { strike.based() & !self.evacuated } else { 0 };
        let all = (strike.sides[side].callable(self.hex) | kept | grounded) & !gone;
        let may = |unit: &usize| {
            let fights = strike.sides[side].units[*unit].is_fighter();
            has(all, *unit)
                && fights
                && self.flights[side].flies(*unit)
                && strike.may_meet(side, *unit, tables)
        };
        (0..strike.sides[side].units.len()).filter(may).fold(0, |set, unit| set | only(unit))
    }

    fn joining(mut self, side: SideIx, unit: usize, joins: Joins, joined: bool) -> Self {
        if side == 0 && has(self.kept, unit) && joins != Joins::No {
            // Who was kept back for it meets interceptors as a fighter.
            self.flights[0].declare(unit, false);
        }
        if side == 1 && has(self.caught, unit) && joins != Joins::No {
            // Who could not evacuate has no bonus over his own base (4.9.1.1).
            self.flights[1].unsettle(unit);
        }
        match joins {
            Joins::No => {}
            Joins::Here => {
                self.up[side] |= only(unit);
                self.here[side] |= only(unit);
            }
            Joins::Early => {
                self.up[side] |= only(unit);
                self.early |= only(unit);
            }
        }
        self.at(StrikeStage::Call { side, from: unit + 1, joined: joined || joins != Joins::No })
    }

    /// A side has been asked through: the other is asked, or all that were called arrive.
    fn called(self, strike: &Strike, tables: &StrikeTables, (side, joined): (SideIx, bool)) -> Self {
        // Whoever took off from the base, or is in the air above it, is met without a call.
        let met = self.here[1] | self.avoiding != 0;
        let first_answer = side == 1 && met && self.here[0] | self.early == 0;
        match (side, joined) {
            (1, false) if !first_answer && !met => self.at(StrikeStage::Onward),
            (1, false) if !first_answer => self.into_combat(strike, tables),
            (0, false) if self.going(strike) | self.here[0] | self.early == 0 => self.at(StrikeStage::Onward),
            (0, false) => self.into_combat(strike, tables),
            (side, _) => {
                let other = 1 - side;
                self.at(Self::asked(other))
            }
        }
    }

    /// All that were called arrive: first those who meet interceptors on their way.
    fn into_combat(mut self, strike: &Strike, tables: &StrikeTables) -> Self {
        let [attackers, defenders] = &self.flights;
        let part = |flight: &Flight, set: UnitSet| flight.part(|unit| has(set, unit));
        // Those who take off from the target's base cannot be met on their way.
        let coming = self.here[1] & !strike.based();
        if self.early != 0 && coming != 0 {
            let flights = [part(attackers, self.early), part(defenders, coming)];
            let fight = DogfightState::between(flights, &strike.elsewhere, &tables.combat);
            let fight = fight.with_magic_used(self.magic_used);
            return self.at(StrikeStage::Early(fight));
        }
        self.early = 0;
        if self.releasable(strike) != 0 {
            return self.at(StrikeStage::Release(0));
        }
        self.meet(strike, tables)
    }

    /// They fight.
    pub(super) fn meet(self, strike: &Strike, tables: &StrikeTables) -> Self {
        let [attackers, defenders] = &self.flights;
        let part = |flight: &Flight, set: UnitSet| flight.part(|unit| has(set, unit));
        let in_the_air = (0..strike.sides[1].units.len())
            .filter(|unit| has(self.avoiding, *unit) && self.hex == TARGET)
            .filter_map(|unit| strike.twin(unit))
            .fold(0, |set, unit| set | only(unit));
        // Where fighters strafe, those who lie over-stacked may be attacked from the first round on (4.6.3.2).
        let below = if strike.strafes && self.hex == TARGET { strike.overstacked() } else { 0 };
        let flights = [
            part(attackers, self.going(strike) | self.here[0]),
            part(defenders, self.here[1] | in_the_air | below),
        ];
        let fight = DogfightState::between(flights, strike.battle(self.hex), &tables.combat);
        let fight = fight.with_magic_used(self.magic_used);
        self.at(StrikeStage::Fight(fight))
    }
}
