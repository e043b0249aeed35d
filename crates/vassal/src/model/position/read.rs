//! A game's items looked at one by one: where each lies, and what its traits say there.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::decks::deck_properties;
use super::effects::effects;
use super::outside::{Outside, Place, Spot, in_containers};
use super::totals::Here;
use super::{DeckLook, LayerState, MapInPlay, Piece, Position, Stack, ValueOf};
use crate::model::board::Layout;
use crate::model::game::{Body, Counter, Game, Item, Pile};
use crate::model::geometry::Point;
use crate::model::map::Map;
use crate::model::markup::without_tags;
use crate::model::module::Module;
use crate::model::problem::Problem;
use crate::model::traits::{LayerForms, Part, Sight, Traits, parts};

/// The position that a game stands at.
pub(super) fn of_game(game: &Game, module: Option<&Module>) -> (Position, Vec<Problem>) {
    of_items(game, module, &|_| true)
}

/// The same with those pieces and stacks alone that are wanted, by their index in the game.
pub(super) fn of_items(
    game: &Game,
    module: Option<&Module>,
    wanted: &dyn Fn(usize) -> bool,
) -> (Position, Vec<Problem>) {
    let mut problems: Vec<Problem> = game.unreadable.iter().map(unreadable).collect();
    let maps = maps(game, module, &mut problems);
    let mut position = Position {
        players: game.players.clone(),
        properties: in_containers(&game.properties, module),
        turns: game.turns.clone(),
        scenario_notes: game.scenario_notes.clone(),
        public_notes: game.public_notes.clone(),
        chat: game.chat.clone(),
        ..Position::default()
    };
    if module.is_none() {
        position.no_locations = Some("no module is given".to_owned());
    }
    let properties = position.properties.clone();
    let reader = Reader::new(game, module, &maps, &properties);
    position.turn_words = reader.outside.turn_words();
    for (index, item) in game.items().filter(|(index, _)| wanted(*index)) {
        match &item.body {
            Body::Pile(pile) if pile.is_empty_stack() => {}
            Body::Piece(counter) => {
                position.unknown_maps.extend(reader.unknown_map(index));
                position.pieces.push(reader.piece(index, item, counter));
            }
            Body::Pile(pile) => position.stacks.push(Stack { order: index, ..reader.stack(item, pile) }),
        }
    }
    for stack in &position.stacks {
        reader.note_unknown_map(stack, &mut problems);
    }
    number(&mut position);
    position.maps = maps;
    (position, problems)
}

fn unreadable(id: &String) -> Problem {
    Problem::new(format!("piece {id}"), "its traits or its state can't be read")
}

fn maps(game: &Game, module: Option<&Module>, problems: &mut Vec<Problem>) -> Vec<MapInPlay> {
    let Some(module) = module else {
        let named = game.boards.iter().map(|(identifier, picks)| MapInPlay {
            identifier: identifier.clone(),
            picks: Some(picks.clone()),
            layout: Layout::default(),
        });
        return named.collect();
    };
    let mut in_play: Vec<MapInPlay> = Vec::new();
    for map in &module.maps {
        in_play.push(map_in_play(game, map, problems));
    }
    // A window that shows another map's boards shows those chosen there.
    for (i, map) in module.maps.iter().enumerate() {
        let Some(other) = &map.boards_of else { continue };
        let shown = in_play.iter().find(|m| m.identifier == *other);
        if let Some(boards) = shown.map(|m| m.layout.boards.clone()) {
            in_play[i].layout.boards = boards;
            map.add_decks(&mut in_play[i].layout);
        }
    }
    in_play
}

fn map_in_play(game: &Game, map: &Map, problems: &mut Vec<Problem>) -> MapInPlay {
    let picks = game.boards.get(map.identifier());
    let picks = picks.or_else(|| game.boards.get(&map.id));
    MapInPlay {
        identifier: map.identifier().to_owned(),
        layout: map.lay_out(picks.map(Vec::as_slice), problems),
        picks: picks.cloned(),
    }
}

