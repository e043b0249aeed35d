//! One finding, one resolution, many outlets: text, JSON, SARIF, HTML.

pub mod battles;
pub mod findings;
pub mod findings_page;
pub mod github;
pub mod junit;
mod markdown;
pub mod orders;
pub mod page;
pub mod sarif;
pub mod text;
