//! What the files of a game mean on the table: module, maps, grids, pieces, and
//! the one door through which a save is edited.

pub mod attributes;
pub mod geometry;
pub mod grid;
pub mod problem;
pub mod text;
