//! Naval combat (ATPO-R14): screens, gunnery sub-rounds, torpedoes, withdrawal and the second round.

mod alike;
mod attack;
pub mod battle;
mod fire;
mod hits;
pub mod keys;
pub mod outcome;
mod prompts;
mod read;
mod screens;
mod values;
mod volley;
mod withdrawal;

use battle::{Engagement, NavalState, SeaFight, SeaStage};
use outcome::CombatOutcome;

use super::damage;
use super::tables::SeaTables;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};

/// ATPO-R14: one naval battle.
pub struct NavalCombat;

impl Procedure for NavalCombat {
    const ID: &'static str = "ATPO-R14";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = prompts::PROMPTS;
    const SECRET: &'static [&'static str] = withdrawal::SECRET;
    // Two ships against two.
    const STEPS_APART: u64 = 20_000;
    const MEASURE: Option<&'static str> = Some(damage::MEASURE);
    type Cx = SeaTables;
    type Input = Engagement;
    type Battle = Engagement;
    type State = NavalState;
    type Outcome = CombatOutcome;

    fn begin(engagement: Engagement, tables: &SeaTables) -> Result<(Engagement, NavalState), Vec<Refusal>> {
        let refusals = read::against(&engagement, tables);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let state = NavalState::new(&engagement, tables);
        Ok((engagement, state))
    }

    fn step<'b>(
        engagement: &'b Engagement,
        state: NavalState,
        tables: &'b SeaTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, NavalState, CombatOutcome> {
        let fight = SeaFight { engagement, tables, state };
        match fight.stage {
            SeaStage::Start => Flow::Next(screens::open(fight, log)),
            SeaStage::Screens { side, from } => screens::next(fight, side, from, log),
            SeaStage::Guns { .. } | SeaStage::Torpedoes { .. } => fire::next(fight, dice, log),
            SeaStage::Withdrawal { side } => withdrawal::ask(fight, side, log),
            SeaStage::Leaving { side, from } => withdrawal::one(fight, side, from),
            SeaStage::Left => Flow::Next(withdrawal::done(fight, log)),
            SeaStage::End => Flow::Done(outcome::close(&fight, log)),
        }
    }

    fn has_alike(engagement: &Engagement) -> bool {
        alike::exist(engagement)
    }

    fn alike(engagement: &Engagement, state: NavalState) -> NavalState {
        alike::in_order(engagement, state)
    }

    fn so_far(engagement: &Engagement, state: &NavalState, tables: &SeaTables) -> CombatOutcome {
        CombatOutcome::of(&SeaFight { engagement, tables, state: state.clone() })
    }

    fn result(outcome: &CombatOutcome) -> String {
        outcome.result.clone()
    }

    fn deeds(outcome: &CombatOutcome) -> Vec<Deed> {
        outcome.deeds()
    }

    fn losses(engagement: &Engagement, outcome: &CombatOutcome) -> Vec<UnitLoss> {
        outcome.losses(engagement)
    }
}

impl Coded for NavalCombat {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "naval-combat";
    const KEYS: &'static [Key] = keys::KEYS;
    const CHOICES: &'static [&'static str] = &[
        "admiral_encounter",
        "damaged_sub_round",
        "hit_compare",
        "screened_fire",
        "target_scope",
        "torpedo_users",
    ];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaTables, ContextError> {
        SeaTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<Engagement, Vec<KeyFault>> {
        read::engagement(inputs)
    }
}
