//! What is typed in for the war at sea: lists as parts of words, ships of a side, one submarine, escorts, a hex.

use serde_json::Value;

use super::naval_units;
use super::ship::NavalUnit;
use crate::forces::unit::{LONGEST_NAME, entries};
use liege_rules::play::inputs::{Field, Inputs, KeyFault, KeyKind};

/// More parts than any list has.
const MOST_PARTS: usize = 60;
/// More escorts than any stack has.
const MOST_ESCORTS: usize = 60;

/// One part of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedPart {
    /// As typed.
    pub text: String,
    /// Its words in small letters.
    pub words: Vec<String>,
}

impl TypedPart {
    /// A fault at this part.
    #[must_use]
    pub fn fault(&self, key: &str, what: &str) -> KeyFault {
        KeyFault::new(key, format!("\"{}\": {what}", self.text))
    }
}

/// The parts of a list; words are parted by spaces, and a letter from a number behind it: `CA2` is `ca 2`.
///
/// # Errors
/// Too many parts, and a part that is too long.
pub fn parts(key: &str, value: &Value) -> Result<Vec<TypedPart>, Vec<KeyFault>> {
    let all = entries(value);
    if all.len() > MOST_PARTS {
        return Err(vec![KeyFault::new(key, format!("more than {MOST_PARTS} parts"))]);
    }
    let mut faults = Vec::new();
    let mut parts = Vec::new();
    for entry in all {
        let text = entry.as_str().map_or_else(|| entry.to_string(), str::to_owned);
        if text.len() > LONGEST_NAME {
            faults.push(KeyFault::new(key, format!("a part has more than {LONGEST_NAME} letters")));
            continue;
        }
        let words = text.to_lowercase().split([' ', '\t', ':']).flat_map(apart).collect();
        parts.push(TypedPart { text, words });
    }
    if faults.is_empty() { Ok(parts) } else { Err(faults) }
}

/// `ca2` as `ca` and `2`; any other word whole.
fn apart(word: &str) -> Vec<String> {
    let at = word.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let (head, rest) = word.split_at(at);
    let is_letters = !head.is_empty() && head.chars().all(|c| c.is_ascii_alphabetic());
    let is_number = !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit());
    let words = if is_letters && is_number { vec![head, rest] } else { vec![word] };
    words.into_iter().filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A whole number up to `most`.
#[must_use]
pub fn number(word: &str, most: u32) -> Option<u32> {
    word.parse().ok().filter(|number| *number <= most)
}

/// The ships of a key that must be given.
pub(crate) fn fleet(inputs: &Inputs, key: &str, whose: &str, faults: &mut Vec<KeyFault>) -> Vec<NavalUnit> {
    let ships = some_ships(inputs, key, whose, faults);
    if ships.is_empty() && faults.is_empty() {
        let fault = KeyFault::new(key, "is missing");
        faults.push(fault.help("list the ships as their counters are printed: CA 2-8/1-6, 2 x DD 0-5"));
    }
    ships
}

/// The ships of a key that may be missing.
pub(crate) fn some_ships(
    inputs: &Inputs,
    key: &str,
    whose: &str,
    faults: &mut Vec<KeyFault>,
) -> Vec<NavalUnit> {
    let Some(value) = inputs.value(key) else { return Vec::new() };
    naval_units(key, whose, value, inputs.nations()).map_err(|more| faults.extend(more)).unwrap_or_default()
}

/// Ships of a key, named by whose they are where they have no name.
macro_rules! fleets {
    ($($(#[$doc:meta])* $fleet:ident: $read:ident $whose:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $fleet(pub Vec<NavalUnit>);

        impl Field for $fleet {
            const KIND: KeyKind = KeyKind::List;

            fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
                Some(Self($read(inputs, key, $whose, faults)))
            }
        }
    )* };
}
fleets! {
    /// Ships that enter a hex; they must be given.
    Entering: fleet "entering";
    /// Japanese ships; they must be given.
    Japanese: fleet "Japanese";
    /// Ships that a submarine has found; they must be given.
    Intercepted: fleet "enemy";
    /// Ships that are there, too.
    Others: some_ships "other";
    /// Ships in a port.
    Docked: some_ships "docked";
}

/// By moonlight, whose effect depends on the month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moonlit(pub bool);

impl Field for Moonlit {
    const KIND: KeyKind = KeyKind::YesNo;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        if inputs.yes(key) && inputs.word("date").is_none() {
            let fault = KeyFault::new("date", "is missing");
            faults.push(fault.help("the effect of moonlight depends on the month"));
        }
        Some(Self(inputs.yes(key)))
    }
}

/// One submarine, with a number to attack where it `ATTACKS`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submarine<const ATTACKS: bool = false>(pub NavalUnit);

impl<const ATTACKS: bool> Field for Submarine<ATTACKS> {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, _: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        submarine(inputs, ATTACKS, faults).map(Self)
    }
}

/// The names of destroyers and destroyer escorts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EscortNames(pub Vec<String>);

impl Field for EscortNames {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        Some(Self(escorts(inputs, key, faults)))
    }
}

/// The one submarine of a key, with a number to attack where it `attacks`.
pub(super) fn submarine(inputs: &Inputs, attacks: bool, faults: &mut Vec<KeyFault>) -> Option<NavalUnit> {
    let key = "submarine";
    let before = faults.len();
    let mut boats = fleet(inputs, key, "the", faults);
    if faults.len() > before {
        return None;
    }
    let boat = boats.pop()?;
    let fault =
        |what: &str| KeyFault::new(key, what).help("one submarine as its counter is printed: SS 3-5/2-4 US");
    let armed = |damaged| boat.face(damaged).attack().is_some();
    if !boats.is_empty() {
        faults.push(fault("expected one submarine"));
    } else if !boat.class.is_submarine() {
        faults.push(fault(&format!("{} is not a submarine", boat.name)));
    } else if attacks && !(armed(boat.damaged) && armed(true)) {
        faults.push(fault(&format!("{} has no rating to attack with", boat.name)));
    } else {
        return Some(boat);
    }
    None
}

/// The names of destroyers and destroyer escorts, told as units or as a count.
pub(super) fn escorts(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Vec<String> {
    if let Some(count) = inputs.word(key).and_then(|text| text.parse::<usize>().ok()) {
        if count <= MOST_ESCORTS {
            return (1..=count).map(|number| format!("escort #{number}")).collect();
        }
        faults.push(KeyFault::new(key, format!("expected at most {MOST_ESCORTS} ships, not {count}")));
        return Vec::new();
    }
    let ships = some_ships(inputs, key, "enemy", faults);
    for ship in ships.iter().filter(|ship| !ship.class.is_escort()) {
        let what = format!("{} is neither a destroyer nor a destroyer escort", ship.name);
        faults.push(KeyFault::new(key, what).help("only these hinder a submarine"));
    }
    ships.into_iter().map(|ship| ship.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_words_in_small_letters() {
        let words = |text: &str| -> Vec<Vec<String>> {
            parts("x", &Value::from(text)).unwrap().into_iter().map(|part| part.words).collect()
        };
        assert_eq!(words("CA2, CV 0 N"), [vec!["ca", "2"], vec!["cv", "0", "n"]]);
        assert_eq!(words(" , ;"), Vec::<Vec<String>>::new());
        assert!(parts("x", &Value::from("a,".repeat(61))).is_err());
        assert!(parts("x", &Value::from("é".repeat(200))).is_err());
    }
}
