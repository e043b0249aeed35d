//! What the pieces of a built module are made of: the rows of `[pieces]` for prototypes, drawing layers and sums.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

use crate::data::catalogue::Entry;
use crate::data::catalogue::families::{PLACED_ON, STEPS};
use crate::data::word::Word;
use vassal::format::key::Key;

/// A prototype: the commands, Layers and properties of the pieces that it fits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prototype {
    /// Its name.
    pub name: String,
    /// Families and kinds of the counters that it fits.
    #[serde(default)]
    pub of: Vec<String>,
    /// The chits that it fits, by what they are placed on.
    #[serde(default)]
    pub place: Vec<String>,
    /// The Layers of its pieces, in the order of their menu.
    #[serde(default)]
    pub layers: Vec<String>,
    /// Whether its pieces move, with a trail and a mark, rather than being copied.
    #[serde(default)]
    pub trail: bool,
    /// Whether its pieces are hidden with others though they belong to nobody.
    #[serde(default)]
    pub hides: bool,
    /// Calculated properties: expressions of VASSAL by name.
    #[serde(default)]
    pub calculated: BTreeMap<String, String>,
    /// The notes that its pieces bear, by their words.
    #[serde(default)]
    pub notes: Vec<Word>,
}

/// A text that pieces bear in a property, such as when somebody saw them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceNote {
    /// What other data and the situation notation call it.
    pub word: Word,
    /// The property of the piece; the word where none is given.
    #[serde(default)]
    pub property: String,
    /// The command that asks for it; empty where players have none.
    #[serde(default)]
    pub command: String,
    /// The Layer in whose menu that command is; empty for the menu of the piece.
    #[serde(default)]
    pub within: String,
    /// What that command expects, for players.
    #[serde(default)]
    pub expects: String,
    /// How it is pointed out on a map rather than typed.
    pub cross: Option<Cross>,
    /// Whether the piece shows the text as it is, above its figures.
    #[serde(default)]
    pub label: bool,
    /// Labels that show it in another way, each at every spot.
    #[serde(default)]
    pub says: Vec<NoteLabel>,
    /// Where those labels lie.
    #[serde(default)]
    pub spots: Vec<NoteSpot>,
    /// The named key that empties it; empty for none.
    #[serde(default)]
    pub emptied_by: String,
    /// The template of `templates/overlays/` that lies on a piece whose note is a number from 1 on; empty for none.
    #[serde(default)]
    pub overlay: String,
}

/// The cross that points out the place of a note on a map.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cross {
    /// The command that lays it over the pieces.
    pub menu: String,
    /// The key of that command.
    #[serde(deserialize_with = "key")]
    pub key: Key,
    /// The name of the cross.
    pub name: String,
    /// Its kind, as the pieces that lay it count it.
    pub kind: String,
    /// The template of `templates/overlays/` with its picture.
    pub overlay: String,
    /// The Layer that must be beyond its first level, since the note belongs to it.
    pub with: String,
}

/// The property with the kind of a piece.
pub const KIND: &str = "Kind";

/// A label that shows a note, of the size that fits its length.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteLabel {
    /// What it says, as an expression of VASSAL in braces.
    pub text: String,
    /// Its type size in pixels.
    #[serde(deserialize_with = "type_size")]
    pub size: i32,
}

/// Where the labels of a note lie on some pieces, in pixels right of and below the middle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteSpot {
    /// Families and kinds of the pieces, as their prototype names them; none for all.
    #[serde(default)]
    pub of: Vec<String>,
    /// Pixels right of and below the middle.
    #[serde(deserialize_with = "offset")]
    pub offset: (i32, i32),
}

impl PieceNote {
    /// Where its labels lie on the pieces of a prototype.
    pub fn spots_on<'n>(&'n self, row: &'n Prototype) -> impl Iterator<Item = &'n NoteSpot> {
        let is_about =
            |spot: &&NoteSpot| spot.of.is_empty() || spot.of.iter().any(|word| row.of.contains(word));
        self.spots.iter().filter(is_about)
    }

    /// The property of the piece.
    pub fn property(&self) -> &str {
        if self.property.is_empty() { &self.word } else { &self.property }
    }

    /// The key of the command that asks for it.
    pub fn key(&self) -> Key {
        Key::named(format!("note{}", self.property()))
    }
}

/// Which counters lie in a layer of the main map; pieces of two layers never share a stack.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stratum {
    /// The layer, one of `layers` in `module.toml`.
    pub layer: String,
    /// Families and kinds of the counters that lie in it.
    #[serde(default)]
    pub of: Vec<String>,
    /// The chits that lie in it, by what they are placed on.
    #[serde(default)]
    pub place: Vec<String>,
    /// Where its pieces lie in an area, in pixels right of and below the point of the others.
    #[serde(default, deserialize_with = "offset")]
    pub offset: (i32, i32),
    /// Whether it is the layer of the units, which are shown in rows, go into trays and can be hidden.
    #[serde(default)]
    pub units: bool,
}

fn key<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
    let text = String::deserialize(deserializer)?;
    let told = || serde::de::Error::custom(format!("expected a key such as Ctrl+P, found \"{text}\""));
    Key::from_words(&text).ok_or_else(told)
}

fn type_size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    let size = i32::deserialize(deserializer)?;
    if (1..=99).contains(&size) {
        return Ok(size);
    }
    Err(serde::de::Error::custom(format!("expected a type size from 1 to 99 pixels, found {size}")))
}

