//! Units and air units as they are typed in: `us-marine-1:4/2 marine`, `2 x 3-1 reduced`, `FB 3`, `B 5 heavy`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::rules::inputs::{Fault, nearest};

/// What a land unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
    Land,
    Infantry,
    Cavalry,
    Marine,
    Snlf,
    Armor,
    Mechanized,
    Motorized,
    Artillery,
    Flak,
    Engineer,
    Commando,
    Paratroop,
    Siberian,
    HomeGuard,
    Partisan,
    General,
    Hq,
}

const KINDS: &[(&str, Kind)] = &[
    ("land", Kind::Land),
    ("infantry", Kind::Infantry),
    ("inf", Kind::Infantry),
    ("cavalry", Kind::Cavalry),
    ("cav", Kind::Cavalry),
    ("marine", Kind::Marine),
    ("marines", Kind::Marine),
    ("snlf", Kind::Snlf),
    ("armor", Kind::Armor),
    ("armour", Kind::Armor),
    ("armored", Kind::Armor),
    ("tank", Kind::Armor),
    ("tanks", Kind::Armor),
    ("mechanized", Kind::Mechanized),
    ("mech", Kind::Mechanized),
    ("motorized", Kind::Motorized),
    ("artillery", Kind::Artillery),
    ("flak", Kind::Flak),
    ("engineer", Kind::Engineer),
    ("commando", Kind::Commando),
    ("commandos", Kind::Commando),
    ("paratroop", Kind::Paratroop),
    ("paratroops", Kind::Paratroop),
    ("paratrooper", Kind::Paratroop),
    ("paratroopers", Kind::Paratroop),
    ("para", Kind::Paratroop),
    ("siberian", Kind::Siberian),
    ("home-guard", Kind::HomeGuard),
    ("partisan", Kind::Partisan),
    ("partisans", Kind::Partisan),
    ("general", Kind::General),
    ("hq", Kind::Hq),
];

/// A state or circumstance of one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trait {
    /// Will be dropped: the drop is rolled first (4.12.4.2).
    Drop,
    /// Was dropped into the hex (4.12.4.3).
    Dropped,
    /// On its reduced side.
    Reduced,
    /// Attacks across a river.
    River,
    /// Out of supply.
    Unsupplied,
    /// In its home country (11.6.10).
    Home,
    /// Its strength is halved.
    Halved,
    /// Pinned on the beach (3.14.8).
    Pinned,
    /// Retreated into this hex in this step (11.6.7).
    Retreated,
    /// The unit that the fort doubles, when its owner does not want the strongest (11.6.3.2).
    Doubled,
    /// Not activated (11.6.4).
    Inactive,
    /// Two steps although the strength was given without steps.
    Full,
}

const TRAITS: &[(&str, Trait)] = &[
    ("drop", Trait::Drop),
    ("dropping", Trait::Drop),
    ("dropped", Trait::Dropped),
    ("reduced", Trait::Reduced),
    ("depleted", Trait::Reduced),
    ("one-step", Trait::Reduced),
    ("1-step", Trait::Reduced),
    ("river", Trait::River),
    ("across", Trait::River),
    ("unsupplied", Trait::Unsupplied),
    ("oos", Trait::Unsupplied),
    ("out-of-supply", Trait::Unsupplied),
    ("home", Trait::Home),
    ("halved", Trait::Halved),
    ("pinned", Trait::Pinned),
    ("retreated", Trait::Retreated),
    ("doubled", Trait::Doubled),
    ("inactive", Trait::Inactive),
    ("full", Trait::Full),
    ("full-strength", Trait::Full),
    ("intact", Trait::Full),
    ("undepleted", Trait::Full),
    ("two-step", Trait::Full),
    ("2-step", Trait::Full),
];

/// Words that say nothing by themselves: `two units of 4 each`.
const FILLERS: &[&str] = &[
    "of",
    "each",
    "the",
    "with",
    "unit",
    "units",
    "division",
    "divisions",
    "regiment",
    "regiments",
    "brigade",
    "brigades",
    "corps",
    "army",
    "sp",
    "sps",
];

const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

const NATIONS: &[(&str, &[&str])] = &[
    ("JP", &["japan", "japanese"]),
    ("US", &["usa", "american"]),
    ("UK", &["british", "britain"]),
    ("AU", &["australia", "australian", "anzac"]),
    ("IN", &["india", "indian"]),
    ("NZ", &["new-zealand"]),
    ("NL", &["dutch"]),
    ("FR", &["french", "france"]),
    ("PH", &["philippine", "philippines", "filipino"]),
    ("CN", &["china", "chinese"]),
    ("CC", &["communist"]),
    ("SU", &["soviet", "ussr", "russian"]),
    ("MN", &["mongolia", "mongolian"]),
    ("TH", &["thai", "thailand"]),
    ("MK", &["manchukuo"]),
];

