//! What lies in one air transport beside its first cargo: `paratroop, infantry 1, 2 x air-supply` (4.12.1).

use serde_json::Value;

use super::AirCargo;
use crate::forces::unit::{entries, multiple};
use liege_rules::play::inputs::{Inputs, KeyFault, KeyKind, KeyValue as _, KeyWords, nearest_key};

const KEY: &str = "further-cargo";
/// More than any air transport of a hex carries.
const MOST: usize = 40;
const HELP: &str = "such as paratroop, infantry 1, 2 x air-supply";

/// Each piece with its steps.
pub(super) fn read(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Vec<(&'static str, u32)> {
    let Some(value) = inputs.value(KEY) else { return Vec::new() };
    let mut found = Vec::new();
    if inputs.word("cargo").is_none() {
        faults.push(KeyFault::new(KEY, "has no effect without cargo").help("give the first piece as cargo"));
    }
    for entry in entries(value) {
        match piece(&entry) {
            Ok((count, piece)) => found.extend(std::iter::repeat_n(piece, count)),
            Err(fault) => faults.push(fault),
        }
        if found.len() > MOST || faults.len() > MOST {
            faults.push(KeyFault::new(KEY, format!("more than {MOST} pieces of cargo")));
            break;
        }
    }
    found
}

fn piece(entry: &Value) -> Result<(usize, (&'static str, u32)), KeyFault> {
    let text = entry.as_str().map_or_else(|| entry.to_string(), str::to_lowercase);
    let (count, rest) = multiple(&text);
    let (word, steps) = rest.rsplit_once(' ').unwrap_or((rest, ""));
    let KeyKind::Word(KeyWords::Coded(cargo)) = AirCargo::KIND else { return Err(KeyFault::new(KEY, HELP)) };
    let means = |(name, also): &&(&str, &[&str])| *name == word || also.contains(&word);
    let Some((name, _)) = cargo.iter().find(means) else {
        let fault = KeyFault::new(KEY, format!("\"{text}\": no cargo \"{word}\""));
        let near = nearest_key(word, cargo.iter().map(|(name, _)| *name));
        return Err(
            fault.help(near.map_or_else(|| HELP.to_owned(), |near| format!("did you mean `{near}`?")))
        );
    };
    let told = steps.parse::<u32>().ok().filter(|steps| (1..=4).contains(steps));
    let steps = match (*name, steps, told) {
        (_, _, Some(steps)) => steps,
        ("infantry" | "marine", ..) => {
            let fault = KeyFault::new(KEY, format!("\"{text}\": its steps are missing, 1 to 4"));
            return Err(fault.help(HELP));
        }
        (_, "", None) => 1,
        _ => return Err(KeyFault::new(KEY, format!("\"{text}\": expected 1 to 4 steps")).help(HELP)),
    };
    Ok((count, (name, steps)))
}
