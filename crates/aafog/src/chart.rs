//! The who-sees-whom chart: what each mover and each occupant of a sea zone learn of one another, for every pair.

use std::collections::BTreeMap;
use std::fmt;

use super::class::UnitClass;
use liege_rules::data::fault::DataFault;
use liege_rules::data::table::{Row, Table};

/// The file.
pub const FILE: &str = "rules/aafog/meetings.csv";

/// Who moves, as the chart has it: aircraft stand in it alone and with a destroyer of theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChartMover {
    /// A ship, or an aircraft without a destroyer.
    Alone(UnitClass),
    /// An aircraft that ends its move where a destroyer of its own is.
    Escorted(UnitClass),
}

/// Whom he meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChartOccupant {
    /// A unit.
    Unit(UnitClass),
    /// The zone has an island with an enemy functional air base.
    AirBaseZone,
    /// The zone has a kamikaze symbol that is active.
    KamikazeZone,
    /// Nobody.
    Empty,
}

/// The movers of the chart, in its order.
pub const MOVERS: [(&str, ChartMover); 12] = [
    ("SUB", ChartMover::Alone(UnitClass::Sub)),
    ("DD", ChartMover::Alone(UnitClass::Dd)),
    ("BB", ChartMover::Alone(UnitClass::Bb)),
    ("CA", ChartMover::Alone(UnitClass::Ca)),
    ("CV", ChartMover::Alone(UnitClass::Cv)),
    ("TR", ChartMover::Alone(UnitClass::Tr)),
    ("FTR", ChartMover::Alone(UnitClass::Ftr)),
    ("TAC", ChartMover::Alone(UnitClass::Tac)),
    ("BMB", ChartMover::Alone(UnitClass::Bmb)),
    ("FTR+DD", ChartMover::Escorted(UnitClass::Ftr)),
    ("TAC+DD", ChartMover::Escorted(UnitClass::Tac)),
    ("BMB+DD", ChartMover::Escorted(UnitClass::Bmb)),
];

/// The occupants of the chart, in its order.
pub const OCCUPANTS: [(&str, ChartOccupant); 12] = [
    ("SUB", ChartOccupant::Unit(UnitClass::Sub)),
    ("DD", ChartOccupant::Unit(UnitClass::Dd)),
    ("BB", ChartOccupant::Unit(UnitClass::Bb)),
    ("CA", ChartOccupant::Unit(UnitClass::Ca)),
    ("CV", ChartOccupant::Unit(UnitClass::Cv)),
    ("TR", ChartOccupant::Unit(UnitClass::Tr)),
    ("FTR", ChartOccupant::Unit(UnitClass::Ftr)),
    ("TAC", ChartOccupant::Unit(UnitClass::Tac)),
    ("BMB", ChartOccupant::Unit(UnitClass::Bmb)),
    ("AIRBASE_SZ", ChartOccupant::AirBaseZone),
    ("KAMIKAZE_SZ", ChartOccupant::KamikazeZone),
    ("EMPTY", ChartOccupant::Empty),
];

/// What one side learns of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Learns {
    /// No such meeting.
    NoCase,
    /// Nothing at all.
    Nothing,
    /// That it sees no enemy, which does not mean that none is there.
    NoVisibleEnemy,
    /// Kind and number of the other's units.
    All,
    /// The same, though the other side learns nothing.
    Unseen,
    /// The same of aircraft, with the carrier they are on.
    UnseenWithCarrier,
    /// A notice that names the zone: a radar blip.
    Blip,
    /// A notice that names the zone: a kamikaze target.
    KamikazeTarget,
}

/// Whether a meeting is fought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Combat {
    /// No such meeting.
    NoCase,
    /// It is not.
    No,
    /// It is not, because neither has an attack.
    NoAttack,
    /// It is not, but a hidden submarine may join when others of its side fight.
    SubMayJoin,
    /// It is.
    Yes,
    /// If the chooser wants it.
    IfChosen,
    /// A submarine may fire once.
    FreeShot,
    /// Aircraft may scramble.
    Scramble,
    /// Kamikaze tokens may be used.
    Tokens,
}

