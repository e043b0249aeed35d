//! Land combat (ATPO-R39) with step losses, retreats, advances and landings, and the small procedures around it.

mod aftermath;
mod airlift;
mod alike;
mod aloft;
pub mod attack;
pub mod battle;
mod contradictions;
pub mod defence;
pub mod drops;
mod ends;
pub mod generals;
mod idle_air;
pub mod keys;
mod losses;
pub mod modifiers;
pub mod outcome;
mod prompts;
mod read;
pub mod restrictions;
pub mod retreat;
mod sides;
pub mod strength;

use std::cmp::Reverse;

use attack::Attack;
use battle::{Fight, LandBattle, Stage, State, WithoutDie};
use keys::LandKeys;
use outcome::Outcome;

use super::air::strike::StrikeMission;
use super::air::strike::passage::{AirPassage, PassageInput};
use super::air::strike::plan::StrikeTables;
use super::crt::Tables;
use super::forces::{self, ATTACKER, DEFENDER};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, TypedInput as _};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};

/// ATPO-R39: one land attack from strengths to advance.
pub struct LandCombat;

impl Procedure for LandCombat {
    const ID: &'static str = "ATPO-R39";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = prompts::PROMPTS;
    const MEASURE: Option<&'static str> = Some("steps");
    type Cx = (Tables, StrikeTables);
    type Input = (Attack, Option<PassageInput>);
    type Battle = LandBattle;
    type State = State;
    type Outcome = Outcome;

    fn begin(
        (attack, met): Self::Input,
        (tables, air_tables): &Self::Cx,
    ) -> Result<(LandBattle, State), Vec<Refusal>> {
        let mut refusals = restrictions::against(&attack, tables);
        let own = met.as_ref().map_or(&*attack.attacker.air, PassageInput::own);
        let points = tables.numbers.paradrop.points;
        let airlift = airlift::of(attack.attacker.units(), own, met.is_some(), points);
        let airlift = airlift.map_err(|more| refusals.extend(more)).unwrap_or_default();
        let passage = met.map(|met| AirPassage::of(met, air_tables)).transpose();
        let passage = passage.map_err(|more| refusals.extend(more)).ok().flatten();
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let numbers = &air_tables.combat.units;
        let unmet = [&attack.attacker, &attack.defender].map(|force| aloft::unmet(&force.air, numbers));
        let battle = LandBattle { attack, airlift, passage, unmet };
        let state = State::new(&battle);
        Ok((battle, state))
    }

    fn step<'b>(
        battle: &'b LandBattle,
        state: State,
        cx: &'b Self::Cx,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, State, Outcome> {
        let battle = Fight::of(battle, state, cx);
        match battle.phase {
            Stage::Air => battle.meet(dice, log),
            Stage::Drops(from) => Flow::Next(drops::next(battle, from, dice, log)),
            Stage::Fight => Flow::Next(fight(battle, dice, log)),
            Stage::AttackerLosses(Reverse(left)) => losses::attacker(battle, left, log),
            Stage::Answer => losses::answer(battle, log),
            Stage::DefenderLosses(Reverse(left)) => losses::defender(battle, left, log),
            Stage::Destinations(from) => losses::destination(battle, from),
            Stage::Generals(from) => Flow::Next(generals::next(battle, from, dice, log)),
            Stage::Paratroops => Flow::Next(aftermath::paratroops(battle, log)),
            Stage::Spared(Reverse(left)) => losses::spared(battle, left),
            Stage::After => aftermath::advance_or_land(battle, log),
            Stage::Advances(from) => aftermath::advance_one(battle, from),
            Stage::End => Flow::Done(aftermath::close(battle, log)),
        }
    }

    fn has_alike(battle: &LandBattle) -> bool {
        battle.attack.alike.exist()
    }

    fn alike(battle: &LandBattle, state: State) -> State {
        alike::in_order(&battle.attack, state)
    }

    fn so_far(battle: &LandBattle, state: &State, cx: &Self::Cx) -> Outcome {
        Outcome::of(&Fight::of(battle, state.clone(), cx))
    }

    fn result(outcome: &Outcome) -> String {
        outcome.result.clone()
    }

    fn odds(outcome: &Outcome) -> Option<String> {
        outcome.odds.clone()
    }

    fn deeds(outcome: &Outcome) -> Vec<Deed> {
        outcome.deeds()
    }

    fn losses(battle: &LandBattle, outcome: &Outcome) -> Vec<UnitLoss> {
        outcome.losses(battle)
    }
}

