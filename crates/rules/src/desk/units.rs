//! Units as the papers of an umpire name them: by id, or by class and number, with what they carry in brackets.

use std::fmt;

use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

/// More units in one place than any game has.
pub const MOST_UNITS: usize = 1_000;
/// How deep cargo may lie within cargo: a tank on a transport is one.
const MOST_DEPTH: usize = 4;

/// One unit by its id, or several of one class.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitRef {
    /// The id of its piece; none where only the class is named.
    pub id: Option<String>,
    /// Its power; none where it is the power whose turn it is, or was not told.
    pub power: Option<String>,
    /// Its class in capitals; empty where only the id is named.
    pub class: String,
    /// How many of them.
    pub number: u32,
    /// Its damage.
    pub damage: u32,
    /// What it carries, where that is told.
    pub cargo: Vec<UnitRef>,
}

/// A list of units.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Units(pub Vec<UnitRef>);

impl UnitRef {
    /// So many units of a class.
    pub fn of(class: impl Into<String>, number: u32) -> Self {
        Self { class: class.into(), number, ..Self::default() }
    }

    /// How it is told without its id: `2 TANK`, `TR (2 INF)`.
    pub fn in_words(&self) -> String {
        let name = if self.class.is_empty() { self.id.as_deref().unwrap_or("unit") } else { &self.class };
        let power = self.power.as_ref().map(|power| format!("{power} ")).unwrap_or_default();
        let number = if self.number == 1 { String::new() } else { format!("{} ", self.number) };
        let cargo: Vec<String> = self.cargo.iter().map(Self::in_words).collect();
        let cargo = if cargo.is_empty() { String::new() } else { format!(" ({})", cargo.join(", ")) };
        format!("{number}{power}{name}{cargo}")
    }
}

impl Units {
    /// Reads `2 TANK, 3 MECH`, `CV, TR (2 INF)`, `2 japan FTR`, `piece-17`: a word in capitals is a class, a word before it
    /// the power, any other word the id of a piece.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let units = list(text, MOST_DEPTH)?;
        let count: usize = units.iter().map(|unit| unit.number as usize).sum();
        if count > MOST_UNITS {
            return Err(format!("expected at most {MOST_UNITS} units, found {count}"));
        }
        Ok(Self(units))
    }

    /// How many there are of a class, in whatever rows; what is carried is not counted.
    pub fn count(&self, class: &str) -> u32 {
        self.0.iter().filter(|unit| unit.class == class).map(|unit| unit.number).sum()
    }

    /// Whether it names nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Units {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(UnitRef::in_words).collect();
        out.write_str(&all.join(", "))
    }
}

