//! Every check has a page, and the module on it shows what the page says it shows, and nothing else.

use std::collections::BTreeSet;

use super::wanted;
use liege::convert::lines;
use liege::format::Limits;
use liege::format::build_file::Element;
use liege::format::detect::Kind;
use liege::format::metadata::Metadata;
use liege::format::module_file::ModuleFile;
use liege::lint::{self, Beside, CHECKS, Linted, OfSave};
use liege::model::module::Module;
use liege::model::position::Position;
use liege::shipped::text;

use crate::example_module::{block, bytes, document};

/// What is told of the module on a page, or of the save where it has one, with the name of the file.
fn linted(page: &str) -> (Linted, &'static str) {
    let file = ModuleFile::read(bytes(page), &Limits::default()).expect("the module can be read");
    let (module, _) = Module::read(&file.build_file.root, &|_| picture_size(page));
    if let Some(text) = block(page, "extension") {
        return (of_extension(page, text, (&file, &module)), "example.vmdx");
    }
    let Some(commands) = block(page, "commands") else {
        return (lint::of_module(&file, &module, wanted(&|_| true)), "example.vmod");
    };
    let commands = lines::read(commands).expect("the commands can be read");
    let (position, _) = Position::read(&commands, Some(&module));
    let about = Metadata { version: Some(page_version(page)), ..Metadata::default() };
    let save = OfSave {
        commands: &commands,
        position: &position,
        about: Some(&about),
        module: Some((&file, &module)),
        sees: &|_| true,
    };
    (lint::of_save(save, &|_| true), "example.vsav")
}

/// What is told of the extension of a page, beside the extensions that it names.
fn of_extension(page: &str, text: &str, (base, base_module): (&ModuleFile, &Module)) -> Linted {
    let read = |root: &Element| Module::read(root, &|_| None).0;
    let mut file = ModuleFile::new(document(text), Metadata::default()).expect("a new extension");
    file.kind = Kind::Extension;
    let module = read(&file.build_file.root);
    let ids = ids_beside(page);
    let beside = Beside { file: base, module: base_module, later: &[], ids: &ids };
    lint::of_extension((&file, &module), &beside, &read, wanted(&|_| true))
}

/// The other extension in the folder, where a page has one, and its id.
fn ids_beside(page: &str) -> Vec<(String, String)> {
    let line = page.lines().find_map(|line| line.strip_prefix("Beside it lies "));
    let told = line.and_then(|line| line.trim_end_matches('.').split_once(" with the id "));
    told.map(|(file, id)| (file.to_owned(), id.to_owned())).into_iter().collect()
}

/// The size of the pictures of a page, where it tells it.
fn picture_size(page: &str) -> Option<(u32, u32)> {
    let line = page.lines().find_map(|line| line.strip_prefix("The picture is "))?;
    let (width, height) = line.trim_end_matches('.').split_once(" × ")?;
    Some((width.parse().ok()?, height.parse().ok()?))
}

/// The version of the module that the save of a page was made with.
fn page_version(page: &str) -> String {
    let line = page.lines().find_map(|line| line.strip_prefix("Its version is "));
    line.map_or("2", |line| line.trim_end_matches('.')).to_owned()
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
        let page = text(&check.page_path()).unwrap_or_else(|| panic!("{} has no page", check.id));
        assert!(page.starts_with(&format!("# {} {}\n", check.id, check.name)), "{}", check.id);
        for heading in ["## What VASSAL does", "## Why it hurts", "## The mend", "## Example"] {
            assert!(page.contains(heading), "{}: {heading}", check.id);
        }
        let (linted, file) = linted(page);
        let own = linted.faults.iter().filter(|fault| fault.id == check.id);
        let told: String = own.map(|fault| fault.in_file(file) + "\n").collect();
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
