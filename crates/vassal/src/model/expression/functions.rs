//! Functions of expressions, and methods of the texts in them.

use super::patterns;
use super::values::{Fault, Held, Value};

/// Longest text that a function makes.
const LONGEST: usize = 100_000;

/// Whether a name with dots, or a function by such a name, may be one of Java: a package, or a class, which begins with
/// a capital letter.
pub(super) fn may_be_java(name: &str) -> bool {
    let first = name.split('.').next().unwrap_or_default();
    first.starts_with(char::is_uppercase) || ["java", "javax", "bsh", "this", "super"].contains(&first)
}

/// A function of the interpreter's language or of Java that asks for no property.
pub(super) fn call(name: &str, arguments: &[Held]) -> Result<Held, Fault> {
    let values: Vec<&Value> = arguments.iter().map(|held| &held.value).collect();
    match (name, values.as_slice()) {
        ("If", [condition, ..]) if values.len() == 3 => {
            let Value::Truth(truth) = condition else { return Err(Fault::Refused) };
            let chosen = arguments[if *truth { 1 } else { 2 }].clone();
            Ok(Held { object: !matches!(chosen.value, Value::Text(_)), ..chosen })
        }
        ("Integer.parseInt" | "Integer.valueOf", [Value::Text(text)]) => {
            text.parse().map(|number| Value::Number(number).into()).map_err(|_| Fault::Refused)
        }
        ("Integer.toString", [Value::Number(_)]) | ("String.valueOf", [_]) => {
            Ok(Held::text(arguments[0].shown()?))
        }
        ("(int)", [Value::Number(_)]) | ("(String)", [Value::Text(_)]) => Ok(values[0].clone().into()),
        ("(int)", [decimal @ (Value::Single(_) | Value::Double(_))]) => whole(decimal.decimal().trunc()),
        ("(double)", [Value::Number(_) | Value::Single(_) | Value::Double(_)]) => {
            Ok(Value::Double(values[0].decimal()).into())
        }
        ("(float)", [Value::Number(_) | Value::Single(_)]) => {
            Ok(Value::Single(values[0].decimal() as f32).into())
        }
        _ => name.strip_prefix("Math.").map_or(Err(Fault::Unknown), |name| mathematics(name, &values)),
    }
}

/// A function of `java.lang.Math`.
fn mathematics(name: &str, values: &[&Value]) -> Result<Held, Fault> {
    if values.iter().any(|value| matches!(value, Value::Truth(_) | Value::Text(_))) {
        return Err(Fault::Refused);
    }
    let number = |number: i32| Ok(Value::Number(number).into());
    let decimal = |decimal: f64| Ok(Value::Double(decimal).into());
    match (name, values) {
        ("abs", [Value::Number(a)]) => number(a.wrapping_abs()),
        ("min", [Value::Number(a), Value::Number(b)]) => number(*a.min(b)),
        ("max", [Value::Number(a), Value::Number(b)]) => number(*a.max(b)),
        ("abs", [Value::Double(a)]) => decimal(a.abs()),
        ("min", [a, b]) if has_double(values) => decimal(a.decimal().min(b.decimal())),
        ("max", [a, b]) if has_double(values) => decimal(a.decimal().max(b.decimal())),
        ("floor", [a]) => decimal(a.decimal().floor()),
        ("ceil", [a]) => decimal(a.decimal().ceil()),
        ("pow", [a, b]) => decimal(a.decimal().powf(b.decimal())),
        ("sqrt", [a]) if a.decimal() >= 0.0 => decimal(a.decimal().sqrt()),
        ("round", [a]) => whole((a.decimal() + 0.5).floor()),
        ("floorDiv", [Value::Number(a), Value::Number(b)]) if *b != 0 => {
            number(a.div_euclid(*b) - i32::from(*b < 0 && a.rem_euclid(*b) != 0))
        }
        _ => Err(Fault::Unknown),
    }
}

