//! The steps of a log are those of VASSAL's step button, and lead where it leads.

use std::collections::BTreeMap;

use liege::format::Limits;
use liege::format::build_file::Document;
use liege::format::command::Command;
use liege::model::log;
use liege::model::module::Module;
use liege::model::position::Position;
use serde_json::{Value, json};

use super::support::{commands, corpus, data, data_bytes};

fn lines(name: &str) -> Vec<Value> {
    data(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn module(name: &str) -> Module {
    let file = Document::parse(&data_bytes(name), &Limits::default()).unwrap();
    Module::read(&file.root, &|_| None).0
}

fn pieces(position: &Position) -> BTreeMap<String, Value> {
    let place = |p: &liege::model::position::Piece| json!([p.map, p.x, p.y, p.stack, p.location]);
    position.pieces.iter().map(|piece| (piece.id.clone(), place(piece))).collect()
}

#[test]
fn nested_entries_are_one_step_as_in_the_engine() {
    let Some(corpus) = corpus() else { return };
    let count = |name: &str| log::steps(&commands(&corpus.bytes(name))).len();
    assert_eq!(count("tour.log"), 114);
    assert_eq!(count("ccn-tutorial.vlog"), 237);
    let vasl = ["vasl-4players", "vasl-custom-labels", "vasl-empty", "vasl-full", "vasl-multiple-1"]
        .map(|name| count(&format!("{name}.vlog")));
    assert_eq!(vasl, [40, 15, 1, 30, 22]);
    assert_eq!(count("ragnarok-start.vsav"), 0);
}

#[test]
fn after_each_step_the_position_is_the_engines() {
    let module = module("engine/steps.xml");
    let log = commands(&data_bytes("engine/steps.vlog"));
    let records = lines("engine/steps.jsonl");
    assert_eq!(records.len(), log::steps(&log).len() + 1);
    for record in records {
        let step = usize::try_from(record["steps"].as_u64().unwrap()).unwrap();
        let (position, problems) = log::position(&log, Some(&module), step);
        assert_eq!(json!(pieces(&position)), record["pieces"], "after step {step}");
        let players: Vec<_> = position.players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(json!(players), record["players"], "after step {step}");
        let turn = position
            .turns
            .get("TurnTracker0")
            .map_or_else(String::new, |state| module.trackers[0].words(state, |_| None));
        assert_eq!(if turn.is_empty() { "1" } else { &turn }, record["turn"], "after step {step}");
        assert!(problems.is_empty(), "{problems:?}");
    }
}

#[test]
fn the_save_of_a_step_says_the_same_as_the_log_there() {
    let module = module("engine/steps.xml");
    let log = commands(&data_bytes("engine/steps.vlog"));
    for step in 0..=log::steps(&log).len() {
        let save = log::save(&log, Some(&module), step).unwrap();
        assert!(log::steps(&save).is_empty(), "after step {step}");
        let (there, _) = log::position(&log, Some(&module), step);
        let (saved, _) = Position::read(&save, Some(&module));
        assert_eq!(pieces(&saved), pieces(&there), "after step {step}");
        assert_eq!((saved.players, saved.turns), (there.players, there.turns), "after step {step}");
        assert_eq!(saved.properties, there.properties, "after step {step}");
    }
}

#[test]
fn saves_of_the_ends_of_real_logs_say_what_the_logs_come_to() {
    let Some(corpus) = corpus() else { return };
    for name in ["tour.log", "ccn-tutorial.vlog", "vasl-4players.vlog", "vasl-full.vlog"] {
        let log = commands(&corpus.bytes(name));
        let (there, _) = log::position(&log, None, usize::MAX);
        let save = log::save(&log, None, usize::MAX).unwrap();
        let (saved, _) = Position::read(&save, None);
        assert_eq!(pieces(&saved), pieces(&there), "{name}");
        assert_eq!(saved.players, there.players, "{name}");
        assert_eq!(saved.properties, there.properties, "{name}");
    }
}

#[test]
fn turn_trackers_read_as_vassal_shows_them() {
    let module = module("engine/turns.xml");
    let weather = |name: &str| (name == "Weather").then(|| "Clear".to_owned());
    let records = lines("engine/turns.jsonl");
    assert_eq!(records.len(), 12);
    for record in records {
        let tracker = &module.trackers[usize::try_from(record["tracker"].as_u64().unwrap()).unwrap()];
        let given = record["given"].as_str().unwrap();
        let shown = record["shown"].as_str().unwrap().replace("\\n", " - ");
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(tracker.words(given, weather), shown, "{given}");
    }
}

#[test]
fn a_save_is_made_of_a_log_with_entries_under_many_levels() {
    let mut tree = Command::group("CHAT* deepest", vec![Command::leaf("LOG\tCHAT* step")]);
    for level in 0..900 {
        let mut children: Vec<Command> = (0..200).map(|_| Command::leaf("CHAT* word")).collect();
        children.push(tree);
        children.push(Command::leaf("LOG\tCHAT* step"));
        tree = Command::group(format!("CHAT* {level}"), children);
    }
    let save = log::save(&tree, None, 0).unwrap();
    assert!(log::steps(&save).is_empty());
    assert_eq!((tree.walk().count(), save.walk().count()), (901 * 2 + 900 * 200, 901 + 900 * 200));
}
