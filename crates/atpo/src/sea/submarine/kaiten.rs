//! The Kaiten (ATPO-R24, 3.16.11): one attack of its own, after which it is gone.

use super::encounter::{Encounter, HuntOutcome, HuntState, kaiten};
use crate::forces::{ATTACKER, DEFENDER};
use crate::sea::bonus;
use crate::sea::combat::keys::MOONLIT;
use crate::sea::damage::{self, Afloat};
use crate::sea::magic::{self, MAGIC_KEY};
use crate::sea::tables::SeaTables;
use crate::sea::targets::TARGET;
use crate::sea::typed::{Intercepted, Moonlit, Others};
use liege_rules::data::Files;
use liege_rules::inputs;
use liege_rules::play::choices::Setting;
use liege_rules::play::inputs::Month;
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{ContextError, Played, Prompt, Refusal, Script, ScriptHead, TableTop};

/// ATPO-R24.
pub struct KaitenAttack;

const RULE: &str = "3.16.11";

inputs! {
    /// Whom a Kaiten attacks.
    #[derive(Debug, Clone)]
    pub struct KaitenTarget {
        /// the intercepted ships: CA 2-8/1-6, DD 0-5
        ships: Intercepted = "ships" | "target" | "task-force", "3.16.4";
        /// other enemy ships in the hex
        others: Others = "others" | "in-hex", "3.16.6";
        moonlit: Moonlit = MOONLIT;
        /// the month: a Kaiten comes in Summer 1944
        date: Option<Month> = "date" | "month" | "turn", RULE;
        /// other modifiers to its dice, with their sign
        drm: Option<i32> = "drm" | "modifier", "3.16.6", -20..=20;
        magic: Option<u8> = MAGIC_KEY;
    }
}

impl Script for KaitenAttack {
    const HEAD: ScriptHead = ScriptHead::of("atpo", "ATPO-R24", "kaiten")
        .asks(
            &[ATTACKER, DEFENDER],
            &[Prompt { rule: RULE, ..TARGET }, Prompt { by: DEFENDER, ..magic::PROMPT }, bonus::DEFENCE],
        )
        .measured(damage::MEASURE)
        .reads(&["hit_compare", "sub_first_target", "sub_screen"]);
    type Cx = SeaTables;
    type Input = KaitenTarget;
    type Battle = Encounter;
    type State = HuntState;
    type Outcome = HuntOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaTables, ContextError> {
        SeaTables::load(files, settings, Self::HEAD.choices())
    }

    fn begin(target: KaitenTarget, tables: &SeaTables) -> Result<(Encounter, HuntState), Vec<Refusal>> {
        let encounter = Encounter {
            is_kaiten: true,
            date: target.date.map(|month| month.0),
            moonlit: target.moonlit.0,
            drm: target.drm.unwrap_or_default(),
            // The Kaiten is Japan's.
            magic: target.magic.map(|number| (1, number)),
            ..Encounter::between(kaiten(&tables.numbers.kaiten), target.ships.0, target.others.0)
        };
        encounter.against(tables)?;
        let state = encounter.begin(Afloat::all(&encounter.boat), Afloat::all(&encounter.ships), false);
        Ok((encounter, state))
    }

    fn play<'b>(
        encounter: &'b Encounter,
        tables: &'b SeaTables,
        state: &mut HuntState,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        encounter.play(tables, state, at)
    }

    fn outcome(encounter: &Encounter, state: &HuntState) -> HuntOutcome {
        encounter.outcome(state)
    }

    fn losses(encounter: &Encounter, outcome: &HuntOutcome) -> Vec<UnitLoss> {
        encounter.losses(outcome)
    }
}
