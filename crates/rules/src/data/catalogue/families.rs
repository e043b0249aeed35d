//! Which tables of counters a game has, which columns each has beyond the common ones, and how its rows are drawn:
//! `counters/<game>/families.toml`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::data::fault::{DataFault, Lines, did_you_mean, expect_format_1, read_toml};
use crate::data::word::Word;

/// The columns that every table has.
pub const COMMON: [&str; 8] = ["id", "name", "label", "nation", "kind", "count", "source", "note"];

/// The column of printed marks, which a table may have.
pub const MARKS: &str = "traits";

/// The column of how many steps a counter has, which a family may have; two are two faces.
pub const STEPS: &str = "steps";

/// The column of what a chit is placed on, which the family of chits may have.
pub const PLACED_ON: &str = "place";

/// The column of the chit on the reverse, which tables of chits have.
pub const REVERSE: &str = "back_id";

/// What the cells of a column hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FamilyTakes {
    /// Anything, or one of the words of the column where it lists any.
    #[default]
    Text,
    /// A whole number.
    Number,
    /// What a counter prints: a number, a letter, a fraction, a number in parentheses.
    Rating,
    /// `yes` or `no`.
    YesNo,
}

/// A column of a family.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FamilyColumn {
    /// Its heading.
    pub name: Word,
    /// What stands there.
    #[serde(default)]
    pub takes: FamilyTakes,
    /// The words it takes; empty for any text.
    #[serde(default)]
    pub words: Vec<Word>,
    /// Whether it tells which counter it is, so that it is no estimate whatever the row's source says.
    #[serde(default)]
    pub certain: bool,
    /// The least number it takes.
    pub least: Option<i32>,
    /// The largest number it takes.
    pub most: Option<i32>,
    /// Whether a column `back_` and its name says the same of the reduced face.
    #[serde(default)]
    pub back: bool,
}

impl FamilyColumn {
    /// Its headings in the table: its name, and that of the reduced face.
    pub fn headings(&self) -> impl Iterator<Item = String> {
        let back = self.back.then(|| back_of(&self.name));
        std::iter::once(self.name.to_string()).chain(back)
    }
}

/// What the heading of the reduced face begins with.
pub const BACK: &str = "back_";

/// The heading under which a column has its value of the reduced face.
pub fn back_of(column: &str) -> String {
    format!("{BACK}{column}")
}

/// A table of counters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// Its word: the name of the table `counters/<game>/<id>.csv`.
    pub id: Word,
    /// What palettes call it; the word in capitals at the beginning where none is given.
    #[serde(default)]
    pub name: String,
    /// What print sheets call it; the name where none is given.
    #[serde(default)]
    pub title: String,
    /// Whether its counters are information pieces: of nobody in particular, with another on the reverse.
    #[serde(default)]
    pub chits: bool,
    /// The template that draws its counters; a plain one where none is given.
    pub template: Option<String>,
    /// The columns that fill the template's slots, where they are called otherwise.
    #[serde(default)]
    pub slots: BTreeMap<String, String>,
    /// What some of its counters have otherwise in their picture.
    #[serde(default)]
    pub sign: Vec<CounterSign>,
    /// Its columns beyond the common ones.
    #[serde(default)]
    pub column: Vec<FamilyColumn>,
    /// The line on which it begins.
    #[serde(skip)]
    pub line: u64,
}

/// What the pictures of some counters of a family have otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CounterSign {
    /// By column, the words of which the cell must hold one.
    pub of: BTreeMap<String, Vec<String>>,
    /// The template in place of the family's.
    pub template: Option<String>,
    /// The symbol in place of that of the kind.
    pub symbol: Option<String>,
    /// Texts of slots.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Colours of field and text for a chit that belongs to no nation.
    pub colours: Option<[String; 2]>,
    /// Whether a chit has symbol and colours of what is on its back.
    #[serde(default)]
    pub as_back: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FamiliesFile {
    format: u32,
    #[serde(default)]
    family: Vec<Spanned<Family>>,
}

/// Path of the list of tables.
pub fn path(game: &str) -> String {
    format!("counters/{game}/families.toml")
}

/// Reads the list of tables; what has a fault is left out.
pub fn read(path: &str, text: &str, faults: &mut Vec<DataFault>) -> Vec<Family> {
    let Some(file) = read_toml::<FamiliesFile>(path, text, faults) else { return Vec::new() };
    expect_format_1(path, file.format, faults);
    let mut families: Vec<Family> = Vec::new();
    let lines = Lines::of(text);
    for row in file.family {
        let line = lines.at(row.span().start);
        let family = Family { line, ..row.into_inner() }.named();
        let mut told = family.faults();
        if families.iter().any(|other| other.id == family.id) {
            told.push(format!("duplicate family \"{}\"", family.id));
        }
        if family.chits
            && let Some(other) = families.iter().find(|other| other.chits)
        {
            told.push(format!("a game has one family of chits, and \"{}\" is one", other.id));
        }
        if told.is_empty() {
            families.push(family);
        }
        faults.extend(told.into_iter().map(|told| DataFault::at(path, line, told)));
    }
    families
}