fn has_double(values: &[&Value]) -> bool {
    values.iter().any(|value| matches!(value, Value::Double(_)))
}

/// A decimal without a part behind the point; beyond 32 bits Java goes on in another way.
fn whole(decimal: f64) -> Result<Held, Fault> {
    let fits = decimal.abs() < f64::from(i32::MAX);
    if fits { Ok(Value::Number(decimal as i32).into()) } else { Err(Fault::Unknown) }
}

/// A method of a text.
pub(super) fn method(of: &Held, name: &str, arguments: &[Held]) -> Result<Held, Fault> {
    let Value::Text(text) = &of.value else { return Err(Fault::Unknown) };
    let values: Vec<&Value> = arguments.iter().map(|held| &held.value).collect();
    let truth = |truth: bool| Ok(Value::Truth(truth).into());
    match (name, values.as_slice()) {
        ("contains", [Value::Text(part)]) => truth(text.contains(part.as_str())),
        ("startsWith", [Value::Text(part)]) => truth(text.starts_with(part.as_str())),
        ("endsWith", [Value::Text(part)]) => truth(text.ends_with(part.as_str())),
        ("equals", [Value::Text(other)]) => truth(text == other),
        // A number, truth or letter is no text.
        (
            "equals",
            [Value::Number(_) | Value::Single(_) | Value::Double(_) | Value::Truth(_) | Value::Letter(_)],
        ) => truth(false),
        ("equalsIgnoreCase", [Value::Text(other)]) => truth(folded(text) == folded(other)),
        ("isEmpty", []) => truth(text.is_empty()),
        ("isBlank", []) => truth(text.trim().is_empty()),
        ("trim", []) => Ok(Held::text(text.trim_matches(|c| c <= ' '))),
        ("strip", []) => Ok(Held::text(text.trim())),
        ("stripLeading", []) => Ok(Held::text(text.trim_start())),
        ("stripTrailing", []) => Ok(Held::text(text.trim_end())),
        ("toString", []) => Ok(of.clone()),
        ("toUpperCase", []) => Ok(Held::text(text.to_uppercase())),
        ("toLowerCase", []) => Ok(Held::text(text.to_lowercase())),
        ("concat", [Value::Text(other)]) => limited(text.len() + other.len(), || text.clone() + other),
        ("repeat", [Value::Number(times)]) => {
            let times = usize::try_from(*times).map_err(|_| Fault::Refused)?;
            limited(text.len().saturating_mul(times), || text.repeat(times))
        }
        ("replace", [Value::Letter(from), Value::Letter(to)]) => {
            limited(text.len().saturating_mul(to.len_utf8()), || text.replace(*from, &to.to_string()))
        }
        ("replace", [Value::Text(from), Value::Text(to)]) => {
            let most = text.len().saturating_add(1).saturating_mul(to.len().saturating_add(1));
            limited(most, || text.replace(from, to))
        }
        ("split", [Value::Text(pattern)]) => Ok(Value::Texts(split(text, pattern)?).into()),
        ("replaceFirst", [Value::Text(pattern), Value::Text(to)]) if !to.contains(['$', '\\']) => {
            let pattern = patterns::anywhere(pattern).ok_or(Fault::Unknown)?;
            limited(text.len() + to.len(), || pattern.replace(text, to).into_owned())
        }
        ("replaceAll", [Value::Text(pattern), Value::Text(to)]) => replaced(text, pattern, to),
        ("matches", [Value::Text(pattern)]) => {
            truth(patterns::whole(pattern).ok_or(Fault::Unknown)?.is_match(text))
        }
        _ => by_place(text, name, &values),
    }
}

