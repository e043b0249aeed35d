//! Values of a game: tracks, points, levels. Rows of `pack.toml` say where a position shows them.

use std::collections::BTreeMap;

use regex::Regex;
use serde::Deserialize;
use toml::Spanned;

use super::bound::{Bound, Reason};
use super::fault::{DataFault, did_you_mean, line_at};
use super::notation::NamedValue;
use super::pack::Pack;
use super::places::PlaceId;
use super::situation::{Piece, PieceIx, Situation, Untold};
use super::word::Word;
use crate::diagnostic::{PieceRef, Place};

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

/// Reads a property of the piece with an id, or of the module; none when there is none.
pub(super) type ReadProperty<'a> = dyn Fn(Option<&str>, &str) -> Option<String> + 'a;

/// A row of `pack.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ValueRow {
    word: Spanned<Word>,
    name: String,
    property: Option<String>,
    chit: Option<String>,
    track: Option<String>,
    kind: Option<String>,
    column: Option<String>,
    least: Option<i32>,
    most: Option<i32>,
}

impl ValueRow {
    fn shown(&self) -> Result<Shown, String> {
        let Self { property, chit, track, kind, column, .. } = self;
        let on_track =
            usize::from(track.is_some()) + usize::from(kind.is_some()) + usize::from(column.is_some());
        match (property, chit) {
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
            _ => Err("expected what shows it: property alone, chit and property, or chit and one of track, kind and \
                      column"
                .into()),
        }
    }
}

fn pattern_of(text: &str) -> Result<Regex, String> {
    let pattern = Regex::new(text).map_err(|error| {
        let told = error.to_string();
        format!("track is no regular expression: {}", told.lines().last().unwrap_or_default())
    })?;
    match pattern.captures_len() {
        2 => Ok(pattern),
        groups => Err(format!("track: expected one group around the number, found {}", groups - 1)),
    }
}

/// The values of the rows of `pack.toml`, without those that are faulty.
pub(super) fn values(path: &str, text: &str, rows: Vec<ValueRow>, faults: &mut Vec<DataFault>) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    for row in rows {
        let line = line_at(text, row.word.span().start);
        let word = row.word.get_ref().clone();
        let mut fault =
            |told: String| faults.push(DataFault::at(path, line, format!("the value \"{word}\": {told}")));
        if values.iter().any(|known| known.word == word) {
            fault("there is one of this word already".into());
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
            Shown::Global(_) => None,
            Shown::OfPiece { chit, .. } | Shown::Track { chit, .. } => Some(chit),
        }
    }

    /// The global property that shows it.
    pub fn global(&self) -> Option<&str> {
        match &self.shown {
            Shown::Global(property) => Some(property),
            Shown::OfPiece { .. } | Shown::Track { .. } => None,
        }
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
    pub fn number_of(&self, pack: &Pack, place: &PlaceId) -> Option<i32> {
        let Shown::Track { numbers, .. } = &self.shown else { return None };
        match numbers {
            Numbers::Pattern(pattern) => pattern.captures(&place.to_string())?.get(1)?.as_str().parse().ok(),
            Numbers::Kind(kind) => pack
                .map
                .facts(place)
                .filter(|facts| *facts.kind == **kind)
                .and_then(|facts| number_in(&facts.name)),
            Numbers::Column(column) => pack.map.facts(place)?.number(column),
        }
    }

    /// The place of its track with a number.
    pub fn place_of(&self, pack: &Pack, number: i32) -> Option<PlaceId> {
        let named = pack.map.named().map(|facts| &facts.id);
        named.into_iter().find(|id| self.number_of(pack, id) == Some(number)).cloned()
    }

    /// What its signs say in a position, each with its piece; a global property has none.
    fn signs(&self, situation: &Situation, read: &ReadProperty<'_>) -> Vec<(Option<PieceIx>, String)> {
        let by_pieces = |text: &dyn Fn(&Piece) -> Option<String>| {
            let chit = self.chit().unwrap_or_default();
            let is_sign = |piece: &Piece| {
                piece.entry.as_ref().is_some_and(|entry| entry.id == chit || entry.kind == chit)
            };
            let pieces = situation.pieces.iter().enumerate().filter(|(_, piece)| is_sign(piece));
            pieces.filter_map(|(ix, piece)| Some((Some(ix), text(piece)?))).collect()
        };
        match &self.shown {
            Shown::Global(property) => read(None, property).map(|text| (None, text)).into_iter().collect(),
            Shown::OfPiece { property, .. } => by_pieces(&|piece| read(Some(&piece.id), property)),
            Shown::Track { .. } => {
                by_pieces(&|piece| Some(self.number_of(&situation.pack, &piece.at)?.to_string()))
            }
        }
    }

    fn untold(&self, situation: &Situation, sign: Option<PieceIx>, text: &str) -> Untold {
        let reason = format!("{}: expected {}, found \"{text}\"", self.name, self.range());
        let (piece, place) = match (sign, &self.shown) {
            (Some(ix), _) => (situation.piece_ref(ix), situation.place(&situation.pieces[ix].at, &[ix])),
            (None, Shown::Global(property)) => {
                let place = Place { location: "the module's properties".into(), ..Place::default() };
                (PieceRef { id: self.word.to_string(), name: property.clone() }, place)
            }
            (None, _) => (PieceRef { id: self.word.to_string(), name: self.name.clone() }, Place::default()),
        };
        Untold { piece, place, reason }
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

/// What a position shows of the values; what a sign tells that is no number the value can be is untold. `read` reads
/// properties.
///
/// Several signs that tell different numbers leave open which of them counts.
pub(super) fn shown(situation: &Situation, read: &ReadProperty<'_>) -> (BTreeMap<Word, Bound>, Vec<Untold>) {
    let (mut known, mut told) = (BTreeMap::new(), Vec::new());
    for value in &situation.pack.values {
        let (mut numbers, before) = (Vec::new(), told.len());
        for (sign, text) in value.signs(situation, read) {
            match text.trim().parse() {
                Ok(number) if value.takes(number) => numbers.push(number),
                _ => told.push(value.untold(situation, sign, &text)),
            }
        }
        // One sign that makes no sense makes the others doubtful.
        let sure = told.len() == before;
        let ends = numbers.iter().min().zip(numbers.iter().max());
        if let (true, Some(first), Some((least, most))) = (sure, numbers.first(), ends) {
            let why = Reason::unknown(format!(
                "which of {} {} counts",
                numbers.len(),
                value.chit().unwrap_or_default()
            ));
            known.insert(value.word.clone(), Bound::about(*first, *least..=*most, why));
        }
    }
    (known, told)
}

/// A value that a text names.
///
/// # Errors
/// The game has no such value, or it cannot be that number.
pub(super) fn named(pack: &Pack, named: &NamedValue) -> Result<Bound, String> {
    let Some(value) = pack.values.iter().find(|value| value.word == named.word) else {
        let near = did_you_mean(&named.word, pack.values.iter().map(|value| value.word.as_str()));
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
