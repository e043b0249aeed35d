//! Expressions: those that VASSAL cannot evaluate, and properties that nothing defines.

use std::collections::BTreeSet;

use super::super::roles::Role;
use super::super::values::Value;
use super::super::words::quoted;
use super::super::{Subject, Told};
use crate::model::expression::Expression;
use crate::model::text;

/// The roles that a text in braces is an expression in.
const EVALUATED: [Role; 7] =
    [Role::Format, Role::Filter, Role::Reads, Role::Picture, Role::Zone, Role::Region, Role::Board];

/// The expressions of a module.
fn all<'m>(subject: &Subject<'m>) -> impl Iterator<Item = &'m Value<'m>> {
    subject.values.iter().filter(|value| EVALUATED.contains(&value.role))
}

/// The text in the braces around an expression.
fn inner(text: &str) -> Option<&str> {
    text.trim().strip_prefix('{')?.strip_suffix('}')
}

/// An expression that VASSAL's interpreter refuses.
pub fn failing(subject: &Subject<'_>, told: &mut Told<'_>) {
    for value in all(subject) {
        // Braces without anything inside are an empty text.
        let Some(source) = inner(&value.text).filter(|source| !source.trim().is_empty()) else { continue };
        let Err(error) = Expression::parse(source) else { continue };
        if !error.is_foreign {
            told.at(value.at, format!("{} is no expression: {error}", quoted(source)), None);
        }
    }
}

/// A property that is read and that nothing in the module defines.
pub fn undefined(subject: &Subject<'_>, told: &mut Told<'_>) {
    let known = Known::of(subject);
    let mut seen: BTreeSet<(String, usize)> = BTreeSet::new();
    for value in all(subject) {
        for name in read_by(value) {
            if known.has(&name) || !seen.insert((name.clone(), value.at.component)) {
                continue;
            }
            let near = subject.slips.nearest(&name, known.0.iter().copied());
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
        Role::Filter if is_text => Vec::new(),
        _ => text::reads(&value.text).unwrap_or_default().into_iter().map(|read| read.name).collect(),
    };
    let names = names.into_iter().map(|name| summed(&name).map(str::to_owned).unwrap_or(name));
    names.filter(|name| is_name(name)).collect()
}

/// The property that a viewer of stacks adds up.
fn summed(name: &str) -> Option<&str> {
    name.strip_prefix("sum_").or_else(|| name.strip_prefix("sum(")?.strip_suffix(')'))
}

/// Whether a text can be the name of a property; prices with dollar signs are none.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().any(char::is_alphabetic) && !name.contains(['<', '>', '"', '\n'])
}

/// The properties that there are.
struct Known<'m>(BTreeSet<&'m str>);

impl<'m> Known<'m> {
    fn of(subject: &Subject<'m>) -> Self {
        let made = subject.of_role(Role::Makes).chain(subject.of_role(Role::Sets));
        Self(made.map(|value| &*value.text).chain(OF_VASSAL.split_whitespace()).collect())
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains(name)
            || ENDINGS.iter().any(|ending| name.ends_with(ending))
            || BEGINNINGS.iter().any(|begin| name.starts_with(begin))
    }
}

/// Properties that pieces and the module have from VASSAL, and what reports, labels and lists call what they are about.
const OF_VASSAL: &str = include_str!("../properties.txt");

/// Endings of properties that decks, dice, maps and Masks make of names.
const ENDINGS: [&str; 8] =
    ["_numPieces", "_result", "_total", "_keep", "_summary", "_isVisible", "_interp", "_value"];
/// Beginnings of properties that pieces have of where they are and were, and symbolic dice of their faces.
const BEGINNINGS: [&str; 4] = ["Old", "Current", "Deck", "result"];
