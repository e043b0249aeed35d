//! Which columns the tables of a map have and which words they take: `maps/<game>/places.toml`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::data::fault::{DataFault, expect_format_1, read_toml};
use crate::data::word::Word;

/// What the cells of a column hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlaceTakes {
    /// Anything.
    #[default]
    Text,
    /// One of the words of the column.
    Word,
    /// A whole number.
    Number,
    /// The code of a nation.
    Nation,
    /// The id of an area.
    Area,
}

/// A column of a table of places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceColumn {
    /// Its heading.
    pub name: Word,
    /// The words it takes; empty where `takes` says what stands there.
    #[serde(default)]
    pub words: Vec<Word>,
    /// What stands there.
    #[serde(default)]
    pub takes: PlaceTakes,
    /// Whether public history tells it; the rest is how the printed map draws the place.
    #[serde(default)]
    pub history: bool,
    /// Kinds of places whose cell must not be empty.
    #[serde(default)]
    pub needed: Vec<Word>,
}

/// The columns of one table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Columns {
    /// The words of the column `kind`; none where every word is one.
    #[serde(default)]
    pub kinds: Vec<Word>,
    /// The kinds that are names for hexes, which say so in a column that takes an area.
    #[serde(default)]
    pub of_hexes: Vec<Word>,
    /// The kinds whose pieces are not in play.
    #[serde(default)]
    pub out_of_play: Vec<Word>,
    /// The game's own columns.
    #[serde(default)]
    pub column: Vec<PlaceColumn>,
}

impl Columns {
    /// The column with this heading.
    pub fn get(&self, name: &str) -> Option<&PlaceColumn> {
        self.column.iter().find(|column| *column.name == *name)
    }

    /// The headings that a row of `stated.csv` may name.
    pub fn names(&self) -> impl Iterator<Item = &Word> {
        self.column.iter().map(|column| &column.name)
    }
}

/// What lies between places.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edges {
    /// The words that an edge may carry.
    #[serde(default)]
    pub words: Vec<Word>,
}

/// Lists of places.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lists {
    /// The words of the column `kind`; none where every word is one.
    #[serde(default)]
    pub kinds: Vec<Word>,
}

/// Everything that the tables of a map may say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// `hexes.csv`.
    pub hexes: Arc<Columns>,
    /// `areas.csv`.
    pub areas: Arc<Columns>,
    /// `places.csv` and the boxes of the windows.
    pub boxes: Arc<Columns>,
    /// `hexsides.csv` and `borders.csv`.
    pub edges: Edges,
    /// `routes.csv`.
    pub routes: Lists,
}

/// The file of them; `[draw]` and `[legend]` are for those who draw the map.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TermsFile {
    #[serde(default)]
    format: u32,
    #[serde(default)]
    hexes: Arc<Columns>,
    #[serde(default)]
    areas: Arc<Columns>,
    #[serde(default)]
    boxes: Arc<Columns>,
    #[serde(default)]
    edges: Edges,
    #[serde(default)]
    routes: Lists,
    #[serde(default, rename = "draw")]
    _draw: BTreeMap<String, IgnoredAny>,
    #[serde(default, rename = "legend")]
    _legend: BTreeMap<String, IgnoredAny>,
}

impl Terms {
    /// Reads the text of `places.toml`; one with a fault counts as absent.
    pub fn read(path: &str, text: &str, faults: &mut Vec<DataFault>) -> Self {
        let Some(file) = read_toml::<TermsFile>(path, text, faults) else { return Self::default() };
        expect_format_1(path, file.format, faults);
        let TermsFile { hexes, areas, boxes, edges, routes, .. } = file;
        Self { hexes, areas, boxes, edges, routes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_for_those_who_draw_is_passed_over_but_must_be_a_table() {
        let told = |text: &str| {
            let mut faults = Vec::new();
            Terms::read("places.toml", text, &mut faults);
            faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(told("format = 1\n[draw.areas]\nland = [1, { a = 2 }]\n[legend]\n"), "");
        for part in ["draw", "legend"] {
            let told = told(&format!("format = 1\n{part} = 3\n"));
            assert!(told.starts_with("places.toml:2:") && told.contains("expected a map"), "{told}");
        }
    }
}
