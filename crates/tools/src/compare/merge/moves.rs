//! Pieces that one side moved to another palette or map: the same number stands elsewhere.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::numbers::pieces;
use crate::compare::modules::partners::{number, partners};
use vassal::format::build_file::{Element, Node};

/// The pieces of one version by their numbers, those alone that no other piece of it has.
type ByNumber<'e> = HashMap<&'e str, &'e Element>;

/// Where the pieces of the base went.
#[derive(Default)]
pub struct Moves<'e> {
    base: ByNumber<'e>,
    ours: ByNumber<'e>,
    theirs: ByNumber<'e>,
    by_us: HashSet<&'e str>,
    by_them: HashSet<&'e str>,
    /// Pieces that cannot follow theirs, as we removed the place that theirs moved them to.
    pub stays: BTreeSet<String>,
}

impl<'e> Moves<'e> {
    /// What both sides moved.
    pub fn between(base: &'e Element, ours: &'e Element, theirs: &'e Element) -> Self {
        let mut twice = HashSet::new();
        let mut all = [base, ours, theirs].map(|root| by_number(root, &mut twice));
        all.iter_mut().for_each(|own| own.retain(|gpid, _| !twice.contains(gpid)));
        let [base_pieces, our_pieces, their_pieces] = all;
        let moved = |is: &'e Element| {
            let (mut gone, mut come) = (HashSet::new(), HashSet::new());
            unmatched(base, is, &mut gone, &mut come);
            gone.intersection(&come).copied().filter(|gpid| !twice.contains(gpid)).collect()
        };
        Self {
            by_us: moved(ours),
            by_them: moved(theirs),
            base: base_pieces,
            ours: our_pieces,
            theirs: their_pieces,
            stays: BTreeSet::new(),
        }
    }

    /// Whether nothing was moved.
    pub fn is_empty(&self) -> bool {
        self.by_us.is_empty() && self.by_them.is_empty()
    }

    /// The number of a piece that we moved.
    pub fn ours<'p>(&self, piece: &'p Element) -> Option<&'p str> {
        number(piece).filter(|gpid| self.by_us.contains(gpid))
    }

    /// The number of a piece that theirs moved and that can follow.
    pub fn theirs<'p>(&self, piece: &'p Element) -> Option<&'p str> {
        number(piece).filter(|gpid| self.by_them.contains(gpid) && !self.stays.contains(*gpid))
    }

    /// Whether a piece stays where we have it though theirs moved it.
    pub fn is_staying(&self, piece: &Element) -> bool {
        number(piece).is_some_and(|gpid| self.stays.contains(gpid))
    }

    /// Whether that holds for a component or one inside it.
    pub fn holds_staying(&self, element: &Element) -> bool {
        !self.stays.is_empty() && pieces(element).any(|piece| self.is_staying(piece))
    }

    /// The piece of a number in the base, in ours and in theirs.
    pub fn of(&self, gpid: &str) -> [Option<&'e Element>; 3] {
        [&self.base, &self.ours, &self.theirs].map(|own| own.get(gpid).copied())
    }

    /// A component without the pieces that a side moved.
    pub fn without(&self, element: &Element, is_ours: bool) -> Element {
        let is_moved = |child: &Element| {
            if is_ours { self.ours(child).is_some() } else { self.theirs(child).is_some() }
        };
        let nodes = element.nodes.iter().filter_map(|node| match node {
            Node::Element(child) if is_moved(child) => None,
            Node::Element(child) => Some(Node::Element(self.without(child, is_ours))),
            other => Some(other.clone()),
        });
        Element { tag: element.tag.clone(), attributes: element.attributes.clone(), nodes: nodes.collect() }
    }

    /// Pieces that theirs moved and that stand nowhere in what was merged, though both sides have them.
    pub fn lost(&self, merged: &Element) -> Vec<String> {
        if self.by_them.is_empty() {
            return Vec::new();
        }
        let there: HashSet<&str> = pieces(merged).filter_map(number).collect();
        let is_lost = |gpid: &&&str| {
            let [_, ours, _] = self.of(gpid);
            ours.is_some() && !there.contains(**gpid) && !self.stays.contains(**gpid)
        };
        self.by_them.iter().filter(is_lost).map(|gpid| (*gpid).to_owned()).collect()
    }
}

fn by_number<'e>(root: &'e Element, twice: &mut HashSet<&'e str>) -> ByNumber<'e> {
    let mut found = HashMap::new();
    for piece in pieces(root) {
        if let Some(gpid) = number(piece)
            && found.insert(gpid, piece).is_some()
        {
            twice.insert(gpid);
        }
    }
    found
}

/// Adds the numbers of the pieces that one version has where the other has nothing.
fn unmatched<'e>(
    was: &'e Element,
    is: &'e Element,
    gone: &mut HashSet<&'e str>,
    come: &mut HashSet<&'e str>,
) {
    if was == is {
        return;
    }
    let (before, after): (Vec<&Element>, Vec<&Element>) = (was.elements().collect(), is.elements().collect());
    let own = partners(&before, &after);
    for (child, from) in after.iter().zip(own.of_after) {
        match from {
            Some(from) => unmatched(before[from], child, gone, come),
            None => come.extend(pieces(child).filter_map(number)),
        }
    }
    gone.extend(own.gone.into_iter().flat_map(|at| pieces(before[at])).filter_map(number));
}
