//! Keys: those that are sent and that nobody hears, and triggers that call themselves.

use std::collections::{BTreeMap, BTreeSet};

use super::super::roles::Role;
use super::super::tree::TraitOf;
use super::super::values::Value;
use super::super::words::on_circles;
use super::super::{At, Subject, Told};
use vassal::format::key::Key;

/// A key in words, by what counts of it.
pub(super) fn key(text: &str) -> Option<String> {
    let key = Key::decode(text).filter(|key| *key != Key::Unset)?;
    Some(key.in_words().unwrap_or_else(|| key.encode()))
}

/// Whether a Global Key Command writes into the chat, which it does whoever hears its key.
fn only_reports(subject: &Subject<'_>, value: &Value<'_>) -> bool {
    let own = subject.tree.components.get(value.at.component);
    let report = own.filter(|_| value.at.of_trait.is_none()).and_then(|own| own.element.attr("reportFormat"));
    report.is_some_and(|report| !report.is_empty())
}

/// A key that is sent and that no piece and no button of the module reacts to.
pub fn unheard(subject: &Subject<'_>, told: &mut Told<'_>) {
    let hears = subject.of_role(Role::Hears).chain(subject.of_role(Role::Watches));
    let heard: BTreeSet<String> = hears.filter_map(|value| key(&value.text)).collect();
    let sent = subject.of_role(Role::Sends).chain(subject.of_role(Role::Calls));
    let mut sent: Vec<&Value<'_>> = sent.collect();
    sent.sort_by_key(|value| value.at);
    for value in sent {
        let Some(key) = key(&value.text) else { continue };
        if !heard.contains(&key) && !only_reports(subject, value) {
            told.at(value.at, format!("nothing in the module responds to {key}"), None);
        }
    }
}

/// Triggers of one piece that call each other without end. A trigger with a condition may stop it, and so may a Restrict
/// Commands trait for one of the keys, which may lie around them in a prototype.
pub fn circular(subject: &Subject<'_>, told: &mut Told<'_>) {
    let restricted: BTreeSet<String> =
        subject.tree.traits().filter(|one| one.is("hideCmd;")).flat_map(keys("watchKeys")).collect();
    for (number, own) in subject.tree.components.iter().enumerate() {
        let is_free = |one: &TraitOf| {
            one.is("macro;") && one.fields().is_some_and(|fields| fields.get("propertyMatch").is_empty())
        };
        let triggers: Vec<usize> =
            (0..own.traits.len()).filter(|place| is_free(&own.traits[*place])).collect();
        // Triggers first, then keys: a trigger leads to the keys that it sends, a key to the triggers that it starts.
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut ways: Vec<Vec<usize>> = vec![Vec::new(); triggers.len()];
        let mut node = |key: String, ways: &mut Vec<Vec<usize>>| {
            *places.entry(key).or_insert_with(|| {
                ways.push(Vec::new());
                ways.len() - 1
            })
        };
        for (trigger, place) in triggers.iter().enumerate() {
            let one = &own.traits[*place];
            for key in keys("actionKeys")(one).filter(|key| !restricted.contains(key)) {
                let sent = node(key, &mut ways);
                ways[trigger].push(sent);
            }
            let own = one.fields().and_then(|fields| key(fields.get("key")));
            for key in keys("watchKeys")(one).chain(own) {
                let start = node(key, &mut ways);
                ways[start].push(trigger);
            }
        }
        let circular = on_circles(&ways);
        for (place, _) in triggers.iter().zip(circular).filter(|(_, is_on)| *is_on) {
            let at = At { component: number, of_trait: Some(*place), field: "actionKeys" };
            told.at(at, "it sends, directly or indirectly, a key that triggers it again".to_owned(), None);
        }
    }
}

/// The keys in a field of a trait.
pub(super) fn keys(field: &'static str) -> impl Fn(&TraitOf) -> std::vec::IntoIter<String> {
    move |one| {
        let texts = one.fields().map(|fields| fields.list(field)).unwrap_or_default();
        texts.iter().filter_map(|text| key(text)).collect::<Vec<_>>().into_iter()
    }
}
