//! A position in the pack's terms: which piece is what, where, and in which state, with what could not be told listed.
//!
//! The notation has two ways in: `from_scenario`, and `from_save`, which the command line and library users call;
//! the pages of the checks run through both, so that each proves the other. What a side cannot know is unknown
//! (`looker`, `may_hide`): a counter that another side may hide is neither missing nor counted as come or gone; that
//! follows from who looks and never from what the position hides. What a text leaves to the data is added in one
//! place (`complete`).

mod assemble;
mod cargo;
pub mod clock;
mod from_save;
mod laid;
mod shown;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use vassal::diagnostic::{PieceRef, Place};
use vassal::model::position::Player;

use crate::check::bound::Bound;
use crate::data::catalogue::{Entry, Source};
use crate::data::word::Word;
use crate::game::pack::Pack;
use crate::position::notation::Date;
use crate::position::places::PlaceFacts;

pub use crate::position::places::{PlaceId, Tray};
pub use assemble::from_scenario;
pub use from_save::from_save;
pub use laid::complete;

/// The place of a piece in [`Situation::pieces`].
pub type PieceIx = usize;

/// Where a piece lies on a map window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The map window.
    pub map: String,
    /// Pixels from its left edge.
    pub x: i32,
    /// Pixels from its top edge.
    pub y: i32,
}

/// A piece of the game.
#[derive(Debug, Clone)]
pub struct Piece {
    /// Its id in the save, or the line and number in a text.
    pub id: String,
    /// Its name as players see it.
    pub name: String,
    /// What it is, when the pack knows.
    pub entry: Option<Arc<Entry>>,
    /// Where it is: for a piece in a tray, where the chit of the tray is.
    pub at: PlaceId,
    /// The number of the tray it lies in.
    pub tray: Option<u16>,
    /// Its states, in the words of `pack.toml`; at most one of them is a stance.
    pub states: BTreeSet<Word>,
    /// Whether its stance is known: in a save that has no Layer for it, none may mean any.
    pub stance_told: bool,
    /// The piece that carries it; none for one aboard when it may be any of several.
    pub carried_by: Option<PieceIx>,
    /// Whether its back is up.
    pub flipped: bool,
    /// The Layers that it has in a save; none of a text, whose pieces show every state.
    pub layers: Option<BTreeSet<String>>,
    /// The hexes and areas it points at, by the word of the arrow.
    pub arrows: BTreeMap<Word, PlaceId>,
    /// The number that it stands for; none for a piece that stands for none.
    pub number: Option<i32>,
    /// What it bears in writing, by the word of the note; an empty text is left out.
    pub notes: BTreeMap<Word, String>,
    /// The piece directly below, which this chit puts into its state.
    pub lent_to: Option<PieceIx>,
    /// Pieces of one stack have the same number.
    pub stack: usize,
    /// 0 at the bottom of the stack; of a save only what the looker sees is counted.
    pub depth: usize,
    /// Where it lies, when it came from a save.
    pub spot: Option<Spot>,
    /// Where the line that placed it has it from; `Rules` for a save.
    pub source: Source,
}

impl Piece {
    /// Whether it has a Layer of this name, as far as that is known.
    pub fn may_turn(&self, layer: &str) -> bool {
        self.layers.as_ref().is_none_or(|layers| layers.contains(layer))
    }

    /// Its kind within its family; empty for an unknown piece.
    pub fn kind(&self) -> &str {
        self.entry.as_ref().map_or("", |entry| &entry.kind)
    }

    /// Its nation's code; empty for a piece of nobody.
    pub fn nation(&self) -> &str {
        self.entry.as_ref().map_or("", |entry| &entry.nation)
    }

    /// Whether it is an information piece of this kind.
    pub fn is_chit(&self, kind: &str) -> bool {
        self.entry.as_ref().is_some_and(|entry| entry.is_chit && entry.kind == *kind)
    }

    /// Whether it is in this state.
    pub fn has(&self, state: impl AsRef<str>) -> bool {
        self.states.contains(state.as_ref())
    }
}

/// When the position is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clock {
    /// Year and month.
    pub date: Option<Date>,
    /// The id of the phase.
    pub phase: Option<String>,
}

/// Something that could not be told, so that it is never passed over in silence.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Untold {
    /// The piece.
    pub piece: PieceRef,
    /// Where it is.
    pub place: Place,
    /// What is not known.
    pub reason: String,
}

impl Untold {
    /// A piece that is listed as untold.
    fn of(id: &str, name: &str, place: Place, reason: impl Into<String>) -> Self {
        Self { piece: PieceRef { id: id.into(), name: name.into() }, place, reason: reason.into() }
    }
}

