//! Behaviour of the model, measured against data made by the real engine.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test that can't read its data has failed")]

mod change;
mod decks;
mod expressions;
mod golden;
mod grid;
mod log;
mod names;
mod speed;
pub mod support;
mod texts;
mod view;