/// A method that counts letters, as Java does: in units of UTF-16.
fn by_place(text: &str, name: &str, values: &[&Value]) -> Result<Held, Fault> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let place = |found: Option<usize>| match found {
        Some(at) => count(text[..at].encode_utf16().count()),
        None => Ok(Value::Number(-1).into()),
    };
    match (name, values) {
        ("length", []) => count(units.len()),
        ("indexOf", [Value::Text(part)]) => place(text.find(part.as_str())),
        ("lastIndexOf", [Value::Text(part)]) => place(text.rfind(part.as_str())),
        ("indexOf", [Value::Letter(letter)]) => place(text.find(*letter)),
        ("lastIndexOf", [Value::Letter(letter)]) => place(text.rfind(*letter)),
        ("charAt", [Value::Number(at)]) => {
            let unit = usize::try_from(*at).ok().and_then(|at| units.get(at)).ok_or(Fault::Refused)?;
            // Half of a letter is shown by nothing.
            char::from_u32((*unit).into()).map(|letter| Value::Letter(letter).into()).ok_or(Fault::Unknown)
        }
        ("substring", [Value::Number(from)]) => part(&units, *from, units.len()),
        ("substring", [Value::Number(from), Value::Number(to)]) => {
            part(&units, *from, usize::try_from(*to).map_err(|_| Fault::Refused)?)
        }
        ("compareTo", [Value::Text(other)]) => {
            let other: Vec<u16> = other.encode_utf16().collect();
            let differs = units.iter().zip(&other).find(|(a, b)| a != b);
            let lengths = || Some(i32::try_from(units.len()).ok()? - i32::try_from(other.len()).ok()?);
            let order = differs.map(|(a, b)| i32::from(*a) - i32::from(*b)).or_else(lengths);
            order.map(|order| Value::Number(order).into()).ok_or(Fault::Unknown)
        }
        _ => Err(Fault::Unknown),
    }
}

/// One of several texts.
pub(super) fn item(of: &Held, place: &Held) -> Result<Held, Fault> {
    let (Value::Texts(texts), Value::Number(place)) = (&of.value, &place.value) else {
        return Err(Fault::Unknown);
    };
    let found = usize::try_from(*place).ok().and_then(|place| texts.get(place));
    found.map(|text| Held::text(text.clone())).ok_or(Fault::Refused)
}

/// The parts of a text between what matches a pattern; blank ones at the end are none.
fn split(text: &str, pattern: &str) -> Result<Vec<String>, Fault> {
    let pattern = patterns::anywhere(pattern).ok_or(Fault::Unknown)?;
    if pattern.is_match("") {
        return Err(Fault::Unknown);
    }
    let mut parts: Vec<String> = pattern.split(text).map(str::to_owned).collect();
    while parts.len() > 1 && parts.last().is_some_and(String::is_empty) {
        parts.pop();
    }
    Ok(parts)
}

fn folded(text: &str) -> String {
    text.to_uppercase().to_lowercase()
}

fn limited(length: usize, made: impl FnOnce() -> String) -> Result<Held, Fault> {
    if length > LONGEST { Err(Fault::Unknown) } else { Ok(Held::text(made())) }
}

fn count(count: usize) -> Result<Held, Fault> {
    i32::try_from(count).map(|count| Value::Number(count).into()).map_err(|_| Fault::Unknown)
}

fn part(units: &[u16], from: i32, to: usize) -> Result<Held, Fault> {
    let from = usize::try_from(from).map_err(|_| Fault::Refused)?;
    let part = units.get(from..to).ok_or(Fault::Refused)?;
    String::from_utf16(part).map(Held::text).map_err(|_| Fault::Unknown)
}

/// Only patterns and replacements that mean the same in Java are understood.
fn replaced(text: &str, pattern: &str, to: &str) -> Result<Held, Fault> {
    if to.contains(['$', '\\']) || text.len().saturating_mul(to.len() + 1) > LONGEST {
        return Err(Fault::Unknown);
    }
    Ok(Held::text(patterns::anywhere(pattern).ok_or(Fault::Unknown)?.replace_all(text, to)))
}