/// The code of a nation: `JP` for `jp`, `Japan` or `japanese`.
#[must_use]
pub fn nation(word: &str) -> Option<&'static str> {
    let plain = word.to_lowercase();
    NATIONS
        .iter()
        .find(|(code, names)| code.eq_ignore_ascii_case(word) || names.contains(&plain.as_str()))
        .map(|(code, _)| *code)
}

/// A land unit, General or HQ in a battle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unit {
    /// Its name in the report and in orders; unique in its battle.
    pub name: String,
    /// Its id in the save, when it came from one.
    pub piece: Option<String>,
    /// Code of its nation.
    pub nation: Option<&'static str>,
    /// What it is.
    pub kind: Kind,
    /// Printed strength of its current side.
    pub strength: u32,
    /// Steps left: 1 or 2.
    pub steps: u8,
    /// The hex it attacks from.
    pub hex: Option<String>,
    /// States and circumstances.
    pub traits: BTreeSet<Trait>,
}

impl Unit {
    /// Whether it has this trait.
    #[must_use]
    pub fn is(&self, which: Trait) -> bool {
        self.traits.contains(&which)
    }

    /// Whether it fights: HQs, Generals and partisans do not (7.1.7, 11.5.2, 16.3.7).
    #[must_use]
    pub fn fights(&self) -> bool {
        !matches!(self.kind, Kind::Hq | Kind::General | Kind::Partisan)
    }

    /// Whether it counts as a marine in an assault (3.14.8.1; SNLF are marines).
    #[must_use]
    pub fn is_marine(&self) -> bool {
        matches!(self.kind, Kind::Marine | Kind::Snlf)
    }

    /// Whether it is in the hex from the air.
    #[must_use]
    pub fn from_the_air(&self) -> bool {
        self.is(Trait::Drop) || self.is(Trait::Dropped)
    }

    /// Whether it counts as out of supply; pinned units do (3.14.8).
    #[must_use]
    pub fn is_unsupplied(&self) -> bool {
        self.is(Trait::Unsupplied) || self.is(Trait::Pinned)
    }
}

/// Read units from text (`4/2 marine, 3-1`) or from a list of texts or tables.
///
/// # Errors
/// Every unit that cannot be read.
pub fn units(key: &str, value: &Value) -> Result<Vec<Unit>, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut units: Vec<Unit> = Vec::new();
    for entry in entries(value) {
        let read = match &entry {
            Value::String(text) => unit_from_text(key, text),
            Value::Object(table) => unit_from_table(key, table).map(|unit| (1, unit)),
            other => Err(Fault::new(key, format!("expected a unit, not {other}"))),
        };
        match read {
            Ok((count, unit)) => units.extend(std::iter::repeat_n(unit, count)),
            Err(fault) => faults.push(fault),
        }
    }
    if units.len() > MOST_UNITS {
        faults.push(Fault::new(key, format!("more than {MOST_UNITS} units")));
    }
    if faults.is_empty() {
        name_apart(&mut units, key);
        Ok(units)
    } else {
        Err(faults)
    }
}

const MOST_UNITS: usize = 60;
const MOST_STRENGTH: u32 = 1000;

