//! The state of a game as its commands build it up: who is where, under whom.

mod by_id;
mod decks;
mod stacking;
mod things;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub(super) use self::by_id::ById;
pub(crate) use self::things::{Body, Counter, DeckFace, Item, Pile};
use super::board::BoardPick;
use super::geometry::Point;
use super::ids::Ids;
use super::map::PieceLayers;
use super::module::Module;
use crate::format::command::Command;
use crate::format::kept::KeptTexts;
use crate::format::leaf::Leaf;
use crate::format::piece::{Deck, Form, PieceText, Stack};
use crate::format::text::Text;
use crate::format::traits::{BasicPiece, Trait};

/// A player as the save lists him.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The player's secret password; masks and hidden pieces refer to it. Never
    /// show it.
    pub id: String,
    /// The name he plays under.
    pub name: String,
    /// The side he took.
    pub side: String,
}

/// Everything that the commands of a save or log have said so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Game {
    pub(super) items: Vec<Option<Item>>,
    pub(super) by_id: ById,
    /// Names of maps: ten thousand stacks on a map have its name.
    pub(super) map_names: KeptTexts,
    /// Items whose command no longer tells their state.
    pub dirty: BTreeSet<usize>,
    /// Commands of items that are gone.
    pub removed: BTreeSet<usize>,
    pub boards: BTreeMap<String, Vec<BoardPick>>,
    pub players: Vec<Player>,
    /// Value of each global property by container and name; the container is empty where an old file names none.
    pub properties: BTreeMap<(String, String), String>,
    pub turns: BTreeMap<String, String>,
    pub scenario_notes: String,
    pub public_notes: String,
    pub chat: Vec<String>,
    pub(super) largest_id: u64,
    /// Where new ids come from; none: one more than the largest.
    pub ids: Option<Ids>,
    /// Drawing layers of the maps, by identifier; empty without a module.
    pub layers: BTreeMap<String, PieceLayers>,
    /// Maps on which nothing stacks.
    pub flat_maps: BTreeSet<String>,
    /// Pieces whose text could not be read.
    pub unreadable: Vec<String>,
}

impl Game {
    /// The game after all commands of a save, log entries left out.
    pub fn of(tree: &Command) -> Self {
        let mut game = Self::default();
        let pieces = tree.walk().filter(|command| command.own().starts_with("+/")).count();
        game.items.reserve(pieces);
        game.by_id.reserve(&game.items, pieces);
        for (source, command) in tree.walk().enumerate() {
            let own = command.own();
            if !Leaf::is_log_entry(own) {
                game.run(Leaf::decode(own), Some(source));
            }
        }
        game.dirty.clear();
        game.removed.clear();
        game
    }

    /// Learns from the module which pieces stack: on which maps, and within which drawing layers.
    pub fn know(&mut self, module: Option<&Module>) {
        for map in module.into_iter().flat_map(|module| &module.maps) {
            let id = map.identifier().to_owned();
            if !map.stacking {
                self.flat_maps.insert(id.clone());
            }
            self.layers.insert(id, map.layers.clone());
        }
    }

    pub fn items(&self) -> impl Iterator<Item = (usize, &Item)> {
        let items = self.items.iter().enumerate();
        items.filter_map(|(i, item)| Some((i, item.as_ref()?)))
    }

    pub fn get(&self, index: usize) -> Option<&Item> {
        self.items.get(index)?.as_ref()
    }

    pub fn find(&self, id: &str) -> Option<usize> {
        self.by_id.find(&self.items, id)
    }

    pub fn counter(&self, index: usize) -> Option<&Counter> {
        match &self.get(index)?.body {
            Body::Piece(counter) => Some(counter),
            Body::Pile(_) => None,
        }
    }

    pub fn pile(&self, index: usize) -> Option<&Pile> {
        match &self.get(index)?.body {
            Body::Pile(pile) => Some(pile),
            Body::Piece(_) => None,
        }
    }

    fn counter_mut(&mut self, index: usize) -> Option<&mut Counter> {
        match &mut self.items.get_mut(index)?.as_mut()?.body {
            Body::Piece(counter) => Some(counter),
            Body::Pile(_) => None,
        }
    }

