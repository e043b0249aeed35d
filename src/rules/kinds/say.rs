//! The sentences of findings: those of the rows with their holes filled, and what each kind says without one.

use std::collections::BTreeMap;

use super::parse::unknown;

/// The holes that a sentence may have.
pub const HOLES: &[&str] = &[
    "count", "number", "names", "name", "place", "most", "least", "with", "them", "they_are", "carrier",
    "states", "date", "first", "from", "to",
];

/// A sentence with holes in braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    parts: Vec<(String, Option<&'static str>)>,
}

/// What fills the holes.
pub type Filling = BTreeMap<&'static str, String>;

impl Sentence {
    /// Reads a sentence.
    ///
    /// # Errors
    /// A brace without its fellow, or a hole that nothing fills.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((hole, after)) = after.split_once('}') else {
                return Err(format!("expected \"}}\" after \"{{{after}\""));
            };
            let Some(hole) = HOLES.iter().find(|known| **known == hole) else {
                return Err(unknown("word in braces", hole, HOLES.iter().copied()));
            };
            parts.push((before.to_owned(), Some(*hole)));
            rest = after;
        }
        parts.push((rest.to_owned(), None));
        Ok(Self { parts })
    }

    /// The sentence with its holes filled.
    pub fn fill(&self, filling: &Filling) -> String {
        let hole = |hole: &Option<&str>| hole.and_then(|hole| filling.get(hole)).cloned().unwrap_or_default();
        self.parts.iter().map(|(text, of)| text.clone() + &hole(of)).collect()
    }
}

/// Several names with the word between the last two.
pub fn listed(names: &[String], last: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_and_unknown_ones_are_told() {
        let filling = Filling::from([("count", "2 HQs".to_owned()), ("place", "A1".to_owned())]);
        let sentence = Sentence::read("{count} in {place}; one is enough").unwrap();
        assert_eq!(sentence.fill(&filling), "2 HQs in A1; one is enough");
        assert_eq!(
            Sentence::read("{plaice}").unwrap_err(),
            "unknown word in braces \"plaice\"; did you mean \"place\"?"
        );
        assert_eq!(Sentence::read("in {place").unwrap_err(), "expected \"}\" after \"{place\"");
    }
}
