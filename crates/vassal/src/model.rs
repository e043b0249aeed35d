//! What the files of a game mean on the table: module, maps, grids, pieces, and
//! the one door through which a save is edited.

pub mod attributes;
pub mod board;
pub mod change;
pub mod counters;
pub mod deck;
pub mod expression;
pub mod extensions;
pub mod eyes;
mod game;
pub mod geometry;
pub mod grid;
mod ids;
pub mod joined;
pub mod log;
pub mod map;
mod map_reading;
pub mod markup;
pub mod module;
pub mod piece_numbers;
pub mod position;
pub mod problem;
mod rewrite;
pub mod scenario;
mod send;
pub mod shading;
pub mod slot;
mod tally;
pub mod text;
pub mod traits;
pub mod turn;
pub mod view;
