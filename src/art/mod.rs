//! Pictures: counters, boards, panels and positions, from templates and values to pixels.

pub mod board;
pub mod panel;
