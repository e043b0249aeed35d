//! A text of a data file with names in braces that values fill: `General {general}`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A text with holes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// The name of each hole with the text before it.
    holes: Vec<(String, String)>,
    end: String,
}

impl Sentence {
    /// Reads a text whose names in braces are `known`.
    ///
    /// # Errors
    /// A brace without its fellow, or what `known` says of a name.
    pub fn read(text: &str, known: impl Fn(&str) -> Result<(), String>) -> Result<Self, String> {
        let mut holes = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, after)) = after.split_once('}') else {
                return Err(format!("expected \"}}\" after \"{{{after}\""));
            };
            known(name)?;
            holes.push((before.to_owned(), name.to_owned()));
            rest = after;
        }
        Ok(Self { holes, end: rest.to_owned() })
    }

    /// The text with its holes filled.
    pub fn fill(&self, value: impl Fn(&str) -> String) -> String {
        let holes = self.holes.iter().map(|(before, name)| format!("{before}{}", value(name)));
        holes.collect::<String>() + &self.end
    }

    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.holes.is_empty() && self.end.is_empty()
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fill(|name| format!("{{{name}}}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_and_unknown_ones_are_told() {
        let known = |name: &str| if name == "place" { Ok(()) } else { Err(format!("no {name}")) };
        let sentence = Sentence::read("2 HQs in {place}; ö is enough", known).unwrap();
        assert_eq!(sentence.fill(|_| "A1".into()), "2 HQs in A1; ö is enough");
        assert_eq!(sentence.to_string(), "2 HQs in {place}; ö is enough");
        assert_eq!(Sentence::read("{plaice}", known).unwrap_err(), "no plaice");
        assert_eq!(Sentence::read("in {place", known).unwrap_err(), "expected \"}\" after \"{place\"");
    }
}
