//! Spreadsheets as sheets of text cells; a hostile one ends in a message.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{DataRef, Reader, Xlsx};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};

use vassal::format::Limits;
use vassal::format::archive::Archive;

/// Most decoded bytes of a spreadsheet; ours has less than one million.
const MOST_BYTES: u64 = 16 << 20;

/// Most entries of its archive.
const MOST_ENTRIES: usize = 500;

/// Most rows of a sheet.
const MOST_ROWS: u32 = 20_000;

/// Most columns of a sheet.
const MOST_COLUMNS: u32 = 60;

/// Longest text of a cell in letters.
const LONGEST_CELL: usize = 2_000;

/// Most bytes of the texts of all cells: one text can stand in many of them.
const MOST_TEXT: usize = 16 << 20;

/// A sheet as rows of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// Its name.
    pub name: String,
    /// Its rows, empty ones left out, all of the same length; the first holds the headings.
    pub rows: Vec<Vec<String>>,
    /// The number of each row, counted from 1 as the spreadsheet does.
    pub numbers: Vec<u64>,
}

impl Sheet {
    /// A sheet whose rows follow each other.
    pub fn plain(name: &str, rows: Vec<Vec<String>>) -> Self {
        let numbers = (1..=rows.len() as u64).collect();
        Sheet { name: name.to_owned(), rows, numbers }
    }
}

/// Why a spreadsheet cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WorkbookError {
    /// It is no spreadsheet, or a damaged one.
    #[error("is not a spreadsheet that this tool can read: {0}")]
    Unreadable(String),
    /// It is too large.
    #[error(
        "sheet \"{sheet}\", cell {cell}: expected at most {MOST_ROWS} rows, {MOST_COLUMNS} columns and {LONGEST_CELL} letters in a cell"
    )]
    TooLarge {
        /// The sheet.
        sheet: String,
        /// The cell that is too much.
        cell: String,
    },
    /// Its cells hold too much text.
    #[error("sheet \"{sheet}\": expected at most {MOST_TEXT} letters in all cells of a spreadsheet")]
    TooLong {
        /// The sheet that is too much.
        sheet: String,
    },
}

/// The letters of a column, 0 for `A`.
pub fn column_letters(column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    loop {
        letters.push(char::from(b'A' + (rest % 26) as u8));
        if rest < 26 {
            break;
        }
        rest = rest / 26 - 1;
    }
    letters.iter().rev().collect()
}

/// Writes sheets: headings bold and always in view, cells as text except plain whole numbers.
pub fn write(sheets: &[Sheet]) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    // The same tables give the same bytes.
    let day = ExcelDateTime::from_ymd(2026, 1, 1)?;
    book.set_properties(&DocProperties::new().set_creation_datetime(&day));
    let (bold, text) = (Format::new().set_bold(), Format::new().set_num_format("@"));
    for sheet in sheets {
        let page = book.add_worksheet();
        page.set_name(&sheet.name)?;
        page.set_freeze_panes(1, 0)?;
        for (row, cells) in (0u32..).zip(&sheet.rows) {
            for (column, cell) in (0u16..).zip(cells) {
                let number = cell.parse::<i32>().ok().filter(|number| number.to_string() == *cell);
                match number {
                    _ if row == 0 => drop(page.write_string_with_format(row, column, cell, &bold)?),
                    Some(number) => drop(page.write_number(row, column, number)?),
                    // Text format even where nothing stands, or a spreadsheet makes a date of 1942-08.
                    None => drop(page.write_string_with_format(row, column, cell, &text)?),
                }
            }
        }
        page.autofit();
    }
    book.save_to_buffer()
}

/// Reads all sheets.
pub fn read(bytes: &[u8]) -> Result<Vec<Sheet>, WorkbookError> {
    let limits = Limits { entries: MOST_ENTRIES, ..Limits::with_max_size(MOST_BYTES) };
    let unreadable = |error: &dyn ToString| WorkbookError::Unreadable(error.to_string());
    let archive = Archive::read(bytes.to_vec(), &limits).map_err(|error| unreadable(&error))?;
    for entry in archive.entries() {
        archive.read_entry(&entry.name).map_err(|error| unreadable(&error))?;
    }
    quietly(|| sheets(bytes)).unwrap_or_else(|| Err(WorkbookError::Unreadable("it is damaged".to_owned())))
}

/// Runs a foreign decoder so that even a panic of it ends in a message, and only in ours.
fn quietly<T>(work: impl FnOnce() -> T + std::panic::UnwindSafe) -> Option<T> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = std::panic::catch_unwind(work).ok();
    std::panic::set_hook(hook);
    result
}

