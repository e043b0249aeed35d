//! Prototypes: named and not there, there and not named, in circles, twice.

use std::collections::{BTreeMap, BTreeSet};

use super::super::roles::Role;
use super::super::{At, Subject, Told, is_put_together, quoted, repeated};

/// The name of each prototype, and which component it is.
fn defined<'m>(subject: &Subject<'m>) -> impl Iterator<Item = (&'m str, usize)> {
    let all = subject.tree.all("PrototypeDefinition");
    all.map(|(at, own)| (own.element.attr("name").unwrap_or_default(), at))
}

/// A Prototype trait names one that the module does not have.
pub fn missing(subject: &Subject<'_>, told: &mut Told<'_>) {
    let known: BTreeSet<&str> = defined(subject).map(|(name, _)| name).collect();
    for value in subject.of_role(Role::Prototype) {
        if known.contains(&*value.text) || is_put_together(&value.text) {
            continue;
        }
        let small = value.text.trim().to_lowercase();
        let near = known.iter().find(|name| name.trim().to_lowercase() == small);
        let near = near.or_else(|| {
            known.iter().find(|name| strsim::damerau_levenshtein(name, &value.text) <= 1 + name.len() / 8)
        });
        let help = near.map(|name| format!("the module has a prototype {}", quoted(name)));
        told.at(value.at, format!("the module has no prototype {}", quoted(&value.text)), help);
    }
}

/// Prototypes that have each other.
pub fn circular(subject: &Subject<'_>, told: &mut Told<'_>) {
    let place: BTreeMap<&str, usize> = defined(subject).collect();
    let mut inside: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for value in subject.of_role(Role::Prototype) {
        let Some(&named) = place.get(&*value.text) else { continue };
        if subject.tree.components[value.at.component].element.is("PrototypeDefinition") {
            inside.entry(value.at.component).or_default().insert(named);
        }
    }
    let mut in_circles = BTreeSet::new();
    for (name, &at) in &place {
        if in_circles.contains(&at) {
            continue;
        }
        let within = all_within(at, &inside);
        if within.contains(&at) {
            // Those that it has and that have it are of the same circle.
            let same = within.iter().filter(|other| all_within(**other, &inside).contains(&at));
            let names: Vec<String> = same.clone().map(|at| quoted(name_of(subject, *at))).collect();
            in_circles.extend(same.copied());
            let message = match names.as_slice() {
                [_] => format!("the prototype {} has itself as a prototype", quoted(name)),
                names => format!("the prototypes {} have each other", names.join(", ")),
            };
            told.at(At::whole(at), message, None);
        }
    }
}

fn name_of<'m>(subject: &Subject<'m>, at: usize) -> &'m str {
    subject.tree.components[at].element.attr("name").unwrap_or_default()
}

/// All prototypes that one has, directly or by others.
fn all_within(at: usize, inside: &BTreeMap<usize, BTreeSet<usize>>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = vec![at];
    while let Some(next) = open.pop() {
        for &other in inside.get(&next).into_iter().flatten() {
            if found.insert(other) {
                open.push(other);
            }
        }
    }
    found
}

/// A prototype that nothing in the module has.
pub fn unused(subject: &Subject<'_>, told: &mut Told<'_>) {
    let named: BTreeSet<&str> = subject.of_role(Role::Prototype).map(|value| &*value.text).collect();
    // A name that is put together may be any.
    if named.iter().any(|name| is_put_together(name)) {
        return;
    }
    for (name, at) in defined(subject).filter(|(name, _)| !named.contains(name)) {
        let message = format!("nothing in the module has the prototype {}", quoted(name));
        told.at(At::whole(at), message, Some("an extension may have it".to_owned()));
    }
}

/// Two prototypes of one name.
pub fn twice(subject: &Subject<'_>, told: &mut Told<'_>) {
    for (name, at) in repeated(defined(subject)) {
        let message = format!("{} prototypes are called {}", at.len(), quoted(name));
        told.at(At::whole(at[1]), message, Some("pieces get the last of them".to_owned()));
    }
}

/// A piece or prototype whose definition cannot be read.
pub fn unreadable(subject: &Subject<'_>, told: &mut Told<'_>) {
    for (at, _) in subject.tree.components.iter().enumerate().filter(|(_, own)| own.is_broken) {
        told.at(At::whole(at), "its definition is no piece".to_owned(), None);
    }
}
