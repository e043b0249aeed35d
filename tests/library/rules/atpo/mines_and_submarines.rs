//! Mines, batteries, straits, submarines and bombardment, each as a player runs it.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod admirals;
mod batteries;
mod bombardment;
mod harbours;
mod magic;
mod mines;
mod straits;
mod submarines;
mod words;

use liege::rules::play::procedure::Resolution;

use super::call::{Call, procedure, values};

fn call<'a>(procedure: &'a str, words: &'a [&'a str]) -> Call<'a> {
    Call { procedure, words, ..Call::default() }
}

/// The result of a run in which nobody decides.
fn result(procedure: &str, words: &[&str], faces: &[u8]) -> String {
    call(procedure, words).run(faces).result
}

/// What is done, as `subject change`.
fn changes(report: &Resolution) -> Vec<String> {
    report.deeds.iter().map(|deed| format!("{} {}", deed.subject(), deed.act.word())).collect()
}
