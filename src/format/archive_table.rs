//! Finds entries of one name in a zip archive, of which only one can count.
//!
//! The zip library keeps the last entry of a name, and so does the engine for
//! modules; a save it reads front to back, so the first `savedGame` counts.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::archive::{ArchiveError, SAVED_GAME};
use super::limits::Limits;

const END: &[u8] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
const RECORD: &[u8] = b"PK\x01\x02";
const RECORD_LENGTH: usize = 46;

/// The archive with one record for each name in its table, and the names that had more.
///
/// Archives without repeated names, and tables of a form we do not know, pass unchanged.
pub(super) fn one_entry_per_name(
    bytes: Arc<[u8]>,
    limits: &Limits,
) -> Result<(Arc<[u8]>, Vec<String>), ArchiveError> {
    let Some((end, start)) = locate(&bytes) else {
        return Ok((bytes, Vec::new()));
    };
    let records = records(&bytes, start, end);
    if records.len() > limits.entries {
        let (found, limit) = (records.len(), limits.entries);
        return Err(ArchiveError::TooManyEntries { found, limit });
    }
    let mut by_name: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
    for (index, (_, name)) in records.iter().enumerate() {
        by_name.entry(&bytes[name.clone()]).or_default().push(index);
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
    if repeated.is_empty() {
        return Ok((bytes, repeated));
    }
    let kept: Vec<Range<usize>> =
        records.iter().zip(&keep).filter(|(_, keep)| **keep).map(|((range, _), _)| range.clone()).collect();
    Ok((rebuild(&bytes, start, end, &kept).into(), repeated))
}

/// Offsets of the end record and of the table.
fn locate(bytes: &[u8]) -> Option<(usize, usize)> {
    let last = bytes.len().checked_sub(END_LENGTH)?;
    let first = last.saturating_sub(usize::from(u16::MAX));
    let end = (first..=last).rev().find(|at| bytes[*at..].starts_with(END))?;
    let size = number(bytes, end + 12, 4)?;
    let start = end.checked_sub(size)?;
    bytes[start..].starts_with(RECORD).then_some((end, start))
}

/// A little-endian number.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    let field = bytes.get(at..at.checked_add(length)?)?;
    Some(field.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte)))
}

/// The records of the table, each with the place of its name.
fn records(bytes: &[u8], start: usize, end: usize) -> Vec<(Range<usize>, Range<usize>)> {
    let mut out = Vec::new();
    let mut at = start;
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

/// A copy of the archive whose table has only the records kept.
fn rebuild(bytes: &[u8], start: usize, end: usize, kept: &[Range<usize>]) -> Vec<u8> {
    let mut out = bytes[..start].to_vec();
    for record in kept {
        out.extend_from_slice(&bytes[record.clone()]);
    }
    let size = u32::try_from(out.len() - start).unwrap_or(u32::MAX);
    let count = u16::try_from(kept.len()).unwrap_or(u16::MAX).to_le_bytes();
    out.extend_from_slice(&bytes[end..end + 8]);
    out.extend(count);
    out.extend(count);
    out.extend(size.to_le_bytes());
    out.extend_from_slice(&bytes[end + 16..]);
    out
}
