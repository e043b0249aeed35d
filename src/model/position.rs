//! What a save claims: pieces, where they are, and the state of the game.

mod decks;
mod outside;

use std::collections::{BTreeMap, BTreeSet};

use super::board::{BoardPick, Layout};
use super::game::{Body, Counter, Game, Item, Pile};
use super::geometry::{Point, Size};
use super::grid::Zone;
use super::map::Map;
use super::markup::without_tags;
use super::module::Module;
use super::problem::Problem;
use super::traits::{Part, Sight, Traits};
use crate::format::command::Command;
use crate::format::piece::PieceText;
use crate::format::traits::Fields;
use outside::{Outside, Spot, in_containers};

pub use super::game::Player;

/// Everything a save or log says about the table.
#[derive(Debug, Clone, Default)]
pub struct Position {
    /// The maps: all of the module, or those the save names.
    pub maps: Vec<MapInPlay>,
    /// Windows with pieces that the module does not have; such pieces have no map.
    pub unknown_maps: BTreeSet<String>,
    /// Pieces in the order in which they came into the game.
    pub pieces: Vec<Piece>,
    /// Stacks and decks in the order in which they came into the game.
    pub stacks: Vec<Stack>,
    /// Players and their sides.
    pub players: Vec<Player>,
    /// Values of global properties by container (`Module`, a map's name, or map
    /// and zone with a colon) and name.
    pub properties: BTreeMap<(String, String), String>,
    /// State of each turn tracker as the save spells it, by `TurnTracker0`, ….
    pub turns: BTreeMap<String, String>,
    /// What each turn tracker shows.
    pub turn_words: BTreeMap<String, String>,
    /// Notes of the scenario.
    pub scenario_notes: String,
    /// Notes for all players.
    pub public_notes: String,
    /// Lines of the chat window, of a played log.
    pub chat: Vec<String>,
    /// Why no piece has a board, zone and location; none when they were found.
    pub no_locations: Option<String>,
}

/// A map and the boards that lie on it.
#[derive(Debug, Clone, Default)]
pub struct MapInPlay {
    /// What the save calls it.
    pub identifier: String,
    /// The boards the save chose; none when it does not say.
    pub picks: Option<Vec<BoardPick>>,
    /// Boards and decks in place; empty without a module.
    pub layout: Layout,
}

/// A piece on the table.
#[derive(Debug, Clone, Default)]
pub struct Piece {
    /// Its id, unique in the save.
    pub id: String,
    /// Its name for somebody who may not look under masks, as the engine makes
    /// it from all traits.
    pub name: String,
    /// Its name for somebody who sees everything.
    pub true_name: String,
    /// The name before traits add to it.
    pub basic_name: String,
    /// The number of the slot it was made from; empty in old files.
    pub gpid: String,
    /// The picture under all layers; empty for none.
    pub image: String,
    /// The map it is on; none is off the table.
    pub map: Option<String>,
    /// Map pixels from the left; a stacked piece is where its stack is.
    pub x: i32,
    /// Map pixels from the top.
    pub y: i32,
    /// The board there.
    pub board: Option<String>,
    /// The zone there.
    pub zone: Option<String>,
    /// What the place is called, `offboard` where nothing names it.
    pub location: Option<String>,
    /// Id of its stack or deck.
    pub stack: Option<String>,
    /// Its place in the stack or deck, 0 at the bottom.
    pub index: usize,
    /// When it came into the game, counted together with stacks and decks.
    pub order: usize,
    /// It lies in a deck whose cards have their backs up.
    pub face_down: bool,
    /// Its Layers, outermost first.
    pub layers: Vec<LayerState>,
    /// What its Text Labels say, outermost first.
    pub labels: Vec<String>,
    /// The same with their markup, by the place of the label's trait in `traits`; blank ones are missing.
    pub label_texts: BTreeMap<usize, String>,
    /// The same of the labels around its mask, for those who may not look under it.
    pub masked_label_texts: BTreeMap<usize, String>,
    /// The value that names its drawing layer on its map.
    pub drawing_layer: Option<String>,
    /// Values of its Markers.
    pub markers: BTreeMap<String, String>,
    /// Values of its Dynamic Properties.
    pub properties: BTreeMap<String, String>,
    /// The player or side that masked it.
    pub masked_by: Option<String>,
    /// The player or side that made it invisible.
    pub hidden_by: Option<String>,
    /// The sides that see it although one of them hides it, where its traits name sides.
    pub shown_to: Vec<String>,
    /// It never joins a stack.
    pub no_stack: bool,
    /// Marked as moved; none when it can't be.
    pub moved: Option<bool>,
    /// All its traits as the file spells them.
    pub traits: PieceText,
}

