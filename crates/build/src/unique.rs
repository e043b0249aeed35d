//! Counters that the game has once: one from the palettes goes away again while another of its kind is on a map.

use liege_rules::data::catalogue::Entry;
use liege_rules::game::pack::MARKER;
use vassal::format::key::Key;
use vassal::format::piece::TraitText;
use vassal::format::sequence::Unencodable;
use vassal::format::traits::new;

use super::moves;
use super::prototype::Prototype;

/// The prototype of counters that the game has once.
pub const PROTOTYPE: &str = "Only one";

/// Whether the game has a counter once.
pub fn is_unique(entry: &Entry) -> bool {
    entry.count == Some(1)
}

/// The named command by which a second one tells that it is one.
pub fn second_key() -> Key {
    Key::named("second")
}

/// That a piece has come from a palette: what moves has been somewhere.
pub const FROM_PALETTE: &str = "OldMap == \"\"";

/// What takes a second one away.
///
/// # Errors
/// See [`new::trait_with`].
pub fn prototype() -> Result<Prototype, Unencodable> {
    let twins = format!("Count(\"{{{MARKER} == \\\"${MARKER}$\\\"}}\")");
    let taken: TraitText = new::trait_with(
        "macro;",
        &[
            ("name", PROTOTYPE),
            ("command", ""),
            ("key", ""),
            ("propertyMatch", &format!("{{{FROM_PALETTE} && {twins} > 1}}")),
            ("watchKeys", &Key::encode_list(&[moves::key(), moves::placed_key()])?),
            ("actionKeys", &Key::encode_list(&[second_key(), Key::ctrl('D')])?),
        ],
        "",
    )?;
    Ok(Prototype { name: PROTOTYPE.to_owned(), traits: vec![taken] })
}
