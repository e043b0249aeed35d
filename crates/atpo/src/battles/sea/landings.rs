//! What comes before a landing at sea: mines, guns, and ships that meet it.

use super::super::super::view::{Alliance, View};
use super::coast::{has_battery, is_mined};
use super::interception;
use liege_rules::play::battle::Note;
use liege_rules::position::situation::PlaceId;

/// What comes before a landing of a party in a hex, as remarks: sea mines, the battery, enemies who meet it (3.14.5).
pub(in crate::battles) fn before_landing(view: &View, side: Alliance, place: &PlaceId) -> Vec<Note> {
    let mut notes = Vec::new();
    if is_mined(view, place, side) {
        notes.push(Note::plain(format!(
            "the sea mines of the coastal fort come first: coast-{place} (3.14.5.6)"
        )));
    }
    if has_battery(view, place, side) {
        notes.push(Note::plain(format!("the battery of the fortress fires first: battery-{place} (3.10)")));
    }
    if let Some(note) = interception::reactions(view, side, place, (&[], false)) {
        notes.push(note);
        notes.push(Note::plain(
            "reacting ships meet them automatically, because they land in this hex (3.8.3.3)",
        ));
    }
    notes
}
