//! Values of a game: tracks, points, levels. Rows of `pack.toml` say where a position shows them.
//!
//! A value is what its sign shows: nothing is guessed, so a value that the viewer does not see is missing, never a
//! draft. Several signs make an interval. Checks name only such values, so that a misspelt name is reported when a
//! row is read.

use regex::Regex;
use serde::Deserialize;
use toml::Spanned;

use crate::check::bound::{Bound, Reason};
use crate::data::catalogue::Entry;
use crate::data::fault::{DataFault, Lines, did_you_mean};
use crate::data::word::Word;
use crate::position::notation::NamedValue;
use crate::position::places::{PlaceId, Places};

/// A value of the game.
#[derive(Debug, Clone)]
pub struct Value {
    /// The word that other data name it by.
    pub word: Word,
    /// What players call it.
    pub name: String,
    /// What shows it.
    pub shown: Shown,
    /// The smallest number it can be.
    pub least: Option<i32>,
    /// The largest number it can be.
    pub most: Option<i32>,
    /// The line of its row in `pack.toml`.
    pub line: u64,
}

/// What shows a value.
#[derive(Debug, Clone)]
pub enum Shown {
    /// A global property of the module.
    Global(String),
    /// A property of a piece, such as the number on a chit.
    OfPiece {
        /// The id or the kind of the piece.
        chit: String,
        /// The property's name.
        property: String,
    },
    /// The box in which a piece lies.
    Track {
        /// The id or the kind of the piece.
        chit: String,
        /// How the box tells its number.
        numbers: Numbers,
    },
    /// How many cards a deck holds.
    Deck(String),
}

/// How the places of a track tell their numbers.
#[derive(Debug, Clone)]
pub enum Numbers {
    /// The group of a pattern that finds the name of the place.
    Pattern(Regex),
    /// The number in the names of the places of a kind.
    Kind(String),
    /// A column of the places.
    Column(String),
}

/// A row of `pack.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValueRow {
    word: Spanned<Word>,
    name: String,
    property: Option<String>,
    chit: Option<String>,
    track: Option<String>,
    kind: Option<String>,
    column: Option<String>,
    deck: Option<String>,
    least: Option<i32>,
    most: Option<i32>,
}

impl ValueRow {
    fn shown(&self) -> Result<Shown, String> {
        let Self { property, chit, track, kind, column, deck, .. } = self;
        let on_track =
            usize::from(track.is_some()) + usize::from(kind.is_some()) + usize::from(column.is_some());
        match (property, chit) {
            (None, None) if on_track == 0 && deck.is_some() => {
                Ok(Shown::Deck(deck.clone().unwrap_or_default()))
            }
            _ if deck.is_some() => Err("expected nothing but the deck that shows it".into()),
            (Some(property), None) if on_track == 0 => Ok(Shown::Global(property.clone())),
            (Some(property), Some(chit)) if on_track == 0 => {
                Ok(Shown::OfPiece { chit: chit.clone(), property: property.clone() })
            }
            (None, Some(chit)) if on_track == 1 => {
                let numbers = match (track, kind, column) {
                    (Some(pattern), _, _) => Numbers::Pattern(pattern_of(pattern)?),
                    (_, Some(kind), _) => Numbers::Kind(kind.clone()),
                    (_, _, column) => Numbers::Column(column.clone().unwrap_or_default()),
                };
                Ok(Shown::Track { chit: chit.clone(), numbers })
            }
            _ => {
                Err("expected how it is shown: only property, only deck, chit and property, or chit and one \
                      of track, kind and column"
                    .into())
            }
        }
    }
}

fn pattern_of(text: &str) -> Result<Regex, String> {
    let pattern = Regex::new(text).map_err(|error| {
        let told = error.to_string();
        format!("track is not a regular expression: {}", told.lines().last().unwrap_or_default())
    })?;
    match pattern.captures_len() {
        2 => Ok(pattern),
        groups => Err(format!("track: expected one group around the number, found {}", groups - 1)),
    }
}

/// The values of the rows of `pack.toml`, without those that are faulty.
pub(crate) fn values(path: &str, text: &str, rows: Vec<ValueRow>, faults: &mut Vec<DataFault>) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    let lines = Lines::of(text);
    for row in rows {
        let line = lines.at(row.word.span().start);
        let word = row.word.get_ref().clone();
        let mut fault =
            |told: String| faults.push(DataFault::at(path, line, format!("the value \"{word}\": {told}")));
        if values.iter().any(|known| known.word == word) {
            fault("the word is already used".into());
            continue;
        }
        if word.is_empty() || word.contains(|c: char| c.is_whitespace() || c == ',' || c == ':') {
            fault("expected a word without spaces, commas and colons".into());
            continue;
        }
        if row.least.zip(row.most).is_some_and(|(least, most)| least > most) {
            fault("least is more than most".into());
            continue;
        }
        match row.shown() {
            Ok(shown) => {
                let (least, most) = (row.least, row.most);
                values.push(Value { word, name: row.name, shown, least, most, line });
            }
            Err(told) => fault(told),
        }
    }
    values
}

