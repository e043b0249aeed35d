//! Kamikazes on their way: released by the bombers that bring them (16.4.4), and those that attack before the second
//! round in the air (4.10.6).

use super::links::{StrikeFlow, StrikeLink, ask};
use super::plan::{Strike, TARGET, UnitSet, each, has, only};
use super::prompts::{DIVE, RELEASE};
use super::state::{StrikeStage, StrikeState};
use crate::air::aircraft::{AirClass, AirWord, Aircraft};
use crate::air::combat::battle::{AirStage, DogfightState};
use crate::air::naval::AirNavalAttack;
use crate::air::naval::state::AirAttackState;
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::{Flow, Log, Procedure as _};

const CARRIED: &str = "16.4.4";
const RULE: &str = "4.10.6";

impl<'b> StrikeLink<'b> {
    /// The next Kamikaze that a bomber brings is released before the combat of the hex, or stays with it.
    pub fn release(self, from: usize) -> StrikeFlow<'b> {
        let (strike, state) = (self.strike, self.state);
        let Some(unit) = each(state.releasable(strike)).find(|unit| *unit >= from) else {
            return Flow::Next(state.meet(strike, self.tables));
        };
        let list = vec![("release", "release", true), ("carry", "carry", false)];
        ask(&RELEASE, 0, &strike.sides[0].units[unit].name, list, move |released| {
            let mut then = state.clone();
            then.released |= if *released { only(unit) } else { 0 };
            then.at(StrikeStage::Release(unit + 1))
        })
    }

    /// The next bomber that is left after the first round becomes a Kamikaze, or bombs.
    pub fn designate(self, from: usize, log: &mut Log) -> StrikeFlow<'b> {
        let (strike, mut state) = (self.strike, self.state);
        let party = &strike.kamikazes;
        if from == 0 {
            state.release_all(strike, log);
        }
        let able = state.bombers(strike);
        if let Some(unit) = each(able & party.may_dive & !party.told).find(|unit| *unit >= from) {
            let list = vec![("dive", "dive", true), ("bomb", "bomb", false)];
            return ask(&DIVE, 0, &strike.sides[0].units[unit].name, list, move |dives| {
                let mut then = state.clone();
                then.dives |= if *dives { only(unit) } else { 0 };
                then.at(StrikeStage::Designate(unit + 1))
            });
        }
        state.dives |= able & (party.flying | party.told);
        state.designated = true;
        let Some(attack) = party.dive.as_ref().filter(|_| state.dives != 0) else {
            return Flow::Next(state.resumed());
        };
        for unit in each(state.dives) {
            let cause = "it attacks before the second round in the air (choice kamikaze_rule)";
            log.line(|| (strike.sides[0].units[unit].name.as_str(), "Kamikaze", cause, RULE));
        }
        let flight = state.flights[0].part(|unit| has(state.dives, unit));
        let mut then = AirAttackState::with(flight, state.afloat.clone(), attack, &self.tables.raid);
        then.spend_magic(state.magic_used);
        Flow::Next(state.at(StrikeStage::Dive(then)))
    }

    /// Kamikazes attack the ships (ATPO-R32) before the others fight on.
    pub fn dive(self, attack: AirAttackState, dice: &mut dyn Dice, log: &mut Log) -> StrikeFlow<'b> {
        let Some(dive) = &self.strike.kamikazes.dive else { return Flow::Next(self.state.resumed()) };
        let last = attack.is_over().then(|| attack.clone());
        let tables = &self.tables.raid;
        let step = AirNavalAttack::step(dive, attack, tables, dice, log);
        step.asking(super::prompts::of_raid).inside(
            self.state,
            |state, attack| state.at(StrikeStage::Dive(attack)),
            |mut state, _| {
                last.iter().for_each(|last| state.take_raid(last));
                Flow::Next(state.resumed())
            },
        )
    }
}

/// The first hex in which what a bomber brings can be released: from there on it reaches the target by itself.
fn first_release(unit: &Aircraft) -> u8 {
    let words = [AirWord::ReachesTarget, AirWord::FromSecondHex, AirWord::FromThirdHex];
    (0..TARGET).zip(words).find(|(_, word)| unit.is(*word)).map_or(TARGET, |(hex, _)| hex)
}

