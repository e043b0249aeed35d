//! Menus of pieces, decks they return to, places they are sent to.

use std::collections::{BTreeSet, HashSet};

use super::super::roles::Role;
use super::super::values::Value;
use super::super::words::{is_put_together, quoted};
use super::super::{At, Subject, Told};
use vassal::format::key::Key;
use vassal::format::sequence::Decoder;
use vassal::format::traits::Fields;

/// A Sub-Menu lists a command that no trait of the module has.
pub fn missing_command(subject: &Subject<'_>, told: &mut Told<'_>) {
    let values = || subject.of_role(Role::Command).filter(|value| !is_put_together(&value.text));
    let mut absent: HashSet<&str> = values().map(|value| &*value.text).collect();
    take_there(subject, &mut absent);
    for value in values().filter(|value| absent.contains(&*value.text)) {
        told.at(value.at, format!("no trait has the command {}", quoted(&value.text)), None);
    }
}

/// Takes out the texts that are commands of pieces.
fn take_there(subject: &Subject<'_>, texts: &mut HashSet<&str>) {
    for fields in subject.tree.traits().filter_map(|one| one.fields()) {
        for (name, text) in fields.pairs() {
            if texts.is_empty() {
                return;
            }
            if name == "keyCommands" {
                for command in Decoder::new(text, ',') {
                    if let Some(menu_text) = Decoder::new(&command, ':').next() {
                        texts.remove(&*menu_text);
                    }
                }
            }
            // What lists commands has none of them.
            if name != "subcommands" {
                texts.remove(text);
            }
        }
    }
}

/// Stands for no deck in a component that could name one.
const NO_DECK: &str = "<none>";

/// A piece returns to a deck, or a deck is sent to one, that the module does not have.
pub fn missing_deck(subject: &Subject<'_>, told: &mut Told<'_>) {
    let decks: BTreeSet<&str> =
        subject.tree.all("DrawPile").filter_map(|(_, own)| own.element.attr("name")).collect();
    for value in subject.of_role(Role::Deck) {
        if decks.contains(&*value.text)
            || value.text == NO_DECK
            || is_put_together(&value.text)
            || is_off(subject, value)
        {
            continue;
        }
        told.at(value.at, format!("the module has no deck {}", quoted(&value.text)), None);
    }
    for (number, own) in subject.tree.components.iter().enumerate() {
        for (place, one) in own.traits.iter().enumerate().filter(|(_, one)| one.is("return;")) {
            let Some(fields) = one.fields() else { continue };
            let Some(field) = deck_field(fields) else { continue };
            let name = fields.get(field);
            if !name.is_empty() && !is_put_together(name) && !decks.contains(name) {
                let at = At { component: number, of_trait: Some(place), field };
                told.at(at, format!("the module has no deck {}", quoted(name)), None);
            }
        }
    }
}

/// The field of a Return to Deck trait that names its deck: another one since its version 2, which may ask the player
/// instead and keeps the old field as it was.
fn deck_field(fields: &Fields) -> Option<&'static str> {
    match fields.get("version").parse::<i32>() {
        Ok(2..) => (fields.get("deckSelect") == "false").then_some("deckExpression"),
        _ => Some("deckId"),
    }
}

/// Whether a deck is named that is not asked for: of a deck that is not sent anywhere.
fn is_off(subject: &Subject<'_>, value: &Value<'_>) -> bool {
    let own = subject.tree.components.get(value.at.component);
    own.is_some_and(|own| match own.element.short_tag() {
        "DrawPile" => own.element.attr("reshufflable") != Some("true"),
        "DeckSendKeyCommand" => own.element.attr("variableDeck") == Some("true"),
        _ => false,
    })
}

