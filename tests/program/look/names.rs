//! `convert` names pieces and tells their labels as VASSAL does.

use std::path::Path;

use serde_json::{Value, json};

use super::corpus;

fn rows() -> Vec<Value> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/engine");
    let output = corpus::liege()
        .arg("convert")
        .arg(data.join("names.vsav"))
        .arg("--module")
        .arg(data.join("names.vmod"))
        .args(["--to", "json", "--side", "umpire"])
        .output();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let all: Value = serde_json::from_slice(&output.stdout).expect(&told);
    all["reports"][0]["pieces"].as_array().unwrap().clone()
}

#[test]
fn a_message_a_deck_and_a_level_name_say_what_vassal_shows() {
    let rows = rows();
    let named =
        |start: &str| rows.iter().find(|row| row["name"].as_str().unwrap().starts_with(start)).unwrap();
    assert_eq!(named("message in label")["name"], "message in label (Guard)");
    assert_eq!(named("count Unit Fives")["name"], "count Unit Fives (1)");
    assert_eq!(named("+0")["layers"], json!({"L": 1}));
}

#[test]
fn labels_never_show_unknown_names_or_the_source_of_expressions() {
    let rows = rows();
    let labels: Vec<&str> =
        rows.iter().flat_map(|row| row["labels"].as_array().unwrap()).map(|l| l.as_str().unwrap()).collect();
    assert!(labels.contains(&"ab3"), "a$Missing$b$Step$ with Step 3");
    let sources: Vec<_> =
        labels.iter().filter(|text| text.starts_with('{') || text.contains("Missing")).collect();
    assert!(sources.is_empty(), "{sources:?}");
}