/// The items of a list, whose commas may stand in brackets, too.
fn list(text: &str, depth: usize) -> Result<Vec<UnitRef>, String> {
    if depth == 0 {
        return Err(format!("expected brackets at most {MOST_DEPTH} deep"));
    }
    let mut items = vec![String::new()];
    let mut open = 0usize;
    for letter in text.chars() {
        match letter {
            '(' => open += 1,
            ')' => open = open.checked_sub(1).ok_or("a bracket is closed but not opened")?,
            ',' | ';' if open == 0 => {
                items.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(item) = items.last_mut() {
            item.push(letter);
        }
    }
    if open > 0 {
        return Err("a bracket is not closed".into());
    }
    items.iter().filter(|item| !item.trim().is_empty()).map(|item| one(item, depth)).collect()
}

fn one(item: &str, depth: usize) -> Result<UnitRef, String> {
    let (words, cargo) = match item.split_once('(') {
        Some((words, rest)) => {
            let inside = rest.trim_end().strip_suffix(')');
            let inside =
                inside.ok_or_else(|| format!("expected a bracket at the end of \"{}\"", item.trim()))?;
            (words, list(inside, depth - 1)?)
        }
        None => (item, Vec::new()),
    };
    let mut words: Vec<&str> = words.split_whitespace().collect();
    let expected =
        || format!("expected a unit such as \"2 TANK\" or \"TR (2 INF)\", found \"{}\"", item.trim());
    let mut unit = UnitRef { number: 1, cargo, ..UnitRef::default() };
    if let [number, _, ..] = words.as_slice()
        && let Ok(number) = number.parse()
    {
        unit.number = number;
        words.remove(0);
    }
    match words.as_slice() {
        [class] if is_class(class) => unit.class = (*class).to_owned(),
        [power, class] if is_class(class) => {
            unit.power = Some((*power).to_owned());
            unit.class = (*class).to_owned();
        }
        [id] => unit.id = Some((*id).to_owned()),
        _ => return Err(expected()),
    }
    if unit.number == 0 || (unit.id.is_some() && unit.number != 1) {
        return Err(expected());
    }
    Ok(unit)
}

/// Whether a word is written as classes are: `TANK`.
fn is_class(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// A unit as an object of JSON.
#[derive(Deserialize, Serialize)]
struct Object {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    power: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    class: String,
    #[serde(default = "single", skip_serializing_if = "is_single")]
    number: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    damage: u32,
    #[serde(default, skip_serializing_if = "Units::is_empty")]
    cargo: Units,
}

fn single() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_single(number: &u32) -> bool {
    *number == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl<'de> Deserialize<'de> for UnitRef {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        match value {
            Value::String(text) => {
                let units = Units::parse(&text).map_err(de::Error::custom)?;
                match <[UnitRef; 1]>::try_from(units.0) {
                    Ok([unit]) => Ok(unit),
                    Err(_) => Err(de::Error::custom(format!("expected one unit, found \"{text}\""))),
                }
            }
            Value::Number(id) => Ok(UnitRef { id: Some(id.to_string()), number: 1, ..UnitRef::default() }),
            object @ Value::Object(_) => {
                let object: Object = serde_json::from_value(object).map_err(de::Error::custom)?;
                let id = object.id.map(|id| id.as_str().map_or_else(|| id.to_string(), str::to_owned));
                if object.number as usize > MOST_UNITS {
                    return Err(de::Error::custom(format!("expected at most {MOST_UNITS} units")));
                }
                let Object { power, class, number, damage, cargo, .. } = object;
                Ok(UnitRef { id, power, class, number, damage, cargo: cargo.0 })
            }
            _ => Err(de::Error::custom("expected a unit: text such as \"2 TANK\", or id, class and number")),
        }
    }
}

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match Value::deserialize(from)? {
            Value::Null => Ok(Self::default()),
            Value::String(text) => Self::parse(&text).map_err(de::Error::custom),
            Value::Array(all) if all.len() > MOST_UNITS => {
                Err(de::Error::custom(format!("expected at most {MOST_UNITS} units, found {}", all.len())))
            }
            Value::Array(all) => {
                let each = |value| match value {
                    Value::String(text) => {
                        Units::parse(&text).map_err(de::Error::custom).map(|units| units.0)
                    }
                    other => serde_json::from_value(other).map_err(de::Error::custom).map(|unit| vec![unit]),
                };
                let lists: Result<Vec<Vec<UnitRef>>, D::Error> = all.into_iter().map(each).collect();
                Ok(Self(lists?.into_iter().flatten().collect()))
            }
            Value::Object(counts) if counts.values().all(Value::is_u64) => {
                let text: Vec<String> =
                    counts.iter().map(|(class, number)| format!("{number} {class}")).collect();
                Self::parse(&text.join(", ")).map_err(de::Error::custom)
            }
            one @ Value::Object(_) => {
                serde_json::from_value(one).map_err(de::Error::custom).map(|unit| Self(vec![unit]))
            }
            _ => Err(de::Error::custom("expected units: a list, or text such as \"2 TANK, 3 MECH\"")),
        }
    }
}

impl Serialize for UnitRef {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { id, power, class, number, damage, cargo } = self.clone();
        Object { id: id.map(Value::String), power, class, number, damage, cargo: Units(cargo) }.serialize(to)
    }
}

impl Serialize for Units {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(json: &str) -> String {
        match serde_json::from_str::<Units>(json) {
            Ok(units) => units.to_string(),
            Err(error) => format!("refused: {error}"),
        }
    }

    #[test]
    fn units_are_told_as_text_as_lists_or_as_counts() {
        assert_eq!(told("\"2 TANK, 3 MECH\""), "2 TANK, 3 MECH");
        assert_eq!(
            told("[\"CV\", \"TR (2 INF, TANK)\", 17, \"japan-bb.1\"]"),
            "CV, TR (2 INF, TANK), 17, japan-bb.1"
        );
        assert_eq!(told("{\"TANK\":2,\"INF\":1}"), "2 TANK, INF");
        let objects = "[{\"id\":\"7\"},{\"class\":\"FTR\",\"number\":2,\"power\":\"us\"},{\"id\":9,\"class\":\"CV\",\"damage\":1}]";
        assert_eq!(told(objects), "7, 2 us FTR, CV");
        assert_eq!(told("{\"class\":\"FTR\",\"number\":2}"), "2 FTR");
    }

    #[test]
    fn what_is_written_is_read_again() {
        let units = Units::parse("2 japan FTR, TR (2 INF), piece-3").unwrap_or_default();
        let json = serde_json::to_string(&units).unwrap_or_default();
        assert_eq!(serde_json::from_str::<Units>(&json).ok(), Some(units));
    }

    #[test]
    fn lists_that_are_none_are_refused_in_words() {
        for (text, says) in [
            ("0 TANK", "expected a unit such as"),
            ("2 TR (INF", "not closed"),
            ("TR INF) 2", "not opened"),
            ("2000 INF", "expected at most 1000 units"),
            ("2 piece-3", "expected a unit such as"),
            ("a b c", "expected a unit such as"),
            (&"A(".repeat(9), "not closed"),
            (&format!("{}{}", "A (".repeat(9), ")".repeat(9)), "deep"),
        ] {
            let error = Units::parse(text).err().unwrap_or_default();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
