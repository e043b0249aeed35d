//! How the counters of a table are drawn: the drawing, what fills its slots, and what some of them have otherwise.
//!
//! Drawings are ours, which counter has which drawing is the game's. A template reads slots; a sign of a family
//! (`CounterSign`) selects counters by words of any column and gives them a template, a symbol, slot texts or
//! colours. Nothing in `art` knows a kind.

use std::collections::{BTreeMap, BTreeSet};

/// A row of a counter table: column name to cell.
pub type Row = BTreeMap<String, String>;

/// The drawings we have for counters, with what each reads of a row. Every other template is a user's own: all cells
/// of the row fill the slots of their headings, beside what the plain one has.
pub const DESIGNS: &[(&str, &[&str])] = &[
    ("land", &["label", "kind", "size", "strength", "movement", "steps", "zoc"]),
    ("air", &["label", "kind", "strength", "range", "quality", "steps"]),
    ("ship", &["label", "kind", "gunnery", "torpedo", "armor", "movement", "steps", "capacity"]),
    ("hq", &["label", "rating", "radius"]),
    ("general", &["label", "strength", "exploitation"]),
    ("admiral", &["label", "leads"]),
    ("transport", &["label", "kind", "points", "movement"]),
    ("special", &["label", "kind", "strength", "movement"]),
    ("chit", &["label", "kind"]),
    (PLAIN, &["label", "name", "kind", FIGURES[0], FIGURES[1], FIGURES[2]]),
];

/// The drawing for counters of any game: emblem, name, symbol or word, and up to three figures.
pub const PLAIN: &str = "plain";

/// The slots of the figures of a plain counter.
pub const FIGURES: [&str; 3] = ["first", "second", "third"];

/// How the rows of a table are drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Design {
    /// One of [`DESIGNS`] or the name of a template of the user's own.
    pub template: String,
    /// What the symbols of a plain counter are called before their kind: `symbols/<family>-<kind>`.
    pub family: String,
    /// The columns that fill slots of another name.
    pub slots: BTreeMap<String, String>,
    /// What some of the counters have otherwise.
    pub signs: Vec<CounterSign>,
}

/// What the counters of some words have otherwise than others of their table.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CounterSign {
    /// By column, the words of which the cell must hold one.
    pub of: BTreeMap<String, Vec<String>>,
    /// The template in place of the table's: one of [`DESIGNS`], or another picture for the same slots.
    pub template: Option<String>,
    /// The symbol below `symbols/` in place of that of the kind.
    pub symbol: Option<String>,
    /// Texts of slots. Those that several signs put into one slot stand one behind the other.
    pub set: BTreeMap<String, String>,
    /// Colours of field and text for a chit that belongs to no nation.
    pub colours: Option<[String; 2]>,
    /// Whether a chit has symbol and colours of what is on its back.
    pub as_back: bool,
}

/// Whether a template is one of our drawings.
pub fn is_ours(template: &str) -> bool {
    DESIGNS.iter().any(|(name, _)| *name == template)
}

impl Design {
    /// A drawing whose slots are called as the columns are.
    pub fn new(template: impl Into<String>, family: impl Into<String>) -> Self {
        Self { template: template.into(), family: family.into(), ..Self::default() }
    }

    /// Whether it is none of ours.
    pub fn is_own(&self) -> bool {
        !is_ours(&self.template)
    }

    /// The templates that its counters may have.
    pub fn templates(&self) -> BTreeSet<&str> {
        let others = self.signs.iter().filter_map(|sign| sign.template.as_deref());
        std::iter::once(self.template.as_str()).chain(others).collect()
    }

    /// What a row has otherwise.
    pub fn signs<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = &'a CounterSign> {
        self.signs.iter().filter(move |sign| sign.is_of(row))
    }
}

impl CounterSign {
    /// Whether it is about a row.
    pub fn is_of(&self, row: &Row) -> bool {
        self.of.iter().all(|(column, words)| {
            let cell = row.get(column).map_or("", |cell| cell.trim());
            let has = |word: &String| cell == word || cell.split_whitespace().any(|own| own == word);
            words.iter().any(has)
        })
    }
}