impl Family {
    /// Path of its table.
    pub fn path(&self, game: &str) -> String {
        format!("counters/{game}/{}.csv", self.id)
    }

    /// The headings that its table must have.
    pub fn headings(&self) -> Vec<String> {
        let common = COMMON.into_iter().chain(self.chits.then_some(REVERSE)).map(str::to_owned);
        common.chain(self.column.iter().flat_map(FamilyColumn::headings)).collect()
    }

    /// Its own column of this name.
    pub fn column(&self, name: &str) -> Option<&FamilyColumn> {
        self.column.iter().find(|column| column.name == *name)
    }

    /// The columns of what is printed in figures, in their order.
    pub fn figures(&self) -> impl Iterator<Item = &FamilyColumn> {
        self.column.iter().filter(|column| column.takes == FamilyTakes::Rating)
    }

    fn named(mut self) -> Self {
        if self.name.is_empty() {
            self.name = self.id.capital();
        }
        if self.title.is_empty() {
            self.title.clone_from(&self.name);
        }
        self
    }

    /// What cannot be meant.
    fn faults(&self) -> Vec<String> {
        let mut told = Vec::new();
        if !is_word(&self.id, '-') {
            told.push(format!(
                "expected lower case letters, digits and hyphens as the id of a family, found \"{}\"",
                self.id
            ));
        }
        let mut headings: BTreeSet<String> =
            COMMON.into_iter().chain([MARKS, REVERSE]).map(str::to_owned).collect();
        for column in &self.column {
            let of = |what: &str| format!("column \"{}\": {what}", column.name);
            if !is_word(&column.name, '_') {
                told.push(of("expected lower case letters, digits and underscores as its name"));
            }
            told.extend(column.headings().filter_map(|heading| {
                let again = !headings.insert(heading.clone());
                again.then(|| format!("duplicate column \"{heading}\""))
            }));
            if !column.words.is_empty() && column.takes != FamilyTakes::Text {
                told.push(of("has words, so it takes text; remove `takes`"));
            }
            if (column.least.is_some() || column.most.is_some()) && column.takes != FamilyTakes::Number {
                told.push(of("`least` and `most` are only for columns that take a number"));
            }
        }
        let slots = self.slots.iter().map(|(slot, column)| (format!("slots: {slot}"), column));
        let signs =
            self.sign.iter().flat_map(|sign| sign.of.keys()).map(|column| ("sign: of".into(), column));
        for (place, column) in slots.chain(signs).filter(|(_, column)| !headings.contains(*column)) {
            let near = did_you_mean(column, headings.iter().map(String::as_str));
            told.push(format!("{place}: unknown column \"{column}\"{near}"));
        }
        told
    }
}

/// Whether a word is fit for a file's name or a heading.
fn is_word(word: &str, joint: char) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == joint)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let mut faults = Vec::new();
        read("families.toml", text, &mut faults);
        faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_family_is_called_by_its_word_where_nothing_else_is_said() {
        let families = read("f", "format = 1\n[[family]]\nid = \"wagons\"\n", &mut Vec::new());
        assert_eq!((families[0].name.as_str(), families[0].title.as_str()), ("Wagons", "Wagons"));
        assert_eq!(families[0].headings(), COMMON.map(str::to_owned));
    }

    #[test]
    fn a_column_of_two_faces_has_two_headings() {
        let text = "format = 1\n[[family]]\nid = \"a\"\ncolumn = [{ name = \"fire\", takes = \"rating\", back = true }]\n";
        let families = read("f", text, &mut Vec::new());
        assert_eq!(families[0].headings()[8..], ["fire", "back_fire"]);
    }

    #[test]
    fn what_cannot_be_meant_is_told_with_the_line_of_its_family() {
        let text = "format = 1\n\n[[family]]\nid = \"../x\"\n\n[[family]]\nid = \"foot\"\nslots = { first = \"fier\" }\ncolumn = [{ name = \"fire\", takes = \"rating\", words = [\"a\"] }, { name = \"fire\", least = 1 }]\n";
        assert_eq!(
            told(text),
            [
                "families.toml:3: expected lower case letters, digits and hyphens as the id of a family, found \"../x\"",
                "families.toml:6: column \"fire\": has words, so it takes text; remove `takes`",
                "families.toml:6: duplicate column \"fire\"",
                "families.toml:6: column \"fire\": `least` and `most` are only for columns that take a number",
                "families.toml:6: slots: first: unknown column \"fier\"; did you mean \"fire\"?",
            ]
        );
        assert_eq!(
            told("format = 1\n[[family]]\nid = \"a\"\nchits = true\n[[family]]\nid = \"b\"\nchits = true\n"),
            ["families.toml:5: a game has one family of chits, and \"a\" is one"]
        );
        assert_eq!(
            told("format = 1\n[[family]]\nid = \"a\"\n[[family]]\nid = \"a\"\n"),
            ["families.toml:4: duplicate family \"a\""]
        );
    }
}
