//! What changed between two situations of one game, piece by piece: two saves, two steps of a log, a master and a copy.
//!
//! It holds ids, places, words and values and no indices, so that the situations of a long log need not be kept;
//! checks of the kind `change` read it, too. A copy is compared with what its side may see of the master, so that a
//! finding can never reveal more.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::bound::Bound;
use crate::data::word::Word;
use crate::position::situation::{Piece, PlaceId, Situation};

/// What happened to the pieces and values of a situation until a later one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moves {
    /// The pieces that are not as they were, by their ids.
    pub pieces: BTreeMap<String, PieceMove>,
    /// Values of the game that changed, by their words: the old and the new one, none where the position shows none.
    pub values: BTreeMap<Word, [Option<Bound>; 2]>,
    /// Global properties of the module that changed and show no value of the game.
    pub properties: BTreeMap<String, [Option<String>; 2]>,
}

/// What happened to one piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceMove {
    /// Its name, the later one where it has both.
    pub name: String,
    /// Where it was; none for a piece that appeared.
    pub from: Option<PlaceId>,
    /// Where it is; none for a piece that is gone.
    pub to: Option<PlaceId>,
    /// States that it did not have before; all of a piece that appeared, unless it may have been there unseen.
    pub gained: BTreeSet<Word>,
    /// States that it had; all of a piece that is gone, unless it may be there unseen.
    pub lost: BTreeSet<Word>,
    /// The places it pointed at and those it points at, by the word of the arrow, where they differ.
    pub arrows: Option<[BTreeMap<Word, PlaceId>; 2]>,
    /// Whether it may have been there before, hidden from the looker.
    pub came_to_sight: bool,
    /// Whether it may still be there, hidden from the looker.
    pub left_sight: bool,
}

impl PieceMove {
    /// Whether it came into sight.
    pub fn appeared(&self) -> bool {
        self.from.is_none()
    }

    /// Whether it is gone.
    pub fn is_gone(&self) -> bool {
        self.to.is_none()
    }

    /// Whence and whither it moved; none for a piece that stayed, appeared or is gone.
    pub fn moved(&self) -> Option<(&PlaceId, &PlaceId)> {
        self.from.as_ref().zip(self.to.as_ref()).filter(|(from, to)| from != to)
    }
}

impl Moves {
    /// What changed from one situation to a later one of the same game.
    pub fn between(before: &Situation, now: &Situation) -> Self {
        let (was, is) = (before.by_id(), now.by_id());
        let ids: BTreeSet<&str> = was.keys().chain(is.keys()).copied().collect();
        let changed = ids.into_iter().filter_map(|id| {
            let was = was.get(id).map(|ix| &before.pieces[*ix]);
            let is = is.get(id).map(|ix| &now.pieces[*ix]);
            let mut change = change(was, is)?;
            // Of what came into sight nobody knows whether its states are new.
            let may_hide = |situation: &Situation, seen: Option<&Piece>| {
                seen.is_some_and(|piece| situation.may_hide(piece.entry.as_deref()))
            };
            change.came_to_sight = was.is_none() && may_hide(before, is);
            change.left_sight = is.is_none() && may_hide(now, was);
            if change.came_to_sight {
                change.gained.clear();
            }
            if change.left_sight {
                change.lost.clear();
            }
            Some((id.to_owned(), change))
        });
        let mut properties = differing(&before.globals, &now.globals);
        properties.retain(|name, _| !now.pack.values.iter().any(|value| value.global() == Some(name)));
        Self { pieces: changed.collect(), values: differing(&before.values, &now.values), properties }
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.values.is_empty() && self.properties.is_empty()
    }

    /// The pieces that moved, with where from and where to.
    pub fn moved(&self) -> impl Iterator<Item = (&str, &PlaceId, &PlaceId)> {
        self.pieces.iter().filter_map(|(id, change)| change.moved().map(|(from, to)| (id.as_str(), from, to)))
    }
}

/// What two tables say differently: the old and the new value, none where there is none.
fn differing<K: Ord + Clone, V: PartialEq + Clone>(
    was: &BTreeMap<K, V>,
    is: &BTreeMap<K, V>,
) -> BTreeMap<K, [Option<V>; 2]> {
    let names: BTreeSet<&K> = was.keys().chain(is.keys()).collect();
    let ends = names.into_iter().map(|name| (name.clone(), [was, is].map(|side| side.get(name).cloned())));
    ends.filter(|(_, [was, is])| was != is).collect()
}

fn change(was: Option<&Piece>, is: Option<&Piece>) -> Option<PieceMove> {
    let states = |piece: Option<&Piece>| piece.map(|piece| piece.states.clone()).unwrap_or_default();
    let (old, new) = (states(was), states(is));
    let arrows = [was, is].map(|piece| piece.map(|piece| piece.arrows.clone()).unwrap_or_default());
    let change = PieceMove {
        name: is.or(was)?.name.clone(),
        from: was.map(|piece| piece.at.clone()),
        to: is.map(|piece| piece.at.clone()),
        gained: new.difference(&old).cloned().collect(),
        lost: old.difference(&new).cloned().collect(),
        arrows: (arrows[0] != arrows[1]).then_some(arrows),
        came_to_sight: false,
        left_sight: false,
    };
    let same = change.from == change.to
        && change.gained.is_empty()
        && change.lost.is_empty()
        && change.arrows.is_none();
    (!same).then_some(change)
}
