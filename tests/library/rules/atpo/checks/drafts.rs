//! A value's source is judged by its column: a hex that the rules only name has drafts for all else, and what rests on a draft is suspicious at most.

use liege::diagnostic::Severity;

use super::{check_text, pack, read};

fn told(text: &str) -> Vec<(String, Severity)> {
    let checked = check_text(text);
    checked.findings.into_iter().map(|finding| (finding.id, finding.severity)).collect()
}

fn suspicious(id: &str) -> Vec<(String, Severity)> {
    vec![(id.into(), Severity::Suspicious)]
}

fn illegal(id: &str) -> Vec<(String, Severity)> {
    vec![(id.into(), Severity::Illegal)]
}

/// Full divisions of the US Marines and a regiment; each marine division has two steps.
fn marines(divisions: usize, regiments: usize) -> String {
    let all = (1..=divisions).map(|number| format!("us-marine-{number}"));
    all.chain((0..regiments).map(|_| "us-marine-rgt-1".into())).collect::<Vec<_>>().join(", ")
}

#[test]
fn three_divisions_and_a_regiment_on_wake_are_clean_in_every_phase() {
    for hex in ["E2720", "E2112"] {
        for phase in ["WX.1", "NA.1", "OL.3", "MV.1", "EN.2", "EN.5", "SE.6"] {
            let stack = format!("{}, chit:us-sea-supply", marines(3, 1));
            assert_eq!(told(&format!("phase: {phase}\nat {hex}: {stack}")), [], "{hex} in {phase}");
        }
        let eight = format!("at {hex}: {}", marines(4, 0));
        assert_eq!(told(&eight), [], "as many as any terrain holds: {hex}");
        let ten = format!("at {hex}: {}", marines(5, 0));
        assert_eq!(told(&ten), suspicious("ATPO-S02"), "a city would hold them: {hex}");
        let eleven = format!("at {hex}: {}", marines(5, 1));
        assert_eq!(told(&eleven), illegal("ATPO-S02"), "over every reading: {hex}");
    }
}

#[test]
fn a_black_dot_that_no_rule_states_makes_a_stack_suspicious_and_never_illegal() {
    for hex in ["W3733", "E2427", "E3418"] {
        let small = told(&format!("at {hex}: {}", marines(2, 0)));
        assert_eq!(small, [], "four steps on {hex}");
    }
    for hex in ["W3733", "E2427"] {
        assert_eq!(told(&format!("at {hex}: {}", marines(2, 1))), suspicious("ATPO-S02"), "{hex}");
        assert_eq!(told(&format!("at {hex}: {}", marines(4, 0))), suspicious("ATPO-S02"), "{hex}");
        assert_eq!(told(&format!("at {hex}: {}", marines(4, 1))), illegal("ATPO-S02"), "{hex}");
    }
}

#[test]
fn okinawa_and_borneo_are_no_small_islands() {
    assert_eq!(told(&format!("at W3825: {}", marines(5, 0))), [], "eight steps and a city");
    assert_eq!(told(&format!("at W3825: {}", marines(5, 1))), illegal("ATPO-S01"));
    assert_eq!(told(&format!("at W2317: {}", marines(5, 0))), []);
}

#[test]
fn a_port_of_a_hex_that_the_rules_only_name_is_a_draft() {
    let docked = |hex: &str, count: usize| told(&format!("at {hex} docked: {count} x us-dd-1"));
    assert_eq!(docked("E2720", 6), suspicious("ATPO-P01"));
    assert_eq!(docked("E2720", 31), illegal("ATPO-P01"), "over the largest port");
}

#[test]
fn the_rules_state_a_column_and_not_its_row() {
    let pack = pack();
    let is_draft = |hex: &str, column| pack.map.hex(hex.parse().unwrap()).unwrap().is_draft(column);
    for column in ["island", "city", "port", "fort", "terrain", "kind"] {
        assert!(is_draft("E2720", column), "{column}");
    }
    assert!(!is_draft("E2720", "name") && !is_draft("E2720", "owner_1941"));
    assert!(!is_draft("W2112", "fort") && is_draft("W2112", "terrain"));
    assert!(!is_draft("W2609", "terrain") && is_draft("W2609", "resource"));
    assert!(!is_draft("W5021", "kind") && is_draft("W5021", "terrain"));
    assert!(!is_draft("W4533", "port") && is_draft("W4533", "island"));
}

#[test]
fn the_stated_columns_are_those_of_the_facts_that_the_rules_state() {
    let cells = |text: &str| -> Vec<Vec<String>> {
        text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
    };
    let stated = cells(&read("maps/atpo/stated.csv").unwrap());
    let mut stated: Vec<(String, String)> = stated
        .iter()
        .flat_map(|row| row[1].split(' ').map(|column| (row[0].clone(), column.to_owned())))
        .collect();
    let named = cells(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/atpo-named-hexes.csv")));
    let mut named: Vec<(String, String)> = named.iter().map(|row| (row[0].clone(), row[1].clone())).collect();
    stated.sort();
    named.sort();
    assert_eq!(stated, named);
    let rows = read("maps/atpo/hexes.csv").unwrap();
    assert!(!rows.lines().any(|line| line.contains(",rules,")), "no row rests on the rules as a whole");
}
