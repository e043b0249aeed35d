//! What the rules do: typed changes to pieces and places, from a procedure's outcome to the plan of a save's edits.
//!
//! Who or what, an act, a rule. A procedure's outcome gives deeds, the report contains them, the game plans edits
//! from them; JSON and sentences are written from all three and read back from none. A word of one game in a deed,
//! such as a state or a pool, is a `Term`: identified by its word, printed by its name. A report line of a roll has
//! the dice, and `resolve` begins a new step of the log after each.

use std::cmp::Ordering;
use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::play::inputs::Text;
use crate::play::procedure::Role;
use crate::position::places::PlaceId;

/// A word of one game, such as a state, a pool or an installation: known by its word, told by its name.
#[derive(Debug, Clone)]
pub struct Term {
    word: Text,
    name: Text,
}

impl Term {
    /// A word as the game's data have it, such as `coastal-fort`, and what players call it.
    #[must_use]
    pub const fn new(word: &'static str, name: &'static str) -> Self {
        Self { word: Text::Borrowed(word), name: Text::Borrowed(name) }
    }

    /// The same of a word that was read from a file.
    #[must_use]
    pub fn read(word: String, name: String) -> Self {
        Self { word: Text::Owned(word), name: Text::Owned(name) }
    }

    /// The word in the game's data.
    #[must_use]
    pub fn word(&self) -> &str {
        &self.word
    }

    /// The word as it stands in a sentence: `coastal fort`.
    #[must_use]
    pub fn in_words(&self) -> String {
        self.word.replace('-', " ")
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl Eq for Term {}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Term {
    fn cmp(&self, other: &Self) -> Ordering {
        self.word.cmp(&other.word)
    }
}

impl Serialize for Term {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.name)
    }
}

/// To whom or what something happens.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whom {
    /// A unit.
    Unit {
        /// Its name in the report.
        name: String,
        /// Its piece in the save, when the input gave one.
        piece: Option<String>,
    },
    /// Something that belongs to the place of the battle: an installation, a supply chit.
    Thing(Term),
}

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// A unit loses a step and has one left.
    LoseStep,
    /// A unit dies; to which pool it goes, where the procedure knows.
    Eliminate(Option<Term>),
    /// A unit leaves the place; where to, when that is known.
    Retreat(Option<PlaceId>),
    /// A unit enters the place that is fought for, when its name is known.
    Advance(Option<PlaceId>),
    /// A unit comes ashore and is in this state.
    Land(Term),
    /// A unit is left on the beach in this state.
    Pin(Term),
    /// A unit gets this state.
    Mark(Term),
    /// A unit goes aboard again.
    Evacuate,
    /// A thing falls to this side.
    Capture(Role),
    /// A thing goes to this pool.
    Destroy(Term),
    /// A thing is laid into the place of this side.
    Place(Role),
    /// A thing that is counted goes up, or down, by so much.
    Value(i64),
}

impl Act {
    /// The word in JSON.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::LoseStep => "reduce",
            Self::Eliminate(_) => "eliminate",
            Self::Retreat(_) => "retreat",
            Self::Advance(_) => "advance",
            Self::Land(_) | Self::Pin(_) | Self::Mark(_) => "mark",
            Self::Evacuate => "evacuate",
            Self::Capture(_) => "capture",
            Self::Destroy(_) => "destroy",
            Self::Place(_) => "place",
            Self::Value(_) => "value",
        }
    }

    /// Where to or what with, in words.
    #[must_use]
    pub fn to(&self) -> Option<String> {
        match self {
            Self::LoseStep | Self::Evacuate => None,
            Self::Eliminate(pool) => pool.as_ref().map(ToString::to_string),
            Self::Retreat(place) | Self::Advance(place) => place.as_ref().map(ToString::to_string),
            Self::Land(state) | Self::Pin(state) | Self::Mark(state) => Some(state.to_string()),
            Self::Capture(role) => Some(role.to_string()),
            Self::Destroy(pool) => Some(pool.to_string()),
            Self::Place(role) => Some(format!("{role}'s hex")),
            Self::Value(by) => Some(format!("{by:+}")),
        }
    }
}

/// One thing that the rules do. In JSON `subject`, `piece`, `change`, `to`, `rule`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deed {
    /// To whom.
    pub whom: Whom,
    /// What.
    pub act: Act,
    /// The rule.
    pub rule: Text,
}

impl Deed {
    /// The name of whom it happens to.
    #[must_use]
    pub fn subject(&self) -> String {
        match &self.whom {
            Whom::Unit { name, .. } => name.clone(),
            Whom::Thing(thing) => thing.to_string(),
        }
    }

    /// The piece in the save that it happens to.
    #[must_use]
    pub fn piece(&self) -> Option<&str> {
        match &self.whom {
            Whom::Unit { piece, .. } => piece.as_deref(),
            Whom::Thing(_) => None,
        }
    }
}

impl Serialize for Deed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (piece, target) = (self.piece(), self.act.to());
        let fields = 3 + usize::from(piece.is_some()) + usize::from(target.is_some());
        let mut deed = to.serialize_struct("Deed", fields)?;
        deed.serialize_field("subject", &self.subject())?;
        match piece {
            Some(piece) => deed.serialize_field("piece", piece)?,
            None => deed.skip_field("piece")?,
        }
        deed.serialize_field("change", self.act.word())?;
        match target {
            Some(target) => deed.serialize_field("to", &target)?,
            None => deed.skip_field("to")?,
        }
        deed.serialize_field("rule", &self.rule)?;
        deed.end()
    }
}
