//! The rows of the counter tables, and how the counters of a table are drawn.

use std::sync::{Arc, OnceLock};

use liege_art::design::{CounterSign, Design, FIGURES, PLAIN, Row};
use liege_rules::data::catalogue::families::{self, Family};
use liege_rules::data::fault::DataFault;
use liege_rules::data::table::line_of;
use liege_rules::data::word::Word;

use super::Read;

/// The counter tables, whose rows are read when somebody draws them.
pub(super) struct CounterRows {
    /// The family of each, how it is drawn, its path and its text.
    tables: Vec<(Word, Arc<Design>, String, String)>,
    read: OnceLock<Vec<CounterRow>>,
}

impl CounterRows {
    /// The tables of these families; what does not read is left to the catalogue, which reports it.
    pub(super) fn of(game: &str, families: &[Family], read: Read<'_>) -> Self {
        let table = |family: &Family| {
            let file = family.path(game);
            let text = read(&file)?;
            Some((family.id.clone(), Arc::new(design(family)), file, text))
        };
        Self { tables: families.iter().filter_map(table).collect(), read: OnceLock::new() }
    }

    /// The rows of all of them.
    pub(super) fn all(&self) -> &[CounterRow] {
        self.read.get_or_init(|| {
            self.tables
                .iter()
                .flat_map(|(family, design, file, text)| counter_rows(family, design, file, text))
                .collect()
        })
    }
}

/// A row of a counter table with its place.
pub(super) struct CounterRow {
    /// The family: the name of the table without folder and ending.
    pub(super) family: Word,
    /// How it is drawn.
    pub(super) design: Arc<Design>,
    /// Path of the table.
    pub(super) file: String,
    /// Line of the row.
    pub(super) line: u64,
    pub(super) cells: Row,
}

impl CounterRow {
    pub(super) fn cell(&self, column: &str) -> &str {
        self.cells.get(column).map_or("", |cell| cell.trim())
    }

    /// A fault in a cell of this row.
    pub(super) fn fault(&self, column: &str, message: impl Into<String>) -> DataFault {
        DataFault {
            file: self.file.clone(),
            line: self.line,
            column: Some(column.into()),
            message: message.into(),
        }
    }
}

/// The drawing of a family: a plain one shows the first columns of figures where the family names no other.
pub fn design(family: &Family) -> Design {
    let default = if family.chits { "chit" } else { PLAIN };
    let mut design = Design::new(family.template.as_deref().unwrap_or(default), family.id.as_str());
    let is_named = FIGURES.iter().any(|slot| family.slots.contains_key(*slot));
    if !is_named && (design.template == PLAIN || design.is_own()) {
        let figures = FIGURES.into_iter().zip(family.figures());
        design.slots.extend(figures.map(|(slot, column)| (slot.to_owned(), column.name.to_string())));
    }
    design.slots.extend(family.slots.clone());
    let sign = |row: &families::CounterSign| {
        let families::CounterSign { of, template, symbol, set, colours, as_back } = row.clone();
        CounterSign { of, template, symbol, set, colours, as_back }
    };
    design.signs = family.sign.iter().map(sign).collect();
    design
}

/// The rows of a counter table.
fn counter_rows(family: &Word, design: &Arc<Design>, file: &str, text: &str) -> Vec<CounterRow> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let Ok(headings) = reader.headers().cloned() else { return Vec::new() };
    let row = |record: csv::StringRecord| {
        let line = line_of(&headings, &record);
        let cells = headings.iter().map(str::to_owned).zip(record.iter().map(str::to_owned)).collect();
        CounterRow { family: family.clone(), design: design.clone(), file: file.to_owned(), line, cells }
    };
    reader.records().flatten().map(row).collect()
}
