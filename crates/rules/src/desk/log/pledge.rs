//! What an issue commits to of the turn log: its first line as it stands, and the lines after it by their hash.

use super::{UmpireLog, line_of};
use crate::desk::commitment::{LeafContent, Leaves};
use crate::desk::digest::Digest32;

/// The text leaf that has it.
pub const LOG_LEAF: &str = "turn-log";

/// What a leaf says of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pledge<'a> {
    /// The first line.
    pub head: &'a str,
    /// The SHA-256 of the lines between the first one and that of the issue.
    pub lines: Option<Digest32>,
}

impl<'a> Pledge<'a> {
    /// What these leaves say; none without that leaf.
    pub fn of(leaves: &'a Leaves) -> Option<Self> {
        let Some(LeafContent::Text(text)) = leaves.get(LOG_LEAF) else { return None };
        let (head, lines) = text.split_once('\n').unwrap_or((text, ""));
        Some(Self { head, lines: lines.parse().ok() })
    }
}

impl UmpireLog {
    /// What the next issue commits to.
    pub fn pledge(&self) -> String {
        format!("{}\n{}", self.head(), self.digest(self.entries.len()))
    }

    /// The SHA-256 of the lines of so many entries, each with its end.
    pub fn digest(&self, entries: usize) -> Digest32 {
        Digest32::of(self.entries.iter().take(entries).map(line_of).collect::<String>().as_bytes())
    }
}