fn by_name<'a>(maps: &'a [MapInPlay], module: Option<&'a Module>) -> BTreeMap<&'a str, &'a MapInPlay> {
    let mut named = BTreeMap::new();
    let ids = module.into_iter().flat_map(|m| &m.maps);
    for (map, in_play) in ids.zip(maps) {
        named.entry(map.id.as_str()).or_insert(in_play);
    }
    for in_play in maps {
        named.entry(in_play.identifier.as_str()).or_insert(in_play);
    }
    named
}

/// Asks the pieces of a game for their properties: `look` is given the id of each piece, and a function that tells the
/// value of a property of it by its name.
pub(super) fn ask(game: &Game, module: Option<&Module>, look: &mut dyn FnMut(&str, &ValueOf<'_>)) {
    let maps = maps(game, module, &mut Vec::new());
    let properties = in_containers(&game.properties, module);
    let reader = Reader::new(game, module, &maps, &properties);
    for (index, item) in game.items() {
        let Body::Piece(counter) = &item.body else { continue };
        let (map, at) = game.place(index);
        let place = reader.outside.place(map, at);
        let here = Here { outside: &reader.outside, spot: Spot { place: &place, at, index } };
        let traits = Traits::of(parts(&counter.text, &reader.forms), &here);
        look(&item.id, &|key| {
            traits.start_lookups();
            traits.property(key)
        });
    }
}

struct Reader<'a> {
    game: &'a Game,
    module: Option<&'a Module>,
    outside: Outside<'a>,
    forms: LayerForms,
}

impl<'a> Reader<'a> {
    fn new(
        game: &'a Game,
        module: Option<&'a Module>,
        maps: &'a [MapInPlay],
        saved: &'a BTreeMap<(String, String), String>,
    ) -> Self {
        let outside = Outside::new(game, module, by_name(maps, module), saved);
        let mut reader = Self { game, module, outside, forms: LayerForms::default() };
        reader.count_decks();
        reader
    }