/// A Layer of a piece.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LayerState {
    /// The Layer's name.
    pub name: String,
    /// Its level from 1; negative when inactive.
    pub level: i32,
    /// The picture it shows; empty for none.
    pub image: String,
    /// The name of the level it shows; empty for none.
    pub level_name: String,
}

/// A stack or a deck.
#[derive(Debug, Clone, Default)]
pub struct Stack {
    /// Its id, unique in the save.
    pub id: String,
    /// When it came into the game, counted together with pieces.
    pub order: usize,
    /// The deck's name; none for stacks.
    pub deck: Option<String>,
    /// How a deck looks.
    pub deck_look: DeckLook,
    /// Whether the deck's cards lie with their backs up.
    pub face_down: bool,
    /// The map it is on; none is off the table.
    pub map: Option<String>,
    /// Map pixels from the left.
    pub x: i32,
    /// Map pixels from the top.
    pub y: i32,
    /// What the place is called.
    pub location: Option<String>,
    /// Ids of its pieces, bottom first.
    pub pieces: Vec<String>,
}

/// How a deck is drawn (`Deck`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeckLook {
    /// Most cards that are drawn.
    pub most_cards: i32,
    /// Size of the frame of an empty deck.
    pub size: Size,
    /// Colour of that frame, as `r,g,b`; none draws no frame.
    pub frame: Option<String>,
}

impl DeckLook {
    fn of(type_text: &str) -> Self {
        let Some(fields) = Fields::decode(type_text) else {
            return Self { most_cards: 10, ..Self::default() };
        };
        let number = |name: &str, other: i32| fields.get(name).parse().unwrap_or(other);
        Self {
            most_cards: number("maxStack", 10),
            size: Size { width: number("width", 40), height: number("height", 40) },
            frame: (fields.get("drawOutline") != "false").then(|| fields.get("outlineColor").to_owned()),
        }
    }
}

impl Piece {
    /// A Layer by its name.
    pub fn layer(&self, name: &str) -> Option<&LayerState> {
        self.layers.iter().find(|l| l.name == name)
    }

    /// The value of a Marker or Dynamic Property.
    pub fn property(&self, key: &str) -> Option<&str> {
        let value = self.properties.get(key).or_else(|| self.markers.get(key));
        value.map(String::as_str)
    }

    /// Where it is, in map pixels.
    pub fn at(&self) -> Point {
        Point::new(self.x, self.y)
    }
}

impl Position {
    /// The position of a save; of a log, the position it starts from. Without a
    /// module there are no boards, zones and locations.
    pub fn read(commands: &Command, module: Option<&Module>) -> (Self, Vec<Problem>) {
        Self::of_game(&Game::of(commands), module)
    }

