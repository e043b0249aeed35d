//! Dice procedures from typed-in values: land combat and what belongs to it.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod aloft;
mod chances;
mod combat;
mod contradictions;
mod deeds;
mod endless;
mod prompts;
mod recorded;
mod table;
mod words;

use liege::rules::atpo::forces::{ATTACKER, DEFENDER};
use liege::rules::data::{Embedded, Files as _};
use liege::rules::games::GAMES;
use liege::rules::play::choices::Setting;
use liege::rules::play::dice::Given;
use liege::rules::play::inputs::pairs;
use liege::rules::play::procedure::{AnyProcedure, Orders, Policies, Request, Resolution, RunError};

/// All procedures, those that are rows included.
fn procedures() -> Vec<AnyProcedure> {
    GAMES[0].all_procedures(&|path| Embedded.text(path).ok().map(str::to_owned)).unwrap()
}

/// The procedure called `word`.
pub(super) fn procedure(word: &str) -> AnyProcedure {
    procedures().into_iter().find(|entry| entry.is_called(word)).unwrap()
}

/// Run a procedure on words with these faces, settings and orders.
pub(super) fn run_with(
    word: &str,
    words: &[&str],
    faces: &[u8],
    settings: &[&str],
    orders: &mut Orders,
) -> Result<Resolution, RunError> {
    let table = pairs(words).map_err(RunError::Input)?;
    let settings: Vec<Setting> = settings.iter().map(|setting| setting.parse().unwrap()).collect();
    let request = Request { files: &Embedded, settings: &settings, table: &table };
    procedure(word).run(&request, &mut Given::new(faces), orders)
}

/// Land combat with nobody deciding.
fn fight(words: &[&str], faces: &[u8]) -> Resolution {
    run_with("R39", words, faces, &[], &mut Orders::default()).unwrap()
}

/// Land combat under policies.
fn decided(words: &[&str], faces: &[u8], attacker: &str, defender: &str) -> Resolution {
    let mut orders = Orders::default();
    orders.policy(ATTACKER, attacker);
    orders.policy(DEFENDER, defender);
    run_with("R39", words, faces, &[], &mut orders).unwrap()
}

/// The value of a report's line.
fn value<'a>(report: &'a Resolution, label: &str) -> &'a str {
    report.lines.iter().find(|line| line.label == label).map_or("", |line| line.value.as_str())
}

/// The chances of a procedure as JSON.
pub(super) fn chances_of(word: &str, words: &[&str]) -> serde_json::Value {
    let table = pairs(words).unwrap();
    let request = Request { files: &Embedded, settings: &[], table: &table };
    let limits = liege::rules::play::chances::Limits::default();
    procedure(word).chances(&request, &Policies::default(), &limits).unwrap().json
}
