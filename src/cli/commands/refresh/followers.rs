//! What `refresh --from` tells of pieces that went with their place, and of those whose place is gone: text and JSON.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Value, json};

use super::Brought;
use liege_tools::convert::refresh::Followers;
use vassal::diagnostic::counted;

/// The followers of a save with the pieces that the looker knows.
fn seen(done: &Brought) -> Option<Followers> {
    let mut followers = done.made.followers.clone()?;
    let known: HashSet<&str> = done.position.pieces.iter().map(|piece| piece.id.as_str()).collect();
    let is_seen = |pieces: &mut Vec<String>| {
        pieces.retain(|id| known.contains(id.as_str()));
        !pieces.is_empty()
    };
    followers.followed.retain_mut(|own| is_seen(&mut own.pieces));
    followers.stayed.retain_mut(|own| is_seen(&mut own.pieces));
    Some(followers)
}

/// A line for each place, after how many pieces went.
pub(super) fn text(done: &Brought) -> String {
    let Some(followers) = seen(done) else { return String::new() };
    let mut rows: BTreeMap<(&str, &str, String), usize> = BTreeMap::new();
    let mut count = |map, place, what: String, pieces: &[String]| {
        *rows.entry((map, place, what)).or_default() += pieces.len();
    };
    let mut known: BTreeMap<(&str, &str), String> = BTreeMap::new();
    for own in &followers.followed {
        let ((x, y), (to_x, to_y)) = (own.from, own.to);
        let way = known.entry((&own.map, &own.place)).or_insert_with(|| format!("{x}, {y} → {to_x}, {to_y}"));
        count(&own.map, &own.place, format!("moved with it, {way}"), &own.pieces);
    }
    for own in &followers.stayed {
        let why = match own.places {
            _ if own.place.is_empty() => {
                "their board has moved, and they are not in a named place".to_owned()
            }
            0 => "the module has no place of this name".to_owned(),
            several => format!("{several} places on the board have this name"),
        };
        count(&own.map, &own.place, format!("left where they were: {why}"), &own.pieces);
    }
    let went: usize = followers.followed.iter().map(|own| own.pieces.len()).sum();
    let mut text = format!("places: {} moved with theirs\n", counted(went, "piece"));
    for ((map, place, what), pieces) in rows {
        let place = if place.is_empty() { String::new() } else { format!("place \"{place}\" on ") };
        text.push_str(&format!("{place}\"{map}\": {} {what}\n", counted(pieces, "piece")));
    }
    text
}

/// The same for programs; null without `--from`. What the looker does not see is not counted.
pub(super) fn report(done: &Brought) -> Value {
    let Some(followers) = seen(done) else { return Value::Null };
    json!({ "followed": followers.followed, "stayed": followers.stayed, "unseen": 0 })
}
