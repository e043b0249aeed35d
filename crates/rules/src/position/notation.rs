//! The situation notation: one position as text, for set-ups, for the examples on the pages of checks, and for tests.

pub mod parts;
mod piece;
mod place;
mod reader;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::data::catalogue::Source;
use crate::data::word::Word;
use crate::position::places::Hex;
pub use reader::read;

/// The words of a game that a situation may use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// Words after a place: how the pieces of a line are there. A piece is there in one way.
    pub stances: Vec<Word>,
    /// The stance that is followed by the id of the piece that carries.
    pub aboard: Option<Word>,
    /// Words after a piece.
    pub states: Vec<Word>,
    /// Words after a piece that are followed by the place they point at.
    pub arrows: Vec<Word>,
    /// Words after a piece that are followed by `=` and a text.
    pub notes: Vec<Word>,
    /// Whether some pieces stand for a number.
    pub numbers: bool,
    /// The kind of chit that stands for a tray.
    pub tray: Option<Word>,
}

impl Vocabulary {
    /// The stances as a message lists them: `docked, aboard ID or pinned`.
    fn stance_list(&self) -> String {
        let told = |word: &Word| {
            if self.aboard.as_ref() == Some(word) { format!("{word} ID") } else { word.to_string() }
        };
        let mut all: Vec<String> = self.stances.iter().map(told).collect();
        match all.pop() {
            None => "nothing".to_owned(),
            Some(last) if all.is_empty() => last,
            Some(last) => format!("{} or {last}", all.join(", ")),
        }
    }
}

/// A position as written, with nothing looked up yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scenario {
    /// The game's id.
    pub game: String,
    /// Its name in a module's list of set-ups.
    pub title: Option<String>,
    /// The hex in the middle of its theatre.
    pub view: Option<String>,
    /// Year and month.
    pub date: Option<Date>,
    /// A phase of the sequence of play.
    pub phase: Option<String>,
    /// Places that changed hands since the scenario's start.
    pub control: Vec<Held>,
    /// Tracks, points and levels that the text names, in its order.
    pub values: Vec<NamedValue>,
    /// Who sits at which side.
    pub players: Vec<NamedPlayer>,
    /// The pieces, one stack per line of the text.
    pub placements: Vec<Placement>,
    /// Whether the schedule fills in what the text does not place.
    pub fill: bool,
}

/// A value as a text names it: a number, or the smallest and the largest that it may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedValue {
    /// The line of the text, counted from 1.
    pub line: u64,
    /// Its word.
    pub word: Word,
    /// The smallest number it may be.
    pub least: i32,
    /// The largest number it may be; the same for a number that is known.
    pub most: i32,
}

/// A player by a line `player:`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPlayer {
    /// The line of the text, counted from 1.
    pub line: u64,
    /// The side as the module calls it.
    pub side: String,
    /// The name he plays under.
    pub name: String,
}

/// The places that a nation holds by a line `control:`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// The line of the text, counted from 1.
    pub line: u64,
    /// The nation's code.
    pub nation: String,
    /// Hexes, areas and boxes.
    pub places: Vec<WrittenPlace>,
}

/// A year and a month, 1 to 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Date {
    /// For example 1942.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
}

impl Date {
    /// As players say it: `August 1942`.
    pub fn in_words(self) -> String {
        format!("{} {}", month_name(self.month), self.year)
    }
}

/// The name of a month from 1 to 12.
pub fn month_name(month: u8) -> &'static str {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    NAMES[usize::from(month.clamp(1, 12)) - 1]
}

/// The month, 1 to 12, with this name or, of at least three letters, a name that begins like this.
pub fn month_called(word: &str) -> Option<u8> {
    let begins = |name: &str| name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    (1..=12).find(|month| word.len() >= 3 && begins(month_name(*month)))
}

/// Where a line puts its pieces.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum WrittenPlace {
    /// A hex of the map.
    Hex(Hex),
    /// A box by its name or id.
    Box(String),
    /// A tray by its number.
    Tray(u16),
    /// The tray of a chit by its id, since several nations have trays of the same number.
    Force(String),
}

/// How the pieces of a line are there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Stance {
    /// As such a piece usually is; nothing is said.
    #[default]
    Present,
    /// In one of the ways that the game names.
    In(Word),
    /// Carried by a piece at the same place, by its id.
    Aboard(String),
}

/// One line of pieces, bottom of the stack first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// The line of the text, counted from 1.
    pub line: u64,
    /// Where.
    pub spot: WrittenPlace,
    /// How.
    pub stance: Stance,
    /// What.
    pub pieces: Vec<Placed>,
    /// Where the line's facts come from.
    pub source: Source,
}

/// One piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// A counter's id, or the id or kind of a chit.
    pub id: String,
    /// Whether it was written as `chit:`.
    pub chit: bool,
    /// How many of them, 1 to 99.
    pub count: u16,
    /// Its states.
    pub states: BTreeSet<Word>,
    /// The hexes and areas it points at, by the word of the arrow.
    pub arrows: BTreeMap<Word, WrittenPlace>,
    /// The id of its piece, where the text says one.
    pub piece: Option<String>,
    /// What it bears in writing, by the word of the note.
    pub notes: BTreeMap<Word, String>,
    /// The number that it stands for, where the text says one.
    pub number: Option<i32>,
    /// Whether its side hides it.
    pub hidden: bool,
    /// Aboard this piece, when another line of its place says so; this line then says where in the stack it lies.
    pub aboard: Option<String>,
}

impl Placed {
    /// So many of a counter in no particular state.
    pub fn new(id: &str, chit: bool, count: u16) -> Self {
        Self {
            id: id.into(),
            chit,
            count,
            states: BTreeSet::new(),
            arrows: BTreeMap::new(),
            piece: None,
            notes: BTreeMap::new(),
            number: None,
            hidden: false,
            aboard: None,
        }
    }

    /// Takes over what another mention of the same piece says.
    fn also(&mut self, other: Self) {
        self.states.extend(other.states);
        for (word, place) in other.arrows {
            self.arrows.entry(word).or_insert(place);
        }
        for (word, text) in other.notes {
            self.notes.entry(word).or_insert(text);
        }
        self.piece = self.piece.take().or(other.piece);
        self.number = self.number.or(other.number);
        self.hidden |= other.hidden;
    }
}

impl Scenario {
    /// Makes one piece of a counter that is named in the stack of a place and again as cargo there: it keeps its place
    /// in the stack and is aboard. `single` says whether there is only one counter of an id; of others each mention is
    /// a piece.
    pub fn join_cargo(&mut self, single: impl Fn(&Placed) -> bool) {
        for at in 0..self.placements.len() {
            let Stance::Aboard(carrier) = self.placements[at].stance.clone() else { continue };
            let spot = self.placements[at].spot.clone();
            let mut left = Vec::new();
            for cargo in std::mem::take(&mut self.placements[at].pieces) {
                let in_stack = self
                    .placements
                    .iter_mut()
                    .filter(|line| line.spot == spot && !matches!(line.stance, Stance::Aboard(_)))
                    .flat_map(|line| &mut line.pieces)
                    .find(|piece| piece.id == cargo.id && piece.chit == cargo.chit && piece.aboard.is_none());
                match in_stack.filter(|_| single(&cargo)) {
                    Some(piece) => {
                        piece.aboard = Some(carrier.clone());
                        piece.also(cargo);
                    }
                    None => left.push(cargo),
                }
            }
            self.placements[at].pieces = left;
        }
    }
}

/// The largest number that a piece can stand for.
pub const MOST_ON_A_PIECE: i32 = 999;
