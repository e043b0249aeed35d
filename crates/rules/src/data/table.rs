//! A CSV table read row by row, with every fault kept and told by line and column.

use std::cell::Cell;

use crate::data::cells::{CsvCells, CsvLine};
use crate::data::fault::{DataFault, did_you_mean};
use crate::data::word::Word;

/// The column of a merged table that holds the line of each row.
pub const ORIGIN: &str = "@line";

/// The line on which a row begins in the file it came from.
pub fn line_of<H: AsRef<str>>(headings: impl IntoIterator<Item = H>, record: &csv::StringRecord) -> u64 {
    let told =
        headings.into_iter().position(|heading| heading.as_ref() == ORIGIN).and_then(|at| record.get(at));
    let counted = || record.position().map_or(0, csv::Position::line);
    told.and_then(|line| line.trim().parse().ok()).unwrap_or_else(counted)
}

/// The rows of one CSV file.
#[derive(Debug)]
pub struct Table<'t> {
    file: String,
    headings: Vec<String>,
    cells: CsvCells<'t>,
    rows: Vec<CsvLine>,
}

/// One row of a table; its readers add to the faults and go on with a harmless value.
pub struct Row<'a> {
    table: &'a Table<'a>,
    cells: CsvLine,
    /// The column behind the one that was last asked for: most readers go from left to right.
    next: Cell<usize>,
}

impl<'t> Table<'t> {
    /// Reads CSV text whose first line must hold all `columns`; further columns are faults, because they are mostly typing errors.
    pub fn read(file: &str, text: &'t str, columns: &[&str], faults: &mut Vec<DataFault>) -> Self {
        Self::read_with(file, text, columns, &[], faults)
    }

    /// Reads CSV text whose first line must hold all `columns` and may hold those of `more`.
    pub fn read_with(
        file: &str,
        text: &'t str,
        columns: &[&str],
        more: &[&str],
        faults: &mut Vec<DataFault>,
    ) -> Self {
        // A record that follows both letters of a line's end would count as one line earlier.
        let cells = match text.contains('\r') {
            true => CsvCells::of(&text.replace("\r\n", "\n")).into_owned(),
            false => CsvCells::of(text),
        };
        let (head, rows) =
            cells.records().split_first().map_or((None, &[][..]), |(head, rows)| (Some(*head), rows));
        let headings = head.into_iter().flat_map(|head| (0..head.cells).map(move |at| (head, at)));
        let headings: Vec<String> =
            headings.map(|(head, at)| cells.cell(head, at).trim().to_owned()).collect();
        for missing in columns.iter().filter(|c| !headings.iter().any(|h| h == *c)) {
            faults.push(DataFault::at(file, 1, format!("expected a column \"{missing}\"")));
        }
        let known = || columns.iter().chain(more).copied();
        for extra in headings.iter().filter(|h| *h != ORIGIN && !known().any(|column| column == **h)) {
            let near = did_you_mean(extra, known());
            faults.push(DataFault::at(file, 1, format!("unknown column \"{extra}\"{near}")));
        }
        let mut rows = rows.to_vec();
        if let Some(origin) = headings.iter().position(|heading| heading == ORIGIN) {
            for row in &mut rows {
                row.line = cells.cell(*row, origin).trim().parse().unwrap_or(row.line);
            }
        }
        for row in rows.iter().filter(|row| row.cells != headings.len()) {
            let message = format!("expected {} cells, found {}", headings.len(), row.cells);
            faults.push(DataFault::at(file, row.line, message));
        }
        Self { file: file.into(), headings, cells, rows }
    }

    /// Where a column is; none that the table does not have.
    pub fn column(&self, heading: &str) -> Option<usize> {
        self.headings.iter().position(|own| own == heading)
    }

    /// The rows in the order of the file.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|row| Row { table: self, cells: *row, next: Cell::new(0) })
    }
}

impl<'a> Row<'a> {
    /// The line of the file this row begins on.
    pub fn line(&self) -> u64 {
        self.cells.line
    }

    /// Whether another row of the table has the same cells, but for the first.
    pub fn is_like(&self, other: &Self) -> bool {
        self.table.cells.are_alike(self.cells, other.cells)
    }

