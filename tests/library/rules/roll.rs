//! Rolls that are rows: those of the page on own games, the language of their rows, and what is wrong in a row.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod faults;
mod shown;

use std::collections::BTreeMap;

use liege::rules::data::Embedded;
use liege::rules::play::dice::{Dice, Given};
use liege::rules::play::inputs::pairs;
use liege::rules::play::procedure::{AnyProcedure, Orders, Policies, Request, Resolution, RunError};
use liege::rules::play::roll;
use serde_json::Value;

/// A game's files by path.
type Files = BTreeMap<String, String>;

/// The procedures in the files of a game.
fn entries(game: &str, files: &Files) -> Result<Vec<AnyProcedure>, Vec<String>> {
    let told = roll::entries(game, &[], &|path| files.get(path).cloned());
    told.map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

/// Runs a procedure on words with these dice.
fn run(entry: &AnyProcedure, words: &[&str], dice: &mut dyn Dice) -> Result<Resolution, RunError> {
    let table = pairs(words).map_err(RunError::Input)?;
    let request = Request { files: &Embedded, settings: &[], table: &table };
    entry.run(&request, dice, &mut Orders::default())
}

/// Runs a procedure on words with these faces.
fn given(entry: &AnyProcedure, words: &[&str], faces: &[u8]) -> Result<Resolution, RunError> {
    run(entry, words, &mut Given::new(faces))
}

/// The chances of a procedure as JSON.
fn chances(entry: &AnyProcedure, words: &[&str]) -> Value {
    let table = pairs(words).unwrap();
    let request = Request { files: &Embedded, settings: &[], table: &table };
    entry.chances(&request, &Policies::default(), &Default::default()).unwrap().json
}
