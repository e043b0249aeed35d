//! An encounter at sea from the search to the last shot (ATPO-ENCOUNTER): the links of the war at sea as one battle.
//!
//! Every rule is played by its own procedure; what stands here is their order, who is left for the next, and the
//! decisions between them.

mod keys;
mod links;
mod outcome;
mod passage;
mod prompts;
mod read;
mod state;

use passage::{Passage, PassageTables};
use state::{PassageStage, PassageState};

use super::batteries::CoastalBattery;
use super::combat::NavalCombat;
use super::evasion::Evasion;
use super::interception::Interception;
use super::mines::PortMines;
use super::night::NightMoves;
use super::submarine::hunt::SubmarineAttack;
use crate::rules::atpo::forces::{ATTACKER, DEFENDER};
use crate::rules::choices::Setting;
use crate::rules::data::Files;
use crate::rules::deeds::Deed;
use crate::rules::dice::Dice;
use crate::rules::inputs::{Inputs, Key, KeyFault};
use crate::rules::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role, Sum as _};
use outcome::PassageOutcome;
use read::PassageInput;

/// ATPO-ENCOUNTER: interception, night, evasion, combat, mines and batteries in the order of the rules.
pub struct NavalEncounter;

impl Procedure for NavalEncounter {
    const ID: &'static str = "ATPO-ENCOUNTER";
    const POLICIES: &'static [&'static str] = prompts::POLICIES;
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = prompts::PROMPTS;
    const STEPS_APART: u64 = NavalCombat::STEPS_APART;
    type Cx = PassageTables;
    type Input = PassageInput;
    type Battle = Passage;
    type State = PassageState;
    type Outcome = PassageOutcome;

    fn begin(input: PassageInput, tables: &PassageTables) -> Result<(Passage, PassageState), Vec<Refusal>> {
        let passage = Passage::of(input, tables)?;
        let state = PassageState::new(&passage);
        Ok((passage, state))
    }

    fn step<'b>(
        passage: &'b Passage,
        mut state: PassageState,
        tables: &'b PassageTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, PassageState, PassageOutcome> {
        // A link's state goes out of the whole while the link plays.
        let stage = std::mem::replace(&mut state.stage, PassageStage::Search);
        let link = links::Link { passage, state, tables };
        match stage {
            PassageStage::Mines(mines) => link.mines(mines, PassageStage::Mines, dice, log),
            PassageStage::Search => link.search(dice, log),
            PassageStage::Night(choice) => link.night(choice, dice, log),
            PassageStage::Evade(way) => link.evade(way, log),
            PassageStage::Fight(battle) => link.fight(battle, dice, log),
            PassageStage::Attack(hunt) => link.attack(hunt, dice, log),
            PassageStage::GoOn => link.go_on(log),
            PassageStage::LateMines(mines) => link.mines(mines, PassageStage::LateMines, dice, log),
            PassageStage::Battery(battery) => link.battery(battery, dice, log),
            PassageStage::End => Flow::Done(outcome::close(passage, &link.state, tables, log)),
        }
    }

    fn has_alike(passage: &Passage) -> bool {
        NavalCombat::has_alike(&passage.by_day)
    }

    fn alike(passage: &Passage, mut state: PassageState) -> PassageState {
        state.stage = match state.stage {
            PassageStage::Fight(battle) => PassageStage::Fight(NavalCombat::alike(&passage.by_day, battle)),
            other => other,
        };
        state
    }

    fn so_far(passage: &Passage, state: &PassageState, tables: &PassageTables) -> PassageOutcome {
        PassageOutcome::of(passage, &state.folded(passage), tables)
    }

    fn result(outcome: &PassageOutcome) -> String {
        outcome.result.clone()
    }

    fn deeds(outcome: &PassageOutcome) -> Vec<Deed> {
        outcome.deeds.clone()
    }
}

impl Coded for NavalEncounter {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "naval-encounter";
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-ENCOUNTER.md";
    const KEYS: &'static [Key] = keys::KEYS;
    const CHOICES: &'static [&'static str] = &[
        "active_sub_intercept",
        "admiral_encounter",
        "battery_screen",
        "damaged_sub_round",
        "hit_compare",
        "inclement",
        "interception_repeat",
        "natural_6_automatic",
        "night_die",
        "reactive_naval_phase",
        "screened_fire",
        "search_group_bonus",
        "sub_first_target",
        "sub_screen",
        "target_scope",
        "weather_interception",
    ];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<PassageTables, ContextError> {
        Ok(PassageTables {
            search: Interception::context(files, settings)?,
            night: NightMoves::context(files, settings)?,
            evasion: Evasion::context(files, settings)?,
            combat: NavalCombat::context(files, settings)?,
            submarine: SubmarineAttack::context(files, settings)?,
            mines: PortMines::context(files, settings)?,
            battery: CoastalBattery::context(files, settings)?,
        })
    }

    fn read(inputs: &Inputs) -> Result<PassageInput, Vec<KeyFault>> {
        read::passage(inputs)
    }
}
