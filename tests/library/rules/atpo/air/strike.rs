//! An air strike from the search to the landing (ATPO-STRIKE), each worked out by hand.

use liege::rules::procedure::{Ending, Resolution};

use crate::rules::atpo::call::{Call, values};

/// A US air group that attacks a Japanese carrier.
const ENTERPRISE: &str = "strike=Enterprise:N 4-4/2 2-4/2 US @Enterprise";
const SORYU: &str = "ships=Soryu:CV 0-8/0-6 JP";
const FOUND: [&str; 2] = ["located=yes", "date=1942-06"];

fn strike<'a>(words: &'a [&'a str], policies: &'a [(&'static str, &'a str)]) -> Call<'a> {
    Call { procedure: "air-strike", words, policies, choices: &[] }
}

fn found<'a>(more: &[&'a str]) -> Vec<&'a str> {
    FOUND.into_iter().chain(more.iter().copied()).collect()
}

/// What is done, as `subject change`.
fn changes(report: &Resolution) -> Vec<String> {
    report.deeds.iter().map(|deed| format!("{} {}", deed.subject(), deed.act.word())).collect()
}

const BOTH: &[(&str, &str)] = &[("attacker", "balanced,stay"), ("defender", "balanced,stay")];

#[test]
fn an_unopposed_strike_attacks_as_often_as_its_strength() {
    let words = found(&[ENTERPRISE, SORYU]);
    // A carrier has an anti-aircraft value of 1: only snake eyes hit. +3 at a named ship: 5 + 3 reaches Armor 8.
    let report = strike(&words, BOTH).run(&[2, 3, 1, 2, 1, 3, 2, 1]);
    assert_eq!((report.result.as_str(), report.status), ("Soryu damaged", Ending::Done));
    assert_eq!(changes(&report), ["Soryu reduce"]);
    assert_eq!(values(&report, "aircraft"), ["back at their bases"]);
}