/// The entries of a list: those of an array, or the parts of a text between commas, semicolons, plus signs and the
/// word "and". Brackets around the whole are allowed.
pub(super) fn entries(value: &Value) -> Vec<Value> {
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

fn name_apart(units: &mut [Unit], key: &str) {
    let side = if key.starts_with('a') { "attacker" } else { "defender" };
    let mut seen = BTreeSet::new();
    for (index, unit) in units.iter_mut().enumerate() {
        if unit.name.is_empty() {
            unit.name = format!("{side} {}", index + 1);
        }
        let plain = unit.name.clone();
        let mut number = 1;
        while !seen.insert(unit.name.clone()) {
            number += 1;
            unit.name = format!("{plain} #{number}");
        }
    }
}

fn blank() -> Unit {
    Unit {
        name: String::new(),
        piece: None,
        nation: None,
        kind: Kind::Land,
        strength: 0,
        steps: 0,
        hex: None,
        traits: BTreeSet::new(),
    }
}

fn unit_from_text(key: &str, text: &str) -> Result<(usize, Unit), Fault> {
    let (mut count, rest) = multiple(text);
    let mut unit = blank();
    let mut strength_seen = false;
    let spaced = rest.replacen(':', " : ", 1);
    let mut tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut named = false;
    if let Some(colon) = tokens.iter().position(|token| *token == ":") {
        unit.name = tokens[..colon].join(" ");
        tokens.drain(..=colon);
        named = true;
    }
    if let Some(number) = leading_count(&tokens).filter(|_| !named && count == 1) {
        count = number;
        tokens.remove(0);
    }
    for token in tokens {
        if let Some(hex) = token.strip_prefix('@') {
            unit.hex = Some(hex.to_owned());
        } else if read_strength(token, &mut blank()) && !token.eq_ignore_ascii_case("x") {
            if strength_seen {
                let fault = Fault::new(key, format!("\"{text}\" has two strengths"));
                return Err(fault.help("put a comma between units, and write 2 x 4 for two units of 4"));
            }
            strength_seen = read_strength(token, &mut unit);
        } else if !FILLERS.contains(&token.to_lowercase().as_str()) {
            read_word(key, token, &mut unit)?;
        }
    }
    let partisan = unit.kind == Kind::Partisan;
    if !strength_seen && !partisan && unit.kind != Kind::Hq {
        return Err(
            Fault::new(key, format!("\"{text}\" has no strength")).help("write for example 4/2 marine")
        );
    }
    Ok((count, finish(unit)))
}

/// The number that a word such as `two` means.
pub(super) fn number_word(word: &str) -> Option<usize> {
    NUMBERS.iter().position(|known| *known == word).map(|index| index + 1)
}

/// The number in `two 4-1`, `2 snlf of 1`, `2 infantry 3-1`: a number word before anything, or a bare number that
/// is not the strength because one comes later.
fn leading_count(tokens: &[&str]) -> Option<usize> {
    let first = tokens.first()?.to_lowercase();
    if let Some(count) = number_word(&first) {
        return Some(count);
    }
    let number = first.parse().ok().filter(|number| (1..=MOST_UNITS).contains(number))?;
    let later = tokens.iter().skip(1).position(|token| read_strength(token, &mut blank()))? + 1;
    (later > 1 || tokens[later].contains(['-', '/'])).then_some(number)
}

/// `2 x 4/2 marine`, `2x 4` and `2*4` mean two such units.
fn multiple(text: &str) -> (usize, &str) {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let after = text[digits..].trim_start();
    let rest = after
        .strip_prefix(['x', '*', '×'])
        .filter(|rest| rest.starts_with(|c: char| c == ' ' || c.is_ascii_digit()));
    match (text[..digits].parse(), rest) {
        (Ok(count), Some(rest)) if (1..=MOST_UNITS).contains(&count) => (count, rest.trim_start()),
        _ => (1, text),
    }
}

/// `4`, `4/2` (steps), `3-1` (movement), `3-1/2`, `(3)` for Generals, `X` for partisans.
fn read_strength(token: &str, unit: &mut Unit) -> bool {
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

fn read_word(key: &str, token: &str, unit: &mut Unit) -> Result<(), Fault> {
    let plain = token.to_lowercase().replace('_', "-");
    if let Some((_, kind)) = KINDS.iter().find(|(word, _)| *word == plain) {
        unit.kind = *kind;
    } else if let Some((_, which)) = TRAITS.iter().find(|(word, _)| *word == plain) {
        unit.traits.insert(*which);
    } else if let Some(code) = nation(token) {
        unit.nation = Some(code);
    } else if unit.name.is_empty() && !is_slip(&plain) {
        unit.name = token.to_owned();
    } else {
        let words = KINDS.iter().map(|(word, _)| *word).chain(TRAITS.iter().map(|(word, _)| *word));
        let fault = Fault::new(key, format!("unit \"{}\": unknown word \"{token}\"", unit.name));
        return Err(match nearest(&plain, words) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help("a unit is NAME:STRENGTH/STEPS and words such as marine, reduced, JP, @W4533"),
        });
    }
    Ok(())
}

/// Whether a word is a known one with a slip of the pen rather than a name.
fn is_slip(plain: &str) -> bool {
    let most = if plain.len() < 4 { 0 } else { plain.len() / 6 + 1 };
    let words = KINDS.iter().map(|(word, _)| *word).chain(TRAITS.iter().map(|(word, _)| *word));
    words.filter(|word| word.len() > 3).any(|word| strsim::damerau_levenshtein(word, plain) <= most)
}

fn unit_from_table(key: &str, table: &Map<String, Value>) -> Result<Unit, Fault> {
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
                unit.hex = Some(text);
                true
            }
            "strength" => read_strength(&text, &mut unit),
            "steps" => value
                .as_u64()
                .and_then(|steps| u8::try_from(steps).ok())
                .filter(|steps| (1..=2).contains(steps))
                .map(|steps| unit.steps = steps)
                .is_some(),
            "nation" => nation(&text).map(|code| unit.nation = Some(code)).is_some(),
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
                    TRAITS
                        .iter()
                        .find(|(known, _)| known == word)
                        .map(|(_, which)| unit.traits.insert(*which))
                        .is_some()
                })
            }
            _ => {
                let names = ["name", "piece", "hex", "strength", "steps", "nation", "kind", "traits"];
                let fault = Fault::new(key, format!("a unit has no \"{name}\""));
                return Err(fault.help(format!("known: {}", names.join(", "))));
            }
        };
        if !known {
            return Err(Fault::new(key, format!("unit {name} \"{value}\" is not known")));
        }
    }
    Ok(finish(unit))
}

