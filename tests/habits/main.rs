//! House rules that a test can read off the source: the direction of the layers, opening lines, names of games.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fail loudly")]
#![allow(clippy::print_stdout, reason = "tests say what they skip")]

mod layers;
mod readme;
mod source;
