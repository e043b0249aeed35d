//! The `[pieces]` part of `pack.toml`: how pieces say what they are and in which state, in the game's own words.

use std::collections::BTreeMap;
use std::fmt;

use regex::Regex;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::data::catalogue::Entry;
use crate::data::fault::{DataFault, did_you_mean};
use crate::data::word::Word;
use crate::position::notation::Vocabulary;
use crate::position::places::Direction;
use vassal::format::key::Key;

use super::outfit::{Outfit, PieceNote, Prototype, StackSum, Stratum};

/// A Layer of the pieces and what each of its levels says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateLayer {
    /// The Layer's name.
    pub name: String,
    /// Families and kinds of the pieces that it is about; empty for all. Of several Layers of one name the first that is
    /// about a piece counts.
    #[serde(default)]
    pub of: Vec<String>,
    /// The title of its sub-menu in a module; empty for its name.
    #[serde(default)]
    pub menu: String,
    /// Where its pictures lie, in pixels right of and below the centre of the piece.
    #[serde(default)]
    pub offset: (i32, i32),
    /// Level 1, 2 and so on.
    #[serde(deserialize_with = "tables")]
    pub levels: Vec<Level>,
}

/// A level of a Layer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The state that it shows; none for a piece in no special state.
    pub state: Option<Word>,
    /// Where it points: `E NE NW W SW SE` or `here`.
    #[serde(default, deserialize_with = "pointing")]
    pub points: Option<Pointing>,
    /// What the state means for the players, for messages.
    #[serde(default)]
    pub description: String,
    /// The command of a module that sets it; empty for the words of its state.
    #[serde(default)]
    pub menu: String,
    /// The template of `templates/overlays/` that it shows; empty for none.
    #[serde(default)]
    pub overlay: String,
    /// What is added to the name of the piece; empty for nothing.
    #[serde(default)]
    pub suffix: String,
    /// Kinds of pieces whose menu has its command; empty for all.
    #[serde(default)]
    pub only: Vec<String>,
    /// The key of its command, which then stands in the menu itself.
    #[serde(default, deserialize_with = "key")]
    pub key: Option<Key>,
    /// Whether it shows the back of the counter.
    #[serde(default)]
    pub back: bool,
    /// What ends the state without a command of its own; nothing where it lasts.
    #[serde(default)]
    pub ended_by: Option<EndedBy>,
}

/// What ends the state of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndedBy {
    /// That the piece moves to another place.
    Moving,
    /// That the piece moves to a place where nothing in its stack may carry it.
    Unloading,
}

/// Where a level of a Layer points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pointing {
    /// At the neighbour in this direction.
    To(Direction),
    /// At the piece's own hex.
    Here,
}

/// Which kinds of pieces may carry the pieces of a family.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carriage {
    /// A family such as `air`, or a kind.
    pub cargo: String,
    /// Kinds of the pieces that may carry it.
    pub on: Vec<String>,
    /// Kinds of the pieces that carry it through the air; empty for what flies by itself.
    #[serde(default)]
    pub aloft: Vec<String>,
}

/// The states of pieces that another piece carries.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ride {
    /// Aboard a piece at the same place.
    pub aboard: Word,
    /// In the air: by itself, or with what carries it there.
    pub aloft: Option<Word>,
    /// Marked as one of these where nothing can carry it; it counts where it lies.
    pub adrift: Word,
}

/// Trays: boxes whose pieces are where a chit is.
#[derive(Debug, Clone)]
pub struct TrayTerms {
    /// Finds the number of a tray in the name of a zone, location or map.
    pub pattern: Regex,
    /// The kind of the chit; its number is the end of its id.
    pub chit: Word,
    /// The Marker of a chit that names the window of its tray, where numbers are not enough.
    pub window: String,
    /// States of the chit that the pieces of its tray are in, too.
    pub lends: Vec<Word>,
    /// Families and kinds of these pieces.
    pub to: Vec<String>,
    /// The property that counts the pieces that a chit of a module gathers.
    pub gathers: String,
    /// The Layer of two levels that a chit of a module has in common with them.
    pub berth: Option<String>,
    /// Kinds of pieces that no chit gathers.
    pub alone: Vec<String>,
    /// Kinds of pieces that go along though nothing carries them.
    pub leads: Vec<String>,
    /// What players call a chit with what lies in its tray.
    pub called: String,
    /// The name of the prototype of everything that may lie in a tray; the property of what goes along begins with it.
    pub verb: String,
    /// The command of a chit that opens its tray.
    pub open: TrayCommand,
    /// The command of a chit that gathers the pieces of its place.
    pub gather: TrayCommand,
    /// The command of a piece that leaves its tray.
    pub detach: TrayCommand,
}

