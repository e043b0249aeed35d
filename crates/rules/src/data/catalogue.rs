//! The counters of a game: what the tables of its families, `counters/<game>/*.csv`, say about every different counter.
//!
//! This module knows the common columns and what cells may contain; `counters/<game>/families.toml`, beside the
//! tables so that `--data` merges both alike, says which families a game has, their columns and their templates. A
//! game types the values for its rules (`ratings.rs`), once for each entry, and says which columns it needs.

pub mod families;
mod read;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::data::word::Word;
use families::{Family, back_of};
pub use read::CatalogueWords;

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum Source {
    /// The rule text.
    Rules,
    /// A public historical fact.
    History,
    /// An estimate of this project.
    #[default]
    Draft,
}

/// The words of a `source` column.
pub const SOURCES: &[(&str, Source)] =
    &[("rules", Source::Rules), ("history", Source::History), ("draft", Source::Draft)];

impl Source {
    /// Whether the value is only an estimate.
    pub fn is_draft(self) -> bool {
        self == Self::Draft
    }
}

/// A number printed on a counter, or the letter printed in its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rating {
    /// A printed number.
    Number(i32),
    /// A printed letter such as `X`, or a fraction such as `1/2`.
    Letter(String),
}

impl Rating {
    /// The number, when it is one.
    pub fn number(&self) -> Option<i32> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Letter(_) => None,
        }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Letter(letter) => write!(f, "{letter}"),
        }
    }
}

/// The two faces of one printed value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faces {
    /// The value on the full face.
    pub front: Option<Rating>,
    /// The value on the reduced face.
    pub back: Option<Rating>,
}

/// What a cell of a family's own column holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CellValue {
    /// A whole number.
    Number(i32),
    /// A printed number or letter.
    Rating(Rating),
    /// A word of the column, or free text.
    Text(Word),
    /// `yes` or `no`.
    Yes(bool),
}

impl CellValue {
    /// The number, printed or not; none for a letter.
    pub fn number(&self) -> Option<i32> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Rating(rating) => rating.number(),
            Self::Text(_) | Self::Yes(_) => None,
        }
    }

    /// The word or text, or `yes` or `no`; empty for what is printed in figures.
    pub fn word(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Yes(true) => "yes",
            Self::Yes(false) => "no",
            Self::Number(_) | Self::Rating(_) => "",
        }
    }
}

/// A card is in its deck so often at most.
pub const MOST_COPIES: i32 = 200;

/// One different counter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Unique over all families; the Marker `LiegeId` on the piece.
    pub id: String,
    /// The name players use.
    pub name: String,
    /// The text printed on the counter.
    pub label: String,
    /// A code of `nations.toml`; empty for what belongs to nobody.
    pub nation: String,
    /// The family: the name of its table without `.csv`.
    pub family: Word,
    /// Whether it is an information piece.
    pub is_chit: bool,
    /// The kind within its family, one word.
    pub kind: Word,
    /// Further printed marks, one word each: the column `traits`.
    pub marks: BTreeSet<String>,
    /// The id of the chit on the reverse of a chit; empty for none.
    pub back_id: String,
    /// How many of this counter exist.
    pub count: Option<i32>,
    /// Where the values come from.
    pub source: Source,
    /// A remark for readers of the data.
    pub note: String,
    /// What the family's own columns hold, by heading; an empty cell has no value.
    pub values: CellValues,
}

/// The values of a counter by heading: a short list, in which they are found one after the other.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellValues(Vec<(Word, CellValue)>);

impl CellValues {
    /// The value under a heading.
    pub fn get(&self, heading: &str) -> Option<&CellValue> {
        self.0.iter().find(|(own, _)| **own == *heading).map(|(_, value)| value)
    }
}

impl FromIterator<(Word, CellValue)> for CellValues {
    fn from_iter<I: IntoIterator<Item = (Word, CellValue)>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl Entry {
    /// Whether one of these words is its family or its kind.
    pub fn is_one_of(&self, words: &[String]) -> bool {
        words.iter().any(|word| self.kind == **word || self.family == **word)
    }

    /// Whether one of these words is its id, its family or its kind, as the cards of a deck are listed.
    pub fn is_card_of(&self, words: &[String]) -> bool {
        self.is_one_of(words) || words.contains(&self.id)
    }

    /// How often it lies in its deck: as often as it exists, once where the table does not say.
    pub fn copies(&self) -> u16 {
        let count = self.count.unwrap_or(1).clamp(0, MOST_COPIES);
        u16::try_from(count).unwrap_or_default()
    }

    /// The number or letter printed under a heading.
    pub fn rating(&self, heading: &str) -> Option<&Rating> {
        match self.values.get(heading)? {
            CellValue::Rating(rating) => Some(rating),
            _ => None,
        }
    }

    /// What is printed under a heading on both faces.
    pub fn faces(&self, heading: &str) -> Faces {
        Faces { front: self.rating(heading).cloned(), back: self.rating(&back_of(heading)).cloned() }
    }

    /// The number under a heading, printed or not; none for a letter.
    pub fn number(&self, heading: &str) -> Option<i32> {
        match self.values.get(heading)? {
            CellValue::Number(number) => Some(*number),
            CellValue::Rating(rating) => rating.number(),
            CellValue::Text(_) | CellValue::Yes(_) => None,
        }
    }

    /// The answer under a heading.
    pub fn yes(&self, heading: &str) -> Option<bool> {
        match self.values.get(heading)? {
            CellValue::Yes(yes) => Some(*yes),
            _ => None,
        }
    }

    /// The word or text under a heading; empty for none.
    pub fn word(&self, heading: &str) -> &str {
        match self.values.get(heading) {
            Some(CellValue::Text(text)) => text,
            _ => "",
        }
    }
}

/// All counters of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Catalogue {
    families: Vec<Family>,
    entries: BTreeMap<String, Arc<Entry>>,
}

impl Catalogue {
    /// A catalogue of these families without counters.
    pub fn new(families: Vec<Family>) -> Self {
        Self { families, ..Self::default() }
    }

    /// A catalogue of these families with these counters.
    pub fn of(families: Vec<Family>, entries: Vec<Entry>) -> Self {
        let entries = entries.into_iter().map(|entry| (entry.id.clone(), Arc::new(entry))).collect();
        Self { families, entries }
    }

    /// The families, in the order of the game's list.
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// Where a counter's family stands in the list.
    pub fn order(&self, entry: &Entry) -> usize {
        self.families.iter().position(|family| family.id == entry.family).unwrap_or(self.families.len())
    }

    /// The family of this word.
    pub fn family(&self, id: &str) -> Option<&Family> {
        self.families.iter().find(|family| family.id == *id)
    }

    /// The family of chits; a game has one at most.
    pub fn chits(&self) -> Option<&Family> {
        self.families.iter().find(|family| family.chits)
    }

    /// The counter with this id.
    pub fn get(&self, id: &str) -> Option<&Arc<Entry>> {
        self.entries.get(id)
    }

    /// All counters, by id.
    pub fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.entries.values()
    }

    /// The first chit of a kind, preferring one of this nation.
    pub fn chit(&self, kind: &str, nation: Option<&str>) -> Option<&Arc<Entry>> {
        let of_kind = |entry: &&Arc<Entry>| entry.is_chit && entry.kind == *kind;
        let own = self.entries.values().filter(of_kind).find(|entry| Some(entry.nation.as_str()) == nation);
        own.or_else(|| self.entries.values().find(of_kind))
    }
}
