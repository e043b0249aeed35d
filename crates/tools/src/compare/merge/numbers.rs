//! The numbers of pieces: those that both versions gave to different pieces are given anew.
//!
//! Engine classes: `build.GpIdSupport` gives numbers, `build.GpIdChecker` wants each only once among the slots of pieces
//! and the Place Marker and Replace traits of slots and prototypes (without what stands before a colon, which is the
//! extension's id), and the module's next number (`nextPieceSlotId`) above all of them. `build.module.ModuleExtension`
//! puts its id and a colon before the numbers that it gives.

use std::collections::{BTreeMap, HashSet};

use super::Merged;
use crate::compare::modules::partners::number;
use crate::compare::modules::title;
use vassal::format::build_file::Element;
use vassal::model::piece_numbers::{
    LARGEST, NEXT, bare, is_maker, maker, of_makers, rewrite, set_maker, set_number,
};

/// The attribute that marks what came from theirs until numbers are settled; no XML has such a name.
const FROM_THEIRS: &str = "\u{0}theirs";

/// What of an element came from theirs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Its number and its text.
    All,
    /// Its text alone.
    Text,
}

impl Origin {
    /// Marks an element that has numbers.
    pub fn mark(self, element: &mut Element) {
        if number(element).is_some() || is_maker(element) {
            element.set_attr(FROM_THEIRS, if self == Self::All { "all" } else { "text" });
        }
    }

    fn of(element: &Element) -> Option<Self> {
        element.attr(FROM_THEIRS).map(|word| if word == "all" { Self::All } else { Self::Text })
    }
}

/// The numbers that theirs had and that are given anew.
#[derive(Debug, Default)]
pub struct Given {
    /// The new number of each old one.
    pub new: BTreeMap<String, String>,
    /// Those that stood for more than one piece of theirs.
    pub twice: HashSet<String>,
}

/// An element's pieces with a number, itself included.
pub fn pieces(element: &Element) -> impl Iterator<Item = &Element> {
    std::iter::once(element).chain(element.walk()).filter(|own| number(own).is_some())
}

/// Gives new numbers to what came from theirs with a number that something else has, and tells the module its next one.
pub fn settle(root: &mut Element, base: &Element, merged: &mut Merged) -> Given {
    let mut used = HashSet::new();
    let mut next = root.attr(NEXT).and_then(|text| text.trim().parse::<u64>().ok()).unwrap_or(0);
    for element in std::iter::once(&*root).chain(root.walk()) {
        let origin = Origin::of(element);
        let own = number(element).map(|own| (own.to_owned(), origin != Some(Origin::All)));
        let makers = of_makers(element).into_iter().map(|gpid| (gpid, origin.is_none()));
        for (gpid, is_ours) in own.into_iter().chain(makers) {
            next = next.max(bare(&gpid).parse::<u64>().map_or(0, |gpid| gpid.saturating_add(1)));
            if is_ours {
                used.insert(bare(&gpid).to_owned());
            }
        }
    }
    let before = std::iter::once(base)
        .chain(base.walk())
        .flat_map(|element| number(element).map(str::to_owned).into_iter().chain(of_makers(element)))
        .map(|gpid| bare(&gpid).to_owned());
    let prefix = root.attr("extensionId").filter(|id| !id.is_empty()).map(|id| format!("{id}:"));
    let start = next;
    let before = before.collect();
    let (seen, given) = (HashSet::new(), Given::default());
    let mut giver = Giver { before, used, seen, next, prefix, given, merged };
    giver.settle(root);
    // Where the numbers ran out, free ones below were given.
    let next = giver.next.max(start).min(LARGEST).to_string();
    let given = giver.given;
    if root.attr(NEXT).is_some_and(|told| told != next) {
        root.set_attr(NEXT, next);
    }
    given
}

struct Giver<'g> {
    /// The numbers of the base.
    before: HashSet<String>,
    used: HashSet<String>,
    /// The numbers of theirs so far.
    seen: HashSet<String>,
    next: u64,
    /// What stands before each number that an extension gives.
    prefix: Option<String>,
    given: Given,
    merged: &'g mut Merged,
}

