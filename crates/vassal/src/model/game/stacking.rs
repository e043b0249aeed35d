//! Where pieces go when they move: into a stack, onto a piece, to the bottom, or alone.

use super::{Body, Game, Item, Pile, write_place};
use crate::format::leaf::Spot;
use crate::format::text::Text;
use crate::model::geometry::Point;
use crate::model::traits;

impl Game {
    /// Moves a piece as a `MovePiece` does: onto `under`, or to the bottom of
    /// what lies at that point, or into a stack of its own.
    pub(super) fn move_to(&mut self, id: &str, to: &Spot) {
        let Some(index) = self.find(id) else { return };
        let at = Point::new(to.x, to.y);
        let Some(map) = &to.map else {
            self.take_out(index);
            return self.set_place(index, None, at);
        };
        if self.pile(index).is_some() {
            return self.set_place(index, Some(map), at);
        }
        let under = to.under.as_deref().and_then(|u| self.find(u));
        let under = under.filter(|&u| u != index && self.place(u) == (Some(map), at));
        match under {
            Some(under) => self.put_onto(index, under),
            None => {
                let bottom = to.under.is_none();
                self.put_at(index, map, at, bottom);
            }
        }
    }

    pub(super) fn set_place(&mut self, index: usize, map: Option<&str>, at: Point) {
        self.dirty.insert(index);
        let map = self.share(map);
        if let Some(pile) = self.pile_mut(index) {
            (pile.map, pile.at) = (map, at);
            return;
        }
        if let Some(counter) = self.counter_mut(index) {
            (counter.map, counter.at) = (map, at);
            write_place(counter);
        }
    }

    /// Lays a stack with its pieces, or a lone piece, at another point of its map.
    pub fn carry(&mut self, index: usize, at: Point) {
        let map = self.place(index).0.map(str::to_owned);
        let pieces = self.pile(index).map(|pile| pile.contents.clone()).unwrap_or_default();
        for index in std::iter::once(index).chain(pieces) {
            self.set_place(index, map.as_deref(), at);
        }
    }

    /// The stack, deck or lone piece that a piece joins at a point, lowest first.
    pub fn partner(&self, index: usize, map: &str, at: Point) -> Option<usize> {
        let loner = !self.can_stack(index, map);
        let layer = self.layer_of(index, map);
        let level = |other: usize| self.layer_of(other, map) == layer;
        let joins = |i: usize, item: &Item| match &item.body {
            _ if i == index || self.place(i) != (Some(map), at) => false,
            Body::Pile(pile) if pile.deck.is_some() => true,
            Body::Pile(pile) => {
                let top = pile.contents.iter().rev().find(|&&c| c != index);
                !loner && top.is_some_and(|&top| level(top))
            }
            Body::Piece(other) => !loner && other.pile.is_none() && !other.no_stack && level(i),
        };
        self.items().find(|(i, item)| joins(*i, item)).map(|(i, _)| i)
    }

    /// The drawing layer of a piece on a map; pieces of two layers never stack.
    pub(super) fn layer_of(&self, index: usize, map: &str) -> usize {
        let (Some(layers), Some(counter)) = (self.layers.get(map), self.counter(index)) else {
            return 0;
        };
        let value = traits::property(&counter.text, &layers.property);
        layers.layer_of(value.as_deref())
    }

    pub(super) fn put_at(&mut self, index: usize, map: &str, at: Point, bottom: bool) {
        match self.partner(index, map, at) {
            Some(partner) => {
                self.put_onto(index, partner);
                if bottom {
                    self.sink(index);
                }
            }
            None => self.put_alone(index, map, at),
        }
    }

    /// Leaves a piece alone at a point. A stackable piece that was in no stack
    /// gets one of its own; one that left a stack does not (`MovePiece`).
    pub(super) fn put_alone(&mut self, index: usize, map: &str, at: Point) {
        let left = self.counter(index).is_some_and(|c| c.pile.is_some());
        self.take_out(index);
        self.set_place(index, Some(map), at);
        if !left && self.can_stack(index, map) {
            self.new_stack(index);
        }
    }

    /// Whether a piece may be in a stack on this map.
    pub fn can_stack(&self, index: usize, map: &str) -> bool {
        let stacks = self.counter(index).is_some_and(|c| !c.no_stack);
        stacks && !self.flat_maps.contains(map)
    }

    /// Whether a piece may stay where it is: in a deck, alone, or in a stack with others of its drawing layer below it.
    pub fn belongs_in_its_stack(&self, index: usize, map: &str) -> bool {
        let pile = self.counter(index).and_then(|own| self.pile(own.pile?));
        let Some(pile) = pile.filter(|pile| pile.deck.is_none()) else { return true };
        let first = pile.contents.iter().find(|&&other| self.can_stack(other, map));
        self.can_stack(index, map)
            && first.is_none_or(|&first| self.layer_of(first, map) == self.layer_of(index, map))
    }

    pub(super) fn sink(&mut self, index: usize) {
        let Some(pile) = self.counter(index).and_then(|c| c.pile) else {
            return;
        };
        if let Some(pile) = self.pile_mut(pile) {
            pile.contents.retain(|&c| c != index);
            pile.contents.insert(0, index);
        }
    }

    /// Makes a stack around a lone piece.
    pub(super) fn new_stack(&mut self, index: usize) -> Option<usize> {
        let (map, at) = self.shared_place(index);
        let pile = Pile { deck: None, map: map.cloned(), at, contents: vec![index], layer: Some(-1) };
        let id = Text::from(self.free_id());
        self.note_id(&id);
        let stack = self.items.len();
        self.items.push(Some(Item::new(id, None, Body::Pile(pile))));
        self.by_id.insert(&self.items, stack);
        self.dirty.insert(stack);
        self.counter_mut(index)?.pile = Some(stack);
        Some(stack)
    }

    /// Puts a piece directly above `under`, or on top when that is a pile.
    pub(super) fn put_onto(&mut self, index: usize, under: usize) {
        let pile = match self.counter(under) {
            Some(counter) => match counter.pile {
                Some(pile) => pile,
                None => match self.new_stack(under) {
                    Some(pile) => pile,
                    None => return,
                },
            },
            None => under,
        };
        self.take_out(index);
        let (map, at) = self.place(pile);
        let map = map.map(str::to_owned);
        self.set_place(index, map.as_deref(), at);
        self.dirty.insert(pile);
        let Some(contents) = self.pile_mut(pile).map(|p| &mut p.contents) else {
            return;
        };
        let above = contents.iter().position(|&c| c == under);
        let place = above.map_or(contents.len(), |i| i + 1);
        contents.insert(place, index);
        if let Some(counter) = self.counter_mut(index) {
            counter.pile = Some(pile);
        }
    }
}
