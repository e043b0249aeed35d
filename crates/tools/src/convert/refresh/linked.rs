//! What pieces hold of each other: cargo and its mat, attachments. Ids stay as they are, so that only those links are cut
//! whose other end is no longer made for them.
//!
//! Engine classes: `counters.Mat`, `counters.MatCargo`, `counters.Attachment`, `GameRefresher.MatRefresher`.

use std::collections::{BTreeMap, BTreeSet};

use vassal::format::piece::{PieceText, TraitText};
use vassal::format::sequence;
use vassal::format::traits::{Fields, Trait};
use vassal::model::position::Position;

const MAT: &str = "mat;";
const CARGO: &str = "matPiece;";
const ATTACHMENT: &str = "attach;";
/// What cargo says that lies on no mat.
const NO_MAT: &str = "noMat";

/// Gives a piece the number of its counter.
pub fn number(piece: &mut PieceText, gpid: &str) {
    let Some(last) = piece.traits.last_mut() else { return };
    let Trait::BasicPiece(mut basic) = Trait::decode(last) else { return };
    basic.set_gpid(gpid);
    if let Ok(text) = Trait::BasicPiece(basic).encode() {
        *last = text;
    }
}

/// Puts cargo back onto its mat and attachments back to their pieces, whatever became of the definitions of these
/// traits. `renewed` has the new traits by the ids of their pieces.
pub fn relink(position: &Position, renewed: &mut BTreeMap<String, PieceText>) {
    let holds =
        |traits: &PieceText, kind: &str| traits.traits.iter().any(|own| own.type_text.starts_with(kind));
    let of = |kind: &str| -> BTreeSet<&str> {
        let now = |id: &str, before| holds(renewed.get(id).unwrap_or(before), kind);
        let own = position.pieces.iter().filter(|piece| now(&piece.id, &piece.traits));
        own.map(|piece| piece.id.as_str()).collect()
    };
    let (mats, cargo) = (of(MAT), of(CARGO));
    let mut changed = Vec::new();
    for piece in &position.pieces {
        let Some(now) = renewed.get(&piece.id) else { continue };
        let mut now = now.clone();
        for own in &mut now.traits {
            relink_one(&piece.traits, own, (&mats, &cargo));
        }
        changed.push((piece.id.clone(), now));
    }
    renewed.extend(changed);
}

fn relink_one(old: &PieceText, own: &mut TraitText, (mats, cargo): (&BTreeSet<&str>, &BTreeSet<&str>)) {
    let first = |kind: &str| old.traits.iter().find(|other| other.type_text.starts_with(kind));
    if own.type_text.starts_with(MAT) {
        let listed = first(MAT).map(|old| listed(&old.state_text)).unwrap_or_default();
        own.state_text = list(listed.iter().filter(|id| cargo.contains(id.as_str()))).into();
    } else if own.type_text.starts_with(CARGO) {
        let mat = first(CARGO).map(|old| sequence::decode(&old.state_text, ';').swap_remove(0));
        own.state_text =
            mat.filter(|id| mats.contains(id.as_str())).unwrap_or_else(|| NO_MAT.to_owned()).into();
    } else if own.type_text.starts_with(ATTACHMENT) {
        let name =
            |text: &TraitText| Some(Fields::decode(text.type_text.clone())?.get("attachName").to_owned());
        let alike = |other: &&TraitText| other.type_text.starts_with(ATTACHMENT) && name(other) == name(own);
        if let Some(old) = old.traits.iter().rfind(alike) {
            own.state_text = old.state_text.clone();
        }
    }
}

/// The ids behind their number.
fn listed(state: &str) -> Vec<String> {
    sequence::decode(state, ';').split_off(1)
}

fn list<'a>(ids: impl Iterator<Item = &'a String>) -> String {
    let ids: Vec<&String> = ids.collect();
    ids.iter().fold(ids.len().to_string(), |list, id| format!("{list};{id}"))
}
