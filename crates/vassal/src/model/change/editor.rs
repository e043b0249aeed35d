//! Turns intended changes into the commands that make them, each acting on the game at once.

use std::sync::Arc;

use super::{Applied, Change, ChangeError, DeckPlaced, Destination, Order, Seed};
use crate::format::command::SEPARATOR;
use crate::format::leaf::{Leaf, Spot};
use crate::format::piece::{Deck, Form, PieceText, Stack};
use crate::format::text::Text;
use crate::format::traits::Trait;
use crate::model::board::{self, OFFBOARD};
use crate::model::game::{self, Game};
use crate::model::geometry::Point;
use crate::model::ids::Ids;
use crate::model::map::Map;
use crate::model::module::Module;
use crate::model::traits;

/// Turns changes into commands and lets them act on a game.
pub(in crate::model) struct Editor<'a> {
    pub game: Game,
    module: Option<&'a Module>,
    layouts: std::collections::BTreeMap<String, board::Layout>,
    /// Commands of the present step.
    pub done: Vec<Leaf>,
    pub applied: Vec<Applied>,
}

impl<'a> Editor<'a> {
    pub fn new(mut game: Game, module: Option<&'a Module>) -> Self {
        let mut layouts = std::collections::BTreeMap::new();
        for map in module.into_iter().flat_map(|m| &m.maps) {
            let picks = game.boards.get(map.identifier()).map(Vec::as_slice);
            let layout = map.lay_out(picks, &mut Vec::new());
            layouts.insert(map.identifier().to_owned(), layout);
        }
        game.know(module);
        Self { game, module, layouts, done: Vec::new(), applied: Vec::new() }
    }

    /// Draws the ids of what is new from here on from a seed; goes on where it is the same seed.
    pub fn draw_ids_from(&mut self, seed: &Seed) {
        if !self.game.ids.as_ref().is_some_and(|ids| ids.are_of(seed)) {
            self.game.ids = Some(Ids::new(seed.clone()));
        }
    }

    pub fn make(&mut self, change: &Change) -> Result<(), ChangeError> {
        match change {
            Change::SetLayer { piece, layer, level } => self.set_layer(piece, layer, *level),
            Change::SetProperty { piece, key, value } => self.set_property(piece, key, value),
            Change::SetMoved { piece, moved } => self.set_moved(piece, *moved),
            Change::Move { piece, to } => self.move_all(piece, to),
            Change::Remove { piece } => self.remove(piece),
            Change::Add { traits, to } => self.add(traits, to),
            Change::SetGlobal { container, name, value } => {
                self.set_global(container, name, value);
                Ok(())
            }
            Change::SetTurn { tracker, state } => {
                let (tracker, state) = (tracker.clone(), state.clone());
                self.note(None, format!("set {tracker} to {state}"));
                self.run(Leaf::Turn { tracker, state });
                Ok(())
            }
            Change::SetScenarioNotes(text) => {
                self.note(None, "wrote the notes of the scenario".to_owned());
                self.run(Leaf::Notes(text.clone()));
                Ok(())
            }
            Change::SetPublicNotes(text) => {
                self.note(None, "wrote the notes for all players".to_owned());
                self.run(Leaf::PublicNotes(text.clone()));
                Ok(())
            }
            Change::Chat(text) => {
                // The character between commands can't stand inside one.
                self.run(Leaf::Chat(text.replace(SEPARATOR, " ")));
                Ok(())
            }
        }
    }

    pub(super) fn run(&mut self, leaf: Leaf) {
        self.done.push(leaf.clone());
        self.game.run(leaf, None);
    }

    fn note(&mut self, piece: Option<&str>, text: String) {
        let piece = piece.map(str::to_owned);
        self.applied.push(Applied { piece, text });
    }

    /// A piece by its id: its place in the game, its traits and its name.
    fn piece(&self, id: &str) -> Result<(usize, Arc<PieceText>, String), ChangeError> {
        let index = self.game.find(id);
        let found = index.and_then(|i| Some((i, self.game.counter(i)?.text.clone())));
        let (index, text) = found.ok_or_else(|| ChangeError::NoPiece { id: id.to_owned() })?;
        let name = traits::true_name(&text);
        Ok((index, text, name))
    }