/// A command of a module about trays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrayCommand {
    /// Its words in the menu.
    pub menu: String,
    /// Its key.
    pub key: Key,
}

/// Chits that stand for what is being built.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unfinished {
    /// The kind of the chit; its back is what it becomes.
    pub chit: String,
    /// The state in which what it becomes counts as being there.
    pub state: Word,
}

/// How the pieces of a module say what they are and in which state.
#[derive(Debug, Clone)]
pub struct PieceTerms {
    /// The Marker that holds the counter's id.
    pub marker: String,
    /// Layers that hold states.
    pub layers: Vec<StateLayer>,
    /// The words that a situation may use.
    pub words: Vocabulary,
    /// The states of what is carried; none in a game without cargo.
    pub ride: Option<Ride>,
    /// What may carry what.
    pub carriage: Vec<Carriage>,
    /// The trays; none in a game without.
    pub tray: Option<TrayTerms>,
    /// The kind of chit that tells who holds its hex.
    pub control: Option<String>,
    /// The chits of what is being built.
    pub unfinished: Option<Unfinished>,
    /// Windows that only one side may look into: map name to side.
    pub private: BTreeMap<String, String>,
    /// Kinds of chits that put the piece below them into a state.
    pub chits: BTreeMap<String, Word>,
    /// What the pieces of a built module are made of.
    pub outfit: Outfit,
}

/// The Marker that holds the counter's id where `pack.toml` names none: that of the modules that `build` makes.
pub const MARKER: &str = "LiegeId";

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PiecesFile {
    #[serde(default)]
    marker: String,
    #[serde(default)]
    stances: Vec<Word>,
    #[serde(default)]
    states: Vec<Word>,
    control: Option<String>,
    tray: Option<TrayFile>,
    ride: Option<Ride>,
    unfinished: Option<Unfinished>,
    #[serde(default)]
    layer: Vec<StateLayer>,
    #[serde(default)]
    carriage: Vec<Carriage>,
    #[serde(default)]
    chits: BTreeMap<String, Word>,
    #[serde(default)]
    prototype: Vec<Prototype>,
    #[serde(default)]
    stratum: Vec<Stratum>,
    #[serde(default)]
    sum: Vec<StackSum>,
    #[serde(default)]
    summary: String,
    #[serde(default)]
    tally: Vec<String>,
    #[serde(default)]
    shows_no_zero: Vec<String>,
    #[serde(default)]
    below_zero: Vec<String>,
    #[serde(default)]
    note: Vec<PieceNote>,
    #[serde(default)]
    unmasked: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrayFile {
    pattern: String,
    chit: Word,
    #[serde(default)]
    window: String,
    #[serde(default)]
    lends: Vec<Word>,
    #[serde(default)]
    to: Vec<String>,
    #[serde(default)]
    gathers: String,
    berth: Option<String>,
    #[serde(default)]
    alone: Vec<String>,
    #[serde(default)]
    leads: Vec<String>,
    called: Option<String>,
    #[serde(default = "goes")]
    verb: String,
    #[serde(default)]
    open: CommandFile,
    #[serde(default)]
    gather: CommandFile,
    #[serde(default)]
    detach: CommandFile,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandFile {
    menu: Option<String>,
    #[serde(default, deserialize_with = "key")]
    key: Option<Key>,
}

impl CommandFile {
    fn or(self, menu: &str, letter: char) -> TrayCommand {
        TrayCommand {
            menu: self.menu.unwrap_or_else(|| menu.to_owned()),
            key: self.key.unwrap_or_else(|| Key::ctrl(letter)),
        }
    }
}

fn goes() -> String {
    "Goes".to_owned()
}

impl TrayFile {
    /// The trays, with our own words where the rows have none.
    fn terms(self, pattern: Regex, sums: &[StackSum]) -> TrayTerms {
        let TrayFile { chit, window, lends, to, gathers, berth, alone, leads, verb, .. } = self;
        let called = self.called.unwrap_or_else(|| chit.replace('-', " "));
        let counted = sums.iter().find(|sum| sum.property == gathers).map_or("pieces", |sum| &sum.called);
        let open = self.open.or("Open tray", 'O');
        let gather = self.gather.or(&format!("Gather {counted}"), 'G');
        let detach = self.detach.or(&format!("Detach from {called}"), 'K');
        TrayTerms {
            pattern,
            chit,
            window,
            lends,
            to,
            gathers,
            berth,
            alone,
            leads,
            called,
            verb,
            open,
            gather,
            detach,
        }
    }
}

/// The levels of a Layer, each a table.
fn tables<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Level>, D::Error> {
    let rows = Vec::<LevelRow>::deserialize(deserializer)?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// A level; a word in its place is told with the form that is expected.
struct LevelRow(Level);

impl<'de> Deserialize<'de> for LevelRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LevelVisitor;
        impl<'de> Visitor<'de> for LevelVisitor {
            type Value = LevelRow;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a level as a table, such as { state = \"used\" } or {} for no state")
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<LevelRow, E> {
                Err(E::custom(format!(
                    "the level \"{word}\" has the form of an older pack.toml; expected a table: {{ state = \
                     \"{word}\" }}, or {{}} for no state (docs/data.md)"
                )))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<LevelRow, A::Error> {
                Level::deserialize(MapAccessDeserializer::new(map)).map(LevelRow)
            }
        }
        deserializer.deserialize_any(LevelVisitor)
    }
}

pub(super) fn key<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Key>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let told = || format!("expected a key such as Ctrl+P or Ctrl+Shift+P, found \"{text}\"");
    Key::from_words(&text).map(Some).ok_or_else(|| serde::de::Error::custom(told()))
}

fn pointing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Pointing>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text == "here" {
        return Ok(Some(Pointing::Here));
    }
    let found = Direction::ALL.into_iter().find(|direction| direction.letters() == text);
    found.map(|direction| Some(Pointing::To(direction))).ok_or_else(|| {
        let known = Direction::ALL.map(Direction::letters);
        let near = did_you_mean(&text, known.into_iter().chain(["here"]));
        serde::de::Error::custom(format!("expected {} or here, found \"{text}\"{near}", known.join(", ")))
    })
}

