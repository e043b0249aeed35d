//! Modules, extensions, saves and logs of VASSAL.
//!
//! Bytes become syntax (`format`), syntax becomes a position on the table (`model`). Changes go back the same way, through
//! one door (`model::change`). A fault is a `diagnostic`.

pub mod diagnostic;
pub mod format;
pub mod model;

/// The example of README is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
