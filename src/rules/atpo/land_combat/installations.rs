//! What is in the defender's hex besides forts, by the words of the chits (11.6.9).

use serde_json::Value;

use crate::rules::atpo::bases::INSTALLATIONS;
use crate::rules::inputs::{Fault, Inputs, nearest};

const KEY: &str = "installations";

/// Words beside those of the chits.
const MORE: &[&str] = &[
    "airbase",
    "airfield",
    "airstrip",
    "port",
    "minor-port",
    "major-port",
    "city",
    "resource",
    "supply",
    "sea-supply",
    "air-supply",
];

/// Forts have keys of their own, because they count in the battle.
const FORTS: &[(&str, &str)] = &[
    ("fort", "fort"),
    ("fortification", "fort"),
    ("permanent-fort", "fort"),
    ("permanent-fortification", "fort"),
    ("coastal-fort", "coastal-fort"),
];

/// The installations told: between commas, semicolons or, where they are single words, spaces.
///
/// # Errors
/// Every word that is no installation, and every fort.
pub(super) fn read(inputs: &Inputs) -> Result<Vec<String>, Vec<Fault>> {
    let parts: Vec<String> = match inputs.value(KEY) {
        Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(Value::String(text)) => text.split([',', ';']).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let (mut known, mut faults) = (Vec::new(), Vec::new());
    for part in parts {
        let whole = part.trim().to_lowercase().replace(' ', "-");
        let words = if is_known(&whole) { vec![whole] } else { words(&part) };
        for word in words.into_iter().filter(|word| word != "none") {
            if let Some(fault) = fault(&word) {
                faults.push(fault);
            } else if !known.contains(&word) {
                known.push(word);
            }
        }
    }
    if faults.is_empty() { Ok(known) } else { Err(faults) }
}

fn is_known(word: &str) -> bool {
    INSTALLATIONS.contains(&word) || MORE.contains(&word) || FORTS.iter().any(|(fort, _)| *fort == word)
}

/// The words of a part; two that are one installation together, such as `small airbase`, are one.
fn words(part: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in part.split_whitespace().map(str::to_lowercase) {
        match words.last_mut() {
            Some(last) if is_known(&format!("{last}-{word}")) => *last = format!("{last}-{word}"),
            _ => words.push(word),
        }
    }
    words
}

fn fault(word: &str) -> Option<Fault> {
    if let Some((_, key)) = FORTS.iter().find(|(fort, _)| *fort == word) {
        return Some(Fault::new(KEY, format!("lists a {word}: it is told with `{key}`")));
    }
    if is_known(word) {
        return None;
    }
    let fault = Fault::new(KEY, format!("unknown installation \"{word}\""));
    let near = nearest(word, INSTALLATIONS.iter().chain(MORE).copied());
    Some(match near {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help("known are for example airfield, port, city, supply, radar"),
    })
}
