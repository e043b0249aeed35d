//! Every check has a page, and the module on it shows what the page says it shows, and nothing else.

use std::collections::BTreeSet;

use liege::format::Limits;
use liege::format::module_file::ModuleFile;
use liege::lint::{self, CHECKS, Linted};
use liege::model::module::Module;

use crate::example_module::{block, bytes};

fn linted(page: &str) -> Linted {
    let file = ModuleFile::read(bytes(page), &Limits::default()).expect("the module can be read");
    let (read, _) = Module::read(&file.build_file.root, &|_| None);
    lint::of_module(&file, &read, &|_| true)
}

/// The checks that a page says its module fails, too.
fn also(page: &str) -> BTreeSet<&str> {
    let line = page.lines().find_map(|line| line.strip_prefix("It has also ")).unwrap_or_default();
    line.trim_end_matches('.').split(", ").filter(|id| !id.is_empty()).collect()
}

#[test]
fn the_module_of_each_page_has_its_fault_and_the_page_shows_what_is_told_of_it() {
    let mut wrong = Vec::new();
    for check in CHECKS {
        let page = check.page().unwrap_or_else(|| panic!("{} has no page", check.id));
        assert!(page.starts_with(&format!("# {} {}\n", check.id, check.name)), "{}", check.id);
        for heading in ["## What VASSAL does", "## Why it hurts", "## The mend", "## Example"] {
            assert!(page.contains(heading), "{}: {heading}", check.id);
        }
        let linted = linted(page);
        let own = linted.faults.iter().filter(|fault| fault.id == check.id);
        let told: String = own.map(|fault| fault.in_file("example.vmod") + "\n").collect();
        assert!(!told.is_empty(), "{}: the module of its page has no such fault", check.id);
        let others: BTreeSet<&str> =
            linted.faults.iter().map(|fault| fault.id).filter(|id| *id != check.id).collect();
        if others != also(page) {
            wrong.push(format!("{}: its module has also {others:?}", check.id));
        }
        if block(page, "text") != Some(&told) {
            wrong.push(format!("{}:\n{told}", check.id));
        }
    }
    assert!(wrong.is_empty(), "pages that show something else than is told:\n{}", wrong.join("\n"));
}

#[test]
fn every_page_is_one_of_a_check() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("lint/checks");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(CHECKS.iter().any(|check| format!("{}.md", check.id) == name), "{name}");
    }
}
