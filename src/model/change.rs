//! The one door through which a save is edited: intentions become the commands
//! that the engine would log, and these become a log or an edited save.

use super::board::OFFBOARD;
use super::game::Game;
use super::geometry::Point;
use super::map::Map;
use super::module::Module;
use super::position::Position;
use super::problem::Problem;
use super::rewrite;
use crate::format::command::{Command, SEPARATOR};
use crate::format::leaf::{Leaf, Spot};
use crate::format::piece::{Form, PieceText, Stack};
use crate::format::sequence::Unencodable;
use crate::format::traits::Trait;

/// One intended change of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Shows another level of a Layer.
    SetLayer {
        /// Id of the piece.
        piece: String,
        /// Name of the Layer.
        layer: String,
        /// Level from 1; negative makes it inactive at that level.
        level: i32,
    },
    /// Sets a Dynamic Property.
    SetProperty {
        /// Id of the piece.
        piece: String,
        /// Name of the property.
        key: String,
        /// Its new value.
        value: String,
    },
    /// Marks a piece as moved or not.
    SetMoved {
        /// Id of the piece.
        piece: String,
        /// Whether it has moved.
        moved: bool,
    },
    /// Moves a piece, or a stack piece by piece from the bottom.
    Move {
        /// Id of the piece or stack.
        piece: String,
        /// Where to.
        to: Destination,
    },
    /// Takes a piece out of the game, or a stack with its pieces.
    Remove {
        /// Id of the piece or stack.
        piece: String,
    },
    /// Brings a new piece into the game.
    Add {
        /// Its traits, prototypes expanded, outermost first.
        traits: PieceText,
        /// Where to.
        to: Destination,
    },
    /// Sets a global property.
    SetGlobal {
        /// `Module`, a map's name, or map and zone with a colon.
        container: String,
        /// Its name.
        name: String,
        /// Its new value.
        value: String,
    },
    /// Sets a turn tracker.
    SetTurn {
        /// `TurnTracker0` and so on.
        tracker: String,
        /// Its state as saves spell it.
        state: String,
    },
    /// Replaces the notes of the scenario.
    SetScenarioNotes(String),
    /// Replaces the notes for all players.
    SetPublicNotes(String),
    /// Writes a line into the chat window. Logs carry it, saves do not.
    Chat(String),
}

/// Where a piece goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// Identifier of the map.
    pub map: String,
    /// Map pixels; no snapping is done, see `Layout::snap` and `centre_of`.
    pub at: Point,
    /// How it joins what lies there.
    pub order: Order,
}

/// How a piece joins what lies where it goes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Order {
    /// On top of the first stack or deck there that takes it.
    #[default]
    Top,
    /// Below the first stack or deck there that takes it.
    Bottom,
    /// Directly above this piece, which must be there.
    Above(String),
}

/// Changes that one step of a log makes together, and what the chat says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Step {
    /// Lines for the chat window, before the changes.
    pub chat: Vec<String>,
    /// What changes.
    pub changes: Vec<Change>,
}

/// A change that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// Id of the piece concerned; none for changes of the whole game.
    pub piece: Option<String>,
    /// What happened, in players' words.
    pub text: String,
}

