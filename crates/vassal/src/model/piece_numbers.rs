//! The numbers of pieces (gpid) in the definitions of slots and prototypes.
//!
//! Engine classes: `build.GpIdSupport` gives numbers, `build.GpIdChecker` wants each only once among the slots of pieces
//! and the Place Marker and Replace traits of slots and prototypes (without what stands before a colon, which is the
//! extension's id), and the module's next number (`nextPieceSlotId`) above all of them.

use crate::format::build_file::{Element, Node};
use crate::format::leaf::Leaf;
use crate::format::piece::{PieceText, TraitText};
use crate::format::sequence;
use crate::format::traits::{Spec, Trait};
use crate::model::slot::read_definition;

/// The number that a module gives to its next piece.
pub const NEXT: &str = "nextPieceSlotId";

/// The traits that make pieces of a number of their own.
const MAKERS: [&str; 2] = ["placemark;", "replace;"];

/// The largest number that the engine reads.
pub const LARGEST: u64 = i32::MAX as u64;

/// A number without the id of its extension.
pub fn bare(gpid: &str) -> &str {
    gpid.split(':').nth(1).unwrap_or(gpid)
}

/// Whether the text of an element may have traits that make pieces.
pub fn is_maker(element: &Element) -> bool {
    let is_one = |text: &String| MAKERS.iter().any(|prefix| text.contains(prefix));
    element.nodes.iter().any(|node| matches!(node, Node::Text(text) if is_one(text)))
}

/// The numbers of the traits of an element's piece that make pieces.
pub fn of_makers(element: &Element) -> Vec<String> {
    if !is_maker(element) {
        return Vec::new();
    }
    let piece = read_definition(element.text()).unwrap_or_default();
    piece.traits.iter().filter_map(maker).collect()
}

/// The fields of a trait that makes pieces, its prefix, and where the number stands.
fn maker_fields(own: &TraitText) -> Option<(Vec<String>, &'static str, usize)> {
    let prefix = MAKERS.into_iter().find(|prefix| own.type_text.starts_with(prefix))?;
    let at = Spec::of(prefix)?.index("gpId")?;
    Some((sequence::decode(&own.type_text[prefix.len()..], ';'), prefix, at))
}

/// The number of what a trait makes.
pub fn maker(own: &TraitText) -> Option<String> {
    let (mut fields, _, at) = maker_fields(own)?;
    (fields.len() > at).then(|| fields.swap_remove(at)).filter(|gpid| !gpid.is_empty())
}

/// Gives what a trait makes another number.
pub fn set_maker(own: &mut TraitText, gpid: &str) -> Option<()> {
    let (mut fields, prefix, at) = maker_fields(own)?;
    *fields.get_mut(at)? = gpid.to_owned();
    own.type_text = format!("{prefix}{}", sequence::join(&fields, ';').ok()?).into();
    Some(())
}

/// Gives the basic piece of a definition its number.
pub fn set_number(piece: &mut PieceText, gpid: &str) -> Option<()> {
    let last = piece.traits.last_mut()?;
    let Trait::BasicPiece(mut basic) = Trait::decode(last) else { return None };
    basic.set_gpid(gpid);
    *last = Trait::BasicPiece(basic).encode().ok()?;
    Some(())
}

/// Writes the definition of an element anew as `change` has it; one that cannot be read or written stays.
pub fn rewrite(element: &mut Element, change: impl FnOnce(&mut PieceText) -> Option<()>) {
    let Some(mut piece) = read_definition(element.text()) else { return };
    let text = change(&mut piece).and_then(|()| Leaf::add(None, piece.encode().ok()?).encode().ok());
    if let Some(text) = text {
        element.nodes.retain(|node| !matches!(node, Node::Text(_)));
        element.nodes.insert(0, Node::Text(text));
    }
}
