//! Air-to-air combat (ATPO-R28): declarations, two rounds of attacks with return fire, and aborts in between.

mod abort;
mod aim;
mod alike;
pub mod battle;
mod declare;
pub mod keys;
mod losses;
pub mod outcome;
pub mod prompts;
pub mod read;
mod shoot;
pub mod shot;
pub mod tables;
mod values;

use battle::{AirFight, AirStage, Dogfight, DogfightState};
use keys::DogfightKeys;
use outcome::DogfightOutcome;
use tables::AirTables;

use super::flight::{Flight, MEASURE};
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, TypedInput as _};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};

/// ATPO-R28: one fight in the air.
pub struct AirCombat;

impl Procedure for AirCombat {
    const ID: &'static str = "ATPO-R28";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = prompts::PROMPTS;
    const STEPS_APART: u64 = 200_000;
    const MEASURE: Option<&'static str> = Some(MEASURE);
    type Cx = AirTables;
    type Input = Dogfight;
    type Battle = Dogfight;
    type State = DogfightState;
    type Outcome = DogfightOutcome;

    fn begin(fight: Dogfight, tables: &AirTables) -> Result<(Dogfight, DogfightState), Vec<Refusal>> {
        let refusals = read::against(&fight, tables);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let flights = [0, 1].map(|side: usize| Flight::all(&fight.units[side]));
        let state = DogfightState::between(flights, &fight, tables);
        Ok((fight, state))
    }

    fn step<'b>(
        battle: &'b Dogfight,
        state: DogfightState,
        tables: &'b AirTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, DogfightState, DogfightOutcome> {
        let fight = AirFight { battle, tables, state };
        match fight.stage {
            AirStage::Declare { turn, from } => declare::next(fight, turn, from),
            AirStage::Aim => aim::next(fight, log),
            AirStage::Shoot { at, back } => shoot::next(fight, (at, back), dice, log),
            AirStage::Abort { turn, from } => abort::next(fight, turn, from),
            AirStage::End => Flow::Done(outcome::close(&fight, log)),
        }
    }

    fn has_alike(battle: &Dogfight) -> bool {
        alike::exist(battle)
    }

    fn alike(battle: &Dogfight, state: DogfightState) -> DogfightState {
        alike::in_order(battle, state)
    }

    fn so_far(battle: &Dogfight, state: &DogfightState, tables: &AirTables) -> DogfightOutcome {
        DogfightOutcome::of(&AirFight { battle, tables, state: state.clone() })
    }

    fn result(outcome: &DogfightOutcome) -> String {
        outcome.result.clone()
    }

    fn deeds(outcome: &DogfightOutcome) -> Vec<Deed> {
        outcome.deeds()
    }

    fn losses(battle: &Dogfight, outcome: &DogfightOutcome) -> Vec<UnitLoss> {
        outcome.losses(battle)
    }
}

impl Coded for AirCombat {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "air-combat";
    const KEYS: &'static [Key] = DogfightKeys::KEYS;
    const CHOICES: &'static [&'static str] = &["return_fire_trigger"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<AirTables, ContextError> {
        AirTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<Dogfight, Vec<KeyFault>> {
        read::dogfight(inputs)
    }
}
