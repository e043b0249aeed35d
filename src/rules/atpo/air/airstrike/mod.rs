//! Bombing of installations from the air (ATPO-R37, 4.13): each target has a throw of its own on the Bombing Table.

pub mod read;

use serde::Serialize;

use super::aircraft::Aircraft;
use super::flak;
use super::flight::{self, Flight, HitAircraft};
use super::numbers::{self as units, AirNumbers};
use crate::rules::atpo::bombing::{BombResult, BombingTable};
use crate::rules::atpo::forces::{ATTACKER, DEFENDER};
use crate::rules::atpo::installation_attack::{
    self as attack, InstallationNumbers, InstallationRow, Resistance,
};
use crate::rules::atpo::sea::air_loss;
use crate::rules::atpo::sea::numbers::{self, TopicTables};
use crate::rules::atpo::terms::COMMITTED;
use crate::rules::choices::Setting;
use crate::rules::data::Files;
use crate::rules::deeds::{Act, Deed, Whom};
use crate::rules::dice::{Dice, Die};
use crate::rules::inputs::{Inputs, Key, KeyFault};
use crate::rules::losses::UnitLoss;
use crate::rules::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};
use read::BombingMission;

/// ATPO-R37.
pub struct AirBombing;

const RULE: &str = "4.13.2";
const SUMMARY: &str = "4.13.1";
/// An engineer that builds, which is bombed as an airbase.
const ENGINEER: &str = "engineer";

/// What the bombing of installations needs to know.
pub struct AirBombingTables {
    of: TopicTables<InstallationNumbers>,
    units: AirNumbers,
    bombing: BombingTable,
}

/// Bombers over a hex and what each of them bombs.
#[derive(Debug, Clone)]
pub struct BombRun {
    bombers: Vec<Aircraft>,
    /// In the order in which they are bombed.
    targets: Vec<BombTarget>,
    capacity: u32,
    fortified: bool,
    /// Aircraft of the hex that ride it out on the ground.
    grounded: Vec<Aircraft>,
    /// Who has the Initiative.
    chooser: Role,
}

/// An installation with those that bomb it.
#[derive(Debug, Clone)]
struct BombTarget {
    row: InstallationRow,
    resistance: Resistance,
    bombers: Vec<usize>,
}

/// What happens next at a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum BombStage {
    /// The throw at the next target.
    Throw,
    /// Somebody says which bomber a star hits.
    Star,
    /// This bomber is hit.
    Hit(usize),
    /// Somebody says which aircraft on the ground loses a step; so many have lost one.
    Ground(u8),
}

/// What came of one throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct BombHit {
    /// None where too few bombers got through.
    cell: Option<BombResult>,
    destroyed: bool,
    /// Steps of aircraft on the ground.
    steps: u8,
}

/// How far a run has come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BombRunState {
    /// One for each target that had its throw.
    done: Vec<BombHit>,
    stage: BombStage,
    flight: Flight,
    ground: Flight,
}

/// What became of one target.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct BombedTarget {
    /// Its word.
    pub target: String,
    /// The cell of the Bombing Table; none where there was no attack.
    pub cell: Option<String>,
    /// Whether it is destroyed, or a major port made a minor one.
    pub destroyed: bool,
    /// Steps of aircraft based there that are lost.
    pub air_steps: u8,
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct AirBombingOutcome {
    /// Each target, in the order in which they were bombed.
    pub targets: Vec<BombedTarget>,
    /// The bombers that were hit.
    pub hit: Vec<HitAircraft>,
    /// The aircraft on the ground that lost steps.
    pub grounded: Vec<HitAircraft>,
    /// Steps that are lost by aircraft on the ground that were not told.
    pub open_steps: u8,
    #[serde(skip)]
    flown: Vec<(String, Option<String>)>,
}

impl BombRunState {
    /// Before the first throw, with these bombers and these aircraft on the ground.
    #[must_use]
    pub fn with(flight: Flight, ground: Flight) -> Self {
        Self { done: Vec::new(), stage: BombStage::Throw, flight, ground }
    }

    /// What is left of the bombers.
    #[must_use]
    pub fn flight(&self) -> &Flight {
        &self.flight
    }

    /// What is left of the aircraft on the ground.
    #[must_use]
    pub fn ground(&self) -> &Flight {
        &self.ground
    }
}