    /// Gives a piece new traits of the same kinds, as one change of its state.
    fn restate(&mut self, id: &str, old: &PieceText, new: &PieceText) -> Result<(), ChangeError> {
        let [old_state, new_state] = [Text::from(old.encode()?.1), Text::from(new.encode()?.1)];
        if old_state != new_state {
            let (id, old_state) = (id.to_owned(), Some(old_state));
            self.run(Leaf::ChangePiece { id, new_state, old_state });
        }
        Ok(())
    }

    fn set_layer(&mut self, id: &str, layer: &str, level: i32) -> Result<(), ChangeError> {
        let (_, old, piece) = self.piece(id)?;
        let mut new = PieceText::clone(&old);
        let mut known = Vec::new();
        for text in &mut new.traits {
            let Trait::Layer(mut found) = Trait::decode(text) else { continue };
            if found.name() != layer {
                known.push(found.name().to_owned());
                continue;
            }
            let layer = layer.to_owned();
            let property = found.fields.get("propertyName");
            if found.fields.get("followProperty") == "true" && !property.is_empty() {
                let property = property.to_owned();
                return Err(ChangeError::Follows { piece, layer, property });
            }
            let most = i32::try_from(found.images().len()).unwrap_or(i32::MAX);
            if level == 0 || level.unsigned_abs() > most.unsigned_abs() {
                return Err(ChangeError::NoLevel { piece, layer, level, most });
            }
            found.set_level(level);
            *text = found.encode()?;
            self.restate(id, &old, &new)?;
            self.note(Some(id), format!("set {layer} of {piece} to {level}"));
            return Ok(());
        }
        let layer = layer.to_owned();
        Err(ChangeError::NoLayer { piece, layer, known })
    }

    fn set_property(&mut self, id: &str, key: &str, value: &str) -> Result<(), ChangeError> {
        let (_, old, piece) = self.piece(id)?;
        let mut new = PieceText::clone(&old);
        let mut known = Vec::new();
        for text in &mut new.traits {
            let Trait::DynamicProperty(own) = Trait::decode(text) else { continue };
            if own.fields.get("key") == key {
                text.state_text = value.into();
                self.restate(id, &old, &new)?;
                self.note(Some(id), format!("set {key} of {piece} to {value}"));
                return Ok(());
            }
            known.push(own.fields.get("key").to_owned());
        }
        let key = key.to_owned();
        Err(ChangeError::NoProperty { piece, key, known })
    }

    fn set_moved(&mut self, id: &str, moved: bool) -> Result<(), ChangeError> {
        let (_, old, piece) = self.piece(id)?;
        let mut new = PieceText::clone(&old);
        let mut traits = new.traits.iter_mut();
        let mark = traits.find(|t| t.type_text.starts_with("markmoved;"));
        let Some(mark) = mark else {
            return Err(ChangeError::NoMovedMark { piece });
        };
        mark.state_text = moved.to_string().into();
        self.restate(id, &old, &new)?;
        let what = if moved { "moved" } else { "not moved" };
        self.note(Some(id), format!("marked {piece} as {what}"));
        Ok(())
    }

