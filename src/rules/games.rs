//! The games there are: the one generic file that names them.

use super::atpo::Atpo;
use super::game::Game;

/// All games, the main one first.
pub const GAMES: &[&dyn Game] = &[&Atpo];

/// A word that names no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown game \"{word}\"; known games: {known}")]
pub struct UnknownGame {
    /// What was asked for.
    pub word: String,
    /// The ids of the games there are.
    pub known: String,
}

/// The game with this id, in capital or small letters.
pub fn known(id: &str) -> Result<&'static dyn Game, UnknownGame> {
    let found = GAMES.iter().copied().find(|game| game.id().eq_ignore_ascii_case(id));
    found.ok_or_else(|| {
        let ids: Vec<&str> = GAMES.iter().map(|game| game.id()).collect();
        UnknownGame { word: id.into(), known: ids.join(", ") }
    })
}