/// A piece is sent to a map, board, zone or region that the module does not have.
pub fn missing_destination(subject: &Subject<'_>, told: &mut Told<'_>) {
    let maps = || subject.module.maps.iter();
    let boards: BTreeSet<&str> =
        maps().flat_map(|map| &map.boards).map(|board| board.name.as_str()).collect();
    let named = |class: &'static str| -> BTreeSet<&str> {
        subject.tree.all(class).filter_map(|(_, own)| own.element.attr("name")).collect()
    };
    let (zones, regions) = (named("Zone"), named("Region"));
    let is_map = |name: &str| maps().any(|map| map.name == name || map.id == name);
    let mut check = |at: At<'static>, what: &str, name: &str| {
        let is_there = match what {
            "map" => is_map(name),
            "board" => boards.contains(name),
            "zone" => zones.contains(name),
            _ => regions.contains(name),
        };
        if !name.is_empty() && !is_put_together(name) && !is_there {
            told.at(at, format!("the module has no {what} {}", quoted(name)), None);
        }
    };
    for (number, own) in subject.tree.components.iter().enumerate() {
        for (place, one) in own.traits.iter().enumerate().filter(|(_, one)| one.is("sendto;")) {
            let Some(fields) = one.fields() else { continue };
            for (field, what) in destination(fields.get("destination"), SENDING) {
                check(At { component: number, of_trait: Some(place), field }, what, fields.get(field));
            }
        }
        if own.element.is("MoveCameraButton") {
            for (field, what) in destination(own.element.attr("moveCameraMode").unwrap_or_default(), MOVING) {
                let at = At { component: number, of_trait: None, field };
                check(at, what, own.element.attr(field).unwrap_or_default());
            }
        }
    }
}

/// What a destination is found by, map, board, zone and region, and the fields of a trait with their names.
type Destination = [(&'static str, &'static str); 4];
const SENDING: Destination =
    [("mapId", "map"), ("boardName", "board"), ("zone", "zone"), ("region", "region")];
/// The attributes of a button, which moves its own map.
const MOVING: Destination =
    [("", "map"), ("boardName", "board"), ("zoneName", "zone"), ("regionName", "region")];

/// The fields that count for a kind of destination; another piece is found without any of these.
fn destination(kind: &str, fields: Destination) -> impl Iterator<Item = (&'static str, &'static str)> {
    let counting: &[&str] = match kind.chars().next().unwrap_or('L') {
        'G' | 'L' => &["map", "board"],
        'Z' => &["map", "zone"],
        'R' => &["map", "region"],
        _ => &[],
    };
    fields.into_iter().filter(|(field, what)| !field.is_empty() && counting.contains(what))
}

/// Fields with the text of a command that belongs to a key, by the trait's prefix.
const TEXTS: [(&str, &str, &str); 12] = [
    ("sendto;", "key", "commandName"),
    ("placemark;", "key", "commandName"),
    ("replace;", "key", "commandName"),
    ("globalkey;", "key", "commandName"),
    ("globalhotkey;", "key", "commandName"),
    ("return;", "returnKey", "returnCommand"),
    ("playSound;", "key", "menuText"),
    ("translate;", "key", "commandName"),
    ("clone;", "key", "commandName"),
    ("delete;", "key", "commandName"),
    ("deselect;", "key", "commandName"),
    ("label;", "labelKey", "menuCommand"),
];

/// A trait that nothing starts: it has no command in the menu, and its named key is sent by nobody.
pub fn unreachable(subject: &Subject<'_>, told: &mut Told<'_>) {
    let sent = [Role::Sends, Role::Calls].into_iter().flat_map(|role| subject.of_role(role));
    let sent: BTreeSet<String> = sent.filter_map(|value| named(&value.text)).collect();
    for (number, own) in subject.tree.components.iter().enumerate() {
        for (place, one) in own.traits.iter().enumerate() {
            let Some((fields, key)) = one.fields().and_then(|fields| Some((fields, silent_key(fields)?)))
            else {
                continue;
            };
            let Some(name) = named(fields.get(key)).filter(|name| !sent.contains(name)) else { continue };
            let at = At { component: number, of_trait: Some(place), field: key };
            told.at(at, format!("no menu has it, and nothing sends [{name}]"), None);
        }
    }
}

/// The field with the key of a trait that has no command in the menu.
fn silent_key(fields: &Fields) -> Option<&'static str> {
    let prefix = fields.spec().prefix;
    let (_, key, text) = TEXTS.iter().find(|(own, ..)| *own == prefix)?;
    fields.get(text).is_empty().then_some(key)
}

/// The name of a named key, which no keyboard has.
fn named(text: &str) -> Option<String> {
    match Key::decode(text)? {
        Key::Named(name) => Some(name),
        _ => None,
    }
}