impl StrikeState {
    /// Kamikazes that bombers in the air bring and have not released.
    fn brought(&self, strike: &Strike) -> UnitSet {
        let party = &strike.kamikazes;
        let flies = |unit: &usize| {
            let carrier = party.carrier(*unit).is_some_and(|carrier| self.flights[0].flies(carrier));
            carrier && self.flights[0].flies(*unit)
        };
        let aboard = party.brought() & self.up[0] & !self.released;
        each(aboard).filter(flies).fold(0, |set, unit| set | only(unit))
    }

    /// Those of them that may be released in this hex: near enough to the target.
    pub(super) fn releasable(&self, strike: &Strike) -> UnitSet {
        let near = |unit: &usize| self.hex >= first_release(&strike.sides[0].units[*unit]);
        each(self.brought(strike)).filter(near).fold(0, |set, unit| set | only(unit))
    }

    /// All of them fly on by themselves, for the attack.
    pub(super) fn release_all(&mut self, strike: &Strike, log: &mut Log) {
        for unit in each(self.brought(strike)) {
            let units = &strike.sides[0].units;
            let bomber = strike.kamikazes.carrier(unit).map_or("a bomber", |at| units[at].name.as_str());
            let cause = format!("by {bomber}, for the attack");
            log.line(|| (units[unit].name.as_str(), "released", cause, CARRIED));
            self.released |= only(unit);
        }
    }

    /// What is aboard a bomber shares its fate: an Ohka its losses and its abort, a 4-2/(5) is gone with either.
    pub(super) fn share_fate(&mut self, strike: &Strike, log: &mut Log) {
        let (party, units) = (&strike.kamikazes, &strike.sides[0].units);
        for unit in each(party.brought() & self.up[0] & !self.released) {
            let Some(bomber) = party.carrier(unit).filter(|_| self.flights[0].flies(unit)) else { continue };
            let lost = units[bomber].steps_left().saturating_sub(self.flights[0].left(bomber));
            let aborted = !self.flights[0].flies(bomber);
            let (name, own) = (units[unit].name.as_str(), self.flights[0].left(unit));
            let hit = match units[unit].class {
                AirClass::SpecialKamikaze if lost > 0 || aborted => own,
                AirClass::SpecialKamikaze => 0,
                _ if !self.flights[0].has(bomber) => own,
                _ => lost.saturating_sub(units[unit].steps_left().saturating_sub(own)),
            };
            let rule = if units[unit].class == AirClass::SpecialKamikaze { RULE } else { CARRIED };
            self.flights[0].lose(unit, hit, rule);
            let left = self.flights[0].has(unit);
            if left && aborted {
                self.flights[0].abort(unit);
            }
            if hit > 0 || aborted {
                let value = match (left, hit) {
                    (false, _) => "eliminated",
                    (true, 0) => "aborted",
                    (true, _) => "depleted",
                };
                let cause = format!("aboard {}, which had not released it", units[bomber].name);
                log.line(|| (name, value, cause, rule));
            }
        }
    }

    /// Whether a fight over the target pauses here for Kamikazes: between its rounds.
    pub(super) fn pauses(&self, strike: &Strike, fight: &DogfightState) -> bool {
        let between = fight.stage == AirStage::Aim && fight.round == 2 && fight.aims.is_empty();
        between && self.dives_first(strike)
    }

    /// Whether Kamikazes attack the ships before all others do.
    pub(super) fn dives_first(&self, strike: &Strike) -> bool {
        self.hex == TARGET && !self.designated && strike.kamikazes.dive.is_some()
    }

    /// The fight waits for them.
    pub(super) fn paused(mut self, strike: &Strike, fight: DogfightState, log: &mut Log) -> Self {
        self.take_fight(&fight);
        self.paused = Some(Box::new(fight));
        self.share_fate(strike, log);
        self.at(StrikeStage::Designate(0))
    }

    /// It goes on without them, or the others attack.
    fn resumed(mut self) -> Self {
        let Some(mut fight) = self.paused.take() else { return self.at(StrikeStage::Onward) };
        for unit in each(self.dives | self.released) {
            let lost = fight.flights[0].left(unit).saturating_sub(self.flights[0].left(unit));
            fight.flights[0].lose(unit, lost, self.flights[0].lost_by(unit));
        }
        fight.magic_used |= self.magic_used;
        self.at(StrikeStage::Fight(*fight))
    }
}
