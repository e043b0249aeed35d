//! An A-Bomb attack with the surrender test behind it (ATPO-R08, 16.10, 16.11).

use serde::Serialize;

use super::SIDES;
use super::given::{self, RaidFliers, ToldEp};
use super::numbers::RaidTables;
use super::raid::{BomberRaid, BomberRaidOutcome, BomberRaidState, FixedColumn, RaidAim, TargetMark};
use super::surrender::{self, SurrenderFacts, SurrenderResult};
use crate::air::aircraft::AirClass;
use crate::air::flight::{self, WingState};
use crate::air::strike::keys::MetOnTheWay;
use crate::air::strike::passage;
use crate::forces::unit::entries;
use crate::sea::air_loss::{self, NamedUnit};
use crate::terms::OUT_OF_THE_GAME;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{
    Field, Inputs, Key, KeyFault, KeyKind, Month, ReadElsewhere, TypedInput as _,
};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};
use liege_rules::{inputs, words};

/// ATPO-R08.
pub struct AtomicBombing;

const RULE: &str = "16.11";
const BOMB_RULE: &str = "16.10";
const SURRENDER_RULE: &str = "15.2.1";
/// More units than any hex has.
const MOST_UNITS: usize = 120;
/// The chit.
const A_BOMB: Term = Term::new("a-bomb", "A-Bomb");
/// A target on which one has fallen.
const A_BOMBED: Term = Term::new("a-bombed", "A-bombed");

words! {
    /// Where an A-Bomb is launched.
    pub enum LaunchedFrom {
        Port = "port" | "port-airbase",
        NoPort = "no-port" | "airbase",
        Unsupplied = "unsupplied" | "out-of-supply",
    }
}

inputs! {
    /// An A-Bomb attack as typed in.
    #[derive(Debug, Clone)]
    pub struct AtomicMission {
        /// the B-29 that carries it: B 20-20[4] 10-20[4] US
        fliers: RaidFliers = "bomber", BOMB_RULE;
        _escorts: ReadElsewhere = given::ESCORTS;
        _place: ReadElsewhere = given::PLACE;
        /// the month; before Summer 1945 it is refused
        date: Option<Month> = "date" | "month", BOMB_RULE;
        /// where it was launched: a supplied airbase in a working port (port, when not given), else it is refused
        base: Option<LaunchedFrom> = "base" | "launched-from", BOMB_RULE;
        /// the target is a Japanese home city; yes when not given
        home_city: Option<bool> = "home-city", SURRENDER_RULE;
        /// an A-Bomb has fallen on this target already: refused
        again: bool = "a-bombed", RULE;
        /// A-Bombs that have fallen on other home cities; 0 when not given
        fallen: Option<u8> = "fallen" | "bombs-before", SURRENDER_RULE, 0..=2;
        /// units of the hex that are not aloft, by name; `reduced` behind a name
        units: Garrison = "units" | "garrison", RULE;
        _long_range: ReadElsewhere = given::LONG_RANGE;
        _distance: ReadElsewhere = given::DISTANCE;
        /// Japan's EP income of the last Seasonal Turn, for the surrender test
        income: Option<u32> = "income" | "last-income", SURRENDER_RULE, 0..=10_000;
        cities: Option<u32> = surrender::CITIES;
        /// Japan's next EP income: the limit of what is lost in a season
        next_income: Option<u32> = "next-income", "2", 0..=10_000;
        lost: Option<u32> = given::LOST;
        on_track: Option<u32> = given::ON_TRACK;
        .._met: MetOnTheWay;
    }
}

/// Units of the hex that are not aloft.
#[derive(Debug, Clone)]
pub struct Garrison(Vec<NamedUnit>);

impl Field for Garrison {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let list = inputs.value(key).map(entries).unwrap_or_default();
        if list.len() > MOST_UNITS {
            faults.push(KeyFault::new(key, format!("more than {MOST_UNITS} units")));
        }
        let mut units = Vec::new();
        for entry in list.iter().take(MOST_UNITS) {
            match air_loss::unit(entry) {
                Some(unit) => units.push(unit),
                None => faults.push(KeyFault::new(key, format!("{entry} is not the name of a unit"))),
            }
        }
        Some(Self(units))
    }
}