/// Steps that were not given: a paratroop has one, a reduced unit one, any other two (4.12.4, 14.6.3).
fn finish(mut unit: Unit) -> Unit {
    let one = unit.is(Trait::Reduced) || unit.kind == Kind::Paratroop || unit.kind == Kind::Partisan;
    if unit.kind == Kind::Paratroop {
        unit.steps = 1;
    } else if unit.steps == 0 {
        unit.steps = if one { 1 } else { 2 };
    }
    unit
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Unit> {
        units("attack", &Value::from(text)).unwrap()
    }

    #[test]
    fn units_read_in_all_notations() {
        let list =
            read("us-marine-1:4/2 marine, 2 x 3-1 reduced JP @W4533; general Yamashita 3 JP, para 1 dropped");
        assert_eq!(list.len(), 5);
        assert_eq!(
            (list[0].name.as_str(), list[0].strength, list[0].steps, list[0].kind),
            ("us-marine-1", 4, 2, Kind::Marine)
        );
        assert_eq!((list[1].strength, list[1].steps, list[1].nation), (3, 1, Some("JP")));
        assert_eq!((list[1].name.as_str(), list[2].name.as_str()), ("attacker 2", "attacker 3"));
        assert_eq!((list[3].kind, list[3].strength, list[3].name.as_str()), (Kind::General, 3, "Yamashita"));
        assert_eq!((list[4].kind, list[4].steps), (Kind::Paratroop, 1));
        assert_eq!(read("4+4").len(), 2);
        assert_eq!(read("[4, 2]").len(), 2);
        let told = |text: &str| {
            read(text)
                .iter()
                .map(|unit| format!("{}/{} {:?}", unit.strength, unit.steps, unit.kind))
                .collect::<Vec<_>>()
        };
        assert_eq!(told("two marine units of 4 each"), ["4/2 Marine", "4/2 Marine"]);
        assert_eq!(told("2 snlf of 1 reduced"), ["1/1 Snlf", "1/1 Snlf"]);
        assert_eq!(told("one full 3-1 and 2 infantry 4-1"), ["3/2 Land", "4/2 Infantry", "4/2 Infantry"]);
        assert_eq!(told("2 infantry"), ["2/2 Infantry"]);
    }

    #[test]
    fn units_that_cannot_be_read_say_why() {
        let error = |text: &str| units("attack", &Value::from(text)).unwrap_err().remove(0);
        assert!(error("marine").message.contains("no strength"));
        assert_eq!(error("a:4/2 marnie").help.as_deref(), Some("did you mean `marine`?"));
        assert!(error("a:4/7").message.contains("\"4/7\""));
        assert_eq!(error("marnie 4").help.as_deref(), Some("did you mean `marine`?"));
        assert!(error("4 2").message.contains("two strengths"));
        assert!(error("40 x 4, 40 x 4").message.contains("more than"));
    }

    #[test]
    fn air_units_read_in_all_notations() {
        let list = air_units("attack-air", &Value::from("FB 3, B 5 heavy, 20-20[4], F 4-6/3, ATP, 2 x N 2"))
            .unwrap();
        let strengths: Vec<(u32, bool)> = list.iter().map(|unit| (unit.strength, unit.heavy)).collect();
        assert_eq!(
            strengths,
            [(3, false), (5, true), (20, true), (4, false), (0, false), (2, false), (2, false)]
        );
        assert_eq!(list[3].kind, AirKind::Fighter);
        assert!(air_units("attack-air", &Value::from("B heavy")).is_err());
    }
}
