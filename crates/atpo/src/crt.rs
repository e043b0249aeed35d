//! The land combat table and its numbers, read from the data files and checked for holes.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::magic::{self, HelpedNations};
use liege_rules::data::fault::{DataFault, did_you_mean, toml_fault};
use liege_rules::data::read::Read;
use liege_rules::data::table::{Row, Table};
use liege_rules::data::{DataError, Files};
use liege_rules::play::choices::Choices;
use liege_rules::play::roll::{self, Roll};

/// The game, as its folders are called.
const GAME: &str = "atpo";
/// Path of the table itself.
pub const TABLE: &str = "rules/atpo/crt.csv";
/// Path of the modifiers and strengths.
pub const NUMBERS: &str = "rules/atpo/crt.toml";
/// Path of the terrain table.
pub const TERRAIN: &str = "rules/atpo/terrain.csv";
/// Path of the choices.
pub const CHOICES: &str = "rules/atpo/choices.toml";

/// What a result does to one side (11.6.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loss {
    /// That many steps; for the defender, each may instead be a retreat of one hex.
    Points(u8),
    /// All units.
    All,
}

/// A result of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// To the attacker, taken first.
    pub attacker: Loss,
    /// To the defender.
    pub defender: Loss,
}

impl Cell {
    /// The same as people type it, in capital or small letters.
    #[must_use]
    pub fn typed(text: &str) -> Option<Self> {
        let capitals = text.trim().to_uppercase();
        let head = capitals.trim_end_matches('X');
        Self::parse(&format!("{head}{}", "x".repeat(capitals.len() - head.len())))
    }

    /// Read a result like `AE`, `xx`, `D1`, `D2x`, `DEx`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text == "AE" {
            return Some(Self { attacker: Loss::All, defender: Loss::Points(0) });
        }
        let crosses = text.len() - text.trim_end_matches('x').len();
        let head = &text[..text.len() - crosses];
        let defender = match head {
            "" if crosses > 0 => Loss::Points(0),
            "D1" => Loss::Points(1),
            "D2" => Loss::Points(2),
            "D3" => Loss::Points(3),
            "DE" => Loss::All,
            _ => return None,
        };
        let attacker = Loss::Points(u8::try_from(crosses).ok().filter(|crosses| *crosses <= 3)?);
        Some(Self { attacker, defender })
    }

    /// A number of its own.
    #[must_use]
    pub fn class(self) -> u16 {
        let number = |loss| match loss {
            Loss::Points(points) => u16::from(points),
            Loss::All => u16::from(u8::MAX),
        };
        number(self.attacker) << 8 | number(self.defender)
    }

    /// As printed: `D3x`.
    #[must_use]
    pub fn text(self) -> String {
        let crosses = match self.attacker {
            Loss::All => return "AE".into(),
            Loss::Points(crosses) => "x".repeat(crosses.into()),
        };
        match self.defender {
            Loss::All => format!("DE{crosses}"),
            Loss::Points(0) => crosses,
            Loss::Points(points) => format!("D{points}{crosses}"),
        }
    }
}

/// An odds column: attacker to defender.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// As printed: `3-2`.
    pub text: String,
    attacker: u64,
    defender: u64,
}

/// The combat results table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crt {
    /// Odds from worst to best for the attacker.
    pub columns: Vec<Column>,
    /// The row of the first line.
    pub least: i32,
    rows: Vec<Vec<Cell>>,
}

