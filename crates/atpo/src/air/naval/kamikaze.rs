//! Kamikazes (ATPO-R32): the Kamikaze Check, and attacks whose air units are gone afterwards (16.4; 4.10.6 by choice).

pub mod barred;
mod read;

use serde::Serialize;

use super::battle::AirAttack;
use super::numbers::AirSeaTables;
use super::outcome::{self, AirAttackOutcome};
use super::state::{AirAttackStage, AirAttackState};
use super::{STEPS_APART, begin_all, course, prompts};
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::inputs::{Inputs, Key, KeyFault};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};

pub use read::{KamikazeMission, SuicideStrike, dive};

/// ATPO-R32.
pub struct KamikazeAttack;

/// What is done.
#[derive(Debug, Clone)]
pub enum KamikazeBattle {
    /// The Kamikaze Check.
    Check,
    /// An attack, and where it is allowed: the range of the Check and how far from Japan the ships are.
    Attack(AirAttack, Option<(i64, i64)>),
}

/// How far it has come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum KamikazeState {
    /// The dice of the Check.
    Check,
    /// The attack.
    Attack(AirAttackState),
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum KamikazeOutcome {
    /// Of the Check.
    Range {
        /// Hexes from Japan, up to which ships may be attacked; none before the dice.
        range: Option<u16>,
    },
    /// Of an attack.
    Attack(AirAttackOutcome),
}

impl Procedure for KamikazeAttack {
    const ID: &'static str = "ATPO-R32";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = prompts::PROMPTS;
    const STEPS_APART: u64 = STEPS_APART;
    const MEASURE: Option<&'static str> = Some(outcome::MEASURE);
    type Cx = AirSeaTables;
    type Input = KamikazeMission;
    type Battle = KamikazeBattle;
    type State = KamikazeState;
    type Outcome = KamikazeOutcome;

    fn begin(
        mission: KamikazeMission,
        tables: &AirSeaTables,
    ) -> Result<(KamikazeBattle, KamikazeState), Vec<Refusal>> {
        let refusals = barred::against(&mission, tables);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let KamikazeMission::Attack(strike) = mission else {
            return Ok((KamikazeBattle::Check, KamikazeState::Check));
        };
        let tripwire = strike.shown();
        let attack = strike.attack(tables);
        let state = begin_all(&attack, tables);
        Ok((KamikazeBattle::Attack(attack, tripwire), KamikazeState::Attack(state)))
    }

    fn step<'b>(
        battle: &'b KamikazeBattle,
        state: KamikazeState,
        tables: &'b AirSeaTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, KamikazeState, KamikazeOutcome> {
        match (battle, state) {
            (KamikazeBattle::Attack(attack, tripwire), KamikazeState::Attack(state)) => {
                if let Some(shown) = tripwire.filter(|_| state.stage == AirAttackStage::Start) {
                    show(shown, log);
                }
                course::step(attack, state, tables, dice, log)
                    .within(KamikazeState::Attack, |outcome| Flow::Done(KamikazeOutcome::Attack(outcome)))
            }
            _ => Flow::Done(check(tables, dice, log)),
        }
    }

    fn has_alike(battle: &KamikazeBattle) -> bool {
        matches!(battle, KamikazeBattle::Attack(attack, _) if attack.has_alike())
    }

    fn alike(battle: &KamikazeBattle, state: KamikazeState) -> KamikazeState {
        match (battle, state) {
            (KamikazeBattle::Attack(attack, _), KamikazeState::Attack(state)) => {
                KamikazeState::Attack(state.in_order(attack))
            }
            (_, state) => state,
        }
    }

    fn so_far(battle: &KamikazeBattle, state: &KamikazeState, tables: &AirSeaTables) -> KamikazeOutcome {
        match (battle, state) {
            (KamikazeBattle::Attack(attack, _), KamikazeState::Attack(state)) => {
                KamikazeOutcome::Attack(AirAttackOutcome::of(attack, state, tables))
            }
            _ => KamikazeOutcome::Range { range: None },
        }
    }

    fn result(outcome: &KamikazeOutcome) -> String {
        match outcome {
            KamikazeOutcome::Range { range: Some(range) } => format!("within {range} hexes of Japan"),
            KamikazeOutcome::Range { range: None } => "not rolled".into(),
            KamikazeOutcome::Attack(outcome) => outcome.in_words(),
        }
    }

    fn deeds(outcome: &KamikazeOutcome) -> Vec<Deed> {
        match outcome {
            KamikazeOutcome::Range { .. } => Vec::new(),
            KamikazeOutcome::Attack(outcome) => outcome.deeds(),
        }
    }

    fn losses(battle: &KamikazeBattle, outcome: &KamikazeOutcome) -> Vec<UnitLoss> {
        match (battle, outcome) {
            (KamikazeBattle::Attack(attack, _), KamikazeOutcome::Attack(outcome)) => outcome.losses(attack),
            _ => Vec::new(),
        }
    }
}

/// The Check is shown with the first mission (16.4.2).
pub fn show((range, far): (i64, i64), log: &mut Log) {
    let cause = format!("the ships are {far} from Japan; the Check is shown now");
    log.line(|| ("Kamikaze range", format!("{range} hexes"), cause, "16.4.2"));
}

/// The Kamikaze Check (16.4.1).
fn check(tables: &AirSeaTables, dice: &mut dyn Dice, log: &mut Log) -> KamikazeOutcome {
    const RULE: &str = "16.4.1";
    let count = tables.numbers.kamikaze.check_dice;
    let mut range = 0;
    for _ in 0..count {
        let face = dice.roll(Die::D6, "Kamikaze Check");
        log.roll(Die::D6, face, || ("Kamikaze Check: die", format!("{count}d6"), RULE));
        range += u16::from(face);
    }
    log.line(|| {
        let cause = "once in a game; Japan keeps it secret until its first such mission";
        ("Kamikaze Check", range.to_string(), cause, RULE)
    });
    log.line(|| {
        let cause = "located Western Allied surface forces this close to Japan may be attacked";
        ("Kamikaze range", format!("{range} hexes"), cause, "16.4.2")
    });
    KamikazeOutcome::Range { range: Some(range) }
}

impl Coded for KamikazeAttack {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "kamikaze";
    const KEYS: &'static [Key] = read::KEYS;
    const CHOICES: &'static [&'static str] = &["aa_minimum", "aa_roll", "kamikaze_rule"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<AirSeaTables, ContextError> {
        AirSeaTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<KamikazeMission, Vec<KeyFault>> {
        read::mission(inputs)
    }
}
