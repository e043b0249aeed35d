//! Gives pieces of a save new traits where they are, as `GameRefresher` does.

use super::{ChangeError, Editor};
use crate::format::command::Command;
use crate::format::leaf::{Leaf, Spot};
use crate::format::piece::PieceText;
use crate::model::game::Game;
use crate::model::geometry::Point;
use crate::model::module::Module;
use crate::model::rewrite;

/// A piece with its new traits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renewed {
    /// Its id.
    pub piece: String,
    /// All its traits, outermost first.
    pub traits: PieceText,
}

/// The save with the new traits of its pieces, and the ids of pieces that left their stack: those that no longer stack,
/// and those whose new traits put them into another drawing layer than the pieces below.
///
/// # Errors
/// A piece that is not there, or a value that the file format cannot carry.
pub fn renew(
    commands: &Command,
    module: &Module,
    renewed: Vec<Renewed>,
) -> Result<(Command, Vec<String>), ChangeError> {
    let mut editor = Editor::new(Game::of(commands), Some(module));
    let mut places = Vec::new();
    for Renewed { piece, traits } in renewed {
        let place = editor.game.find(&piece).ok_or_else(|| ChangeError::NoPiece { id: piece.clone() })?;
        editor.game.retrait(place, traits);
        places.push(place);
    }
    let mut unstacked = Vec::new();
    for place in places {
        let Some(map) = editor.game.place(place).0.map(str::to_owned) else { continue };
        if editor.game.belongs_in_its_stack(place, &map) {
            continue;
        }
        let (_, at) = editor.game.place(place);
        let Some(id) = editor.game.get(place).map(|item| item.id.to_string()) else { continue };
        let to = Spot { map: Some(map.clone()), x: at.x, y: at.y, under: None };
        editor.run(Leaf::MovePiece { id: id.clone(), from: to.clone(), to, player: None });
        editor.stack_loner(place, &map)?;
        unstacked.push(id);
    }
    Ok((rewrite::edited(commands, &editor.game)?, unstacked))
}

/// The save with stacks and lone pieces, by their ids, at other points of their maps; stacks keep their pieces.
///
/// # Errors
/// A stack or piece that is not there, or a value that the file format cannot carry.
pub fn carry(commands: &Command, places: &[(String, Point)]) -> Result<Command, ChangeError> {
    let mut game = Game::of(commands);
    for (id, at) in places {
        let index = game.find(id).ok_or_else(|| ChangeError::NoPiece { id: id.clone() })?;
        game.carry(index, *at);
    }
    Ok(rewrite::edited(commands, &game)?)
}