/// The bomber over the target, and what stands below.
pub struct AtomicRaid {
    raid: BomberRaid,
    units: Vec<NamedUnit>,
    /// Before this bomb and its EP.
    surrender: SurrenderFacts,
    /// Whether it falls on a home city.
    home_city: bool,
}

/// What the bomb did.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct AtomicOutcome {
    /// The attack.
    #[serde(flatten)]
    pub raid: BomberRaidOutcome,
    /// Whether Japan surrenders.
    pub surrender: SurrenderResult,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

impl Procedure for AtomicBombing {
    const ID: &'static str = "ATPO-R08";
    const ROLES: &'static [Role] = SIDES;
    const PROMPTS: &'static [Prompt] = &passage::PROMPTS;
    const MEASURE: Option<&'static str> = Some(flight::MEASURE);
    type Cx = RaidTables;
    type Input = AtomicMission;
    type Battle = AtomicRaid;
    type State = BomberRaidState;
    type Outcome = AtomicOutcome;

    fn begin(
        mission: AtomicMission,
        tables: &RaidTables,
    ) -> Result<(AtomicRaid, BomberRaidState), Vec<Refusal>> {
        let raid = mission.raid(tables)?;
        let state = raid.raid.begin(tables)?;
        Ok((raid, state))
    }

    fn step<'b>(
        raid: &'b AtomicRaid,
        state: BomberRaidState,
        tables: &'b RaidTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, BomberRaidState, AtomicOutcome> {
        raid.raid.step(state, tables, dice, log, |outcome, log| raid.after(outcome, tables, log))
    }

    fn so_far(raid: &AtomicRaid, state: &BomberRaidState, tables: &RaidTables) -> AtomicOutcome {
        let log = &mut Log::silent();
        raid.after(raid.raid.outcome(state, tables, log), tables, log)
    }

    fn result(outcome: &AtomicOutcome) -> String {
        let raid = outcome.raid.in_words();
        outcome.surrender.in_words().map_or_else(|| raid.clone(), |told| format!("{raid}; {told}"))
    }

    fn deeds(outcome: &AtomicOutcome) -> Vec<Deed> {
        outcome.raid.deeds().iter().chain(&outcome.deeds).cloned().collect()
    }

    fn losses(raid: &AtomicRaid, outcome: &AtomicOutcome) -> Vec<UnitLoss> {
        raid.raid.losses(&outcome.raid)
    }
}

impl AtomicMission {
    /// The raid, unless the rules forbid it.
    fn raid(self, tables: &RaidTables) -> Result<AtomicRaid, Vec<Refusal>> {
        let refusals = self.forbidden(tables);
        let payer = tables.rules.payer("japan").map_err(|refusal| vec![refusal])?;
        let column = tables.column(&tables.rules.columns.a_bomb).map_err(|refusal| vec![refusal])?;
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let Self { mut fliers, income, cities, next_income, lost, on_track, .. } = self;
        let home_city = self.home_city != Some(false);
        let fixed = FixedColumn { column, cause: "an A-Bomb", rule: RULE };
        let name = fliers.place.clone().unwrap_or_else(|| "the target".to_owned());
        let raid = BomberRaid {
            passage: fliers.passage(tables)?,
            later_pilots: fliers.later_pilots,
            aim: RaidAim {
                name,
                effects: Vec::new(),
                fixed: Some(fixed),
                is_rail: false,
                in_japan: home_city,
            },
            modifiers: fliers.modifiers(tables),
            chooser: fliers.chooser,
            star: "2.1.3",
            purse: ToldEp { next_income, lost, on_track }.purse(payer),
            marks: vec![TargetMark { state: A_BOMBED, always: true, rule: RULE }],
            bombers: fliers.bombers,
            escorts: fliers.escorts,
        };
        let surrender = SurrenderFacts { income, lost, cities, bombs: self.fallen };
        Ok(AtomicRaid { raid, units: self.units.0, surrender, home_city })
    }

