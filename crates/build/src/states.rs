//! The Layers that say in which state a piece is, and the commands that set them: rows of `pack.toml`.
//!
//! States are Layers set by Trigger Actions (menu *Status*, *Attack* …), so that a player has one command for each
//! state; a second state of the same Layer is placed on the piece as its chit.

use std::collections::BTreeSet;

use liege_rules::game::pack::{Level, PieceNote, PieceTerms, Pool, Prototype, StateLayer, TrayTerms};
use vassal::format::key::Key;
use vassal::format::piece::TraitText;
use vassal::format::sequence::Unencodable;
use vassal::format::traits::{Layer, new};

use super::map_parts::TO_TOP;
use super::moves;
use super::order_of_battle::{DUE_KEY, LEAVE_KEY};
use super::prototype::LEAVE;
use super::tight::tight;
use super::unique::{self, FROM_PALETTE};

/// The Layers that the pieces of a module have, in the order of their rows.
pub fn built(terms: &PieceTerms) -> impl Iterator<Item = &StateLayer> {
    let is_used = |layer: &&StateLayer| {
        terms.outfit.prototypes.iter().any(|row| layers_of(terms, row).any(|own| std::ptr::eq(own, *layer)))
    };
    terms.layers.iter().filter(is_used)
}

/// The key that a map sends to what has moved on it; none where a move ends nothing.
pub fn moved_key(terms: &PieceTerms) -> Option<Key> {
    built(terms).any(moves::ends).then(moves::key)
}

/// The Layers of a prototype: of several of one name the first that is about some of its pieces.
pub fn layers_of<'t>(terms: &'t PieceTerms, row: &'t Prototype) -> impl Iterator<Item = &'t StateLayer> {
    let is_about =
        |layer: &&StateLayer| layer.of.is_empty() || layer.of.iter().any(|word| row.of.contains(word));
    row.layers.iter().filter_map(move |name| {
        terms.layers.iter().filter(is_about).find(|layer| layer.name == *name && !layer.is_face())
    })
}

/// The overlay pictures that the Layers and notes show, by name.
pub fn overlays(terms: &PieceTerms) -> BTreeSet<&str> {
    let levels = built(terms).flat_map(|layer| &layer.levels).map(|level| level.overlay.as_str());
    let rows = terms.outfit.prototypes.iter();
    let notes = rows.flat_map(|row| terms.outfit.notes_of(&row.notes)).map(|note| note.overlay.as_str());
    let crosses = terms.outfit.pointed_out().map(|(_, cross)| cross.overlay.as_str());
    levels.chain(notes).chain(crosses).filter(|overlay| !overlay.is_empty()).collect()
}

/// The name of an overlay's picture in the module.
pub fn overlay_image(overlay: &str) -> String {
    format!("state-{overlay}.png")
}

/// The key that shows a level of a Layer, from 1.
pub fn set_key(layer: &StateLayer, level: usize) -> Key {
    let own = layer.levels.get(level.wrapping_sub(1)).and_then(|row| row.key.clone());
    own.unwrap_or_else(|| Key::named(format!("set{}{level}", layer.name)))
}

/// The levels that commands set, each with its key; keys that several Layers share come once for each.
pub fn commands(terms: &PieceTerms) -> impl Iterator<Item = (&Level, Key)> {
    built(terms).flat_map(|layer| {
        layer.levels.iter().enumerate().map(|(below, level)| (level, set_key(layer, below + 1)))
    })
}

/// Each key once, in their order: several Layers may share one.
pub fn unique(keys: impl IntoIterator<Item = Key>) -> Vec<Key> {
    keys.into_iter().fold(Vec::new(), |mut all, key| {
        if !all.contains(&key) {
            all.push(key);
        }
        all
    })
}

/// What a Layer adds to the name of a piece at a level.
pub fn added(level: &Level) -> String {
    if level.suffix.is_empty() { String::new() } else { format!("+ {}", level.suffix) }
}

