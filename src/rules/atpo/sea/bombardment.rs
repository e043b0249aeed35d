//! ShipBombardment of installations by ships (ATPO-R20, 3.15): one throw on the Bombing Table against what the target takes.

use serde::Serialize;

use super::rows::InstallationRow;
use super::tables::SeaTables;
use super::typed;
use crate::diagnostic::counted;
use crate::rules::atpo::bombing::{BOMBING, BombingTable};
use crate::rules::atpo::forces::DEFENDER;
use crate::rules::choices::Setting;
use crate::rules::data::{DataError, Files};
use crate::rules::deeds::{Act, Deed, Term, Whom};
use crate::rules::dice::{Dice, Die};
use crate::rules::inputs::{Inputs, Key, KeyFault, KeyKind, WordRows};
use crate::rules::losses::{LostUnit, UnitLoss};
use crate::rules::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal};

/// ATPO-R20.
pub struct ShipBombardment;

const RULE: &str = "3.15";
const COLLATERAL: &str = "3.15.1";

/// By what losses are measured: a major port that becomes a minor one counts as one, too.
const MEASURE: &str = "installations";

/// What lies on a destroyed installation.
const DESTROYED: Term = Term::new("destroyed-installation", "Destroyed Installation");
/// What becomes of a major port.
const MINOR_PORT: Term = Term::new("minor-port", "Minor Port");

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
];

/// A bombardment as typed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Barrage {
    gunnery: u32,
    /// Ships that have no gunnery of 1 or more.
    idle: Vec<String>,
    target: String,
    capacity: u32,
    fortified: bool,
}

/// What a bombardment needs to know.
pub struct BarrageTables {
    sea: SeaTables,
    bombing: BombingTable,
}

/// A bombardment before its throw.
pub struct Aimed {
    barrage: Barrage,
    column: usize,
    /// What the result has to reach.
    needed: u32,
    row: InstallationRow,
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
        let rows = &tables.sea.numbers.installation;
        let Some(row) = rows.iter().find(|row| row.target == barrage.target).cloned() else {
            return Err(vec![Refusal::new(RULE, format!("the data have no target {}", barrage.target))]);
        };
        let fort = if barrage.fortified { row.fort } else { 0 };
        Ok((Aimed { column, needed: row.base + barrage.capacity + fort, barrage, row }, ()))
    }

    fn step<'b>(
        aimed: &'b Aimed,
        (): (),
        tables: &'b BarrageTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), BarrageOutcome> {
        aimed.tell(tables, log);
        let by_total = tables.sea.choices.is("installation_result", "dice_total");
        let outcome = |total: u8| aimed.outcome(total, by_total, &tables.bombing);
        let (one, other) = dice.pair(Die::D6, "bombardment", &|one, other| (one + other).into());
        for face in [one, other] {
            log.roll(Die::D6, face, || ("bombardment: die", "2d6", RULE));
        }
        let outcome = outcome(one + other);
        aimed.tell_outcome(&outcome, one + other, by_total, tables, log);
        Flow::Done(outcome)
    }

    fn so_far(aimed: &Aimed, (): &(), _: &BarrageTables) -> BarrageOutcome {
        let target = aimed.barrage.target.clone();
        BarrageOutcome { cell: String::new(), destroyed: false, target, air_steps: 0 }
    }

    fn result(outcome: &BarrageOutcome) -> String {
        let steps = match outcome.air_steps {
            0 => String::new(),
            steps => format!(", {} lost", counted(steps.into(), "air step")),
        };
        match (outcome.destroyed, outcome.target.as_str()) {
            (true, "major-port") => "now a minor port".into(),
            (true, _) => format!("destroyed{steps}"),
            (false, _) => "no effect".into(),
        }
    }

    fn deeds(outcome: &BarrageOutcome) -> Vec<Deed> {
        if !outcome.destroyed {
            return Vec::new();
        }
        let target = Term::read(outcome.target.clone(), outcome.target.replace('-', " "));
        let becomes = if outcome.target == "major-port" { MINOR_PORT } else { DESTROYED };
        let mut deeds = vec![Deed { whom: Whom::Thing(target), act: Act::Mark(becomes), rule: RULE.into() }];
        if outcome.air_steps > 0 {
            let steps = Whom::Thing(AIR_STEPS);
            deeds.push(Deed {
                whom: steps,
                act: Act::Value(-i64::from(outcome.air_steps)),
                rule: COLLATERAL.into(),
            });
        }
        deeds
    }

    fn losses(aimed: &Aimed, outcome: &BarrageOutcome) -> Vec<UnitLoss> {
        let word = if outcome.target == "major-port" { "made a minor port" } else { "destroyed" };
        let destroyed = LostUnit { word, lost: vec![(MEASURE, 1)], measure: 1 };
        let fates = [
            (outcome.target.replace('-', " "), outcome.destroyed.then_some(destroyed)),
            (BASED_THERE.to_owned(), steps_lost(outcome.air_steps)),
        ];
        let units = if aimed.has_aircraft() { 2 } else { 1 };
        let loss = |(like, (unit, fate))| UnitLoss { side: DEFENDER, unit, like, fate };
        fates.into_iter().take(units).enumerate().map(loss).collect()
    }
}

