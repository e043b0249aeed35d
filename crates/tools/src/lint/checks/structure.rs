//! Components and traits that VASSAL does not know, sides and buttons that are named and not there, what was packed along.

use std::collections::BTreeSet;

use super::super::roles::Role;
use super::super::tree::Parts;
use super::super::words::{is_put_together, quoted, repeated, shortened};
use super::super::{At, Subject, Told};
use vassal::format::components::{COMPONENTS, Component};
use vassal::format::sequence::Decoder;

/// A component of a class that neither VASSAL nor the module has.
pub fn unknown_component(subject: &Subject<'_>, told: &mut Told<'_>) {
    for (at, tag) in missing_classes(subject) {
        let message = match tag.starts_with("VASSAL.") {
            true => format!("VASSAL has no component {tag}"),
            false => format!("neither VASSAL nor the module has the class {tag}"),
        };
        let near = COMPONENTS.iter().find(|own| strsim::damerau_levenshtein(own.class, tag) <= 2);
        told.at(At::whole(at), message, near.map(|near| format!("it may be {}", near.class)));
    }
}

/// The components of a class that is nowhere, with the class.
pub(super) fn missing_classes<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = (usize, &'s str)> {
    let all = subject.tree.components.iter().enumerate().map(|(at, own)| (at, own.element.tag.as_str()));
    // What is no class is a part of the component around it.
    all.filter(|(_, tag)| tag.contains('.') && Component::of(tag).is_none() && !brings(subject, tag))
}

/// Whether a module brings a class.
fn brings(subject: &Subject<'_>, class: &str) -> bool {
    // A class within a class is named with a dollar sign.
    subject.has_entry(&format!("{}.class", class.replace('.', "/")))
}

/// A trait that VASSAL does not have, in a module without code of its own.
pub fn unknown_trait(subject: &Subject<'_>, told: &mut Told<'_>) {
    for (number, own) in subject.tree.components.iter().enumerate() {
        for (place, one) in own.traits.iter().enumerate() {
            let Parts::Unknown(text) = &one.parts else { continue };
            let name = text.split(';').next().unwrap_or_default();
            let at = At { component: number, of_trait: Some(place), field: "" };
            let message = format!("VASSAL has no trait {}, and the module has no code for it", quoted(name));
            told.at(at, message, None);
        }
    }
}

/// A side that is named and that no player can take.
pub fn missing_side(subject: &Subject<'_>, told: &mut Told<'_>) {
    let sides: BTreeSet<&str> = subject.module.sides.iter().map(String::as_str).collect();
    for value in subject.of_role(Role::Side) {
        // Decks and masks may name a side by a property.
        if sides.contains(&*value.text) || is_put_together(&value.text) {
            continue;
        }
        let help = match subject.slips.nearest(&value.text, sides.iter().copied()) {
            Some(near) => format!("there is {}", quoted(near)),
            None if sides.is_empty() => "the module has no sides".to_owned(),
            None => format!("there are {}", shortened(&subject.module.sides.join(", "))),
        };
        told.at(value.at, format!("the module has no side {}", quoted(&value.text)), Some(help));
    }
}

/// A side that no player can take, as another one has its name.
pub fn side_twice(subject: &Subject<'_>, told: &mut Told<'_>) {
    let roster = subject.tree.components.iter().position(|own| own.element.tag.ends_with("PlayerRoster"));
    let names = subject.module.sides.iter().map(|side| (side.as_str(), 0));
    for (name, places) in repeated(names) {
        if let Some(roster) = roster {
            told.at(At::whole(roster), format!("{} sides are called {}", places.len(), quoted(name)), None);
        }
    }
}

/// Two maps of one name: saved games know a map by it.
pub fn map_twice(subject: &Subject<'_>, told: &mut Told<'_>) {
    let maps = subject.tree.components.iter().enumerate();
    let names = maps.filter_map(|(at, own)| Some((own.element.attr("mapName")?, at)));
    for (name, places) in repeated(names.filter(|(name, _)| !name.is_empty())) {
        told.at(At::whole(places[1]), format!("{} maps are called {}", places.len(), quoted(name)), None);
    }
}

/// The attributes that a button of the toolbar shows.
const SHOWN: [&str; 8] =
    ["text", "buttonText", "buttonName", "label", "inButtonText", "pickButtonText", "outButtonText", "name"];

/// A menu of buttons lists one that no component has.
pub fn missing_button(subject: &Subject<'_>, told: &mut Told<'_>) {
    let buttons: BTreeSet<&str> = subject
        .tree
        .components
        .iter()
        .flat_map(|own| SHOWN.iter().filter_map(|name| own.element.attr(name)))
        .filter(|text| !text.is_empty())
        .collect();
    for class in ["ToolbarMenu", "MultiActionButton"] {
        for (at, own) in subject.tree.all(class) {
            let items = own.element.attr("menuItems").unwrap_or_default();
            for item in Decoder::new(items, ',').filter(|item| !item.is_empty()) {
                // VASSAL's own buttons have no component.
                if !buttons.contains(&*item) && !OF_VASSAL.contains(&&*item) {
                    let at = At { component: at, of_trait: None, field: "menuItems" };
                    told.at(at, format!("no button is called {}", quoted(&item)), None);
                }
            }
        }
    }
}

/// Buttons that every module has.
const OF_VASSAL: [&str; 8] = ["Undo", "Step", "Server", "Retire", "Map", "Notes", "Chat", "Overview"];

/// Files that systems leave in folders.
const LEFT_BEHIND: [&str; 4] = [".DS_Store", "Thumbs.db", "desktop.ini", "ehthumbs.db"];

/// Files that no module needs and that were packed along.
pub fn packed_along(subject: &Subject<'_>, told: &mut Told<'_>) {
    for entry in subject.file.archive.entries() {
        let last = entry.name.rsplit('/').next().unwrap_or_default();
        let is_copy = entry.name.starts_with("__MACOSX/") || last.starts_with("._");
        if is_copy && !entry.name.ends_with('/') || LEFT_BEHIND.contains(&last) {
            told.of_entry(&entry.name, "left there by the author's computer".to_owned(), None);
        }
    }
}
