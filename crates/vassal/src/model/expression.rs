//! Expressions in braces: values put together, compared, chosen and reckoned with.
//!
//! What asks for other pieces is answered by the `Scope`; whatever is not surely known has no value here.
//! Engine classes: `script.expression.BeanShellExpression`, `script.ExpressionInterpreter`.

mod calls;
mod functions;
mod hopeless;
mod mistakes;
mod parse;
mod patterns;
mod reads;
mod tokens;
mod tree;
mod values;
mod words;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::tally::{self, Scope, Tally};
pub use mistakes::Mistake;
pub(super) use parse::is_name;
pub use reads::Read;
use tree::bare_name;
pub use tree::{Expression, Node, NodeKind, ParseError};
use values::{Fault, Held, operate};
pub use values::{Operator, Value};

/// Longer texts are not put together.
const LONGEST_TEXT: usize = 100_000;
/// So many expressions are remembered.
const MOST_REMEMBERED: usize = 2_000;
/// Begins the names of properties that only a running game knows.
const ELSEWHERE: [&str; 4] = ["PlayerName", "playerName", "PlayerId", "playerId"];

type Remembered = RefCell<HashMap<Box<str>, Rc<Result<Expression, ParseError>>, RandomState>>;

thread_local! {
    /// Many pieces have the same expressions, each of which is read once.
    static READ: Remembered = RefCell::default();
}

/// An expression as a tree, which is read once.
fn read(source: &str) -> Rc<Result<Expression, ParseError>> {
    let known = READ.with_borrow(|read| read.get(source).cloned());
    known.unwrap_or_else(|| {
        let new = Rc::new(Expression::parse(source));
        READ.with_borrow_mut(|read| {
            if read.len() >= MOST_REMEMBERED {
                read.clear();
            }
            read.insert(source.into(), new.clone());
        });
        new
    })
}

/// The value of an expression without its braces; none when it is not understood. One that the engine's
/// interpreter refuses is empty, as it is there.
pub fn evaluate(source: &str, scope: &dyn Scope) -> Option<String> {
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
    let parsed = read(source);
    let expression = match parsed.as_ref() {
        Ok(expression) => expression,
        Err(error) if error.is_foreign => return None,
        Err(_) => return Some(String::new()),
    };
    let evaluation = Evaluation { expression, scope };
    match evaluation.of(expression.whole()).and_then(|held| held.shown()) {
        Ok(shown) => Some(shown),
        Err(Fault::Refused) => Some(String::new()),
        Err(Fault::Unknown) => None,
    }
}

/// What the parts of one expression are worth.
struct Evaluation<'v> {
    expression: &'v Expression,
    scope: &'v dyn Scope,
}

impl Evaluation<'_> {
    fn of(&self, node: &Node) -> Result<Held, Fault> {
        match &node.kind {
            NodeKind::Literal(value) => Ok(value.clone().into()),
            NodeKind::Property(name) => self.property(name),
            NodeKind::Call(name, arguments) => self.call(name, &self.all(arguments)?),
            NodeKind::Method(of, name, arguments) => {
                functions::method(&self.of(of)?, name, &self.all(arguments)?)
            }
            NodeKind::Item(of, place) => functions::item(&self.of(of)?, &self.of(place)?),
            NodeKind::Signed(sign, inner) => self.of(inner)?.signed(*sign),
            NodeKind::Dotted(name) if !functions::may_be_java(name) => Err(Fault::Refused),
            NodeKind::Dotted(_) | NodeKind::Assignment(..) | NodeKind::Java(_) | NodeKind::Nothing => {
                Err(Fault::Unknown)
            }
            NodeKind::Chain(first, others) => self.chain(first, others),
            NodeKind::Choice(cases, last) => {
                for (condition, then) in cases {
                    if self.of(condition)?.truth()? {
                        return self.of(then);
                    }
                }
                self.of(last)
            }
        }
    }

    fn all(&self, nodes: &[Node]) -> Result<Vec<Held>, Fault> {
        nodes.iter().map(|node| self.of(node)).collect()
    }

    fn chain(&self, first: &Node, others: &[(Operator, Node)]) -> Result<Held, Fault> {
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
        let found = self.known(bare_name(word))?;
        if !self.expression.texts.contains(word) {
            return Ok(variable(found).into());
        }
        // The engine hands it over in quotes, where a backslash would mean something.
        if found.contains(['\\', '\n', '\r']) { Err(Fault::Unknown) } else { Ok(Held::text(found)) }
    }

    /// A property, empty where it has no value; unknown where only a running game can tell it.
    fn known(&self, name: &str) -> Result<String, Fault> {
        let elsewhere = ELSEWHERE.iter().any(|start| name.starts_with(start)) || name.ends_with("_isVisible");
        match self.scope.value(name) {
            None if elsewhere => Err(Fault::Unknown),
            found => Ok(found.unwrap_or_default()),
        }
    }

    fn call(&self, name: &str, arguments: &[Held]) -> Result<Held, Fault> {
        if calls::fault(name, arguments.len()).is_some() {
            return Err(Fault::Refused);
        }
        let texts = || arguments.iter().map(Held::shown).collect::<Result<Vec<String>, Fault>>();
        let at = |key: &Held, zone: Option<&Held>, map: Option<&Held>| {
            let shown = |held: Option<&Held>| held.map(Held::shown).transpose();
            let found = self.scope.elsewhere(&key.shown()?, shown(zone)?.as_deref(), shown(map)?.as_deref());
            found.map(|value| property_value(value).into()).ok_or(Fault::Unknown)
        };
        match (name, arguments) {
            ("GetProperty" | "GetLocalizedProperty", [key]) => {
                Ok(property_value(self.known(&key.shown()?)?).into())
            }
            ("GetString", [key]) => Ok(Held::text(self.known(&key.shown()?)?)),
            ("GetMapProperty", [key, map]) => at(key, None, Some(map)),
            ("GetZoneProperty", [key, zone]) => at(key, Some(zone), None),
            ("GetZoneProperty", [key, zone, map]) => at(key, Some(zone), Some(map)),
            _ if tally::is_one(name) => {
                let tally = Tally::of(name, &texts()?, self.scope).ok_or(Fault::Unknown)?;
                self.scope.total(&tally).map(|total| Value::Number(total).into()).ok_or(Fault::Unknown)
            }
            _ => functions::call(name, arguments),
        }
    }
}

/// The value of a field that names a property: its bare name, or an expression in braces
/// (`Expression.createSimplePropertyExpression`). Empty where the property has no value.
pub(super) fn property(field: &str, scope: &dyn Scope) -> Option<String> {
    let field = field.trim();
    let braced = field.strip_prefix('{').and_then(|f| f.strip_suffix('}'));
    let inner = braced.map_or(field, str::trim);
    if braced.is_some() && !is_name(inner) {
        return evaluate(inner, scope);
    }
    let dollars = inner.strip_prefix('$').and_then(|f| f.strip_suffix('$'));
    Some(scope.value(dollars.unwrap_or(inner)).unwrap_or_default())
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
mod tests;