/// Whose choice it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chooser {
    /// Nobody's.
    Nobody,
    /// The mover's.
    Mover,
    /// The occupant's.
    Occupant,
}

/// Where a cell comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CellSource {
    /// A row of the printed chart, from 1.
    Printed(u8),
    /// A sentence of the text.
    Text,
    /// It follows from the text.
    Derived,
    /// A reading of ours.
    Proposed,
    /// There is no such meeting.
    NoCase,
}

/// Rows of the printed chart.
const PRINTED_ROWS: u8 = 15;

impl CellSource {
    fn read(text: &str) -> Option<Self> {
        match text {
            "text" => Some(Self::Text),
            "derived" => Some(Self::Derived),
            "proposed" => Some(Self::Proposed),
            "n/a" => Some(Self::NoCase),
            _ => {
                let row: u8 = text.strip_prefix("chart C")?.parse().ok()?;
                (1..=PRINTED_ROWS).contains(&row).then_some(Self::Printed(row))
            }
        }
    }
}

impl fmt::Display for CellSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Printed(row) => write!(f, "C{row}"),
            Self::Text => f.write_str("text"),
            Self::Derived => f.write_str("derived"),
            Self::Proposed => f.write_str("proposed"),
            Self::NoCase => f.write_str("no case"),
        }
    }
}

impl fmt::Display for ChartMover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MOVERS.iter().find(|(_, mover)| mover == self).map_or("", |(word, _)| word))
    }
}

impl fmt::Display for ChartOccupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(OCCUPANTS.iter().find(|(_, occupant)| occupant == self).map_or("", |(word, _)| word))
    }
}

/// What the chart says of one pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartCell {
    /// What the mover learns.
    pub mover_learns: Learns,
    /// What the occupant learns.
    pub occupant_learns: Learns,
    /// Whether it is fought.
    pub fought: Combat,
    /// Whose choice that is.
    pub chooser: Chooser,
    /// What else is to be known.
    pub note: String,
    /// Where the cell comes from.
    pub source: CellSource,
    /// The line of the rule text, 0 where there is none.
    pub line: u16,
}

impl ChartCell {
    /// The short code of the grid: `F!` full knowledge and combat, `F?` full knowledge and the mover may attack, `S?`
    /// the submarine sees and may attack, `H` the submarine watches, `H?` it may fire once, `0` nobody sees, `B` and
    /// `K` notices, `T` both see and nothing is fought, `-` no case.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match (self.fought, self.mover_learns, self.occupant_learns) {
            (Combat::NoCase, ..) => "-",
            (Combat::Yes, ..) => "F!",
            (Combat::IfChosen, _, Learns::Nothing) => "S?",
            (Combat::IfChosen, ..) => "F?",
            (Combat::FreeShot, ..) => "H?",
            (Combat::Scramble, ..) => "B",
            (Combat::Tokens, ..) => "K",
            (_, Learns::All, _) => "T",
            (_, _, Learns::Unseen) => "H",
            _ => "0",
        }
    }

    /// Whether each side learns all of the other.
    #[must_use]
    pub fn is_mutual(&self) -> bool {
        self.mover_learns == Learns::All && self.occupant_learns == Learns::All
    }
}

/// The whole chart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SightChart {
    cells: BTreeMap<(ChartMover, ChartOccupant), ChartCell>,
}

const COLUMNS: [&str; 9] =
    ["mover", "occupant", "mover_learns", "occupant_learns", "combat", "chooser", "note", "source", "line"];

const MOVER_LEARNS: &[(&str, Learns)] = &[
    ("-", Learns::NoCase),
    ("nothing", Learns::Nothing),
    ("no visible enemy", Learns::NoVisibleEnemy),
    ("all", Learns::All),
    ("occupant", Learns::Unseen),
    ("occupant with its carrier", Learns::UnseenWithCarrier),
];

const OCCUPANT_LEARNS: &[(&str, Learns)] = &[
    ("-", Learns::NoCase),
    ("nothing", Learns::Nothing),
    ("all", Learns::All),
    ("mover", Learns::Unseen),
    ("notice: radar blip (zone only)", Learns::Blip),
    ("notice: kamikaze target (zone only)", Learns::KamikazeTarget),
];

