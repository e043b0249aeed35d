//! What of a position a side's copy shows, as what, and what it leaves out.

use std::collections::{BTreeMap, BTreeSet};

use super::left_out::{Losses, Matter};
use crate::format::piece::PieceText;
use crate::format::sequence;
use crate::format::traits::{BasicPiece, Trait};
use crate::model::board::OFFBOARD;
use crate::model::change::Destination;
use crate::model::eyes::{Eyes, Veil};
use crate::model::game::basic_of;
use crate::model::module::{Module, decks_counted_in};
use crate::model::position::{Piece, Position, Stack};
use crate::model::tally::Nowhere;
use crate::model::traits::{Sight, Traits};

/// The name of a card's back where its Mask has none.
const NAMELESS: &str = "?";
/// Traits that show a back in place of their piece: the engine's, and one that modules derive from it.
const MASKS: [&str; 2] = ["obs", "conceal"];
/// Places of picture and name in the definition of a Mask.
const MASK_IMAGE: usize = 2;
const MASK_NAME: usize = 5;

/// How much a copy tells of a piece that it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// A piece of the side itself: all but what it says of other pieces.
    Own,
    /// A piece of others, or of nobody knows whom: as it lies there now, without where it has been.
    Public,
}

/// What becomes of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It is written again under its id.
    Shown(Extent),
    /// A piece without anything but this picture and name takes its place, under an id of its own.
    Placeholder {
        /// The picture; empty for none.
        image: String,
        /// The name.
        name: String,
    },
    /// Nothing of it is written.
    LeftOut,
}

/// What becomes of a deck; its cards have fates of their own where it is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeckFate {
    /// It is written with the cards that are shown.
    Open,
    /// It is written with so many equal backs.
    Backs {
        /// How many.
        count: usize,
        /// Picture of the back; empty for none.
        image: String,
        /// What VASSAL calls the card.
        name: String,
    },
    /// It is written without a card.
    Empty,
    /// It is not written.
    LeftOut,
}

/// A piece that the master does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    /// Its id; none draws one from the content of the copy.
    pub id: Option<String>,
    /// Its traits, prototypes expanded, outermost first; see [`Module::make`].
    pub traits: PieceText,
    /// Where it lies. It joins the stack that lies there; [`Destination::order`] is not asked.
    pub to: Destination,
}

/// Which values of global properties a copy has; all others begin at what the module says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Properties {
    /// Those of the module and of windows that the side may open.
    #[default]
    OfOpenWindows,
    /// Those of these names.
    Named(BTreeSet<String>),
}

/// What a copy shows. What it does not name is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub(super) eyes: Eyes,
    fates: BTreeMap<String, Fate>,
    decks: BTreeMap<String, DeckFate>,
    /// Pieces that the copy has and the master has not: ghosts, marks of an umpire.
    pub added: Vec<Added>,
    /// Notes of the scenario; none keeps those of the master.
    pub scenario_notes: Option<String>,
    /// Notes for all players; none keeps those of the master.
    pub public_notes: Option<String>,
    /// Which values of global properties it has.
    pub properties: Properties,
    pub(super) losses: Losses,
}

impl Plan {
    /// What VASSAL shows this side of a position: open pieces as they are, an unknown counter for a masked one, backs
    /// for the cards of a deck, and nothing of what is invisible or lies in a window that is closed to it.
    pub fn of(position: &Position, module: &Module, eyes: &Eyes) -> Self {
        let mut plan = Self {
            eyes: eyes.clone(),
            fates: BTreeMap::new(),
            decks: BTreeMap::new(),
            added: Vec::new(),
            scenario_notes: None,
            public_notes: None,
            properties: Properties::default(),
            losses: Losses::default(),
        };
        let by_id: BTreeMap<&str, &Piece> =
            position.pieces.iter().map(|one| (one.id.as_str(), one)).collect();
        for piece in &position.pieces {
            let fate = plan.fate_of(piece, position, module);
            plan.set(&piece.id, fate);
        }
        let counted = plan.counted_decks(position, module);
        for deck in position.stacks.iter().filter(|stack| stack.deck.is_some()) {
            let top = deck.pieces.last().and_then(|id| by_id.get(id.as_str()).copied());
            let fate = plan.fate_of_deck(deck, top, module, &counted);
            plan.set_deck(&deck.id, fate);
        }
        plan
    }

