//! Units as people type them: `2 x 3-1 infantry reduced`, or a table with one key for each property.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::limits::past_limit;
use super::{CONDITIONS, Condition, FILLERS, KINDS, LandKind, LandUnit, NUMBERS};
use liege_rules::play::inputs::{KeyFault, NationWords, nearest_key};
use liege_rules::play::procedure::Role;
use liege_rules::position::places::Hex;

/// Read the units of a side from text (`4/2 marine, 3-1`) or from a list of texts or tables.
///
/// # Errors
/// Every unit that cannot be read.
pub fn units(
    key: &str,
    side: Role,
    value: &Value,
    nations: &NationWords,
) -> Result<Vec<LandUnit>, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let mut units: Vec<LandUnit> = Vec::new();
    for entry in entries(value) {
        let read = match &entry {
            Value::String(text) => unit_from_text(key, text, nations),
            Value::Object(table) => unit_from_table(key, table, nations).map(|unit| (1, unit)),
            other => Err(KeyFault::new(key, format!("expected a unit, not {other}"))),
        };
        match read {
            Ok((count, unit)) => units.extend(std::iter::repeat_n(unit, count)),
            Err(fault) => faults.push(fault),
        }
        if units.len() > MOST_UNITS || faults.len() > MOST_UNITS {
            faults.push(KeyFault::new(key, format!("more than {MOST_UNITS} units")));
            break;
        }
    }
    if faults.is_empty() {
        name_apart(&mut units, side);
        Ok(units)
    } else {
        Err(faults)
    }
}

pub(super) const MOST_UNITS: usize = 60;
/// A count that is refused, however large the one typed in.
const TOO_MANY: usize = MOST_UNITS + 1;
pub(super) const MOST_STRENGTH: u32 = 1000;
/// Steps of a land unit at full strength.
const MOST_STEPS: u32 = 2;
/// Letters of a name or a hex; names come again in every outcome.
pub(crate) const LONGEST_NAME: usize = 100;

/// The entries of a list: those of an array, or the parts of a text between commas, semicolons, plus signs and the
/// word "and". Brackets around the whole are allowed.
pub(crate) fn entries(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(list) => list
            .iter()
            .flat_map(|entry| if entry.is_object() { vec![entry.clone()] } else { entries(entry) })
            .collect(),
        Value::String(text) => text
            .trim()
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'))
            .unwrap_or(text)
            .split([',', ';', '+'])
            .flat_map(|part| part.split(" and "))
            .map(|part| part.trim().trim_matches('"'))
            .filter(|part| !part.is_empty())
            .map(Value::from)
            .collect(),
        Value::Number(number) => vec![Value::from(number.to_string())],
        other => vec![other.clone()],
    }
}

/// Numbers the names of those that have the same one, so that each has one of its own.
pub(crate) fn number_apart(names: Vec<&mut String>) {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    names.iter().for_each(|name| *count.entry((**name).clone()).or_default() += 1);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for name in names {
        let plain = name.clone();
        let several = count.get(&plain).is_some_and(|count| *count > 1);
        let mut number = 1;
        while several && *name == plain || seen.contains(name) {
            *name = format!("{plain} #{number}");
            number += 1;
        }
        seen.insert(name.clone());
    }
}

fn name_apart(units: &mut [LandUnit], side: Role) {
    let mut seen = BTreeSet::new();
    for (index, unit) in units.iter_mut().enumerate() {
        if unit.name.is_empty() {
            unit.name = format!("{side} {}", index + 1);
            unit.numbered = true;
        }
        let plain = unit.name.clone();
        let mut number = 1;
        while !seen.insert(unit.name.clone()) {
            number += 1;
            unit.name = format!("{plain} #{number}");
        }
    }
}

fn blank() -> LandUnit {
    LandUnit {
        name: String::new(),
        numbered: false,
        piece: None,
        nation: None,
        kind: LandKind::Land,
        strength: 0,
        steps: 0,
        hex: None,
        transport: None,
        conditions: BTreeSet::new(),
    }
}

