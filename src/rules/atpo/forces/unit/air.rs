//! Air units as people type them for ground support.

use serde_json::Value;

use super::notation::{LONGEST_NAME, MOST_STRENGTH, MOST_UNITS, entries, multiple};
use crate::rules::inputs::KeyFault;

/// What an air unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AirKind {
    /// A fighter: superiority only.
    Fighter,
    /// Fighter-bomber, bomber or Naval-Air.
    Bomber,
    /// Air transport: neither superiority nor strength (4.11.2).
    Transport,
}

/// An unaborted air unit over the hex.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AirUnit {
    /// As typed.
    pub name: String,
    /// What it is.
    pub kind: AirKind,
    /// Printed strength.
    pub strength: u32,
    /// A Heavy Bomber: the bracketed quality.
    pub heavy: bool,
}

/// Read air units: `FB 3`, `B5`, `B 5 heavy`, `5-16[3]`, `F 4-6/3`, `ATP`, or bare strengths of bombers.
///
/// # Errors
/// Every air unit that cannot be read.
pub fn air_units(key: &str, value: &Value) -> Result<Vec<AirUnit>, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let mut units = Vec::new();
    for entry in entries(value) {
        let text = entry.as_str().map_or_else(|| entry.to_string(), str::to_owned);
        if matches!(text.to_lowercase().as_str(), "none" | "no" | "0") {
            continue;
        }
        let (count, rest) = multiple(&text);
        match air_unit(key, rest) {
            Ok(unit) => units.extend(std::iter::repeat_n(unit, count)),
            Err(fault) => faults.push(fault),
        }
        if units.len() > MOST_UNITS || faults.len() > MOST_UNITS {
            faults.push(KeyFault::new(key, format!("more than {MOST_UNITS} air units")));
            break;
        }
    }
    if faults.is_empty() { Ok(units) } else { Err(faults) }
}

fn air_unit(key: &str, text: &str) -> Result<AirUnit, KeyFault> {
    if text.len() > LONGEST_NAME {
        return Err(KeyFault::new(key, format!("an air unit is told in more than {LONGEST_NAME} letters")));
    }
    let mut unit = AirUnit { name: text.to_owned(), kind: AirKind::Bomber, strength: 0, heavy: false };
    let mut strength_seen = false;
    let tokens: Vec<&str> = text.split([' ', ':', '\t']).filter(|token| !token.is_empty()).collect();
    // `B3` is a kind and a strength, unless a strength stands elsewhere: then it is a name, such as B29.
    let alone = !tokens.iter().any(|token| number(token).is_some());
    for token in tokens.into_iter().flat_map(|token| if alone { parted(token) } else { vec![token] }) {
        let plain = token.to_lowercase();
        if let Some(kind) = kind(&plain) {
            unit.kind = kind;
        } else if matches!(plain.as_str(), "heavy" | "h") {
            unit.heavy = true;
        } else if plain.starts_with("x-") {
            // The raider of 16.14 gives neither strength nor superiority.
            unit.kind = AirKind::Transport;
        } else if let Some(strength) = number(token).filter(|number| *number <= MOST_STRENGTH) {
            if strength_seen {
                return Err(KeyFault::new(key, format!("air unit \"{text}\": two strengths")));
            }
            unit.strength = strength;
            unit.heavy |= token.contains('[') || plain.ends_with('h') || plain.ends_with("heavy");
            strength_seen = true;
        }
        // Any other word is the unit's name, unless it is a key with its value.
        else if token.contains('=') {
            return Err(KeyFault::new(
                key,
                format!("air unit \"{text}\": \"{token}\" is a value of its own"),
            ));
        }
    }
    if !strength_seen && unit.kind == AirKind::Bomber {
        let fault = KeyFault::new(key, format!("air unit \"{text}\" has no strength"));
        return Err(fault.help("write for example FB 3, B 5 heavy, 5-16[3]"));
    }
    Ok(unit)
}

/// The kind that a word tells.
fn kind(word: &str) -> Option<AirKind> {
    match word {
        "f" | "fighter" | "fighters" => Some(AirKind::Fighter),
        "fb" | "b" | "n" | "bomber" | "bombers" | "fighter-bomber" | "naval-air" => Some(AirKind::Bomber),
        "atp" | "atps" => Some(AirKind::Transport),
        _ => None,
    }
}

/// The strength of `5`, `5h`, `5heavy`, `[5]`, and of the printed `5-16[3]`, `4-6/3`: nothing but digits and the marks
/// between them.
fn number(word: &str) -> Option<u32> {
    let plain = word.to_lowercase();
    let plain = plain.strip_suffix("heavy").or_else(|| plain.strip_suffix('h')).unwrap_or(&plain);
    let plain = plain.trim_start_matches('[');
    let marks = |c: char| c.is_ascii_digit() || "-/[]()".contains(c);
    let digits: String = plain.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok().filter(|_| plain.chars().all(marks))
}

/// `B3` as kind and strength; any other word whole.
fn parted(word: &str) -> Vec<&str> {
    let start = word.find(|c: char| c.is_ascii_digit() || c == '[').unwrap_or(0);
    let (head, rest) = word.split_at(start);
    if kind(&head.to_lowercase()).is_some() && number(rest).is_some() { vec![head, rest] } else { vec![word] }
}
