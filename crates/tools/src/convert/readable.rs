//! The build file of a module and the pieces of a save as text that a person reads, edits and compares: TOML, one file
//! for each map, palette, prototype and the like, one block for each piece.
//!
//! An element is a table. Its attributes are keys, its children arrays of tables by their class, in the order in which
//! they stand; pieces are their traits with named fields. What this form would not give back identical stands as XML.
//!
//! `git textconv` prints the same text in one piece. What the form would not give back identically is found by
//! reading it back at once. `format::kinds` says once what a value is made of; this form and `diff` both follow it.

mod element;
mod parts;
mod piece;
mod places;
mod save;
mod value;

pub use element::Spot;
pub use parts::{Part, READABLE, join, split};
pub use places::places;
pub use save::{SaveTexts, Source, read as read_save, write as write_save};

/// Why a text is no component.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct ReadableError {
    /// Line in the file, from 1.
    pub line: usize,
    /// What is wrong there, and what was expected.
    pub why: String,
}

impl ReadableError {
    fn at(text: &str, offset: usize, why: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        Self { line: before.matches('\n').count() + 1, why: why.into() }
    }
}
