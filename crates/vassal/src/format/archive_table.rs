//! Finds entries of one name in a zip archive, of which only one can count.
//!
//! The zip library keeps the last entry of a name, and so does the engine for
//! modules; a save it reads front to back, so the first `savedGame` counts.

use std::collections::BTreeMap;
use std::ops::Range;

use super::archive::{ArchiveError, SAVED_GAME};
use super::limits::Limits;
use super::source::Source;

const END: &[u8] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
const RECORD: &[u8] = b"PK\x01\x02";
const RECORD_LENGTH: usize = 46;

/// The archive with one record for each name in its table, and the names that had more.
///
/// Archives without repeated names, and tables of a form we do not know, pass unchanged.
pub(super) fn one_entry_per_name(
    source: Source,
    limits: &Limits,
) -> Result<(Source, Vec<String>), ArchiveError> {
    let damaged = |error: std::io::Error| ArchiveError::Damaged(error.to_string());
    let Some(table) = Table::find(&source).map_err(damaged)? else {
        return Ok((source, Vec::new()));
    };
    let records = table.records();
    if records.len() > limits.entries {
        let (found, limit) = (records.len(), limits.entries);
        return Err(ArchiveError::TooManyEntries { found, limit });
    }
    let mut names = foldhash::HashSet::default();
    if records.iter().all(|(_, name)| names.insert(&table.bytes[name.clone()])) {
        return Ok((source, Vec::new()));
    }
    let mut by_name: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
    for (index, (_, name)) in records.iter().enumerate() {
        by_name.entry(&table.bytes[name.clone()]).or_default().push(index);
    }
    let mut keep = vec![true; records.len()];
    let mut repeated = Vec::new();
    for (name, indexes) in by_name.iter().filter(|(_, indexes)| indexes.len() > 1) {
        repeated.push(String::from_utf8_lossy(name).into_owned());
        let counts = if *name == SAVED_GAME.as_bytes() { indexes.first() } else { indexes.last() };
        for index in indexes {
            keep[*index] = Some(index) == counts;
        }
    }
    let kept = records.iter().zip(&keep).filter(|(_, keep)| **keep).map(|((range, _), _)| range.clone());
    let rebuilt = table.rebuild(&source.all().map_err(damaged)?, kept);
    let rebuilt = rebuilt.ok_or_else(|| ArchiveError::Damaged("it changed while it was read".to_owned()))?;
    Ok((rebuilt.into(), repeated))
}

/// The table at the end of an archive.
struct Table {
    /// Where it begins in the archive.
    start: usize,
    /// Its records.
    bytes: Vec<u8>,
}

impl Table {
    /// Looks for it from the end record, which may have a remark behind it.
    fn find(source: &Source) -> std::io::Result<Option<Self>> {
        let length = source.length();
        let tail_at = length.saturating_sub((END_LENGTH + usize::from(u16::MAX)) as u64);
        let tail = source.part(tail_at, length - tail_at)?;
        let Some(last) = tail.len().checked_sub(END_LENGTH) else { return Ok(None) };
        let Some(end) = (0..=last).rev().find(|at| tail[*at..].starts_with(END)) else { return Ok(None) };
        let size = number(&tail, end + 12, 4).unwrap_or_default() as u64;
        let Some(start) = (tail_at + end as u64).checked_sub(size) else { return Ok(None) };
        let bytes = source.part(start, size)?;
        let start = usize::try_from(start).ok().filter(|_| bytes.starts_with(RECORD));
        Ok(start.map(|start| Self { start, bytes }))
    }

    /// The records, each with the place of its name.
    fn records(&self) -> Vec<(Range<usize>, Range<usize>)> {
        let (bytes, end) = (&self.bytes, self.bytes.len());
        let mut out = Vec::new();
        let mut at = 0;
        while at + RECORD_LENGTH <= end && bytes[at..].starts_with(RECORD) {
            let lengths = [28, 30, 32].map(|field| number(bytes, at + field, 2).unwrap_or(0));
            let next = at + RECORD_LENGTH + lengths.iter().sum::<usize>();
            if next > end {
                break;
            }
            let name = at + RECORD_LENGTH..at + RECORD_LENGTH + lengths[0];
            out.push((at..next, name));
            at = next;
        }
        out
    }

    /// A copy of the archive whose table has only the records kept; none where the archive is another by now.
    fn rebuild(&self, archive: &[u8], kept: impl Iterator<Item = Range<usize>>) -> Option<Vec<u8>> {
        let end = self.start + self.bytes.len();
        let (head, tail) = (archive.get(end..end + 8)?, archive.get(end + 16..)?);
        let mut out = archive[..self.start].to_vec();
        let mut count: u16 = 0;
        for record in kept {
            out.extend_from_slice(&self.bytes[record]);
            count = count.saturating_add(1);
        }
        let size = u32::try_from(out.len() - self.start).unwrap_or(u32::MAX);
        out.extend_from_slice(head);
        out.extend(count.to_le_bytes());
        out.extend(count.to_le_bytes());
        out.extend(size.to_le_bytes());
        out.extend_from_slice(tail);
        Some(out)
    }
}

/// A little-endian number.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    let field = bytes.get(at..at.checked_add(length)?)?;
    Some(field.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte)))
}
