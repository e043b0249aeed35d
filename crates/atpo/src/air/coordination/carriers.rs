//! Carriers and Admirals as they are typed in: `Akagi 4, Kaga 4 N2, Hosho 2 empty`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{CarrierAdmiral, LaunchingCarrier, RULE};
use crate::forces::unit::{LONGEST_NAME, entries, multiple};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, Listed};
use liege_rules::position::places::Hex;

const HELP: &str =
    "carriers in the hex with their aircraft capacity: Akagi 4, Kaga 4 N2, Hosho 2 empty, Soryu 3 damaged";
/// More carriers than any hex holds; a state has a bit for each.
const MOST_CARRIERS: usize = 60;
const MOST_CAPACITY: u8 = 20;
const MOST_UNITS: u8 = 9;

/// The key of carriers.
pub(super) const CARRIERS: Key = Key::new("carriers", &["stack"], KeyKind::List, RULE, HELP);

impl Listed for LaunchingCarrier {
    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Vec<Self>> {
        let missing = || vec![KeyFault::new(key, "is missing").help(HELP)];
        let read = inputs.value(key).ok_or_else(missing).and_then(carriers);
        read.map_err(|more| faults.extend(more)).ok()
    }
}

/// Admirals with the hex behind an @, where it is told; `yes` is one without a name.
impl Listed for CarrierAdmiral {
    fn read(inputs: &Inputs, key: &str, _: &mut Vec<KeyFault>) -> Option<Vec<Self>> {
        let entries = inputs.value(key).map(entries).unwrap_or_default();
        let names = entries.into_iter().filter_map(|entry| Some(entry.as_str()?.to_owned()));
        let told = names.filter(|name| !matches!(name.to_lowercase().as_str(), "no" | "none" | "0"));
        let admiral = |text: String| {
            let parts =
                text.rsplit_once('@').map(|(name, at)| (name.trim().to_owned(), Some(at.trim().to_owned())));
            let (name, at) = parts.unwrap_or((text, None));
            let anybody = matches!(name.to_lowercase().as_str(), "yes" | "1");
            Self { name: if anybody { String::new() } else { name }, at }
        };
        Some(told.map(admiral).collect())
    }
}

fn carriers(value: &Value) -> Result<Vec<LaunchingCarrier>, Vec<KeyFault>> {
    let (mut all, mut faults) = (Vec::new(), Vec::new());
    for entry in entries(value) {
        let text = entry.as_str().map_or_else(|| entry.to_string(), str::to_owned);
        let (count, rest) = multiple(&text);
        let read = entry.as_object().map_or_else(|| carrier(rest), carrier_of_a_save);
        let named =
            |carrier: &LaunchingCarrier| all.iter().any(|one: &LaunchingCarrier| one.name == carrier.name);
        match read {
            // Several counters of a save may have one name: Escort carriers.
            Ok(carrier) if !entry.is_object() && carrier.name != PLAIN && named(&carrier) => {
                let what = format!("{} is listed twice", carrier.name);
                faults.push(
                    KeyFault::new("carriers", what)
                        .help("list each carrier once, with everything aboard: Kaga 4 N2"),
                );
            }
            Ok(carrier) => all.extend(std::iter::repeat_n(carrier, count)),
            Err(what) => faults.push(KeyFault::new("carriers", format!("\"{text}\": {what}")).help(HELP)),
        }
        if all.len() > MOST_CARRIERS || faults.len() > MOST_CARRIERS {
            faults.push(KeyFault::new("carriers", format!("more than {MOST_CARRIERS} carriers")));
            break;
        }
    }
    if all.is_empty() && faults.is_empty() {
        faults.push(KeyFault::new("carriers", "expected at least one carrier").help(HELP));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    name_apart(&mut all);
    Ok(all)
}

/// What a carrier without a name is called.
const PLAIN: &str = "carrier";
/// Words that say nothing by themselves.
const FILLERS: &[&str] = &["capacity", "with", "aboard"];

/// A carrier as `name` and `is`, whose name may have commas, with its hex where it is told:
/// `{"name": "Taiyo, Unyo", "is": "1 N1 damaged", "at": "E2015"}`.
fn carrier_of_a_save(told: &Map<String, Value>) -> Result<LaunchingCarrier, String> {
    let word = |key: &str| told.get(key).and_then(Value::as_str);
    let (Some(name), Some(is)) = (word("name"), word("is")) else {
        return Err("expected `name` and `is`".into());
    };
    let at = word("at").unwrap_or_default();
    if name.len() > LONGEST_NAME || at.len() > LONGEST_NAME {
        return Err(format!("has more than {LONGEST_NAME} letters"));
    }
    carrier(is).map(|carrier| LaunchingCarrier { name: name.to_owned(), at: at.to_owned(), ..carrier })
}

fn carrier(text: &str) -> Result<LaunchingCarrier, String> {
    if text.len() > LONGEST_NAME {
        return Err(format!("has more than {LONGEST_NAME} letters"));
    }
    let mut told = LaunchingCarrier {
        name: String::new(),
        capacity: 0,
        units: 1,
        damaged: false,
        in_port: false,
        at: String::new(),
    };
    let (mut capacity, mut name) = (None, Vec::new());
    for word in text.split([' ', '\t', ':']).filter(|word| !word.is_empty()) {
        let plain = word.to_lowercase();
        match plain.as_str() {
            "damaged" | "depleted" | "reduced" => told.damaged = true,
            "port" | "in-port" | "docked" => told.in_port = true,
            "empty" | "no-air" | "none" => told.units = 0,
            "n" | "naval-air" => {}
            filler if FILLERS.contains(&filler) => {}
            _ if word.starts_with('@') && word.len() > 1 => told.at = Hex::tidy(&word[1..]),
            other => match (units(other), other.parse::<u8>()) {
                (Some(units), _) if units > MOST_UNITS => {
                    return Err(format!("has more than {MOST_UNITS} Naval-Air units"));
                }
                (Some(units), _) => told.units = units,
                (None, Ok(_)) if capacity.is_some() => return Err("two capacities".into()),
                (None, Ok(number)) if number <= MOST_CAPACITY => capacity = Some(number),
                (None, _) if other.chars().all(|c| c.is_ascii_digit()) => {
                    return Err(format!("expected a capacity from 0 to {MOST_CAPACITY}"));
                }
                (None, _) => name.push(word),
            },
        }
    }
    told.capacity = capacity.ok_or("has no aircraft capacity")?;
    told.name = if name.is_empty() { PLAIN.into() } else { name.join(" ") };
    Ok(told)
}

/// `n2`: two Naval-Air units.
fn units(word: &str) -> Option<u8> {
    word.strip_prefix('n').filter(|rest| rest.chars().all(|c| c.is_ascii_digit()))?.parse().ok()
}

fn name_apart(carriers: &mut [LaunchingCarrier]) {
    let mut seen = BTreeSet::new();
    for carrier in carriers {
        let plain = carrier.name.clone();
        let mut number = 1;
        while !seen.insert(carrier.name.clone()) {
            number += 1;
            carrier.name = format!("{plain} #{number}");
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn counters_of_a_save_that_have_one_name_are_told_apart() {
        let counter = json!({ "name": "Escort carriers", "is": "4 N2" });
        let read = carriers(&json!([counter, counter])).unwrap();
        let names: Vec<&str> = read.iter().map(|carrier| carrier.name.as_str()).collect();
        assert_eq!(names, ["Escort carriers", "Escort carriers #2"]);
        assert!(carriers(&json!(["Hornet 4 N2", "Hornet 4 N2"])).is_err(), "typed twice");
    }
}
