//! Entering a sea zone (AAF-P02), and the bump of a non-combat move (AAF-P04): one procedure under two names.

mod keys;
mod prompts;
mod read;

use serde::Serialize;

use super::chart::{self, SightChart};
use super::choices::{AT_SEA, SeaReadings};
use super::messages::{FILE as MESSAGES, MessageTexts};
use super::roles::{MOVER, OCCUPANT};
use super::sea_entry::{SeaDecisions, SeaEntry, SeaNext, SeaRules};
use super::unfold::{Unfolded, unfold};
use super::upshot::{Cause, Upshot};
use liege_rules::data::{DataError, Files};
use liege_rules::play::choices::{Choices, Setting};
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::inputs::{Inputs, Key, KeyFault};
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};

/// AAF-P02: a group enters a sea zone.
pub struct EnterZone;

/// Where an entry stands: how many decisions were made, which, and how much of the report is told.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeaState {
    made: usize,
    decisions: SeaDecisions,
    told: usize,
}

impl SeaState {
    fn with(&self, told: usize, decide: impl FnOnce(&mut SeaDecisions)) -> Self {
        let mut decisions = self.decisions.clone();
        decide(&mut decisions);
        Self { made: decisions.made(), decisions, told }
    }
}

/// What came out of an entry.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SeaOutcome {
    /// Messages, sightings, stops, battles and losses, in order.
    pub upshots: Vec<Upshot>,
    /// Whether a naval battle is fought in the zone, so that no ship bombards from it (D3, L51).
    pub naval_battle: bool,
}

impl SeaOutcome {
    fn of(unfolded: Unfolded) -> Self {
        Self { upshots: unfolded.upshots, naval_battle: unfolded.naval_battle }
    }
}

impl Procedure for EnterZone {
    const ID: &'static str = "AAF-P02";
    const ROLES: &'static [Role] = &[MOVER, OCCUPANT];
    const PROMPTS: &'static [Prompt] = prompts::PROMPTS;
    type Cx = SeaRules;
    type Input = SeaEntry;
    type Battle = SeaEntry;
    type State = SeaState;
    type Outcome = SeaOutcome;

    fn begin(entry: SeaEntry, _: &SeaRules) -> Result<(SeaEntry, SeaState), Vec<Refusal>> {
        Ok((entry, SeaState::default()))
    }

    fn step<'b>(
        entry: &'b SeaEntry,
        state: SeaState,
        rules: &'b SeaRules,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, SeaState, SeaOutcome> {
        let unfolded = unfold(entry, &state.decisions, rules);
        for upshot in unfolded.upshots.iter().skip(state.told) {
            upshot.log(&rules.texts, log);
        }
        let told = unfolded.upshots.len();
        match unfolded.next {
            SeaNext::Nothing => {
                if told == 0 {
                    log.line(|| ("meeting", "nobody learns anything", "", "C1, C13"));
                }
                Flow::Done(SeaOutcome::of(unfolded))
            }
            SeaNext::Die => {
                let face = dice.roll(Die::D6, "free shot");
                log.roll(Die::D6, face, || ("free shot", "hits on 2 or less", "C9 (L74)"));
                Flow::Next(state.with(told, |decisions| decisions.faces.push(face)))
            }
            next => Flow::Ask(prompts::ask(&next, &entry.contact.zone, state, told)),
        }
    }

    fn so_far(entry: &SeaEntry, state: &SeaState, rules: &SeaRules) -> SeaOutcome {
        SeaOutcome::of(unfold(entry, &state.decisions, rules))
    }

    fn result(outcome: &SeaOutcome) -> String {
        let one = |upshot: &Upshot| match upshot {
            Upshot::Barred { units, .. } => Some(format!("{units} do not enter")),
            Upshot::Battle { cause: Cause::Interception, .. } => Some("interception".to_owned()),
            Upshot::Battle { place, .. } => Some(format!("battle in {place}")),
            Upshot::Loss { units, .. } => Some(format!("lost: {units}")),
            Upshot::Stop { units, .. } => Some(format!("stopped: {units}")),
            _ => None,
        };
        let parts: Vec<String> = outcome.upshots.iter().filter_map(one).collect();
        if parts.is_empty() { "no combat".into() } else { parts.join("; ") }
    }

    fn deeds(outcome: &SeaOutcome) -> Vec<Deed> {
        outcome.upshots.iter().flat_map(Upshot::deeds).collect()
    }
}

impl Coded for EnterZone {
    const GAME: &'static str = "aafog";
    const NAME: &'static str = "entering-a-sea-zone";
    const KEYS: &'static [Key] = keys::KEYS;
    const CHOICES: &'static [&'static str] = AT_SEA;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaRules, ContextError> {
        let choices = choices(files, settings, AT_SEA)?;
        let mut faults = Vec::new();
        let chart = SightChart::read(chart::FILE, files.text(chart::FILE)?, &mut faults);
        let texts = MessageTexts::read(MESSAGES, files.text(MESSAGES)?, &mut faults);
        match DataError::of(&faults) {
            Some(error) => Err(error.into()),
            None => Ok(SeaRules { chart, texts, readings: SeaReadings::of(&choices) }),
        }
    }

    fn read(inputs: &Inputs) -> Result<SeaEntry, Vec<KeyFault>> {
        read::entry(inputs)
    }
}

/// The choices of the game with the players' settings, as far as a procedure reads them.
pub(super) fn choices(
    files: &dyn Files,
    settings: &[Setting],
    read: &[&str],
) -> Result<Choices, ContextError> {
    Ok(Choices::load(files, "rules/aafog/choices.toml")?.with(settings)?.only(read))
}
