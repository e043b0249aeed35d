//! Functions of expressions, and methods of the texts in them.

use regex::RegexBuilder;

use super::values::{Fault, Held, Value};

/// Longest text that a function makes.
const LONGEST: usize = 100_000;

/// A function of the interpreter's language or of Java that asks for no property.
pub(super) fn call(name: &str, arguments: &[Held]) -> Result<Held, Fault> {
    let values: Vec<&Value> = arguments.iter().map(|held| &held.value).collect();
    match (name, values.as_slice()) {
        ("If", [condition, ..]) if values.len() == 3 => {
            let Value::Truth(truth) = condition else { return Err(Fault::Refused) };
            let chosen = arguments[if *truth { 1 } else { 2 }].clone();
            Ok(Held { object: !matches!(chosen.value, Value::Text(_)), ..chosen })
        }
        ("Integer.parseInt", [Value::Text(text)]) => {
            text.parse().map(|number| Value::Number(number).into()).map_err(|_| Fault::Refused)
        }
        ("Math.abs", [Value::Number(number)]) => Ok(Value::Number(number.wrapping_abs()).into()),
        ("Math.min", [Value::Number(a), Value::Number(b)]) => Ok(Value::Number(*a.min(b)).into()),
        ("Math.max", [Value::Number(a), Value::Number(b)]) => Ok(Value::Number(*a.max(b)).into()),
        _ => Err(Fault::Unknown),
    }
}

/// A method of a text. Java counts letters in another way than we do, so places are counted in ASCII only.
pub(super) fn method(of: &Held, name: &str, arguments: &[Held]) -> Result<Held, Fault> {
    let Value::Text(text) = &of.value else { return Err(Fault::Unknown) };
    let values: Vec<&Value> = arguments.iter().map(|held| &held.value).collect();
    let truth = |truth: bool| Ok(Value::Truth(truth).into());
    match (name, values.as_slice()) {
        ("contains", [Value::Text(part)]) => truth(text.contains(part.as_str())),
        ("startsWith", [Value::Text(part)]) => truth(text.starts_with(part.as_str())),
        ("endsWith", [Value::Text(part)]) => truth(text.ends_with(part.as_str())),
        ("equals", [Value::Text(other)]) => truth(text == other),
        ("isEmpty", []) => truth(text.is_empty()),
        ("trim", []) => Ok(Held::text(text.trim_matches(|c| c <= ' '))),
        ("toString", []) => Ok(of.clone()),
        ("replace", [Value::Text(from), Value::Text(to)]) => {
            let most = text.len().saturating_add(1).saturating_mul(to.len().saturating_add(1));
            if most > LONGEST { Err(Fault::Unknown) } else { Ok(Held::text(text.replace(from, to))) }
        }
        ("replaceAll", [Value::Text(pattern), Value::Text(to)]) => replaced(text, pattern, to),
        _ if !text.is_ascii() => Err(Fault::Unknown),
        ("equalsIgnoreCase", [Value::Text(other)]) if other.is_ascii() => {
            truth(text.eq_ignore_ascii_case(other))
        }
        ("length", []) => number(text.len()),
        ("indexOf", [Value::Text(part)]) => {
            text.find(part.as_str()).map_or(Ok(Value::Number(-1).into()), number)
        }
        ("lastIndexOf", [Value::Text(part)]) => {
            text.rfind(part.as_str()).map_or(Ok(Value::Number(-1).into()), number)
        }
        ("toUpperCase", []) => Ok(Held::text(text.to_ascii_uppercase())),
        ("toLowerCase", []) => Ok(Held::text(text.to_ascii_lowercase())),
        ("substring", [Value::Number(from)]) => part(text, *from, text.len()),
        ("substring", [Value::Number(from), Value::Number(to)]) => {
            part(text, *from, usize::try_from(*to).map_err(|_| Fault::Refused)?)
        }
        _ => Err(Fault::Unknown),
    }
}

fn number(count: usize) -> Result<Held, Fault> {
    i32::try_from(count).map(|count| Value::Number(count).into()).map_err(|_| Fault::Unknown)
}

fn part(text: &str, from: i32, to: usize) -> Result<Held, Fault> {
    let from = usize::try_from(from).map_err(|_| Fault::Refused)?;
    text.get(from..to).map(Held::text).ok_or(Fault::Refused)
}

/// Only patterns and replacements that mean the same in Java are understood.
fn replaced(text: &str, pattern: &str, to: &str) -> Result<Held, Fault> {
    let plain = pattern.chars().all(|c| c.is_ascii_alphanumeric() || "[]^-+*. ".contains(c));
    if !plain || to.contains(['$', '\\']) || text.len().saturating_mul(to.len() + 1) > LONGEST {
        return Err(Fault::Unknown);
    }
    let pattern = RegexBuilder::new(pattern).size_limit(1 << 18).build().map_err(|_| Fault::Unknown)?;
    Ok(Held::text(pattern.replace_all(text, to)))
}