impl Procedure for AirBombing {
    const ID: &'static str = "ATPO-R37";
    const POLICIES: &'static [&'static str] = &flak::POLICIES;
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = &[
        Prompt { rule: RULE, ..flak::HIT },
        Prompt { rule: RULE, by: DEFENDER, ..flak::HIT },
        air_loss::OF_ATTACKER,
        air_loss::OF_DEFENDER,
    ];
    const MEASURE: Option<&'static str> = Some(flight::MEASURE);
    type Cx = AirBombingTables;
    type Input = BombingMission;
    type Battle = BombRun;
    type State = BombRunState;
    type Outcome = AirBombingOutcome;

    fn begin(
        mission: BombingMission,
        tables: &AirBombingTables,
    ) -> Result<(BombRun, BombRunState), Vec<Refusal>> {
        let run = mission.run(tables)?;
        let mut flight = Flight::all(&run.bombers);
        (0..run.bombers.len()).for_each(|unit| flight.declare(unit, true));
        let state = BombRunState::with(flight, Flight::all(&run.grounded));
        let weak = |target: &&BombTarget| {
            tables.bombing.column(run.strength(target, &state.flight, tables)).is_none()
        };
        let refuse = |target: &BombTarget| {
            let strength = run.strength(target, &state.flight, tables);
            let name = attack::in_words(&target.row.target);
            Refusal::new(RULE, format!("{name}: a strength of {strength} has no column on the Bombing Table"))
        };
        let refusals: Vec<Refusal> = run.targets.iter().filter(weak).map(refuse).collect();
        if refusals.is_empty() { Ok((run, state)) } else { Err(refusals) }
    }

    fn step<'b>(
        run: &'b BombRun,
        mut state: BombRunState,
        tables: &'b AirBombingTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, BombRunState, AirBombingOutcome> {
        match state.stage {
            BombStage::Throw => match run.targets.get(state.done.len()) {
                Some(target) => Flow::Next(run.throw(target, state, tables, dice, log)),
                None => Flow::Done(run.outcome(&state)),
            },
            BombStage::Star => {
                let among = run.attacking(&state);
                let asked = state.clone();
                flak::asked(
                    (&run.bombers, &state.flight, &among),
                    &tables.units,
                    (run.chooser, RULE),
                    move |unit| BombRunState { stage: BombStage::Hit(unit), ..asked.clone() },
                )
            }
            BombStage::Hit(unit) => {
                flak::hit(&run.bombers, &mut state.flight, unit, RULE, log);
                Flow::Next(BombRunState { stage: BombStage::Ground(0), ..state })
            }
            BombStage::Ground(taken) => run.on_the_ground(state, taken, tables, log),
        }
    }

    fn so_far(run: &BombRun, state: &BombRunState, _: &AirBombingTables) -> AirBombingOutcome {
        run.outcome(state)
    }

    fn result(outcome: &AirBombingOutcome) -> String {
        outcome.in_words()
    }

    fn deeds(outcome: &AirBombingOutcome) -> Vec<Deed> {
        let mut deeds = outcome.deeds_of_targets();
        deeds.extend(flight::deeds(&outcome.hit));
        deeds.extend(flight::deeds(&outcome.grounded));
        let mark = |(name, piece): &(String, Option<String>)| Deed {
            whom: Whom::Unit { name: name.clone(), piece: piece.clone() },
            act: Act::Mark(COMMITTED),
            rule: "4.14.1".into(),
        };
        deeds.extend(outcome.flown.iter().map(mark));
        deeds
    }

    fn losses(run: &BombRun, outcome: &AirBombingOutcome) -> Vec<UnitLoss> {
        flight::losses(&[
            (ATTACKER, &run.bombers, &outcome.hit),
            (DEFENDER, &run.grounded, &outcome.grounded),
        ])
    }
}

impl BombRun {
    /// The strength that bombs a target: of those that fly as bombers, without any halving but that of the weather.
    fn strength(&self, target: &BombTarget, flight: &Flight, tables: &AirBombingTables) -> u32 {
        let bombs = target.bombers.iter().filter(|unit| flight.flies(**unit) && flight.bombs(**unit));
        bombs.map(|unit| u32::from(flight.strength(&self.bombers, *unit, &tables.units))).sum()
    }

    /// The bombers of the target that had the last throw.
    fn attacking(&self, state: &BombRunState) -> Vec<usize> {
        let target = state.done.len().checked_sub(1).and_then(|at| self.targets.get(at));
        let bombers = target.map(|target| target.bombers.as_slice()).unwrap_or_default();
        bombers
            .iter()
            .copied()
            .filter(|unit| state.flight.flies(*unit) && state.flight.bombs(*unit))
            .collect()
    }