fn unit_from_text(key: &str, text: &str, nations: &NationWords) -> Result<(usize, LandUnit), KeyFault> {
    let (mut count, rest) = multiple(text);
    let mut unit = blank();
    let mut strength_seen = false;
    let spaced = rest.replacen(':', " : ", 1);
    let mut tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut named = false;
    if let Some(colon) = tokens.iter().position(|token| *token == ":") {
        unit.name = tokens[..colon].join(" ");
        if unit.name.is_empty() {
            let fault = KeyFault::new(key, format!("\"{text}\" has an empty name"));
            return Err(fault.help("a name comes before the colon: us-marine-1:4/2 marine"));
        }
        tokens.drain(..=colon);
        named = true;
    }
    if let Some(number) = leading_count(&tokens).filter(|_| !named && count == 1) {
        count = number;
        tokens.remove(0);
    }
    let mut kind_told = None;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if let Some(hex) = token.strip_prefix('@') {
            let number =
                tokens.next_if(|next| hex.len() <= 1 && format!("{hex}{next}").parse::<Hex>().is_ok());
            let hex = Hex::tidy(&format!("{hex}{}", number.unwrap_or_default()));
            once(key, text, "hexes", unit.hex.replace(hex).is_some())?;
        } else if read_strength(token, &mut blank()) && !token.eq_ignore_ascii_case("x") {
            if strength_seen {
                let fault = KeyFault::new(key, format!("\"{text}\" has two strengths"));
                return Err(fault.help("put a comma between units, and write 2 x 4 for two units of 4"));
            }
            strength_seen = read_strength(token, &mut unit);
        } else if !FILLERS.contains(&token.to_lowercase().as_str()) {
            read_word(key, token, (&mut unit, &mut kind_told), nations)?;
        }
    }
    let partisan = unit.kind == LandKind::Partisan;
    if !strength_seen && !partisan && unit.kind != LandKind::Hq {
        let limits = [("strength", MOST_STRENGTH), ("movement", MOST_STRENGTH)];
        let past = rest
            .split_whitespace()
            .find_map(|word| past_limit(word, &limits, ("number of steps", MOST_STEPS)));
        let what = past.map_or("has no strength".to_owned(), |past| format!("has no strength: {past}"));
        return Err(KeyFault::new(key, format!("\"{text}\" {what}")).help("write for example 4/2 marine"));
    }
    Ok((count, finish(key, unit)?))
}

/// A fault when something of one unit is told a second time.
fn once(key: &str, text: &str, what: &str, again: bool) -> Result<(), KeyFault> {
    if again { Err(KeyFault::new(key, format!("\"{text}\" has two {what}"))) } else { Ok(()) }
}

/// Take a kind beside the one told before; SNLF are marines too.
fn take_kind(
    key: &str,
    unit: &mut LandUnit,
    told: &mut Option<LandKind>,
    kind: LandKind,
) -> Result<(), KeyFault> {
    let both = match (*told, kind) {
        (None | Some(LandKind::Land), kind) => kind,
        (Some(known), LandKind::Land) => known,
        (Some(known), kind) if known == kind => kind,
        (Some(LandKind::Snlf | LandKind::Marine), LandKind::Snlf | LandKind::Marine) => LandKind::Snlf,
        (Some(known), kind) => {
            let message =
                format!("unit \"{}\" is given as both {} and {}", unit.name, word(known), word(kind));
            return Err(KeyFault::new(key, message));
        }
    };
    *told = Some(both);
    unit.kind = both;
    Ok(())
}

fn word(kind: LandKind) -> &'static str {
    KINDS.iter().find(|(_, known)| *known == kind).map_or("land", |(word, _)| word)
}

/// The number that a word such as `two` means.
pub(crate) fn number_word(word: &str) -> Option<usize> {
    NUMBERS.iter().position(|known| *known == word).map(|index| index + 1)
}

