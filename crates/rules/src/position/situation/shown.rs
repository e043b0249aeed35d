//! The values that a position shows: tracks, points and levels as rows of `pack.toml` say where to look.

use std::collections::BTreeMap;

use super::{Piece, PieceIx, Situation, Untold};
use crate::check::bound::{Bound, Reason};
use crate::data::word::Word;
use crate::position::values::{Shown, Value};
use vassal::diagnostic::{PieceRef, Place};

/// Reads a property of the piece with an id, or of the module; none when there is none.
type ReadProperty<'a> = dyn Fn(Option<&str>, &str) -> Option<String> + 'a;

/// What a position shows of the values; what a sign tells that is no number the value can be is untold. `read` reads
/// properties.
///
/// Several signs that tell different numbers leave open which of them counts.
pub(super) fn values(situation: &Situation, read: &ReadProperty<'_>) -> (BTreeMap<Word, Bound>, Vec<Untold>) {
    let (mut known, mut told) = (BTreeMap::new(), Vec::new());
    for value in &situation.pack.values {
        let (mut numbers, before) = (Vec::new(), told.len());
        for (sign, text) in signs(value, situation, read) {
            match text.trim().parse() {
                Ok(number) if value.takes(number) => numbers.push(number),
                _ => told.push(untold(value, situation, sign, &text)),
            }
        }
        // One sign that makes no sense makes the others doubtful.
        let sure = told.len() == before;
        let ends = numbers.iter().min().zip(numbers.iter().max());
        if let (true, Some(first), Some((least, most))) = (sure, numbers.first(), ends) {
            let why = Reason::unknown(format!(
                "which of {} {} counts",
                numbers.len(),
                value.chit().unwrap_or_default()
            ));
            known.insert(value.word.clone(), Bound::about(*first, *least..=*most, why));
        }
    }
    (known, told)
}

/// What its signs say in a position, each with its piece; a global property has none.
fn signs(value: &Value, situation: &Situation, read: &ReadProperty<'_>) -> Vec<(Option<PieceIx>, String)> {
    let by_pieces = |text: &dyn Fn(&Piece) -> Option<String>| {
        let is_sign = |piece: &Piece| piece.entry.as_ref().is_some_and(|entry| value.is_sign(entry));
        let pieces = situation.pieces.iter().enumerate().filter(|(_, piece)| is_sign(piece));
        pieces.filter_map(|(ix, piece)| Some((Some(ix), text(piece)?))).collect()
    };
    match &value.shown {
        Shown::Global(property) => read(None, property).map(|text| (None, text)).into_iter().collect(),
        Shown::Deck(name) => {
            let count = situation.decks.get(name).and_then(|deck| deck.count);
            count.map(|count| (None, count.to_string())).into_iter().collect()
        }
        Shown::OfPiece { property, .. } => by_pieces(&|piece| read(Some(&piece.id), property)),
        Shown::Track { .. } => {
            by_pieces(&|piece| Some(value.number_of(&situation.pack.map, &piece.at)?.to_string()))
        }
    }
}

fn untold(value: &Value, situation: &Situation, sign: Option<PieceIx>, text: &str) -> Untold {
    let reason = format!("{}: expected {}, found \"{text}\"", value.name, value.range());
    let (piece, place) = match (sign, &value.shown) {
        (Some(ix), _) => (situation.piece_ref(ix), situation.place(&situation.pieces[ix].at, &[ix])),
        (None, Shown::Global(property)) => {
            let place = Place { location: "the module's properties".into(), ..Place::default() };
            (PieceRef { id: value.word.to_string(), name: property.clone() }, place)
        }
        (None, _) => (PieceRef { id: value.word.to_string(), name: value.name.clone() }, Place::default()),
    };
    Untold { piece, place, reason }
}