fn sheets(bytes: &[u8]) -> Result<Vec<Sheet>, WorkbookError> {
    let unreadable = |error: &dyn ToString| WorkbookError::Unreadable(error.to_string());
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| unreadable(&error))?;
    let (mut sheets, mut room) = (Vec::new(), MOST_TEXT);
    for name in book.sheet_names() {
        let mut cells: BTreeMap<u32, BTreeMap<u32, String>> = BTreeMap::new();
        let mut reader = book.worksheet_cells_reader(&name).map_err(|error| unreadable(&error))?;
        while let Some(cell) = reader.next_cell().map_err(|error| unreadable(&error))? {
            let (row, column) = cell.get_position();
            let text = text_of(cell.get_value());
            if text.is_empty() {
                continue;
            }
            if row >= MOST_ROWS || column >= MOST_COLUMNS || text.chars().count() > LONGEST_CELL {
                let cell = format!("{}{}", column_letters(column as usize), u64::from(row) + 1);
                return Err(WorkbookError::TooLarge { sheet: name, cell });
            }
            let Some(left) = room.checked_sub(text.len()) else {
                return Err(WorkbookError::TooLong { sheet: name });
            };
            room = left;
            cells.entry(row).or_default().insert(column, text);
        }
        sheets.push(sheet(name, &cells));
    }
    Ok(sheets)
}

fn sheet(name: String, cells: &BTreeMap<u32, BTreeMap<u32, String>>) -> Sheet {
    // Headings decide how wide a row is; what stands beyond them is kept, so that it can be complained about.
    let width = |row: &BTreeMap<u32, String>| row.keys().next_back().map_or(0, |last| last + 1);
    let wide = cells.values().next().map_or(0, width);
    let rows = cells
        .values()
        .map(|row| (0..wide.max(width(row))).map(|at| row.get(&at).cloned().unwrap_or_default()).collect());
    Sheet { name, rows: rows.collect(), numbers: cells.keys().map(|row| u64::from(*row) + 1).collect() }
}

/// A cell as the tables spell it, on one line.
fn text_of(value: &DataRef<'_>) -> String {
    let text = match value {
        DataRef::Empty => String::new(),
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        DataRef::DateTime(date) => day_of(date.as_f64()),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::Error(error) => error.to_string(),
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The day that a spreadsheet counts from 30 December 1899; the first of a month is the month.
fn day_of(serial: f64) -> String {
    if !(1.0..100_000.0).contains(&serial) {
        return serial.to_string();
    }
    // Days since 1 March of year 0, in eras of 400 years.
    let days = serial as u64 + 693_899;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    if day == 1 { format!("{year}-{month:02}") } else { format!("{year}-{month:02}-{day:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_the_letters_of_a_spreadsheet() {
        assert_eq!(
            [0, 25, 26, 51, 52, 701, 702].map(column_letters),
            ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
        );
    }

    #[test]
    fn a_month_that_the_spreadsheet_took_for_a_date_is_a_month_again() {
        assert_eq!(day_of(15_554.0), "1942-08");
        assert_eq!(day_of(15_555.0), "1942-08-02");
        assert_eq!(day_of(25_569.0), "1970-01");
        assert_eq!(day_of(-3.5), "-3.5");
    }

    #[test]
    fn sheets_come_back_as_they_were() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let rows =
            vec![row(&["id", "turn", "note"]), row(&["a", "1942-08", "x, \"y\""]), row(&["b", "08", "7"])];
        let sheets = [Sheet::plain("schedule", rows.clone()), Sheet::plain("land", rows)];
        assert_eq!(read(&write(&sheets).unwrap()).unwrap(), sheets);
    }

    #[test]
    fn one_long_text_in_many_cells_is_refused() {
        let long = "x".repeat(LONGEST_CELL);
        let rows = |count: usize| vec![vec![long.clone(); 50]; count];
        assert!(read(&write(&[Sheet::plain("schedule", rows(160))]).unwrap()).is_ok());
        let sheets = [Sheet::plain("schedule", rows(160)), Sheet::plain("land", rows(20))];
        let error = read(&write(&sheets).unwrap()).unwrap_err();
        assert_eq!(error, WorkbookError::TooLong { sheet: "land".to_owned() });
    }

    #[test]
    fn what_is_no_spreadsheet_ends_in_a_message() {
        for bytes in [&b""[..], b"PK", b"id,turn\n"] {
            assert!(matches!(read(bytes), Err(WorkbookError::Unreadable(_))));
        }
        let whole = write(&[Sheet::plain("schedule", vec![vec!["id".to_owned()]])]).unwrap();
        for cut in [10, whole.len() / 2, whole.len() - 5] {
            assert!(read(&whole[..cut]).is_err());
        }
    }
}