    fn forbidden(&self, tables: &RaidTables) -> Vec<Refusal> {
        let escorts = [AirClass::Fighter, AirClass::FighterBomber, AirClass::NavalAir];
        let rules = &tables.rules;
        let mut all = self.fliers.forbidden(&escorts, "only F, FB and N escort");
        all.extend(self.fliers.not_b29(rules, BOMB_RULE, "only a B-29 carries an A-Bomb"));
        if self.fliers.bombers.len() > 1 {
            all.push(Refusal::new(RULE, "one B-29 carries the bomb and attacks on its own"));
        }
        let from = rules.from.a_bomb.text();
        if self.date.as_ref().is_some_and(|date| date.0.as_str() < from) {
            all.push(Refusal::new(BOMB_RULE, format!("no A-Bomb before {from}")));
        }
        if self.base.is_some_and(|base| base != LaunchedFrom::Port) {
            let told = "an A-Bomb is launched from a supplied airbase in a working port";
            all.push(Refusal::new(BOMB_RULE, told));
        }
        if self.again {
            all.push(Refusal::new(RULE, "only one A-Bomb falls on a target"));
        }
        let chits = rules.surrender.bombs.len();
        if usize::from(self.fallen.unwrap_or(0)) >= chits {
            all.push(Refusal::new(BOMB_RULE, format!("there are {chits} A-Bombs, and both have been used")));
        }
        all
    }
}

impl AtomicRaid {
    /// What follows the throw: units of the hex, the chit, and whether Japan surrenders.
    fn after(&self, raid: BomberRaidOutcome, tables: &RaidTables, log: &mut Log) -> AtomicOutcome {
        if raid.cell.is_none() {
            return self.unfallen(raid, tables, log);
        }
        let mut deeds = Vec::new();
        for NamedUnit { name, piece, steps } in &self.units {
            let is_last = *steps < 2;
            let act = if is_last { Act::Eliminate(None) } else { Act::LoseStep };
            log.line(|| {
                let told = if is_last { "eliminated" } else { "damaged or depleted" };
                (name.clone(), told, "not aloft in the hex of an A-Bomb", RULE)
            });
            let whom = Whom::Unit { name: name.clone(), piece: piece.clone() };
            deeds.push(Deed { whom, act, rule: RULE.into() });
        }
        if self.units.is_empty() {
            log.line(|| {
                let why = "each is damaged or depleted, or eliminated if it already was";
                ("units of the hex that are not aloft", "lose a step", why, RULE)
            });
        }
        let whom = Whom::Thing(A_BOMB);
        deeds.push(Deed { whom, act: Act::Destroy(OUT_OF_THE_GAME), rule: RULE.into() });
        let lost = Some(self.surrender.lost.unwrap_or(0).saturating_add(raid.ep));
        let bombs = Some(self.surrender.bombs.unwrap_or(0) + u8::from(self.home_city));
        let surrender = SurrenderFacts { lost, bombs, ..self.surrender }.test(&tables.rules.surrender, log);
        AtomicOutcome { raid, surrender, deeds }
    }

    /// The bomber has not come through: the bomb is lost with it, or comes back with it.
    fn unfallen(&self, raid: BomberRaidOutcome, tables: &RaidTables, log: &mut Log) -> AtomicOutcome {
        let lost = raid.hit.iter().any(|unit| unit.state == WingState::Eliminated);
        log.line(|| match lost {
            true => ("A-Bomb", "lost", "it shares the fate of its bomber", BOMB_RULE),
            false => ("A-Bomb", "not dropped", "it stays with its bomber", BOMB_RULE),
        });
        let gone =
            Deed { whom: Whom::Thing(A_BOMB), act: Act::Destroy(OUT_OF_THE_GAME), rule: BOMB_RULE.into() };
        let surrender = self.surrender.test(&tables.rules.surrender, log);
        AtomicOutcome { raid, surrender, deeds: if lost { vec![gone] } else { Vec::new() } }
    }
}

impl Coded for AtomicBombing {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "a-bomb";
    const KEYS: &'static [Key] = AtomicMission::KEYS;
    const CHOICES: &'static [&'static str] =
        &["ep_loss_time", "ep_negative", "launch_check_span", "long_range_drm", "return_fire_trigger"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<RaidTables, ContextError> {
        RaidTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<AtomicMission, Vec<KeyFault>> {
        AtomicMission::read(inputs)
    }
}
