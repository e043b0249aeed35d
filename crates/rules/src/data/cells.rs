//! CSV text record by record, into buffers that many records share.
//!
//! Where no quote stands a record is a line and its cells are what lies between commas, so that none has to be copied.
//! The crate `csv` makes its machine anew for each text, which takes longer than most tables are; its core lets all texts
//! of a thread use one.

use std::borrow::Cow;
use std::cell::Cell;
use std::mem;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

thread_local! {
    /// The machine, while no text is read with it. A copy of it is none: it forgets its last states.
    static MACHINE: Cell<Option<Reader>> = const { Cell::new(None) };
}
/// So many cells have room before there has to be more.
const CELLS: usize = 64;

/// All records of a text.
#[derive(Debug)]
pub struct CsvCells<'t> {
    text: Cow<'t, str>,
    /// Where each cell ends, from where its record begins; the next one begins behind the letter there.
    ends: Vec<u32>,
    records: Vec<CsvLine>,
}

/// A record among those of a text.
#[derive(Debug, Clone, Copy)]
pub struct CsvLine {
    /// The same as of [`CsvRecord`].
    pub line: u64,
    /// How many cells it has.
    pub cells: usize,
    /// Where in the text it begins.
    start: usize,
    /// Which of the ends is that of its first cell.
    first: usize,
}

impl<'t> CsvCells<'t> {
    /// Those of a text.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        match memchr::memchr2(b'"', b'\r', text.as_bytes()) {
            None => Self::plain(text.strip_prefix('\u{feff}').unwrap_or(text)),
            Some(_) => Self::quoted(text),
        }
    }

    fn plain(text: &'t str) -> Self {
        // Most cells of large tables are short.
        let mut all =
            Self { text: text.into(), ends: Vec::with_capacity(text.len() / 3), records: Vec::new() };
        let (mut line, mut start, mut lines) = (1, 0, 1);
        for (at, letter) in text.bytes().chain([b'\n']).enumerate() {
            match letter {
                b',' => all.end(at - start),
                b'\n' => {
                    lines += 1;
                    // A line without a letter is no record.
                    if at > start {
                        all.end(at - start);
                        all.close(line, start);
                        line = lines;
                    }
                    start = at + 1;
                }
                _ => {}
            }
        }
        all
    }

    fn quoted(text: &str) -> Self {
        let mut all = Self { text: Cow::default(), ends: Vec::new(), records: Vec::new() };
        let mut records = CsvRecords::of(text);
        let (mut out, mut cells, mut ends) = (String::with_capacity(text.len()), String::new(), Vec::new());
        while let Some(record) = records.read(&mut cells, &mut ends) {
            let (before, mut from) = (out.len(), 0);
            for end in ends.drain(..) {
                out.push_str(&cells[from..end]);
                all.end(out.len() - before);
                out.push(',');
                from = end;
            }
            cells.clear();
            all.close(record.line, before);
        }
        all.text = out.into();
        all
    }

    fn end(&mut self, end: usize) {
        self.ends.push(u32::try_from(end).unwrap_or(u32::MAX));
    }

    /// Ends a record, whose cells have all ended.
    fn close(&mut self, line: u64, start: usize) {
        let first = self.records.last().map_or(0, |last| last.first + last.cells);
        self.records.push(CsvLine { line, cells: self.ends.len() - first, start, first });
    }

    /// The same with a text of its own.
    #[must_use]
    pub fn into_owned(self) -> CsvCells<'static> {
        CsvCells { text: self.text.into_owned().into(), ends: self.ends, records: self.records }
    }

    /// The records in the order of the text.
    #[must_use]
    pub fn records(&self) -> &[CsvLine] {
        &self.records
    }

    /// Whether two records have the same cells, but for the first.
    #[must_use]
    pub fn are_alike(&self, one: CsvLine, other: CsvLine) -> bool {
        let [(ends, rest), others] = [one, other].map(|record| {
            let ends = self.ends.get(record.first..record.first + record.cells).unwrap_or_default();
            let at = |end: Option<&u32>| record.start + end.map_or(0, |end| *end as usize);
            (ends, self.text.get(at(ends.first())..at(ends.last())))
        });
        (ends, rest) == others
    }

    /// A cell of a record; empty where it has no such cell.
    #[must_use]
    pub fn cell(&self, record: CsvLine, at: usize) -> &str {
        let own = record.first..record.first + record.cells;
        let ends = self.ends.get(own).unwrap_or_default();
        let Some(end) = ends.get(at) else { return "" };
        let start = at.checked_sub(1).map_or(0, |before| ends[before] as usize + 1);
        self.text.get(record.start + start..record.start + *end as usize).unwrap_or_default()
    }
}

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

    fn at_once(text: &str) -> Vec<(u64, Vec<String>)> {
        let all = CsvCells::of(text);
        let cells = |record: &CsvLine| (0..record.cells).map(|at| all.cell(*record, at).to_owned()).collect();
        all.records().iter().map(|record| (record.line, cells(record))).collect()
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
            prop_assert_eq!(at_once(&text), by_crate(&text));
        }

        #[test]
        fn a_text_without_quotes_does_too(text in "(\u{feff})?([abé ,\n]|,,|\n\n){0,40}") {
            prop_assert_eq!(at_once(&text), by_crate(&text));
        }
    }
}
