//! Expressions in braces: values put together, compared, chosen and reckoned with.
//!
//! What asks for other pieces, and whatever else is not surely known, has no value here.
//! Engine classes: `script.expression.BeanShellExpression`, `script.ExpressionInterpreter`.

mod functions;
mod parse;
mod values;

use std::collections::BTreeSet;

pub(super) use parse::is_name;
use parse::{Expr, parse};
use values::{Fault, Held, Operator, Value, operate};

/// Longer expressions are not read.
const LONGEST: usize = 10_000;
/// Longer texts are not put together.
const LONGEST_TEXT: usize = 100_000;
/// Begins the names of properties that only a running game knows.
const ELSEWHERE: [&str; 6] = ["CurrentMat", "Mat", "PlayerName", "playerName", "PlayerId", "playerId"];

/// The value of an expression without its braces; none when it is not understood. One that the engine's
/// interpreter refuses is empty, as it is there.
pub(super) fn evaluate(source: &str, value: Lookup<'_>) -> Option<String> {
    if source.trim().is_empty() {
        return Some(String::new());
    }
    // A single text in quotes is taken as it stands, without escapes.
    let quoted = source.strip_prefix('"').and_then(|s| s.strip_suffix('"'));
    if let Some(text) = quoted.filter(|text| !text.contains('"')) {
        return Some(text.to_owned());
    }
    if let Some(number) = integer(source) {
        return Some(number.to_string());
    }
    let parsed = if source.len() > LONGEST { None } else { parse(source) }?;
    let evaluation = Evaluation { texts: &parsed.texts, value };
    match evaluation.of(&parsed.whole).and_then(|held| held.shown()) {
        Ok(shown) => Some(shown),
        Err(Fault::Refused) => Some(String::new()),
        Err(Fault::Unknown) => None,
    }
}

type Lookup<'v> = &'v dyn Fn(&str) -> Option<String>;

/// What the parts of one expression are worth.
struct Evaluation<'v> {
    /// Properties that are texts in all of it.
    texts: &'v BTreeSet<String>,
    value: Lookup<'v>,
}

impl Evaluation<'_> {
    fn of(&self, expr: &Expr) -> Result<Held, Fault> {
        match expr {
            Expr::Literal(value) => Ok(value.clone().into()),
            Expr::Property(name) => self.property(name),
            Expr::Call(name, arguments) => self.call(name, &self.all(arguments)?),
            Expr::Method(of, name, arguments) => {
                functions::method(&self.of(of)?, name, &self.all(arguments)?)
            }
            Expr::Not(inner) => {
                let inner = self.of(inner)?;
                Ok(Held { value: Value::Truth(!inner.truth()?), ..inner })
            }
            Expr::Negative(inner) => self.of(inner)?.negative(),
            Expr::Chain(first, others) => self.chain(first, others),
            Expr::Choice(cases, last) => {
                for (condition, then) in cases {
                    if self.of(condition)?.truth()? {
                        return self.of(then);
                    }
                }
                self.of(last)
            }
        }
    }

    fn all(&self, exprs: &[Expr]) -> Result<Vec<Held>, Fault> {
        exprs.iter().map(|expr| self.of(expr)).collect()
    }

    fn chain(&self, first: &Expr, others: &[(Operator, Expr)]) -> Result<Held, Fault> {
        let mut found = self.of(first)?;
        for (operator, right) in others {
            found = match (operator, &found.value) {
                (Operator::And, Value::Truth(false)) => Value::Truth(false).into(),
                (Operator::Or, Value::Truth(true)) => Value::Truth(true).into(),
                _ => operate(*operator, &found, &self.of(right)?)?,
            };
            if matches!(&found.value, Value::Text(text) if text.len() > LONGEST_TEXT) {
                return Err(Fault::Unknown);
            }
        }
        Ok(found)
    }

    fn property(&self, word: &str) -> Result<Held, Fault> {
        let bare = word.strip_prefix('$').and_then(|w| w.strip_suffix('$'));
        let found = self.known(bare.filter(|name| !name.is_empty()).unwrap_or(word))?;
        if !self.texts.contains(word) {
            return Ok(variable(found).into());
        }
        // The engine hands it over in quotes, where a backslash would mean something.
        if found.contains(['\\', '\n', '\r']) { Err(Fault::Unknown) } else { Ok(Held::text(found)) }
    }

    /// A property, empty where it has no value; unknown where only a running game can tell it.
    fn known(&self, name: &str) -> Result<String, Fault> {
        let elsewhere = ELSEWHERE.iter().any(|start| name.starts_with(start)) || name.ends_with("_isVisible");
        match (self.value)(name) {
            None if elsewhere => Err(Fault::Unknown),
            found => Ok(found.unwrap_or_default()),
        }
    }

    fn call(&self, name: &str, arguments: &[Held]) -> Result<Held, Fault> {
        match (name, arguments) {
            ("GetProperty" | "getProperty", [key]) => Ok(property_value(self.known(&key.shown()?)?).into()),
            ("GetString" | "getString", [key]) => Ok(Held::text(self.known(&key.shown()?)?)),
            _ => functions::call(name, arguments),
        }
    }
}