    pub(super) fn of_game(game: &Game, module: Option<&Module>) -> (Self, Vec<Problem>) {
        let mut problems: Vec<Problem> = game.unreadable.iter().map(unreadable).collect();
        let maps = maps(game, module, &mut problems);
        let mut position = Self {
            players: game.players.clone(),
            properties: in_containers(&game.properties, module),
            turns: game.turns.clone(),
            scenario_notes: game.scenario_notes.clone(),
            public_notes: game.public_notes.clone(),
            chat: game.chat.clone(),
            ..Self::default()
        };
        if module.is_none() {
            position.no_locations = Some("no module is given".to_owned());
        }
        let properties = position.properties.clone();
        let outside = Outside::new(game, module, &properties);
        position.turn_words = outside.turn_words();
        let mut reader = Reader { game, module, maps: by_name(&maps, module), outside };
        reader.count_decks();
        for (index, item) in game.items() {
            match &item.body {
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

    /// A map by what the save calls it.
    pub fn map(&self, identifier: &str) -> Option<&MapInPlay> {
        self.maps.iter().find(|m| m.identifier == identifier)
    }

    /// A piece by its id.
    pub fn piece(&self, id: &str) -> Option<&Piece> {
        self.pieces.iter().find(|p| p.id == id)
    }
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

struct Reader<'a> {
    game: &'a Game,
    module: Option<&'a Module>,
    maps: BTreeMap<&'a str, &'a MapInPlay>,
    outside: Outside<'a>,
}

/// A place as its map sees it.
#[derive(Clone, Default)]
struct Place<'a> {
    map: Option<String>,
    board: Option<String>,
    zone: Option<&'a Zone>,
    location: Option<String>,
}

impl<'a> Reader<'a> {
    fn count_decks(&mut self) {
        let places: BTreeMap<usize, (Place<'a>, Point)> = self
            .game
            .items()
            .filter(|(_, item)| matches!(&item.body, Body::Pile(pile) if pile.deck.is_some()))
            .map(|(index, _)| {
                let (map, at) = self.game.place(index);
                (index, (self.place(map, at), at))
            })
            .collect();
        self.outside.count_decks(&|index| places.get(&index).cloned().unwrap_or_default());
    }

    fn place(&self, map: Option<&str>, at: Point) -> Place<'a> {
        let Some(name) = map else {
            return Place::default();
        };
        if self.module.is_none() {
            return Place { map: Some(name.to_owned()), ..Place::default() };
        }
        let Some(map) = self.maps.get(name) else {
            return Place::default();
        };
        Place::on(map, at)
    }

    /// The window of a piece, when the module does not have it.
    fn unknown_map(&self, index: usize) -> Option<String> {
        let (named, _) = self.game.place(index);
        named.filter(|named| self.module.is_some() && !self.maps.contains_key(named)).map(str::to_owned)
    }

    fn note_unknown_map(&self, stack: &Stack, problems: &mut Vec<Problem>) {
        let index = self.game.find(&stack.id);
        let named = index.and_then(|i| self.game.place(i).0);
        if let (Some(named), None) = (named, &stack.map) {
            let message = format!("it lies on map \"{named}\", which the module does not have");
            problems.push(Problem::new(format!("stack {}", stack.id), message));
        }
    }

    fn stack(&self, item: &Item, pile: &Pile) -> Stack {
        let place = self.place(pile.map.as_deref(), pile.at);
        let ids = pile.contents.iter().filter_map(|&c| self.game.get(c));
        Stack {
            id: item.id.clone(),
            deck: pile.deck.as_ref().map(|d| d.name.clone()),
            face_down: pile.deck.as_ref().is_some_and(|d| d.face_down),
            deck_look: pile.deck.as_ref().map(|d| DeckLook::of(&d.type_text)).unwrap_or_default(),
            map: place.map,
            x: pile.at.x,
            y: pile.at.y,
            location: place.location,
            pieces: ids.map(|c| c.id.clone()).collect(),
            ..Stack::default()
        }
    }

    fn piece(&self, index: usize, item: &Item, counter: &Counter) -> Piece {
        let (map, at) = self.game.place(index);
        let place = self.place(map, at);
        let outside = |key: &str| self.outside.value(&Spot { place: &place, at, index }, key);
        let traits = Traits::new(&counter.text, &outside);
        let labels = traits.labels();
        let mut piece = Piece {
            id: item.id.clone(),
            name: traits.name(Sight::Outsider),
            true_name: traits.name(Sight::Umpire),
            basic_name: traits.basic_name(),
            labels: words_of(&labels),
            label_texts: labels.into_iter().collect(),
            masked_label_texts: Traits::around_mask(&counter.text, &outside)
                .map(|traits| traits.labels().into_iter().collect())
                .unwrap_or_default(),
            drawing_layer: self.layer_property(&place).and_then(|key| traits.property(key)),
            order: index,
            no_stack: counter.no_stack,
            stack: counter.pile.and_then(|p| Some(self.game.get(p)?.id.clone())),
            x: at.x,
            y: at.y,
            traits: counter.text.clone(),
            ..Piece::default()
        };
        for part in traits.parts {
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
                name: layer.name,
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