impl Giver<'_> {
    fn settle(&mut self, element: &mut Element) {
        let origin = Origin::of(element);
        element.attributes.retain(|(name, _)| **name != *FROM_THEIRS);
        if origin == Some(Origin::All)
            && let Some(old) = number(element).map(str::to_owned)
            && let Some(new) = self.other_than(&old)
        {
            self.tell(&title(element), &old, &new);
            element.set_attr("gpid", &new);
            rewrite(element, |piece| set_number(piece, &new));
        }
        if origin.is_some() && is_maker(element) {
            let place = title(element);
            rewrite(element, |piece| {
                let makers = piece.traits.iter_mut().filter_map(|own| Some((maker(own)?, own)));
                for (old, own) in makers {
                    if let Some(new) = self.other_than(&old) {
                        set_maker(own, &new)?;
                        self.tell(&format!("what a trait of {place} makes"), &old, &new);
                    }
                }
                Some(())
            });
        }
        element.elements_mut().for_each(|child| self.settle(child));
    }

    /// A new number in the place of one that something else has; none where nothing has it.
    fn other_than(&mut self, old: &str) -> Option<String> {
        if !self.seen.insert(old.to_owned()) {
            self.given.twice.insert(old.to_owned());
        }
        if self.used.insert(bare(old).to_owned()) {
            return None;
        }
        while self.next > LARGEST || !self.used.insert(self.next.to_string()) {
            self.next = if self.next > LARGEST { 0 } else { self.next + 1 };
        }
        let own = old.rsplit_once(':').map(|(id, _)| format!("{id}:"));
        let prefix = self.prefix.clone().or(own).unwrap_or_default();
        let new = format!("{prefix}{}", self.next);
        self.next += 1;
        self.given.new.insert(old.to_owned(), new.clone());
        Some(new)
    }

    /// A number that the base had before stands there twice because both moved or copied something.
    fn tell(&mut self, what: &str, old: &str, new: &str) {
        if self.before.contains(bare(old)) {
            self.merged.conflicts.push(format!(
                "{what}: both sides use number {old} for different pieces; theirs now has {new}"
            ));
        } else {
            self.merged.notes.push(format!("{what} had the number {old} of another piece and now has {new}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use vassal::format::components::name;

    fn slot(gpid: &str, name: &str) -> Element {
        Element::new("VASSAL.build.widget.PieceSlot")
            .with("entryName", name)
            .with("gpid", gpid)
            .with_text(format!("+/null/piece;;;a.png;{name}/null;0;0;{gpid};0"))
    }

    fn marked(mut element: Element) -> Element {
        Origin::All.mark(&mut element);
        element
    }

    fn settled(root: Element) -> (Element, Merged) {
        let (mut root, mut merged) = (root, Merged::default());
        settle(&mut root, &Element::default(), &mut merged);
        (root, merged)
    }

    #[test]
    fn a_number_that_two_pieces_have_is_given_anew_to_the_one_that_came() {
        let root = Element::new("Module")
            .with(NEXT, "3")
            .with_child(marked(slot("2", "theirs")))
            .with_child(slot("2", "ours"));
        let (root, merged) = settled(root);
        let told: BTreeMap<String, String> =
            pieces(&root).map(|own| (name(own).to_owned(), own.text())).collect();
        assert_eq!(told["ours"], slot("2", "ours").text());
        assert_eq!(told["theirs"], "+/null/piece;;;a.png;theirs/null;0;0;3;0");
        assert_eq!((root.attr(NEXT), merged.notes.len()), (Some("4"), 1));
        assert!(pieces(&root).all(|own| own.attributes.len() == 2));
    }

    #[test]
    fn at_the_end_of_the_numbers_a_free_one_is_found() {
        let largest = LARGEST.to_string();
        let root = Element::new("Module")
            .with(NEXT, &largest)
            .with_child(slot(&largest, "ours"))
            .with_child(marked(slot(&largest, "theirs")));
        let (root, _) = settled(root);
        let numbers: Vec<&str> = pieces(&root).filter_map(number).collect();
        assert_eq!(numbers, [largest.as_str(), "0"]);
        assert_eq!(root.attr(NEXT), Some(largest.as_str()));
    }
}