/// A change that can't be made. Nothing of the list was made then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// No such piece.
    #[error("no piece has the id {id}")]
    NoPiece {
        /// The id asked for.
        id: String,
    },
    /// No such map.
    #[error("no map is called \"{map}\", expected one of: {}", known.join(", "))]
    NoMap {
        /// The name asked for.
        map: String,
        /// The maps there are.
        known: Vec<String>,
    },
    /// No such Layer.
    #[error("\"{piece}\" has no Layer \"{layer}\", expected one of: {}", known.join(", "))]
    NoLayer {
        /// Name of the piece.
        piece: String,
        /// The Layer asked for.
        layer: String,
        /// The Layers there are.
        known: Vec<String>,
    },
    /// No such level.
    #[error("Layer \"{layer}\" of \"{piece}\" has no level {level}, expected 1 to {most} or their negatives")]
    NoLevel {
        /// Name of the piece.
        piece: String,
        /// The Layer.
        layer: String,
        /// The level asked for.
        level: i32,
        /// The highest level.
        most: i32,
    },
    /// The level follows a property.
    #[error("Layer \"{layer}\" of \"{piece}\" follows the property \"{property}\"; set that instead")]
    Follows {
        /// Name of the piece.
        piece: String,
        /// The Layer.
        layer: String,
        /// The property.
        property: String,
    },
    /// No such Dynamic Property.
    #[error("\"{piece}\" has no Dynamic Property \"{key}\", expected one of: {}", known.join(", "))]
    NoProperty {
        /// Name of the piece.
        piece: String,
        /// The property asked for.
        key: String,
        /// The properties there are.
        known: Vec<String>,
    },
    /// The piece can't be marked as moved.
    #[error("\"{piece}\" has no trait that marks it as moved")]
    NoMovedMark {
        /// Name of the piece.
        piece: String,
    },
    /// The piece to go above is elsewhere.
    #[error("piece {id} is not at {x},{y} on map \"{map}\", so nothing can go above it there")]
    NotThere {
        /// Id of that piece.
        id: String,
        /// The map asked for.
        map: String,
        /// Map pixels.
        x: i32,
        /// Map pixels.
        y: i32,
    },
    /// A value that the file format can't carry.
    #[error(transparent)]
    Unencodable(#[from] Unencodable),
}

/// Makes changes in a save. All commands that need not change stay as they are.
/// The module adds board, zone and location names to what moved pieces remember.
///
/// # Errors
/// A change can't be made; the save is then untouched.
pub fn apply(
    commands: &mut Command,
    module: Option<&Module>,
    changes: &[Change],
) -> Result<Vec<Applied>, ChangeError> {
    let mut editor = Editor::new(Game::of(commands), module);
    for change in changes {
        editor.make(change)?;
    }
    let edited = rewrite::edited(commands, &editor.game)?;
    *commands = edited;
    Ok(editor.applied)
}

/// The steps of a log that makes these changes, starting from a save.
///
/// # Errors
/// A change can't be made.
pub fn log_commands(
    before: &Command,
    module: Option<&Module>,
    steps: &[Step],
) -> Result<Vec<Command>, ChangeError> {
    let mut editor = Editor::new(Game::of(before), module);
    let mut out = Vec::new();
    for step in steps {
        editor.done.clear();
        for line in &step.chat {
            editor.make(&Change::Chat(line.clone()))?;
        }
        for change in &step.changes {
            editor.make(change)?;
        }
        out.extend(logged(&editor.done)?);
    }
    Ok(out)
}

/// A log: the save it starts from, then its steps.
///
/// # Errors
/// A change can't be made.
pub fn write_log(before: &Command, module: Option<&Module>, steps: &[Step]) -> Result<Command, ChangeError> {
    let steps = log_commands(before, module, steps)?;
    let mut log = before.clone();
    let children = log.children_mut();
    children.retain(|c| !c.own().starts_with("LOG\t"));
    children.extend(steps);
    Ok(log)
}

/// The position in which a log ends when all its steps are played.
pub fn play(log: &Command, module: Option<&Module>) -> (Position, Vec<Problem>) {
    Position::of_game(&Game::played(log, module), module)
}

/// One log step: the first command, with the others below it.
fn logged(done: &[Leaf]) -> Result<Option<Command>, Unencodable> {
    let mut texts = Vec::new();
    for leaf in done {
        texts.push(format!("LOG\t{}", Command::leaf(leaf.encode()?).to_text()?));
    }
    let mut texts = texts.into_iter();
    let Some(first) = texts.next() else {
        return Ok(None);
    };
    Ok(Some(Command::group(first, texts.map(Command::leaf).collect())))
}

