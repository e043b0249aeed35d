//! The values of a whole position in a line for each sort: how many places have it, and which stand out.

use std::fmt::Write;

use crate::table::Table;
use liege_rules::game::facts::{DerivedValue, LineState};
use liege_rules::position::situation::PlaceId;
use vassal::diagnostic::{counted, few};

/// Places that a line names; the others are counted.
const MOST_PLACES: usize = 6;

/// Different words that a line counts one by one.
const MOST_WORDS: usize = 8;

/// The values that belong to no place in full, those of places by their label.
pub fn text(understood: &Table, facts: &[DerivedValue]) -> String {
    let mut text = String::new();
    let mut sorts: Vec<(&str, Vec<&DerivedValue>)> = Vec::new();
    for fact in facts {
        if fact.place.is_none() {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "  {}: {} ({})", fact.label, fact.value(), fact.rule);
            continue;
        }
        match sorts.iter_mut().find(|(label, _)| *label == fact.label) {
            Some((_, all)) => all.push(fact),
            None => sorts.push((&fact.label, vec![fact])),
        }
    }
    if sorts.is_empty() {
        return text;
    }
    text.push_str("\nBy place:\n");
    for (label, all) in &sorts {
        let _ = writeln!(text, "  {label}: {}", sort(understood, all));
    }
    text.push_str("\n--at PLACE lists the values of a place, -v of every place\n");
    text
}

fn sort(understood: &Table, all: &[&DerivedValue]) -> String {
    let mut parts = vec![counted(all.len(), "place")];
    let named = |word: &str, of: &dyn Fn(&DerivedValue) -> bool| {
        let places: Vec<&PlaceId> =
            all.iter().filter(|fact| of(fact)).filter_map(|fact| fact.place.as_ref()).collect();
        (!places.is_empty()).then(|| format!("{word} {}", names(understood, &places)))
    };
    if all.iter().any(|fact| fact.line.is_some()) {
        parts.extend(named("closed in", &|fact| fact.line == Some(LineState::Closed)));
        parts.extend(named("doubtful in", &|fact| fact.line == Some(LineState::Doubtful)));
    } else if all.iter().any(|fact| fact.limit.is_some()) {
        let compared = |fact: &DerivedValue, is: fn(i64, i64) -> bool| match (&fact.number, &fact.limit) {
            (Some(number), Some(limit)) => is(i64::from(number.nominal), i64::from(limit.nominal)),
            _ => false,
        };
        parts.extend(named("over the limit in", &|fact| compared(fact, |number, limit| number > limit)));
        parts.extend(named("full in", &|fact| compared(fact, |number, limit| number == limit)));
    } else if all.iter().all(|fact| fact.number.is_none()) {
        parts.extend(words(all));
    }
    parts.join("; ")
}

/// How often each text comes, where there are few of them.
fn words(all: &[&DerivedValue]) -> Option<String> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for fact in all {
        let value = fact.value();
        match counts.iter().position(|(known, _)| *known == value) {
            Some(at) => counts[at].1 += 1,
            None if counts.len() == MOST_WORDS => return None,
            None => counts.push((value, 1)),
        }
    }
    let parts: Vec<String> = counts.iter().map(|(value, count)| format!("{value} {count}")).collect();
    Some(parts.join(", "))
}

fn names(understood: &Table, places: &[&PlaceId]) -> String {
    few(places.iter().map(|place| super::named(understood, place)), MOST_PLACES)
}
