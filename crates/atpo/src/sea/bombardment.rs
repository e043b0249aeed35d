//! ShipBombardment of installations by ships (ATPO-R20, 3.15): one throw on the Bombing Table against what the target takes.

use serde::Serialize;

use super::air_loss::{NamedUnit, named};
use super::numbers::{self, TopicTables};
use super::ship::NavalUnit;
use super::typed;
use crate::bombing::BombingTable;
use crate::forces::DEFENDER;
use crate::installation_attack::{self as attack, EXCESS, InstallationNumbers, MEASURE, Resistance};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, WordRows};
use liege_rules::play::losses::{LostUnit, UnitLoss};
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal};
use vassal::diagnostic::counted;

/// ATPO-R20.
pub struct ShipBombardment;

const RULE: &str = "3.15";
/// The rule of aircraft that are lost with their base.
const COLLATERAL: &str = "3.15.1";
/// Targets by their words in the data.
const TARGETS: WordRows = &[
    ("airstrip", &["airfield", "strip"]),
    ("airbase", &["base"]),
    ("coastal-fort", &[]),
    ("fortification", &["fort"]),
    ("permanent-fort", &["permanent", "permanent-fortification"]),
    ("port", &["minor-port"]),
    ("major-port", &[]),
    ("mulberry", &[]),
    ("radar", &[]),
    ("rocket-site", &["rocket"]),
    ("burma-railway", &["burma-rail", "railway"]),
];

const KEYS: &[Key] = &[
    Key::new(
        "ships",
        &["fleet", "task-force"],
        KeyKind::List,
        RULE,
        "the bombarding ships: BB 5-13/3-10, CA 2-8",
    ),
    Key::new("gunnery", &["strength"], KeyKind::Number(0, 1000), RULE, "their gunnery, instead of ships"),
    Key::new("target", &["installation"], KeyKind::alone(TARGETS), RULE, "what is bombarded"),
    Key::new(
        "capacity",
        &["airbase-capacity"],
        KeyKind::Number(0, 20),
        RULE,
        "airbase capacity of the hex, 0 when not given",
    ),
    Key::new("fortified", &["fort-in-hex"], KeyKind::YesNo, RULE, "a fort in the hex"),
    Key::new(
        OVERSTACKED,
        &["over-stacked"],
        KeyKind::List,
        EXCESS,
        "air units by name for whom the airbase or airstrip has no room, which are lost with it; `reduced` behind a name is one step",
    ),
];
/// The key of air units for whom the base has no room.
pub const OVERSTACKED: &str = "overstacked";

/// A bombardment as typed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Barrage {
    gunnery: u32,
    /// Ships that have no gunnery of 1 or more.
    idle: Vec<String>,
    target: String,
    capacity: u32,
    fortified: bool,
    /// Air units for whom the base has no room.
    overstacked: Vec<NamedUnit>,
}

/// What a bombardment needs to know.
pub struct BarrageTables {
    of: TopicTables<InstallationNumbers>,
    bombing: BombingTable,
}

