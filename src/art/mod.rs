//! Pictures: counters, boards, panels and positions, from templates and values to pixels.

pub mod fonts;
pub mod panel;
pub mod position;
pub mod templates;
