//! Pictures: counters, boards, panels and positions, from templates and values to pixels.

pub mod abreast;
pub mod areas;
pub mod artwork;
pub mod bars;
mod bitmap;
pub mod board;
pub mod chart;
pub mod contact_sheet;
pub mod contrast;
pub mod counter;
pub mod design;
pub mod display;
pub mod face;
mod fit;
pub mod fonts;
pub mod hidden;
pub mod lettering;
pub mod panel;
pub mod position;
pub mod print;
mod print_bleed;
mod print_grid;
pub mod template;
pub mod templates;
pub mod vector;
