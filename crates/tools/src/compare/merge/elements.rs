//! One component of three versions: its attributes and texts merged, and all that one side has as it is.

use std::collections::BTreeSet;

use super::moves::Moves;
use super::numbers::Origin;
use super::own_nodes;
use super::pieces;
use crate::compare::modules::{changes, title};
use vassal::format::build_file::{Element, Node};
use vassal::format::limits::XML_DEPTH;
use vassal::model::piece_numbers::NEXT;

/// Attributes of which the larger of two is right: the number for the next piece, and the engine that wrote the file.
const LARGER: [&str; 3] = [NEXT, "VassalVersion", "vassalVersion"];

/// Merges level by level.
pub struct Merger<'m> {
    pub moves: &'m Moves<'m>,
    pub path: Vec<String>,
    /// What both changed in different ways.
    pub conflicts: Vec<String>,
    /// What a person may want to look at.
    pub notes: Vec<String>,
}

impl<'m> Merger<'m> {
    /// A merger that knows which pieces were moved.
    pub fn new(moves: &'m Moves<'m>) -> Self {
        Self { moves, path: Vec::new(), conflicts: Vec::new(), notes: Vec::new() }
    }

    /// A component that all three have, the base perhaps without anything in it.
    pub fn merge(&mut self, base: &Element, ours: &Element, theirs: &Element) -> Element {
        if theirs == base || ours == theirs {
            return self.kept_inside(ours);
        }
        if ours == base && !self.moves.holds_staying(ours) {
            return self.taken_inside(theirs);
        }
        let place = if self.path.is_empty() { title(ours) } else { self.path.join(" › ") };
        let mut merged = Element { nodes: own_nodes(ours), ..Element::new(&ours.tag) };
        merged.attributes.clone_from(&ours.attributes);
        self.attributes(base, &mut merged, theirs, &place);
        self.texts(base, &mut merged, theirs, &place);
        if self.path.len() > XML_DEPTH {
            self.conflicts.push(format!("{place}: nested too deeply to be merged; ours is kept"));
            ours.elements().for_each(|child| merged.push(child.clone()));
        } else {
            let inside = self.children([base, ours, theirs], &place);
            inside.into_iter().for_each(|child| merged.push(child));
        }
        merged
    }

    fn attributes(&mut self, base: &Element, ours: &mut Element, theirs: &Element, place: &str) {
        let names: BTreeSet<&str> = base.pairs().chain(theirs.pairs()).map(|(name, _)| name).collect();
        for name in names {
            let (was, own, new) = (base.attr(name), ours.attr(name).map(str::to_owned), theirs.attr(name));
            if new == was || own.as_deref() == new {
                continue;
            }
            let is_larger = || numbers(new) > numbers(own.as_deref());
            if own.as_deref() == was || (LARGER.contains(&name) && is_larger()) {
                match new {
                    Some(value) => ours.set_attr(name, value),
                    None => ours.attributes.retain(|(own, _)| **own != *name),
                }
            } else if !LARGER.contains(&name) {
                let theirs = new.map_or_else(|| "to have none".to_owned(), |value| format!("{value:?}"));
                self.told(place, &format!("both changed {name}; ours is kept, theirs was {theirs}"));
            }
        }
    }

    fn texts(&mut self, base: &Element, ours: &mut Element, theirs: &Element, place: &str) {
        let [was, own, new] = [base, &*ours, theirs].map(own_nodes);
        if new == was || own == new {
            return;
        }
        if own == was {
            ours.nodes = new;
            Origin::Text.mark(ours);
            return;
        }
        if let [[Node::Text(was)], [Node::Text(own)], [Node::Text(new)]] = [&was[..], &own[..], &new[..]]
            && let Some(both) = pieces::merged(was, own, new)
        {
            ours.nodes = vec![Node::Text(both)];
            Origin::Text.mark(ours);
            return;
        }
        let bare = |nodes: Vec<Node>| Element { nodes, ..Element::new(&ours.tag) };
        let words = changes(&bare(if was.is_empty() { own } else { was }), &bare(new));
        self.told(place, &format!("both changed its text or traits; ours are kept, theirs: {words}"));
    }

    /// Tells a conflict at a place.
    pub fn told(&mut self, place: &str, what: &str) {
        self.conflicts.push(format!("{place}: {what}"));
    }

    /// Tells a conflict where we are.
    pub fn told_here(&mut self, what: &str) {
        self.told(&self.path.join(" › "), what);
    }

    /// What becomes of something that only we have at this place: a piece that we moved here takes what theirs changed in
    /// it, one that theirs moved away goes.
    pub fn kept(&mut self, own: &Element) -> Option<Element> {
        if let Some(gpid) = self.moves.ours(own) {
            return Some(match self.moves.of(gpid) {
                [Some(base), _, Some(theirs)] => self.merge(base, own, theirs),
                _ => {
                    self.told_here("they removed what we moved; ours is kept");
                    own.clone()
                }
            });
        }
        if self.moves.theirs(own).is_some() { None } else { Some(self.kept_inside(own)) }
    }

    fn kept_inside(&mut self, own: &Element) -> Element {
        if self.moves.is_empty() {
            return own.clone();
        }
        self.each(own, Self::kept)
    }

    /// What becomes of something that only theirs have at this place: a piece that they moved here takes what we changed
    /// in it, one that we moved away does not come.
    pub fn taken(&mut self, new: &Element) -> Option<Element> {
        if let Some(gpid) = self.moves.theirs(new) {
            let is_ours = self.moves.ours(new).is_some();
            return match self.moves.of(gpid) {
                [Some(base), Some(ours), _] if !is_ours => Some(self.merge(base, ours, new)),
                [_, Some(_), _] => {
                    self.told_here("both moved it, theirs to this place; it stays where ours is");
                    None
                }
                _ => {
                    self.told_here("we removed what they moved to this place; it stays removed");
                    None
                }
            };
        }
        let stays = self.moves.ours(new).is_some() || self.moves.is_staying(new);
        (!stays).then(|| self.taken_inside(new))
    }

    fn taken_inside(&mut self, new: &Element) -> Element {
        let mut taken = self.each(new, Self::taken);
        Origin::All.mark(&mut taken);
        taken
    }

    /// A component with all inside it as `what` has it.
    fn each(&mut self, own: &Element, what: impl Fn(&mut Self, &Element) -> Option<Element>) -> Element {
        let mut made = Element::new(&own.tag);
        made.attributes.clone_from(&own.attributes);
        for node in &own.nodes {
            match node {
                Node::Element(child) => {
                    self.path.push(title(child));
                    let child = what(self, child);
                    self.path.pop();
                    made.nodes.extend(child.map(Node::Element));
                }
                other => made.nodes.push(other.clone()),
            }
        }
        made
    }
}

/// The numbers in a text: `3.7.26` has three.
fn numbers(text: Option<&str>) -> Vec<u64> {
    let parts = text.unwrap_or_default().split(|letter: char| !letter.is_ascii_digit());
    parts.filter_map(|part| part.parse().ok()).collect()
}
