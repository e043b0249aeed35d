//! What people type or write into a file: tables of keys and values, ids of battles.

use std::path::Path;

use serde_json::{Map, Value};

use crate::cli::{Failure, files, standard};
use liege_rules::data::fault::toml_fault;
use liege_rules::play::inputs::pairs;
use liege_rules::position::places::Hex;

/// The values of a file with those typed in laid over them.
pub fn table(input: Option<&Path>, words: &[String]) -> Result<Map<String, Value>, Failure> {
    let mut table = match input {
        Some(path) => read_table(path)?,
        None => Map::new(),
    };
    let typed = pairs(words).map_err(|faults| {
        Failure::new(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    })?;
    table.extend(typed);
    Ok(table)
}

/// A JSON or TOML file with one table.
pub fn read_table(path: &Path) -> Result<Map<String, Value>, Failure> {
    let text = files::read_text(path)?;
    let text = text.as_str();
    let ending = files::ending_of(path);
    let json = serde_json::from_str::<Value>(text);
    // A list in JSON and a heading in TOML both begin with a bracket.
    let is_json = text.trim_start().starts_with('{') || ending.as_deref() == Some("json") || json.is_ok();
    if is_json && ending.as_deref() != Some("toml") {
        return match json {
            Ok(Value::Object(table)) => Ok(table),
            Ok(other) => {
                Err(Failure::about(path, format!("is a JSON {}, expected an object", kind_of(&other)))
                    .help("write the keys and values in braces: {\"attack\": 15, \"defence\": 3}"))
            }
            Err(error) => Err(Failure::about(path, format!("is no valid JSON: {error}"))),
        };
    }
    let name = standard::name_of_input(path).to_string();
    toml::from_str(text).map_err(|error| Failure::new(toml_fault(&name, text, &error).to_string()))
}

/// What JSON calls a value.
fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether a word means this id of a battle.
pub fn is_called(id: &str, word: &str) -> bool {
    battle_id(word).is_some_and(|word| word.eq_ignore_ascii_case(id))
}

/// The id of a battle as it is written, of a word in any case with its hex in any form that people write.
pub fn battle_id(word: &str) -> Option<String> {
    let (kind, place) = word.trim().split_once('-')?;
    let place = match place.rsplit_once('-').filter(|(_, number)| number.len() < 4) {
        Some((place, number)) => format!("{}-{number}", Hex::tidy(place)),
        None => Hex::tidy(place),
    };
    Some(format!("{}-{place}", kind.to_lowercase()))
}
