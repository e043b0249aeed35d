//! CSV text cell by cell, as spreadsheets write it: cells between commas, in quotes where they hold a comma, a quote
//! (doubled) or a line's end. Blank lines are no records. The same text means the same to the crate `csv`, which makes a
//! machine for each text before it reads the first cell.

use memchr::{memchr, memchr_iter};

/// The records of a text, one after the other.
pub struct CsvRecords<'t> {
    text: &'t str,
    at: usize,
    line: u64,
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
        Self { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0, line: 1 }
    }

    /// Reads the next record: its cells go behind `cells`, the end of each behind `ends`. None behind the last one.
    pub fn read(&mut self, cells: &mut String, ends: &mut Vec<usize>) -> Option<CsvRecord> {
        let (line, before) = (self.line, ends.len());
        while let Some(end @ (b'\n' | b'\r')) = self.byte() {
            self.line += u64::from(end == b'\n');
            self.at += 1;
        }
        self.byte()?;
        loop {
            self.cell(cells);
            ends.push(cells.len());
            let end = self.byte();
            self.at += usize::from(end.is_some());
            if end != Some(b',') {
                self.line += u64::from(end == Some(b'\n'));
                return Some(CsvRecord { line, cells: ends.len() - before });
            }
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Up to the comma or the line's end behind it.
    fn cell(&mut self, cells: &mut String) {
        if self.byte() == Some(b'"') {
            self.quoted(cells);
        }
        let rest = &self.text[self.at..];
        let end = rest.bytes().position(|byte| matches!(byte, b',' | b'\n' | b'\r')).unwrap_or(rest.len());
        cells.push_str(&rest[..end]);
        self.at += end;
    }

    /// From a quote to behind the one that closes it, or to the end of the text.
    fn quoted(&mut self, cells: &mut String) {
        loop {
            let rest = &self.text[self.at + 1..];
            let end = memchr(b'"', rest.as_bytes()).unwrap_or(rest.len());
            self.line += memchr_iter(b'\n', &rest.as_bytes()[..end]).count() as u64;
            cells.push_str(&rest[..end]);
            self.at = (self.at + end + 2).min(self.text.len());
            if self.byte() != Some(b'"') {
                return;
            }
            cells.push('"');
        }
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
