//! One finding, one resolution, many outlets: text, JSON, HTML.

pub mod page;
pub mod text;
