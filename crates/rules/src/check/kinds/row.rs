//! Rows of `checks.toml` with every word looked up: what the kinds of checks run on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::atoms::{PieceSelector, PlaceSelector, Relation};
use super::expression::Comparison;
use crate::data::sentence::Sentence;
use crate::game::pack::{Demand, Phases, Requires};
use crate::position::notation::Date;
use vassal::diagnostic::{Severity, counted};

/// A check as a row of data.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CheckRow {
    /// What can be said about it without running it: its row of `checks.csv`, or one that it says itself.
    pub demand: Demand,
    /// What it tests, in order.
    pub tests: Vec<Test>,
    /// The line of the file on which it begins.
    pub line: u64,
}

impl CheckRow {
    /// The choices that it reads.
    pub fn choices(&self) -> impl Iterator<Item = &str> {
        self.tests.iter().flat_map(|test| test.choices.keys()).map(String::as_str)
    }

    /// What it needs beside what its row of `checks.csv` says.
    pub fn requires(&self) -> Requires {
        let date = self.tests.iter().any(|test| test.since.is_some() || test.before.is_some());
        Requires { date, map: false }
    }

    /// Whether it compares an earlier position with the position.
    pub fn needs_previous(&self) -> bool {
        self.tests.iter().any(|test| matches!(test.kind, TestKind::Change(_)))
    }
}

/// One test of a check.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Test {
    /// What it demands.
    pub kind: TestKind,
    /// Which pieces it is about.
    pub pieces: PieceSelector,
    /// What players call one of them; empty without a word of their own.
    pub called: String,
    /// Pieces of which it is not sure that the rule means them.
    pub doubt: Option<PieceSelector>,
    /// How sure its findings are, where it differs from the check.
    pub severity: Option<Severity>,
    /// Whether pieces that are out of play count, too.
    pub everywhere: bool,
    /// The first month in which it holds.
    pub since: Option<Date>,
    /// The first month in which it holds no more, and the first step of its seasonal turn that is free, too.
    pub before: Option<(Date, Option<String>)>,
    /// Readings of choices under which it holds.
    pub choices: BTreeMap<String, String>,
    /// What one finding is about; empty for all pieces together.
    pub per: Vec<Per>,
    /// Whether it holds only where the tests before it found nothing.
    pub otherwise: bool,
    /// The sentence of a finding; without it each kind has its own.
    pub says: Option<Sentence>,
    /// What to do about it; empty for nothing at all, `None` for what it rests on.
    pub help: Option<Sentence>,
    /// What to do where something at the place can carry one of the pieces.
    pub help_aboard: Option<Sentence>,
    /// Which pieces of the place a finding names.
    pub shows: Option<PieceSelector>,
    /// What it finds, in a sentence of Markdown.
    pub finds: String,
}

impl Test {
    /// So many of its pieces, as players call them.
    pub fn counted(&self, number: usize) -> String {
        counted(number, if self.called.is_empty() { "piece" } else { &self.called })
    }
}

/// What one finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Per {
    Piece,
    Place,
    Stack,
    Side,
    Nation,
    Kind,
    Id,
}

/// The words of `per`.
pub const PER: &[(&str, Per)] = &[
    ("piece", Per::Piece),
    ("place", Per::Place),
    ("stack", Per::Stack),
    ("side", Per::Side),
    ("nation", Per::Nation),
    ("kind", Per::Kind),
    ("id", Per::Id),
];

/// What a test demands.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum TestKind {
    /// At most and at least so many, in these places where they are named.
    Count { most: Option<Limit>, least: Option<Limit>, places: Option<PlaceSelector> },
    /// Never in such a place; or, unless `never`, in no other.
    Where { never: bool, places: PlaceSelector },
    /// Never with such a companion; or, unless `bars`, never without one.
    With { bars: bool, other: PieceSelector, relation: Relation },
    /// A relation that holds.
    Value(Comparison),
    /// What may change between two positions.
    Change(Change),
}

/// A number allowed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// This number.
    Number(i32),
    /// What a column of the counter has.
    Column(String),
    /// What a value of the position is.
    Value(String),
}

/// What may change between two positions.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Change {
    /// What changes.
    pub what: Changing,
    /// The way a value may change.
    pub only: Option<Way>,
    /// The phases in which it may change; empty for all.
    pub only_in: Vec<Phases>,
    /// What a piece must have been in the earlier position.
    pub after: Option<PieceSelector>,
    /// How many pieces, or by how much a value, at most.
    pub most: Option<i32>,
}

/// What changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Changing {
    /// A piece is at another place.
    Moves,
    /// A piece is in play that was not.
    Appears,
    /// A piece was in play and is not.
    Goes,
    /// A piece is in a state in which it was not.
    Gains(String),
    /// A piece was in a state in which it is not.
    Loses(String),
    /// A value of the position, in either way or in this one alone.
    Value(String, Option<Way>),
}

/// The way a value may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way {
    Up,
    Down,
    Never,
}