/// A bombardment before its throw.
pub struct Aimed {
    barrage: Barrage,
    column: usize,
    /// What the result has to reach.
    needed: u32,
    resistance: Resistance,
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct BarrageOutcome {
    /// The cell of the table.
    pub cell: String,
    /// Whether the target is destroyed, or a major port made a minor one.
    pub destroyed: bool,
    /// What was bombarded.
    pub target: String,
    /// Steps of aircraft lost at a destroyed airbase or airstrip.
    pub air_steps: u8,
    /// The names of the air units that are lost with it since it had no room for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub excess: Vec<String>,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

impl Procedure for ShipBombardment {
    const ID: &'static str = "ATPO-R20";
    const MEASURE: Option<&'static str> = Some(MEASURE);
    type Cx = BarrageTables;
    type Input = Barrage;
    type Battle = Aimed;
    type State = ();
    type Outcome = BarrageOutcome;

    fn begin(barrage: Barrage, tables: &BarrageTables) -> Result<(Aimed, ()), Vec<Refusal>> {
        let Some(column) = tables.bombing.column(barrage.gunnery) else {
            let reason = format!("a gunnery of {} has no column on the Bombing Table", barrage.gunnery);
            return Err(vec![Refusal::new(RULE, reason)]);
        };
        let Some(resistance) = tables.of.numbers.row(&barrage.target).and_then(|row| row.sea) else {
            return Err(vec![Refusal::new(RULE, format!("the data have no target {}", barrage.target))]);
        };
        let needed = resistance.needed(barrage.capacity, barrage.fortified);
        Ok((Aimed { column, needed, barrage, resistance }, ()))
    }

    fn step<'b>(
        aimed: &'b Aimed,
        (): (),
        tables: &'b BarrageTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), BarrageOutcome> {
        aimed.tell(tables, log);
        let by_total = tables.of.choices.is("installation_result", "dice_total");
        let (one, other) = dice.pair(Die::D6, "bombardment", &|one, other| (one + other).into());
        for face in [one, other] {
            log.roll(Die::D6, face, || ("bombardment: die", "2d6", RULE));
        }
        let outcome = aimed.outcome(one + other, by_total, tables);
        aimed.tell_outcome(&outcome, one + other, by_total, tables, log);
        Flow::Done(outcome)
    }

    fn so_far(aimed: &Aimed, (): &(), _: &BarrageTables) -> BarrageOutcome {
        let target = aimed.barrage.target.clone();
        let (cell, excess, deeds) = (String::new(), Vec::new(), Vec::new());
        BarrageOutcome { cell, destroyed: false, target, air_steps: 0, excess, deeds }
    }

    fn result(outcome: &BarrageOutcome) -> String {
        let mut lost = String::new();
        if !outcome.excess.is_empty() {
            lost = format!(", {} eliminated", counted(outcome.excess.len(), "air unit"));
        }
        if outcome.air_steps > 0 {
            lost += &format!(", {} lost", counted(outcome.air_steps.into(), "air step"));
        }
        match (outcome.destroyed, outcome.target.as_str()) {
            (true, "major-port") => "now a minor port".into(),
            (true, _) => format!("destroyed{lost}"),
            (false, _) => "no effect".into(),
        }
    }

    fn deeds(outcome: &BarrageOutcome) -> Vec<Deed> {
        if !outcome.destroyed {
            return Vec::new();
        }
        let mark = attack::mark(&outcome.target, RULE);
        let excess = outcome.deeds.iter().cloned();
        excess.chain([mark]).chain(attack::steps_deed(outcome.air_steps, COLLATERAL)).collect()
    }

    fn losses(aimed: &Aimed, outcome: &BarrageOutcome) -> Vec<UnitLoss> {
        let fates = [
            (
                attack::in_words(&outcome.target),
                outcome.destroyed.then(|| attack::destroyed(&outcome.target)),
            ),
            (BASED_THERE.to_owned(), attack::steps_lost(outcome.air_steps)),
        ];
        let units = if aimed.has_aircraft() { 2 } else { 1 };
        let below = aimed.without_room().map(|unit| {
            let lost = outcome.excess.contains(&unit.name).then(|| attack::steps_lost(unit.steps)).flatten();
            (unit.name.clone(), lost.map(|lost| LostUnit { word: "eliminated", ..lost }))
        });
        let loss = |(like, (unit, fate))| UnitLoss { side: DEFENDER, unit, like, fate };
        fates.into_iter().take(units).chain(below).enumerate().map(loss).collect()
    }
}

/// The aircraft that a destroyed airbase or airstrip takes with it.
const BASED_THERE: &str = "aircraft based there";

impl Aimed {
    /// Whether aircraft can be based at the target.
    fn has_aircraft(&self) -> bool {
        attack::holds_aircraft(&self.barrage.target)
    }

    /// The air units for whom the target has no room, where aircraft can be based at it.
    fn without_room(&self) -> impl Iterator<Item = &NamedUnit> {
        self.barrage.overstacked.iter().filter(|_| self.has_aircraft())
    }

