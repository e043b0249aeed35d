//! The counters of a game as typed rows: what `counters/<game>/*.csv` say about every different counter.

mod read;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

pub use read::{FAMILIES, Words};

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
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
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// Ratings of a land unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Land {
    /// `iii`, `x`, `xx`, `xxx` or `xxxx`.
    pub size: String,
    /// Combat strength.
    pub strength: Faces,
    /// Movement allowance in hexes.
    pub movement: Faces,
    /// Steps of the full face, 1 or 2.
    pub steps: Option<i32>,
    /// Whether the unit has a zone of control.
    pub zoc: Option<bool>,
}

/// Ratings of an air unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Air {
    /// `army` or `navy`.
    pub service: String,
    /// Combat strength.
    pub strength: Faces,
    /// Range in hexes.
    pub range: Faces,
    /// Quality against other aircraft.
    pub quality: Faces,
    /// Steps of the full face, 1 or 2.
    pub steps: Option<i32>,
}

/// Ratings of a naval unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ship {
    /// Whether the counter is a named ship rather than a squadron.
    pub named: Option<bool>,
    /// Gunnery.
    pub gunnery: Faces,
    /// Torpedo rating.
    pub torpedo: Faces,
    /// Armor.
    pub armor: Faces,
    /// Movement allowance.
    pub movement: Faces,
    /// Steps of the full face, 1 or 2.
    pub steps: Option<i32>,
    /// Aircraft strength a carrier holds: the circled number.
    pub capacity: Option<i32>,
}

/// Ratings of a headquarters, General or Admiral.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Leader {
    /// Attacks a headquarters may order.
    pub rating: Option<Rating>,
    /// Command radius in hexes.
    pub radius: Option<Rating>,
    /// A General's combat strength.
    pub strength: Option<Rating>,
    /// A General's exploitation rating.
    pub exploitation: Option<Rating>,
    /// An Admiral's letters and values, as printed.
    pub leads: String,
}

/// Ratings of sea or air transport.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transport {
    /// Transport points.
    pub points: Faces,
    /// Movement allowance or range.
    pub movement: Option<Rating>,
}

/// Ratings of a unit that fits no other family.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Special {
    /// Combat strength.
    pub strength: Option<Rating>,
    /// Movement allowance.
    pub movement: Option<Rating>,
}

/// What an information piece is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chit {
    /// The id of the chit on its reverse.
    pub back_id: String,
    /// What it is placed on.
    pub place: String,
}

/// The printed values of one counter, by family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ratings {
    /// A row of `land.csv`.
    Land(Land),
    /// A row of `air.csv`.
    Air(Air),
    /// A row of `ships.csv`.
    Ship(Ship),
    /// A row of `leaders.csv`.
    Leader(Leader),
    /// A row of `transport.csv`.
    Transport(Transport),
    /// A row of `special.csv`.
    Special(Special),
    /// A row of `chits.csv`.
    Chit(Chit),
}

impl Ratings {
    /// The family: the name of its table without `.csv`.
    pub fn family(&self) -> &'static str {
        match self {
            Self::Land(_) => "land",
            Self::Air(_) => "air",
            Self::Ship(_) => "ships",
            Self::Leader(_) => "leaders",
            Self::Transport(_) => "transport",
            Self::Special(_) => "special",
            Self::Chit(_) => "chits",
        }
    }
}

/// One different counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Unique over all families; the Marker `LiegeId` on the piece.
    pub id: String,
    /// The name players use.
    pub name: String,
    /// The text printed on the counter.
    pub label: String,
    /// A code of `nations.toml`; empty for what belongs to nobody.
    pub nation: String,
    /// The kind within its family, one word.
    pub kind: String,
    /// Further printed marks, one word each.
    pub traits: BTreeSet<String>,
    /// How many of this counter exist.
    pub count: Option<i32>,
    /// Where the values come from.
    pub source: Source,
    /// A remark for readers of the data.
    pub note: String,
    /// The printed values.
    pub ratings: Ratings,
}

impl Entry {
    /// The family, named as its file.
    pub fn family(&self) -> &'static str {
        match self.ratings {
            Ratings::Land(_) => "land",
            Ratings::Air(_) => "air",
            Ratings::Ship(_) => "ships",
            Ratings::Leader(_) => "leaders",
            Ratings::Transport(_) => "transport",
            Ratings::Special(_) => "special",
            Ratings::Chit(_) => "chits",
        }
    }

    /// What a chit is placed on; empty for a unit.
    pub fn place(&self) -> &str {
        match &self.ratings {
            Ratings::Chit(chit) => &chit.place,
            _ => "",
        }
    }

    /// Steps of the full face, where its row tells them.
    pub fn steps(&self) -> Option<i32> {
        match &self.ratings {
            Ratings::Land(land) => land.steps,
            Ratings::Air(air) => air.steps,
            Ratings::Ship(ship) => ship.steps,
            _ => None,
        }
    }

    /// Whether one of these words is its family or its kind.
    pub fn is_one_of(&self, words: &[String]) -> bool {
        words.iter().any(|word| *word == self.kind || word == self.family())
    }
}

/// All counters of a game.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    entries: BTreeMap<String, Arc<Entry>>,
    /// File and line of each counter, to tell where an id was used before.
    places: BTreeMap<String, (String, u64)>,
}

impl Catalogue {
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
        let of_kind = |entry: &&Arc<Entry>| matches!(entry.ratings, Ratings::Chit(_)) && entry.kind == kind;
        let own = self.entries.values().filter(of_kind).find(|entry| Some(entry.nation.as_str()) == nation);
        own.or_else(|| self.entries.values().find(of_kind))
    }
}
