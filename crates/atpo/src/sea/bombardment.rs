//! ShipBombardment of installations by ships (ATPO-R20, 3.15): one throw on the Bombing Table against what the target takes.

use serde::Serialize;

use super::air_loss::NamedUnit;
use super::numbers::{self, TopicTables};
use super::ship::NavalUnit;
use super::typed;
use crate::bombing::BombingTable;
use crate::forces::DEFENDER;
use crate::installation_attack::{self as attack, EXCESS, InstallationNumbers, MEASURE, Resistance};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::dice::Die;
use liege_rules::play::inputs::{Field, Inputs, KeyFault, KeyKind, KeyValue};
use liege_rules::play::losses::{LostUnit, UnitLoss};
use liege_rules::play::procedure::{
    ContextError, Log, Outcome, Played, Refusal, Script, ScriptHead, TableTop,
};
use liege_rules::{inputs, words};
use vassal::diagnostic::counted;

/// ATPO-R20.
pub struct ShipBombardment;

const RULE: &str = "3.15";
/// The rule of aircraft that are lost with their base.
const COLLATERAL: &str = "3.15.1";
/// The key of air units for whom the base has no room.
pub const OVERSTACKED: &str = "overstacked";

words! {
    /// Targets by their words in the data.
    pub enum Target alone {
        Airstrip = "airstrip" | "airfield" | "strip",
        Airbase = "airbase" | "base",
        CoastalFort = "coastal-fort",
        Fortification = "fortification" | "fort",
        PermanentFort = "permanent-fort" | "permanent" | "permanent-fortification",
        Port = "port" | "minor-port",
        MajorPort = "major-port",
        Mulberry = "mulberry",
        Radar = "radar",
        RocketSite = "rocket-site" | "rocket",
        BurmaRailway = "burma-railway" | "burma-rail" | "railway",
    }
}

inputs! {
    /// A bombardment as typed in.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Barrage {
        /// the bombarding ships: BB 5-13/3-10, CA 2-8
        ships: Bombarding = "ships" | "fleet" | "task-force", RULE;
        /// their gunnery, instead of ships
        gunnery: Option<u32> = "gunnery" | "strength", RULE, 0..=1000;
        /// what is bombarded
        target: Target = "target" | "installation", RULE;
        /// airbase capacity of the hex, 0 when not given
        capacity: Option<u8> = "capacity" | "airbase-capacity", RULE, 0..=20;
        /// a fort in the hex
        fortified: bool = "fortified" | "fort-in-hex", RULE;
        /// air units by name for whom the airbase or airstrip has no room, which are lost with it; `reduced` behind a name is one step
        overstacked: Vec<NamedUnit> = "overstacked" | "over-stacked", EXCESS;
    }
}

impl Field for Target {
    const KIND: KeyKind = <Self as KeyValue>::KIND;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let target = <Self as KeyValue>::read(inputs, key).ok().flatten();
        if target.is_none() {
            faults.push(KeyFault::new(key, "is missing").help("such as target=port or target=airbase"));
        }
        target
    }
}

/// The ships, or none where their gunnery is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bombarding(Vec<NavalUnit>);

impl Field for Bombarding {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let ships = typed::some_ships(inputs, key, "the", faults);
        if inputs.number("gunnery").is_some() == inputs.value(key).is_some() && faults.is_empty() {
            let fault = KeyFault::new(key, "expected either the ships or their gunnery");
            faults.push(fault.help("gunnery=14"));
        }
        Some(Self(ships))
    }
}

/// The guns of a ship; the one number of a submarine is that of its torpedoes.
fn guns(ship: &NavalUnit) -> Option<u8> {
    let guns = ship.face(ship.hits_left() < 2).gunnery.filter(|guns| *guns > 0);
    guns.filter(|_| !ship.class.is_submarine())
}

/// What a bombardment needs to know.
pub struct BarrageTables {
    of: TopicTables<InstallationNumbers>,
    bombing: BombingTable,
}

/// A bombardment before its throw.
pub struct Aimed {
    barrage: Barrage,
    gunnery: u32,
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

impl Script for ShipBombardment {
    const HEAD: ScriptHead =
        ScriptHead::of("atpo", "ATPO-R20", "bombardment").measured(MEASURE).reads(&["installation_result"]);
    type Cx = BarrageTables;
    type Input = Barrage;
    type Battle = Aimed;
    type State = BarrageOutcome;
    type Outcome = BarrageOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<BarrageTables, ContextError> {
        let of = numbers::load(attack::NUMBERS, files, settings, Self::HEAD.choices())?;
        Ok(BarrageTables { of, bombing: BombingTable::load(files)? })
    }

