//! `liege` builds VASSAL modules, checks saves against the rules of a game, and resolves battles into them.
//!
//! Bytes become syntax (`format`), syntax becomes a position on the table (`model`), the rules look at it (`rules`),
//! and people read the result (`report`).
//! Changes go back the same way, through one door (`model::change`).
//! `docs/architecture.md` tells what each part must not know.

#[cfg(feature = "art")]
pub mod art;
#[cfg(feature = "build")]
pub mod build;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
pub mod convert;
pub mod diagnostic;
pub mod format;
pub mod lint;
pub mod model;
pub mod report;
pub mod rules;
mod shipped;

/// The example of README is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
