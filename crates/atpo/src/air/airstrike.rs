//! Bombing of installations from the air (ATPO-R37, 4.13): each target has a throw of its own on the Bombing Table.

mod mission;
mod outcome;
mod target;

use super::aircraft::AirWord;
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
use crate::sea::combat::battle::SIDES;
use crate::sea::numbers::{self, TopicTables};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::dice::Die;
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{
    ContextError, Log, Offer, Pause, Played, Prompt, Refusal, Role, Script, ScriptHead, TableTop,
};
pub use mission::{BombingMission, CAPACITY, TARGET};
pub use outcome::{AirBombingOutcome, BombedTarget};
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
    /// As it was declared; in a larger battle its bombers are all air units of their side, of which some bomb.
    mission: BombingMission,
    /// In the order in which they are bombed.
    targets: Vec<BombTarget>,
    units: AirNumbers,
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
    /// What is left of the bombers.
    pub flight: Flight,
    /// What is left of the aircraft on the ground.
    pub ground: Flight,
    /// Who has the Initiative, as it was answered.
    chooser: Option<Role>,
    /// Units that the base had room for and that were lost before, so that others have their room (4.6.3.1).
    freed: usize,
    /// Those on the ground that were lost with their base since it had no room for them.
    excess: Vec<usize>,
    /// Magic was used.
    pub magic_used: bool,
}

impl BombRunState {
    /// Before the first throw, with these bombers and these aircraft on the ground; so many that were based there are lost.
    #[must_use]
    pub fn with(flight: Flight, ground: Flight, freed: usize) -> Self {
        let (done, excess) = (Vec::new(), Vec::new());
        Self { done, flight, ground, chooser: None, freed, excess, magic_used: false }
    }
}

/// What both sides are asked.
pub const PROMPTS: &[Prompt] = &[
    MAGIC,
    Prompt { by: DEFENDER, ..MAGIC },
    Prompt { rule: RULE, ..flak::INITIATIVE },
    Prompt { rule: RULE, ..flak::HIT },
    Prompt { rule: RULE, by: DEFENDER, ..flak::HIT },
    Prompt { rule: RULE, ..air_loss::OF_ATTACKER },
    Prompt { rule: RULE, ..air_loss::OF_DEFENDER },
];

impl Script for AirBombing {
    const HEAD: ScriptHead = ScriptHead::of("atpo", "ATPO-R37", "air-bombing")
        .asks(&[ATTACKER, DEFENDER], PROMPTS)
        .measured(flight::MEASURE)
        .reads(&["burma_rail_target", "collateral_ground", "installation_result"]);
    type Cx = AirBombingTables;
    type Input = BombingMission;
    type Battle = BombRun;
    type State = BombRunState;
    type Outcome = AirBombingOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<AirBombingTables, ContextError> {
        let of = numbers::load(attack::NUMBERS, files, settings, Self::HEAD.choices())?;
        let units = numbers::load::<AirNumbers>(units::NUMBERS, files, settings, &[])?.numbers;
        let helped = HelpedNations::load(files)?;
        Ok(AirBombingTables { of, units, bombing: BombingTable::load(files)?, helped })
    }

    fn begin(
        mission: BombingMission,
        tables: &AirBombingTables,
    ) -> Result<(BombRun, BombRunState), Vec<Refusal>> {
        let run = mission.run(tables)?;
        let mut flight = Flight::all(&run.mission.bombers);
        run.mission.assigned().into_iter().for_each(|unit| flight.declare(unit, true));
        let state = BombRunState::with(flight, Flight::all(&run.mission.grounded), 0);
        let refusal = |target: &BombTarget| {
            let strength = run.strength(target, &state.flight);
            let reason =
                format!("{}: a strength of {strength} has no column on the Bombing Table", target.name());
            tables.bombing.column(strength).is_none().then(|| Refusal::new(RULE, reason))
        };
        let refusals: Vec<Refusal> = run.targets.iter().filter_map(refusal).collect();
        if refusals.is_empty() { Ok((run, state)) } else { Err(refusals) }
    }