    fn pile_mut(&mut self, index: usize) -> Option<&mut Pile> {
        match &mut self.items.get_mut(index)?.as_mut()?.body {
            Body::Pile(pile) => Some(pile),
            Body::Piece(_) => None,
        }
    }

    /// Where a piece, stack or deck is: that of its stack or deck goes first.
    pub fn place(&self, index: usize) -> (Option<&str>, Point) {
        let (map, at) = self.shared_place(index);
        (map.map(|map| &**map), at)
    }

    fn shared_place(&self, index: usize) -> (Option<&Arc<str>>, Point) {
        let Some(item) = self.get(index) else {
            return (None, Point::default());
        };
        match &item.body {
            Body::Pile(pile) => (pile.map.as_ref(), pile.at),
            Body::Piece(counter) => match counter.pile.and_then(|p| self.pile(p)) {
                Some(pile) => (pile.map.as_ref(), pile.at),
                None => (counter.map.as_ref(), counter.at),
            },
        }
    }

    /// Does what a command says; `source` counts the commands of the file.
    pub fn run(&mut self, leaf: Leaf, source: Option<usize>) {
        match leaf {
            Leaf::BeginSave => {
                let gone = self.items.iter().flatten().filter_map(Item::source);
                self.removed.extend(gone);
                self.items.clear();
                self.by_id.clear();
                *self = Self {
                    items: std::mem::take(&mut self.items),
                    by_id: std::mem::take(&mut self.by_id),
                    removed: std::mem::take(&mut self.removed),
                    layers: std::mem::take(&mut self.layers),
                    flat_maps: std::mem::take(&mut self.flat_maps),
                    ..Self::default()
                }
            }
            Leaf::AddPiece { id, type_text, state } => self.add(id, Form::decode(type_text, state), source),
            Leaf::RemovePiece { id } => {
                if let Some(index) = self.find(&id) {
                    self.remove(index);
                }
            }
            Leaf::ChangePiece { id, new_state, old_state } => {
                self.change(&id, &new_state, old_state.as_ref())
            }
            Leaf::MovePiece { id, to, .. } => self.move_to(&id, &to),
            Leaf::Chat(text) => self.chat.push(text),
            Leaf::AddPlayer { id, name, side } => self.seat(Player { id, name, side }),
            Leaf::RemovePlayer { id } => self.players.retain(|p| p.id != id),
            Leaf::GlobalProperty { name, value, container } => {
                self.set_property(name, container.unwrap_or_default(), value)
            }
            Leaf::MutableProperty { name, new, container, .. } => self.set_property(name, container, new),
            Leaf::Turn { tracker, state } => {
                self.turns.insert(tracker, state);
            }
            Leaf::SetBoards { map, boards } => {
                let picks = boards.into_iter().map(BoardPick::from).collect();
                self.boards.insert(map, picks);
            }
            Leaf::Notes(text) => self.scenario_notes = text,
            Leaf::PublicNotes(text) => self.public_notes = text,
            _ => {}
        }
    }

    fn seat(&mut self, player: Player) {
        if !self.players.contains(&player) {
            self.players.push(player);
        }
    }

    fn set_property(&mut self, name: String, container: String, value: String) {
        let key = if container.is_empty() {
            let named = |(_, n): &&(String, String)| *n == name;
            let found = self.properties.keys().find(named).cloned();
            found.unwrap_or((container, name))
        } else {
            (container, name)
        };
        self.properties.insert(key, value);
    }

    /// An id that nothing has in this game.
    pub fn free_id(&mut self) -> String {
        if let Some(ids) = &mut self.ids {
            loop {
                let id = ids.draw().to_string();
                if self.by_id.find(&self.items, &id).is_none() {
                    return id;
                }
            }
        }
        let mut number = self.largest_id.wrapping_add(1);
        while self.find(&number.to_string()).is_some() {
            number = number.wrapping_add(1);
        }
        number.to_string()
    }

    fn note_id(&mut self, id: &str) {
        let number = id.parse().unwrap_or(0);
        self.largest_id = self.largest_id.max(number);
    }

