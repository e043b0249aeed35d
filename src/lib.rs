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

// Tests of one crate and of others build up positions by one generator, which names the crate as they all know it.
#[cfg(test)]
extern crate self as liege;
#[cfg(all(test, feature = "cli"))]
#[path = "../tests/support/positions/mod.rs"]
#[allow(dead_code, unused_imports, reason = "what only other tests ask for")]
mod positions;

/// The example of README is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
