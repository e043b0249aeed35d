//! The table of pieces agrees with what the real engine sees in the same save.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::corpus;

fn golden(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let records = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    records.filter(|record| record["k"] == "piece").map(|record| expected(&record)).collect()
}

/// A record of the engine in the form of our rows.
fn expected(record: &Value) -> Value {
    let traits = record["traits"].as_array().unwrap();
    let of_class = |class: &'static str| traits.iter().filter(move |part| part["c"] == class);
    let text = |part: &Value, key: &str| part[key].as_str().unwrap().to_owned();
    let mut layers = BTreeMap::new();
    for (number, layer) in of_class("Embellishment").enumerate() {
        let stored: i64 = text(layer, "s").split(';').next().unwrap().parse().unwrap();
        let name = Some(text(layer, "layer")).filter(|name| !name.is_empty());
        let old = layers.insert(name.unwrap_or_else(|| format!("layer {}", number + 1)), stored);
        assert_eq!(old, None, "these games have no two layers of one name");
    }
    let markers: BTreeMap<String, String> =
        of_class("Marker").map(|part| (text(part, "t").replace("mark;", ""), text(part, "s"))).collect();
    let plain = of_class("BasicPiece").map(|part| text(part, "t").split(';').nth(3).unwrap().to_owned());
    let images = plain.chain(of_class("Embellishment").rev().map(|layer| text(layer, "image")));
    let images: Vec<String> = images.filter(|name| !name.is_empty()).collect();
    let field = |name: &str| record.get(name).cloned().unwrap_or(Value::Null);
    json!({
        "id": field("id"), "name": field("name"), "map": field("map"), "x": field("x"), "y": field("y"),
        "board": field("board"), "zone": field("zone"), "location": field("location"),
        "stack": field("parent"), "layers": layers, "markers": markers, "labels": [], "images": images,
    })
}

fn rows(save: &Path, module: &Path) -> Vec<Value> {
    let call = corpus::liege().arg("convert").arg(save).arg("--module").arg(module);
    let output = call.args(["--to", "json"]).output();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut told: Value = serde_json::from_slice(&output.stdout).unwrap();
    serde_json::from_value(told["reports"][0]["pieces"].take()).unwrap()
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
