//! Prototypes: named and not there, there and not named, in circles, twice.

use std::collections::{BTreeMap, BTreeSet};

use super::super::roles::Role;
use super::super::words::{is_put_together, on_circles, quoted, repeated};
use super::super::{At, Subject, Told};
use vassal::diagnostic::few;
use vassal::format::sequence::{self, Decoder};

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
        let near = subject.slips.nearest(&value.text, known.iter().copied());
        let help = near.map(|name| format!("the module has a prototype {}", quoted(name)));
        told.at(value.at, format!("the module has no prototype {}", quoted(&value.text)), help);
    }
}

/// Prototypes that have themselves, directly or by others.
pub fn circular(subject: &Subject<'_>, told: &mut Told<'_>) {
    let all: Vec<(&str, usize)> = defined(subject).collect();
    // Pieces get the last of one name.
    let by_name: BTreeMap<&str, usize> =
        all.iter().enumerate().map(|(own, (name, _))| (*name, own)).collect();
    let by_place: BTreeMap<usize, usize> = all.iter().enumerate().map(|(own, (_, at))| (*at, own)).collect();
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    for value in subject.of_role(Role::Prototype).filter(|value| value.at.field == "prototypeName") {
        let ways = (by_place.get(&value.at.component), by_name.get(&*value.text));
        if let (Some(&own), Some(&named)) = ways {
            inside[own].push(named);
        }
    }
    for ((name, at), _) in all.iter().zip(on_circles(&inside)).filter(|(_, is_on)| *is_on) {
        let message = format!("the prototype {} contains itself, directly or indirectly", quoted(name));
        told.at(At::whole(*at), message, None);
    }
}

/// A prototype that nothing in the module has.
pub fn unused(subject: &Subject<'_>, told: &mut Told<'_>) {
    let named: BTreeSet<&str> = subject.of_role(Role::Prototype).map(|value| &*value.text).collect();
    // A name that is put together may be any.
    if named.iter().any(|name| is_put_together(name)) {
        return;
    }
    for (name, at) in defined(subject).filter(|(name, _)| !named.contains(name)) {
        let message = format!("nothing in the module uses the prototype {}", quoted(name));
        told.at(At::whole(at), message, Some("an extension may use it".to_owned()));
    }
}

/// Two prototypes of one name.
pub fn twice(subject: &Subject<'_>, told: &mut Told<'_>) {
    for (name, at) in repeated(defined(subject)) {
        let message = format!("{} prototypes are called {}", at.len(), quoted(name));
        told.at(At::whole(at[1]), message, Some("pieces use the last of them".to_owned()));
    }
}

/// A piece or prototype whose definition cannot be read.
pub fn unreadable(subject: &Subject<'_>, told: &mut Told<'_>) {
    for (at, _) in subject.tree.components.iter().enumerate().filter(|(_, own)| own.is_broken) {
        told.at(At::whole(at), "its definition is not a piece".to_owned(), None);
    }
}

/// A Prototype trait with parameters takes the dollar signs from every other name in the prototype.
pub fn dollars_lost(subject: &Subject<'_>, told: &mut Told<'_>) {
    let names_of: BTreeMap<&str, BTreeSet<String>> = defined(subject)
        .filter_map(|(name, at)| Some((name, dollar_names(&subject.tree.components.get(at)?.element.text()))))
        .filter(|(_, names)| !names.is_empty())
        .collect();
    for (component, own) in subject.tree.components.iter().enumerate() {
        for (place, one) in own.traits.iter().enumerate() {
            let Some(fields) = one.fields().filter(|_| one.is("prototype;")) else { continue };
            let Some(given) = fields.own("parameters") else { continue };
            let given: BTreeSet<String> = Decoder::new(given, ',')
                .filter_map(|pair| Some(Decoder::new(&pair, '=').next()?.into_owned()))
                .collect();
            let lost = names_of.get(fields.get("prototypeName")).into_iter().flatten();
            let lost: Vec<String> =
                lost.filter(|name| !given.contains(*name)).map(|name| quoted(name)).collect();
            if !lost.is_empty() {
                let first = few(&lost, 1);
                let at = At { component, of_trait: Some(place), field: "parameters" };
                let message = format!("its parameters swallow the dollar signs of {first} in the prototype");
                told.at(at, message, None);
            }
        }
    }
}

/// The names that stand between dollar signs in a definition.
fn dollar_names(definition: &str) -> BTreeSet<String> {
    let parts = sequence::decode(definition, '$');
    let last = parts.len().saturating_sub(1);
    let is_name = |(place, part): &(usize, String)| place % 2 == 1 && *place < last && !part.is_empty();
    parts.into_iter().enumerate().filter(is_name).map(|(_, part)| part).collect()
}

/// A Layer with no picture, no name of its own and no names of levels.
pub fn empty_layer(subject: &Subject<'_>, told: &mut Told<'_>) {
    for (component, own) in subject.tree.components.iter().enumerate() {
        for (place, one) in own.traits.iter().enumerate() {
            let Some(fields) = one.fields().filter(|_| one.is("emb2;")) else { continue };
            let is_blank = |field: &str| fields.list(field).iter().all(|text| text.trim().is_empty());
            if is_blank("imageNames") && is_blank("levelNames") && fields.get("name").is_empty() {
                let at = At { component, of_trait: Some(place), field: "imageNames" };
                told.at(at, "it has no picture, no name and no names of levels".to_owned(), None);
            }
        }
    }
}
