//! A position in the terms of a game: which piece is what, where and in which state, and how positions are written down.

pub mod moves;
pub mod notation;
pub mod places;
pub mod situation;
pub mod turn_log;
pub mod values;
