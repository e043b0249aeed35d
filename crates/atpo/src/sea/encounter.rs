//! An encounter at sea from the search to the last shot (ATPO-ENCOUNTER): the links of the war at sea as one battle.
//!
//! Every rule is played by its own procedure; what stands here is their order, who is left for the next, and the
//! decisions between them.
//!
//! The state is an enum of the links' own states; `Flow::within` lifts a link's step, question or end into the
//! whole, so that no rule is written twice. Between links `FleetLeft` holds what is left of both forces. Questions
//! that go to another side here are renamed (`Flow::asking`), policy words with two meanings here too
//! (`Flow::worded`). A strike (`atpo::air::strike`) is built the same way and is itself a link of the encounter
//! (`strike::part`); links of a strike hand on a `Flight` for each air unit and `Afloat` for the ships. `AirPassage`
//! is a strike without a target: air transport, economic bombers, changes of base, ground support
//! (`land_combat::aloft`). A unit that may be in the air without a fight has a twin in the list, so that
//! declarations need not change.

mod aircraft;
mod chits;
mod decks;
mod idle;
mod keys;
mod launch;
mod links;
mod mines_chit;
mod outcome;
mod prompts;
mod read;
mod sortie;
mod state;
mod told;

use sortie::{Sortie, SortieTables};
use state::{SortieStage, SortieState};

use super::batteries::CoastalBattery;
use super::combat::NavalCombat;
use super::evasion::Evasion;
use super::fort_mines::FortMines;
use super::interception::Interception;
use super::mines::PortMines;
use super::night::NightMoves;
use super::submarine::hunt::SubmarineAttack;
use crate::air::naval::AirNavalAttack;
use crate::air::strike::StrikeMission;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{
    Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role, Script as _, Sum as _,
};
use outcome::SortieOutcome;
use read::SortieInput;

/// ATPO-ENCOUNTER: interception, night, air strikes of carriers, evasion, combat, mines and batteries in the order of the rules.
pub struct NavalEncounter;

impl Procedure for NavalEncounter {
    const ID: &'static str = "ATPO-ENCOUNTER";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = prompts::PROMPTS;
    const SECRET: &'static [&'static str] = NavalCombat::SECRET;
    const STEPS_APART: u64 = NavalCombat::STEPS_APART;
    const MEASURE: Option<&'static str> = AirNavalAttack::MEASURE;
    type Cx = SortieTables;
    type Input = SortieInput;
    type Battle = Sortie;
    type State = SortieState;
    type Outcome = SortieOutcome;

    fn begin(input: SortieInput, tables: &SortieTables) -> Result<(Sortie, SortieState), Vec<Refusal>> {
        let sortie = Sortie::of(input, tables)?;
        let barred = chits::against(&sortie, &tables.evasion);
        if sortie.evasion_chits > 0 && !barred.is_empty() {
            return Err(barred);
        }
        let state = SortieState::new(&sortie);
        Ok((sortie, state))
    }

    fn step<'b>(
        sortie: &'b Sortie,
        mut state: SortieState,
        tables: &'b SortieTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, SortieState, SortieOutcome> {
        // A link's state goes out of the whole while the link plays.
        let stage = std::mem::replace(&mut state.stage, SortieStage::Search(None));
        let link = links::Link { sortie, state, tables };
        match stage {
            SortieStage::SeaMines(mines) => link.sea_mines(mines, false, dice, log),
            SortieStage::ReactionMines(mines) => link.sea_mines(mines, true, dice, log),
            SortieStage::Mines(mines) => link.mines(mines, SortieStage::Mines, dice, log),
            SortieStage::Search(under_way) => link.search(under_way, dice, log),
            SortieStage::Night(choice) => link.night(choice, dice, log),
            SortieStage::Launch(from, kept) => link.launch(from, kept, log),
            SortieStage::Strike(flown) => link.strike(*flown, dice, log),
            SortieStage::Evade(way) => link.evade(way, log),
            SortieStage::Fight(battle) => link.fight(battle, dice, log),
            SortieStage::Attack(hunt) => link.attack(hunt, dice, log),
            SortieStage::GoOn => link.go_on(log),
            SortieStage::LateMines(mines) => link.mines(mines, SortieStage::LateMines, dice, log),
            SortieStage::Battery(battery) => link.battery(battery, dice, log),
            SortieStage::End => Flow::Done(outcome::close(sortie, &link.state, tables, log)),
        }
    }

    fn has_alike(sortie: &Sortie) -> bool {
        NavalCombat::has_alike(&sortie.by_day)
    }

    fn alike(sortie: &Sortie, mut state: SortieState) -> SortieState {
        state.stage = match state.stage {
            SortieStage::Fight(battle) => SortieStage::Fight(NavalCombat::alike(&sortie.by_day, battle)),
            other => other,
        };
        state
    }

    fn so_far(sortie: &Sortie, state: &SortieState, tables: &SortieTables) -> SortieOutcome {
        SortieOutcome::of(sortie, &state.folded(sortie, tables), tables)
    }

    fn result(outcome: &SortieOutcome) -> String {
        outcome.result.clone()
    }

    fn deeds(outcome: &SortieOutcome) -> Vec<Deed> {
        outcome.deeds.clone()
    }

    fn losses(sortie: &Sortie, outcome: &SortieOutcome) -> Vec<UnitLoss> {
        outcome.losses(sortie)
    }
}

impl Coded for NavalEncounter {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "naval-encounter";
    const KEYS: &'static [Key] = keys::KEYS;
    const CHOICES: &'static [&'static str] = &[
        "aa_minimum",
        "aa_roll",
        "active_sub_intercept",
        "admiral_encounter",
        "battery_screen",
        "damaged_sub_round",
        "hit_compare",
        "inclement",
        "interception_repeat",
        "launch_check_span",
        "natural_6_automatic",
        "night_die",
        "reactive_naval_phase",
        "return_fire_trigger",
        "screened_fire",
        "search_group_bonus",
        "sub_first_target",
        "sub_screen",
        "target_scope",
        "torpedo_users",
        "weather_interception",
    ];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SortieTables, ContextError> {
        Ok(SortieTables {
            search: Interception::context(files, settings)?,
            night: NightMoves::context(files, settings)?,
            strike: StrikeMission::context(files, settings)?,
            evasion: Evasion::context(files, settings)?,
            combat: NavalCombat::context(files, settings)?,
            submarine: SubmarineAttack::context(files, settings)?,
            sea_mines: FortMines::context(files, settings)?,
            mines: PortMines::context(files, settings)?,
            battery: CoastalBattery::context(files, settings)?,
        })
    }

    fn read(inputs: &Inputs) -> Result<SortieInput, Vec<KeyFault>> {
        read::sortie(inputs)
    }
}
