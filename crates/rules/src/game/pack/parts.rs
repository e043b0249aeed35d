//! What a pack holds, and what can be asked of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::clock::ClockTerms;
use super::demand::Demand;
use super::pools::Pool;
use super::terms::PieceTerms;
use super::typed::Typed;
use crate::check::kinds::CheckRow;
use crate::data::catalogue::{Catalogue, Entry};
use crate::data::schedule::Schedule;
use crate::play::choices::Choices;
use crate::play::inputs::GameWords;
use crate::position::notation::Placed;
use crate::position::places::Places;
use crate::position::values::Value;

/// A nation of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nation {
    /// The name players use.
    pub name: String,
    /// What messages call it, with its article: `the USSR`.
    pub called: String,
    /// What its things are called, such as `Japanese`.
    pub adjective: String,
    /// The alliance it belongs to, such as `axis`.
    pub alliance: String,
    /// Further words by which people type it, such as `dutch`.
    pub also: Vec<String>,
}

/// A phase of the sequence of play.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Phase {
    /// Short id, such as `EN.5`.
    pub id: String,
    /// The name players use.
    pub name: String,
}

/// A side of the game's modules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// The side's name in VASSAL.
    pub name: String,
    /// The alliance it plays; empty for one that plays none.
    pub alliance: String,
    /// Whether private windows open to it.
    pub sees_all: bool,
}

/// A deck of cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardDeck {
    /// Its name.
    pub name: String,
    /// The window that it lies in.
    pub window: String,
    /// The ids, kinds or families of its cards.
    #[serde(default)]
    pub cards: Vec<String>,
}

/// Everything of a game that is data.
#[derive(Debug, Clone)]
pub struct Pack {
    /// The game's id.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The short name that players use, as the game's module bears it.
    pub name: String,
    /// Sides of the game's modules.
    pub sides: Vec<Side>,
    /// Nations by code.
    pub nations: BTreeMap<String, Nation>,
    /// The phases in the order of play.
    pub phases: Vec<Phase>,
    /// What the turn trackers of other modules than ours call what they tell.
    pub clock: ClockTerms,
    /// The words of its players: those that mean the same in names of keys, and the nations.
    pub alike: GameWords,
    /// How pieces say what they are.
    pub terms: PieceTerms,
    /// The boxes where pieces lie that are out of play, by purpose; the first is that of what is lost.
    pub pools: Vec<Pool>,
    /// The kinds of counters by family; chits are an open list.
    pub kinds: BTreeMap<String, Vec<String>>,
    /// The counters.
    pub catalogue: Catalogue,
    /// The map: hexes, areas, boxes and what lies between them.
    pub map: Places,
    /// The order of battle; empty for a game without one.
    pub schedule: Schedule,
    /// The checks that are rows of data.
    pub rows: Vec<CheckRow>,
    /// The tracks, points and levels that a position may show.
    pub values: Vec<Value>,
    /// The decks of cards; their cards lie in the place of a deck's name.
    pub decks: Vec<CardDeck>,
    /// The readings of disputed rules, with their defaults.
    pub choices: Choices,
    /// Everything the game demands of a position, whether a check exists for it or not.
    pub demands: Vec<Demand>,
    /// The pages of checks, by id.
    pub pages: BTreeMap<String, String>,
    /// Every file of the pack as text, by path, for tables that only one game reads.
    pub tables: BTreeMap<String, String>,
    /// What the game makes of all this.
    pub typed: Typed,
}

impl Pack {
    /// The alliance of a nation; empty for an unknown one.
    pub fn alliance(&self, nation: &str) -> &str {
        self.nations.get(nation).map_or("", |nation| &nation.alliance)
    }

    /// The windows that this side may not look into.
    pub fn closed_to<'p>(&'p self, side: &'p str) -> impl Iterator<Item = String> + 'p {
        let sees_all = self.sides.iter().any(|known| known.name == side && known.sees_all);
        let others = self.terms.private.iter().filter(move |(_, owner)| !sees_all && *owner != side);
        others.map(|(window, _)| window.clone())
    }

    /// The pool of this id.
    pub fn pool(&self, id: &str) -> Option<&Pool> {
        self.pools.iter().find(|pool| pool.id == *id)
    }

    /// The box where what is lost lies: that of the first pool.
    pub fn lost(&self, entry: &Entry) -> Option<&str> {
        self.pools.first()?.of(entry)
    }

    /// The phase meant by an id or a name, whatever its case, with its place in the sequence.
    pub fn phase(&self, text: &str) -> Option<(usize, &Phase)> {
        let text = text.trim();
        let named =
            |phase: &&Phase| phase.id.eq_ignore_ascii_case(text) || phase.name.eq_ignore_ascii_case(text);
        let found = self.phases.iter().position(|phase| named(&phase));
        let begins =
            || self.phases.iter().position(|phase| text.split_whitespace().next() == Some(phase.id.as_str()));
        let at = found.or_else(begins)?;
        Some((at, &self.phases[at]))
    }

    /// The counter meant by an id, or by `chit:` and an id or kind; `nation` decides between chits of a kind.
    pub fn entry(&self, id: &str, chit: bool, nation: Option<&str>) -> Option<&Arc<Entry>> {
        let by_id = self.catalogue.get(id);
        if by_id.is_some() || !chit { by_id } else { self.catalogue.chit(id, nation) }
    }

    /// Whether a line of a situation means one piece of a counter that exists once.
    pub fn is_single(&self, placed: &Placed) -> bool {
        let entry = self.entry(&placed.id, placed.chit, None);
        placed.count == 1 && entry.is_some_and(|entry| entry.count == Some(1))
    }
}
