//! Bombing from the air, strategic and of installations, and flights between bases, each as a player runs it.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod chances;
mod flights;
mod installations;
mod strategic;
mod words;

use liege::rules::play::procedure::{Resolution, RunError};

use super::call::{Call, procedure, values};

fn call<'a>(procedure: &'a str, words: &'a [&'a str]) -> Call<'a> {
    Call { procedure, words, ..Call::default() }
}

/// Runs a procedure; what is typed is parted by blanks, `~` is a blank inside of a value.
fn run(procedure: &str, typed: &str, faces: &[u8], choices: &[&str]) -> Resolution {
    tried(procedure, typed, faces, choices).unwrap_or_else(|error| panic!("{procedure} {typed}: {error}"))
}

/// The same with a policy for each side.
fn decided(procedure: &str, typed: &str, faces: &[u8], policies: &[(&'static str, &str)]) -> Resolution {
    let words = words(typed);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Call { policies, ..call(procedure, &words) }.run(faces)
}

fn words(typed: &str) -> Vec<String> {
    typed.split_whitespace().map(|word| word.replace('~', " ")).collect()
}

fn tried(procedure: &str, typed: &str, faces: &[u8], choices: &[&str]) -> Result<Resolution, RunError> {
    let words = words(typed);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Call { choices, ..call(procedure, &words) }.tried(faces)
}

fn result(procedure: &str, typed: &str, faces: &[u8]) -> String {
    run(procedure, typed, faces, &[]).result
}

/// The rules under which a procedure is refused.
fn refused(procedure: &str, typed: &str) -> Vec<String> {
    let report = run(procedure, typed, &[], &[]);
    assert_eq!(report.result, "refused", "{procedure} {typed}");
    report.refused.into_iter().map(|refusal| refusal.rule).collect()
}

/// The key of the first fault in what is typed.
fn fault(procedure: &str, typed: &str) -> String {
    match tried(procedure, typed, &[], &[]) {
        Err(RunError::Input(faults)) => faults[0].key.clone(),
        other => panic!("{procedure} {typed}: {other:?}"),
    }
}

/// What is done, as `subject change to`.
fn changes(report: &Resolution) -> Vec<String> {
    let told = |deed: &liege::rules::play::deeds::Deed| {
        format!("{} {} {}", deed.subject(), deed.act.word(), deed.act.to().unwrap_or_default())
    };
    report.deeds.iter().map(|deed| told(deed).trim_end().to_owned()).collect()
}

const TABLE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/atpo/bombing.csv"));
/// The least strength of each column.
const LEAST: [u32; 10] = [2, 6, 7, 12, 17, 25, 40, 60, 90, 120];

/// A cell by hand: its number and whether it has a star.
fn cell(total: u8, column: usize) -> (Option<u32>, bool) {
    let row = TABLE.lines().nth(usize::from(total.clamp(2, 13)) - 1).unwrap();
    let text = row.split(',').nth(column + 1).unwrap();
    (text.trim_end_matches('*').parse().ok(), text.ends_with('*'))
}

/// The column of a strength by hand.
fn column(strength: u32) -> Option<usize> {
    LEAST.iter().rposition(|least| *least <= strength)
}

/// Bombers of this strength together, as they are typed in.
fn bombers(strength: u32) -> String {
    let mut left = strength;
    let mut all = Vec::new();
    while left > 0 {
        let one = left.min(99);
        all.push(format!("B~{one}-16"));
        left -= one;
    }
    all.join(",")
}
