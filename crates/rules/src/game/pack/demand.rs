//! One demand of the rules as data: all that can be said about a check without running it.

use serde::{Deserialize, Serialize};

use vassal::diagnostic::Severity;

/// A stretch of the sequence of play, both ends included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phases {
    /// Id of the first phase.
    pub first: String,
    /// Id of the last phase.
    pub last: String,
}

/// What a check needs to be known beside the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Requires {
    /// The date.
    pub date: bool,
    /// The map's hexes and terrain.
    pub map: bool,
}

impl Requires {
    /// What either needs.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { date: self.date || other.date, map: self.map || other.map }
    }
}

/// One demand of the rules: a row of `checks.csv`, whether a check exists for it or not.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Demand {
    /// The catalogue's id.
    pub id: String,
    /// The fault's name, readable after "allow".
    pub name: String,
    /// The paragraphs it rests on.
    pub rule: String,
    /// How sure its findings are unless they say otherwise.
    pub severity: Option<Severity>,
    /// What a save must tell, in the catalogue's words.
    pub needs: String,
    /// When it holds, in the catalogue's words.
    pub phase: String,
    /// When it holds; empty for every settled position.
    pub when: Vec<Phases>,
    /// When an earlier position of the same month must have been made to be compared; empty for any time.
    pub since: Vec<Phases>,
    /// Steps inside which it does not hold yet: their end makes the position settled.
    pub unsettled: Vec<String>,
    /// What must be known beside the pieces.
    pub requires: Requires,
    /// Checks whose findings about its pieces it silences when it reports.
    pub refines: Vec<String>,
    /// The checks that it keeps from firing wrongly, and the procedures that keep it; it reports nothing itself, and its
    /// page proves it.
    pub guards: Vec<String>,
    /// Keys of the choices it reads.
    pub choices: Vec<String>,
    /// The shared check that decides it.
    pub shared: Option<Shared>,
    /// What it demands, in words; empty where the page of a check says it.
    pub demand: String,
    /// Its line of the file.
    pub line: u64,
}

impl Demand {
    /// Whether it only restrains other checks.
    pub fn is_guard(&self) -> bool {
        !self.guards.is_empty()
    }
}

/// A shared check, by its word in the column `shared`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shared {
    /// What a side's copy shows agrees with the position, as far as that side may see it.
    CopyAgrees,
}

impl Shared {
    /// All shared checks by their words.
    pub const ALL: &'static [(&'static str, Self)] = &[("copy-agrees", Self::CopyAgrees)];
}