/// The value of a field that names a property: its bare name, or an expression in braces
/// (`Expression.createSimplePropertyExpression`). Empty where the property has no value.
pub(super) fn property(field: &str, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let field = field.trim();
    let braced = field.strip_prefix('{').and_then(|f| f.strip_suffix('}'));
    let inner = braced.map_or(field, str::trim);
    if braced.is_some() && !is_name(inner) {
        return evaluate(inner, value);
    }
    let dollars = inner.strip_prefix('$').and_then(|f| f.strip_suffix('$'));
    Some(value(dollars.unwrap_or(inner)).unwrap_or_default())
}

/// A whole number of 32 bits with or without sign, as Java reads it.
pub(super) fn integer(text: &str) -> Option<i32> {
    text.parse().ok()
}

/// A property as the variable that the interpreter makes of it.
fn variable(text: String) -> Value {
    let numeric = !text.is_empty() && text.chars().all(|c| "+-.0123456789".contains(c));
    match text.as_str() {
        "true" | "false" => Value::Truth(text == "true"),
        number if numeric => match (integer(number), number.parse()) {
            (Some(number), _) => Value::Number(number),
            (None, Ok(decimal)) if number.contains('.') => Value::Single(decimal),
            _ => Value::Text(text),
        },
        _ => Value::Text(text),
    }
}

/// A property as `GetProperty` gives it.
fn property_value(text: String) -> Value {
    match (text.as_str(), integer(&text)) {
        ("true" | "false", _) => Value::Truth(text == "true"),
        (_, Some(number)) => Value::Number(number),
        _ => Value::Text(text),
    }
}

#[cfg(test)]
mod tests {
    use super::{evaluate, property};

    fn value(name: &str) -> Option<String> {
        let known = [("Step", "2"), ("Code", "007"), ("Rate", "1.50"), ("Side", "Red"), ("My Side", "Blue")];
        known.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
    }

    #[test]
    fn values_are_put_together_as_the_interpreter_does() {
        let cases = [
            (r#""as it \ stands""#, Some(r"as it \ stands")),
            ("Side", Some("Red")),
            ("Code", Some("7")),
            ("Rate", Some("1.5")),
            ("Missing", Some("")),
            (r#"Side + " " + Step"#, Some("Red 2")),
            ("Step + 1", Some("3")),
            (r#"GetProperty("My Side") + GetString("Code")"#, Some("Blue007")),
            ("  ", Some("")),
            ("Step == 2", Some("true")),
            (r#"Step == "2" && Side != "Blue""#, Some("true")),
            (r#"Side == "Blue" || Rate < 1.25"#, Some("false")),
            ("Missing == 0", Some("true")),
            (r#"Step == """#, Some("false")),
            (r#""b" > "a""#, Some("true")),
            ("Step && Side", Some("")),
            ("-3", Some("-3")),
            ("Step - 1", Some("1")),
            (r#"Step > 1 ? "a" : "b""#, Some("a")),
            (r#"If (Side.startsWith("R"), (Step + 1) * 2, 0)"#, Some("6")),
            ("Step / 0", Some("")),
            ("CountStack()", None),
            ("CurrentMat", None),
            (r#""open"#, None),
            ("Step +", None),
        ];
        for (source, expected) in cases {
            assert_eq!(evaluate(source, &value).as_deref(), expected, "{source}");
        }
    }

    #[test]
    fn a_field_that_names_a_property_has_its_value_as_it_stands() {
        for field in ["Code", "{Code}", "{ Code }", "$Code$", "{$Code$}"] {
            assert_eq!(property(field, &value).as_deref(), Some("007"), "{field}");
        }
        assert_eq!(property("My Side", &value).as_deref(), Some("Blue"));
        assert_eq!(property("{Missing}", &value).as_deref(), Some(""));
        assert_eq!(property("{Step*2}", &value).as_deref(), Some("4"));
        assert_eq!(property("{Range(1, 2)}", &value), None);
    }
}
