//! Flights without dice of their own that enemy fighters can meet on their way (4.7): the meeting comes first, then the sum.

use std::marker::PhantomData;

use serde::Serialize;

use super::flight::{Flight, MEASURE};
use super::strike::StrikeMission;
use super::strike::passage::{self, AirPassage, PassageInput, PassageOutcome};
use super::strike::plan::StrikeTables;
use super::strike::state::StrikeState;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role, Sum};

/// A sum about air units that fly somewhere.
pub trait Crossing: Sum<Input: Sync> {
    /// Reads who flies and who can meet it; none where nobody does.
    fn met(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<PassageInput>;

    /// The flight as the meeting has left its units.
    #[must_use]
    fn after(input: &Self::Input, left: &Flight, tables: &Self::Cx) -> Self::Input;
}

/// The procedure of such a flight.
pub struct Met<S>(PhantomData<S>);

/// A flight as it was declared.
pub struct MetFlight<S: Sum> {
    input: S::Input,
    /// What it comes to where nobody meets it.
    unmet: S::Facts,
    passage: Option<AirPassage>,
}

/// The facts of a flight, with what became of all that were in the air.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MetFacts<F> {
    /// Those of the sum.
    #[serde(flatten)]
    pub facts: F,
    /// Those of the meeting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub air: Option<PassageOutcome>,
}

impl<S: Crossing> MetFlight<S> {
    fn facts(
        &self,
        state: Option<&StrikeState>,
        (sum, air): &(S::Cx, StrikeTables),
        log: &mut Log,
    ) -> MetFacts<S::Facts> {
        let Some((passage, state)) = self.passage.as_ref().zip(state) else {
            let facts = S::sum(&self.input, sum, log).unwrap_or_else(|_| self.unmet.clone());
            return MetFacts { facts, air: None };
        };
        let own = passage.carried();
        let input = S::after(&self.input, &passage.left(state, own), sum);
        let facts = S::sum(&input, sum, log).unwrap_or_else(|_| self.unmet.clone());
        MetFacts { facts, air: Some(PassageOutcome::of(passage, state, (0, own), air)) }
    }
}

impl<S: Crossing> Procedure for Met<S> {
    const ID: &'static str = S::ID;
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = &passage::PROMPTS;
    const MEASURE: Option<&'static str> = Some(MEASURE);
    type Cx = (S::Cx, StrikeTables);
    type Input = (S::Input, Option<PassageInput>);
    type Battle = MetFlight<S>;
    type State = Option<Box<StrikeState>>;
    type Outcome = MetFacts<S::Facts>;

    fn begin((input, met): Self::Input, cx: &Self::Cx) -> Result<(MetFlight<S>, Self::State), Vec<Refusal>> {
        let unmet = S::sum(&input, &cx.0, &mut Log::silent())?;
        let passage = met.map(|met| AirPassage::of(met, &cx.1)).transpose()?;
        let state = passage.as_ref().map(|passage| Box::new(passage.begin()));
        Ok((MetFlight { input, unmet, passage }, state))
    }

    fn step<'b>(
        flight: &'b MetFlight<S>,
        state: Self::State,
        cx: &'b Self::Cx,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, Self::State, Self::Outcome> {
        let (Some(passage), Some(state)) = (&flight.passage, state) else {
            return Flow::Done(flight.facts(None, cx, log));
        };
        let step = passage.step(*state, &cx.1, dice, log);
        step.within(|state| Some(Box::new(state)), |state| Flow::Done(flight.facts(Some(&state), cx, log)))
    }

    fn so_far(flight: &MetFlight<S>, state: &Self::State, cx: &Self::Cx) -> Self::Outcome {
        flight.facts(state.as_deref(), cx, &mut Log::silent())
    }

    fn result(outcome: &Self::Outcome) -> String {
        let air = outcome.air.as_ref().map(PassageOutcome::in_words).unwrap_or_default();
        format!("{}{air}", S::result(&outcome.facts))
    }

    fn deeds(outcome: &Self::Outcome) -> Vec<Deed> {
        let air = outcome.air.iter().flat_map(|air| air.deeds().iter().cloned());
        S::deeds(&outcome.facts).into_iter().chain(air).collect()
    }

    fn losses(flight: &MetFlight<S>, outcome: &Self::Outcome) -> Vec<UnitLoss> {
        let air = flight.passage.as_ref().zip(outcome.air.as_ref());
        air.map(|(passage, air)| air.losses(passage, 0)).unwrap_or_default()
    }
}

impl<S: Crossing> Coded for Met<S> {
    const GAME: &'static str = S::GAME;
    const NAME: &'static str = S::NAME;
    const KEYS: &'static [Key] = S::KEYS;
    const CHOICES: &'static [&'static str] = S::CHOICES;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        Ok((S::context(files, settings)?, StrikeMission::context(files, settings)?))
    }

    fn read(inputs: &Inputs) -> Result<Self::Input, Vec<KeyFault>> {
        let input = S::read(inputs);
        let mut faults = Vec::new();
        let met = S::met(inputs, &mut faults);
        match input {
            Ok(input) if faults.is_empty() => Ok((input, met)),
            Ok(_) => Err(faults),
            // What both readers find is told once.
            Err(more) => Err(more),
        }
    }
}