    fn count_decks(&mut self) {
        let places: BTreeMap<usize, (Place<'a>, Point)> = self
            .game
            .items()
            .filter(|(_, item)| matches!(&item.body, Body::Pile(pile) if pile.deck.is_some()))
            .map(|(index, _)| {
                let (map, at) = self.game.place(index);
                (index, (self.outside.place(map, at), at))
            })
            .collect();
        let place = |index| places.get(&index).cloned().unwrap_or_default();
        let shown = deck_properties(self.game, &self.outside, &place);
        self.outside.learn_decks(shown);
    }

    /// The window of a piece, when the module does not have it.
    fn unknown_map(&self, index: usize) -> Option<String> {
        let (named, _) = self.game.place(index);
        named
            .filter(|named| self.module.is_some() && !self.outside.maps.contains_key(named))
            .map(str::to_owned)
    }

    fn note_unknown_map(&self, stack: &Stack, problems: &mut Vec<Problem>) {
        let (named, _) = self.game.place(stack.order);
        if let (Some(named), None) = (named, &stack.map) {
            let message = format!("it is on the map \"{named}\", which is not in the module");
            problems.push(Problem::new(format!("stack {}", stack.id), message));
        }
    }

    fn stack(&self, item: &Item, pile: &Pile) -> Stack {
        let place = self.outside.place(pile.map.as_deref(), pile.at);
        let ids = pile.contents.iter().filter_map(|&c| self.game.get(c));
        Stack {
            id: item.id.as_str().to_owned(),
            deck: pile.deck.as_ref().map(|d| d.name.clone()),
            definition: pile.deck.as_ref().map(|d| d.type_text.clone()).unwrap_or_default(),
            face_down: pile.deck.as_ref().is_some_and(|d| d.face_down),
            deck_look: pile.deck.as_ref().map(|d| DeckLook::of(&d.type_text)).unwrap_or_default(),
            map: place.map,
            x: pile.at.x,
            y: pile.at.y,
            location: place.location,
            pieces: ids.map(|c| c.id.as_str().to_owned()).collect(),
            ..Stack::default()
        }
    }

    fn piece(&self, index: usize, item: &Item, counter: &Counter) -> Piece {
        let (map, at) = self.game.place(index);
        let place = self.outside.place(map, at);
        let outside = Here { outside: &self.outside, spot: Spot { place: &place, at, index } };
        let parts = parts(&counter.text, &self.forms);
        let around_mask = Traits::around_mask(&parts, &outside);
        let traits = Traits::of(parts, &outside);
        let labels = traits.labels();
        let mut piece = Piece {
            id: item.id.as_str().to_owned(),
            name: traits.name(Sight::Outsider),
            true_name: traits.name(Sight::Umpire),
            basic_name: traits.basic_name(),
            labels: words_of(&labels),
            label_texts: labels.into_iter().collect(),
            masked_label_texts: around_mask
                .map(|traits| traits.labels().into_iter().collect())
                .unwrap_or_default(),
            drawing_layer: self.layer_property(&place).and_then(|key| traits.property(key)),
            effects: effects(&counter.text, &|name| traits.property(name)),
            order: index,
            no_stack: counter.no_stack,
            stack: counter.pile.and_then(|p| Some(self.game.get(p)?.id.as_str().to_owned())),
            x: at.x,
            y: at.y,
            traits: counter.text.clone(),
            ..Piece::default()
        };
        piece.untold = traits.take_untold().into_iter().collect();
        for part in Rc::unwrap_or_clone(traits.parts) {
            piece.take(part);
        }
        piece.zone = place.zone.map(|z| z.name.clone());
        piece.map = place.map;
        piece.board = place.board;
        piece.location = place.location;
        piece
    }

    /// The property that names the drawing layers of a place's map.
    fn layer_property(&self, place: &Place) -> Option<&str> {
        let layers = &self.module?.map(place.map.as_deref()?)?.layers;
        (!layers.order.is_empty()).then_some(layers.property.as_str())
    }
}

/// What labels say without their markup.
fn words_of(labels: &[(usize, String)]) -> Vec<String> {
    let said = labels.iter().map(|(_, text)| without_tags(text).trim().to_owned());
    said.filter(|said| !said.is_empty()).collect()
}

/// Tells each stacked piece how high it lies, and which side of a card is up.
fn number(position: &mut Position) {
    let mut places = BTreeMap::new();
    for stack in &position.stacks {
        for (i, id) in stack.pieces.iter().enumerate() {
            places.insert(id.as_str(), (i, stack.face_down));
        }
    }
    for piece in &mut position.pieces {
        (piece.index, piece.face_down) = places.get(piece.id.as_str()).copied().unwrap_or_default();
    }
}

impl Piece {
    /// Takes over what one trait says; of two traits the outer one counts.
    fn take(&mut self, part: Part) {
        match part {
            Part::Basic { image, gpid, .. } => (self.image, self.gpid) = (image, gpid),
            Part::Layer(layer) => self.layers.push(LayerState {
                image: layer.image(layer.level).to_owned(),
                level_name: layer.level_name(layer.level).to_owned(),
                level: layer.level,
                name: layer.form.name.clone(),
            }),
            Part::Marker(pairs) => {
                for (key, value) in pairs {
                    self.markers.entry(key).or_insert(value);
                }
            }
            Part::Dynamic { key, value } => {
                self.properties.entry(key).or_insert(value);
            }
            Part::Mask { by: Some(by), shown_to, .. } => {
                self.masked_by.get_or_insert(by);
                self.shown_to.extend(shown_to);
            }
            Part::Invisible { by: Some(by), shown_to } => {
                self.hidden_by.get_or_insert(by);
                self.shown_to.extend(shown_to);
            }
            Part::Moved(moved) => {
                self.moved.get_or_insert(moved);
            }
            _ => {}
        }
    }
}
