//! What the data say about places and about what lies between them, in the words of the game.

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::id::PlaceId;
use super::terms::{Columns, PlaceTakes};
use crate::data::catalogue::Source;
use crate::data::word::Word;

/// What the data say about one place: a hex, an area, a box, a space of a track.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaceFacts {
    /// The place.
    pub id: PlaceId,
    /// The id of its row, kebab-case; a hex number for a hex; empty where no row tells of it.
    pub key: String,
    /// All else, which most hexes of the sea have in common with others.
    pub(super) row: Arc<PlaceRow>,
}

/// What a row says of a place, whichever it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlaceRow {
    /// The name printed in it; empty for a hex without one.
    pub name: String,
    /// The map window it is on; empty for the main map.
    pub window: String,
    /// The board of that window it is on; empty for the first.
    pub board: String,
    /// What it is, in the game's word; empty where the table has none.
    pub kind: Word,
    /// Whether pieces here are in play: out of play are force pools and the like.
    pub in_play: bool,
    /// Whether it is a name for hexes that say so, so that pieces lie in those and never in it.
    pub of_hexes: bool,
    /// Where its name stands or pieces lie: pixels of its board, or hex widths of the common grid.
    pub at: Option<(f64, f64)>,
    /// Its corners in pixels of its board; empty for a place without an outline.
    pub outline: Vec<(i32, i32)>,
    /// Where the facts come from.
    pub source: Source,
    /// The columns that the rule text states, whatever the source of the others.
    pub stated: BTreeSet<Word>,
    /// A remark for readers of the data.
    pub note: String,
    /// Whether a row of `areas.csv` tells of it.
    pub(super) area: bool,
    /// The cells that are not empty, by column.
    pub(super) cells: Arc<[(Word, Word)]>,
    /// The columns of its table, which are stored once for all rows.
    #[serde(skip)]
    pub(super) columns: Arc<Columns>,
}

impl PlaceFacts {
    /// A number that two places of one map have in common when they share what their rows say.
    pub fn row_id(&self) -> usize {
        Arc::as_ptr(&self.row).addr()
    }
}

impl Deref for PlaceFacts {
    type Target = PlaceRow;

    fn deref(&self) -> &PlaceRow {
        &self.row
    }
}

/// What is written goes into a row of its own, apart from the places that share the row.
impl DerefMut for PlaceFacts {
    fn deref_mut(&mut self) -> &mut PlaceRow {
        Arc::make_mut(&mut self.row)
    }
}

impl PlaceRow {
    /// The word in a column; empty for an empty cell and for a column that the game does not have.
    pub fn word(&self, column: &str) -> &str {
        self.cells.iter().find(|(name, _)| **name == *column).map_or("", |(_, word)| word)
    }

    /// The whole number in a column.
    pub fn number(&self, column: &str) -> Option<i32> {
        self.word(column).parse().ok()
    }

    /// Columns with their words, as far as they are not empty.
    pub fn words(&self) -> impl Iterator<Item = (&str, &str)> {
        self.cells().map(|(column, word)| (column, &**word))
    }

    /// The same, to be shared.
    pub fn cells(&self) -> impl Iterator<Item = (&str, &Word)> {
        self.cells.iter().map(|(column, word)| (&**column, word))
    }

    /// The words of the columns that take such a thing, for example all nations a row names.
    pub fn words_that_are(&self, takes: PlaceTakes) -> impl Iterator<Item = &str> {
        let of = move |column: &str| self.columns.get(column).is_some_and(|known| known.takes == takes);
        self.words().filter(move |(column, _)| of(column)).map(|(_, word)| word)
    }

    /// Whether it is an area, and `areas.csv` has this column of the game's own.
    pub fn is_column_of_area(&self, column: &str) -> bool {
        self.area && self.columns.get(column).is_some()
    }

    /// Takes over what another table says about the same place; what the first one says stays.
    pub(super) fn join(&mut self, other: &Self) {
        self.in_play &= other.in_play;
        self.area |= other.area;
        if self.kind.is_empty() {
            self.kind = other.kind.clone();
        }
        if self.window.is_empty() {
            self.window.clone_from(&other.window);
        }
        if self.outline.is_empty() {
            self.outline.clone_from(&other.outline);
        }
        self.at = self.at.or(other.at);
        let new = other.cells.iter().filter(|(column, _)| self.word(column).is_empty());
        self.cells = self.cells.iter().chain(new).cloned().collect();
    }

    /// Whether a value is an estimate of ours: a place that the rules only name says nothing of its other columns.
    pub fn is_draft(&self, column: &str) -> bool {
        let by_row = match self.source {
            Source::Rules => true,
            Source::History => self.columns.get(column).is_some_and(|known| known.history),
            Source::Draft => false,
        };
        !by_row && !self.stated.contains(column)
    }
}

/// Places in an order: a route, a track.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceList {
    /// Kebab-case id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it is for, in the game's word.
    pub kind: Word,
    /// The places in order.
    pub places: Vec<PlaceId>,
}
