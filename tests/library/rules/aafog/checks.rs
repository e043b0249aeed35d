//! The pages of the checks of hidden play, run; table, pages and list say the same.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use liege::rules::aafog::Aafog;
use liege::rules::aafog::checks::TABLES;
use liege::rules::check::Filter;
use liege::rules::game::Game;
use liege::rules::pack::Pack;

use crate::pages::{case_of, direct, ids, page, run_pages};

#[expect(clippy::disallowed_methods, reason = "tests read the data folders themselves")]
fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok()
}

/// The pack, read once.
pub(super) fn pack() -> Arc<Pack> {
    static PACK: OnceLock<Arc<Pack>> = OnceLock::new();
    PACK.get_or_init(|| Arc::new(Aafog.pack(&read).unwrap_or_else(|faults| panic!("{faults:?}")))).clone()
}

#[test]
fn every_example_reports_what_its_page_declares() {
    let wrong = run_pages(&Aafog, &pack(), &direct);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn what_is_bound_has_a_row_and_a_page_and_what_has_a_page_is_bound() {
    let pack = pack();
    let bound = TABLES.iter().flat_map(|table| table.iter()).map(|check| check.id);
    let rows = pack.rows.iter().map(|row| row.demand.id.as_str());
    let decided: Vec<&str> = bound.chain(rows).collect();
    let once: BTreeSet<&str> = decided.iter().copied().collect();
    assert_eq!(once.len(), decided.len(), "no check is bound twice");
    let with_page: BTreeSet<&str> = pack.pages.keys().map(String::as_str).collect();
    assert_eq!(once, with_page);
    for meta in Aafog.metas(&pack) {
        let Some(text) = &meta.page else { continue };
        let head = format!("# {} {}\n\nRule: {}\n", meta.id, meta.name, meta.rule);
        assert!(text.starts_with(&head), "{} begins with {head:?}", meta.id);
        let page = page(text);
        assert!(["situation legal", "situation illegal"].iter().all(|info| page.blocks.contains_key(*info)));
        assert!(!page.reports.is_empty(), "{} has a line \"reports:\"", meta.id);
    }
}

#[test]
fn what_a_side_may_not_know_is_left_to_the_umpire() {
    let pack = pack();
    for id in ["027", "029", "030", "031", "033", "036", "042", "048", "065"] {
        let id = format!("AAF-{id}");
        let page = page(&pack.pages[&id]);
        for block in &page.blocks["situation illegal"] {
            let mut case = case_of(&pack, &direct, &id, block);
            Arc::make_mut(&mut case.now).looker = Some("axis".into());
            let checked = Aafog.open(&case).check(&Filter { only: [id.clone()].into(), ..Filter::default() });
            assert_eq!(ids(&checked), [""; 0], "{id}");
            assert_eq!(checked.not_checked[0].reason, "needs --side umpire", "{id}");
        }
    }
}
