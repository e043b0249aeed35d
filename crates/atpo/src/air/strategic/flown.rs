//! The frame that raids of bombers share: each kind says what it is told and what it forbids, and all fly in one way.

use std::marker::PhantomData;

use super::numbers::RaidTables;
use super::raid::{BomberRaid, BomberRaidOutcome, BomberRaidState};
use crate::air::flight;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, TypedInput};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};

/// A kind of raid, as typed in.
pub trait RaidMission: TypedInput + Clone + 'static {
    /// The id of its procedure.
    const ID: &'static str;
    /// Its name in commands.
    const NAME: &'static str;
    /// The choices that it reads.
    const CHOICES: &'static [&'static str];
    /// Its sides.
    const ROLES: &'static [Role];
    /// Its questions.
    const PROMPTS: &'static [Prompt];

    /// What does not fit another value, or is missing beside it.
    fn fault(&self) -> Option<KeyFault> {
        None
    }

    /// The raid.
    ///
    /// # Errors
    /// Everything that the rules forbid about it.
    fn raid(self, tables: &RaidTables) -> Result<BomberRaid, Vec<Refusal>>;

    /// What is told last.
    fn close(_raid: &BomberRaid, _log: &mut Log) {}
}

/// The procedure of a kind of raid.
pub struct FlownRaid<M>(PhantomData<M>);

impl<M: RaidMission> Procedure for FlownRaid<M> {
    const ID: &'static str = M::ID;
    const ROLES: &'static [Role] = M::ROLES;
    const PROMPTS: &'static [Prompt] = M::PROMPTS;
    const MEASURE: Option<&'static str> = Some(flight::MEASURE);
    type Cx = RaidTables;
    type Input = M;
    type Battle = BomberRaid;
    type State = BomberRaidState;
    type Outcome = BomberRaidOutcome;

    fn begin(mission: M, tables: &RaidTables) -> Result<(BomberRaid, BomberRaidState), Vec<Refusal>> {
        let raid = mission.raid(tables)?;
        let state = raid.begin(tables)?;
        Ok((raid, state))
    }

    fn step<'b>(
        raid: &'b BomberRaid,
        state: BomberRaidState,
        tables: &'b RaidTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, BomberRaidState, BomberRaidOutcome> {
        raid.step(state, tables, dice, log, |outcome, log| {
            M::close(raid, log);
            outcome
        })
    }

    fn so_far(raid: &BomberRaid, state: &BomberRaidState, tables: &RaidTables) -> BomberRaidOutcome {
        raid.outcome(state, tables, &mut Log::silent())
    }

    fn result(outcome: &BomberRaidOutcome) -> String {
        outcome.in_words()
    }

    fn deeds(outcome: &BomberRaidOutcome) -> Vec<Deed> {
        outcome.deeds().to_vec()
    }

    fn losses(raid: &BomberRaid, outcome: &BomberRaidOutcome) -> Vec<UnitLoss> {
        raid.losses(outcome)
    }
}

impl<M: RaidMission> Coded for FlownRaid<M> {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = M::NAME;
    const KEYS: &'static [Key] = M::KEYS;
    const CHOICES: &'static [&'static str] = M::CHOICES;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<RaidTables, ContextError> {
        RaidTables::load(files, settings, M::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<M, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let mission = M::fields(inputs, &mut faults);
        faults.extend(mission.iter().filter_map(M::fault));
        mission.filter(|_| faults.is_empty()).ok_or(faults)
    }
}