    /// What is left of the hex: its airbase capacity, and whether it has a fort.
    fn hex(&self, state: &BombRunState) -> (u32, bool) {
        let destroyed = self.targets.iter().zip(&state.done).filter(|(_, hit)| hit.destroyed);
        let mut left = (self.capacity, self.fortified);
        for (target, _) in destroyed {
            left.0 = left.0.saturating_sub(target.row.capacity.unwrap_or(0));
            left.1 &= !target.is_fort();
        }
        left
    }

    fn throw(
        &self,
        target: &BombTarget,
        mut state: BombRunState,
        tables: &AirBombingTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> BombRunState {
        let strength = self.strength(target, &state.flight, tables);
        let name = attack::in_words(&target.row.target);
        let Some(column) = tables.bombing.column(strength) else {
            log.line(|| (name, "no attack", format!("a strength of {strength} has no column"), RULE));
            state.done.push(BombHit { cell: None, destroyed: false, steps: 0 });
            return state;
        };
        self.tell(target, &state, tables, log);
        let (capacity, fortified) = self.hex(&state);
        target.resistance.tell(&target.row.target, capacity, fortified, RULE, log);
        let (one, other) = dice.pair(Die::D6, "air bombing", &|one, other| (one + other).into());
        for face in [one, other] {
            log.roll(Die::D6, face, || (format!("bombing of the {name}: die"), "2d6", RULE));
        }
        let needed = target.resistance.needed(capacity, fortified);
        let (dice, cell) = (one + other, tables.bombing.cell(one + other, column));
        let by_total = tables.of.choices.is("installation_result", "dice_total");
        let destroyed = attack::reaches(cell, dice, by_total, needed);
        let steps = target.steps(dice, cell, destroyed, tables);
        log.line(|| {
            let cause = format!("total {dice}, column {}", tables.bombing.name(column));
            ("table", cell.text(), cause, RULE)
        });
        log.line(|| {
            let reached = if by_total { format!("dice {dice}") } else { format!("result {}", cell.text()) };
            let told = target.told(destroyed);
            (name, told, format!("{reached} against {needed}"), RULE)
        });
        attack::tell_steps(steps, log);
        if destroyed {
            attack::tell_displaced(&target.row.target, log);
        }
        if target.row.target == ENGINEER && destroyed {
            log.line(|| ("engineer", "builds no airbase this turn", "it suffers nothing else", "4.13.3"));
        }
        state.done.push(BombHit { cell: Some(cell), destroyed, steps });
        state.stage = if cell.star { BombStage::Star } else { BombStage::Ground(0) };
        state
    }

    /// Who bombs a target, and with what.
    fn tell(&self, target: &BombTarget, state: &BombRunState, tables: &AirBombingTables, log: &mut Log) {
        let strength = self.strength(target, &state.flight, tables);
        log.line(|| {
            let each = |unit: &usize| {
                let strength = state.flight.strength(&self.bombers, *unit, &tables.units);
                format!("{} {strength}", self.bombers[*unit].name)
            };
            let bombs =
                target.bombers.iter().filter(|unit| state.flight.flies(**unit) && state.flight.bombs(**unit));
            let told: Vec<String> = bombs.map(each).collect();
            ("strength", strength.to_string(), told.join(", "), RULE)
        });
    }

    /// The next step of the aircraft on the ground, or on to the next target.
    fn on_the_ground<'b>(
        &'b self,
        state: BombRunState,
        taken: u8,
        tables: &'b AirBombingTables,
        log: &mut Log,
    ) -> Flow<'b, BombRunState, AirBombingOutcome> {
        let lose = state.done.last().map_or(0, |hit| hit.steps);
        let strength = |unit: usize| state.ground.strength(&self.grounded, unit, &tables.units);
        let mut left: Vec<usize> = (0..self.grounded.len()).filter(|unit| state.ground.has(*unit)).collect();
        left.sort_by_key(|unit| (strength(*unit), state.ground.left(*unit)));
        if taken >= lose || left.is_empty() {
            if taken > 0 {
                let told = |hit: &HitAircraft| format!("{} {}", hit.name, hit.state.word());
                let hit = state.ground.hit(&self.grounded);
                log.line(|| {
                    let told: Vec<String> = hit.iter().map(told).collect();
                    (
                        "aircraft on the ground",
                        told.join(", "),
                        "lost with their base so far",
                        attack::COLLATERAL,
                    )
                });
            }
            return Flow::Next(BombRunState { stage: BombStage::Throw, ..state });
        }
        let weakest_first: Vec<(&str, usize)> =
            left.iter().map(|unit| (self.grounded[*unit].name.as_str(), *unit)).collect();
        air_loss::asked(&weakest_first, taken.into(), move |unit| {
            let mut then = BombRunState { stage: BombStage::Ground(taken + 1), ..state.clone() };
            then.ground.lose(unit, 1);
            then
        })
    }

    fn outcome(&self, state: &BombRunState) -> AirBombingOutcome {
        let bombed = |(target, hit): (&BombTarget, &BombHit)| BombedTarget {
            target: target.row.target.clone(),
            cell: hit.cell.map(BombResult::text),
            destroyed: hit.destroyed,
            air_steps: hit.steps,
        };
        let steps = state.done.iter().fold(0u8, |sum, hit| sum.saturating_add(hit.steps));
        let left = (0..self.bombers.len()).filter(|unit| state.flight.has(*unit));
        AirBombingOutcome {
            targets: self.targets.iter().zip(&state.done).map(bombed).collect(),
            hit: state.flight.hit(&self.bombers),
            grounded: state.ground.hit(&self.grounded),
            open_steps: if self.grounded.is_empty() { steps } else { 0 },
            flown: left
                .map(|unit| (self.bombers[unit].name.clone(), self.bombers[unit].piece.clone()))
                .collect(),
        }
    }
}

