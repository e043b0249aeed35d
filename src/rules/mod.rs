//! What a position means under the rules of a game: situations, checks, dice procedures and the data they read.

pub mod atpo;
pub mod battle;
pub mod bound;
pub mod catalogue;
pub mod chances;
pub mod check;
pub mod choices;
pub mod data;
pub mod deeds;
pub mod dice;
pub mod fault;
pub mod game;
pub mod games;
pub mod inputs;
pub mod kinds;
pub mod notation;
pub mod pack;
pub mod places;
pub mod procedure;
pub mod roll;
pub mod schedule;
pub mod situation;
pub mod table;
pub mod unused;
mod whole;
pub mod word;
