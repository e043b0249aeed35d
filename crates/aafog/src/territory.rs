//! Attacking a territory (AAF-P03) as a procedure: its keys, its question and its report.

mod keys;
pub(super) mod read;

use std::borrow::Cow;

use serde::Serialize;

use super::choices::{LandReadings, ON_LAND};
use super::conquest::{BlitzStep, LandAttack, LandRules, conquest};
use super::entering::choices;
use super::land::{self, BlitzGround, LandTable};
use super::messages::{FILE as MESSAGES, Message, MessageTexts};
use super::roles::MOVER;
use super::upshot::{Cause, Upshot};
use liege_rules::data::{DataError, Files};
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault};
use liege_rules::play::procedure::{
    Ask, Coded, ContextError, Flow, Log, Offer, OrdersName, Procedure, Prompt, Refusal, Role, few,
};

/// AAF-P03: a territory is attacked.
pub struct AttackTerritory;

const BLITZ: Prompt = Prompt {
    by: MOVER,
    label: "blitz",
    names: OrdersName::Nothing,
    text: "where the next tank goes on to, alone or with a mechanized infantry; once for each tank",
    answers: &["stay", "TANK to Malaya", "TANK + MECH to Malaya"],
    policies: &["stay", "cautious", "balanced", "aggressive"],
    rule: "8-land, D1",
};

/// Where an attack stands: tanks that were sent on, and how much of the report is told.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LandState {
    steps: Vec<BlitzStep>,
    told: usize,
}

/// What came out of an attack.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LandOutcome {
    /// Messages, captures, sightings, battles and blitzes, in order.
    pub upshots: Vec<Upshot>,
}

impl Procedure for AttackTerritory {
    const ID: &'static str = "AAF-P03";
    const ROLES: &'static [Role] = &[MOVER];
    const PROMPTS: &'static [Prompt] = &[BLITZ];
    type Cx = LandRules;
    type Input = LandAttack;
    type Battle = LandAttack;
    type State = LandState;
    type Outcome = LandOutcome;

    fn begin(attack: LandAttack, _: &LandRules) -> Result<(LandAttack, LandState), Vec<Refusal>> {
        Ok((attack, LandState::default()))
    }

    fn step<'b>(
        attack: &'b LandAttack,
        state: LandState,
        rules: &'b LandRules,
        _: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, LandState, LandOutcome> {
        let told = conquest(attack, &state.steps, rules);
        for upshot in told.upshots.iter().skip(state.told) {
            upshot.log(&rules.texts, log);
        }
        match told.next {
            None => Flow::Done(LandOutcome { upshots: told.upshots }),
            Some((_, mech)) => Flow::Ask(ask(attack, state, told.upshots.len(), mech > 0)),
        }
    }

    fn so_far(attack: &LandAttack, state: &LandState, rules: &LandRules) -> LandOutcome {
        LandOutcome { upshots: conquest(attack, &state.steps, rules).upshots }
    }

    fn result(outcome: &LandOutcome) -> String {
        let one = |upshot: &Upshot| match upshot {
            Upshot::Capture { place, .. } => Some(format!("{place} taken without a battle")),
            Upshot::Onward { units, to, .. } => Some(format!("{units} to {to}")),
            Upshot::Battle { place, cause: Cause::Raid, .. } => Some(format!("raid on {place}")),
            Upshot::Battle { place, .. } => Some(format!("battle in {place}")),
            Upshot::Message(sent) => match &sent.message {
                Message::NothingForAircraft { .. } => Some("no battle, not taken".into()),
                _ => None,
            },
            _ => None,
        };
        let parts: Vec<String> = outcome.upshots.iter().filter_map(one).collect();
        if parts.is_empty() { "not allowed".into() } else { parts.join("; ") }
    }

    fn deeds(outcome: &LandOutcome) -> Vec<Deed> {
        outcome.upshots.iter().flat_map(Upshot::deeds).collect()
    }
}

/// The question where the next tank goes.
fn ask(attack: &LandAttack, state: LandState, told: usize, mech: bool) -> Ask<'_, LandState> {
    let mut attacked = attack.attacked.clone();
    attacked.push(attack.place.clone());
    let ground = BlitzGround { beside: &attack.beside, attacked: &attacked };
    let mut list = vec![Offer::new("stay", vec!["stay", "cautious", "balanced"], BlitzStep::Stay)];
    for (at, place) in ground.open().into_iter().enumerate() {
        let tags = if at == 0 { vec!["aggressive"] } else { Vec::new() };
        list.push(Offer::new(format!("TANK to {place}"), tags, BlitzStep::Tank(at)));
        if mech {
            list.push(Offer::new(format!("TANK + MECH to {place}"), Vec::new(), BlitzStep::Pair(at)));
        }
    }
    let then = move |step: &BlitzStep| {
        let mut steps = state.steps.clone();
        steps.push(*step);
        LandState { steps, told }
    };
    let text = format!("{} is yours: where does the next tank go?", attack.place);
    let Prompt { by, label, rule, .. } = BLITZ;
    Ask { by, label, about: None, text: Cow::Owned(text), rule, offers: few(list, then) }
}

impl Coded for AttackTerritory {
    const GAME: &'static str = "aafog";
    const NAME: &'static str = "attacking-a-territory";
    const KEYS: &'static [Key] = keys::KEYS;
    const CHOICES: &'static [&'static str] = ON_LAND;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<LandRules, ContextError> {
        let choices = choices(files, settings, ON_LAND)?;
        let mut faults = Vec::new();
        let table = LandTable::read(land::FILE, files.text(land::FILE)?, &mut faults);
        let texts = MessageTexts::read(MESSAGES, files.text(MESSAGES)?, &mut faults);
        match DataError::of(&faults) {
            Some(error) => Err(error.into()),
            None => Ok(LandRules { table, texts, readings: LandReadings::of(&choices) }),
        }
    }

    fn read(inputs: &Inputs) -> Result<LandAttack, Vec<KeyFault>> {
        read::attack(inputs)
    }
}
