//! One finding, one resolution, many outlets: text, JSON, HTML.

pub mod battles;
pub mod orders;
pub mod page;
pub mod text;
