//! Conditions and texts of rolls: what was told, the dice and the total, compared and written out.

use std::fmt;

use crate::check::kinds::parse::{self, Node, Op};
use crate::data::fault::did_you_mean;
use crate::data::sentence::Sentence;
use crate::play::battle::plain;
use crate::play::inputs::{Inputs, Key, KeyKind, month};

/// The sum of the dice, and the total with its modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Thrown {
    pub(super) die: i64,
    pub(super) total: i64,
}

impl Thrown {
    fn get(self, name: &str) -> Option<i64> {
        match name {
            "die" => Some(self.die),
            "total" => Some(self.total),
            _ => None,
        }
    }
}

/// Names of what is thrown, beside those of the keys.
pub(super) const THROWN: [&str; 2] = ["die", "total"];

/// When something holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum When {
    All(Vec<When>),
    Either(Vec<When>),
    Not(Box<When>),
    /// Told, and not `no`.
    Told(String),
    /// One of these words.
    Is(String, Vec<String>),
    /// Told to be something else.
    IsNot(String, Vec<String>),
    /// A text that has one of these in it.
    Contains(String, Vec<String>),
    Compare(String, Op, i64),
    /// A month before, in or after another, both as `1943-07`.
    Month(String, Op, String),
}

impl When {
    /// What always holds.
    pub(super) const ALWAYS: Self = Self::All(Vec::new());

    /// Reads a condition over these keys; one that asks for the dice only where they are known.
    pub(super) fn read(text: &str, keys: &[Key], thrown: bool) -> Result<Self, String> {
        Self::of(&parse::node(text)?, &Names { keys, thrown })
    }

    fn of(node: &Node, names: &Names<'_>) -> Result<Self, String> {
        let each = |nodes: &[Node]| nodes.iter().map(|node| Self::of(node, names)).collect::<Result<_, _>>();
        Ok(match node {
            Node::All(nodes) => Self::All(each(nodes)?),
            Node::Either(nodes) => Self::Either(each(nodes)?),
            Node::Not(inner) => Self::Not(Box::new(Self::of(inner, names)?)),
            Node::Word(word) => match names.key(word)?.map(|key| &key.kind) {
                Some(KeyKind::Flag(key, word)) => Self::Is(key.to_string(), vec![word.to_string()]),
                _ => Self::Told(word.clone()),
            },
            Node::Compare(word, op, values) => Self::compare(word, *op, values, names)?,
            Node::Of(word, inner) => match (word.as_str(), &**inner) {
                ("contains", Node::Compare(key, Op::Is, values)) => {
                    names.key(key)?;
                    Self::Contains(key.clone(), values.iter().map(|value| value.to_lowercase()).collect())
                }
                ("contains", _) => return Err("expected contains(KEY=TEXT)".into()),
                _ => return Err(parse::unknown("word", word, ["contains"])),
            },
        })
    }

    fn compare(word: &str, op: Op, values: &[String], names: &Names<'_>) -> Result<Self, String> {
        let key = names.key(word)?;
        let number = |value: &String| {
            value.parse::<i64>().map_err(|_| format!("{word}: expected a whole number, found \"{value}\""))
        };
        if let Some(KeyKind::Flag(target, own)) = key.map(|key| &key.kind) {
            let said = names.value(word, key, values.first().map_or("", String::as_str))?;
            let build = if (said == "yes") == (op == Op::Is) { Self::Is } else { Self::IsNot };
            return Ok(build(target.to_string(), vec![own.to_string()]));
        }
        if key.is_some_and(|key| key.kind == KeyKind::Month) {
            return Self::months(word, op, values);
        }
        let is_number = key.is_none_or(|key| matches!(key.kind, KeyKind::Number(..)));
        match (op, values) {
            _ if is_number => {
                let numbers = values.iter().map(number).collect::<Result<Vec<_>, _>>()?;
                let mut each = numbers.into_iter().map(|number| Self::Compare(word.to_owned(), op, number));
                match (op, each.len()) {
                    (Op::IsNot, _) => Ok(Self::All(each.collect())),
                    (Op::Is, _) => Ok(Self::Either(each.collect())),
                    (_, 1) => each.next().ok_or_else(String::new),
                    _ => Err(format!("{word}: expected one number")),
                }
            }
            (Op::Is | Op::IsNot, values) => {
                let values =
                    values.iter().map(|value| names.value(word, key, value)).collect::<Result<_, _>>()?;
                let build = if op == Op::Is { Self::Is } else { Self::IsNot };
                Ok(build(word.to_owned(), values))
            }
            _ => Err(format!("{word} takes no number; expected = or !=")),
        }
    }

    fn months(word: &str, op: Op, values: &[String]) -> Result<Self, String> {
        let [value] = values else { return Err(format!("{word}: expected one month")) };
        let (year, month) = month(value)
            .ok_or_else(|| format!("{word}: expected a month like 1944-02, found \"{value}\""))?;
        Ok(Self::Month(word.to_owned(), op, format!("{year:04}-{month:02}")))
    }