/// What pieces write into the chat: their commands with the place, and where they are sent.
///
/// Of a hidden piece nothing is told but what everybody sees, under the name of its mask: that it hides, gathers others,
/// is deleted or goes elsewhere.
/// Names of the piece's own properties, not the report's `old…`: those need a snapshot that only a menu takes.
/// Lies directly inside the Mask, so that all other commands have done their work when it tells.
///
/// # Errors
/// See [`new::trait_with`].
pub fn reports(
    terms: &PieceTerms,
    pools: &[Pool],
    own_commands: bool,
) -> Result<Vec<TraitText>, Unencodable> {
    // A state that shows in the name of the piece needs no words of its command.
    let (named, other): (Vec<_>, Vec<_>) = commands(terms).partition(|(level, _)| !level.suffix.is_empty());
    let named = unique(named.into_iter().map(|(_, key)| key));
    let states = other.into_iter().map(|(_, key)| key);
    let keys = std::iter::once(Key::ctrl('F')).chain(pools.iter().map(Pool::key));
    let tray = terms.tray.as_ref();
    let gather = tray.map(|tray| tray.gather.key.clone());
    let notes: Vec<&PieceNote> = terms.outfit.notes.iter().filter(|note| !note.command.is_empty()).collect();
    let written = notes.iter().map(|note| note.key());
    let keys = keys.chain("DH".chars().map(Key::ctrl)).chain(gather).chain(written).chain(states);
    let keys = unique(keys);
    // Where it went says all of a piece that is sent; what everybody sees go is told of a hidden one, too.
    let mut sends = "menuCommand.startsWith(\"Send\")".to_owned();
    for command in pools.iter().map(Pool::command).filter(|command| !command.starts_with("Send")) {
        sends = format!("({sends} || menuCommand == \"{command}\")");
    }
    let place = "(location == \"\" ? OldLocationName : location)";
    // What was written says more than the command that asks for it.
    let text = |note: &&PieceNote| {
        format!("menuCommand == \"{}\" ? \"{} \" + {} : ", note.command, note.word, note.property())
    };
    let texts: String = notes.iter().map(text).collect();
    let what = format!(
        "({texts}menuCommand == \"Delete\" ? \"deleted\" : menuCommand != \"Hide\" ? menuCommand : ObscuredToOthers == true ? \"hidden\" : \"no longer hidden\")"
    );
    let seen = format!(
        "menuCommand == \"Hide\" || menuCommand == \"Delete\" || {sends}{}",
        tray.map(gathers).unwrap_or_default()
    );
    let secret = format!("ObscuredToOthers == true && !({seen})");
    let told = format!(
        "{{menuCommand == \"\" || ({secret}) ? \"\" : {sends} ? newPieceName + \": \" + OldLocationName + \" -> \" + location : newPieceName + \" in \" + {place} + \": \" + {what}}}"
    );
    let sent = [DUE_KEY, LEAVE_KEY, LEAVE].map(Key::named);
    // Its tray would tell which force a hidden one is.
    let moved =
        "newPieceName+(ObscuredToOthers==true?\" comes to \":\": \"+OldLocationName+\" -> \")+location";
    let second = format!("{FROM_PALETTE} ? newPieceName + \" is in play; Find shows where\" : ");
    let in_name = format!(
        "{{menuCommand == \"\" || ObscuredToOthers == true ? \"\" : newPieceName + \" in \" + {place}}}"
    );
    let mut all = vec![new::report(&keys, &tight(&told))?];
    if !named.is_empty() {
        all.push(new::report(&named, &tight(&in_name))?);
    }
    let (sent, second) = if own_commands {
        (sent.into_iter().chain([unique::second_key()]).collect(), second)
    } else {
        (sent.to_vec(), String::new())
    };
    all.push(new::report(&sent, &tight(&format!("{{{second}{moved}}}")))?);
    Ok(all)
}

/// That a command gathers: it begins with the first word of the one that does.
fn gathers(tray: &TrayTerms) -> String {
    let first = tray.gather.menu.split(' ').next().unwrap_or_default();
    format!(" || menuCommand.startsWith(\"{first}\")")
}

/// One command per level that its pieces may have, those without a key of their own gathered in a sub-menu, and the Layer itself, which they turn to that level.
///
/// # Errors
/// See [`new::trait_with`].
pub fn state_layer(
    layer: &StateLayer,
    row: &Prototype,
    terms: &PieceTerms,
    traits: &mut Vec<TraitText>,
) -> Result<(), Unencodable> {
    let reset = Key::named(format!("reset{}", layer.name));
    // Short, since the commands of the last levels send it many times, in every piece of every save.
    let number = terms.layers.iter().position(|other| other.name == layer.name).unwrap_or_default();
    let next = Key::named(format!("+{number}"));
    let offers =
        |level: &&Level| level.only.is_empty() || level.only.iter().any(|kind| row.of.contains(kind));
    let inside = layer.levels.iter().filter(offers).filter(|level| level.key.is_none());
    let mut inside: Vec<String> = inside.map(|level| layer.command(level)).collect();
    let notes = terms.outfit.notes_of(&row.notes).filter(|note| note.within == layer.name);
    inside.extend(notes.map(|note| note.command.clone()));
    if !inside.is_empty() {
        traits.push(new::sub_menu(layer.title(), &inside.iter().map(String::as_str).collect::<Vec<_>>())?);
    }
    for (below, level) in layer.levels.iter().enumerate().filter(|(_, level)| offers(level)) {
        let mut runs = vec![reset.clone()];
        runs.extend(std::iter::repeat_n(next.clone(), below));
        // What lies above an arrow would cover it.
        runs.extend(level.points.map(|_| TO_TOP));
        let command = layer.command(level);
        traits.push(new::trigger("", &command, &set_key(layer, below + 1), "", &runs)?);
    }
    moves::triggers(layer, terms, traits)?;
    let image = |overlay: &str| if overlay.is_empty() { String::new() } else { overlay_image(overlay) };
    let images: Vec<String> = layer.levels.iter().map(|level| image(&level.overlay)).collect();
    let images: Vec<&str> = images.iter().map(String::as_str).collect();
    let names: Vec<String> = layer.levels.iter().map(added).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (x, y) = layer.offset;
    traits.push(
        Layer::new(&layer.name, &images, &names)?
            .increased_by("", &next)
            .reset_by("", &reset, 1)
            .looping(false)
            .offset(x, y)
            .encode()?,
    );
    Ok(())
}