impl Coded for LandCombat {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "land-combat";
    const KEYS: &'static [Key] = LandKeys::KEYS;
    const CHOICES: &'static [&'static str] = &[
        "bomber_defence",
        "interceptor_commit",
        "launch_check_span",
        "marine_amphib",
        "return_fire_trigger",
        "river_drm",
        "unoccupied_fort",
        "weather_land_drm",
    ];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        Ok((forces::tables(files, settings, Self::CHOICES)?, StrikeMission::context(files, settings)?))
    }

    fn read(inputs: &Inputs) -> Result<Self::Input, Vec<KeyFault>> {
        let attack = Attack::read(inputs)?;
        let mut faults = Vec::new();
        let met = aloft::read(inputs, attack.sneak == 1, &mut faults);
        faults.extend(idle_air::of(inputs));
        if !faults.is_empty() {
            return Err(faults);
        }
        let unknown_steps =
            matches!(attack.defender.troops, attack::Troops::Total(strength, None) if strength > 0);
        if unknown_steps && attack.coastal_fort && attack.amphibious && !attack.only_partisans() {
            let fault =
                KeyFault::new("defence-steps", "is missing: a coastal fort adds 1 for each defending step");
            return Err(vec![fault.help("give defence-steps, or the defenders as units")]);
        }
        Ok((attack, met))
    }
}

/// What an attack comes to before its die is rolled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assessment {
    /// Total strength of the attack.
    pub attack: u32,
    /// Total strength of the defence.
    pub defence: u32,
    /// Index of the odds column.
    pub column: usize,
    /// Its name: `2-1`.
    pub odds: String,
    /// The sum of the modifiers.
    pub drm: i32,
}

/// Strengths, odds and modifiers of a battle as it stands.
#[must_use]
pub fn assess(battle: &Fight<'_>, log: &mut Log) -> Assessment {
    let tables = battle.tables;
    let alive = battle.attackers_alive();
    let attack = strength::attack(battle, log);
    let defence = strength::defence(battle, log);
    let column = tables.crt.column(attack, defence);
    let odds = tables.crt.columns[column].text.clone();
    log.line(|| {
        let why = tables.crt.why(attack, defence);
        ("odds", odds.clone(), format!("{attack} against {defence}, {why}"), "11.6.2")
    });
    let units: Vec<_> = battle
        .attack
        .attacker
        .units()
        .iter()
        .zip(&alive)
        .filter(|(_, alive)| **alive)
        .map(|(unit, _)| unit)
        .collect();
    let modifiers = modifiers::all(battle, &units);
    for modifier in &modifiers {
        log.line(|| {
            (
                format!("modifier: {}", modifier.name),
                format!("{:+}", modifier.value),
                modifier.cause.clone(),
                modifier.rule,
            )
        });
    }
    let drm = modifiers.iter().map(|modifier| modifier.value).sum();
    log.line(|| ("modifiers", format!("{drm:+}"), "sum", "11.6.5"));
    Assessment { attack, defence, column, odds, drm }
}

/// A die with its modifier: `4 - 1`.
fn spaced(die: i32, drm: i32) -> String {
    let sign = if drm < 0 { '-' } else { '+' };
    format!("{die} {sign} {}", drm.unsigned_abs())
}

fn fight(mut battle: Fight<'_>, dice: &mut dyn Dice, log: &mut Log) -> State {
    if battle.attack.only_partisans() {
        log.line(|| ("result", "partisans eliminated", "an attack on partisans needs no roll", "16.3.8"));
        battle.without_die = Some(WithoutDie::Partisans);
        battle.defenders.iter_mut().for_each(battle::eliminate);
        return battle.at(Stage::Paratroops);
    }
    if battle.attack.is_unopposed() && battle.attackers_left() {
        log.line(|| {
            let cause =
                "no combat unit, fort or intrinsic garrison in the hex; the rules leave this open (gap G90)";
            ("result", "taken without a die", cause, "3.14.5.1")
        });
        battle.without_die = Some(WithoutDie::Nobody);
        generals::leave_without_troops(&mut battle, log);
        return battle.at(Stage::Paratroops);
    }
    let assessment = assess(&battle, log);
    let crt = &battle.tables.crt;
    let cell_of = |die: u8| crt.cell(i32::from(die) + assessment.drm, assessment.column);
    let face = dice.roll_into(Die::D6, "land combat", &|die| cell_of(die).class());
    let cell = cell_of(face);
    let die = i32::from(face);
    let roll = die + assessment.drm;
    let row = crt.row(roll);
    log.roll(Die::D6, face, || ("die", "1d6", "11.6.2"));
    log.line(|| {
        let cause = if row == roll {
            spaced(die, assessment.drm)
        } else {
            format!("{} is {roll}, off the table", spaced(die, assessment.drm))
        };
        ("row", row.to_string(), cause, "11.6.6")
    });
    log.line(|| ("result", cell.text(), format!("row {row}, column {}", assessment.odds), "11.6.6"));
    battle.attack_strength = assessment.attack;
    battle.defence_strength = assessment.defence;
    battle.column = Some(assessment.column);
    losses::apply(battle, cell, log)
}
