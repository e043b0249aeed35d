//! Bombing of installations from the air (ATPO-R37, 4.13): each target has a throw of its own on the Bombing Table.

mod outcome;
pub mod read;
mod target;

use super::aircraft::{AirWord, Aircraft};
use super::flak;
use super::flight::{self, Flight, HitAircraft};
use super::naval::prompts::{MAGIC, magic_tags};
use super::numbers::{self as units, AirNumbers};
use super::pilots::{self, MissedPilots};
use crate::bombing::{BombResult, BombingTable};
use crate::forces::{ATTACKER, DEFENDER};
use crate::installation_attack::{self as attack, EXCESS, InstallationNumbers};
use crate::magic::HelpedNations;
use crate::sea::air_loss;
use crate::sea::combat::battle::{SIDES, SideIx};
use crate::sea::numbers::{self, TopicTables};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::inputs::{Inputs, Key, KeyFault};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{
    Ask, Coded, ContextError, Flow, Log, Offer, Procedure, Prompt, Refusal, Role, few,
};
pub use outcome::{AirBombingOutcome, BombedTarget};
pub use read::BombingMission;
use read::KEYS;
use target::BombTarget;

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
    helped: HelpedNations,
}

impl AirBombingTables {
    /// The rule of aircraft that are lost on the ground, by choice `collateral_ground`.
    fn collateral(&self) -> &'static str {
        if self.of.choices.is("collateral_ground", "each_number") { "4.7.6.1" } else { RULE }
    }
}

/// Bombers over a hex and what each of them bombs.
#[derive(Debug, Clone)]
pub struct BombRun {
    /// The bombers; in a larger battle all air units of their side, of which some bomb.
    bombers: Vec<Aircraft>,
    /// In the order in which they are bombed.
    targets: Vec<BombTarget>,
    capacity: u32,
    fortified: bool,
    /// Aircraft of the hex that ride it out on the ground.
    grounded: Vec<Aircraft>,
    /// Who has the Initiative, where it was told.
    chooser: Option<Role>,
    /// Japan has had an air unit of the later quality on a base of the map (4.8.7.1).
    later_pilots: bool,
    /// An Air Magic chit: whose, and its number (17.10.2.1.1).
    magic: Option<(SideIx, u8)>,
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
    /// Who has the Initiative, as it was answered.
    chooser: Option<Role>,
    /// Units that the base had room for and that were lost before, so that others have their room (4.6.3.1).
    freed: usize,
    /// Those on the ground that were lost with their base since it had no room for them.
    excess: Vec<usize>,
    /// Whether Magic is used for the next throw; none before it was asked.
    asked: Option<bool>,
    /// Magic was used.
    magic_used: bool,
}

impl BombRunState {
    /// Before the first throw, with these bombers and these aircraft on the ground; so many that were based there are lost.
    #[must_use]
    pub fn with(flight: Flight, ground: Flight, freed: usize) -> Self {
        let (done, excess) = (Vec::new(), Vec::new());
        let stage = BombStage::Throw;
        Self { done, stage, flight, ground, chooser: None, freed, excess, asked: None, magic_used: false }
    }

    /// The same where Magic was used before, or not.
    #[must_use]
    pub fn with_magic_used(self, magic_used: bool) -> Self {
        Self { magic_used, ..self }
    }