    fn map(&self, name: &str) -> Result<Option<&'a Map>, ChangeError> {
        let Some(module) = self.module else {
            return Ok(None);
        };
        let found = module.map(name);
        if found.is_none() {
            let known = module.maps.iter().map(|m| m.identifier().to_owned());
            let (map, known) = (name.to_owned(), known.collect());
            return Err(ChangeError::NoMap { map, known });
        }
        Ok(found)
    }

    fn move_all(&mut self, id: &str, to: &Destination) -> Result<(), ChangeError> {
        let pile = self.game.find(id).and_then(|i| self.game.pile(i));
        let Some(pile) = pile else {
            return self.move_one(id, to);
        };
        let ids = pile.contents.iter().filter_map(|&c| self.game.get(c));
        let ids: Vec<String> = ids.map(|c| c.id.to_string()).collect();
        for id in ids {
            self.move_one(&id, to)?;
        }
        Ok(())
    }

    fn move_one(&mut self, id: &str, to: &Destination) -> Result<(), ChangeError> {
        let map = self.map(&to.map)?.map_or(to.map.as_str(), Map::identifier);
        let (index, old, piece) = self.piece(id)?;
        let (from_map, from_at) = self.game.place(index);
        let from_map = from_map.map(str::to_owned);
        let new = self.with_old_place(&old, index);
        self.restate(id, &old, &new)?;
        let under = self.under(index, map, to)?;
        let left = self.below(index);
        let text = format!(
            "moved {piece} from {} to {}",
            self.place_name(from_map.as_deref(), from_at),
            self.place_name(Some(map), to.at)
        );
        self.run(Leaf::MovePiece {
            id: id.to_owned(),
            to: spot(Some(map.to_owned()), to.at, under),
            from: spot(from_map, from_at, left),
            player: None,
        });
        self.note(Some(id), text);
        self.stack_loner(index, map)
    }

    /// Puts a stack around a piece that stays alone though it could be in one,
    /// as the engine does after a move by hand.
    pub(super) fn stack_loner(&mut self, index: usize, map: &str) -> Result<(), ChangeError> {
        let alone = self.game.counter(index).is_some_and(|c| c.pile.is_none());
        let Some(item) = self.game.get(index).filter(|_| alone) else {
            return Ok(());
        };
        if !self.game.can_stack(index, map) {
            return Ok(());
        }
        let (_, at) = self.game.place(index);
        let ids = vec![item.id.to_string()];
        let stack = Stack { map: Some(map.to_owned()), x: at.x, y: at.y, ids, layer: Some(-1) };
        let texts = Form::Stack(stack).encode()?;
        let id = Some(self.game.free_id());
        self.run(Leaf::add(id, texts));
        Ok(())
    }

    /// The id of what a piece goes above at its destination.
    fn under(&self, index: usize, map: &str, to: &Destination) -> Result<Option<String>, ChangeError> {
        let id = |i: usize| self.game.get(i).map(|item| item.id.to_string());
        match &to.order {
            Order::Bottom => Ok(None),
            Order::Above(under) => {
                let found = self.game.find(under);
                let there = found.filter(|&i| self.game.place(i) == (Some(map), to.at));
                there.and_then(id).map(Some).ok_or_else(|| ChangeError::NotThere {
                    id: under.clone(),
                    map: map.to_owned(),
                    x: to.at.x,
                    y: to.at.y,
                })
            }
            Order::Top => {
                let partner = self.game.partner(index, map, to.at);
                let top = partner.map(|p| match self.game.pile(p) {
                    Some(pile) => pile.contents.iter().rev().copied().find(|&c| c != index).unwrap_or(p),
                    None => p,
                });
                Ok(top.and_then(id))
            }
        }
    }

    /// The id of the piece below in the same stack.
    fn below(&self, index: usize) -> Option<String> {
        let pile = self.game.pile(self.game.counter(index)?.pile?)?;
        let height = pile.contents.iter().position(|&c| c == index)?;
        let below = pile.contents.get(height.checked_sub(1)?)?;
        Some(self.game.get(*below)?.id.to_string())
    }

    fn place_name(&self, map: Option<&str>, at: Point) -> String {
        let Some(map) = map else {
            return "nowhere".to_owned();
        };
        match self.layouts.get(map).map(|l| l.location_name(at)) {
            Some(name) if name != OFFBOARD => name,
            _ => format!("{},{} on {map}", at.x, at.y),
        }
    }

    /// What a piece remembers of the place it leaves (`Decorator.putOldProperties`).
    fn with_old_place(&self, text: &PieceText, index: usize) -> PieceText {
        let mut text = text.clone();
        let Some(mut basic) = game::basic_of(&text) else {
            return text;
        };
        let (map, at) = self.game.place(index);
        let layout = map.and_then(|m| self.layouts.get(m));
        let board = layout.and_then(|l| l.board_at(at)).map(|b| b.board.name.clone());
        let zone = layout.and_then(|l| l.zone_at(at)).map(|z| z.name.clone());
        let location = layout.map(|l| l.location_name(at));
        let pile = self.game.counter(index).and_then(|c| self.game.pile(c.pile?));
        let deck = pile.and_then(|p| p.deck.as_ref()).map(|d| d.name.clone());
        // A stacked piece may still carry an old place of its own, and a changed
        // state would send it there.
        basic.set_place(map, at.x, at.y);
        let values = [
            ("OldX", Some(at.x.to_string())),
            ("OldY", Some(at.y.to_string())),
            ("OldMap", map.map(str::to_owned)),
            ("OldBoard", board),
            ("OldZone", zone),
            ("OldLocationName", location),
            ("OldDeckName", deck),
        ];
        for (key, value) in values {
            basic.set_property(key, &value.unwrap_or_default());
        }
        let written = Trait::BasicPiece(basic).encode();
        if let (Some(last), Ok(written)) = (text.traits.last_mut(), written) {
            *last = written;
        }
        text
    }

    fn remove(&mut self, id: &str) -> Result<(), ChangeError> {
        let pile = self.game.find(id).and_then(|i| self.game.pile(i));
        if let Some(pile) = pile {
            let ids = pile.contents.iter().filter_map(|&c| self.game.get(c));
            let ids: Vec<String> = ids.map(|c| c.id.to_string()).collect();
            for piece in ids {
                self.remove(&piece)?;
            }
        } else {
            let (_, _, name) = self.piece(id)?;
            self.note(Some(id), format!("removed {name}"));
        }
        self.run(Leaf::RemovePiece { id: id.to_owned() });
        Ok(())
    }

    /// Makes a deck with new cards.
    ///
    /// # Errors
    /// A map is unknown, or a value can't be carried by the file format.
    pub(in crate::model) fn add_deck(&mut self, deck: &DeckPlaced) -> Result<(), ChangeError> {
        let map = self.map(&deck.at.map)?.map_or(deck.at.map.as_str(), Map::identifier).to_owned();
        let at = deck.at.at;
        let mut ids = Vec::new();
        for card in &deck.cards {
            let mut card = card.clone();
            if let (Some(mut basic), Some(last)) = (game::basic_of(&card), card.traits.last_mut()) {
                basic.set_place(Some(&map), at.x, at.y);
                *last = Trait::BasicPiece(basic).encode()?;
            }
            let texts = card.encode()?;
            let id = self.game.free_id();
            self.run(Leaf::add(Some(id.clone()), texts));
            ids.push(id);
        }
        let (type_text, face_down) = (deck.type_text.clone(), deck.face_down);
        let form = Form::Deck(Deck { type_text, map: Some(map), x: at.x, y: at.y, face_down, ids });
        let texts = form.encode()?;
        let id = Some(self.game.free_id());
        self.run(Leaf::add(id, texts));
        Ok(())
    }

    fn add(&mut self, traits: &PieceText, to: &Destination) -> Result<(), ChangeError> {
        let map = self.map(&to.map)?.map_or(to.map.as_str(), Map::identifier);
        let mut traits = traits.clone();
        if let (Some(mut basic), Some(last)) = (game::basic_of(&traits), traits.traits.last_mut()) {
            basic.set_place(Some(map), to.at.x, to.at.y);
            *last = Trait::BasicPiece(basic).encode()?;
        }
        let texts = traits.encode()?;
        let id = self.game.free_id();
        let name = traits::true_name(&traits);
        let text = format!("added {name} at {}", self.place_name(Some(map), to.at));
        let known = Some(id.clone());
        self.run(Leaf::add(known, texts));
        self.note(Some(&id), text);
        let Some(index) = self.game.find(&id) else {
            return Err(ChangeError::NoPiece { id });
        };
        if self.game.partner(index, map, to.at).is_none() {
            return self.stack_loner(index, map);
        }
        let under = self.under(index, map, to)?;
        let here = spot(Some(map.to_owned()), to.at, under);
        let from = spot(Some(map.to_owned()), to.at, None);
        self.run(Leaf::MovePiece { id, to: here, from, player: None });
        Ok(())
    }

    fn set_global(&mut self, container: &str, name: &str, value: &str) {
        let key = (container.to_owned(), name.to_owned());
        let old = self.game.properties.get(&key).cloned().unwrap_or_default();
        self.note(None, format!("set {name} of {container} to {value}"));
        self.run(Leaf::MutableProperty { name: key.1, old, new: value.to_owned(), container: key.0 });
    }
}

fn spot(map: Option<String>, at: Point, under: Option<String>) -> Spot {
    Spot { map, x: at.x, y: at.y, under }
}
