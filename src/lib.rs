//! `liege` builds VASSAL modules, checks saves against the rules of a game, and resolves battles into them.
//!
//! Bytes become syntax (`format`), syntax becomes a position on the table (`model`), the rules look at it (`rules`),
//! and people read the result (`report`).
//! Changes go back the same way, through one door (`model::change`).
//! `docs/architecture.md` says what each part must not know.
//!
//! Without default features the crate has VASSAL's files (`format`, `model`) and the rules (`rules`), and compiles no
//! renderer. The feature `art` adds pictures, `build` modules and scenarios from data, `cli` the program.
//! [`table::Table`] is the way in for who has a save and asks what its game says; the crate `vassal` begins with an
//! example that reads one.

#[cfg(feature = "art")]
pub use liege_art as art;
#[cfg(feature = "build")]
pub use liege_build as build;
pub use liege_tools::{compare, convert, lint};
pub use vassal::{diagnostic, format, model};

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "build")]
mod failure;
pub mod games;
#[cfg(feature = "build")]
mod kept;
#[cfg(feature = "art")]
pub mod pictures;
pub mod report;
pub mod shipped;
#[cfg(feature = "build")]
mod standard;
#[cfg(feature = "build")]
pub mod table;

#[cfg(feature = "build")]
pub use failure::Failure;

/// What a position means under the rules of a game.
pub mod rules {
    pub use liege_aafog as aafog;
    pub use liege_atpo as atpo;
    pub use liege_rules::*;

    pub use crate::games;

    /// Data files of the games: those that come with the program, with a user's own files laid over them.
    pub mod data {
        pub use liege_rules::data::*;

        pub use crate::shipped::Embedded;
    }
}

// Tests of one crate and of others build up positions by one generator, which names the crate as they all know it.
#[cfg(test)]
extern crate self as liege;
#[cfg(all(test, feature = "cli"))]
#[path = "../tests/support/positions/mod.rs"]
#[allow(dead_code, unused_imports, reason = "what only other tests ask for")]
mod positions;
