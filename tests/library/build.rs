//! The built module as VASSAL shows it: turns, pieces with their commands, windows, buttons, charts.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test that cannot go on should stop; tests read the data folders themselves"
)]

mod areas;
mod buttons;
mod decks;
mod dials;
mod map;
mod openings;
mod pieces;
mod plain;
mod tracks;
mod turns;
mod windows;

use std::path::Path;
use std::sync::OnceLock;

use liege::build::{Data, Plan, frame};
use liege::format::build_file::Element;
use liege::format::timestamp::Timestamp;
use liege::model::module::Module;
use liege::model::slot::Prototypes;
use liege::rules::data::Embedded;
use liege::rules::games::GAMES;
use serde_json::Value;

fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok()
}

/// The data of the game, the planned module, and the module as our reader sees it, made once.
fn built() -> &'static (Data, Plan, Module) {
    static BUILT: OnceLock<(Data, Plan, Module)> = OnceLock::new();
    BUILT.get_or_init(|| {
        let data = Data::load(GAMES[0], &Embedded).unwrap_or_else(|faults| panic!("{faults:?}"));
        let plan = data.plan(Timestamp(0)).unwrap_or_else(|faults| panic!("{faults:?}"));
        let module = plan.module();
        (data, plan, module)
    })
}

fn root() -> &'static Element {
    &built().1.document.root
}

/// All elements of a class, by its last word.
fn all(class: &str) -> Vec<&'static Element> {
    fn below(element: &'static Element, class: &str, found: &mut Vec<&'static Element>) {
        for child in element.elements() {
            if child.short_tag() == class {
                found.push(child);
            }
            below(child, class, found);
        }
    }
    let mut found = Vec::new();
    below(root(), class, &mut found);
    found
}

/// The element of a class whose attribute has a value.
fn one(class: &str, attribute: &str, value: &str) -> &'static Element {
    let found = all(class).into_iter().find(|element| element.attr(attribute) == Some(value));
    found.unwrap_or_else(|| panic!("no {class} with {attribute} {value}"))
}

/// The lines of a file that the engine has written.
fn engine(name: &str) -> Vec<Value> {
    let text = read(&format!("tests/data/engine/{name}")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_frame_of_a_module_is_the_module_without_its_pieces() {
    for game in GAMES {
        let data = Data::load(*game, &Embedded).unwrap_or_else(|faults| panic!("{faults:?}"));
        let mut whole = data.plan(Timestamp(0)).unwrap().module();
        assert!(!whole.slots.is_empty() && whole.prototypes != Prototypes::default());
        whole.slots.clear();
        whole.prototypes = Prototypes::default();
        assert_eq!(data.frame().unwrap(), whole, "{}", game.id());
        let shipped = frame::shipped(game.id(), &Embedded);
        assert_eq!(shipped, Some(whole), "{}: run `cargo run --example prebuild`", game.id());
    }
}
