//! Strafing (ATPO-R30): fighters attack aircraft at their base, which fight, evacuate or ride it out.

pub mod battle;
pub mod evacuation;
mod input;
pub mod outcome;

use battle::{StrafingRun, StrafingState};
use input::StrafingInput;
use outcome::StrafingOutcome;

use super::combat::AirCombat;
use super::combat::battle::{AirStage, DogfightState};
use super::combat::prompts::{ABORT, ABORT_UNIT, MAGIC, TARGET};
use super::flight::MEASURE;
use super::strike::StrikeMission;
use super::strike::passage::AirPassage;
use super::strike::plan::StrikeTables;
use super::strike::prompts::{COUNTER, INTERCEPT, REPLY, STUCK};
use super::strike::state::StrikeState;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, TypedInput as _};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};

/// ATPO-R30: one base in one phase.
pub struct Strafing;

/// What strafing needs to know.
pub struct StrafingTables {
    /// Of all that meets on the way and over the base.
    meeting: StrikeTables,
}

/// A strafer may hold back, to strafe afterwards.
const STRAFE: Prompt = Prompt {
    text: "which unit this fighter attacks; none to hold back",
    answers: &["NAME OF AN AIR UNIT", "none"],
    policies: &["strongest", "weakest", "bombers", "fighters", "hold", "aggressive", "balanced", "cautious"],
    ..TARGET
};

const PROMPTS: &[Prompt] = &[
    INTERCEPT,
    COUNTER,
    STRAFE,
    MAGIC,
    ABORT,
    ABORT_UNIT,
    REPLY,
    STUCK,
    Prompt { by: DEFENDER, ..TARGET },
    Prompt { by: DEFENDER, ..MAGIC },
    Prompt { by: DEFENDER, ..ABORT },
    Prompt { by: DEFENDER, ..ABORT_UNIT },
];

impl Procedure for Strafing {
    const ID: &'static str = "ATPO-R30";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = PROMPTS;
    const MEASURE: Option<&'static str> = Some(MEASURE);
    type Cx = StrafingTables;
    type Input = StrafingInput;
    type Battle = StrafingRun;
    type State = StrafingState;
    type Outcome = StrafingOutcome;

    fn begin(
        input: StrafingInput,
        tables: &StrafingTables,
    ) -> Result<(StrafingRun, StrafingState), Vec<Refusal>> {
        let mut refusals = input::against(&input);
        let passage = AirPassage::of(input.flies, &tables.meeting);
        match passage.map_err(|more| refusals.extend(more)) {
            Ok(passage) if refusals.is_empty() => {
                let state = StrafingState::Meet(Box::new(passage.begin()));
                Ok((StrafingRun::new(passage), state))
            }
            _ => Err(refusals),
        }
    }

    fn step<'b>(
        raid: &'b StrafingRun,
        state: StrafingState,
        tables: &'b StrafingTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, StrafingState, StrafingOutcome> {
        match state {
            StrafingState::Meet(met) => {
                let step = raid.passage.step(*met, &tables.meeting, dice, log);
                step.within(
                    |met| StrafingState::Meet(Box::new(met)),
                    |met| {
                        let ground = raid.begin(&met);
                        Flow::Next(StrafingState::Strafe { met: Box::new(met), ground })
                    },
                )
            }
            StrafingState::Strafe { met, ground } => strafe(raid, tables, (met, ground), dice, log),
        }
    }

    fn so_far(raid: &StrafingRun, state: &StrafingState, tables: &StrafingTables) -> StrafingOutcome {
        match state {
            StrafingState::Meet(met) => StrafingOutcome::of(raid, tables, met, None),
            StrafingState::Strafe { met, ground } => StrafingOutcome::of(raid, tables, met, Some(ground)),
        }
    }

    fn result(outcome: &StrafingOutcome) -> String {
        outcome.result.clone()
    }

    fn deeds(outcome: &StrafingOutcome) -> Vec<Deed> {
        outcome.deeds()
    }

    fn losses(raid: &StrafingRun, outcome: &StrafingOutcome) -> Vec<UnitLoss> {
        outcome.losses(raid)
    }
}

/// One step of the attacks on the ground, then the end.
fn strafe<'b>(
    raid: &'b StrafingRun,
    tables: &'b StrafingTables,
    (met, ground): (Box<StrikeState>, DogfightState),
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Flow<'b, StrafingState, StrafingOutcome> {
    if ground.stage == AirStage::End {
        let outcome = StrafingOutcome::of(raid, tables, &met, Some(&ground));
        outcome.tell(log);
        return Flow::Done(outcome);
    }
    let again = StrafingState::Strafe { met: met.clone(), ground: ground.clone() };
    let on = move |ground| StrafingState::Strafe { met: met.clone(), ground };
    AirCombat::step(&raid.ground, ground, &tables.meeting.combat, dice, log).within(on, |_| Flow::Next(again))
}

impl Coded for Strafing {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "strafing";
    const KEYS: &'static [Key] = StrafingInput::KEYS;
    const CHOICES: &'static [&'static str] = &["inclement", "launch_check_span"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<StrafingTables, ContextError> {
        Ok(StrafingTables { meeting: StrikeMission::context(files, settings)? })
    }

    fn read(inputs: &Inputs) -> Result<StrafingInput, Vec<KeyFault>> {
        StrafingInput::read(inputs)
    }
}
