//! Pictures: what is drawn of a game's data.

mod counters;
mod map;
mod sizes;