impl BombTarget {
    fn is_fort(&self) -> bool {
        matches!(self.row.target.as_str(), "coastal-fort" | "fortification" | "permanent-fort")
    }

    /// Steps that the aircraft of an airbase or airstrip lose: by the dice, or by the number (`collateral_ground`).
    fn steps(&self, dice: u8, cell: BombResult, destroyed: bool, tables: &AirBombingTables) -> u8 {
        if !attack::holds_aircraft(&self.row.target) {
            return 0;
        }
        if tables.of.choices.is("collateral_ground", "each_number") {
            return cell.number.unwrap_or(0);
        }
        if destroyed { tables.of.numbers.steps(dice) } else { 0 }
    }

    fn told(&self, destroyed: bool) -> &'static str {
        told(&self.row.target, destroyed)
    }
}

/// What became of a target, in words.
fn told(target: &str, destroyed: bool) -> &'static str {
    match (target, destroyed) {
        (_, false) => "no effect",
        (attack::MAJOR_PORT, true) => "now a minor port",
        (attack::AIRSTRIP, true) => "removed",
        (ENGINEER, true) => "cannot build",
        (_, true) => "destroyed",
    }
}

impl BombedTarget {
    /// What became of it: `airbase destroyed`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let told = if self.cell.is_some() { told(&self.target, self.destroyed) } else { "no attack" };
        format!("{} {told}", attack::in_words(&self.target))
    }
}

impl AirBombingOutcome {
    /// What is done to installations, and to aircraft on the ground that nobody told.
    #[must_use]
    pub fn deeds_of_targets(&self) -> Vec<Deed> {
        let destroyed = self.targets.iter().filter(|target| target.destroyed);
        let deed = |target: &BombedTarget| match target.target.as_str() {
            ENGINEER => None,
            attack::AIRSTRIP => Some(attack::remove(&target.target, RULE)),
            name => Some(attack::mark(name, RULE)),
        };
        destroyed.filter_map(deed).chain(attack::steps_deed(self.open_steps)).collect()
    }

    fn in_words(&self) -> String {
        let alone = self.targets.len() == 1;
        let one = |bombed: &BombedTarget| {
            let told = match bombed.cell {
                None => "no attack",
                Some(_) => told(&bombed.target, bombed.destroyed),
            };
            if alone { told.to_owned() } else { format!("{}: {told}", attack::in_words(&bombed.target)) }
        };
        let mut parts: Vec<String> = self.targets.iter().map(one).collect();
        let hit = |hit: &HitAircraft| format!("{} {}", hit.name, hit.state.word());
        parts.extend(self.hit.iter().map(hit));
        parts.extend(self.grounded.iter().map(hit));
        if self.open_steps > 0 {
            parts.push(format!("{} lost", crate::diagnostic::counted(self.open_steps.into(), "air step")));
        }
        parts.join(", ")
    }
}

impl Coded for AirBombing {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "air-bombing";
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-R37.md";
    const KEYS: &'static [Key] = read::KEYS;
    const CHOICES: &'static [&'static str] =
        &["burma_rail_target", "collateral_ground", "installation_result"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<AirBombingTables, ContextError> {
        let of = numbers::load(attack::NUMBERS, files, settings, Self::CHOICES)?;
        let units = numbers::load::<AirNumbers>(units::NUMBERS, files, settings, &[])?.numbers;
        Ok(AirBombingTables { of, units, bombing: BombingTable::load(files)? })
    }

    fn read(inputs: &Inputs) -> Result<BombingMission, Vec<KeyFault>> {
        read::mission(inputs)
    }
}
