//! Pictures: counters, boards, panels and positions, from templates and values to pixels.

pub mod panel;
