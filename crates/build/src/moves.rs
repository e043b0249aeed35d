//! What a move ends: states of a piece that go when it comes to another place, without a command and a line of their own.
//!
//! The windows send [`MOVED`] to what has moved in them or into them (engine: `moveKey` of Map), and undo takes back both.

use liege_rules::game::pack::{EndedBy, PieceTerms, StateLayer};
use vassal::format::key::Key;
use vassal::format::piece::TraitText;
use vassal::format::sequence::Unencodable;
use vassal::format::traits::new;

use super::carriers::{TRAY, can_carry};
use super::tight::tight;

/// The named command that a map sends to a piece that has moved.
const MOVED: &str = "moved";

/// The key that a map sends to what has moved on it.
pub fn key() -> Key {
    Key::named(MOVED)
}

/// The key that a window sends to what is put down in it where a move ends nothing.
pub fn placed_key() -> Key {
    Key::named("placed")
}

/// Whether a level of a Layer ends by itself.
pub fn ends(layer: &StateLayer) -> bool {
    layer.levels.iter().any(|level| level.ended_by.is_some())
}

/// The named command that ends the state of a Layer with all that belongs to it, without a line in the chat.
pub fn end_key(layer: &StateLayer) -> Key {
    Key::named(format!("end{}", layer.name))
}

/// The Trigger Actions that end the states of a Layer.
///
/// # Errors
/// See [`new::trait_with`].
pub fn triggers(
    layer: &StateLayer,
    terms: &PieceTerms,
    traits: &mut Vec<TraitText>,
) -> Result<(), Unencodable> {
    if !ends(layer) {
        return Ok(());
    }
    let (name, end) = (&layer.name, end_key(layer));
    let at = |ended: EndedBy| {
        let levels = layer.levels.iter().enumerate().filter(|(_, level)| level.ended_by == Some(ended));
        let levels: Vec<String> = levels.map(|(below, _)| format!("{name}_Level == {}", below + 1)).collect();
        (!levels.is_empty()).then(|| format!("({})", levels.join(" || ")))
    };
    let unloaded = format!(" && CountStack(\"{{{}}}\") == 0", can_carry());
    for (levels, further) in [(at(EndedBy::Moving), ""), (at(EndedBy::Unloading), unloaded.as_str())] {
        let Some(levels) = levels else { continue };
        let when = format!("{{{levels} && {}{further}}}", elsewhere(terms));
        traits.push(new::trigger("", "", &key(), &tight(&when), std::slice::from_ref(&end))?);
    }
    let reset = Key::named(format!("reset{name}"));
    traits.push(new::trigger("", "", &end, "", &[reset])?);
    Ok(())
}

/// That a piece has come to another place: to another of its window, or from another window. What leaves a tray for the
/// place of its chit stays where it was.
fn elsewhere(terms: &PieceTerms) -> String {
    let from_tray = terms.tray.as_ref().map_or_else(
        || "true".to_owned(),
        |tray| {
            let chit = format!("Kind==\\\"{}\\\"&&{}", tray.chit, tray.window);
            format!(
                "CountLocation(\"{{{chit}==\\\"\" + OldMap + \"\\\"&&{TRAY}==\\\"\" + OldZone + \"\\\"}}\") == 0"
            )
        },
    );
    format!("(OldMap == CurrentMap ? OldLocationName != LocationName : {from_tray})")
}