    fn play<'b>(
        run: &'b BombRun,
        tables: &'b AirBombingTables,
        state: &mut BombRunState,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        while let Some(target) = run.targets.get(state.done.len()) {
            if run.throw(target, state, tables, at)?.star {
                run.hit_a_bomber(target, state, at)?;
            }
            run.on_the_ground(state, tables, at)?;
            at.settle()?;
        }
        let outcome = Self::outcome(run, state);
        pilots::tell(ATTACKER, &outcome.set_aside, at.log());
        pilots::tell(DEFENDER, &outcome.set_aside_on_the_ground, at.log());
        Ok(())
    }

    fn outcome(run: &BombRun, state: &BombRunState) -> AirBombingOutcome {
        let mission = &run.mission;
        let bombed = |(target, hit): (&BombTarget, &BombHit)| BombedTarget {
            target: target.row.target.clone(),
            cell: hit.cell.map(BombResult::text),
            destroyed: hit.destroyed,
            air_steps: hit.steps,
        };
        let steps = state.done.iter().fold(0u8, |sum, hit| sum.saturating_add(hit.steps));
        let missed = MissedPilots::of(&run.units, mission.later_pilots);
        let (hit, grounded) = (state.flight.hit(&mission.bombers), state.ground.hit(&mission.grounded));
        let flew = |unit: usize| (mission.bombers[unit].name.clone(), mission.bombers[unit].piece.clone());
        let left = run.assigned().filter(|unit| state.flight.has(*unit));
        AirBombingOutcome {
            set_aside: missed.among(&mission.bombers, &hit),
            set_aside_on_the_ground: missed.among(&mission.grounded, &grounded),
            targets: run.targets.iter().zip(&state.done).map(bombed).collect(),
            excess: state.excess.iter().map(|unit| mission.grounded[*unit].name.clone()).collect(),
            hit,
            grounded,
            open_steps: if mission.grounded.is_empty() { steps } else { 0 },
            magic_used: state.magic_used,
            flown: left.map(flew).collect(),
        }
    }

    fn losses(run: &BombRun, outcome: &AirBombingOutcome) -> Vec<UnitLoss> {
        flight::losses(&[
            (ATTACKER, &run.mission.bombers, &outcome.hit),
            (DEFENDER, &run.mission.grounded, &outcome.grounded),
        ])
    }
}

