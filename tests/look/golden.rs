//! The table of pieces agrees with what the real engine sees in the same save.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::corpus;

fn golden(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let records = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    records.filter(|record| record["k"] == "piece").map(|record| expected(&record)).collect()
}

/// A record of the engine in the form of our rows.
fn expected(record: &Value) -> Value {
    let mut layers = BTreeMap::new();
    for layer in record["traits"].as_array().unwrap().iter().filter(|part| part.get("level").is_some()) {
        let stored: i64 = layer["s"].as_str().unwrap().split(';').next().unwrap().parse().unwrap();
        layers.entry(layer["layer"].as_str().unwrap().to_owned()).or_insert(stored);
    }
    let field = |name: &str| record.get(name).cloned().unwrap_or(Value::Null);
    json!({
        "id": field("id"), "name": field("name"), "map": field("map"), "x": field("x"), "y": field("y"),
        "board": field("board"), "zone": field("zone"), "location": field("location"),
        "stack": field("parent"), "layers": layers,
    })
}

fn rows(save: &Path, module: &Path) -> Vec<Value> {
    let mut command = corpus::liege();
    let output =
        command.arg("convert").arg(save).arg("--module").arg(module).args(["--to", "json"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn by_id(rows: Vec<Value>) -> BTreeMap<String, Value> {
    rows.into_iter().map(|row| (row["id"].as_str().unwrap().to_owned(), row)).collect()
}

fn compare(save: &str, module: &str, dump: &str) {
    let Some(folder) = corpus::folder() else {
        return;
    };
    let ours = by_id(rows(&folder.join(save), &folder.join(module)));
    let theirs = by_id(golden(&folder.join("golden").join(dump)));
    assert_eq!(ours.len(), theirs.len(), "{save}");
    for (id, row) in &theirs {
        assert_eq!(&ours[id], row, "{save}");
    }
}

#[test]
fn ragnarok_agrees_with_the_engine() {
    compare("ragnarok-start.vsav", "ragnarok.vmod", "ragnarok-start.jsonl");
}

#[test]
fn the_longest_day_agrees_with_the_engine() {
    compare("longest-day-campaign.sav", "longest-day.vmod", "longest-day-campaign.jsonl");
    compare("longest-day-scenario_4.sav", "longest-day.vmod", "longest-day-scenario_4.jsonl");
}
