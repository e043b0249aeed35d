//! Keys: those that are sent and that nobody hears, and triggers that call themselves.

use std::collections::BTreeSet;

use super::super::roles::Role;
use super::super::values::Value;
use super::super::{At, Subject, Told};
use crate::format::key::Key;
use crate::format::traits::Fields;

/// A key in words, by what counts of it.
fn key(text: &str) -> Option<String> {
    let key = Key::decode(text).filter(|key| *key != Key::Unset)?;
    Some(key.in_words().unwrap_or_else(|| key.encode()))
}

/// A key that is sent and that no piece and no button of the module reacts to.
pub fn unheard(subject: &Subject<'_>, told: &mut Told<'_>) {
    // Code may hear any.
    if subject.has_code() {
        return;
    }
    let hears = subject.of_role(Role::Hears).chain(subject.of_role(Role::Watches));
    let heard: BTreeSet<String> = hears.filter_map(|value| key(&value.text)).collect();
    let sent = subject.of_role(Role::Sends).chain(subject.of_role(Role::Calls));
    let mut sent: Vec<&Value<'_>> = sent.collect();
    sent.sort_by_key(|value| value.at);
    for value in sent {
        let Some(key) = key(&value.text) else { continue };
        if !heard.contains(&key) {
            told.at(value.at, format!("nothing in the module reacts to {key}"), None);
        }
    }
}

/// Triggers of one piece that call each other without end.
pub fn circular(subject: &Subject<'_>, told: &mut Told<'_>) {
    for (number, own) in subject.tree.components.iter().enumerate() {
        let triggers: Vec<(usize, Trigger)> = own
            .traits
            .iter()
            .enumerate()
            .filter_map(|(place, one)| {
                one.fields().filter(|_| one.is("macro;")).map(|fields| (place, Trigger::of(fields)))
            })
            .collect();
        for (place, first) in &triggers {
            if first.is_unconditional && reaches_itself(first, &triggers) {
                let at = At { component: number, of_trait: Some(*place), field: "actionKeys" };
                told.at(at, "it sends, by itself or by others, a key that starts it again".to_owned(), None);
            }
        }
    }
}

/// What starts a trigger, and what it sends.
struct Trigger {
    starts: BTreeSet<String>,
    sends: BTreeSet<String>,
    is_unconditional: bool,
}

impl Trigger {
    fn of(fields: &Fields) -> Self {
        let keys = |name: &str| fields.list(name).into_iter().filter_map(|text| key(&text));
        Self {
            starts: keys("watchKeys").chain(key(fields.get("key"))).collect(),
            sends: keys("actionKeys").collect(),
            is_unconditional: fields.get("propertyMatch").is_empty(),
        }
    }
}

/// Whether a trigger starts itself again, by triggers without conditions.
fn reaches_itself(first: &Trigger, all: &[(usize, Trigger)]) -> bool {
    let mut sent: BTreeSet<&str> = first.sends.iter().map(String::as_str).collect();
    let mut open: Vec<&str> = sent.iter().copied().collect();
    while let Some(next) = open.pop() {
        if first.starts.contains(next) {
            return true;
        }
        for (_, other) in all.iter().filter(|(_, one)| one.is_unconditional && one.starts.contains(next)) {
            open.extend(other.sends.iter().map(String::as_str).filter(|key| sent.insert(key)));
        }
    }
    false
}