    /// Says otherwise what becomes of a piece.
    pub fn set(&mut self, id: &str, fate: Fate) {
        self.fates.insert(id.to_owned(), fate);
    }

    /// Says otherwise what becomes of a deck.
    pub fn set_deck(&mut self, id: &str, fate: DeckFate) {
        self.decks.insert(id.to_owned(), fate);
    }

    /// What becomes of a piece; what the plan does not name is left out.
    pub fn fate(&self, id: &str) -> &Fate {
        self.fates.get(id).unwrap_or(&Fate::LeftOut)
    }

    /// What becomes of a deck; what the plan does not name is left out.
    pub fn deck(&self, id: &str) -> &DeckFate {
        self.decks.get(id).unwrap_or(&DeckFate::LeftOut)
    }

    /// Pictures and names that the copy shows in place of others.
    pub(super) fn looks(&self) -> impl Iterator<Item = &str> {
        let counters = self.fates.values().filter_map(|fate| match fate {
            Fate::Placeholder { image, name } => Some([image.as_str(), name]),
            _ => None,
        });
        let backs = self.decks.values().filter_map(|fate| match fate {
            DeckFate::Backs { image, name, .. } => Some([image.as_str(), name]),
            _ => None,
        });
        counters.chain(backs).flatten()
    }

    /// Whose copy it is.
    pub fn eyes(&self) -> &Eyes {
        &self.eyes
    }

    /// Tells that something was left out that only the caller knows of.
    pub fn note(&mut self, matter: Matter, place: Option<&str>) {
        self.losses.add(matter, place);
    }

    fn fate_of(&mut self, piece: &Piece, position: &Position, module: &Module) -> Fate {
        let Some((matter, place)) = veiled(piece, position, module, &self.eyes) else {
            let own = self.eyes.owns(piece, Some(module));
            return Fate::Shown(if own { Extent::Own } else { Extent::Public });
        };
        let fate = match matter {
            Matter::Masked => unknown_counter(piece, &self.eyes),
            _ => Fate::LeftOut,
        };
        // Of its cards the deck tells.
        if matter != Matter::Deck {
            self.losses.add(matter, place);
        }
        fate
    }

    /// The decks of which the module or a piece that is shown tells how many cards they hold.
    fn counted_decks(&self, position: &Position, module: &Module) -> BTreeSet<String> {
        let names = position.stacks.iter().filter_map(|stack| stack.deck.as_deref()).collect();
        let shown = position.pieces.iter().filter(|piece| matches!(self.fate(&piece.id), Fate::Shown(_)));
        let texts = shown.flat_map(|piece| &piece.traits.traits);
        let mut counted = module.counted_decks.clone();
        for text in texts.flat_map(|text| [&text.type_text, &text.state_text]) {
            counted.extend(decks_counted_in(text, &names).map(str::to_owned));
        }
        counted
    }

    fn fate_of_deck(
        &mut self,
        deck: &Stack,
        top: Option<&Piece>,
        module: &Module,
        counted: &BTreeSet<String>,
    ) -> DeckFate {
        let name = deck.deck.as_deref().unwrap_or_default();
        let map = deck.map.as_deref();
        let Some(map) = map.and_then(|map| module.map(map)) else { return DeckFate::LeftOut };
        if !self.eyes.may_look_into(Some(map.identifier()), Some(module)) {
            let of_module = map.at_start.iter().any(|stack| stack.deck && stack.name == name);
            return if of_module { DeckFate::Empty } else { DeckFate::LeftOut };
        }
        if !deck.face_down {
            return DeckFate::Open;
        }
        for _ in &deck.pieces {
            self.losses.add(Matter::Deck, Some(name));
        }
        let most = usize::try_from(deck.deck_look.most_cards).unwrap_or(0);
        let all = deck.pieces.len();
        let count = if counted.contains(name) { all } else { all.min(most) };
        let (image, name) = top.map(back_of).unwrap_or_default();
        if count == 0 { DeckFate::Empty } else { DeckFate::Backs { count, image, name } }
    }
}

