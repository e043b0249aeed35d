//! Looking at foreign files: unpack and pack, inspect, convert, render, and clear words about bad input.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fail loudly")]

mod absurd;
mod areas;
mod bad_input;
mod boards;
pub mod copies;
pub mod corpus;
mod drawing;
mod first_map;
mod golden;
mod hostile;
mod hostile_pictures;
mod logs;
mod names;
mod neighbours;
mod picture;
mod round_trip;
mod secrets;
mod tables;
mod turns;