impl Crt {
    /// Read the table: a header of odds, then one line for each modified roll.
    ///
    /// # Errors
    /// Odds out of order, a missing row or cell, an unknown result, each with row and column.
    pub fn parse(text: &str) -> Result<Self, DataFault> {
        let fail = |line: u64, what: String| DataFault::at(TABLE, line, what);
        let mut reader =
            csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
        let header = reader.headers().map_err(|e| fail(1, e.to_string()))?.clone();
        let columns = header.iter().skip(1).map(column).collect::<Result<Vec<_>, _>>();
        let columns = columns.map_err(|what| fail(1, what))?;
        if columns.is_empty() {
            return Err(fail(1, "no odds columns in the first line".into()));
        }
        for pair in columns.windows(2) {
            if pair[0].attacker * pair[1].defender >= pair[1].attacker * pair[0].defender {
                let told = format!("column {} must have better odds than {}", pair[1].text, pair[0].text);
                return Err(fail(1, told));
            }
        }
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        let mut least = 0;
        for record in reader.records() {
            let record = record
                .map_err(|error| fail(error.position().map_or(0, csv::Position::line), error.to_string()))?;
            let line = record.position().map_or(0, csv::Position::line);
            let name = record.get(0).unwrap_or_default();
            let row: i32 = name.parse().map_err(|_| fail(line, format!("\"{name}\" is not a row number")))?;
            if rows.is_empty() {
                least = row;
            }
            let wanted = i64::from(least) + rows.len() as i64;
            if i64::from(row) != wanted {
                return Err(fail(line, format!("row {wanted} is missing before row {row}")));
            }
            rows.push(cells(&columns, row, &record).map_err(|what| fail(line, what))?);
        }
        if rows.is_empty() {
            return Err(fail(0, "no rows".into()));
        }
        Ok(Self { columns, least, rows })
    }

    /// The row of the last line.
    #[must_use]
    pub fn most(&self) -> i32 {
        self.least + i32::try_from(self.rows.len()).unwrap_or(i32::MAX) - 1
    }

    /// The row that a modified roll is read in: rolls off the table use its first or last row.
    #[must_use]
    pub fn row(&self, roll: i32) -> i32 {
        roll.clamp(self.least, self.most())
    }

    /// The column that these strengths earn, rounded in the defender's favour (11.6.2).
    /// Odds below the first column use it; a defence of 0 gives the last.
    #[must_use]
    pub fn column(&self, attack: u32, defence: u32) -> usize {
        let earned =
            |column: &Column| u64::from(attack) * column.defender >= u64::from(defence) * column.attacker;
        self.columns.iter().rposition(earned).unwrap_or(0)
    }

    /// Whether the odds are worse than the first column.
    #[must_use]
    pub fn below(&self, attack: u32, defence: u32) -> bool {
        let first = &self.columns[0];
        u64::from(attack) * first.defender < u64::from(defence) * first.attacker
    }

    /// Why these strengths earn their column, in words.
    #[must_use]
    pub fn why(&self, attack: u32, defence: u32) -> String {
        let column = self.column(attack, defence);
        let exact =
            |column: &Column| u64::from(attack) * column.defender == u64::from(defence) * column.attacker;
        let whole = attack.checked_div(defence).map(u64::from).unwrap_or(0);
        let at = &self.columns[column];
        if self.below(attack, defence) {
            return format!("worse than {}, which is used (choice crt_floor)", at.text);
        }
        match () {
            () if defence == 0 => "no defence: the last column".into(),
            () if exact(at) => "exactly".into(),
            () if column + 1 == self.columns.len() => format!("better than {}, the last column", at.text),
            () if at.defender == 1 && whole > at.attacker => {
                format!("{whole}-1 counts as {}", at.text)
            }
            () => "rounded for the defender".into(),
        }
    }

    /// The result of a modified roll in a column.
    #[must_use]
    pub fn cell(&self, roll: i32, column: usize) -> Cell {
        let row = usize::try_from(self.row(roll) - self.least).unwrap_or(0);
        self.rows[row][column.min(self.columns.len() - 1)]
    }
}

fn column(text: &str) -> Result<Column, String> {
    let parts =
        text.split_once(['-', ':']).and_then(|(a, d)| Some((a.trim().parse().ok()?, d.trim().parse().ok()?)));
    match parts {
        Some((attacker, defender)) if (1..=1000).contains(&attacker) && (1..=1000).contains(&defender) => {
            Ok(Column { text: text.to_owned(), attacker, defender })
        }
        _ => Err(format!("column \"{text}\" is not odds like 3-2")),
    }
}

