//! The numbers of pieces: those that both versions gave to different pieces are given anew.

use std::collections::BTreeSet;

use super::elements::{NEXT, pieces};
use crate::format::build_file::Element;
use crate::format::components::name;
use crate::format::leaf::Leaf;
use crate::format::piece::PieceText;
use crate::format::traits::Trait;
use crate::model::slot::read_definition;

/// How many pieces of a module have each number.
pub fn of(root: &Element) -> BTreeSet<String> {
    pieces(root).filter_map(|piece| piece.attr("gpid")).map(str::to_owned).collect()
}

/// Gives new numbers to the pieces of `added` whose number some piece had `before`, and tells the module its next one.
pub fn renumber(root: &mut Element, before: &BTreeSet<String>, added: &[Element], notes: &mut Vec<String>) {
    let largest = pieces(root).filter_map(|piece| piece.attr("gpid")?.trim().parse::<u64>().ok()).max();
    let told = root.attr(NEXT).and_then(|text| text.trim().parse::<u64>().ok());
    let mut next = told.unwrap_or(0).max(largest.map_or(0, |largest| largest.saturating_add(1)));
    let mut wanted: Vec<&Element> =
        added.iter().filter(|piece| piece.attr("gpid").is_some_and(|gpid| before.contains(gpid))).collect();
    give(root, &mut wanted, &mut next, notes);
    if told.is_some() && told < Some(next) {
        root.set_attr(NEXT, next.to_string());
    }
}

fn give(element: &mut Element, wanted: &mut Vec<&Element>, next: &mut u64, notes: &mut Vec<String>) {
    for child in element.elements_mut() {
        if let Some(at) = wanted.iter().position(|piece| *piece == child) {
            wanted.swap_remove(at);
            let (old, new) = (child.attr("gpid").unwrap_or_default().to_owned(), next.to_string());
            *next = next.saturating_add(1);
            set(child, &new);
            notes.push(format!("{:?} had the number {old} of another piece, and has {new} now", name(child)));
        }
        give(child, wanted, next, notes);
    }
}

/// Gives a slot a number, and the piece in it.
fn set(slot: &mut Element, number: &str) {
    slot.set_attr("gpid", number);
    let text = slot.text();
    let Some(numbered) = read_definition(&text).and_then(|piece| with_number(piece, number)) else { return };
    let bare = Element { nodes: Vec::new(), ..slot.clone() };
    *slot = bare.with_text(numbered);
}

/// The text of a definition whose basic piece has this number.
fn with_number(mut piece: PieceText, number: &str) -> Option<String> {
    let last = piece.traits.last_mut()?;
    let Trait::BasicPiece(mut basic) = Trait::decode(last) else { return None };
    basic.set_gpid(number);
    *last = Trait::BasicPiece(basic).encode().ok()?;
    Leaf::add(None, piece.encode().ok()?).encode().ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn slot(gpid: &str, name: &str) -> Element {
        Element::new("VASSAL.build.widget.PieceSlot")
            .with("entryName", name)
            .with("gpid", gpid)
            .with_text(format!("+/null/piece;;;a.png;{name}/null;0;0;{gpid};0"))
    }

    #[test]
    fn a_number_that_two_pieces_have_is_given_anew_to_the_one_that_came() {
        let mut root = Element::new("Module")
            .with(NEXT, "3")
            .with_child(slot("2", "ours"))
            .with_child(slot("2", "theirs"));
        let mut notes = Vec::new();
        renumber(&mut root, &BTreeSet::from(["2".to_owned()]), &[slot("2", "theirs")], &mut notes);
        let told: BTreeMap<String, String> =
            pieces(&root).map(|own| (name(own).to_owned(), own.text())).collect();
        assert_eq!(told["ours"], slot("2", "ours").text());
        assert_eq!(told["theirs"], "+/null/piece;;;a.png;theirs/null;0;0;3;0");
        assert_eq!((root.attr(NEXT), notes.len()), (Some("4"), 1));
    }
}
