//! Guards restrain the checks they name, and refining checks replace the checks they refine.

use liege::rules::atpo::procedures::PROCEDURES;
use liege::rules::play::procedure::Ending;

use super::{check_text, ids, pack, page};
use crate::pages::command;
use crate::rules::atpo::call::Call;

#[test]
fn a_guards_page_declares_a_check_or_a_procedure_that_it_restrains() {
    let pack = pack();
    let guards: Vec<_> = pack.demands.iter().filter(|demand| demand.is_guard()).collect();
    assert_eq!(guards.len(), 12);
    for guard in guards {
        let page = page(&pack.pages[&guard.id]);
        assert!(guard.guards.iter().any(|id| page.reports.contains(id)), "{}", guard.id);
    }
}

#[test]
fn guards_and_refinements_name_checks_and_procedures_that_exist() {
    let pack = pack();
    let kept = |id: &String| PROCEDURES.iter().any(|entry| entry.id == *id);
    for demand in &pack.demands {
        for id in &demand.refines {
            assert!(pack.pages.contains_key(id), "{} names {id}", demand.id);
        }
        for id in &demand.guards {
            assert!(pack.pages.contains_key(id) || kept(id), "{} names {id}", demand.id);
        }
    }
}

#[test]
fn a_guarded_procedure_carries_out_what_the_guard_allows_and_refuses_the_rest() {
    let pack = pack();
    let mut tried = 0;
    for demand in &pack.demands {
        let page = page(&pack.pages.get(&demand.id).cloned().unwrap_or_default());
        for (info, ending) in [("run legal", Ending::Done), ("run illegal", Ending::Refused)] {
            for block in page.blocks.get(info).into_iter().flatten() {
                let words = command(block);
                let (faces, words) = (words.iter().position(|word| word == "--dice").unwrap(), &words);
                let given: Vec<u8> = words[faces + 1].split(',').map(|face| face.parse().unwrap()).collect();
                let values: Vec<&str> = words[1..faces].iter().map(String::as_str).collect();
                let call = Call { procedure: &words[0], words: &values, ..Call::default() };
                assert_eq!(call.run(&given).status, ending, "{}: {block}", demand.id);
                tried += 1;
            }
        }
    }
    assert_eq!(tried, 3);
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