const FOUGHT: &[(&str, Combat)] = &[
    ("-", Combat::NoCase),
    ("no", Combat::No),
    ("no (no attack value)", Combat::NoAttack),
    ("no (sub may join if other units of its side fight)", Combat::SubMayJoin),
    ("yes", Combat::Yes),
    ("if chosen", Combat::IfChosen),
    ("free shot if chosen (hits on 2 or less)", Combat::FreeShot),
    ("scramble if chosen", Combat::Scramble),
    ("token attack if chosen", Combat::Tokens),
];

const CHOOSERS: &[(&str, Chooser)] = &[
    ("-", Chooser::Nobody),
    ("mover (sub)", Chooser::Mover),
    ("mover (destroyer)", Chooser::Mover),
    ("mover (warship)", Chooser::Mover),
    ("occupant", Chooser::Occupant),
    ("occupant (sub)", Chooser::Occupant),
    ("occupant (Japan)", Chooser::Occupant),
    ("sub only in that case", Chooser::Occupant),
];

impl SightChart {
    /// Reads the chart; every pair must stand in it once.
    pub fn read(file: &str, text: &str, faults: &mut Vec<DataFault>) -> Self {
        let mut chart = Self::default();
        for row in Table::read(file, text, &COLUMNS, faults).rows() {
            let before = faults.len();
            let Some((pair, cell)) = read_row(&row, faults) else { continue };
            if faults.len() == before {
                faults.extend(contradiction(&row, &cell));
            }
            if chart.cells.insert(pair, cell).is_some() {
                let told = format!("duplicate row: {} meets {}", pair.0, pair.1);
                faults.push(row.fault("mover", told));
            }
        }
        let missing: Vec<String> =
            chart.missing().map(|(mover, met)| format!("{mover} meets {met}")).collect();
        if !missing.is_empty() && faults.is_empty() {
            let told = format!("expected a row for every pair; missing: {}", missing.join(", "));
            faults.push(DataFault::at(file, 0, told));
        }
        chart
    }

    fn missing(&self) -> impl Iterator<Item = (ChartMover, ChartOccupant)> {
        let all = MOVERS.iter().flat_map(|(_, mover)| OCCUPANTS.iter().map(move |(_, met)| (*mover, *met)));
        all.filter(|pair| !self.cells.contains_key(pair))
    }

    /// What the chart says of a pair; none where the chart was not read.
    #[must_use]
    pub fn cell(&self, mover: ChartMover, occupant: ChartOccupant) -> Option<&ChartCell> {
        self.cells.get(&(mover, occupant))
    }

    /// The chart as a table of a page: in each cell its code and its source.
    #[must_use]
    pub fn grid(&self) -> String {
        let heads: Vec<&str> = OCCUPANTS.iter().map(|(word, _)| *word).collect();
        let mut page = format!("| mover \\ occupant | {} |\n|---|", heads.join(" | "));
        page.push_str(&"---|".repeat(OCCUPANTS.len()));
        page.push('\n');
        for (word, mover) in MOVERS {
            let cells = OCCUPANTS.iter().map(|(_, met)| match self.cell(mover, *met) {
                None => "?".to_owned(),
                Some(cell) if cell.source == CellSource::NoCase => cell.code().to_owned(),
                Some(cell) => format!("{} {}", cell.code(), cell.source),
            });
            page.push_str(&format!("| **{word}** | {} |\n", cells.collect::<Vec<_>>().join(" | ")));
        }
        page
    }
}

