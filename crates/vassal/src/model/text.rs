//! Texts as module designers write them, with `$property$` or an expression in them.
//!
//! `$name$` is substituted, braces are evaluated by `expression`. What cannot be evaluated for certain has no value,
//! so that no source text is ever shown; `Piece::untold` lists the texts that are blank for this reason. Names are
//! looked up from the inside outwards: traits, place, pile, mat, zone, map, module, turn trackers and deck counts. A
//! name without a value stays in names and disappears from what is drawn (`Unknown`). What other pieces add up to
//! (`SumStack`, `CountZone` …) comes from `tally::Scope`, with bounds on depth and steps.

use super::expression::{self, Expression, ParseError, Read};
use super::tally::Scope;
use crate::format::sequence;

/// What the engine does with a `$name$` that has no value (`FormattedStringExpression`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unknown {
    /// The name stays without its dollar signs: in names of pieces and places.
    Stays,
    /// Nothing stands there: in all that is drawn.
    Vanishes,
}

/// A text as the engine evaluates it; none for an expression that is not
/// understood (`Expression.createExpression`).
pub fn evaluate(text: &str, unknown: Unknown, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    evaluate_in(text, unknown, &value)
}

/// The same with all that lies around the text.
pub(super) fn evaluate_in(text: &str, unknown: Unknown, scope: &dyn Scope) -> Option<String> {
    let bare = text.trim_matches(|c| c <= ' ');
    match in_braces(bare) {
        Some(inner) if inner.trim().is_empty() => return Some(String::new()),
        Some(inner) => return expression::evaluate(inner, scope),
        None => {}
    }
    // The engine takes a text that is a number for the number: "+05" is 5.
    if let Some(number) = expression::integer(bare) {
        return Some(number.to_string());
    }
    match bare {
        "" => Some(String::new()),
        bare if bare.contains('$') => Some(replaced(bare, unknown, &|name: &str| scope.value(name))),
        _ => Some(text.to_owned()),
    }
}

fn in_braces(bare: &str) -> Option<&str> {
    bare.strip_prefix('{')?.strip_suffix('}')
}

/// The properties that a text reads: those of its expression in braces, or those in dollar signs. Places count bytes
/// of the text.
///
/// # Errors
/// It is in braces and no expression that we read.
pub fn reads(text: &str) -> Result<Vec<Read>, ParseError> {
    let bare = text.trim_matches(|c| c <= ' ');
    let Some(inner) = in_braces(bare) else { return Ok(named(text)) };
    let before = text.find('{').map_or(0, |brace| brace + 1);
    let shifted = |read: Read| Read { at: read.at + before, ..read };
    match Expression::parse(inner) {
        Ok(expression) => Ok(expression.reads().into_iter().map(shifted).collect()),
        Err(error) => Err(ParseError { at: error.at + before, ..error }),
    }
}

/// The names that stand in dollar signs.
fn named(text: &str) -> Vec<Read> {
    let tokens = sequence::decode(text, '$');
    let last = tokens.len() - 1;
    let mut found = Vec::new();
    let mut from = 0;
    for (i, name) in tokens.into_iter().enumerate() {
        if i % 2 == 1 && i < last && !name.is_empty() {
            let at = text[from..].find(&format!("${name}$")).map_or(from, |at| from + at + 1);
            from = at;
            found.push(Read { name, at, of_others: false });
        }
    }
    found
}

/// Replaces every `$name$` of `format` by what `value` says. A name without
/// value stays, without its dollar signs; an odd dollar sign at the end is
/// dropped, and `\$` stands for a dollar sign.
pub fn expand(format: &str, value: impl Fn(&str) -> Option<String>) -> String {
    if format.contains('$') { replaced(format, Unknown::Stays, &value) } else { format.to_owned() }
}

fn replaced(format: &str, unknown: Unknown, value: &dyn Fn(&str) -> Option<String>) -> String {
    let tokens = sequence::decode(format, '$');
    let last = tokens.len() - 1;
    let mut out = String::with_capacity(format.len());
    for (i, token) in tokens.iter().enumerate() {
        let is_name = i % 2 == 1 && i < last && !token.is_empty();
        match is_name.then(|| value(token)) {
            Some(Some(text)) => out.push_str(&text),
            Some(None) if unknown == Unknown::Vanishes => {}
            _ => out.push_str(token),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Unknown, evaluate, expand};

    #[test]
    fn names_are_replaced_and_unknown_names_stay() {
        let value = |n: &str| (n == "a").then(|| "1".to_owned());
        assert_eq!(expand("x$a$y", value), "x1y");
        assert_eq!(expand("$b$ and $a$", value), "b and 1");
        assert_eq!(expand("5$", value), "5");
        assert_eq!(expand(r"\$a\$", value), "$a$");
    }

    #[test]
    fn what_is_drawn_shows_no_unknown_names() {
        let value = |n: &str| (n == "a").then(|| "1".to_owned());
        let drawn = |text: &str| evaluate(text, Unknown::Vanishes, &value);
        assert_eq!(drawn("$a$/$b$").as_deref(), Some("1/"));
        assert_eq!(drawn(" +05 ").as_deref(), Some("5"));
        assert_eq!(drawn("{\"Step \" + a}").as_deref(), Some("Step 1"));
        assert_eq!(drawn("{a - 2 < 0 ? \"x\" : \"y\"}").as_deref(), Some("x"));
        assert_eq!(drawn("{CountStack()}"), None);
        assert_eq!(drawn("{}").as_deref(), Some(""));
        assert_eq!(evaluate("$a$/$b$", Unknown::Stays, &value).as_deref(), Some("1/b"));
    }
}
