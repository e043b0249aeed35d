//! Air-naval attacks and anti-aircraft fire (ATPO-R31), and Kamikazes (ATPO-R32), which attack by the same steps.

mod attack;
pub mod battle;
mod course;
mod flak;
pub mod kamikaze;
pub mod kamikaze_rule;
pub mod keys;
pub mod numbers;
pub mod outcome;
pub(super) mod prompts;
pub mod read;
pub mod state;

use battle::AirAttack;
use keys::AirNavalKeys;
use numbers::AirSeaTables;
use outcome::AirAttackOutcome;
use read::AirStrike;
use state::AirAttackState;

use super::flight::Flight;
use crate::forces::{ATTACKER, DEFENDER};
use crate::sea::damage::Afloat;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, TypedInput as _};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};

/// ATPO-R31: air units attack the ships of one place.
pub struct AirNavalAttack;

/// Steps after which equal units are counted as one.
const STEPS_APART: u64 = 20_000;

impl Procedure for AirNavalAttack {
    const ID: &'static str = "ATPO-R31";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = prompts::PROMPTS;
    const STEPS_APART: u64 = STEPS_APART;
    const MEASURE: Option<&'static str> = Some(outcome::MEASURE);
    type Cx = AirSeaTables;
    type Input = AirStrike;
    type Battle = AirAttack;
    type State = AirAttackState;
    type Outcome = AirAttackOutcome;

    fn begin(strike: AirStrike, tables: &AirSeaTables) -> Result<(AirAttack, AirAttackState), Vec<Refusal>> {
        let refusals = read::against(&strike, tables);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let mut attack = strike.attack;
        // Of units that name no nation the ships tell it, whoever looks.
        for unit in (0..attack.air.len()).filter(|unit| attack.is_japanese(*unit)).collect::<Vec<_>>() {
            attack.air[unit].nation.get_or_insert("JP");
        }
        let state = begin_all(&attack, tables);
        Ok((attack, state))
    }

    fn step<'b>(
        attack: &'b AirAttack,
        state: AirAttackState,
        tables: &'b AirSeaTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, AirAttackState, AirAttackOutcome> {
        course::step(attack, state, tables, dice, log)
    }

    fn has_alike(attack: &AirAttack) -> bool {
        attack.has_alike()
    }

    fn alike(attack: &AirAttack, state: AirAttackState) -> AirAttackState {
        state.in_order(attack)
    }

    fn so_far(attack: &AirAttack, state: &AirAttackState, tables: &AirSeaTables) -> AirAttackOutcome {
        AirAttackOutcome::of(attack, state, tables)
    }

    fn result(outcome: &AirAttackOutcome) -> String {
        outcome.in_words()
    }

    fn deeds(outcome: &AirAttackOutcome) -> Vec<Deed> {
        outcome.deeds()
    }

    fn losses(attack: &AirAttack, outcome: &AirAttackOutcome) -> Vec<UnitLoss> {
        outcome.losses(attack)
    }
}

/// All units of an attack as they come, those that may bomb as bombers.
fn begin_all(attack: &AirAttack, tables: &AirSeaTables) -> AirAttackState {
    let mut flight = Flight::all(&attack.air);
    for (at, _) in attack.air.iter().enumerate().filter(|(_, unit)| unit.may_bomb()) {
        flight.declare(at, true);
    }
    AirAttackState::with(flight, Afloat::all(&attack.ships), attack, tables)
}

impl Coded for AirNavalAttack {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "air-naval-attack";
    const KEYS: &'static [Key] = AirNavalKeys::KEYS;
    const CHOICES: &'static [&'static str] = &["aa_minimum", "aa_roll", "recon_required"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<AirSeaTables, ContextError> {
        AirSeaTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<AirStrike, Vec<KeyFault>> {
        read::by_bombers(inputs)
    }
}
