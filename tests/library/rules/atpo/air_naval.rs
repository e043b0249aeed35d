//! Air-naval attacks, anti-aircraft fire and Kamikazes, each as a player runs it.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod again;
mod attacks;
mod flak;
mod kamikazes;
mod random;

use liege::rules::play::procedure::{Resolution, RunError};

use super::call::{Call, values};

/// A run in which the attacker goes by these words of a policy.
fn call<'a>(procedure: &'a str, words: &'a [&'a str], policy: &'a [(&'static str, &'a str)]) -> Call<'a> {
    Call { procedure, words, policies: policy, ..Call::default() }
}

const STRONGEST: &[(&str, &str)] = &[("attacker", "strongest")];

/// What comes out when the strongest ship is attacked.
fn run(procedure: &str, words: &[&str], faces: &[u8]) -> Resolution {
    call(procedure, words, STRONGEST).run(faces)
}

fn result(procedure: &str, words: &[&str], faces: &[u8]) -> String {
    run(procedure, words, faces).result
}

/// The rules under which it is refused.
fn refused(procedure: &str, words: &[&str], choices: &[&str]) -> Vec<String> {
    let report = Call { choices, ..call(procedure, words, STRONGEST) }.run(&[]);
    report.refused.into_iter().map(|refusal| refusal.rule).collect()
}

/// The key of the first fault.
fn fault(procedure: &str, words: &[&str]) -> String {
    match call(procedure, words, STRONGEST).tried(&[]) {
        Err(RunError::Input(faults)) => faults[0].key.clone(),
        other => panic!("{words:?}: {other:?}"),
    }
}

/// The least sum of two dice that hits with one attack; none where 12 misses.
fn least(procedure: &str, words: &[&str], choices: &[&str]) -> Option<u8> {
    (2..=12).find(|sum: &u8| {
        let one = (sum / 2).max(sum.saturating_sub(6));
        let report = Call { choices, ..call(procedure, words, STRONGEST) }.run(&[one, sum - one]);
        values(&report, &shot(&report)).contains(&"hit") || report.result.contains("sunk")
    })
}

/// The label of the line that tells an attack: `B at CA`.
fn shot(report: &Resolution) -> String {
    let line = report.lines.iter().find(|line| line.label.contains(" at ") && line.rule == "4.10.3");
    let label = line.map(|line| line.label.clone()).unwrap_or_default();
    label.strip_suffix(": die").unwrap_or(&label).to_owned()
}
