//! What `refresh --from` tells of pieces that went with their place, and of those whose place is gone: text and JSON.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Value, json};

use super::Brought;
use crate::convert::refresh::{Fate, Followers};
use crate::diagnostic::counted;

/// The followers of a save with the pieces that the looker sees, and how many others went.
struct Seen {
    followers: Followers,
    unseen: usize,
}

impl Seen {
    fn of(done: &Brought) -> Option<Self> {
        let mut followers = done.made.followers.clone()?;
        let fates = done.position.pieces.iter().zip(&done.made.fates);
        let hidden: HashSet<&str> =
            fates.filter(|(_, fate)| **fate == Fate::Unseen).map(|(piece, _)| piece.id.as_str()).collect();
        let mut unseen = 0;
        let mut is_seen = |pieces: &mut Vec<String>| {
            let all = pieces.len();
            pieces.retain(|id| !hidden.contains(id.as_str()));
            unseen += all - pieces.len();
            !pieces.is_empty()
        };
        followers.followed.retain_mut(|own| is_seen(&mut own.pieces));
        followers.stayed.retain_mut(|own| {
            own.pieces.retain(|id| !hidden.contains(id.as_str()));
            !own.pieces.is_empty()
        });
        Some(Self { followers, unseen })
    }
}

/// A line for each place, after how many pieces went.
pub(super) fn text(done: &Brought) -> String {
    let Some(Seen { followers, unseen }) = Seen::of(done) else { return String::new() };
    let mut rows: BTreeMap<(&str, &str, String), usize> = BTreeMap::new();
    let mut count = |map, place, what: String, pieces: &[String]| {
        *rows.entry((map, place, what)).or_default() += pieces.len();
    };
    let mut known: BTreeMap<(&str, &str), String> = BTreeMap::new();
    for own in &followers.followed {
        let ((x, y), (to_x, to_y)) = (own.from, own.to);
        let way = known.entry((&own.map, &own.place)).or_insert_with(|| format!("{x}, {y} → {to_x}, {to_y}"));
        count(&own.map, &own.place, format!("went with it, {way}"), &own.pieces);
    }
    for own in &followers.stayed {
        let why = match own.places {
            _ if own.place.is_empty() => {
                "their board lies elsewhere now, and they are in no named place".to_owned()
            }
            0 => "the module has no place of this name".to_owned(),
            several => format!("{several} places of the board have this name"),
        };
        count(&own.map, &own.place, format!("left where they lay: {why}"), &own.pieces);
    }
    let went: usize = followers.followed.iter().map(|own| own.pieces.len()).sum();
    let others = if unseen > 0 { format!(", and {unseen} not {}", done.side) } else { String::new() };
    let mut text = format!("places: {} went with theirs{others}\n", counted(went, "piece"));
    for ((map, place, what), pieces) in rows {
        let place = if place.is_empty() { String::new() } else { format!("place \"{place}\" on ") };
        text.push_str(&format!("{place}\"{map}\": {} {what}\n", counted(pieces, "piece")));
    }
    text
}

/// The same for programs; null without `--from`.
pub(super) fn report(done: &Brought) -> Value {
    let Some(Seen { followers, unseen }) = Seen::of(done) else { return Value::Null };
    json!({ "followed": followers.followed, "stayed": followers.stayed, "unseen": unseen })
}
