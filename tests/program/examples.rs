//! The worked examples of tests/data/atpo-examples.toml, each through the command that a player types.

use serde::Deserialize;
use serde_json::Value;

use super::beside::beside;
use super::liege;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    id: String,
    procedure: String,
    rule: String,
    words: Vec<String>,
    dice: Vec<u8>,
    result: String,
    odds: Option<String>,
    attack: Option<u32>,
    defence: Option<u32>,
    modifiers: Option<i32>,
    /// What the catalogue says of it, where it is worded otherwise there.
    catalogue: Option<String>,
}

#[derive(Deserialize)]
struct Examples<E> {
    example: Vec<E>,
}

fn ours() -> Vec<Example> {
    let read: Examples<Example> =
        toml::from_str(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/atpo-examples.toml")))
            .unwrap();
    read.example
}

/// What `run` prints as JSON for an example.
fn run(example: &Example) -> Result<Value, String> {
    let faces: Vec<String> = example.dice.iter().map(u8::to_string).collect();
    let faces = faces.join(",");
    let mut words = vec!["run", "atpo", example.procedure.as_str()];
    words.extend(example.words.iter().map(String::as_str));
    words.extend(["--format", "json"]);
    if !faces.is_empty() {
        words.extend(["--dice", faces.as_str()]);
    }
    let output = liege(&words);
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)))?;
    // Some stop at a decision, which the example does not make.
    let status = i32::from(example.result == "refused" || !report["open"].is_null());
    match output.status.code() == Some(status) {
        true => Ok(report),
        false => Err(format!("status {:?}, expected {status}", output.status.code())),
    }
}

#[test]
fn every_worked_example_comes_out_as_told() {
    let mut wrong = Vec::new();
    for example in ours() {
        let json = match run(&example) {
            Ok(json) => json,
            Err(error) => {
                wrong.push(format!("{}: {error}", example.id));
                continue;
            }
        };
        let told = |key: &str, wanted: Value| wanted.is_null() || json["outcome"][key] == wanted;
        let modifiers = example.modifiers.map(|sum| format!("{sum:+}"));
        let steps = json["steps"].as_array().cloned().unwrap_or_default();
        let sum = steps.iter().find(|step| step["label"] == "modifiers").map(|step| step["value"].clone());
        let right = json["result"] == example.result
            && told("odds", example.odds.into())
            && told("attack", example.attack.into())
            && told("defence", example.defence.into())
            && modifiers.is_none_or(|wanted| sum == Some(wanted.into()));
        if !right {
            wrong.push(format!("{}: {json:#}", example.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An example of the catalogue.
#[derive(Deserialize)]
struct Told {
    id: String,
    procedure: String,
    rule: String,
    dice: String,
    result: String,
}

/// The first throw of `1d6 = 4, -3 +2 = 3`, `2d6 = 7 for the CA` or `2d6 = 5-5 (10)`; none of `none`.
fn first_throw(dice: &str) -> Option<u8> {
    let (_, rest) = dice.split_once("= ")?;
    let first = rest.split(|c: char| !c.is_ascii_digit() && c != '-').next()?;
    first.split('-').map(|face| face.parse::<u8>().ok()).sum()
}

#[test]
fn the_examples_of_the_catalogue_are_among_ours() {
    let Some(catalogue) = beside("LIEGE_CATALOGUE", "spec/atpo") else { return };
    let text = std::fs::read_to_string(catalogue.join("examples.toml")).unwrap();
    let told: Examples<Told> = toml::from_str(&text).unwrap();
    let ours = ours();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for told in told.example {
        let id = format!("ATPO-{}", told.procedure);
        let listed = liege(&["explain", &id]);
        if !listed.status.success() {
            continue;
        }
        seen += 1;
        let Some(own) = ours.iter().find(|own| own.id == told.id) else {
            wrong.push(format!("{} is missing", told.id));
            continue;
        };
        let dice = told.dice.split_once("d6").and_then(|(count, _)| count.parse().ok()).unwrap_or(1);
        let thrown = (!own.dice.is_empty()).then(|| own.dice.iter().take(dice).sum());
        // Options are worded otherwise there.
        let same = match &own.catalogue {
            Some(worded) => *worded == told.result,
            None => own.procedure == "ATPO-R40" || told.result.contains(&own.result),
        };
        if own.rule != told.rule || thrown != first_throw(&told.dice) || !same {
            wrong.push(format!("{}: {} {:?} {}", told.id, own.rule, own.dice, own.result));
        }
    }
    assert!(wrong.is_empty() && seen >= 12, "{seen} examples; {}", wrong.join("\n"));
}