fn cells(columns: &[Column], row: i32, record: &csv::StringRecord) -> Result<Vec<Cell>, String> {
    if record.len() > columns.len() + 1 {
        return Err(format!("row {row} has more cells than there are columns"));
    }
    let cell = |(index, column): (usize, &Column)| {
        let text = record.get(index + 1).unwrap_or_default();
        Cell::parse(text).ok_or_else(|| format!("row {row}, column {}: no result \"{text}\"", column.text))
    };
    columns.iter().enumerate().map(cell).collect()
}

/// Die-roll modifiers of land combat.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct Drm {
    pub attacker_air_superiority: i32,
    pub defender_air_superiority: i32,
    pub weather: i32,
    pub undepleted_paratroop: i32,
    pub defender_out_of_supply: i32,
    pub attacker_out_of_supply: i32,
    pub river: i32,
    pub river_paratroop_example: i32,
    pub river_only_defenders_monsoon: i32,
    pub river_all_monsoon: i32,
    pub marine_amphibious: i32,
    pub amphibious: i32,
    pub soviet_armor: i32,
    pub sneak_first: i32,
    pub sneak_second: i32,
}

/// Strength points that are not printed on units.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct Strengths {
    pub fort_factor: u32,
    pub fort_unoccupied: u32,
    pub coastal_fort_per_step: u32,
    pub garrison: u32,
    pub dd: u32,
    pub cl: u32,
    pub gunnery_per_point: std::num::NonZeroU32,
    pub defence_bombers_most: u32,
}

/// The drop table (4.12.4.2).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct Paradrop {
    pub eliminated_most: i32,
    pub depleted_most: i32,
    pub own_superiority: i32,
    pub enemy_superiority: i32,
    pub jungle_or_mountain: i32,
    pub jungle_mountain: i32,
    pub not_adjacent: i32,
    pub sneak_first: i32,
    pub range: u32,
    pub japanese_range: u32,
    pub points: u8,
}

/// A General who helps every stack of his nation near his HQ (16.7).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct Aura {
    pub nation: String,
    pub strength: u32,
}

/// The month from which Soviet armor gets its bonus (16.5).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct From {
    /// `1944-01`.
    pub from: String,
}

/// All of `crt.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct CombatNumbers {
    pub format: u32,
    pub drm: Drm,
    pub strength: Strengths,
    pub soviet_armor: From,
    pub paradrop: Paradrop,
    pub aura: BTreeMap<String, Aura>,
}

/// What terrain does to an attack into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TerrainRow {
    /// Its name: `jungle-mountain`.
    pub terrain: String,
    /// Whether an amphibious assault may land: `yes`, `no` or `port`.
    pub amphibious: String,
    /// Modifier of the attack roll.
    pub attack_drm: i32,
    /// `full` or `half`.
    pub bomber_support: String,
}

/// Everything that land combat looks up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tables {
    /// The combat results table.
    pub crt: Crt,
    /// Its modifiers and strengths.
    pub numbers: CombatNumbers,
    /// Terrain by name.
    pub terrain: BTreeMap<String, TerrainRow>,
    /// The elimination of a General (11.5.3).
    pub general: Roll,
    /// Whom Magic helps.
    pub helped: HelpedNations,
    /// The choices that hold.
    pub choices: Choices,
}

impl Tables {
    /// Load and check all tables.
    ///
    /// # Errors
    /// A file is missing or wrong.
    pub fn load(files: &dyn Files) -> Result<Self, DataError> {
        let mut faults = Vec::new();
        let texts = Texts {
            crt: files.text(TABLE)?,
            numbers: files.text(NUMBERS)?,
            terrain: files.text(TERRAIN)?,
            magic: files.text(magic::NUMBERS)?,
            choices: files.text(CHOICES)?,
        };
        let general = general(&|path| files.text(path).ok().map(str::to_owned), &mut faults);
        let tables = general.and_then(|general| Self::read(&texts, general, &mut faults));
        match DataError::of(&faults) {
            Some(error) => Err(error),
            None => tables.ok_or_else(|| DataError::new(TABLE, "cannot be read")),
        }
    }

