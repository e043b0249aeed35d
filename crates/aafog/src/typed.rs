//! Typed-in values that several procedures take: forces, names of places and powers, lists of names.

use serde_json::Value;

use super::class::UnitClass;
use super::force::UnitGroup;
use liege_rules::play::inputs::{Inputs, KeyFault};

/// Names in one list.
const MOST_NAMES: usize = 200;

/// The longest name of a place or power.
const LONGEST_NAME: usize = 200;

/// A force; none where the key is not given.
pub(super) fn units(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<UnitGroup> {
    let read = inputs.value(key).map(|value| UnitGroup::read(key, value))?;
    read.map_err(|more| faults.extend(more)).ok()
}

/// A name that must be given; `what` says what it is.
pub(super) fn named(inputs: &Inputs, key: &str, what: &str, faults: &mut Vec<KeyFault>) -> String {
    let text = inputs.word(key).map(str::trim).unwrap_or_default();
    if text.is_empty() || text.len() > LONGEST_NAME {
        let told =
            if text.is_empty() { "is missing".into() } else { format!("is longer than {LONGEST_NAME}") };
        faults.push(KeyFault::new(key, told).help(what));
    }
    text.to_owned()
}

/// A power by its code, in small letters; none where the key is not given or says none.
pub(super) fn power(inputs: &Inputs, key: &str) -> Option<String> {
    let word = inputs.word(key)?.trim().to_lowercase();
    (!word.is_empty() && word != "none").then_some(word)
}

/// Names between commas or as a list; `none` is an empty one.
pub(super) fn names(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Vec<String> {
    let names: Vec<String> = match inputs.value(key) {
        None => Vec::new(),
        Some(Value::Array(list)) => {
            match list.iter().map(|name| name.as_str().map(str::to_owned)).collect() {
                Some(names) => names,
                None => {
                    faults.push(KeyFault::new(key, "expected a list of texts"));
                    Vec::new()
                }
            }
        }
        Some(value) => value.as_str().unwrap_or_default().split(',').map(str::to_owned).collect(),
    };
    let trimmed = names.iter().map(|name| name.trim().to_owned());
    let names: Vec<String> =
        trimmed.filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case("none")).collect();
    if names.len() > MOST_NAMES || names.iter().any(|name| name.len() > LONGEST_NAME) {
        let told = format!("expected at most {MOST_NAMES} names of at most {LONGEST_NAME} letters");
        faults.push(KeyFault::new(key, told));
        return Vec::new();
    }
    names
}

/// A unit that does not belong there.
pub(super) fn stranger(
    group: &UnitGroup,
    key: &str,
    fits: impl Fn(UnitClass) -> bool,
    expected: &str,
) -> Option<KeyFault> {
    let wrong = group.classes().into_iter().find(|class| !fits(*class))?;
    Some(KeyFault::new(key, format!("expected {expected}, found {wrong}")))
}

/// A name of a place in a longer text.
pub(super) fn name_of(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("expected the name of a place".into()),
        name if name.len() > LONGEST_NAME => Err(format!("a name is longer than {LONGEST_NAME} letters")),
        name => Ok(name.to_owned()),
    }
}
