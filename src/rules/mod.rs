//! What a position means under the rules of a game: the situation, the checks over it, and the data they read.

pub mod bound;
pub mod catalogue;
pub mod check;
pub mod fault;
pub mod hexmap;
pub mod limits;
pub mod notation;
pub mod pack;
pub mod situation;
pub mod table;
