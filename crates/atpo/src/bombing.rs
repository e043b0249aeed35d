//! The Bombing Table, by which aircraft and ships hit cities, routes and installations (2.1.3, 3.15, 4.13).

use liege_rules::data::fault::DataFault;
use liege_rules::data::table::Table;
use liege_rules::data::{DataError, Files};

/// Path of the table.
pub const BOMBING: &str = "rules/atpo/bombing.csv";

/// The rows of the table: totals of two dice, the last for that and more.
const TOTALS: std::ops::RangeInclusive<u8> = 2..=13;

/// What a cell says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BombResult {
    /// Its number; none of a dash or a lone star.
    pub number: Option<u8>,
    /// Whether it has a star, which costs a bomber a step.
    pub star: bool,
}

/// The table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BombingTable {
    /// The least strength of each column, with its name.
    columns: Vec<(u32, String)>,
    /// The cells of each total from 2 on.
    rows: Vec<Vec<BombResult>>,
}

impl BombResult {
    /// Reads `-`, `*`, `6` or `6*`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (number, star) = text.strip_suffix('*').map_or((text, false), |number| (number, true));
        match number {
            "-" if !star => Some(Self::default()),
            "" if star => Some(Self { number: None, star }),
            number => Some(Self { number: Some(number.parse().ok()?), star }),
        }
    }

    /// As the table prints it.
    #[must_use]
    pub fn text(self) -> String {
        match (self.number, self.star) {
            (None, false) => "-".into(),
            (number, star) => {
                number.map(|number| number.to_string()).unwrap_or_default() + if star { "*" } else { "" }
            }
        }
    }
}

impl BombingTable {
    /// The table of the data.
    ///
    /// # Errors
    /// It is missing or wrong.
    pub fn load(files: &dyn Files) -> Result<Self, DataError> {
        let mut faults = Vec::new();
        let table = Self::read(files.text(BOMBING)?, &mut faults);
        table.ok_or_else(|| {
            DataError::of(&faults).unwrap_or_else(|| DataError::new(BOMBING, "cannot be read"))
        })
    }

    /// The column of this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|(_, column)| column == name)
    }

    /// The column so many places to the right, or to the left; off the table its ends (gap G24).
    #[must_use]
    pub fn shifted(&self, column: usize, by: i32) -> usize {
        let last = i32::try_from(self.columns.len().saturating_sub(1)).unwrap_or(i32::MAX);
        let column = i32::try_from(column).unwrap_or(i32::MAX).saturating_add(by);
        usize::try_from(column.clamp(0, last)).unwrap_or_default()
    }

    /// Reads the table; every fault is kept.
    pub fn read(text: &str, faults: &mut Vec<DataFault>) -> Option<Self> {
        let before = faults.len();
        let heads: Vec<&str> = text.lines().next().unwrap_or_default().split(',').map(str::trim).collect();
        let names: Vec<&str> = heads
            .iter()
            .copied()
            .filter(|head| !["dice", liege_rules::data::table::ORIGIN].contains(head))
            .collect();
        let columns = names.iter().map(|name| (least(name), (*name).to_owned()));
        let columns: Vec<(u32, String)> = columns.filter_map(|(least, name)| Some((least?, name))).collect();
        let rising = columns.windows(2).all(|pair| pair[0].0 < pair[1].0);
        if columns.is_empty() || columns.len() != names.len() || !rising {
            faults.push(DataFault::at(
                BOMBING,
                1,
                "expected columns of rising strength such as 2-5, 6, 120+",
            ));
            return None;
        }
        let all: Vec<&str> = std::iter::once("dice").chain(names.iter().copied()).collect();
        let table = Table::read(BOMBING, text, &all, faults);
        let mut rows = Vec::new();
        for (row, total) in table.rows().zip(TOTALS) {
            let told = if total == *TOTALS.end() { format!("{total}+") } else { total.to_string() };
            if row.text("dice") != told {
                faults.push(row.fault("dice", format!("expected {told}, found \"{}\"", row.text("dice"))));
            }
            let cell = |name: &&str| {
                BombResult::parse(row.text(name))
                    .ok_or_else(|| row.fault(name, "expected a number, a star or a dash"))
            };
            let cells: Result<Vec<BombResult>, DataFault> = names.iter().map(cell).collect();
            rows.push(cells.map_err(|fault| faults.push(fault)).unwrap_or_default());
        }
        if table.rows().count() != TOTALS.count() {
            faults.push(DataFault::at(BOMBING, 0, "expected a row for each total from 2 to 13+"));
        }
        (faults.len() == before).then_some(Self { columns, rows })
    }

    /// The column of a strength; none below the first.
    #[must_use]
    pub fn column(&self, strength: u32) -> Option<usize> {
        self.columns.iter().rposition(|(least, _)| *least <= strength)
    }

    /// The name of a column: `12-16`.
    #[must_use]
    pub fn name(&self, column: usize) -> &str {
        self.columns.get(column).map_or("", |(_, name)| name)
    }

    /// The result of a total in a column; totals off the table use its ends.
    #[must_use]
    pub fn cell(&self, total: u8, column: usize) -> BombResult {
        let row = usize::from(total.clamp(*TOTALS.start(), *TOTALS.end()) - *TOTALS.start());
        self.rows.get(row).and_then(|cells| cells.get(column)).copied().unwrap_or_default()
    }
}

/// The least strength of a column's name.
fn least(name: &str) -> Option<u32> {
    let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
    let rest = &name[digits.len()..];
    let range = rest.strip_prefix('-').is_some_and(|most| most.parse::<u32>().is_ok());
    (rest.is_empty() || rest == "+" || range).then(|| digits.parse().ok())?
}