impl PiecesFile {
    /// The terms; what does not fit together is told by [`faults`], when the rest of the pack is there.
    pub(super) fn terms(self, path: &str, faults: &mut Vec<DataFault>) -> PieceTerms {
        let levels = self.layer.iter().flat_map(|layer| &layer.levels);
        let (mut states, mut arrows) = (self.states, Vec::new());
        for level in levels {
            let Some(state) = &level.state else { continue };
            let list = if level.points.is_some() { &mut arrows } else { &mut states };
            if !list.contains(state) && !self.stances.contains(state) {
                list.push(state.clone());
            }
        }
        let tray = self.tray.and_then(|tray| match Regex::new(&tray.pattern) {
            Ok(pattern) if pattern.captures_len() != 2 => {
                let groups = pattern.captures_len() - 1;
                let what =
                    format!("pieces.tray.pattern: expected one group around the number, found {groups}");
                faults.push(DataFault::at(path, 0, what));
                None
            }
            Ok(pattern) => Some(tray.terms(pattern, &self.sum)),
            Err(error) => {
                let what = format!("pieces.tray.pattern is not a regular expression: {error}");
                faults.push(DataFault::at(path, 0, what));
                None
            }
        });
        let aboard = self.ride.as_ref().map(|ride| ride.aboard.clone());
        let chit = tray.as_ref().map(|tray: &TrayTerms| tray.chit.clone());
        PieceTerms {
            marker: if self.marker.is_empty() { MARKER.to_owned() } else { self.marker },
            layers: self.layer,
            words: Vocabulary {
                stances: self.stances,
                aboard,
                states,
                arrows,
                notes: self.note.iter().map(|note| note.word.clone()).collect(),
                numbers: !self.tally.is_empty(),
                tray: chit,
            },
            ride: self.ride,
            carriage: self.carriage,
            tray,
            control: self.control,
            unfinished: self.unfinished,
            private: BTreeMap::new(),
            chits: self.chits,
            outfit: Outfit {
                prototypes: self.prototype,
                strata: self.stratum,
                sums: self.sum,
                summary: self.summary,
                tally: self.tally,
                shows_no_zero: self.shows_no_zero,
                below_zero: self.below_zero,
                notes: self.note,
                unmasked: self.unmasked,
            },
        }
    }
}

