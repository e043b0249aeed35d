//! What a save claims: pieces, where they are, and the state of the game.

mod asked;
mod decks;
mod effects;
mod filter;
mod layer_keys;
mod outside;
mod read;
mod totals;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::board::{BoardPick, Layout};
use super::game::{Game, basic_of};
use super::geometry::{Point, Size};
use super::module::Module;
use super::problem::Problem;
use crate::format::command::Command;
use crate::format::leaf::Leaf;
use crate::format::piece::{Form, PieceText};
use crate::format::sequence;
use crate::format::traits::Fields;

pub use super::game::Player;
pub use filter::names_in_filter;
pub use layer_keys::layer_keys;

/// Everything a save or log says about the table.
#[derive(Debug, Clone, Default)]
pub struct Position {
    /// The maps: all of the module, or those the save names.
    pub maps: Vec<MapInPlay>,
    /// Windows with pieces that the module does not have; such pieces have no map.
    pub unknown_maps: BTreeSet<String>,
    /// Pieces in the order in which they came into the game.
    pub pieces: Vec<Piece>,
    /// Stacks that have pieces, and decks, in the order in which they came into the game.
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

/// Tells the value of a property of one piece by its name; none where nobody has it.
pub type ValueOf<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// A map and the boards that lie on it.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
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
    /// Its Areas of Effect that are active, outermost first.
    pub effects: Vec<Effect>,
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
    /// Expressions and formats of its traits that have no value, because they are not understood or only a running
    /// game can tell. What they would say is blank.
    pub untold: Vec<String>,
    /// All its traits as the file spells them.
    pub traits: Arc<PieceText>,
}

/// An active Area of Effect of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// The place of its trait in the piece's `traits`.
    pub place: usize,
    /// How far it reaches: in cells of the grid, in pixels where no hexes or squares hold.
    pub radius: i32,
    /// The Map Shading that shows it; none where the piece itself does.
    pub shader: Option<String>,
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
    /// The deck's definition; empty for stacks.
    pub definition: String,
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
#[non_exhaustive]
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

    /// Whether it is no more than a picture and a name, made from no slot: an unknown counter or a back, as
    /// [`crate::model::view`] puts them in the place of what a side may not know.
    pub fn is_placeholder(&self) -> bool {
        let bare = basic_of(&self.traits).is_some_and(|basic| basic.properties().next().is_none());
        bare && self.traits.traits.len() == 1 && self.gpid.is_empty()
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

    /// Asks every piece of a save for its properties: `look` is given the id of each, and a function that tells the
    /// value of a property of it by its name; none where nobody has it.
    pub fn ask(commands: &Command, module: Option<&Module>, look: &mut dyn FnMut(&str, &ValueOf<'_>)) {
        read::ask(&Game::of(commands), module, look);
    }

    pub(super) fn of_game(game: &Game, module: Option<&Module>) -> (Self, Vec<Problem>) {
        read::of_game(game, module)
    }

    /// The same with those pieces and stacks alone that have these indices in the game.
    pub(super) fn of_items(game: &Game, module: Option<&Module>, items: &BTreeSet<usize>) -> Self {
        read::of_items(game, module, &|index| items.contains(&index)).0
    }

    /// The windows that stacks and decks of a save lie in, by what the save calls them; where it has none, those of its
    /// pieces.
    pub fn windows(commands: &Command) -> BTreeSet<String> {
        let piles = commands.walk().filter_map(|command| {
            let rest = command.own().strip_prefix("+/")?;
            let form = &rest[memchr::memchr(b'/', rest.as_bytes())? + 1..];
            if !["stack/", "deck;"].iter().any(|start| form.starts_with(start)) {
                return None;
            }
            if let Some(window) = plain_window(form) {
                return Some(window);
            }
            match Leaf::decode(command.own().clone()).form()? {
                Form::Stack(stack) => stack.map,
                Form::Deck(deck) => deck.map,
                Form::Piece(_) | Form::Verbatim { .. } => None,
            }
            .map(Cow::Owned)
        });
        let mut windows: BTreeSet<Cow<'_, str>> = BTreeSet::new();
        for window in piles {
            // Stacks beside each other mostly lie in one window.
            if windows.last() != Some(&window) {
                windows.insert(window);
            }
        }
        let windows: BTreeSet<String> = windows.into_iter().map(Cow::into_owned).collect();
        if !windows.is_empty() {
            return windows;
        }
        let game = Game::of(commands);
        let pieces = game.items().filter(|(index, _)| game.counter(*index).is_some());
        pieces.filter_map(|(index, _)| game.place(index).0.map(str::to_owned)).collect()
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
/// The window of a stack without escapes and quotes; none of any other, which has to be read as a whole.
fn plain_window(form: &str) -> Option<Cow<'_, str>> {
    let state = form.strip_prefix("stack/")?;
    if memchr::memchr3(b'\\', b'\'', b'/', state.as_bytes()).is_some() {
        return None;
    }
    let mut values = sequence::Decoder::new(state, ';');
    let window = values.next_raw().filter(|window| *window != "null")?;
    let is_place =
        [values.next_raw()?, values.next_raw()?].into_iter().all(|own| sequence::number(own).is_some());
    is_place.then_some(Cow::Borrowed(window))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_of_stacks_are_told_whatever_their_names_and_not_of_what_is_no_stack() {
        let windows = |stack: &str| {
            let all = [Command::leaf(format!("+/1/{stack}")), Command::leaf("end_save")];
            Position::windows(&Command::group("begin_save", all.into())).into_iter().collect::<Vec<_>>()
        };
        for (stack, window) in [
            ("stack/Main Map;10;-20;7;@@3", "Main Map"),
            (r"stack/Ma\;in;10;20;7", "Ma;in"),
            (r"stack/'\Main';10;20;7", r"\Main"),
            (r"stack/A\/B;10;20;7", "A/B"),
        ] {
            assert_eq!(windows(stack), [window], "{stack}");
        }
        for none in ["stack/null;10;20;7", "stack/Main;ten;20;7", "stack/Main;010;20", "stack/Main"] {
            assert_eq!(windows(none), [""; 0], "{none}");
        }
    }
}