    fn begin(barrage: Barrage, tables: &BarrageTables) -> Result<(Aimed, BarrageOutcome), Vec<Refusal>> {
        let of_ships = || barrage.ships.0.iter().filter_map(guns).map(u32::from).sum();
        let gunnery = barrage.gunnery.unwrap_or_else(of_ships);
        let Some(column) = tables.bombing.column(gunnery) else {
            let reason = format!("a gunnery of {gunnery} has no column on the Bombing Table");
            return Err(vec![Refusal::new(RULE, reason)]);
        };
        let target = barrage.target.word();
        let Some(resistance) = tables.of.numbers.row(target).and_then(|row| row.sea) else {
            return Err(vec![Refusal::new(RULE, format!("the data have no target {target}"))]);
        };
        let needed = resistance.needed(barrage.capacity(), barrage.fortified);
        let (cell, excess, deeds) = (String::new(), Vec::new(), Vec::new());
        let before =
            BarrageOutcome { cell, destroyed: false, target: target.into(), air_steps: 0, excess, deeds };
        Ok((Aimed { barrage, gunnery, column, needed, resistance }, before))
    }

    fn play<'b>(
        aimed: &'b Aimed,
        tables: &'b BarrageTables,
        outcome: &mut BarrageOutcome,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let (dice, log) = at.dice();
        aimed.tell(tables, log);
        let by_total = tables.of.choices.is("installation_result", "dice_total");
        let (one, other) = dice.pair(Die::D6, "bombardment", &|one, other| (one + other).into());
        for face in [one, other] {
            log.roll(Die::D6, face, || ("bombardment: die", "2d6", RULE));
        }
        *outcome = aimed.outcome(one + other, by_total, tables);
        aimed.tell_outcome(outcome, one + other, by_total, tables, log);
        Ok(())
    }

    fn outcome(_: &Aimed, outcome: &BarrageOutcome) -> BarrageOutcome {
        outcome.clone()
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

impl Outcome for BarrageOutcome {
    fn result(&self) -> String {
        let mut lost = String::new();
        if !self.excess.is_empty() {
            lost = format!(", {} eliminated", counted(self.excess.len(), "air unit"));
        }
        if self.air_steps > 0 {
            lost += &format!(", {} lost", counted(self.air_steps.into(), "air step"));
        }
        match (self.destroyed, self.target.as_str()) {
            (true, "major-port") => "now a minor port".into(),
            (true, _) => format!("destroyed{lost}"),
            (false, _) => "no effect".into(),
        }
    }

    fn deeds(&self) -> Vec<Deed> {
        if !self.destroyed {
            return Vec::new();
        }
        let mark = attack::mark(&self.target, RULE);
        let excess = self.deeds.iter().cloned();
        excess.chain([mark]).chain(attack::steps_deed(self.air_steps, COLLATERAL)).collect()
    }
}

/// The aircraft that a destroyed airbase or airstrip takes with it.
const BASED_THERE: &str = "aircraft based there";

impl Barrage {
    fn capacity(&self) -> u32 {
        self.capacity.map_or(0, u32::from)
    }
}

impl Aimed {
    /// Whether aircraft can be based at the target.
    fn has_aircraft(&self) -> bool {
        attack::holds_aircraft(self.barrage.target.word())
    }

    /// The air units for whom the target has no room, where aircraft can be based at it.
    fn without_room(&self) -> impl Iterator<Item = &NamedUnit> {
        self.barrage.overstacked.iter().filter(|_| self.has_aircraft())
    }

    fn tell(&self, tables: &BarrageTables, log: &mut Log) {
        let Self { barrage, gunnery, .. } = self;
        for ship in barrage.ships.0.iter().filter(|ship| guns(ship).is_none()) {
            log.line(|| (ship.name.clone(), "takes no part", "gunnery of at least 1 is needed", RULE));
        }
        log.line(|| {
            ("gunnery", gunnery.to_string(), format!("column {}", tables.bombing.name(self.column)), RULE)
        });
        self.resistance.tell(barrage.target.word(), barrage.capacity(), barrage.fortified, RULE, log);
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
            target: self.barrage.target.to_string(),
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
            attack::tell_displaced(self.barrage.target.word(), log);
        }
    }
}