impl Value {
    /// The id or kind of the piece that shows it.
    pub fn chit(&self) -> Option<&str> {
        match &self.shown {
            Shown::Global(_) | Shown::Deck(_) => None,
            Shown::OfPiece { chit, .. } | Shown::Track { chit, .. } => Some(chit),
        }
    }

    /// The global property that shows it.
    pub fn global(&self) -> Option<&str> {
        match &self.shown {
            Shown::Global(property) => Some(property),
            Shown::OfPiece { .. } | Shown::Track { .. } | Shown::Deck(_) => None,
        }
    }

    /// Whether a counter shows it.
    pub fn is_sign(&self, entry: &Entry) -> bool {
        self.chit().is_some_and(|chit| entry.id == chit || entry.kind == *chit)
    }

    /// Whether it can be this number.
    pub fn takes(&self, number: i32) -> bool {
        self.least.is_none_or(|least| least <= number) && self.most.is_none_or(|most| number <= most)
    }

    /// The numbers it can be, for messages.
    pub fn range(&self) -> String {
        match (self.least, self.most) {
            (Some(least), Some(most)) => format!("a whole number from {least} to {most}"),
            (Some(least), None) => format!("a whole number of at least {least}"),
            (None, Some(most)) => format!("a whole number of at most {most}"),
            (None, None) => "a whole number".into(),
        }
    }

    /// The number of a place of its track; none for other places.
    pub fn number_of(&self, map: &Places, place: &PlaceId) -> Option<i32> {
        let Shown::Track { numbers, .. } = &self.shown else { return None };
        match numbers {
            Numbers::Pattern(pattern) => pattern.captures(&place.to_string())?.get(1)?.as_str().parse().ok(),
            Numbers::Kind(kind) => map
                .facts(place)
                .filter(|facts| *facts.kind == **kind)
                .and_then(|facts| number_in(&facts.name)),
            Numbers::Column(column) => map.facts(place)?.number(column),
        }
    }

    /// The place of its track with a number.
    pub fn place_of(&self, map: &Places, number: i32) -> Option<PlaceId> {
        let named = map.named().map(|facts| &facts.id);
        named.into_iter().find(|id| self.number_of(map, id) == Some(number)).cloned()
    }
}

/// The first whole number in a name: `Oil 12`, `-3`.
fn number_in(name: &str) -> Option<i32> {
    let start = name.find(|c: char| c.is_ascii_digit())?;
    let digits = &name[start..];
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let number: i32 = digits[..end].parse().ok()?;
    let before = &name[..start];
    let negative = before == "-" || before.ends_with(" -") || before.ends_with('\u{2212}');
    Some(if negative { -number } else { number })
}

/// Why something cannot be judged that needs a value: in the name that players know.
pub fn not_shown(values: &[Value], word: &str) -> String {
    let name = values.iter().find(|value| value.word == *word).map_or(word, |value| value.name.as_str());
    // In a sentence a name of one word begins small, abbreviations apart.
    let small = name.chars().skip(1).all(|c| c.is_lowercase() || c == ' ');
    let name = if small { name.to_lowercase() } else { name.to_owned() };
    format!("needs the value {name}, which the save does not show")
}

/// A value that a text names.
///
/// # Errors
/// The game has no such value, or it cannot be that number.
pub(crate) fn named(values: &[Value], named: &NamedValue) -> Result<Bound, String> {
    let Some(value) = values.iter().find(|value| value.word == named.word) else {
        let near = did_you_mean(&named.word, values.iter().map(|value| value.word.as_str()));
        return Err(format!("unknown value \"{}\"{near}", named.word));
    };
    match [named.least, named.most].into_iter().find(|number| !value.takes(*number)) {
        Some(number) => Err(format!("{}: expected {}, found {number}", value.word, value.range())),
        None => {
            let why = Reason::unknown(format!("the number of {}", value.name));
            Ok(Bound::about(named.least, named.least..=named.most, why))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_in_a_name_may_be_negative_but_a_hyphen_between_words_is_none() {
        let found = ["Oil 12", "-3", "Tension -2", "Track-7", "Start", "99999999999"].map(number_in);
        assert_eq!(found, [Some(12), Some(-3), Some(-2), Some(7), None, None]);
    }
}
