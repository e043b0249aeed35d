//! The rules of the variant, tried on positions, on logs and on the examples of their pages.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fail loudly")]

mod aafog;
#[path = "../../../../tests/support/beside.rs"]
mod beside;
#[path = "../../../../tests/support/pages.rs"]
#[allow(dead_code, reason = "what tests of other crates ask for")]
mod pages;

// What tests of several crates share names the crates as the library of the program hands them on.
extern crate self as liege;
pub use liege_build as build;
pub use vassal::{diagnostic, format, model};

/// The rules and the data of the game.
pub mod rules {
    pub use liege_aafog as aafog;
    pub use liege_rules::*;

    /// Data files of the games.
    pub mod data {
        pub use liege_rules::data::*;
        pub use liege_testing::Shipped as Embedded;
    }
}

/// The tables as they lie in the repository.
mod tables {
    use std::path::Path;

    /// A file of the repository, as text.
    pub fn text(path: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}
