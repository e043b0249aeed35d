//! What a position means under the rules of a game: situations, checks, dice procedures and the data they read.

pub mod check;
pub mod data;
pub mod desk;
pub mod game;
pub mod play;
pub mod position;