    fn add(&mut self, id: Option<Text>, form: Form, source: Option<usize>) {
        let id = id.unwrap_or_else(|| self.free_id().into());
        self.note_id(&id);
        if let Some(old) = self.find(&id) {
            self.remove(old);
        }
        let index = self.items.len();
        let (body, contents) = match form {
            Form::Piece(text) => (Body::Piece(self.counter_of(text)), Vec::new()),
            Form::Stack(stack) => self.stack_body(stack),
            Form::Deck(deck) => self.deck_body(deck),
            Form::Verbatim { .. } => return self.unreadable.push(id.into()),
        };
        self.items.push(Some(Item::new(id, source, body)));
        self.by_id.insert(&self.items, index);
        if source.is_none() {
            self.dirty.insert(index);
        }
        self.fill(index, &contents);
    }

    /// Puts the pieces with these ids into a stack or deck, in this order.
    fn fill(&mut self, pile: usize, ids: &[String]) {
        if ids.is_empty() {
            return;
        }
        let mut left = BTreeSet::new();
        let mut contents = Vec::new();
        let found: Vec<usize> = ids.iter().filter_map(|id| self.find(id)).collect();
        for child in found {
            let Some(counter) = self.counter_mut(child) else {
                continue;
            };
            match counter.pile.replace(pile) {
                Some(from) if from == pile => continue,
                Some(from) => left.insert(from),
                None => false,
            };
            contents.push(child);
        }
        // One pass over each stack that lost pieces, however many it lost.
        for from in left {
            let Some(others) = self.pile(from).map(|p| p.contents.clone()) else {
                continue;
            };
            let stays = |c: &usize| self.counter(*c).is_some_and(|c| c.pile == Some(from));
            let others = others.into_iter().filter(stays).collect();
            if let Some(pile) = self.pile_mut(from) {
                pile.contents = others;
            }
            self.dirty.insert(from);
        }
        if let Some(pile) = self.pile_mut(pile) {
            pile.contents = contents;
        }
    }

    fn take_out(&mut self, child: usize) {
        let Some(counter) = self.counter_mut(child) else {
            return;
        };
        let Some(from) = counter.pile.take() else {
            return;
        };
        if let Some(pile) = self.pile_mut(from) {
            pile.contents.retain(|&c| c != child);
            self.dirty.insert(from);
        }
    }

    pub fn remove(&mut self, index: usize) {
        self.take_out(index);
        let contents = self.pile(index).map(|p| p.contents.clone());
        for child in contents.into_iter().flatten() {
            if let Some(counter) = self.counter_mut(child) {
                counter.pile = None;
            }
        }
        self.by_id.remove(&self.items, index);
        let Some(item) = self.items.get_mut(index).and_then(Option::take) else {
            return;
        };
        self.dirty.remove(&index);
        self.removed.extend(item.source());
    }

    /// Gives a piece, stack or deck a new state, as a `ChangePiece` does.
    fn change(&mut self, id: &str, new: &Text, old: Option<&Text>) {
        let Some(index) = self.find(id) else { return };
        self.dirty.insert(index);
        if let Some(pile) = self.pile(index) {
            let type_text = pile.deck.as_ref().map(|d| d.type_text.clone());
            let form = Form::decode(type_text.as_deref().unwrap_or("stack"), new);
            return self.refill(index, form);
        }
        let Some(counter) = self.counter_mut(index) else {
            return;
        };
        let Some(next) = counter.text.with_state(new) else {
            return;
        };
        let before = old.and_then(|old| counter.text.with_state(old));
        let mut moved = false;
        for (i, part) in next.traits.into_iter().enumerate() {
            let was = before.as_ref().and_then(|b| b.traits.get(i));
            if was.is_some_and(|was| was.state_text == part.state_text) {
                continue;
            }
            moved |= i + 1 == counter.text.traits.len();
            Arc::make_mut(&mut counter.text).traits[i] = part;
        }
        if moved {
            self.follow_own_place(index);
        }
    }

    /// Gives a piece other traits; it stays where it is.
    pub fn retrait(&mut self, index: usize, text: PieceText) {
        self.dirty.insert(index);
        let Some(own) = self.counter_mut(index) else { return };
        own.no_stack = super::traits::never_stacks(&text);
        own.text = text.into();
    }

