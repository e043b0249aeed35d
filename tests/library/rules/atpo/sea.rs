//! The war at sea from typed-in values: each row of its tables, each choice, and what the rules forbid.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

pub(super) mod cells;
mod contradictions;
mod evasion;
mod force_lift;
mod interception;
mod lift;
mod night;
mod raids;
pub(super) mod readings;
mod rows;

use proptest::prelude::*;

use super::land_combat::{chances_of, procedure, run_with};
use super::page;
use liege::rules::play::procedure::{Orders, Resolution, RunError};

/// Runs a procedure; what is typed is parted by blanks, `~` is a blank inside of a value.
pub(super) fn run(
    procedure: &str,
    typed: &str,
    faces: &[u8],
    settings: &[&str],
) -> Result<Resolution, RunError> {
    let words: Vec<String> = typed.split_whitespace().map(|word| word.replace('~', " ")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    run_with(procedure, &words, faces, settings, &mut Orders::default())
}

/// The result of a procedure; `refused` where the rules forbid it.
pub(super) fn result(procedure: &str, typed: &str, faces: &[u8], settings: &[&str]) -> String {
    run(procedure, typed, faces, settings).unwrap().result
}

/// The rules under which a procedure is refused.
pub(super) fn refused(procedure: &str, typed: &str, settings: &[&str]) -> Vec<String> {
    let report = run(procedure, typed, &[], settings).unwrap();
    report.refused.into_iter().map(|refusal| refusal.rule).collect()
}

/// The key of the first fault in what is typed.
pub(super) fn fault(procedure: &str, typed: &str) -> String {
    match run(procedure, typed, &[], &[]) {
        Err(RunError::Input(faults)) => faults[0].key.clone(),
        other => panic!("{procedure} {typed}: {other:?}"),
    }
}

/// The lowest face with this result, none where no face has it; the other dice show 1.
fn least_face(procedure: &str, typed: &str, wanted: &str, settings: &[&str]) -> Option<u8> {
    (1..=6).find(|face| result(procedure, typed, &[*face], settings) == wanted)
}

#[test]
fn chances_of_the_war_at_sea_are_exact() {
    for (id, words) in [
        ("R16", vec!["nation=JP", "ship=sunk"]),
        ("R18", vec!["ships=3", "date=1942-01"]),
        ("R22", vec!["air=B 3"]),
        ("R10", vec!["groups=2", "coastal=yes"]),
        ("R06", vec!["us=CA 2"]),
        ("R60", vec!["night"]),
        ("R67", vec!["date=1942-01"]),
        ("R67", vec!["date=1944-01"]),
    ] {
        let json = chances_of(id, &words);
        assert_eq!(procedure(id).id, format!("ATPO-{id}"));
        assert!(json["method"] == "exact" || json.to_string().contains("exact"), "{id}: {json:#}");
    }
}

/// The procedures of the war at sea.
const ALL: [&str; 10] = ["R06", "R07", "R10", "R11", "R16", "R17", "R18", "R22", "R60", "R67"];

#[test]
fn each_page_has_all_keys_of_its_procedure_and_no_others_and_an_example_that_comes_out() {
    for id in ALL.into_iter().chain(["R14", "R15", "lift"]) {
        page::tells_its_keys(id);
        page::example_comes_out(id);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_input_panics(
        which in 0usize..10,
        words in proptest::collection::vec((0usize..40, "[ -~é]{0,20}|[0-9]{1,12}|yes|no|1942-05"), 0..8),
        face in 1u8..=6,
    ) {
        let keys = procedure(ALL[which]).keys;
        let words: Vec<String> =
            words.iter().map(|(key, value)| format!("{}={value}", keys[key % keys.len()].name)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let _ = run_with(ALL[which], &words, &[face, face], &[], &mut Orders::default());
    }

    #[test]
    fn lists_of_ships_and_groups_never_panic(
        which in 0usize..6,
        list in "((3|2 x|CA|CV|N|SS|US|maru|bomber|speed|ships|de|group|FB|reduced|;|,|:|\\+|99999999999) ?){0,12}",
    ) {
        let (id, typed) = [
            ("R06", "us="),
            ("R07", "date=1944-05 routes="),
            ("R10", "groups="),
            ("R10", "admiral-l="),
            ("R11", "interceptor=30 target="),
            ("R22", "air="),
        ][which];
        let _ = run(id, &format!("{typed}{}", list.replace(' ', "~")), &[1, 1, 1], &[]);
    }
}
