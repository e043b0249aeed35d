//! Table, files and pages say the same, and the pages' examples are true.

use std::collections::BTreeSet;

use liege::rules::atpo::checks::TABLES;

use super::{direct, game, pack, page, root, run_pages};

#[test]
fn every_example_reports_what_its_page_declares() {
    let wrong = run_pages(&direct);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn table_files_and_pages_are_the_same() {
    let metas = game().metas(&pack());
    let with_page: BTreeSet<String> =
        metas.iter().filter(|meta| meta.page.is_some()).map(|meta| format!("{}.md", meta.id)).collect();
    let folder = std::fs::read_dir(root().join("rules/atpo/checks")).unwrap();
    let files: BTreeSet<String> =
        folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(with_page, files);
    for meta in &metas {
        let Some(text) = &meta.page else { continue };
        let head = format!("# {} {}\n\nRule: {}\n", meta.id, meta.name, meta.rule);
        assert!(text.starts_with(&head), "{} begins with {head:?}", meta.id);
        let page = page(text);
        // What restrains a procedure is shown by runs of it.
        let shown = if page.blocks.contains_key("run legal") { "run" } else { "situation" };
        for kind in ["legal", "illegal"] {
            let info = format!("{shown} {kind}");
            assert!(page.blocks.contains_key(&info), "{} has a block {info}", meta.id);
        }
        assert!(!page.reports.is_empty(), "{} has a line \"reports:\"", meta.id);
    }
}

#[test]
fn what_is_bound_has_a_row_and_a_page_and_what_has_a_page_is_bound() {
    let pack = pack();
    let bound = TABLES.iter().flat_map(|table| table.iter()).map(|check| check.id);
    let guards = pack.demands.iter().filter(|demand| demand.is_guard()).map(|demand| demand.id.as_str());
    let rows = pack.rows.iter().map(|row| row.demand.id.as_str());
    let decided: Vec<&str> = bound.chain(guards).chain(rows).collect();
    let once: BTreeSet<&str> = decided.iter().copied().collect();
    assert_eq!(once.len(), decided.len(), "no check is bound twice");
    let with_page: BTreeSet<&str> = pack.pages.keys().map(String::as_str).collect();
    assert_eq!(once, with_page);
}

#[test]
fn every_demand_of_the_rules_is_listed_once_with_a_name_and_a_rule() {
    let pack = pack();
    let metas = game().metas(&pack);
    assert_eq!(metas.len(), 252, "no check has an id that the list lacks");
    let names: BTreeSet<&str> = metas.iter().map(|meta| meta.name.as_str()).collect();
    assert_eq!(names.len(), metas.len(), "names are unique");
    for meta in &metas {
        assert!(!meta.name.is_empty() && !meta.rule.is_empty(), "{}", meta.id);
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(meta.name.chars().all(kebab), "{}", meta.name);
    }
}

/// Numbers that are part of a proper name.
const NUMBERED: &[&str] = &["b-25", "jn-25"];

#[test]
fn names_state_the_fault_and_no_example_of_it() {
    for meta in game().metas(&pack()) {
        let name = NUMBERED.iter().fold(meta.name.clone(), |name, proper| name.replace(proper, ""));
        assert!(!name.contains(|c: char| c.is_ascii_digit()), "{} has a number", meta.name);
        assert!(meta.name.len() <= 45, "{} is too long", meta.name);
        assert!(meta.name.contains('-'), "{} is one word", meta.name);
    }
}

#[test]
fn what_has_no_page_is_said_in_a_sentence() {
    let pack = pack();
    for meta in game().metas(&pack) {
        let demand = &meta.demand;
        assert_eq!(demand.is_empty(), meta.page.is_some(), "{}: a page or a sentence", meta.id);
        if meta.page.is_none() {
            assert!(demand.ends_with('.') && demand.starts_with(char::is_uppercase), "{}: {demand}", meta.id);
            assert!(!demand.contains("choice ") && !demand.contains('_'), "{}: {demand}", meta.id);
        }
    }
}
