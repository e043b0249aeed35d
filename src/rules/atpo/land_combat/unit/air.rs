//! Air units as people type them for ground support.

use serde_json::Value;

use super::notation::{MOST_STRENGTH, MOST_UNITS, entries, multiple};
use crate::rules::inputs::Fault;

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

/// Read air units: `FB 3`, `B 5 heavy`, `5-16[3]`, `F 4-6/3`, `ATP`, or bare strengths of bombers.
///
/// # Errors
/// Every air unit that cannot be read.
pub fn air_units(key: &str, value: &Value) -> Result<Vec<AirUnit>, Vec<Fault>> {
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
    }
    if units.len() > MOST_UNITS {
        faults.push(Fault::new(key, format!("more than {MOST_UNITS} air units")));
    }
    if faults.is_empty() { Ok(units) } else { Err(faults) }
}

fn air_unit(key: &str, text: &str) -> Result<AirUnit, Fault> {
    let mut unit = AirUnit { name: text.to_owned(), kind: AirKind::Bomber, strength: 0, heavy: false };
    let mut strength_seen = false;
    for token in text.split([' ', ':', '\t']).filter(|token| !token.is_empty()) {
        let plain = token.to_lowercase();
        match plain.as_str() {
            "of" | "a" | "an" | "the" | "one" => {}
            "f" | "fighter" | "fighters" => unit.kind = AirKind::Fighter,
            "fb" | "b" | "n" | "bomber" | "bombers" | "fighter-bomber" | "naval-air" => {}
            "atp" | "atps" => unit.kind = AirKind::Transport,
            "heavy" | "h" => unit.heavy = true,
            _ => {
                let digits: String =
                    token.trim_start_matches('[').chars().take_while(char::is_ascii_digit).collect();
                let number = digits.parse::<u32>().ok().filter(|number| *number <= MOST_STRENGTH);
                match number {
                    Some(strength) if !strength_seen => {
                        unit.strength = strength;
                        unit.heavy |= token.contains('[') || plain.ends_with('h');
                        strength_seen = true;
                    }
                    _ if plain.starts_with("x-") => strength_seen = true,
                    _ if number.is_some() => {
                        return Err(Fault::new(key, format!("air unit \"{text}\": two strengths")));
                    }
                    // A word that is neither kind nor number is the unit's name.
                    _ => {}
                }
            }
        }
    }
    if !strength_seen && unit.kind == AirKind::Bomber {
        let fault = Fault::new(key, format!("air unit \"{text}\" has no strength"));
        return Err(fault.help("write for example FB 3, B 5 heavy, 5-16[3]"));
    }
    Ok(unit)
}