/// The number in `two 4-1`, `2 snlf of 1`, `2 infantry 3-1`: a number word before anything, or a bare number that
/// is not the strength because one comes later.
fn leading_count(tokens: &[&str]) -> Option<usize> {
    let first = tokens.first()?.to_lowercase();
    if let Some(count) = number_word(&first) {
        return Some(count);
    }
    let number: usize = first.parse().ok().filter(|number| *number > 0)?;
    let later = tokens.iter().skip(1).position(|token| read_strength(token, &mut blank()))? + 1;
    (later > 1 || tokens[later].contains(['-', '/'])).then_some(number.min(TOO_MANY))
}

/// `2 x 4/2 marine`, `2x 4` and `2*4` mean two such units.
pub(crate) fn multiple(text: &str) -> (usize, &str) {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let after = text[digits..].trim_start();
    let rest = after
        .strip_prefix(['x', '*', '×'])
        .filter(|rest| rest.starts_with(|c: char| c == ' ' || c.is_ascii_digit()));
    match (text[..digits].parse::<usize>(), rest) {
        (Ok(count), Some(rest)) if count > 0 => (count.min(TOO_MANY), rest.trim_start()),
        _ => (1, text),
    }
}

/// `4`, `4/2` (steps), `3-1` (movement), `3-1/2`, `(3)` for Generals, `X` for partisans.
fn read_strength(token: &str, unit: &mut LandUnit) -> bool {
    let plain = token.trim_matches(['(', ')']);
    let (ratings, steps) =
        plain.split_once('/').map_or((plain, None), |(ratings, steps)| (ratings, Some(steps)));
    let (strength, movement) = ratings.split_once('-').map_or((ratings, None), |(s, m)| (s, Some(m)));
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number <= MOST_STRENGTH);
    if movement.is_some_and(|movement| number(movement).is_none()) {
        return false;
    }
    let steps = match steps.map(str::parse::<u8>) {
        None => 0,
        Some(Ok(steps @ 1..=2)) => steps,
        Some(_) => return false,
    };
    let Some(strength) = (if strength.eq_ignore_ascii_case("x") { Some(0) } else { number(strength) }) else {
        return false;
    };
    unit.strength = strength;
    unit.steps = steps;
    true
}

fn read_word(
    key: &str,
    token: &str,
    (unit, kind_told): (&mut LandUnit, &mut Option<LandKind>),
    nations: &NationWords,
) -> Result<(), KeyFault> {
    let plain = token.to_lowercase().replace('_', "-");
    if let Some((_, kind)) = KINDS.iter().find(|(word, _)| *word == plain) {
        take_kind(key, unit, kind_told, *kind)?;
    } else if let Some((_, which)) = CONDITIONS.iter().find(|(word, _)| *word == plain) {
        unit.conditions.insert(*which);
    } else if let Some(code) = nations.code(token) {
        let other = unit.nation.replace(code).is_some_and(|known| known != code);
        once(key, token, "nations", other)?;
    } else if token.contains('=') {
        let fault = KeyFault::new(key, format!("\"{token}\" is among the units"));
        return Err(fault.help("key=value is a separate word: close the quotation marks before it"));
    } else if unit.name.is_empty() && !is_slip(&plain) {
        unit.name = token.to_owned();
    } else {
        let words = KINDS.iter().map(|(word, _)| *word).chain(CONDITIONS.iter().map(|(word, _)| *word));
        let fault = KeyFault::new(key, format!("unit \"{}\": unknown word \"{token}\"", unit.name));
        return Err(match nearest_key(&plain, words) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help("a unit is NAME:STRENGTH/STEPS and words such as marine, reduced, JP, @W4533"),
        });
    }
    Ok(())
}

/// Whether a word is a known one with a slip of the pen rather than a name.
fn is_slip(plain: &str) -> bool {
    let most = if plain.len() < 4 { 0 } else { plain.len() / 6 + 1 };
    let words = KINDS.iter().map(|(word, _)| *word).chain(CONDITIONS.iter().map(|(word, _)| *word));
    words.filter(|word| word.len() > 3).any(|word| strsim::damerau_levenshtein(word, plain) <= most)
}

