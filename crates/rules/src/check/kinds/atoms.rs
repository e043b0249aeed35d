//! What selectors of pieces and predicates of places ask, with every word looked up.

use serde::{Deserialize, Serialize};

use super::parse::Op;

/// A question that atoms `A` make up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Selector<A> {
    /// Everything.
    Any,
    /// All of these.
    All(Vec<Selector<A>>),
    /// One of these.
    Either(Vec<Selector<A>>),
    /// Not this.
    Not(Box<Selector<A>>),
    /// One thing to know.
    Atom(A),
}

/// Which pieces are meant.
pub type PieceSelector = Selector<PieceAtom>;

/// Which places are meant.
pub type PlaceSelector = Selector<PlaceAtom>;

/// What is asked of a cell of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CellTerm {
    /// Whether it has one of these words; without words, whether it has any but `no`.
    Words(Vec<String>),
    /// Whether its number compares so with another.
    Number(Op, i32),
}

/// One thing to know about a piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum PieceAtom {
    /// Whether the key has one of these values.
    Is(PieceKey, Vec<String>),
    /// Whether what stands in a column of its family is so.
    Column(String, CellTerm),
    /// Whether its place is such a place.
    At(Box<PlaceSelector>),
    /// Whether another piece stands so to it.
    Other(Relation, Box<PieceSelector>),
}

/// What can be asked of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PieceKey {
    Family,
    Kind,
    Id,
    Name,
    Label,
    Nation,
    Side,
    State,
    Mark,
    Source,
}

/// What can be asked of a piece, with its words.
pub const PIECE_KEYS: &[(&str, PieceKey)] = &[
    ("family", PieceKey::Family),
    ("kind", PieceKey::Kind),
    ("id", PieceKey::Id),
    ("name", PieceKey::Name),
    ("label", PieceKey::Label),
    ("nation", PieceKey::Nation),
    ("side", PieceKey::Side),
    ("state", PieceKey::State),
    ("mark", PieceKey::Mark),
    ("source", PieceKey::Source),
];

/// Where another piece is, seen from a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Relation {
    /// At the same place.
    Here,
    /// In the same stack.
    Stack,
    /// The piece that carries it.
    On,
    /// A piece that it carries.
    Carries,
    /// At a place beside its own.
    Beside,
}

/// The relations with their words.
pub const RELATIONS: &[(&str, Relation)] = &[
    ("here", Relation::Here),
    ("stack", Relation::Stack),
    ("on", Relation::On),
    ("carries", Relation::Carries),
    ("beside", Relation::Beside),
];

/// One thing to know about a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlaceAtom {
    /// Whether what stands in a column of the map is so.
    Column(String, CellTerm),
    /// Whether one of these nations or sides holds it.
    Holder(Vec<String>),
    /// Whether it is a hex.
    Hex,
    /// Whether it is one of these decks; without names, whether it is any.
    Deck(Vec<String>),
    /// Whether it is in a window of one of these sides alone; without words, of any.
    Hand(Vec<String>),
    /// Whether one of these lies along a side of it.
    Edge(Vec<String>),
    /// Whether a place beside it is such a place.
    Beside(Box<PlaceSelector>),
    /// Whether such a piece is there.
    Has(Box<PieceSelector>),
}

/// The values of `nation`, `side`, `holder` and `hand` that look at the piece in question.
pub const RELATIVE: [&str; 3] = ["own", "enemy", "other"];

impl PieceSelector {
    /// The kinds that it names in so many words; empty when it says more or less than kinds.
    pub fn kinds(&self) -> &[String] {
        let all = match self {
            Self::All(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let kinds = all.iter().find_map(|part| match part {
            Selector::Atom(PieceAtom::Is(PieceKey::Kind, kinds)) => Some(kinds.as_slice()),
            _ => None,
        });
        kinds.unwrap_or_default()
    }
}