    /// Reads and checks all tables; every fault is kept, and there are no tables without the first two.
    pub fn read(texts: &Texts<'_>, general: Roll, faults: &mut Vec<DataFault>) -> Option<Self> {
        let crt = Crt::parse(texts.crt).map_err(|fault| faults.push(fault)).ok();
        let numbers = toml::from_str::<CombatNumbers>(texts.numbers);
        let numbers = numbers.map_err(|error| faults.push(toml_fault(NUMBERS, texts.numbers, &error))).ok();
        if let Some(format) = numbers.as_ref().map(|numbers| numbers.format).filter(|format| *format != 1) {
            faults.push(DataFault::at(NUMBERS, 1, format!("expected format = 1, found {format}")));
        }
        let terrain = terrain(texts.terrain, faults);
        let helped = HelpedNations::read(texts.magic, faults);
        let choices = Choices::read(CHOICES, texts.choices, faults);
        Some(Self { crt: crt?, numbers: numbers?, terrain, general, helped: helped?, choices })
    }
}

/// The roll for Generals, which land combat makes by itself.
const GENERAL: &str = "ATPO-R41";

/// The roll for Generals among the procedures that are data.
pub fn general(read: Read<'_>, faults: &mut Vec<DataFault>) -> Option<Roll> {
    roll_called(GENERAL, read, faults)
}

/// A roll that battles make by themselves, among the procedures that are data.
pub fn roll_called(id: &str, read: Read<'_>, faults: &mut Vec<DataFault>) -> Option<Roll> {
    let mut wrong = Vec::new();
    let rolls = roll::read_all(GAME, read, &mut wrong);
    let found = rolls.into_iter().find(|roll| roll.id == id);
    if found.is_none() && wrong.is_empty() {
        let told = format!("expected the roll {id}, which battles make");
        wrong.push(DataFault::at(&roll::path(GAME), 0, told));
    }
    faults.extend(wrong);
    found
}

/// The texts of the tables of land combat.
pub struct Texts<'a> {
    /// [`TABLE`].
    pub crt: &'a str,
    /// [`NUMBERS`].
    pub numbers: &'a str,
    /// [`TERRAIN`].
    pub terrain: &'a str,
    /// [`magic::NUMBERS`].
    pub magic: &'a str,
    /// [`CHOICES`].
    pub choices: &'a str,
}

/// The columns of the terrain table.
const TERRAIN_COLUMNS: &[&str] = &[
    "terrain",
    "mp_foot",
    "mp_vehicle",
    "rail_entry_mp",
    "zoc_into",
    "supply_into",
    "supply_through",
    "amphibious",
    "attack_drm",
    "bomber_support",
    "airfield",
    "paradrop_drm",
    "land_recon_drm",
    "attrition_drm",
    "air_drop_drm",
    "source",
    "lines",
];

/// The names of the terrain there is.
fn terrain_names() -> Vec<&'static str> {
    super::forces::terrain::TERRAIN.iter().map(|(name, _)| *name).collect()
}

fn terrain(text: &str, faults: &mut Vec<DataFault>) -> BTreeMap<String, TerrainRow> {
    let mut table = BTreeMap::new();
    for row in Table::read(TERRAIN, text, TERRAIN_COLUMNS, faults).rows() {
        let name = row.required("terrain", faults);
        let drm = row.number("attack_drm", faults);
        if drm.is_none() {
            let _ = row.required("attack_drm", faults);
        }
        let terrain = TerrainRow {
            terrain: name.clone(),
            amphibious: word(&row, "amphibious", &["yes", "no", "port", ""], faults),
            attack_drm: drm.unwrap_or_default(),
            bomber_support: word(&row, "bomber_support", &["full", "half"], faults),
        };
        if table.insert(name.clone(), terrain).is_some() {
            faults.push(row.fault("terrain", format!("duplicate row \"{name}\"")));
        }
    }
    for name in terrain_names().into_iter().filter(|name| !table.contains_key(*name)) {
        let near = did_you_mean(name, table.keys().map(String::as_str));
        faults.push(DataFault::at(TERRAIN, 0, format!("expected a row for the terrain {name}{near}")));
    }
    table
}

