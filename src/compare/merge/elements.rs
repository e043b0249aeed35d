//! The components of two versions merged level by level.

use std::collections::{BTreeMap, BTreeSet};

use crate::compare::modules::title;
use crate::format::build_file::{Element, Node};
use crate::format::components::name;

/// The number that a module gives to its next piece; the larger of two is right.
pub const NEXT: &str = "nextPieceSlotId";

/// The deepest level that is merged part by part.
const DEEPEST: usize = 512;

/// What tells a component from its neighbours: class, number, name, and which of those that share them it is.
type Named = (String, String, String, usize);

/// The children of an element with their keys. A component keeps its number when it is renamed, so that a name counts
/// only where there is no number; two versions may give one number to two new pieces, so that new pieces are told by
/// both.
fn keyed<'e>(element: &'e Element, known: Option<&BTreeSet<(String, String)>>) -> Vec<(Named, &'e Element)> {
    let mut counts: BTreeMap<(String, String, String), usize> = BTreeMap::new();
    let children = element.elements().map(|child| {
        let gpid = child.attr("gpid").unwrap_or_default().to_owned();
        let is_known = known.is_none_or(|known| known.contains(&(child.tag.clone(), gpid.clone())));
        let own = if gpid.is_empty() || !is_known { name(child).to_owned() } else { String::new() };
        let key = (child.tag.clone(), gpid, own);
        let count = counts.entry(key.clone()).or_default();
        *count += 1;
        ((key.0, key.1, key.2, *count), child)
    });
    children.collect()
}

/// Merges what `theirs` changed since `base` into `ours`; `added` gets the numbers of the pieces that came with it.
pub fn merge(
    base: &Element,
    ours: &mut Element,
    theirs: &Element,
    path: &mut Vec<String>,
    conflicts: &mut Vec<String>,
    added: &mut Vec<Element>,
) {
    if theirs == base || *ours == *theirs {
        return;
    }
    if *ours == *base {
        added.extend(new_pieces(base, theirs));
        *ours = theirs.clone();
        return;
    }
    let place = if path.is_empty() { title(ours) } else { path.join(" › ") };
    attributes(base, ours, theirs, &place, conflicts);
    let texts = [base, &*ours, theirs].map(own_text);
    if texts[2] != texts[0] && texts[1] != texts[2] {
        if texts[1] == texts[0] {
            set_text(ours, theirs);
        } else {
            conflicts.push(format!("{place}: both changed its text or traits; ours are kept"));
        }
    }
    if path.len() < DEEPEST {
        children(base, ours, theirs, path, conflicts, added);
    }
}

fn attributes(
    base: &Element,
    ours: &mut Element,
    theirs: &Element,
    place: &str,
    conflicts: &mut Vec<String>,
) {
    let names: BTreeSet<&String> =
        base.attributes.iter().chain(&theirs.attributes).map(|(name, _)| name).collect();
    for name in names {
        let (was, own, new) = (base.attr(name), ours.attr(name).map(str::to_owned), theirs.attr(name));
        if new == was || own.as_deref() == new {
            continue;
        }
        if name == NEXT {
            let number = |text: Option<&str>| text.and_then(|text| text.trim().parse::<u64>().ok());
            if number(new) > number(own.as_deref()) {
                ours.set_attr(name, new.unwrap_or_default());
            }
        } else if own.as_deref() == was {
            match new {
                Some(value) => ours.set_attr(name, value),
                None => ours.attributes.retain(|(own, _)| own != name),
            }
        } else {
            let theirs = new.map_or_else(|| "to have none".to_owned(), |value| format!("{value:?}"));
            conflicts.push(format!("{place}: both changed {name}; ours is kept, theirs was {theirs}"));
        }
    }
}

/// What stands between the tags beside other elements.
fn own_text(element: &Element) -> Vec<Node> {
    element.nodes.iter().filter(|node| !matches!(node, Node::Element(_))).cloned().collect()
}

fn set_text(ours: &mut Element, theirs: &Element) {
    let kept = ours.nodes.drain(..).filter(|node| matches!(node, Node::Element(_)));
    let nodes: Vec<Node> = own_text(theirs).into_iter().chain(kept).collect();
    ours.nodes = nodes;
}

fn children(
    base: &Element,
    ours: &mut Element,
    theirs: &Element,
    path: &mut Vec<String>,
    conflicts: &mut Vec<String>,
    added: &mut Vec<Element>,
) {
    let known: BTreeSet<(String, String)> = base
        .elements()
        .map(|child| (child.tag.clone(), child.attr("gpid").unwrap_or_default().to_owned()))
        .collect();
    let was: BTreeMap<Named, &Element> = keyed(base, Some(&known)).into_iter().collect();
    let new: Vec<(Named, &Element)> = keyed(theirs, Some(&known));
    let there: BTreeMap<&Named, &Element> = new.iter().map(|(key, child)| (key, *child)).collect();
    let own_keys: Vec<Named> = keyed(ours, Some(&known)).into_iter().map(|(key, _)| key).collect();
    let mut kept: Vec<(Named, Element)> = Vec::new();
    let mut rest = Vec::new();
    let mut keys = own_keys.into_iter();
    for node in std::mem::take(&mut ours.nodes) {
        let Node::Element(mut child) = node else {
            rest.push(node);
            continue;
        };
        let Some(key) = keys.next() else { continue };
        path.push(title(&child));
        match (was.get(&key), there.get(&key)) {
            (Some(before), Some(after)) => merge(before, &mut child, after, path, conflicts, added),
            // They took it away: it goes, unless we changed it.
            (Some(before), None) if **before == child => {
                path.pop();
                continue;
            }
            (Some(_), None) => {
                conflicts.push(format!("{}: they removed what we changed; ours is kept", path.join(" › ")));
            }
            (None, Some(after)) if **after != child => {
                conflicts
                    .push(format!("{}: both added it, in different forms; ours is kept", path.join(" › ")));
            }
            _ => {}
        }
        path.pop();
        kept.push((key, child));
    }
    let mut last: Option<Named> = None;
    for (key, child) in new {
        let is_kept = kept.iter().any(|(own, _)| *own == key);
        if !is_kept && was.contains_key(&key) {
            if was.get(&key).is_some_and(|before| *before != child) {
                path.push(title(child));
                conflicts.push(format!("{}: we removed what they changed; it stays away", path.join(" › ")));
                path.pop();
            }
        } else if !is_kept {
            let after = last.as_ref().and_then(|last| kept.iter().position(|(own, _)| own == last));
            added.extend(pieces(child).cloned());
            kept.insert(after.map_or(0, |at| at + 1), (key.clone(), child.clone()));
        }
        if kept.iter().any(|(own, _)| *own == key) {
            last = Some(key);
        }
    }
    ours.nodes = rest;
    kept.into_iter().for_each(|(_, child)| ours.push(child));
}

/// An element's pieces with a number, itself included.
pub fn pieces(element: &Element) -> impl Iterator<Item = &Element> {
    std::iter::once(element)
        .chain(element.walk())
        .filter(|own| own.attr("gpid").is_some_and(|gpid| !gpid.is_empty()))
}

/// The pieces of one that the other does not have.
fn new_pieces(base: &Element, theirs: &Element) -> Vec<Element> {
    let old: BTreeSet<&str> = pieces(base).filter_map(|piece| piece.attr("gpid")).collect();
    pieces(theirs)
        .filter(|piece| piece.attr("gpid").is_some_and(|gpid| !old.contains(gpid)))
        .cloned()
        .collect()
}
