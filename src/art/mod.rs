//! Pictures: counters, boards, panels and positions, from templates and values to pixels.

pub mod board;
pub mod chart;
pub mod counter;
pub mod face;
pub mod fonts;
pub mod hidden;
pub mod panel;
pub mod position;
pub mod template;
pub mod templates;
