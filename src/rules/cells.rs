//! CSV text record by record, into buffers that many records share.
//!
//! The crate `csv` makes its machine anew for each text, which takes longer than most tables are; its core lets all texts
//! of a thread use one.

use std::cell::Cell;
use std::mem;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

thread_local! {
    /// The machine, while no text is read with it. A copy of it is none: it forgets its last states.
    static MACHINE: Cell<Option<Reader>> = const { Cell::new(None) };
}
/// So many cells have room before there has to be more.
const CELLS: usize = 64;

/// The records of a text, one after the other.
pub struct CsvRecords<'t> {
    machine: Reader,
    rest: &'t [u8],
    /// Room for the longest record that there can be.
    cells: Vec<u8>,
    ends: Vec<usize>,
}

/// A record: where it begins and how many cells it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CsvRecord {
    /// The line behind that of the record before, so that blank lines before it count as its own; 1 is the first.
    pub line: u64,
    /// How many cells it has.
    pub cells: usize,
}

impl<'t> CsvRecords<'t> {
    /// Before the first record of a text.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        let (cells, ends) = (vec![0; text.len()], vec![0; CELLS]);
        let mut machine = MACHINE.take().unwrap_or_else(|| ReaderBuilder::new().build());
        machine.reset();
        Self { machine, rest: text.as_bytes(), cells, ends }
    }

    /// Reads the next record: its cells go behind `cells`, the end of each behind `ends`. None behind the last one.
    pub fn read(&mut self, cells: &mut String, ends: &mut Vec<usize>) -> Option<CsvRecord> {
        let line = self.machine.line();
        let (mut letters, mut count) = (0, 0);
        loop {
            let (result, read, written, ended) =
                self.machine.read_record(self.rest, &mut self.cells[letters..], &mut self.ends[count..]);
            self.rest = &self.rest[read..];
            letters += written;
            count += ended;
            match result {
                // Without a letter left the machine ends the record that it is in.
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.cells.resize(self.cells.len() * 2 + CELLS, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record => break,
                ReadRecordResult::End => return None,
            }
        }
        let before = cells.len();
        // The text was whole, and only ASCII letters were taken out of it.
        cells.push_str(std::str::from_utf8(&self.cells[..letters]).unwrap_or_default());
        ends.extend(self.ends[..count].iter().map(|end| before + end));
        Some(CsvRecord { line, cells: count })
    }
}

impl Drop for CsvRecords<'_> {
    fn drop(&mut self) {
        MACHINE.set(Some(mem::take(&mut self.machine)));
    }
}

impl Iterator for CsvRecords<'_> {
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Vec<String>> {
        let (mut cells, mut ends) = (String::new(), Vec::new());
        self.read(&mut cells, &mut ends)?;
        let starts = std::iter::once(0).chain(ends.iter().copied());
        Some(starts.zip(&ends).map(|(start, end)| cells[start..*end].to_owned()).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The records of a text, with the line of each, as the crate reads them.
    fn by_crate(text: &str) -> Vec<(u64, Vec<String>)> {
        let mut reader =
            csv::ReaderBuilder::new().flexible(true).has_headers(false).from_reader(text.as_bytes());
        let record = |record: csv::StringRecord| {
            let line = record.position().map_or(0, csv::Position::line);
            (line, record.iter().map(str::to_owned).collect())
        };
        reader.records().flatten().map(record).collect()
    }

    fn here(text: &str) -> Vec<(u64, Vec<String>)> {
        let mut records = CsvRecords::of(text);
        let (mut cells, mut ends) = (String::new(), Vec::new());
        let lines = std::iter::from_fn(|| records.read(&mut cells, &mut ends).map(|record| record.line));
        let lines: Vec<u64> = lines.collect();
        lines.into_iter().zip(CsvRecords::of(text)).collect()
    }

    proptest! {
        #[test]
        fn a_text_means_what_it_means_to_the_crate(text in "(\u{feff})?([abé ,\n\r\"]|\"\"|,,|\r\n){0,40}") {
            prop_assert_eq!(here(&text), by_crate(&text));
        }
    }
}