    fn tell(&self, tables: &BarrageTables, log: &mut Log) {
        let Barrage { gunnery, idle, target, capacity, fortified, .. } = &self.barrage;
        for ship in idle {
            log.line(|| (ship.clone(), "takes no part", "gunnery of at least 1 is needed", RULE));
        }
        log.line(|| {
            ("gunnery", gunnery.to_string(), format!("column {}", tables.bombing.name(self.column)), RULE)
        });
        self.resistance.tell(target, *capacity, *fortified, RULE, log);
    }

    fn outcome(&self, dice: u8, by_total: bool, tables: &BarrageTables) -> BarrageOutcome {
        let cell = tables.bombing.cell(dice, self.column);
        let destroyed = attack::reaches(cell, dice, by_total, self.needed);
        let air_steps = if destroyed && self.has_aircraft() { tables.of.numbers.steps(dice) } else { 0 };
        let lost = || self.without_room().filter(|_| destroyed);
        let eliminated = |unit: &NamedUnit| Deed {
            whom: Whom::Unit { name: unit.name.clone(), piece: unit.piece.clone() },
            act: Act::Eliminate(None),
            rule: EXCESS.into(),
        };
        BarrageOutcome {
            cell: cell.text(),
            destroyed,
            target: self.barrage.target.clone(),
            air_steps,
            excess: lost().map(|unit| unit.name.clone()).collect(),
            deeds: lost().map(eliminated).collect(),
        }
    }

    fn tell_outcome(
        &self,
        outcome: &BarrageOutcome,
        total: u8,
        by_total: bool,
        tables: &BarrageTables,
        log: &mut Log,
    ) {
        let column = tables.bombing.name(self.column);
        log.line(|| ("table", outcome.cell.clone(), format!("total {total}, column {column}"), RULE));
        log.line(|| {
            let reached = if by_total { format!("dice {total}") } else { format!("result {}", outcome.cell) };
            let told = if outcome.destroyed { "destroyed" } else { "no effect" };
            ("bombardment", told, format!("{reached} against {}", self.needed), RULE)
        });
        if !outcome.excess.is_empty() {
            let cause = "the base had no room for them";
            log.line(|| (outcome.excess.join(", "), "eliminated", cause, EXCESS));
        }
        attack::tell_steps(outcome.air_steps, COLLATERAL, log);
        if outcome.destroyed {
            attack::tell_displaced(&self.barrage.target, log);
        }
    }
}

impl Coded for ShipBombardment {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "bombardment";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["installation_result"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<BarrageTables, ContextError> {
        let of = numbers::load(attack::NUMBERS, files, settings, Self::CHOICES)?;
        Ok(BarrageTables { of, bombing: BombingTable::load(files)? })
    }

    fn read(inputs: &Inputs) -> Result<Barrage, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let ships = typed::some_ships(inputs, "ships", "the", &mut faults);
        let told = inputs.number("gunnery").and_then(|gunnery| u32::try_from(gunnery).ok());
        // The one number of a submarine is that of its torpedoes.
        let guns = |ship: &NavalUnit| {
            let guns = ship.face(ship.hits_left() < 2).gunnery.filter(|guns| *guns > 0);
            guns.filter(|_| !ship.class.is_submarine())
        };
        if told.is_some() == inputs.value("ships").is_some() && faults.is_empty() {
            faults.push(
                KeyFault::new("ships", "expected either the ships or their gunnery").help("gunnery=14"),
            );
        }
        let Some(target) = inputs.word("target") else {
            faults.push(KeyFault::new("target", "is missing").help("such as target=port or target=airbase"));
            return Err(faults);
        };
        let overstacked = named(inputs, OVERSTACKED, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Barrage {
            overstacked,
            gunnery: told.unwrap_or_else(|| ships.iter().filter_map(guns).map(u32::from).sum()),
            idle: ships.iter().filter(|ship| guns(ship).is_none()).map(|ship| ship.name.clone()).collect(),
            target: target.to_owned(),
            capacity: inputs.number("capacity").and_then(|points| u32::try_from(points).ok()).unwrap_or(0),
            fortified: inputs.yes("fortified"),
        })
    }
}
