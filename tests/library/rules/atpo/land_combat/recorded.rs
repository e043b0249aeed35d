//! Chances of land combat and its small procedures stay what they were: results, weights and every outcome.

use liege::rules::atpo::forces::{ATTACKER, DEFENDER};
use liege::rules::data::Embedded;
use liege::rules::play::chances::Limits;
use liege::rules::play::inputs::pairs;
use liege::rules::play::procedure::{Policies, Request};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::procedure;

/// What was found for an input when it was recorded.
#[derive(Deserialize)]
struct Recorded {
    procedure: String,
    words: Vec<String>,
    policies: std::collections::BTreeMap<String, String>,
    exact: bool,
    merged: bool,
    results: Value,
    outcomes: usize,
    sha256: String,
}

/// An outcome with its weight, so that two lists of them can be compared by a digest.
fn line(row: &Value) -> String {
    let word = |key: &str| match &row[key] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    format!("{} {}/{} {} {}", word("result"), word("weight"), word("of"), row["outcome"], row["open"])
}

#[test]
fn chances_are_those_that_were_recorded() {
    let vectors = include_str!("../../../../data/chances.jsonl");
    let mut wrong = Vec::new();
    for recorded in vectors.lines().map(|line| serde_json::from_str::<Recorded>(line).unwrap()) {
        let told = format!("{} {:?} {:?}", recorded.procedure, recorded.words, recorded.policies);
        let words: Vec<&str> = recorded.words.iter().map(String::as_str).collect();
        let table = pairs(&words).unwrap();
        let request = Request { files: &Embedded, settings: &[], table: &table };
        let mut policies = Policies::default();
        for side in [ATTACKER, DEFENDER] {
            policies.policy(side, recorded.policies.get(side.word()).map_or("", String::as_str));
        }
        let entry = procedure(&recorded.procedure);
        let json = entry.chances(&request, &policies, &Limits::default()).unwrap().json;
        assert_eq!(json["exact"], recorded.exact, "{told}");
        assert_eq!(json["equal_units_merged"] == true, recorded.merged, "{told}");
        assert_eq!(json["results"], recorded.results, "{told}");
        let lines: Vec<String> = json["outcomes"].as_array().unwrap().iter().map(line).collect();
        let digest = Sha256::digest(lines.join("\n"));
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        if (&digest, lines.len()) != (&recorded.sha256, recorded.outcomes) {
            wrong.push(format!("{told}: {} outcomes, {digest}", lines.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
