//! Expressions: those that VASSAL cannot evaluate, and properties that nothing defines.

use std::collections::BTreeSet;

use super::super::known::Known;
use super::super::roles::Role;
use super::super::values::Value;
use super::super::words::quoted;
use super::super::{Subject, Told};
use vassal::model::expression::Expression;
use vassal::model::position::names_in_filter;
use vassal::model::text;

/// The roles that a text in braces is an expression in.
const EVALUATED: [Role; 8] = [
    Role::Format,
    Role::Expression,
    Role::Filter,
    Role::Reads,
    Role::Picture,
    Role::Zone,
    Role::Region,
    Role::Board,
];

/// The expressions of a module.
fn all<'m>(subject: &Subject<'m>) -> impl Iterator<Item = &'m Value<'m>> {
    subject.values.iter().filter(|value| EVALUATED.contains(&value.role))
}

/// The expression that a value is: what stands in braces, or the whole where nothing else may stand.
fn source<'v>(value: &'v Value<'_>) -> Option<&'v str> {
    let inner = value.text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    inner.or_else(|| (value.role == Role::Expression).then_some(&*value.text))
}

/// An expression that VASSAL's interpreter refuses.
pub fn failing(subject: &Subject<'_>, told: &mut Told<'_>) {
    let known = Known::of(subject);
    for value in all(subject) {
        // Braces with nothing between them are an empty text; the editor writes them where nobody has typed anything.
        let Some(source) = source(value).filter(|source| !source.is_empty()) else { continue };
        if source.trim().is_empty() {
            // Other texts are empty with them, as they are meant to be.
            if [Role::Expression, Role::Filter].contains(&value.role) {
                told.at(value.at, "the braces contain only blanks".to_owned(), None);
            }
            continue;
        }
        if is_plain(value.role, source) {
            continue;
        }
        match Expression::parse(source) {
            Err(error) if error.is_foreign || is_filled_in(value.role, source) => {}
            Err(error) => {
                told.at(value.at, format!("{} is not an expression: {error}", quoted(source)), None)
            }
            Ok(expression) => {
                for mistake in expression.mistakes(&|name| known.makes(name)) {
                    let at = mistake.at + 1;
                    let message = format!("{}: at letter {at}: {}", quoted(source), mistake.message);
                    told.at(value.at, message, None);
                }
            }
        }
    }
}

/// Whether VASSAL takes a source as it stands, without its interpreter: a whole number, and a text in quotes except in a
/// Calculated Property (`BeanShellExpression.createExpression`).
fn is_plain(role: Role, source: &str) -> bool {
    let is_text = |source: &str| {
        let inner = source.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
        inner.is_some_and(|inner| !inner.contains('"'))
    };
    source.parse::<i32>().is_ok() || role != Role::Expression && is_text(source)
}

/// Whether a source is an expression once the names in dollar signs are filled in, which VASSAL does first in many texts,
/// and never in Calculated Properties.
fn is_filled_in(role: Role, source: &str) -> bool {
    let parts: Vec<&str> = source.split('$').collect();
    if role == Role::Expression || parts.len() < 3 {
        return false;
    }
    let filled = |what: &str| {
        let filled: String =
            parts.iter().enumerate().map(|(i, part)| if i % 2 == 1 { what } else { part }).collect();
        Expression::parse(&filled).is_ok_and(|expression| expression.mistakes(&|_| false).is_empty())
    };
    filled("1") || filled("x")
}

/// A property that is read and that nothing in the module defines.
pub fn undefined(subject: &Subject<'_>, told: &mut Told<'_>) {
    let known = Known::of(subject);
    let mut seen: BTreeSet<(String, usize)> = BTreeSet::new();
    for value in all(subject) {
        for name in read_by(value) {
            if known.has(&name, subject, value.at) || !seen.insert((name.clone(), value.at.component)) {
                continue;
            }
            let near = subject.slips.nearest(&name, known.names());
            let help = near.map(|near| format!("there is {}", quoted(near)));
            told.at(value.at, format!("nothing in the module defines the property {}", quoted(&name)), help);
        }
    }
}

/// The names of properties that a value reads.
fn read_by(value: &Value<'_>) -> Vec<String> {
    let is_text = !value.text.trim_start().starts_with('{');
    let names = match value.role {
        Role::Reads if is_text => vec![value.text.trim().trim_matches('$').to_owned()],
        Role::Filter if is_text => {
            let filled_in = text::reads(&value.text).unwrap_or_default().into_iter().map(|read| read.name);
            names_in_filter(&value.text).map(str::to_owned).chain(filled_in).collect()
        }
        Role::Expression => source(value)
            .and_then(|source| Expression::parse(source).ok())
            .map_or_else(Vec::new, |read| read.reads().into_iter().map(|read| read.name).collect()),
        _ => text::reads(&value.text).unwrap_or_default().into_iter().map(|read| read.name).collect(),
    };
    names.into_iter().filter(|name| is_name(name)).collect()
}

/// Whether a text can be the name of a property; prices with dollar signs are none, and a name with a dollar sign in it
/// is put together while VASSAL runs.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().any(char::is_alphabetic) && !name.contains(['<', '>', '"', '\n', '$'])
}
