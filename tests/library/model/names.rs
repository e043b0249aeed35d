//! Names, layers and labels of pieces made to show every rule, as the real engine gives them.

use std::collections::BTreeMap;

use super::support::{commands, data, data_bytes, module};
use liege::model::module::Module;
use liege::model::position::{Piece, Position};
use serde_json::Value;

fn position() -> Position {
    let file = module(&data_bytes("engine/names.vmod"));
    let (module, _) = Module::read(&file.build_file.root, &|_| None);
    Position::read(&commands(&data_bytes("engine/names.vsav")), Some(&module)).0
}

fn pieces() -> Vec<(Value, Piece)> {
    let position = position();
    let lines = data("engine/names.jsonl");
    let pairs = lines.lines().map(|line| {
        let theirs: Value = serde_json::from_str(line).unwrap();
        let ours = position.piece(theirs["id"].as_str().unwrap()).unwrap().clone();
        (theirs, ours)
    });
    pairs.collect()
}

fn differences(of: impl Fn(&Value, &Piece) -> (Value, Value)) -> Vec<String> {
    let mut out = Vec::new();
    for (theirs, piece) in &pieces() {
        let (theirs, ours) = of(theirs, piece);
        if theirs != ours {
            let traits: Vec<_> = piece.traits.traits.iter().map(|t| (&t.type_text, &t.state_text)).collect();
            out.push(format!("{} {}: {ours}, engine {theirs}; {traits:?}", piece.id, piece.basic_name));
        }
    }
    out
}

#[test]
fn names_are_those_of_the_engine() {
    let differences = differences(|theirs, piece| (theirs["name"].clone(), piece.name.clone().into()));
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn layers_stand_at_the_levels_of_the_engine() {
    let differences = differences(|theirs, piece| {
        let levels: Vec<i32> = piece.layers.iter().map(|layer| layer.level).collect();
        (theirs["layers"].clone(), levels.into())
    });
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn labels_say_what_the_engine_draws() {
    let differences = differences(|theirs, piece| {
        let labels: BTreeMap<String, &str> =
            piece.label_texts.iter().map(|(place, text)| (place.to_string(), text.as_str())).collect();
        (theirs["labels"].clone(), serde_json::to_value(labels).unwrap())
    });
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn properties_without_container_belong_to_the_first_that_has_them() {
    let position = position();
    let value = |container: &str, name: &str| {
        position.properties.get(&(container.to_owned(), name.to_owned())).map(String::as_str)
    };
    assert_eq!(value("Main", "Old"), Some("of two fields"));
    assert_eq!(value("Main:North", "ZoneProp"), Some("zoned"));
    assert_eq!(value("", "Old"), None);
}