/// Why a side's copy does not show a piece as it is, and where that lies; none where it does.
pub(super) fn veiled<'a>(
    piece: &'a Piece,
    position: &'a Position,
    module: &Module,
    eyes: &Eyes,
) -> Option<(Matter, Option<&'a str>)> {
    let Some(window) = piece.map.as_deref() else {
        let named = basic_of(&piece.traits).and_then(|basic| basic.map().map(str::to_owned));
        let unknown = named.and_then(|name| position.unknown_maps.get(&name));
        return Some(match unknown {
            Some(name) => (Matter::UnknownWindow, Some(name)),
            None => (Matter::OffMap, None),
        });
    };
    let place = piece.location.as_deref().filter(|name| *name != OFFBOARD).or(Some(window));
    Some(match eyes.veil(piece, Some(module))? {
        Veil::Window => (Matter::Window, Some(window)),
        Veil::Deck => (Matter::Deck, place),
        Veil::Invisible => (Matter::Invisible, place),
        Veil::Mask => (Matter::Masked, place),
    })
}

/// The outside of a mask.
struct Back {
    /// Place of its trait in the piece.
    at: usize,
    by: Option<String>,
    image: String,
    name: String,
}

/// The masks of a piece, outermost first, those of a module's own kind included.
fn backs(piece: &Piece) -> impl Iterator<Item = Back> {
    piece.traits.traits.iter().enumerate().filter_map(|(at, text)| {
        let fields = sequence::decode(&text.type_text, ';');
        let prefix = fields.first().filter(|prefix| MASKS.contains(&prefix.as_str()))?;
        let field = |place: usize| fields.get(place).cloned();
        // Only the engine's own names what it hides.
        let name = field(MASK_NAME).filter(|_| prefix == MASKS[0]).unwrap_or_else(|| NAMELESS.to_owned());
        let by = sequence::Decoder::new(&text.state_text, ';').next();
        let by = by.filter(|by| !by.is_empty() && by != "null").map(std::borrow::Cow::into_owned);
        Some(Back { at, by, image: field(MASK_IMAGE).unwrap_or_default(), name })
    })
}

/// What others see of a masked piece: the back of the mask, and the name with what lies around it.
fn unknown_counter(piece: &Piece, eyes: &Eyes) -> Fate {
    let closed = |back: &Back| back.by.as_ref().is_some_and(|by| !eyes.may_see(by));
    let Some(Back { at, image, name, .. }) = backs(piece).find(closed) else { return Fate::LeftOut };
    let mut around = PieceText { traits: piece.traits.traits.iter().take(at).cloned().collect() };
    let inside = BasicPiece::new("", &name, "").and_then(|basic| Trait::BasicPiece(basic).encode().ok());
    around.traits.extend(inside);
    let name = if at == 0 { name } else { Traits::new(&around, &Nowhere).name(Sight::Outsider) };
    Fate::Placeholder { image, name }
}

/// Picture and name of the back of a card.
fn back_of(card: &Piece) -> (String, String) {
    match backs(card).next() {
        Some(back) => (back.image, back.name),
        None if is_back(card) => (card.image.clone(), card.basic_name.clone()),
        None => (String::new(), NAMELESS.to_owned()),
    }
}

/// A card of a deck that says nothing but what its back looks like, as copies have them.
pub(super) fn is_back(piece: &Piece) -> bool {
    piece.face_down && piece.is_placeholder()
}