    /// A cell as text without space around it; empty when the cell is empty or absent.
    pub fn text(&self, column: &str) -> &'a str {
        let headings = &self.table.headings;
        let next = Some(self.next.get()).filter(|at| headings.get(*at).is_some_and(|h| h == column));
        let Some(at) = next.or_else(|| self.table.column(column)) else { return "" };
        self.next.set(at + 1);
        self.cell(Some(at))
    }

    /// The same by where the column is.
    pub fn cell(&self, column: Option<usize>) -> &'a str {
        column.map_or("", |at| trimmed(self.table.cells.cell(self.cells, at)))
    }

    /// A word that is none of those known, with the nearest of them.
    pub fn unknown(&self, column: &str, word: &str, known: &[&str]) -> DataFault {
        let near = did_you_mean(word, known.iter().copied());
        self.fault(column, format!("unknown {column} \"{word}\", expected one of {}{near}", known.join(", ")))
    }

    /// A fault in a cell of this row.
    pub fn fault(&self, column: &str, message: impl Into<String>) -> DataFault {
        DataFault {
            file: self.table.file.clone(),
            line: self.cells.line,
            column: Some(column.into()),
            message: message.into(),
        }
    }

    /// A cell that must not be empty.
    ///
    /// A column that the table does not have at all is reported once, at its headings.
    pub fn required(&self, column: &str, faults: &mut Vec<DataFault>) -> String {
        let text = self.text(column);
        if text.is_empty() && self.table.headings.iter().any(|heading| heading == column) {
            faults.push(self.fault(column, "expected a value, found an empty cell"));
        }
        text.to_owned()
    }

    /// A whole number, or `None` for an empty cell.
    pub fn number(&self, column: &str, faults: &mut Vec<DataFault>) -> Option<i32> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        let number = text.parse();
        if number.is_err() {
            faults.push(self.fault(column, format!("expected a whole number, found \"{text}\"")));
        }
        number.ok()
    }

    /// `yes`, `no`, or `None` for an empty cell.
    pub fn yes(&self, column: &str, faults: &mut Vec<DataFault>) -> Option<bool> {
        match self.text(column) {
            "" => None,
            "yes" => Some(true),
            "no" => Some(false),
            other => {
                faults.push(self.fault(column, format!("expected yes or no, found \"{other}\"")));
                None
            }
        }
    }

    /// One of the words that the game's data list, or `None` for an empty cell.
    pub fn listed<'w>(
        &self,
        column: &str,
        words: &'w [Word],
        faults: &mut Vec<DataFault>,
    ) -> Option<&'w Word> {
        self.listed_text(column, self.text(column), words, faults)
    }

    /// The same of a text that stands in a column.
    pub fn listed_text<'w>(
        &self,
        column: &str,
        text: &str,
        words: &'w [Word],
        faults: &mut Vec<DataFault>,
    ) -> Option<&'w Word> {
        let found = words.iter().find(|word| ***word == *text);
        if found.is_none() && !text.is_empty() {
            let known: Vec<&str> = words.iter().map(|word| &**word).collect();
            faults.push(self.unlisted(column, text, &known));
        }
        found
    }

    /// One of a closed list of words, or `None` for an empty cell.
    pub fn one_of<T: Clone>(
        &self,
        column: &str,
        words: &[(&str, T)],
        faults: &mut Vec<DataFault>,
    ) -> Option<T> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| value.clone());
        if found.is_none() {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            faults.push(self.unlisted(column, text, &known));
        }
        found
    }

    fn unlisted(&self, column: &str, text: &str, known: &[&str]) -> DataFault {
        let near = did_you_mean(text, known.iter().copied());
        self.fault(column, format!("expected one of {}, found \"{text}\"{near}", known.join(", ")))
    }
}

/// A text without space around it; few cells have any.
fn trimmed(text: &str) -> &str {
    let is_ink = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    if is_ink(text.as_bytes().first()) && is_ink(text.as_bytes().last()) { text } else { text.trim() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_alike_whatever_ends_them() {
        for end in ["\n", "\r\n"] {
            let text = ["id", "a", "b"].join(end);
            let table = Table::read("x.csv", &text, &["id"], &mut Vec::new());
            assert_eq!(table.rows().map(|row| row.line()).collect::<Vec<_>>(), [2, 3], "{end:?}");
        }
    }
}
