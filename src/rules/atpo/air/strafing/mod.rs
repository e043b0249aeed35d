//! Strafing (ATPO-R30): fighters attack aircraft at their base, which fight, evacuate or ride it out.

pub mod battle;
pub mod evacuation;
mod keys;
pub mod outcome;
mod prompts;
mod read;
mod reply;

use battle::{BaseReply, StrafingRun, StrafingState};
use outcome::StrafingOutcome;

use super::combat::AirCombat;
use super::combat::battle::{AirStage, DogfightState};
use super::combat::tables::AirTables;
use super::flight::{Flight, MEASURE};
use crate::rules::atpo::forces::{ATTACKER, DEFENDER};
use crate::rules::choices::Setting;
use crate::rules::data::Files;
use crate::rules::deeds::Deed;
use crate::rules::dice::Dice;
use crate::rules::inputs::{Inputs, Key, KeyFault};
use crate::rules::losses::UnitLoss;
use crate::rules::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};

/// ATPO-R30: one base in one phase.
pub struct Strafing;

impl Procedure for Strafing {
    const ID: &'static str = "ATPO-R30";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = prompts::PROMPTS;
    const MEASURE: Option<&'static str> = Some(MEASURE);
    type Cx = AirTables;
    type Input = StrafingRun;
    type Battle = StrafingRun;
    type State = StrafingState;
    type Outcome = StrafingOutcome;

    fn begin(raid: StrafingRun, tables: &AirTables) -> Result<(StrafingRun, StrafingState), Vec<Refusal>> {
        let refusals = read::against(&raid, tables);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let replies = vec![BaseReply::Open; raid.based];
        Ok((raid, StrafingState::Reply { from: 0, replies }))
    }

    fn step<'b>(
        raid: &'b StrafingRun,
        state: StrafingState,
        tables: &'b AirTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, StrafingState, StrafingOutcome> {
        match state {
            StrafingState::Reply { from, replies } => reply::next(raid, tables, (from, replies), dice, log),
            StrafingState::Fight { replies, fight } => fight_on(raid, tables, (replies, fight), dice, log),
            StrafingState::Strafe { replies, flights, ground } => {
                strafe(raid, tables, (replies, flights, ground), dice, log)
            }
        }
    }

    fn so_far(raid: &StrafingRun, state: &StrafingState, tables: &AirTables) -> StrafingOutcome {
        let (replies, flights) = match state {
            StrafingState::Reply { replies, .. } => (replies, raid.all()),
            StrafingState::Fight { replies, fight } => (replies, raid.after(raid.all(), fight)),
            StrafingState::Strafe { replies, flights, ground } => {
                (replies, raid.after(flights.clone(), ground))
            }
        };
        StrafingOutcome::of(raid, tables, replies, &flights)
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

/// One step of the fight in the air; after it, who has not attacked may strafe.
fn fight_on<'b>(
    raid: &'b StrafingRun,
    tables: &'b AirTables,
    (replies, fight): (Vec<BaseReply>, DogfightState),
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Flow<'b, StrafingState, StrafingOutcome> {
    if fight.stage == AirStage::End {
        return Flow::Next(begin_strafing(raid, replies, &fight));
    }
    let told = replies.clone();
    let on = move |fight| StrafingState::Fight { replies: told.clone(), fight };
    let so_far = fight.clone();
    AirCombat::step(&raid.fight, fight, tables, dice, log)
        .within(on, |_| Flow::Next(begin_strafing(raid, replies, &so_far)))
}

/// Who is unaborted and has attacked nobody, against what is on the ground (4.9.3).
fn begin_strafing(raid: &StrafingRun, replies: Vec<BaseReply>, fight: &DogfightState) -> StrafingState {
    let flights = raid.after(raid.all(), fight);
    let strafes = |unit: usize| flights[0].flies(unit) && !fight.has_fought(0, unit);
    let lies = |unit: usize| replies.get(unit).is_some_and(|reply| *reply == BaseReply::RideOut);
    let [strafers, targets]: [Flight; 2] = [flights[0].part(strafes), flights[1].part(lies)];
    let mut ground = DogfightState::strafing([strafers, targets]);
    ground.magic_used = fight.magic_used;
    StrafingState::Strafe { replies, flights, ground }
}

/// One step of the attacks on the ground, then the end.
fn strafe<'b>(
    raid: &'b StrafingRun,
    tables: &'b AirTables,
    (replies, flights, ground): (Vec<BaseReply>, [Flight; 2], DogfightState),
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Flow<'b, StrafingState, StrafingOutcome> {
    if ground.stage == AirStage::End {
        let outcome = StrafingOutcome::of(raid, tables, &replies, &raid.after(flights, &ground));
        outcome.tell(log);
        return Flow::Done(outcome);
    }
    let again =
        StrafingState::Strafe { replies: replies.clone(), flights: flights.clone(), ground: ground.clone() };
    let on =
        move |ground| StrafingState::Strafe { replies: replies.clone(), flights: flights.clone(), ground };
    AirCombat::step(&raid.ground, ground, tables, dice, log).within(on, |_| Flow::Next(again))
}

impl Coded for Strafing {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "strafing";
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-R30.md";
    const KEYS: &'static [Key] = keys::KEYS;
    const CHOICES: &'static [&'static str] = &["inclement"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<AirTables, ContextError> {
        AirTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<StrafingRun, Vec<KeyFault>> {
        read::raid(inputs)
    }
}
