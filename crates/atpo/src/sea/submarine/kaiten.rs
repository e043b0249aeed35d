//! The Kaiten (ATPO-R24, 3.16.11): one attack of its own, after which it is gone.

use super::declared::against_sides;
use super::encounter::{Encounter, HuntOutcome, HuntState, kaiten};
use super::hunt::read::read_ships;
use super::hunt::{step, too_early};
use crate::forces::{ATTACKER, DEFENDER};
use crate::sea::bonus;
use crate::sea::combat::keys::MOONLIT;
use crate::sea::damage;
use crate::sea::magic::{self, MAGIC_KEY};
use crate::sea::tables::SeaTables;
use crate::sea::targets::TARGET;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};

/// ATPO-R24.
pub struct KaitenAttack;

const RULE: &str = "3.16.11";

const KEYS: &[Key] = &[
    Key::new(
        "ships",
        &["target", "task-force"],
        KeyKind::List,
        "3.16.4",
        "the intercepted ships: CA 2-8/1-6, DD 0-5",
    ),
    Key::new("others", &["in-hex"], KeyKind::List, "3.16.6", "other enemy ships in the hex"),
    MOONLIT,
    Key::new("date", &["month", "turn"], KeyKind::Month, RULE, "the month: a Kaiten comes in Summer 1944"),
    Key::new(
        "drm",
        &["modifier"],
        KeyKind::Number(-20, 20),
        "3.16.6",
        "other modifiers to its dice, with their sign",
    ),
    MAGIC_KEY,
];

impl Procedure for KaitenAttack {
    const ID: &'static str = "ATPO-R24";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] =
        &[Prompt { rule: RULE, ..TARGET }, Prompt { by: DEFENDER, ..magic::PROMPT }, bonus::DEFENCE];
    const MEASURE: Option<&'static str> = Some(damage::MEASURE);
    type Cx = SeaTables;
    type Input = Encounter;
    type Battle = Encounter;
    type State = HuntState;
    type Outcome = HuntOutcome;

    fn begin(given: Encounter, tables: &SeaTables) -> Result<(Encounter, HuntState), Vec<Refusal>> {
        too_early(&given, tables)?;
        let encounter = Encounter { boat: vec![kaiten(&tables.numbers.kaiten)], is_kaiten: true, ..given };
        against_sides(&encounter, tables)?;
        let state = encounter.begin();
        Ok((encounter, state))
    }

    fn step<'b>(
        encounter: &'b Encounter,
        state: HuntState,
        tables: &'b SeaTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, HuntState, HuntOutcome> {
        step(encounter, state, tables, dice, log)
    }

    fn so_far(encounter: &Encounter, state: &HuntState, _: &SeaTables) -> HuntOutcome {
        encounter.outcome(state)
    }

    fn result(outcome: &HuntOutcome) -> String {
        outcome.in_words()
    }

    fn deeds(outcome: &HuntOutcome) -> Vec<Deed> {
        outcome.deeds()
    }

    fn losses(encounter: &Encounter, outcome: &HuntOutcome) -> Vec<UnitLoss> {
        encounter.losses(outcome)
    }
}

impl Coded for KaitenAttack {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "kaiten";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["hit_compare", "sub_first_target", "sub_screen"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaTables, ContextError> {
        SeaTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<Encounter, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let encounter = read_ships(inputs, &mut faults);
        // The Kaiten is Japan's.
        let magic = magic::number(inputs).map(|number| (1, number));
        if faults.is_empty() { Ok(Encounter { magic, ..encounter }) } else { Err(faults) }
    }
}