/// A position, already cut down to what one side may see.
#[derive(Debug, Clone)]
pub struct Situation {
    /// The game's data.
    pub pack: Arc<Pack>,
    /// The alliance of the side that looks; none where everything is seen. What others may hide from it is unknown.
    pub looker: Option<String>,
    /// All pieces.
    pub pieces: Vec<Piece>,
    /// The pieces of each place, in the order of [`Situation::pieces`].
    pub at: BTreeMap<PlaceId, Vec<PieceIx>>,
    /// When it is.
    pub clock: Clock,
    /// The nations of places that changed hands since the scenario's start.
    pub control: BTreeMap<PlaceId, String>,
    /// What could not be told.
    pub untold: Vec<Untold>,
    /// Global properties of the module, by name; none in a situation from a text.
    pub globals: BTreeMap<String, String>,
    /// The tracks, points and levels of `pack.toml` that are shown; what is missing is unknown.
    pub values: BTreeMap<Word, Bound>,
    /// The decks of cards, by name.
    pub decks: BTreeMap<String, Deck>,
    /// Who took which side. The id of a player is his password: compare it, and never show it.
    pub players: Vec<Player>,
}

/// A deck of cards, as far as the looker may know it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deck {
    /// The cards he knows, bottom first.
    pub cards: Vec<PieceIx>,
    /// How many cards it holds; none for a deck in a window that is closed to him.
    pub count: Option<usize>,
}

impl Situation {
    /// All pieces.
    pub fn all(&self) -> impl Iterator<Item = PieceIx> + use<> {
        0..self.pieces.len()
    }

    /// Pieces on the map or in a box that is in play.
    pub fn in_play(&self) -> impl Iterator<Item = PieceIx> + '_ {
        self.all().filter(|ix| self.is_in_play(*ix))
    }

    /// Whether somebody else may hide a counter from the looker: his own, or what lies unseen in decks and hands. It
    /// follows from who looks alone, never from what a position hides, so that nothing is given away.
    pub fn may_hide(&self, entry: Option<&Entry>) -> bool {
        let (Some(looker), pack) = (&self.looker, &self.pack) else { return false };
        let Some(entry) = entry else { return true };
        let alliance = pack.alliance(&entry.nation);
        if !alliance.is_empty() {
            return alliance != looker;
        }
        let outfit = &pack.terms.outfit;
        outfit.prototypes.is_empty()
            || outfit.prototype(entry).is_some_and(|row| row.hides)
            || pack.decks.iter().any(|deck| entry.is_card_of(&deck.cards))
    }

    /// Whether a piece is on the map or in a box that is in play.
    pub fn is_in_play(&self, ix: PieceIx) -> bool {
        self.pack.map.is_in_play(&self.pieces[ix].at)
    }

    /// The pieces of a place.
    pub fn here(&self, place: &PlaceId) -> &[PieceIx] {
        self.at.get(place).map_or(&[], Vec::as_slice)
    }

    /// These pieces by their places.
    pub fn by_place(&self, pieces: impl IntoIterator<Item = PieceIx>) -> BTreeMap<PlaceId, Vec<PieceIx>> {
        let mut places: BTreeMap<PlaceId, Vec<PieceIx>> = BTreeMap::new();
        for ix in pieces {
            places.entry(self.pieces[ix].at.clone()).or_default().push(ix);
        }
        places
    }

    /// The pieces by their ids.
    pub fn by_id(&self) -> BTreeMap<&str, PieceIx> {
        self.pieces.iter().enumerate().map(|(ix, piece)| (piece.id.as_str(), ix)).collect()
    }

    /// What the map data say about a place.
    pub fn facts(&self, place: &PlaceId) -> Option<&PlaceFacts> {
        self.pack.map.facts(place)
    }

    /// A piece as a finding names it.
    pub fn piece_ref(&self, ix: PieceIx) -> PieceRef {
        PieceRef { id: self.pieces[ix].id.clone(), name: self.pieces[ix].name.clone() }
    }

    /// A place as a finding names it, with the spot of the first of these pieces that has one there.
    pub fn place(&self, place: &PlaceId, pieces: &[PieceIx]) -> Place {
        let of =
            |ix: &PieceIx| (self.pieces[*ix].at == *place).then(|| self.pieces[*ix].spot.clone()).flatten();
        let spot = pieces.iter().find_map(of).or_else(|| self.here(place).iter().find_map(of));
        Place {
            map: spot.as_ref().map(|spot| spot.map.clone()),
            location: place.to_string(),
            x: spot.as_ref().map(|spot| spot.x),
            y: spot.map(|spot| spot.y),
        }
    }

    /// The pieces aboard a piece.
    pub fn aboard(&self, carrier: PieceIx) -> impl Iterator<Item = PieceIx> + '_ {
        self.all().filter(move |ix| self.pieces[*ix].carried_by == Some(carrier))
    }

    /// A piece at the same place, in the same tray, that could carry this one.
    pub fn may_carry(&self, ix: PieceIx) -> Option<PieceIx> {
        cargo::carriers_beside(self, ix, |row| &row.on).next()
    }

    /// The alliance of a piece's nation; empty for a piece of nobody.
    pub fn alliance(&self, ix: PieceIx) -> &str {
        self.pack.alliance(self.pieces[ix].nation())
    }
}
