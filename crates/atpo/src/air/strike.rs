//! An air strike from the search to the landing (ATPO-STRIKE): the links of the war in the air as one battle.
//!
//! Every rule is played by its own procedure; what stands here is their order, who is left for the next, and the
//! decisions between them.

mod begin;
mod decks;
mod dive;
mod ground;
mod idle;
mod kamikaze;
pub(crate) mod keys;
mod landing;
mod links;
mod meetings;
pub mod outcome;
pub mod part;
pub mod passage;
pub mod plan;
pub(crate) mod prompts;
pub(in crate::air) mod read;
pub mod state;

use keys::StrikeKeys;
use outcome::StrikeOutcome;
use plan::{Strike, StrikeTables};
use read::StrikeInput;
pub use read::{MOST_PLACES, MOST_ROOM, TAKES};
use state::{StrikeStage, StrikeState};

use super::airstrike::AirBombing;
use super::combat::tables::AirTables;
use super::coordination::CarrierCoordination;
use super::naval::AirNavalAttack;
use super::naval::numbers::AirSeaTables;
use super::sea_recon::SeaReconnaissance;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, TypedInput as _};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{
    Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role, Script as _,
};

/// What fights in the air and those who fly to them read here.
const COMBAT_CHOICES: &[&str] = &["committed_cap", "inclement", "interceptor_commit", "return_fire_trigger"];
/// What attacks on ships read here: as bombers and as Kamikazes.
const RAID_CHOICES: &[&str] = &["aa_minimum", "aa_roll", "kamikaze_rule", "recon_required"];

/// ATPO-STRIKE: search, launch, interception, air combat, the attack and the way back in the order of the rules.
pub struct StrikeMission;

impl Procedure for StrikeMission {
    const ID: &'static str = "ATPO-STRIKE";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = prompts::PROMPTS;
    const STEPS_APART: u64 = AirNavalAttack::STEPS_APART;
    const MEASURE: Option<&'static str> = Some("strength of air units and worth of ships");
    type Cx = StrikeTables;
    type Input = StrikeInput;
    type Battle = Strike;
    type State = StrikeState;
    type Outcome = StrikeOutcome;

    fn begin(input: StrikeInput, tables: &StrikeTables) -> Result<(Strike, StrikeState), Vec<Refusal>> {
        let strike = begin::strike(input, tables)?;
        let state = StrikeState::new(&strike);
        Ok((strike, state))
    }

    fn step<'b>(
        strike: &'b Strike,
        mut state: StrikeState,
        tables: &'b StrikeTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, StrikeState, StrikeOutcome> {
        // A link's state goes out of the whole while the link plays.
        let stage = std::mem::replace(&mut state.stage, StrikeStage::End);
        let link = links::StrikeLink { strike, state, tables };
        match stage {
            StrikeStage::SearchMagic(number) => link.search_magic(number),
            StrikeStage::Search(number, search) => link.search(number, search, dice, log),
            StrikeStage::Launch(side) => link.launch(side, dice, log),
            StrikeStage::Ground(from) => link.ground(from),
            StrikeStage::Evacuate(unit) => link.evacuate(unit, dice, log),
            StrikeStage::Call { side, from, joined } => link.call(side, from, joined),
            StrikeStage::Release(from) => link.release(from),
            StrikeStage::Early(fight) => link.early(fight, dice, log),
            StrikeStage::Fight(fight) => link.fight(fight, dice, log),
            StrikeStage::Designate(from) => link.designate(from, log),
            StrikeStage::Dive(attack) => link.dive(attack, dice, log),
            StrikeStage::Onward => link.onward(log),
            StrikeStage::Raid(attack) => link.raid(attack, dice, log),
            StrikeStage::Bomb(run) => link.bomb(run, dice, log),
            StrikeStage::Land(from) => link.land(from, log),
            StrikeStage::End => Flow::Done(outcome::close(strike, &link.state, tables, log)),
        }
    }

    fn so_far(strike: &Strike, state: &StrikeState, tables: &StrikeTables) -> StrikeOutcome {
        StrikeOutcome::of(strike, state, tables)
    }

    fn has_alike(strike: &Strike) -> bool {
        // Which of two equal carriers sinks matters to the aircraft that belong to it.
        let at_home = (0..strike.sides[1].units.len()).any(|unit| strike.home_ship(unit).is_some());
        !at_home && strike.raid.as_ref().is_some_and(AirNavalAttack::has_alike)
    }

    fn alike(strike: &Strike, mut state: StrikeState) -> StrikeState {
        state.stage = match (state.stage, &strike.raid, &strike.kamikazes.dive) {
            (StrikeStage::Raid(attack), Some(raid), _) => {
                StrikeStage::Raid(AirNavalAttack::alike(raid, attack))
            }
            (StrikeStage::Dive(attack), _, Some(dive)) => {
                StrikeStage::Dive(AirNavalAttack::alike(dive, attack))
            }
            (other, ..) => other,
        };
        state
    }

    fn in_short(_strike: &Strike, state: StrikeState) -> StrikeState {
        StrikeState { sighted: None, ..state }
    }

    fn result(outcome: &StrikeOutcome) -> String {
        outcome.result.clone()
    }

    fn deeds(outcome: &StrikeOutcome) -> Vec<Deed> {
        outcome.deeds.clone()
    }

    fn losses(strike: &Strike, outcome: &StrikeOutcome) -> Vec<UnitLoss> {
        outcome.losses(strike)
    }
}

impl Coded for StrikeMission {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "air-strike";
    const KEYS: &'static [Key] = StrikeKeys::KEYS;
    const CHOICES: &'static [&'static str] = &[
        "aa_minimum",
        "aa_roll",
        "burma_rail_target",
        "collateral_ground",
        "committed_cap",
        "inclement",
        "installation_result",
        "interceptor_commit",
        "kamikaze_rule",
        "launch_check_span",
        "recon_required",
        "return_fire_trigger",
    ];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<StrikeTables, ContextError> {
        Ok(StrikeTables {
            search: SeaReconnaissance::context(files, settings)?,
            launch: CarrierCoordination::context(files, settings)?,
            combat: AirTables::load(files, settings, COMBAT_CHOICES)?,
            raid: AirSeaTables::load(files, settings, RAID_CHOICES)?,
            bombs: AirBombing::context(files, settings)?,
        })
    }

    fn read(inputs: &Inputs) -> Result<StrikeInput, Vec<KeyFault>> {
        read::strike(inputs)
    }
}
