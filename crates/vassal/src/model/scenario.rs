//! New saves: a position written from nothing, as scenarios are.
//!
//! The id of a piece depends only on the piece: what it is, where it is, whose it is, and which of several equal
//! ones. A hash of the whole set-up would let a side try out what the other has.

use std::collections::{BTreeMap, HashSet};

use super::board::BoardPick;
use super::change::{Change, ChangeError, DeckPlaced, Destination, Editor};
use super::game::{Body, ById, Game, Player};
use super::ids::{Ids, Seed};
use super::map::AtStart;
use super::module::Module;
use super::problem::Problem;
use super::rewrite;
use super::slot::Slot;
use crate::format::command::Command;
use crate::format::piece::PieceText;
use crate::format::text::Text;

/// A piece that a new save holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Its traits, prototypes expanded; see [`Module::make`].
    pub traits: PieceText,
    /// Where it is and how it joins those placed before.
    pub to: Destination,
    /// Whose it is, in any words. Pieces of two owners that are equal in all else are counted apart, so that the id of
    /// one does not tell of the other.
    pub owner: String,
}

/// All that a new save says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scenario {
    /// Boards by the identifier of their map; maps that are not named get the
    /// module's default boards.
    pub boards: BTreeMap<String, Vec<BoardPick>>,
    /// Pieces in the order of placing: of one stack, the bottom first.
    pub pieces: Vec<Placed>,
    /// The decks.
    pub decks: Vec<DeckPlaced>,
    /// Whether the module's at-start stacks are on the table too.
    pub at_start: bool,
    /// Players and their sides; a scenario has none.
    pub players: Vec<Player>,
    /// Values of global properties by container and name.
    pub properties: BTreeMap<(String, String), String>,
    /// State of each turn tracker by `TurnTracker0`, ….
    pub turns: BTreeMap<String, String>,
    /// Notes of the scenario.
    pub scenario_notes: String,
    /// Notes for all players.
    pub public_notes: String,
    /// How many start-up key commands the module has. The save says of each that it has run: the engine notes so of
    /// every game that it opens, and would take the game for changed. For a new game from a set-up it runs them all.
    pub startup_keys: usize,
}

impl Module {
    /// The piece the engine makes from a slot: prototypes expanded, comments
    /// gone. None when the slot's definition can't be read.
    pub fn make(&self, slot: &Slot, problems: &mut Vec<Problem>) -> Option<PieceText> {
        let piece = slot.piece()?;
        Some(self.prototypes.expand(piece, problems))
    }
}

impl Scenario {
    /// The commands of the save. The engine adds nothing to it on loading, so
    /// decks of the module that the scenario does not have are problems.
    ///
    /// # Errors
    /// A map is unknown, or a value can't be carried by the file format.
    pub fn write(&self, module: &Module) -> Result<(Command, Vec<Problem>), ChangeError> {
        let mut problems = Vec::new();
        let mut game = Game {
            players: self.players.clone(),
            properties: self.properties.clone(),
            turns: self.turns.clone(),
            scenario_notes: self.scenario_notes.clone(),
            public_notes: self.public_notes.clone(),
            ..Game::default()
        };
        for map in &module.maps {
            let picks = self.boards.get(map.identifier()).cloned();
            let picks = picks.unwrap_or_else(|| map.default_picks());
            game.boards.insert(map.identifier().to_owned(), picks);
        }
        let mut editor = Editor::new(game, Some(module));
        let at_start = self.at_start(module, &mut problems);
        let mut owners = Vec::new();
        for placed in at_start.iter().chain(&self.pieces) {
            let (traits, to) = (placed.traits.clone(), placed.to.clone());
            editor.make(&Change::Add { traits, to })?;
            owners.push(placed.owner.as_str());
        }
        for deck in &self.decks {
            editor.add_deck(deck)?;
        }
        give_ids(&mut editor.game, &owners)?;
        let commands = rewrite::fresh(&editor.game, self.startup_keys)?;
        Ok((commands, problems))
    }

    fn at_start(&self, module: &Module, problems: &mut Vec<Problem>) -> Vec<Placed> {
        let mut placed = Vec::new();
        for map in &module.maps {
            let picks = self.boards.get(map.identifier());
            let layout = map.lay_out(picks.map(Vec::as_slice), problems);
            let in_play = |stack: &&AtStart| match &stack.board {
                None => true,
                Some(board) => layout.boards.iter().any(|b| b.board.name == *board),
            };
            for stack in map.at_start.iter().filter(in_play) {
                if stack.deck {
                    let written =
                        |deck: &DeckPlaced| deck.name == stack.name && deck.at.map == map.identifier();
                    if self.decks.iter().any(written) {
                        continue;
                    }
                    let place = format!("deck \"{}\"", stack.name);
                    problems.push(Problem::new(place, "the new save does not say which cards it holds"));
                    continue;
                }
                if !self.at_start {
                    continue;
                }
                let at = map.place_of(stack, &layout);
                let made = stack.slots.iter().filter_map(|s| module.make(s, problems));
                placed.extend(made.map(|traits| Placed {
                    traits,
                    to: Destination { map: map.identifier().to_owned(), at, order: Default::default() },
                    owner: String::new(),
                }));
            }
        }
        placed
    }
}

/// Gives each piece an id that follows from its counter and its owner, equal ones counted, so that a piece has the same
/// id wherever two set-ups put it; stacks and decks from where they lie. A copy for one side keeps the ids of its
/// pieces: numbers in a row would tell by their gaps how many pieces it does not have. `owners` are those of the pieces
/// in the order of placing; cards of decks come after them.
fn give_ids(game: &mut Game, owners: &[&str]) -> Result<(), ChangeError> {
    let mut owners = owners.iter().copied();
    let mut drawn: BTreeMap<Seed, Ids> = BTreeMap::new();
    let mut given = HashSet::new();
    for index in 0..game.items.len() {
        let (Some(item), (map, at)) = (game.get(index), game.place(index)) else { continue };
        let what = match &item.body {
            Body::Piece(piece) => {
                let (type_text, _) = piece.text.encode()?;
                vec!["piece".to_owned(), type_text, owners.next().unwrap_or_default().to_owned()]
            }
            Body::Pile(pile) => {
                let name = pile.deck.as_ref().map(|deck| deck.name.clone()).unwrap_or_default();
                let at = [at.x, at.y].map(|pixels| pixels.to_string());
                [vec!["pile".to_owned(), name, map.unwrap_or_default().to_owned()], at.to_vec()].concat()
            }
        };
        let seed = Seed::of(&Command::default(), what);
        let ids = drawn.entry(seed).or_insert_with_key(|seed| Ids::new(seed.clone()));
        let mut id = Text::from(ids.draw().to_string());
        while !given.insert(id.clone()) {
            id = ids.draw().to_string().into();
        }
        if let Some(item) = game.items.get_mut(index).and_then(Option::as_mut) {
            item.id = id;
        }
    }
    game.by_id = ById::of(&game.items);
    Ok(())
}
