//! Typed reading of an element's attributes, with defaults and problems.

use super::problem::Problem;
use crate::format::sequence;

/// The attributes of one element, and the name of its place for messages.
#[derive(Debug, Clone, Default)]
pub struct Attributes<'a> {
    pairs: Vec<(&'a str, &'a str)>,
    place: String,
}

impl<'a> Attributes<'a> {
    /// The attributes `pairs` of the element that messages call `place`.
    pub fn new(place: impl Into<String>, pairs: Vec<(&'a str, &'a str)>) -> Self {
        Self { pairs, place: place.into() }
    }

    /// The raw text of an attribute.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(n, _)| *n == name).map(|p| p.1)
    }

    /// The text of an attribute, or `default` when it is absent.
    pub fn text(&self, name: &str, default: &str) -> String {
        self.get(name).unwrap_or(default).to_owned()
    }

    /// `true` or `false`; any other text counts as `false`, as in the engine.
    pub fn flag(&self, name: &str, default: bool) -> bool {
        self.get(name).map_or(default, |v| v == "true")
    }

    /// The values of a list with commas; the empty text has none.
    pub fn list(&self, name: &str) -> Vec<String> {
        match self.get(name).unwrap_or_default() {
            "" => Vec::new(),
            text => sequence::decode(text, ','),
        }
    }

    /// A problem of this element.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(self.place.clone(), message)
    }

    /// A whole number; anything else is a problem and gives `default`.
    pub fn int(&self, name: &str, default: i32, problems: &mut Vec<Problem>) -> i32 {
        self.number(name, default, "a whole number", problems)
    }

    /// A finite decimal number; anything else is a problem and gives `default`.
    pub fn double(&self, name: &str, default: f64, problems: &mut Vec<Problem>) -> f64 {
        let value = self.number(name, default, "a number", problems);
        if value.is_finite() { value } else { default }
    }

    fn number<T: std::str::FromStr>(
        &self,
        name: &str,
        default: T,
        expected: &str,
        problems: &mut Vec<Problem>,
    ) -> T {
        let Some(text) = self.get(name).filter(|t| !t.is_empty()) else {
            return default;
        };
        text.trim().parse().unwrap_or_else(|_| {
            let message = format!("attribute {name} is \"{text}\", expected {expected}");
            problems.push(Problem::new(self.place.clone(), message));
            default
        })
    }
}
