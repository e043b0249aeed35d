//! What hides pieces from the other sides: the Mask, and who may use it.
//!
//! The Mask is the outermost trait, with the Report directly inside: the report describes all other commands under
//! the name that others see, and says nothing about the states of a hidden piece. Private windows report nothing. A
//! mask keeps its command out of menus but not off the keyboard; Restrict Commands around it does that, by side.

use vassal::format::key::Key;
use vassal::format::piece::TraitText;
use vassal::format::sequence::{self, Unencodable};
use vassal::format::traits::new;

use super::prototype::MASK;

/// The picture that lies over a hidden piece for those from whom it is not hidden.
pub const HIDDEN_OWN: &str = "hidden-own.png";

/// What keeps the commands of a side's pieces from the others: from their menus and from their keyboard. Clean-ups and
/// what a move ends have keys of their own, which everybody's buttons send.
///
/// # Errors
/// A key cannot be carried.
pub fn own_side(sides: &[String], orders: &[Key]) -> Result<TraitText, Unencodable> {
    new::restrict_commands("Own side", &format!("{{{}}}", nobody_of(sides)), orders)
}

/// What hides the pieces of a side: the Mask, with the commands that only their side gives.
///
/// The Mask alone keeps its command out of the others' menus, but not from their keyboard.
///
/// # Errors
/// A name ends in a backslash.
pub fn hidden(
    image: &str,
    words: &str,
    sides: &[String],
    orders: &[Key],
) -> Result<Vec<TraitText>, Unencodable> {
    let mask = Key::named(MASK);
    Ok(vec![
        own_side(sides, orders)?,
        new::mask("", &mask, image, HIDDEN_OWN, words, &format!("sides:{}", sequence::join(sides, ':')?))?,
    ])
}

/// What hides a chit of no nation: it goes with the pieces of its hex, so the side that has some there may hide it, or
/// any side where neither has; sides that see everything always may, observers never.
///
/// Who has hidden it may always show it again; that nobody else may, the Mask sees to.
///
/// # Errors
/// A name ends in a backslash.
pub fn hidden_chit(
    image: &str,
    words: &str,
    sides: &[String],
    see_all: &[String],
) -> Result<Vec<TraitText>, Unencodable> {
    let here = |filter: &str| format!("CountLocation(\"{{{filter}}}\")");
    let own = here("Side == \\\"\" + PlayerSide + \"\\\"");
    let others = here("Side != \\\"\\\" && Side != \\\"\" + PlayerSide + \"\\\"");
    let foreign = format!("({} && {own} == 0 && {others} > 0)", nobody_of(see_all));
    let refused = format!("{{ObscuredToOthers != true && (({}) || {foreign})}}", nobody_of(sides));
    Ok(vec![
        new::restrict_commands("Own side", &refused, &[Key::ctrl('H')])?,
        new::mask("", &Key::named(MASK), image, HIDDEN_OWN, words, "side:")?,
    ])
}

/// That the player has none of these sides.
fn nobody_of(sides: &[String]) -> String {
    let each: Vec<String> = sides.iter().map(|side| format!("PlayerSide != \"{side}\"")).collect();
    if each.is_empty() { "true".to_owned() } else { each.join(" && ") }
}
