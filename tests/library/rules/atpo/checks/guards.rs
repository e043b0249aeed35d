//! Guards restrain the checks they name, and refining checks replace the checks they refine.

use super::{check_text, ids, pack, page};

#[test]
fn a_guards_page_declares_a_check_that_it_restrains() {
    let pack = pack();
    let guards: Vec<_> = pack.demands.iter().filter(|demand| demand.is_guard()).collect();
    assert_eq!(guards.len(), 11);
    for guard in guards {
        let page = page(&pack.pages[&guard.id]);
        assert!(guard.guards.iter().any(|id| page.reports.contains(id)), "{}", guard.id);
    }
}

#[test]
fn guards_and_refinements_name_checks_that_exist() {
    let pack = pack();
    for demand in &pack.demands {
        for id in demand.guards.iter().chain(&demand.refines) {
            assert!(pack.pages.contains_key(id), "{} names {id}", demand.id);
        }
    }
}

#[test]
fn the_finding_for_a_small_island_replaces_the_general_one_there_only() {
    let nine = ["jp-inf-2 reduced"; 9].join(", ");
    let checked = check_text(&format!("at W3733: {nine}\nat W5021: {nine}"));
    let places: Vec<(&str, &str)> = checked
        .findings
        .iter()
        .map(|finding| (finding.id.as_str(), finding.place.as_ref().unwrap().location.as_str()))
        .collect();
    assert_eq!(places, [("ATPO-S01", "W5021"), ("ATPO-S02", "W3733")]);
}

#[test]
fn a_restrained_check_still_fires_beside_what_its_guard_allows() {
    assert_eq!(ids(&check_text("in \"India Box\": 30 x uk-inf-2")), [""; 0]);
    let nine = ["uk-inf-2 reduced"; 9].join(", ");
    assert_eq!(ids(&check_text(&format!("in \"India Box\": 30 x uk-inf-2\nat W3301: {nine}"))), ["ATPO-S01"]);
}
