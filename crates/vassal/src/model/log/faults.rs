//! What is wrong with the steps of a log: what they speak of and the game does not have.
//!
//! Engine classes: `command.ChangePiece`, `command.MovePiece`, `build.module.BasicLogger`.

use super::{leaves, steps};
use crate::format::command::Command;
use crate::format::leaf::Leaf;
use crate::model::game::Game;
use crate::model::module::Module;

/// What is wrong with a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// It changes or moves what the game does not have at that time.
    Absent {
        /// The id.
        id: String,
    },
    /// It moves a piece into a window that the module does not have.
    Window {
        /// What the log calls the window.
        map: String,
        /// The id of the piece.
        id: String,
    },
    /// It takes back a step, and there is none that was not taken back already.
    NothingToUndo,
}

/// The faults of the steps of a log, each with the number of its step from 1. Without a module no window is missing.
pub fn faults(commands: &Command, module: Option<&Module>) -> Vec<(usize, Wrong)> {
    let steps = steps(commands);
    if steps.is_empty() {
        return Vec::new();
    }
    let mut game = Game::of(commands);
    game.know(module);
    let (mut found, mut standing) = (Vec::new(), 0_usize);
    for (before, step) in steps.into_iter().enumerate() {
        let number = before + 1;
        let mut undoes = false;
        for leaf in leaves(step) {
            undoes |= matches!(leaf, Leaf::Undo(true));
            found.extend(wrong(&game, module, &leaf).map(|wrong| (number, wrong)));
            game.run(leaf, None);
        }
        if !undoes {
            standing += 1;
        } else if standing == 0 {
            found.push((number, Wrong::NothingToUndo));
        } else {
            standing -= 1;
        }
    }
    found
}

fn wrong(game: &Game, module: Option<&Module>, leaf: &Leaf) -> Option<Wrong> {
    match leaf {
        // What is taken away and not there harms nobody.
        Leaf::ChangePiece { id, .. } | Leaf::MovePiece { id, .. } if game.find(id).is_none() => {
            Some(Wrong::Absent { id: id.clone() })
        }
        Leaf::MovePiece { id, to, .. } => {
            let map = to.map.as_deref()?;
            let is_there = module.is_none_or(|module| module.map(map).is_some());
            (!is_there).then(|| Wrong::Window { map: map.to_owned(), id: id.clone() })
        }
        _ => None,
    }
}