/// Turns changes into commands and lets them act on a game.
pub(super) struct Editor<'a> {
    pub game: Game,
    module: Option<&'a Module>,
    layouts: std::collections::BTreeMap<String, super::board::Layout>,
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

    fn run(&mut self, leaf: Leaf) {
        self.done.push(leaf.clone());
        self.game.run(leaf, None);
    }

    fn note(&mut self, piece: Option<&str>, text: String) {
        let piece = piece.map(str::to_owned);
        self.applied.push(Applied { piece, text });
    }

    /// A piece by its id: its place in the game, its traits and its name.
    fn piece(&self, id: &str) -> Result<(usize, PieceText, String), ChangeError> {
        let index = self.game.find(id);
        let found = index.and_then(|i| Some((i, self.game.counter(i)?.text.clone())));
        let (index, text) = found.ok_or_else(|| ChangeError::NoPiece { id: id.to_owned() })?;
        let name = super::traits::true_name(&text);
        Ok((index, text, name))
    }

    /// Gives a piece new traits of the same kinds, as one change of its state.
    fn restate(&mut self, id: &str, old: &PieceText, new: &PieceText) -> Result<(), ChangeError> {
        let (old_state, new_state) = (old.encode()?.1, new.encode()?.1);
        if old_state != new_state {
            let id = id.to_owned();
            let old_state = Some(old_state);
            self.run(Leaf::ChangePiece { id, new_state, old_state });
        }
        Ok(())
    }

    fn set_layer(&mut self, id: &str, layer: &str, level: i32) -> Result<(), ChangeError> {
        let (_, old, piece) = self.piece(id)?;
        let mut new = old.clone();
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
        let mut new = old.clone();
        let mut known = Vec::new();
        for text in &mut new.traits {
            let Trait::DynamicProperty(own) = Trait::decode(text) else { continue };
            if own.fields.get("key") == key {
                value.clone_into(&mut text.state_text);
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
        let mut new = old.clone();
        let mut traits = new.traits.iter_mut();
        let mark = traits.find(|t| t.type_text.starts_with("markmoved;"));
        let Some(mark) = mark else {
            return Err(ChangeError::NoMovedMark { piece });
        };
        mark.state_text = moved.to_string();
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
        let ids: Vec<String> = ids.map(|c| c.id.clone()).collect();
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
    fn stack_loner(&mut self, index: usize, map: &str) -> Result<(), ChangeError> {
        let alone = self.game.counter(index).is_some_and(|c| c.pile.is_none());
        let Some(item) = self.game.get(index).filter(|_| alone) else {
            return Ok(());
        };
        if !self.game.can_stack(index, map) {
            return Ok(());
        }
        let (_, at) = self.game.place(index);
        let ids = vec![item.id.clone()];
        let stack = Stack { map: Some(map.to_owned()), x: at.x, y: at.y, ids, layer: Some(-1) };
        let (type_text, state) = Form::Stack(stack).encode()?;
        let id = Some(self.game.free_id());
        self.run(Leaf::AddPiece { id, type_text, state });
        Ok(())
    }

    /// The id of what a piece goes above at its destination.
    fn under(&self, index: usize, map: &str, to: &Destination) -> Result<Option<String>, ChangeError> {
        let id = |i: usize| self.game.get(i).map(|item| item.id.clone());
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
        Some(self.game.get(*below)?.id.clone())
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
        let Some(mut basic) = super::game::basic_of(&text) else {
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
            let ids: Vec<String> = ids.map(|c| c.id.clone()).collect();
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

    fn add(&mut self, traits: &PieceText, to: &Destination) -> Result<(), ChangeError> {
        let map = self.map(&to.map)?.map_or(to.map.as_str(), Map::identifier);
        let mut traits = traits.clone();
        if let (Some(mut basic), Some(last)) = (super::game::basic_of(&traits), traits.traits.last_mut()) {
            basic.set_place(Some(map), to.at.x, to.at.y);
            *last = Trait::BasicPiece(basic).encode()?;
        }
        let (type_text, state) = traits.encode()?;
        let id = self.game.free_id();
        let name = super::traits::true_name(&traits);
        let text = format!("added {name} at {}", self.place_name(Some(map), to.at));
        let known = Some(id.clone());
        self.run(Leaf::AddPiece { id: known, type_text, state });
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