fn read_row(row: &Row<'_>, faults: &mut Vec<DataFault>) -> Option<((ChartMover, ChartOccupant), ChartCell)> {
    let filled = |column: &str, faults: &mut Vec<DataFault>| drop(row.required(column, faults));
    for column in ["mover", "occupant", "mover_learns", "occupant_learns", "combat", "chooser", "source"] {
        filled(column, faults);
    }
    let mover = row.one_of("mover", &MOVERS, faults);
    let occupant = row.one_of("occupant", &OCCUPANTS, faults);
    let mover_learns = row.one_of("mover_learns", MOVER_LEARNS, faults);
    let occupant_learns = row.one_of("occupant_learns", OCCUPANT_LEARNS, faults);
    let fought = row.one_of("combat", FOUGHT, faults);
    let chooser = row.one_of("chooser", CHOOSERS, faults);
    let source = CellSource::read(row.text("source"));
    if source.is_none() && !row.text("source").is_empty() {
        let told = format!(
            "expected chart C1 to C{PRINTED_ROWS}, text, derived, proposed or n/a, found \"{}\"",
            row.text("source")
        );
        faults.push(row.fault("source", told));
    }
    let line = row.number("line", faults).map_or(Some(0), |line| u16::try_from(line).ok());
    if line.is_none() {
        faults.push(row.fault("line", "expected a line of the rule text"));
    }
    let cell = ChartCell {
        mover_learns: mover_learns?,
        occupant_learns: occupant_learns?,
        fought: fought?,
        chooser: chooser?,
        note: row.text("note").to_owned(),
        source: source?,
        line: line?,
    };
    Some(((mover?, occupant?), cell))
}

/// What cannot be so within one row.
fn contradiction(row: &Row<'_>, cell: &ChartCell) -> Option<DataFault> {
    let no_case = [
        cell.mover_learns == Learns::NoCase,
        cell.occupant_learns == Learns::NoCase,
        cell.fought == Combat::NoCase,
        cell.source == CellSource::NoCase,
    ];
    if no_case.iter().any(|no| *no) && !no_case.iter().all(|no| *no) {
        return Some(row.fault("combat", "a pair without a case has - in every column and the source n/a"));
    }
    let chosen = !matches!(cell.fought, Combat::NoCase | Combat::No | Combat::NoAttack | Combat::Yes);
    match (chosen, cell.chooser) {
        (true, Chooser::Nobody) => Some(row.fault("chooser", "expected whose choice it is")),
        (false, Chooser::Mover | Chooser::Occupant) => {
            Some(row.fault("chooser", "expected -, because nothing is to be chosen"))
        }
        _ if cell.fought == Combat::Yes && !cell.is_mutual() => {
            Some(row.fault("combat", "units that fight see one another: expected all in both columns"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use liege_rules::data::Files as _;
    use liege_testing::Shipped;

    fn text() -> &'static str {
        Shipped.text(FILE).unwrap()
    }

    fn faults_of(text: &str) -> Vec<String> {
        let mut faults = Vec::new();
        SightChart::read(FILE, text, &mut faults);
        faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_pair_stands_in_the_chart() {
        let mut faults = Vec::new();
        let chart = SightChart::read(FILE, text(), &mut faults);
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(chart.cells.len(), 144);
        assert_eq!(chart.grid().lines().count(), 14);
        assert!(!chart.grid().contains('?') || !chart.grid().contains("| ? |"));
    }

    #[test]
    fn faults_of_the_chart_are_told_by_line_and_column() {
        for (from, to, told) in [
            (
                "SUB,DD,all,all,yes",
                "SUB,DD,all,everything,yes",
                ":3: column \"occupant_learns\": expected one of",
            ),
            ("SUB,DD,", "SUB,SUB,", "duplicate row: SUB meets SUB"),
            ("mover (destroyer)", "-", "expected whose choice it is"),
            ("SUB,DD,all,all,yes,-", "SUB,DD,all,nothing,yes,-", "see one another"),
            ("SUB,DD,all,all,yes,-", "SUB,DD,all,all,yes,occupant", "nothing is to be chosen"),
            ("chart C2,58", "chart C16,58", "expected chart C1 to C15"),
            ("chart C2,58", "chart C2,x", "expected a whole number"),
            ("chart C2,58", "n/a,58", "has - in every column"),
            ("mover,occupant,", "mover,occupants,", "expected a column \"occupant\""),
        ] {
            assert!(text().contains(from), "{from}");
            let faults = faults_of(&text().replacen(from, to, 1)).join("\n");
            assert!(faults.contains(told), "{to}: {faults}");
        }
        let short: String = text().lines().take(144).map(|line| format!("{line}\n")).collect();
        assert!(faults_of(&short).join("").contains("missing: BMB+DD meets EMPTY"));
    }
}