    /// Whether Magic was used.
    #[must_use]
    pub fn magic_used(&self) -> bool {
        self.magic_used
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
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = &[
        MAGIC,
        Prompt { by: DEFENDER, ..MAGIC },
        Prompt { rule: RULE, ..flak::INITIATIVE },
        Prompt { rule: RULE, ..flak::HIT },
        Prompt { rule: RULE, by: DEFENDER, ..flak::HIT },
        Prompt { rule: RULE, ..air_loss::OF_ATTACKER },
        Prompt { rule: RULE, ..air_loss::OF_DEFENDER },
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
        run.assigned().for_each(|unit| flight.declare(unit, true));
        let state = BombRunState::with(flight, Flight::all(&run.grounded), 0);
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
            BombStage::Throw if run.may_use_magic(&state, tables) => run.ask_magic(state),
            BombStage::Throw => match run.targets.get(state.done.len()) {
                Some(target) => Flow::Next(run.throw(target, state, tables, dice, log)),
                None => {
                    let outcome = run.outcome(&state, tables);
                    pilots::tell(ATTACKER, &outcome.set_aside, log);
                    pilots::tell(DEFENDER, &outcome.set_aside_on_the_ground, log);
                    Flow::Done(outcome)
                }
            },
            BombStage::Star => {
                let among = run.attacking(&state);
                if let [only] = among[..] {
                    return Flow::Next(BombRunState { stage: BombStage::Hit(only), ..state });
                }
                let asked = state.clone();
                let Some(chooser) = run.chooser.or(state.chooser) else {
                    return flak::asked_initiative(RULE, move |role| BombRunState {
                        chooser: Some(role),
                        ..asked.clone()
                    });
                };
                flak::asked(
                    (&run.bombers, &state.flight, &among),
                    &tables.units,
                    (chooser, RULE),
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

    fn so_far(run: &BombRun, state: &BombRunState, tables: &AirBombingTables) -> AirBombingOutcome {
        run.outcome(state, tables)
    }

    fn result(outcome: &AirBombingOutcome) -> String {
        outcome.in_words()
    }

    fn deeds(outcome: &AirBombingOutcome) -> Vec<Deed> {
        outcome.deeds()
    }

    fn losses(run: &BombRun, outcome: &AirBombingOutcome) -> Vec<UnitLoss> {
        flight::losses(&[
            (ATTACKER, &run.bombers, &outcome.hit),
            (DEFENDER, &run.grounded, &outcome.grounded),
        ])
    }
}

impl BombRun {
    /// Those that bomb something.
    fn assigned(&self) -> impl Iterator<Item = usize> + '_ {
        let bombs = |unit: &usize| self.targets.iter().any(|target| target.bombers.contains(unit));
        (0..self.bombers.len()).filter(bombs)
    }

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

    /// Whether it is to be asked if the chit is used for the next throw.
    fn may_use_magic(&self, state: &BombRunState, tables: &AirBombingTables) -> bool {
        let thrown = |target: &BombTarget| {
            tables.bombing.column(self.strength(target, &state.flight, tables)).is_some()
        };
        let open = self.magic.is_some() && !state.magic_used && state.asked.is_none();
        open && self.targets.get(state.done.len()).is_some_and(thrown)
    }

    /// Asks the owner of the chit whether it is used for the next throw.
    fn ask_magic(&self, state: BombRunState) -> Flow<'_, BombRunState, AirBombingOutcome> {
        let (side, number) = self.magic.unwrap_or_default();
        let target = self.targets.get(state.done.len()).map_or("", |target| target.row.target.as_str());
        let offers = [true, false].map(|used| {
            let (answer, tags) = magic_tags(used);
            Offer::new(answer, tags, used)
        });
        let sign = if side == 0 { '+' } else { '-' };
        let name = attack::in_words(target);
        Flow::Ask(Ask {
            by: SIDES[side],
            label: MAGIC.label,
            about: None,
            text: format!("whether Magic ({sign}{number}) is used: bombing of the {name}").into(),
            rule: MAGIC.rule,
            offers: few(offers.into(), move |used| BombRunState {
                asked: Some(*used),
                magic_used: *used,
                ..state.clone()
            }),
        })
    }

    /// What the chit does to the next throw.
    fn bonus(&self, state: &mut BombRunState) -> i8 {
        let used = state.asked.take() == Some(true);
        let (side, number) = self.magic.filter(|_| used).unwrap_or_default();
        let number = i8::try_from(number).unwrap_or(i8::MAX);
        if side == 0 { number } else { -number }
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
        let bonus = self.bonus(&mut state);
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
        if bonus != 0 {
            log.line(|| ("modifier: Magic", format!("{bonus:+}"), name.clone(), MAGIC.rule));
        }
        let dice = (one + other).saturating_add_signed(bonus);
        let cell = tables.bombing.cell(dice, column);
        log.line(|| {
            let cause = format!("total {dice}, column {}", tables.bombing.name(column));
            ("table", cell.text(), cause, RULE)
        });
        let hit = target.struck(dice, cell, needed, tables, log);
        state.done.push(hit);
        if hit.destroyed && attack::holds_aircraft(&target.row.target) {
            self.lose_excess(&mut state, log);
        }
        state.stage = if cell.star { BombStage::Star } else { BombStage::Ground(0) };
        state
    }

    /// Units for whom a base has no room are lost with it, those who lie lowest first; the room of others that were lost is
    /// theirs (4.6.3.1).
    fn lose_excess(&self, state: &mut BombRunState, log: &mut Log) {
        let below = |unit: &usize| self.grounded[*unit].is(AirWord::Overstacked);
        let lost = |unit: &usize| state.ground.took_part(*unit) && !state.ground.has(*unit);
        let all = 0..self.grounded.len();
        let freed = state.freed + all.clone().filter(|unit| !below(unit) && lost(unit)).count();
        let left = all.filter(|unit| below(unit) && state.ground.has(*unit));
        let excess: Vec<usize> = left.skip(freed).collect();
        for unit in &excess {
            state.ground.lose(*unit, u8::MAX, EXCESS);
        }
        if !excess.is_empty() {
            log.line(|| {
                let names: Vec<&str> = excess.iter().map(|unit| self.grounded[*unit].name.as_str()).collect();
                ("over-stacked", "eliminated", format!("{}: the base had no room", names.join(", ")), EXCESS)
            });
        }
        state.excess.extend(excess);
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
                        tables.collateral(),
                    )
                });
            }
            return Flow::Next(BombRunState { stage: BombStage::Throw, ..state });
        }
        let weakest_first: Vec<(&str, usize)> =
            left.iter().map(|unit| (self.grounded[*unit].name.as_str(), *unit)).collect();
        let rule = tables.collateral();
        air_loss::asked(&weakest_first, (taken.into(), rule), move |unit| {
            let mut then = BombRunState { stage: BombStage::Ground(taken + 1), ..state.clone() };
            then.ground.lose(unit, 1, rule);
            then
        })
    }

    fn outcome(&self, state: &BombRunState, tables: &AirBombingTables) -> AirBombingOutcome {
        let bombed = |(target, hit): (&BombTarget, &BombHit)| BombedTarget {
            target: target.row.target.clone(),
            cell: hit.cell.map(BombResult::text),
            destroyed: hit.destroyed,
            air_steps: hit.steps,
        };
        let steps = state.done.iter().fold(0u8, |sum, hit| sum.saturating_add(hit.steps));
        let left = self.assigned().filter(|unit| state.flight.has(*unit));
        let missed = MissedPilots::of(&tables.units, self.later_pilots);
        let (hit, grounded) = (state.flight.hit(&self.bombers), state.ground.hit(&self.grounded));
        AirBombingOutcome {
            set_aside: missed.among(&self.bombers, &hit),
            set_aside_on_the_ground: missed.among(&self.grounded, &grounded),
            targets: self.targets.iter().zip(&state.done).map(bombed).collect(),
            excess: state.excess.iter().map(|unit| self.grounded[*unit].name.clone()).collect(),
            hit,
            grounded,
            open_steps: if self.grounded.is_empty() { steps } else { 0 },
            magic_used: state.magic_used,
            flown: left
                .map(|unit| (self.bombers[unit].name.clone(), self.bombers[unit].piece.clone()))
                .collect(),
        }
    }
}

impl Coded for AirBombing {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "air-bombing";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] =
        &["burma_rail_target", "collateral_ground", "installation_result"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<AirBombingTables, ContextError> {
        let of = numbers::load(attack::NUMBERS, files, settings, Self::CHOICES)?;
        let units = numbers::load::<AirNumbers>(units::NUMBERS, files, settings, &[])?.numbers;
        let helped = HelpedNations::load(files)?;
        Ok(AirBombingTables { of, units, bombing: BombingTable::load(files)?, helped })
    }

    fn read(inputs: &Inputs) -> Result<BombingMission, Vec<KeyFault>> {
        read::mission(inputs)
    }
}
