//! Table, files and pages say the same, and the pages' examples are true.

use std::collections::BTreeSet;

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
        for info in ["situation legal", "situation illegal"] {
            assert!(page.blocks.contains_key(info), "{} has a block {info}", meta.id);
        }
        assert!(!page.reports.is_empty(), "{} has a line \"reports:\"", meta.id);
    }
}

#[test]
fn every_demand_of_the_rules_is_listed_once_with_a_name_and_a_rule() {
    let pack = pack();
    assert_eq!(pack.invariants.len(), 252);
    let metas = game().metas(&pack);
    assert_eq!(metas.len(), 252, "no check has an id that the list lacks");
    let names: BTreeSet<&str> = metas.iter().map(|meta| meta.name.as_str()).collect();
    assert_eq!(names.len(), metas.len(), "names are unique");
    for meta in &metas {
        assert!(!meta.name.is_empty() && !meta.rule.is_empty(), "{}", meta.id);
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(meta.name.chars().all(kebab), "{}", meta.name);
    }
    for invariant in &pack.invariants {
        let meta = metas.iter().find(|meta| meta.id == invariant.id).unwrap();
        assert_eq!((&meta.name, &meta.rule), (&invariant.name, &invariant.rule), "{}", meta.id);
    }
}
