//! An orders file to fill in, and the schema of such files.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Map, Value, json};

use liege_rules::play::battle::Battle;
use liege_rules::play::procedure::{AnyProcedure, OrdersName, PossiblePrompt, PossiblePrompts, Role};

const HEAD: &str = "\
# Remove the # from the lines you want.
# An answer is used once; a list answers one question after the other.
# Answers under the name of a unit apply every time; counts run down: loss = 2 takes two of its steps.
# A policy answers the rest: the first of its words that fits a legal answer decides.
format = 1
";

/// What a part of a template is about: a procedure, the battle that it resolves where there is one, and the questions that
/// it can ask.
pub struct OrdersPart<'a> {
    /// The procedure.
    pub entry: &'a AnyProcedure,
    /// The battle; none of typed-in values.
    pub battle: Option<&'a Battle>,
    /// The questions.
    pub prompts: &'a PossiblePrompts,
}

/// A file for these battles, or for typed-in values.
pub fn template(parts: &[OrdersPart<'_>]) -> String {
    let mut text = format!("# Orders for {}.\n{HEAD}", procedures(parts));
    for part in parts {
        let mut before = String::new();
        // Writing to a String cannot fail.
        if let Some(battle) = part.battle {
            let _ = writeln!(text, "\n# {}: {}", battle.id, battle.title);
            if parts.len() > 1 {
                before = format!("{}.", quoted(&battle.id));
            }
        }
        if part.prompts.prompts.is_empty() {
            text.push_str("# It asks nothing.\n");
        }
        part.sides(&mut text, &before);
    }
    text
}

/// The ids and names of the procedures, each once.
fn procedures(parts: &[OrdersPart<'_>]) -> String {
    let mut names: Vec<String> = Vec::new();
    for OrdersPart { entry, .. } in parts {
        let name = format!("{} ({})", entry.id, entry.name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

impl OrdersPart<'_> {
    /// The sides that decide anything: those of the procedure, then those of what may follow it.
    fn roles(&self) -> Vec<Role> {
        let asks = |role: &Role| self.prompts.of(*role).next().is_some();
        let mut roles: Vec<Role> = self.entry.roles.iter().copied().filter(asks).collect();
        for possible in &self.prompts.prompts {
            if !roles.contains(&possible.prompt.by) {
                roles.push(possible.prompt.by);
            }
        }
        roles
    }

    fn sides(&self, text: &mut String, before: &str) {
        for side in self.roles() {
            let prompts: Vec<&PossiblePrompt> = self.prompts.of(side).collect();
            let words = policies(&prompts);
            let _ = writeln!(text, "\n[{before}{side}]");
            if let Some(example) = words.first() {
                let _ = writeln!(text, "# policy = [{}]  # words: {}", quoted(example), words.join(", "));
            }
            for possible in &prompts {
                let prompt = possible.prompt;
                let answers: Vec<String> = answers(possible).into_iter().map(quoted).collect();
                let _ = writeln!(text, "# {} ({})", prompt.text, prompt.rule);
                let _ = writeln!(text, "# {} = {}", key(prompt.label), answers.join(" # or "));
            }
            for unit in self.units(side, &prompts) {
                let lines: Vec<String> =
                    prompts.iter().filter_map(|possible| unit_line(possible, &prompts, unit)).collect();
                if !lines.is_empty() {
                    let _ = writeln!(text, "# [{before}{side}.unit.{}]", quoted(unit));
                    let _ = writeln!(text, "# {}", lines.join("\n# "));
                }
            }
        }
    }

    /// The units of a side, in their order, that a question can name; a word for one of a battle that nobody knows.
    fn units<'p>(&'p self, side: Role, prompts: &[&'p PossiblePrompt]) -> Vec<&'p str> {
        let Some(battle) = self.battle else {
            let mut named: Vec<&str> = Vec::new();
            for unit in prompts.iter().flat_map(|possible| named_by(possible)) {
                if !named.contains(&unit) {
                    named.push(unit);
                }
            }
            return if named.is_empty() { vec![ANY_UNIT] } else { named };
        };
        battle.forces.of(side).iter().map(|unit| unit.name.as_str()).collect()
    }
}

/// Stands for a unit of a battle that nobody knows.
const ANY_UNIT: &str = "NAME OF A UNIT";

/// The units that orders can name for a question.
fn named_by(possible: &PossiblePrompt) -> Vec<&str> {
    match possible.prompt.names {
        OrdersName::Answer => possible.answers.iter().map(String::as_str).collect(),
        OrdersName::Nothing => Vec::new(),
        OrdersName::About | OrdersName::Each { .. } => possible.about.iter().map(String::as_str).collect(),
    }
}

/// The answers that came up; those of the procedure where nobody knows the battle.
fn answers(possible: &PossiblePrompt) -> Vec<&str> {
    match &*possible.answers {
        [] => possible.prompt.answers.to_vec(),
        seen => seen.iter().map(String::as_str).collect(),
    }
}

/// The line of a question below the name of a unit, where it can be about it.
fn unit_line(possible: &PossiblePrompt, prompts: &[&PossiblePrompt], unit: &str) -> Option<String> {
    let prompt = possible.prompt;
    // What is asked of each unit after another question is answered by that one.
    let asks_each = |other: &&PossiblePrompt| matches!(other.prompt.names, OrdersName::Each { label, .. } if label == prompt.label);
    if prompts.iter().any(asks_each) {
        return None;
    }
    let of_each = |each: &str| prompts.iter().find(|other| other.prompt.label == each);
    let names = |possible: &PossiblePrompt| possible.answers.is_empty() || named_by(possible).contains(&unit);
    let answer = match prompt.names {
        OrdersName::Answer if names(possible) => "1".to_owned(),
        OrdersName::About if names(possible) => quoted(answers(possible).first()?),
        OrdersName::Each { label, alone, .. }
            if names(possible) || of_each(label).is_some_and(|other| names(other)) =>
        {
            quoted(alone.first().map_or("", |(word, _)| word))
        }
        _ => return None,
    };
    Some(format!("{} = {answer}", key(prompt.label)))
}

fn policies(prompts: &[&PossiblePrompt]) -> Vec<&'static str> {
    let mut words: Vec<&str> = Vec::new();
    for word in prompts.iter().flat_map(|possible| &possible.words).copied() {
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

/// The JSON Schema of orders files for these battles, or for typed-in values; of several battles each may have a table
/// below its id.
pub fn schema(parts: &[OrdersPart<'_>]) -> Value {
    let mut whole = PossiblePrompts::default();
    parts.iter().for_each(|part| whole.add(part.prompts.clone()));
    let mut properties = side_tables(&whole);
    properties.insert("format".into(), json!({"const": 1}));
    for OrdersPart { battle, prompts, .. } in parts {
        if let Some(battle) = battle {
            let own = side_tables(prompts);
            let table = json!({"type": "object", "properties": own, "additionalProperties": false});
            properties.insert(battle.id.clone(), table);
        }
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Orders for {}", procedures(parts)),
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

/// The tables of all sides that decide anything.
fn side_tables(prompts: &PossiblePrompts) -> Map<String, Value> {
    let mut tables = Map::new();
    for possible in &prompts.prompts {
        let side = possible.prompt.by;
        if !tables.contains_key(side.word()) {
            tables.insert(side.word().to_owned(), side_schema(&prompts.of(side).collect::<Vec<_>>()));
        }
    }
    tables
}

fn side_schema(prompts: &[&PossiblePrompt]) -> Value {
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
    for possible in prompts {
        let prompt = possible.prompt;
        // A single answer is an example; several are all there are.
        let all = (prompt.answers.len() > 1).then(|| answers(possible));
        labels.insert(prompt.label, texts(prompt.text, all.as_deref()));
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
