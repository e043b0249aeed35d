//! What a save says agrees with what the real engine saw after loading it.

use std::collections::BTreeMap;

use super::support::{commands, corpus, data, data_bytes, image_size, module};
use liege::model::log;
use liege::model::module::Module;
use liege::model::position::{Piece, Position};
use serde_json::Value;

struct Golden {
    maps: Vec<Value>,
    pieces: BTreeMap<String, Value>,
    piles: BTreeMap<String, Value>,
}

fn golden(text: &str) -> Golden {
    let mut golden = Golden { maps: Vec::new(), pieces: BTreeMap::new(), piles: BTreeMap::new() };
    for line in text.lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        let id = value["id"].as_str().unwrap_or_default().to_owned();
        match value["k"].as_str().unwrap() {
            "map" => golden.maps.push(value),
            "piece" => drop(golden.pieces.insert(id, value)),
            "stack" | "deck" => drop(golden.piles.insert(id, value)),
            _ => {}
        }
    }
    golden
}

/// Differences between ours and the engine's, one line each.
fn differences(golden: &Golden, position: &Position) -> Vec<String> {
    let mut out = Vec::new();
    compare_maps(golden, position, &mut out);
    let ours: BTreeMap<&str, &Piece> = position.pieces.iter().map(|p| (p.id.as_str(), p)).collect();
    for (id, theirs) in &golden.pieces {
        match ours.get(id.as_str()) {
            Some(piece) => compare_piece(theirs, piece, &mut out),
            None => out.push(format!("piece {id} is missing")),
        }
    }
    let surplus = ours.keys().filter(|id| !golden.pieces.contains_key(**id));
    out.extend(surplus.map(|id| format!("piece {id} should not be there")));
    compare_piles(golden, position, &mut out);
    out
}

fn compare_maps(golden: &Golden, position: &Position, out: &mut Vec<String>) {
    for theirs in &golden.maps {
        let name = theirs["identifier"].as_str().unwrap();
        let Some(ours) = position.map(name) else {
            out.push(format!("map {name} is missing"));
            continue;
        };
        let boards: Vec<String> = ours
            .layout
            .boards
            .iter()
            .map(|b| {
                let (o, s) = (b.bounds.origin, b.bounds.size);
                format!("{} {} {} {} {} {}", b.board.name, o.x, o.y, s.width, s.height, b.reversed)
            })
            .collect();
        let expected: Vec<String> = theirs["boards"]
            .as_array()
            .unwrap()
            .iter()
            .map(|b| {
                let n = |i: usize| &b["bounds"][i];
                let name = b["name"].as_str().unwrap();
                format!("{name} {} {} {} {} {}", n(0), n(1), n(2), n(3), b["reversed"])
            })
            .collect();
        if boards != expected {
            out.push(format!("boards of {name}: {boards:?}, engine {expected:?}"));
        }
    }
}

fn compare_piece(theirs: &Value, piece: &Piece, out: &mut Vec<String>) {
    let text = |v: &Option<String>| v.clone().map_or(Value::Null, Value::from);
    let mut pairs = vec![
        ("map", text(&piece.map)),
        ("x", piece.x.into()),
        ("y", piece.y.into()),
        ("parent", text(&piece.stack)),
        ("name", piece.name.clone().into()),
        ("basicName", piece.basic_name.clone().into()),
        ("gpid", piece.gpid.clone().into()),
        ("hiddenBy", text(&piece.hidden_by)),
    ];
    if !theirs["map"].is_null() {
        pairs.push(("board", text(&piece.board)));
        pairs.push(("zone", text(&piece.zone)));
        pairs.push(("location", text(&piece.location)));
    }
    if !theirs["parent"].is_null() {
        pairs.push(("index", piece.index.into()));
    }
    for (key, ours) in pairs {
        if theirs[key] != ours {
            let name = &piece.name;
            out.push(format!("{key} of {name} {}: {ours}, engine {}", piece.id, theirs[key]));
        }
    }
    let Some(traits) = theirs["traits"].as_array() else { return };
    let layers: Vec<String> = traits
        .iter()
        .filter(|t| t["c"] == "Embellishment")
        .map(|t| format!("{} {}", t["layer"].as_str().unwrap(), t["s"].as_str().unwrap()))
        .collect();
    let ours: Vec<String> = piece.layers.iter().map(|l| format!("{} {}", l.name, l.level)).collect();
    if ours != layers {
        out.push(format!("layers of {} {}: {ours:?}, engine {layers:?}", piece.name, piece.id));
    }
}

