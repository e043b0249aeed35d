//! The worked examples of tests/data/atpo-examples.toml.

use serde::Deserialize;

use super::run_with;
use liege::rules::procedure::Orders;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    id: String,
    procedure: String,
    #[serde(rename = "rule")]
    _rule: String,
    words: Vec<String>,
    dice: Vec<u8>,
    result: String,
    odds: Option<String>,
    attack: Option<u32>,
    defence: Option<u32>,
}

#[derive(Deserialize)]
struct Examples {
    example: Vec<Example>,
}

#[test]
fn every_worked_example_comes_out_as_told() {
    let examples: Examples = toml::from_str(include_str!("../data/atpo-examples.toml")).unwrap();
    let mut wrong = Vec::new();
    for example in examples.example {
        let words: Vec<&str> = example.words.iter().map(String::as_str).collect();
        let report = match run_with(
            &example.procedure,
            &words,
            &example.dice,
            &[],
            &mut Orders::default(),
        ) {
            Ok(report) => report,
            Err(error) => {
                wrong.push(format!("{}: {error}", example.id));
                continue;
            }
        };
        let outcome = &report.json["outcome"];
        let told =
            |key: &str, wanted: serde_json::Value| wanted.is_null() || outcome[key] == wanted;
        let right = report.result == example.result
            && told("odds", example.odds.into())
            && told("attack", example.attack.into())
            && told("defence", example.defence.into());
        if !right {
            wrong.push(format!(
                "{}: {} {:#?}",
                example.id, report.result, report.lines
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
