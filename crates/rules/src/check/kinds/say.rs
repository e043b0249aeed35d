//! What may stand in the sentences of rows, and what fills it.

use std::collections::BTreeMap;

use super::parse::unknown;
use crate::data::sentence::Sentence;

/// The holes that a sentence may have.
const HOLES: &[&str] = &[
    "count", "number", "names", "name", "place", "most", "least", "with", "them", "they_are", "carrier",
    "states", "date", "first", "from", "to",
];

/// What fills the holes.
pub type Filling = BTreeMap<&'static str, String>;

/// Reads a sentence of a row.
///
/// # Errors
/// A brace without its fellow, or a hole that nothing fills.
pub fn sentence(text: &str) -> Result<Sentence, String> {
    let unknown = |hole: &str| unknown("word in braces", hole, HOLES.iter().copied());
    Sentence::read(text, |hole| if HOLES.contains(&hole) { Ok(()) } else { Err(unknown(hole)) })
}

/// A sentence with its holes filled.
pub fn fill(sentence: &Sentence, filling: &Filling) -> String {
    sentence.fill(|hole| filling.get(hole).cloned().unwrap_or_default())
}

/// Several names with the word between the last two.
pub fn listed(names: &[String], last: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}