/// The Layer of the two faces in a module of a game whose pack has no such Layer.
pub const FACE: &str = "Face";

impl PieceTerms {
    /// Whether a Layer of a counter shows its back at a level: one with `back = true`; of a game without any such
    /// level the second of the Layer that `build` makes.
    pub fn is_back(&self, entry: Option<&Entry>, layer: &str, level: i32) -> bool {
        if self.layers.iter().any(StateLayer::is_face) {
            return self.layer(layer, entry).and_then(|own| own.shown(level)).is_some_and(|own| own.back);
        }
        layer == FACE && level == 2
    }

    /// The Layer of this name that is about a counter; none for a counter that nobody knows means one that is about all.
    pub fn layer(&self, name: &str, entry: Option<&Entry>) -> Option<&StateLayer> {
        self.layers.iter().find(|layer| layer.name == name && layer.is_about(entry))
    }

    /// The Layers that are about a counter, one of each name.
    pub fn layers_of(&self, entry: Option<&Entry>) -> impl Iterator<Item = &StateLayer> {
        let own = move |layer: &&StateLayer| {
            self.layer(&layer.name, entry).is_some_and(|first| std::ptr::eq(first, *layer))
        };
        self.layers.iter().filter(own)
    }

    /// The Layer whose levels hold a state, with the first level that does; a piece in no state shows level 1 of each.
    pub fn layer_of(&self, state: &str) -> Option<(&str, i32)> {
        self.layers.iter().find_map(|layer| Some((layer.name.as_str(), layer.level_of(state)?)))
    }

    /// The word that a counter's own Layer has for a state: Layers of one name may be about several kinds, and each
    /// has its word for the same level.
    pub fn own_word(&self, entry: Option<&Entry>, state: &Word) -> Word {
        let own = || {
            let (name, level) = self.layer_of(state)?;
            let layer = self.layer(name, entry)?;
            let holds = layer.level_of(state).is_some();
            if holds { None } else { layer.levels.get(usize::try_from(level).ok()? - 1)?.state.clone() }
        };
        own().unwrap_or_else(|| state.clone())
    }

    /// Whether a word says how a piece is at its place.
    pub fn is_stance(&self, word: &str) -> bool {
        self.words.stances.iter().any(|stance| stance == word)
    }

    /// Whether a word says that something carries the piece.
    pub fn is_ride(&self, word: &str) -> bool {
        self.ride.as_ref().is_some_and(|ride| ride.aboard == *word || ride.aloft.as_deref() == Some(word))
    }

    /// Whether a counter is the chit of a tray.
    pub fn is_tray_chit(&self, entry: &Entry) -> bool {
        self.tray.as_ref().is_some_and(|tray| tray.chit == entry.kind.as_str())
    }
}

impl StateLayer {
    fn is_about(&self, entry: Option<&Entry>) -> bool {
        self.of.is_empty() || entry.is_some_and(|entry| entry.is_one_of(&self.of))
    }

    /// What a Layer of a save shows; an inactive one counts as its first level.
    pub fn shown(&self, level: i32) -> Option<&Level> {
        self.levels.get(usize::try_from(level).unwrap_or(1).max(1) - 1)
    }

    /// The first level with a state, from 1.
    pub fn level_of(&self, state: &str) -> Option<i32> {
        let at = self.levels.iter().position(|level| level.state.as_deref() == Some(state))?;
        i32::try_from(at + 1).ok()
    }

    /// Whether one of its levels shows the back of the counter, so that it is the piece's own.
    pub fn is_face(&self) -> bool {
        self.levels.iter().any(|level| level.back)
    }

    /// The title of its sub-menu.
    pub fn title(&self) -> &str {
        if self.menu.is_empty() { &self.name } else { &self.menu }
    }

    /// The command that sets a level.
    pub fn command(&self, level: &Level) -> String {
        match &level.state {
            _ if !level.menu.is_empty() => level.menu.clone(),
            Some(state) => state.capital().replace('-', " "),
            None => format!("No {}", self.title().to_lowercase()),
        }
    }
}
