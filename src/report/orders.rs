//! An orders file to fill in, and the schema of such files.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::rules::battle::Battle;
use crate::rules::procedure::{AnyProcedure, OrdersName, Prompt, Role};

const HEAD: &str = "\
# Take the # off the lines you want.
# An answer is used once; a list answers one question after the other.
# What stands below the name of a unit holds whenever that unit is meant: loss = 2 takes two of its steps.
# A policy answers what is left: the first of its words that tags a legal answer decides.
format = 1
";

/// A file for these battles; for typed-in values there is no battle.
pub fn template(entry: &AnyProcedure, battles: &[&Battle]) -> String {
    let mut text = format!("# Orders for {} ({}).\n", entry.id, entry.name);
    text.push_str(HEAD);
    if entry.prompts.is_empty() {
        text.push_str("# It asks nothing.\n");
    }
    match battles {
        [] => sides(&mut text, entry, "", None),
        [battle] => {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "\n# {}: {}", battle.id, battle.title);
            sides(&mut text, entry, "", Some(battle));
        }
        several => {
            for battle in several {
                let _ = writeln!(text, "\n# {}: {}", battle.id, battle.title);
                sides(&mut text, entry, &format!("{}.", quoted(&battle.id)), Some(battle));
            }
        }
    }
    text
}

/// The sides of a procedure that decide anything, with their questions.
fn by_side(entry: &AnyProcedure) -> Vec<(Role, Vec<&'static Prompt>)> {
    let asked = |role: Role| entry.prompts.iter().filter(|prompt| prompt.by == role).collect();
    let sides = entry.roles.iter().map(|role| (*role, asked(*role)));
    sides.filter(|(_, prompts): &(Role, Vec<_>)| !prompts.is_empty()).collect()
}

fn sides(text: &mut String, entry: &AnyProcedure, before: &str, battle: Option<&Battle>) {
    for (side, prompts) in by_side(entry) {
        let words = policies(&prompts);
        let _ = writeln!(text, "\n[{before}{side}]");
        let example = words.first().copied().unwrap_or_default();
        let _ = writeln!(text, "# policy = [{}]  # words: {}", quoted(example), words.join(", "));
        for prompt in &prompts {
            let answers: Vec<String> = prompt.answers.iter().map(|answer| quoted(answer)).collect();
            let _ = writeln!(text, "# {} ({})", prompt.text, prompt.rule);
            let _ = writeln!(text, "# {} = {}", key(prompt.label), answers.join(" # or "));
        }
        let units: Vec<&str> = match battle {
            Some(battle) => battle.forces.of(side).iter().map(|unit| unit.name.as_str()).collect(),
            None => vec!["NAME OF A UNIT"],
        };
        for unit in units {
            let _ = writeln!(text, "# [{before}{side}.unit.{}]", quoted(unit));
            let follows = |label: &str| {
                prompts.iter().any(
                    |prompt| matches!(prompt.names, OrdersName::Each { label: each, .. } if each == label),
                )
            };
            let own = prompts.iter().filter(|prompt| !follows(prompt.label));
            let lines: Vec<String> = own.filter_map(|prompt| unit_line(prompt)).collect();
            let _ = writeln!(text, "# {}", lines.join("\n# "));
        }
    }
}

fn unit_line(prompt: &Prompt) -> Option<String> {
    let answer = match prompt.names {
        OrdersName::Nothing => return None,
        OrdersName::Answer => "1".to_owned(),
        OrdersName::Each { alone, .. } => quoted(alone.first().map_or("", |(word, _)| word)),
        OrdersName::About => quoted(prompt.answers.first().copied().unwrap_or_default()),
    };
    Some(format!("{} = {answer}", key(prompt.label)))
}

fn policies(prompts: &[&'static Prompt]) -> Vec<&'static str> {
    let mut words: Vec<&str> = Vec::new();
    for word in prompts.iter().flat_map(|prompt| prompt.policies).copied() {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A key of a table, in quotation marks where it has a space.
fn key(label: &str) -> String {
    if label.contains(' ') { quoted(label) } else { label.to_owned() }
}

/// The JSON Schema of orders files for this procedure; a table may also stand below the id of a battle.
pub fn schema(entry: &AnyProcedure, battles: &[&Battle]) -> Value {
    let side_tables: Map<String, Value> = by_side(entry)
        .into_iter()
        .map(|(side, prompts)| (side.word().to_owned(), side_schema(&prompts)))
        .collect();
    let mut properties = side_tables.clone();
    properties.insert("format".into(), json!({"const": 1}));
    for battle in battles {
        let table = json!({"type": "object", "properties": side_tables, "additionalProperties": false});
        properties.insert(battle.id.clone(), table);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Orders for {} ({})", entry.id, entry.name),
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

fn side_schema(prompts: &[&'static Prompt]) -> Value {
    let text = json!({"type": "string"});
    let texts = |about: &str, enumerated: Option<&[&str]>| {
        let one = match enumerated {
            Some(words) => json!({"enum": words}),
            None => text.clone(),
        };
        json!({"description": about, "anyOf": [one, {"type": "array", "items": one}]})
    };
    let mut labels: BTreeMap<&str, Value> = BTreeMap::new();
    let mut unit: BTreeMap<&str, Value> = BTreeMap::new();
    for prompt in prompts {
        // A single answer is an example; several are all there are.
        let all = (prompt.answers.len() > 1).then_some(prompt.answers);
        labels.insert(prompt.label, texts(prompt.text, all));
        match prompt.names {
            OrdersName::Nothing => {}
            OrdersName::Answer => {
                unit.insert(prompt.label, json!({"type": "integer", "minimum": 0, "maximum": u16::MAX}));
            }
            OrdersName::Each { alone, .. } => {
                let words: Vec<&str> = alone.iter().map(|(word, _)| *word).collect();
                unit.insert(prompt.label, json!({"enum": words}));
            }
            OrdersName::About => {
                unit.insert(prompt.label, all.map_or(text.clone(), |words| json!({"enum": words})));
            }
        }
    }
    let policy = format!("words: {}", policies(prompts).join(", "));
    labels.insert("policy", texts(&policy, None));
    let unit = json!({"type": "object", "properties": unit, "additionalProperties": false});
    labels.insert("unit", json!({"type": "object", "additionalProperties": unit}));
    json!({"type": "object", "properties": labels, "additionalProperties": false})
}