    /// Whether it holds of what was told and thrown.
    pub(super) fn holds(&self, told: &Inputs, thrown: Option<Thrown>) -> bool {
        let same = |key: &str, values: &[String]| {
            said(told, key).map(|said| values.iter().any(|value| value.eq_ignore_ascii_case(&said)))
        };
        match self {
            Self::All(all) => all.iter().all(|one| one.holds(told, thrown)),
            Self::Either(all) => all.iter().any(|one| one.holds(told, thrown)),
            Self::Not(one) => !one.holds(told, thrown),
            Self::Told(key) => said(told, key).is_some_and(|said| said != "no"),
            Self::Is(key, values) => same(key, values) == Some(true),
            Self::IsNot(key, values) => {
                same(key, values) == Some(false) || values.iter().any(|value| told.denies(key, value))
            }
            Self::Contains(key, values) => said(told, key)
                .map(|said| said.to_lowercase())
                .is_some_and(|said| values.iter().any(|value| said.contains(value.as_str()))),
            Self::Compare(key, op, number) => {
                let said = thrown.and_then(|thrown| thrown.get(key)).or_else(|| told.number(key));
                said.is_some_and(|said| op.holds(&said, number))
            }
            Self::Month(key, op, month) => said(told, key).is_some_and(|said| op.holds(&said, month)),
        }
    }
}

impl fmt::Display for When {
    /// As a row says it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined =
            |all: &[When], between: &str| all.iter().map(When::to_string).collect::<Vec<_>>().join(between);
        match self {
            Self::All(all) => f.write_str(&joined(all, " ")),
            Self::Either(all) if all.len() == 1 => f.write_str(&joined(all, "")),
            Self::Either(all) => write!(f, "({})", joined(all, " or ")),
            Self::Not(one) if matches!(**one, Self::All(_)) => write!(f, "!({one})"),
            Self::Not(one) => write!(f, "!{one}"),
            Self::Told(key) => f.write_str(key),
            Self::Is(key, values) => write!(f, "{key}={}", values.join("|")),
            Self::IsNot(key, values) => write!(f, "{key}!={}", values.join("|")),
            Self::Contains(key, values) => write!(f, "contains({key}={})", values.join("|")),
            Self::Compare(key, op, number) => write!(f, "{key}{}{number}", sign(*op)),
            Self::Month(key, op, month) => write!(f, "{key}{}{month}", sign(*op)),
        }
    }
}

fn sign(op: Op) -> &'static str {
    match op {
        Op::Is => "=",
        op => Op::ALL.iter().find(|(_, known)| *known == op).map_or("", |(sign, _)| sign),
    }
}

/// What was told for a key, as it would be typed; nothing typed is nothing told.
pub(super) fn said(told: &Inputs, key: &str) -> Option<String> {
    told.value(key).map(plain).filter(|said| !said.is_empty())
}

/// The names that a condition or a text may use.
pub(super) struct Names<'k> {
    pub(super) keys: &'k [Key],
    /// Whether the dice are known.
    pub(super) thrown: bool,
}

impl<'k> Names<'k> {
    /// The key of a name, none for what is thrown; an unknown name is an error with the nearest one.
    pub(super) fn key(&self, name: &str) -> Result<Option<&'k Key>, String> {
        if let Some(key) = self.keys.iter().find(|key| key.name == name) {
            return Ok(Some(key));
        }
        match THROWN.contains(&name) {
            true if self.thrown => Ok(None),
            true => Err(format!("\"{name}\" is known only after the roll")),
            false => {
                let thrown = THROWN.iter().copied().filter(|_| self.thrown);
                let known: Vec<&str> = self.keys.iter().map(|key| &*key.name).chain(thrown).collect();
                let near = did_you_mean(name, known.iter().copied());
                Err(format!("no key \"{name}\"{near}; known are {}", known.join(", ")))
            }
        }
    }

    /// A value that a key can have.
    fn value(&self, name: &str, key: Option<&Key>, value: &str) -> Result<String, String> {
        let known = match key.map(|key| &key.kind) {
            Some(KeyKind::Word(words) | KeyKind::Alone(words)) => words.proper(),
            Some(KeyKind::YesNo | KeyKind::Present | KeyKind::Flag(..)) => vec!["yes", "no"],
            _ => return Ok(value.to_owned()),
        };
        if known.contains(&value) {
            return Ok(value.to_owned());
        }
        let near = did_you_mean(value, known.iter().copied());
        Err(format!("{name}: expected one of {}, found \"{value}\"{near}", known.join(", ")))
    }
}

/// Reads a text whose names in braces are keys or, where they are known, `die` and `total`.
pub(super) fn sentence(text: &str, keys: &[Key], thrown: bool) -> Result<Sentence, String> {
    let names = Names { keys, thrown };
    Sentence::read(text, |name| names.key(name).map(|_| ()))
}

/// A text with what was told; a name without a value leaves no gap.
pub(super) fn fill(sentence: &Sentence, told: &Inputs, thrown: Option<Thrown>) -> String {
    let number = |name: &str| Some(thrown?.get(name)?.to_string());
    let text = sentence.fill(|name| number(name).or_else(|| said(told, name)).unwrap_or_default());
    text.trim().to_owned()
}
