//! Expressions on a piece as the real engine evaluates them.

use super::support::data;
use liege::model::text::{Unknown, evaluate};
use serde_json::Value;

#[test]
fn expressions_have_the_values_of_the_engine() {
    let text = data("engine/expressions.jsonl");
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let properties = lines.next().unwrap();
    let value = |name: &str| properties[name].as_str().map(str::to_owned);
    let mut differences = Vec::new();
    let (mut all, mut told) = (0, 0);
    for line in lines {
        let (source, theirs) = (line["expr"].as_str().unwrap(), line["value"].as_str().unwrap());
        all += 1;
        let Some(ours) = evaluate(source, Unknown::Stays, &value) else { continue };
        told += 1;
        if ours != theirs {
            differences.push(format!("{source}: {ours:?}, engine {theirs:?}"));
        }
    }
    assert!(differences.is_empty(), "{} of {told}:\n{}", differences.len(), differences.join("\n"));
    assert!(told * 100 >= all * 98, "only {told} of {all} are told");
}