    fn refill(&mut self, index: usize, form: Form) {
        let (body, contents) = match form {
            Form::Stack(stack) => self.stack_body(stack),
            Form::Deck(deck) => self.deck_body(deck),
            _ => return,
        };
        let old = self.pile(index).map(|p| p.contents.clone());
        for child in old.into_iter().flatten() {
            if let Some(counter) = self.counter_mut(child) {
                counter.pile = None;
            }
        }
        if let Some(item) = self.items.get_mut(index).and_then(Option::as_mut) {
            item.body = body;
        }
        self.fill(index, &contents);
    }

    /// A piece whose own state names another map leaves its stack; within the
    /// map the stack's place goes on counting (`BasicPiece.setState`).
    fn follow_own_place(&mut self, index: usize) {
        let Some(counter) = self.counter(index) else {
            return;
        };
        let (map, at) = own_place(&counter.text);
        let map_changes = self.place(index).0 != map.as_deref();
        if map_changes {
            self.take_out(index);
        }
        let map = self.share(map.as_deref());
        if let Some(counter) = self.counter_mut(index) {
            (counter.map, counter.at) = (map, at);
        }
    }

    pub(super) fn share(&mut self, map: Option<&str>) -> Option<Arc<str>> {
        map.map(|name| self.map_names.of(name))
    }

    fn counter_of(&mut self, text: PieceText) -> Counter {
        let (map, at) = own_place(&text);
        let (map, no_stack) = (self.share(map.as_deref()), super::traits::never_stacks(&text));
        Counter { no_stack, text: text.into(), map, at, pile: None }
    }

    fn stack_body(&mut self, stack: Stack) -> (Body, Vec<String>) {
        let (map, at) = (self.share(stack.map.as_deref()), Point::new(stack.x, stack.y));
        let pile = Pile { deck: None, map, at, contents: Vec::new(), layer: stack.layer };
        (Body::Pile(pile), stack.ids)
    }

    fn deck_body(&mut self, deck: Deck) -> (Body, Vec<String>) {
        let (map, at) = (self.share(deck.map.as_deref()), Point::new(deck.x, deck.y));
        let pile = Pile { deck: Some(DeckFace::of(&deck)), map, at, contents: Vec::new(), layer: None };
        (Body::Pile(pile), deck.ids)
    }

    /// The id, type and state that an `AddPiece` of this item carries now.
    pub fn form(&self, index: usize) -> Option<Form> {
        let ids = |contents: &[usize]| {
            let id = |&i: &usize| self.get(i).map(|c| c.id.to_string());
            contents.iter().filter_map(id).collect()
        };
        Some(match &self.get(index)?.body {
            Body::Piece(counter) => Form::Piece(PieceText::clone(&counter.text)),
            Body::Pile(pile) => match &pile.deck {
                None => Form::Stack(Stack {
                    map: pile.map.as_deref().map(str::to_owned),
                    x: pile.at.x,
                    y: pile.at.y,
                    ids: ids(&pile.contents),
                    layer: pile.layer,
                }),
                Some(face) => Form::Deck(Deck {
                    type_text: face.type_text.clone(),
                    map: pile.map.as_deref().map(str::to_owned),
                    x: pile.at.x,
                    y: pile.at.y,
                    face_down: face.face_down,
                    ids: ids(&pile.contents),
                }),
            },
        })
    }
}

/// The innermost trait of a piece; none where its text is not understood.
pub(crate) fn basic_of(text: &PieceText) -> Option<BasicPiece> {
    match Trait::decode(text.traits.last()?) {
        Trait::BasicPiece(basic) => Some(basic),
        _ => None,
    }
}

fn own_place(text: &PieceText) -> (Option<String>, Point) {
    let Some(basic) = basic_of(text) else {
        return (None, Point::default());
    };
    let (x, y) = basic.position();
    (basic.map().map(str::to_owned), Point::new(x, y))
}

fn write_place(counter: &mut Counter) {
    let Some(mut basic) = basic_of(&counter.text) else {
        return;
    };
    basic.set_place(counter.map.as_deref(), counter.at.x, counter.at.y);
    let written = Trait::BasicPiece(basic).encode();
    if let (Some(last), Ok(text)) = (Arc::make_mut(&mut counter.text).traits.last_mut(), written) {
        *last = text;
    }
}
