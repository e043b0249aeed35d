//! Decks that become others: another definition and place, or a plain stack.

use super::{DeckFace, Game, write_place};
use crate::format::piece::Deck;
use crate::model::geometry::Point;

impl Game {
    /// Gives a deck another definition and place; its cards go with it.
    pub fn renew_deck(&mut self, index: usize, definition: &str, (map, at): (&str, Point)) {
        let named = self.share(Some(map));
        let Some(pile) = self.pile_mut(index) else { return };
        let Some(face) = &pile.deck else { return };
        let renewed = Deck {
            type_text: definition.to_owned(),
            map: Some(map.to_owned()),
            x: at.x,
            y: at.y,
            face_down: face.face_down,
            ids: Vec::new(),
        };
        pile.deck = Some(DeckFace::of(&renewed));
        let is_moved = pile.map.as_deref() != Some(map) || pile.at != at;
        (pile.map, pile.at) = (named.clone(), at);
        let cards = pile.contents.clone();
        self.dirty.insert(index);
        for card in cards.into_iter().filter(|_| is_moved) {
            let Some(counter) = self.counter_mut(card) else { continue };
            (counter.map, counter.at) = (named.clone(), at);
            write_place(counter);
            self.dirty.insert(card);
        }
    }

    /// Makes a stack of a deck; one without cards is gone.
    pub fn dissolve_deck(&mut self, index: usize) {
        let Some(pile) = self.pile_mut(index) else { return };
        if pile.contents.is_empty() {
            return self.remove(index);
        }
        (pile.deck, pile.layer) = (None, Some(-1));
        self.dirty.insert(index);
    }
}
