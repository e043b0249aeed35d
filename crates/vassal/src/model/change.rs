//! The one door through which a save is edited: intentions become the commands
//! that the engine would log, and these become a log or an edited save.
//!
//! Ids of new pieces derive from content (`Seed`): the save, the battle, its dice and answers. The engine keeps one
//! list of ids, and a log that brings in an id already in use destroys that piece.

mod decks;
mod editor;
mod passwords;
mod renew;

pub use super::ids::Seed;
pub use decks::{DeckChange, change_decks};
pub(super) use editor::Editor;
pub use passwords::{Forgotten, forget_passwords};
pub use renew::{Renewed, carry, renew};

use super::game::Game;
use super::geometry::Point;
use super::module::Module;
use super::position::Position;
use super::problem::Problem;
use super::rewrite;
use crate::format::command::Command;
use crate::format::leaf::Leaf;
use crate::format::piece::PieceText;
use crate::format::sequence::Unencodable;

/// One intended change of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
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

/// A deck that a new save holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeckPlaced {
    /// Its name, as the module has it.
    pub name: String,
    /// Its definition.
    pub type_text: String,
    /// Whether its cards lie with their backs up.
    pub face_down: bool,
    /// Its map and where on it.
    pub at: Destination,
    /// The traits of its cards, bottom first.
    pub cards: Vec<PieceText>,
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
    /// What the ids of new pieces and stacks derive from; none: from the save and all changes made together.
    pub ids: Option<Seed>,
}

/// A change that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Applied {
    /// Id of the piece concerned; none for changes of the whole game.
    pub piece: Option<String>,
    /// What happened, in players' words.
    pub text: String,
}

/// A change that can't be made. Nothing of the list was made then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    let step = Step { changes: changes.to_vec(), ..Step::default() };
    apply_steps(commands, module, &[step])
}

/// Makes the changes of the steps of a log in a save; new pieces get the ids that the log gives them.
///
/// # Errors
/// A change can't be made; the save is then untouched.
pub fn apply_steps(
    commands: &mut Command,
    module: Option<&Module>,
    steps: &[Step],
) -> Result<Vec<Applied>, ChangeError> {
    let mut editor = Editor::new(Game::of(commands), module);
    let common = common_seed(commands, steps);
    for step in steps {
        editor.draw_ids_from(step.ids.as_ref().unwrap_or(&common));
        for change in &step.changes {
            editor.make(change)?;
        }
    }
    let edited = rewrite::edited(commands, &editor.game)?;
    *commands = edited;
    Ok(editor.applied)
}

/// What the ids of steps without a seed of their own derive from.
fn common_seed(save: &Command, steps: &[Step]) -> Seed {
    let changes = steps.iter().flat_map(|step| &step.changes);
    Seed::of(save, changes.map(|change| format!("{change:?}")))
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
    let common = common_seed(before, steps);
    let mut out = Vec::new();
    for step in steps {
        editor.done.clear();
        editor.draw_ids_from(step.ids.as_ref().unwrap_or(&common));
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

/// A log: the save it starts from, then its steps; of a log, its start.
///
/// # Errors
/// A change can't be made.
pub fn write_log(before: &Command, module: Option<&Module>, steps: &[Step]) -> Result<Command, ChangeError> {
    let steps = log_commands(before, module, steps)?;
    let mut log = super::log::without_steps(before);
    log.children_mut().extend(steps);
    Ok(log)
}

/// The position in which a log ends when all its steps are played.
pub fn play(log: &Command, module: Option<&Module>) -> (Position, Vec<Problem>) {
    super::log::position(log, module, usize::MAX)
}

/// One log step: the first command, with the others below it.
fn logged(done: &[Leaf]) -> Result<Option<Command>, Unencodable> {
    let mut texts = Vec::new();
    for leaf in done {
        texts.push(Leaf::Log(Box::new(Command::leaf(leaf.encode()?))).encode()?);
    }
    let mut texts = texts.into_iter();
    let Some(first) = texts.next() else {
        return Ok(None);
    };
    Ok(Some(Command::group(first, texts.map(Command::leaf).collect())))
}
