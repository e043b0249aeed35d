//! Brings the decks of a save to those of its module, as `GameRefresher` does.

use super::{ChangeError, DeckPlaced, Editor, Seed};
use crate::format::command::Command;
use crate::model::game::Game;
use crate::model::geometry::Point;
use crate::model::module::Module;
use crate::model::rewrite;

/// What becomes of one deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeckChange {
    /// It gets another definition and place, with its cards.
    Renew {
        /// Its id.
        deck: String,
        /// Its definition.
        definition: String,
        /// Identifier of its map.
        map: String,
        /// Map pixels.
        at: Point,
    },
    /// It becomes a stack of its cards, and nothing where it has none.
    Dissolve {
        /// Its id.
        deck: String,
    },
    /// It is new.
    Add(DeckPlaced),
}

/// The save with other decks.
///
/// # Errors
/// A deck or map that is not there, or a value that the file format cannot carry.
pub fn change_decks(
    commands: &Command,
    module: &Module,
    changes: &[DeckChange],
) -> Result<Command, ChangeError> {
    let mut editor = Editor::new(Game::of(commands), Some(module));
    editor.draw_ids_from(&Seed::of(commands, changes.iter().map(|change| format!("{change:?}"))));
    let find = |editor: &Editor<'_>, deck: &String| {
        editor.game.find(deck).ok_or_else(|| ChangeError::NoPiece { id: deck.clone() })
    };
    for change in changes {
        match change {
            DeckChange::Renew { deck, definition, map, at } => {
                let index = find(&editor, deck)?;
                editor.game.renew_deck(index, definition, (map, *at));
            }
            DeckChange::Dissolve { deck } => {
                let index = find(&editor, deck)?;
                editor.game.dissolve_deck(index);
            }
            DeckChange::Add(deck) => editor.add_deck(deck)?,
        }
    }
    Ok(rewrite::edited(commands, &editor.game)?)
}
