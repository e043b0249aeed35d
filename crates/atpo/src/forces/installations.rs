//! What is in the defender's hex besides forts, by the words of the chits (11.6.9).

use serde_json::Value;

use crate::bases::INSTALLATIONS;
use liege_rules::play::deeds::Term;
use liege_rules::play::inputs::{Inputs, KeyFault, nearest_key};

const KEY: &str = "installations";

/// A port, printed or built.
pub const PORT: Term = Term::new("port", "port");
/// A fort of the markers.
pub const FORTIFICATION: Term = Term::new("fortification", "fortification");
/// A fort that the map shows.
pub const PERMANENT_FORTIFICATION: Term = Term::new("permanent-fortification", "permanent fortification");
/// A fort against landings.
pub const COASTAL_FORT: Term = Term::new("coastal-fort", "coastal fort");

/// Supply chits: they are destroyed, all else is captured.
const SUPPLY: &[&str] = &["supply", "sea-supply", "air-supply"];

/// Words beside those of the chits and of supply.
const MORE: &[&str] =
    &["airbase", "airfield", "airstrip", "port", "minor-port", "major-port", "city", "resource"];

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
pub fn read(inputs: &Inputs) -> Result<Vec<Term>, Vec<KeyFault>> {
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
            match installation(&word) {
                Err(fault) => faults.push(fault),
                Ok(installation) if known.contains(&installation) => {}
                Ok(installation) => known.push(installation),
            }
        }
    }
    if faults.is_empty() { Ok(known) } else { Err(faults) }
}

/// Whether an installation is a supply chit.
pub fn is_supply(installation: &Term) -> bool {
    SUPPLY.contains(&installation.word())
}

fn all() -> impl Iterator<Item = &'static str> {
    INSTALLATIONS.iter().chain(MORE).chain(SUPPLY).copied()
}

fn is_known(word: &str) -> bool {
    all().any(|known| known == word) || FORTS.iter().any(|(fort, _)| *fort == word)
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

fn installation(word: &str) -> Result<Term, KeyFault> {
    if let Some((_, key)) = FORTS.iter().find(|(fort, _)| *fort == word) {
        return Err(KeyFault::new(KEY, format!("lists a {word}: give it with `{key}`")));
    }
    if let Some(known) = all().find(|known| *known == word) {
        return Ok(Term::new(known, known));
    }
    let fault = KeyFault::new(KEY, format!("unknown installation \"{word}\""));
    Err(match nearest_key(word, all()) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help("known are for example airfield, port, city, supply, radar"),
    })
}