fn offset<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(i32, i32), D::Error> {
    let (right, down) = <(i32, i32)>::deserialize(deserializer)?;
    if [right, down].into_iter().all(|pixels| (-500..=500).contains(&pixels)) {
        return Ok((right, down));
    }
    let told = format!("expected pixels from -500 to 500, found {right} and {down}");
    Err(serde::de::Error::custom(told))
}

/// A property that a mouse-over adds up over a stack.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StackSum {
    /// The property.
    pub property: String,
    /// What it counts, in players' words.
    pub called: String,
    /// Families and kinds of the counters that bear it; none for what a prototype calculates.
    #[serde(default)]
    pub of: Vec<String>,
    /// Kinds among them that do not.
    #[serde(default)]
    pub except: Vec<String>,
    /// What each of them counts for.
    #[serde(default)]
    pub counts: Counts,
}

/// What a counter adds to a sum.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// One.
    #[default]
    One,
    /// The steps of its full face: those of its row, else one for each face.
    Steps,
}

/// What the pieces of a built module are made of; all empty for a plain module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outfit {
    /// The prototypes, in the order of the module.
    pub prototypes: Vec<Prototype>,
    /// Which counters lie in which layer.
    pub strata: Vec<Stratum>,
    /// What a mouse-over adds up.
    pub sums: Vec<StackSum>,
    /// The line of a mouse-over, with `$sum(PROPERTY)$`; empty for the place alone.
    pub summary: String,
    /// Kinds of pieces that stand for a number.
    pub tally: Vec<String>,
    /// Kinds among them that show it from 1 on.
    pub shows_no_zero: Vec<String>,
    /// Kinds of `tally` whose number may be below zero.
    pub below_zero: Vec<String>,
    /// The notes that pieces may bear.
    pub notes: Vec<PieceNote>,
    /// Whether no unit can be hidden under a mask, since sides have boards of their own.
    pub unmasked: bool,
}

/// The property of a piece that stands for a number.
pub const NUMBER: &str = "Number";

/// A row that is about some counters.
trait Fits {
    fn of(&self) -> &[String];
    fn place(&self) -> &[String];
}

impl Fits for Prototype {
    fn of(&self) -> &[String] {
        &self.of
    }

    fn place(&self) -> &[String] {
        &self.place
    }
}

impl Fits for Stratum {
    fn of(&self) -> &[String] {
        &self.of
    }

    fn place(&self) -> &[String] {
        &self.place
    }
}

/// The row that fits a counter: one that names its kind before one that names what it is placed on, that before one
/// that names its family.
fn fitting<'r, R: Fits>(rows: &'r [R], entry: &Entry) -> Option<&'r R> {
    let named = |words: &[String], word: &str| words.iter().any(|known| known == word);
    let of_kind = || rows.iter().find(|row| named(row.of(), &entry.kind));
    let of_place = || rows.iter().find(|row| named(row.place(), entry.word(PLACED_ON)));
    let of_family = || rows.iter().find(|row| named(row.of(), &entry.family));
    of_kind().or_else(of_place).or_else(of_family)
}

impl Outfit {
    /// Whether a piece of this kind is a cross, which is nothing of the game.
    pub fn is_cross(&self, kind: Option<&str>) -> bool {
        kind.is_some_and(|kind| self.pointed_out().is_some_and(|(_, cross)| cross.kind == kind))
    }

    /// The note that is pointed out on a map, with its cross.
    pub fn pointed_out(&self) -> Option<(&PieceNote, &Cross)> {
        self.notes.iter().find_map(|note| Some((note, note.cross.as_ref()?)))
    }

    /// The prototype that fits a counter.
    pub fn prototype(&self, entry: &Entry) -> Option<&Prototype> {
        fitting(&self.prototypes, entry)
    }

    /// Where a counter lies among the layers.
    pub fn stratum(&self, entry: &Entry) -> Option<&Stratum> {
        fitting(&self.strata, entry)
    }

    /// Whether a counter stands for a number.
    pub fn is_tally(&self, entry: &Entry) -> bool {
        self.tally.iter().any(|kind| entry.kind == **kind)
    }

    /// The notes that a counter bears.
    pub fn notes(&self, entry: &Entry) -> impl Iterator<Item = &PieceNote> {
        self.notes_of(self.prototype(entry).map_or(&[], |row| row.notes.as_slice()))
    }

    /// The notes with these words.
    pub fn notes_of<'n>(&'n self, words: &'n [Word]) -> impl Iterator<Item = &'n PieceNote> {
        words.iter().filter_map(|word| self.notes.iter().find(|note| note.word == *word))
    }

    /// Whether a counter lies among the units.
    pub fn is_among_units(&self, entry: &Entry) -> bool {
        self.stratum(entry).is_some_and(|stratum| stratum.units)
    }

    /// Whether units can be hidden under masks.
    pub fn has_masks(&self) -> bool {
        self.units().is_some() && !self.unmasked
    }

    /// The layer of the units.
    pub fn units(&self) -> Option<&str> {
        self.strata.iter().find(|stratum| stratum.units).map(|stratum| stratum.layer.as_str())
    }
}

impl StackSum {
    /// What a counter with one face or two adds.
    pub fn of(&self, entry: &Entry, two_faces: bool) -> Option<i32> {
        let counted = entry.is_one_of(&self.of) && !entry.is_one_of(&self.except);
        counted.then(|| match self.counts {
            Counts::One => 1,
            Counts::Steps => entry.number(STEPS).unwrap_or(if two_faces { 2 } else { 1 }),
        })
    }
}