fn unit_from_table(
    key: &str,
    table: &Map<String, Value>,
    nations: &NationWords,
) -> Result<LandUnit, KeyFault> {
    let mut unit = blank();
    for (name, value) in table {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let known = match name.as_str() {
            "name" | "id" => {
                unit.name = text;
                true
            }
            "piece" => {
                unit.piece = Some(text);
                true
            }
            "hex" => {
                unit.hex = Some(Hex::tidy(&text));
                true
            }
            "transport" => {
                unit.transport = Some(text);
                true
            }
            "strength" => read_strength(&text, &mut unit),
            "steps" => value
                .as_u64()
                .and_then(|steps| u8::try_from(steps).ok())
                .filter(|steps| (1..=2).contains(steps))
                .map(|steps| unit.steps = steps)
                .is_some(),
            "nation" => nations.code(&text).map(|code| unit.nation = Some(code)).is_some(),
            "kind" => {
                KINDS.iter().find(|(word, _)| *word == text).map(|(_, kind)| unit.kind = *kind).is_some()
            }
            "traits" => {
                let words: Vec<String> = match value {
                    Value::Array(words) => {
                        words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect()
                    }
                    _ => text.split_whitespace().map(str::to_owned).collect(),
                };
                words.iter().all(|word| {
                    CONDITIONS
                        .iter()
                        .find(|(known, _)| known == word)
                        .map(|(_, which)| unit.conditions.insert(*which))
                        .is_some()
                })
            }
            _ => {
                let names =
                    ["name", "piece", "hex", "transport", "strength", "steps", "nation", "kind", "traits"];
                let fault = KeyFault::new(key, format!("a unit has no \"{name}\""));
                return Err(fault.help(format!("known: {}", names.join(", "))));
            }
        };
        if !known {
            return Err(KeyFault::new(key, format!("unit {name} \"{value}\" is not known")));
        }
    }
    finish(key, unit)
}

/// Steps that were not given: a paratroop has one, a reduced unit one, any other two (4.12.4, 14.6.3).
fn finish(key: &str, mut unit: LandUnit) -> Result<LandUnit, KeyFault> {
    let long = |text: &String| text.len() > LONGEST_NAME;
    let texts = [Some(&unit.name), unit.hex.as_ref(), unit.piece.as_ref(), unit.transport.as_ref()];
    if texts.into_iter().flatten().any(long) {
        return Err(KeyFault::new(key, format!("a name or hex has more than {LONGEST_NAME} letters")));
    }
    for (one, other) in EXCLUSIVE {
        if unit.is(*one) && unit.is(*other) {
            let message =
                format!("unit \"{}\" is given as both {} and {}", unit.name, told(*one), told(*other));
            return Err(KeyFault::new(key, message));
        }
    }
    let one =
        unit.is(Condition::Reduced) || unit.kind == LandKind::Paratroop || unit.kind == LandKind::Partisan;
    let steps = match unit.steps {
        2 if unit.is(Condition::Reduced) => Some("reduced, but has two steps"),
        1 if unit.is(Condition::Full) && unit.kind != LandKind::Paratroop => Some("full, but has one step"),
        _ => None,
    };
    if let Some(steps) = steps {
        return Err(KeyFault::new(key, format!("unit \"{}\" is {steps}", unit.name)));
    }
    if unit.kind == LandKind::Paratroop {
        unit.steps = 1;
    } else if unit.steps == 0 {
        unit.steps = if one { 1 } else { 2 };
    }
    Ok(unit)
}

/// States that one unit cannot have at once.
const EXCLUSIVE: &[(Condition, Condition)] = &[
    (Condition::Reduced, Condition::Full),
    (Condition::Drop, Condition::Dropped),
    (Condition::Drop, Condition::Pinned),
];

fn told(state: Condition) -> &'static str {
    CONDITIONS.iter().find(|(_, known)| *known == state).map_or("", |(word, _)| word)
}
