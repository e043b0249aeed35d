//! The papers of an umpire who leads a game with secrets, for any game.

pub mod any_game;
pub mod chain;
pub mod commitment;
pub mod digest;
pub mod key;
pub mod opened;
pub mod opening;
pub mod paper;
pub mod proof;
pub mod record;