/// The steps of aircraft that are lost with their base.
pub const AIR_STEPS: Term = Term::new("air-steps", "air unit steps based there");

/// The aircraft that a destroyed airbase or airstrip takes with it.
const BASED_THERE: &str = "aircraft based there";

/// So many steps of aircraft, which are beside the measure.
fn steps_lost(steps: u8) -> Option<LostUnit> {
    let word = match steps {
        0 => return None,
        1 => "1 step lost",
        2 => "2 steps lost",
        _ => "3 steps lost",
    };
    Some(LostUnit { word, lost: vec![("air steps", steps.into())], measure: 0 })
}

impl Aimed {
    /// Whether aircraft can be based at the target.
    fn has_aircraft(&self) -> bool {
        matches!(self.barrage.target.as_str(), "airbase" | "airstrip")
    }

    fn tell(&self, tables: &BarrageTables, log: &mut Log) {
        let Barrage { gunnery, idle, target, capacity, fortified } = &self.barrage;
        for ship in idle {
            log.line(|| (ship.clone(), "takes no part", "gunnery of at least 1 is needed", RULE));
        }
        log.line(|| {
            ("gunnery", gunnery.to_string(), format!("column {}", tables.bombing.name(self.column)), RULE)
        });
        log.line(|| {
            let fort = if *fortified && self.row.fort > 0 {
                format!(" + {} for the fort", self.row.fort)
            } else {
                String::new()
            };
            let cause = format!("{} + airbase capacity {capacity}{fort}", self.row.base);
            (format!("target: {}", target.replace('-', " ")), self.needed.to_string(), cause, RULE)
        });
    }

    fn outcome(&self, total: u8, by_total: bool, table: &BombingTable) -> BarrageOutcome {
        let cell = table.cell(total, self.column);
        // A dash and a lone star are no number, so that they reach nothing.
        let reached = if by_total { Some(u32::from(total)) } else { cell.number.map(u32::from) };
        let destroyed = reached.is_some_and(|reached| reached >= self.needed);
        let air_steps = if destroyed && self.has_aircraft() { total.saturating_sub(9).min(3) } else { 0 };
        BarrageOutcome { cell: cell.text(), destroyed, target: self.barrage.target.clone(), air_steps }
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
        if outcome.air_steps > 0 {
            log.line(|| {
                let cause = "based there; the defender chooses the first and third, the attacker the second";
                ("collateral losses", counted(outcome.air_steps.into(), "air step"), cause, COLLATERAL)
            });
        }
        if outcome.destroyed && matches!(self.barrage.target.as_str(), "port" | "airbase" | "airstrip") {
            log.line(|| {
                let told =
                    if self.barrage.target == "port" { "ships in port" } else { "aircraft based there" };
                let goes = if told == "ships in port" { "into the coastal hex" } else { "forced rebase" };
                (told, goes, "nobody may intercept them for that", "4.13.2")
            });
        }
    }
}

impl Coded for ShipBombardment {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "bombardment";
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-R20.md";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["installation_result"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<BarrageTables, ContextError> {
        let sea = SeaTables::load(files, settings, Self::CHOICES)?;
        let mut faults = Vec::new();
        let bombing = BombingTable::read(files.text(BOMBING)?, &mut faults);
        match bombing {
            Some(bombing) => Ok(BarrageTables { sea, bombing }),
            None => {
                let error =
                    DataError::of(&faults).unwrap_or_else(|| DataError::new(BOMBING, "cannot be read"));
                Err(error.into())
            }
        }
    }

    fn read(inputs: &Inputs) -> Result<Barrage, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let ships = typed::some_ships(inputs, "ships", "the", &mut faults);
        let told = inputs.number("gunnery").and_then(|gunnery| u32::try_from(gunnery).ok());
        let guns =
            |ship: &super::ship::NavalUnit| ship.face(ship.hits_left() < 2).gunnery.filter(|guns| *guns > 0);
        if told.is_some() == inputs.value("ships").is_some() && faults.is_empty() {
            faults.push(
                KeyFault::new("ships", "expected either the ships or their gunnery").help("gunnery=14"),
            );
        }
        let Some(target) = inputs.word("target") else {
            faults.push(KeyFault::new("target", "is missing").help("such as target=port or target=airbase"));
            return Err(faults);
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Barrage {
            gunnery: told.unwrap_or_else(|| ships.iter().filter_map(guns).map(u32::from).sum()),
            idle: ships.iter().filter(|ship| guns(ship).is_none()).map(|ship| ship.name.clone()).collect(),
            target: target.to_owned(),
            capacity: inputs.number("capacity").and_then(|points| u32::try_from(points).ok()).unwrap_or(0),
            fortified: inputs.yes("fortified"),
        })
    }
}
