//! What a game is made of: pieces, stacks and decks, each under its id.

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::format::piece::{Deck, PieceText};
use crate::format::text::Text;
use crate::model::geometry::Point;

/// One thing with an id: a piece, a stack or a deck.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub id: Text,
    /// One more than [`Self::source`], so that none takes no room.
    made_by: Option<NonZeroUsize>,
    pub body: Body,
}

impl Item {
    /// A thing that this command made, counted from 0; none of one that no command of the file made.
    pub fn new(id: Text, source: Option<usize>, body: Body) -> Self {
        Self { id, made_by: source.and_then(|source| NonZeroUsize::MIN.checked_add(source)), body }
    }

    /// The command that made it, counted from 0 in the order of execution.
    pub fn source(&self) -> Option<usize> {
        self.made_by.map(|number| number.get() - 1)
    }
}

#[derive(Debug, Clone)]
pub(crate) enum Body {
    Piece(Counter),
    Pile(Pile),
}

/// A piece with its traits.
#[derive(Debug, Clone)]
pub(crate) struct Counter {
    /// What the position has, too.
    pub text: Arc<PieceText>,
    /// The place that the piece itself remembers; a stack's place goes first.
    pub map: Option<Arc<str>>,
    pub at: Point,
    /// The stack or deck it is in.
    pub pile: Option<usize>,
    pub no_stack: bool,
}

/// A stack or a deck.
#[derive(Debug, Clone)]
pub(crate) struct Pile {
    /// Apart, because of a hundred piles one is a deck.
    pub deck: Option<Box<DeckFace>>,
    pub map: Option<Arc<str>>,
    pub at: Point,
    /// Bottom first.
    pub contents: Vec<usize>,
    pub layer: Option<i32>,
}

impl Pile {
    /// Whether it shows nothing: a stack whose pieces have all left. Saves keep such stacks by the ten thousand.
    pub fn is_empty_stack(&self) -> bool {
        self.deck.is_none() && self.contents.is_empty()
    }
}

/// Definition, name and face of a deck.
#[derive(Debug, Clone)]
pub(crate) struct DeckFace {
    pub type_text: String,
    pub name: String,
    pub face_down: bool,
}

impl DeckFace {
    pub fn of(deck: &Deck) -> Box<Self> {
        Box::new(Self {
            type_text: deck.type_text.clone(),
            name: deck.name().unwrap_or_default(),
            face_down: deck.face_down,
        })
    }
}