impl BombRun {
    /// Those that bomb something.
    fn assigned(&self) -> impl Iterator<Item = usize> + '_ {
        let bombs = |unit: &usize| self.targets.iter().any(|target| target.bombers.contains(unit));
        (0..self.mission.bombers.len()).filter(bombs)
    }

    /// Those that bomb a target and fly as bombers.
    fn attacking<'s>(&self, target: &'s BombTarget, flight: &'s Flight) -> impl Iterator<Item = usize> + 's {
        target.bombers.iter().copied().filter(|unit| flight.flies(*unit) && flight.bombs(*unit))
    }

    /// The strength of a bomber, without any halving but that of the weather.
    fn strength_of(&self, unit: usize, flight: &Flight) -> u8 {
        flight.strength(&self.mission.bombers, unit, &self.units)
    }

    /// The strength that bombs a target.
    fn strength(&self, target: &BombTarget, flight: &Flight) -> u32 {
        self.attacking(target, flight).map(|unit| u32::from(self.strength_of(unit, flight))).sum()
    }

    /// What is left of the hex: its airbase capacity, and whether it has a fort.
    fn hex(&self, state: &BombRunState) -> (u32, bool) {
        let destroyed = self.targets.iter().zip(&state.done).filter(|(_, hit)| hit.destroyed);
        let mut left = (self.mission.capacity, self.mission.fortified);
        for (target, _) in destroyed {
            left.0 = left.0.saturating_sub(target.row.capacity.unwrap_or(0));
            left.1 &= !target.is_fort();
        }
        left
    }

    /// What the chit does to the throw at a target, as its owner says.
    fn magic<'b>(
        &self,
        target: &BombTarget,
        state: &mut BombRunState,
        at: &mut TableTop<'_, 'b>,
    ) -> Result<i8, Pause> {
        let Some((side, number)) = self.mission.magic.filter(|_| !state.magic_used) else { return Ok(0) };
        let sign = if side == 0 { '+' } else { '-' };
        let offers = [true, false].map(|used| {
            let (answer, tags) = magic_tags(used);
            Offer::new(answer, tags, used)
        });
        let text = format!("whether Magic ({sign}{number}) is used: bombing of the {}", target.name());
        state.magic_used = at.ask(Prompt { by: SIDES[side], ..MAGIC }, None, text, offers.into())?;
        let number = i8::try_from(number).unwrap_or(i8::MAX);
        Ok(if !state.magic_used {
            0
        } else if side == 0 {
            number
        } else {
            -number
        })
    }

    /// The throw at a target.
    fn throw<'b>(
        &self,
        target: &BombTarget,
        state: &mut BombRunState,
        tables: &AirBombingTables,
        at: &mut TableTop<'_, 'b>,
    ) -> Result<BombResult, Pause> {
        let strength = self.strength(target, &state.flight);
        let name = target.name();
        let Some(column) = tables.bombing.column(strength) else {
            at.log().line(|| (name, "no attack", format!("a strength of {strength} has no column"), RULE));
            state.done.push(BombHit { cell: None, destroyed: false, steps: 0 });
            return Ok(BombResult::default());
        };
        let bonus = self.magic(target, state, at)?;
        let (dice, log) = at.dice();
        self.tell(target, state, log);
        let (capacity, fortified) = self.hex(state);
        target.resistance.tell(&target.row.target, capacity, fortified, RULE, log);
        let (one, other) = dice.pair(Die::D6, "air bombing", &|one, other| (one + other).into());
        for face in [one, other] {
            log.roll(Die::D6, face, || (format!("bombing of the {name}: die"), "2d6", RULE));
        }
        let needed = target.resistance.needed(capacity, fortified);
        if bonus != 0 {
            log.line(|| ("modifier: Magic", format!("{bonus:+}"), name, MAGIC.rule));
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
            self.lose_excess(state, log);
        }
        Ok(cell)
    }

    /// Who bombs a target, and with what.
    fn tell(&self, target: &BombTarget, state: &BombRunState, log: &mut Log) {
        log.line(|| {
            let each = |unit: usize| {
                format!("{} {}", self.mission.bombers[unit].name, self.strength_of(unit, &state.flight))
            };
            let told: Vec<String> = self.attacking(target, &state.flight).map(each).collect();
            ("strength", self.strength(target, &state.flight).to_string(), told.join(", "), RULE)
        });
    }

    /// A star costs a bomber of the attack a step, which the side with the Initiative chooses.
    fn hit_a_bomber<'b>(
        &'b self,
        target: &BombTarget,
        state: &mut BombRunState,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let among: Vec<usize> = self.attacking(target, &state.flight).collect();
        let bombers = &self.mission.bombers;
        let hit = match among[..] {
            [only] => only,
            _ => {
                let chooser = match self.mission.chooser.or(state.chooser) {
                    Some(chooser) => chooser,
                    None => *state.chooser.insert(flak::ask_initiative(RULE, at)?),
                };
                flak::ask((bombers, &state.flight, &among), &self.units, (chooser, RULE), at)?
            }
        };
        flak::hit(bombers, &mut state.flight, hit, RULE, at.log());
        Ok(())
    }

    /// Units for whom a base has no room are lost with it, those who lie lowest first; the room of others that were lost is
    /// theirs (4.6.3.1).
    fn lose_excess(&self, state: &mut BombRunState, log: &mut Log) {
        let grounded = &self.mission.grounded;
        let below = |unit: &usize| grounded[*unit].is(AirWord::Overstacked);
        let lost = |unit: &usize| state.ground.took_part(*unit) && !state.ground.has(*unit);
        let all = 0..grounded.len();
        let freed = state.freed + all.clone().filter(|unit| !below(unit) && lost(unit)).count();
        let left = all.filter(|unit| below(unit) && state.ground.has(*unit));
        let excess: Vec<usize> = left.skip(freed).collect();
        for unit in &excess {
            state.ground.lose(*unit, u8::MAX, EXCESS);
        }
        if !excess.is_empty() {
            log.line(|| {
                let names: Vec<&str> = excess.iter().map(|unit| grounded[*unit].name.as_str()).collect();
                ("over-stacked", "eliminated", format!("{}: the base had no room", names.join(", ")), EXCESS)
            });
        }
        state.excess.extend(excess);
    }

    /// The aircraft on the ground lose the steps of the last throw.
    fn on_the_ground<'b>(
        &'b self,
        state: &mut BombRunState,
        tables: &AirBombingTables,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let grounded = &self.mission.grounded;
        let rule = tables.collateral();
        let steps = state.done.last().map_or(0, |hit| hit.steps);
        let mut taken = 0;
        while taken < steps {
            let strength = |unit: usize| state.ground.strength(grounded, unit, &self.units);
            let mut left: Vec<usize> = (0..grounded.len()).filter(|unit| state.ground.has(*unit)).collect();
            left.sort_by_key(|unit| (strength(*unit), state.ground.left(*unit)));
            if left.is_empty() {
                break;
            }
            let weakest_first: Vec<(&str, usize)> =
                left.iter().map(|unit| (grounded[*unit].name.as_str(), *unit)).collect();
            let unit = air_loss::ask(&weakest_first, (taken.into(), rule), at)?;
            state.ground.lose(unit, 1, rule);
            taken += 1;
        }
        if taken > 0 {
            let told = |hit: &HitAircraft| format!("{} {}", hit.name, hit.state.word());
            at.log().line(|| {
                let told: Vec<String> = state.ground.hit(grounded).iter().map(told).collect();
                ("aircraft on the ground", told.join(", "), "lost with their base so far", rule)
            });
        }
        Ok(())
    }
}