/// A cell that must hold one of these words.
fn word(row: &Row<'_>, column: &str, known: &[&str], faults: &mut Vec<DataFault>) -> String {
    let text = row.text(column);
    if !known.contains(&text) {
        faults.push(row.unknown(column, text, known));
    }
    text.to_owned()
}

/// Rows of the terrain table that no hex and no rule ever looks up.
pub fn unused_terrain(text: &str) -> Vec<DataFault> {
    let names = terrain_names();
    let table = Table::read(TERRAIN, text, TERRAIN_COLUMNS, &mut Vec::new());
    let rows = table.rows().filter(|row| !names.contains(&row.text("terrain")));
    rows.map(|row| {
        let near = did_you_mean(row.text("terrain"), names.iter().copied());
        let told = format!(
            "nothing uses the terrain \"{}\"; a hex can be {}{near}",
            row.text("terrain"),
            names.join(", ")
        );
        row.fault("terrain", told)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_read_as_printed() {
        let cell = |text| Cell::parse(text).map(|cell| (cell.attacker, cell.defender));
        assert_eq!(cell("D3x"), Some((Loss::Points(1), Loss::Points(3))));
        assert_eq!(cell("xxx"), Some((Loss::Points(3), Loss::Points(0))));
        assert_eq!(cell("AE"), Some((Loss::All, Loss::Points(0))));
        assert_eq!(cell("DEx"), Some((Loss::Points(1), Loss::All)));
        for wrong in ["", "D", "D4", "xxxx", "AEx", "E", "é"] {
            assert_eq!(cell(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_table_with_a_hole_fails_when_loaded_and_names_the_cell() {
        let error = |text: &str| Crt::parse(text).unwrap_err().message;
        assert_eq!(error("roll,1-1,2-1\n1,AE,\n"), "row 1, column 2-1: no result \"\"");
        assert_eq!(error("roll,1-1,2-1\n1,AE,x\n3,x,x\n"), "row 2 is missing before row 3");
        assert_eq!(error("roll,1-1,2-1\n1,AE\n"), "row 1, column 2-1: no result \"\"");
        assert!(error("roll,2-1,1-1\n1,x,x\n").contains("better odds"));
        assert!(error("roll,0-1\n1,x\n").contains("not odds"));
    }

    #[test]
    fn odds_round_in_the_defenders_favour() {
        let files = liege_testing::Shipped;
        let crt = Tables::load(&files).unwrap().crt;
        let name = |attack, defence| crt.columns[crt.column(attack, defence)].text.clone();
        for (attack, defence, odds) in [
            (10, 4, "2-1"),
            (15, 3, "4-1"),
            (12, 2, "6-1"),
            (99, 2, "6-1"),
            (17, 3, "4-1"),
            (18, 3, "6-1"),
            (3, 2, "3-2"),
            (29, 20, "1-1"),
            (20, 20, "1-1"),
            (19, 20, "2-3"),
            (2, 3, "2-3"),
            (13, 20, "1-2"),
            (1, 2, "1-2"),
            (1, 9, "1-2"),
            (0, 1, "1-2"),
            (12, 5, "2-1"),
            (7, 0, "6-1"),
            (11, 4, "2-1"),
            (12, 4, "3-1"),
        ] {
            assert_eq!(name(attack, defence), odds, "{attack} against {defence}");
        }
        assert!(crt.below(1, 3) && !crt.below(1, 2));
    }
}