fn compare_piles(golden: &Golden, position: &Position, out: &mut Vec<String>) {
    for pile in &position.stacks {
        // Some versions of the engine drop stacks without pieces.
        let Some(theirs) = golden.piles.get(&pile.id) else {
            if !pile.pieces.is_empty() {
                out.push(format!("stack {} should not be there", pile.id));
            }
            continue;
        };
        let contents: Vec<&str> =
            theirs["contents"].as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect();
        if pile.pieces != contents {
            out.push(format!("stack {}: {:?}, engine {contents:?}", pile.id, pile.pieces));
        }
        let kind = if pile.deck.is_some() { "deck" } else { "stack" };
        if theirs["k"] != kind {
            out.push(format!("{} is a {kind}, engine {}", pile.id, theirs["k"]));
        }
    }
    for (id, theirs) in &golden.piles {
        let empty = theirs["contents"].as_array().unwrap().is_empty();
        if !empty && !position.stacks.iter().any(|p| p.id == *id) {
            out.push(format!("stack {id} is missing"));
        }
    }
}

fn check(file: &[u8], save: &[u8], expected: &str) -> Vec<String> {
    let file = module(file);
    let root = &file.build_file.root;
    let (module, _) = Module::read(root, &|name| image_size(&file, name));
    let (position, _) = Position::read(&commands(save), Some(&module));
    differences(&golden(expected), &position)
}

fn corpus_agrees(module: &str, save: &str, expected: &str) {
    let Some(corpus) = corpus() else { return };
    let file = |name: &str| corpus.bytes(name);
    let text = String::from_utf8(file(expected)).unwrap();
    let differences = check(&file(module), &file(save), &text);
    let shown = differences.iter().take(20).cloned().collect::<Vec<_>>();
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), shown.join("\n"));
}

/// Differences after all steps of a log.
fn check_played(file: &[u8], save: &[u8], expected: &str) -> Vec<String> {
    let file = module(file);
    let root = &file.build_file.root;
    let (module, _) = Module::read(root, &|name| image_size(&file, name));
    let commands = commands(save);
    let (position, _) = log::position(&commands, Some(&module), usize::MAX);
    differences(&golden(expected), &position)
}

#[test]
fn the_end_of_the_mini_log_agrees_with_the_engine() {
    let text = data("mini/mini.vlog.dump.jsonl");
    let (module, log) = (data_bytes("mini/mini.vmod"), data_bytes("mini/mini.vlog"));
    assert_eq!(check_played(&module, &log, &text), Vec::<String>::new());
}

#[test]
fn the_end_of_the_tour_agrees_with_the_engine() {
    let Some(corpus) = corpus() else { return };
    let text = data("engine/tour-played.jsonl");
    let differences = check_played(&corpus.bytes("tour.mod"), &corpus.bytes("tour.log"), &text);
    assert!(differences.is_empty(), "{differences:#?}");
}

#[test]
fn mini_agrees_with_the_engine() {
    let text = String::from_utf8(data_bytes("mini/mini.vsav.dump.jsonl")).unwrap();
    let (module, save) = (data_bytes("mini/mini.vmod"), data_bytes("mini/mini.vsav"));
    assert_eq!(check(&module, &save, &text), Vec::<String>::new());
}

#[test]
fn ragnarok_start_agrees_with_the_engine() {
    corpus_agrees("ragnarok.vmod", "ragnarok-start.vsav", "golden/ragnarok-start.jsonl");
}

#[test]
fn longest_day_campaign_agrees_with_the_engine() {
    corpus_agrees("longest-day.vmod", "longest-day-campaign.sav", "golden/longest-day-campaign.jsonl");
}

#[test]
fn longest_day_scenario_4_agrees_with_the_engine() {
    corpus_agrees("longest-day.vmod", "longest-day-scenario_4.sav", "golden/longest-day-scenario_4.jsonl");
}

#[test]
fn carcassonne_agrees_with_the_engine() {
    corpus_agrees(
        "carcassonne-ark.vmod",
        "carcassonne-ark-2players-2.sav",
        "golden/carcassonne-ark-2players-2.jsonl",
    );
}

#[test]
fn tour_agrees_with_the_engine() {
    corpus_agrees("tour.mod", "tour.log", "golden/tour.jsonl");
}
