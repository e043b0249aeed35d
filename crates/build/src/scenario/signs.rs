//! Signs of a set-up: flags and the like that lie apart in their area, and what pieces bear in writing.

use liege_rules::data::word::Word;
use liege_rules::game::pack::{NUMBER, PieceNote, Stratum};
use liege_rules::position::notation::Placed;
use vassal::format::piece::PieceText;

use super::{ID_MARKER, Pile, Table, marker, set_property};

impl Table<'_> {
    /// The pieces of an area on the main map: those of layers that lie apart in piles of their own.
    pub(super) fn apart(&self, at: (i32, i32), pieces: Vec<PieceText>) -> Vec<Pile> {
        let map = &self.data.layout.main_map;
        let mut piles: Vec<Pile> = Vec::new();
        for piece in pieces {
            let (right, down) = self.stratum(&piece).map(|row| row.offset).unwrap_or_default();
            let at = (at.0 + right, at.1 + down);
            match piles.iter_mut().find(|pile| pile.at == at) {
                Some(pile) => pile.pieces.push(piece),
                None => piles.push(Pile { map: map.clone(), at, pieces: vec![piece] }),
            }
        }
        piles
    }

    /// The row of the layer that a piece lies in.
    fn stratum(&self, piece: &PieceText) -> Option<&Stratum> {
        let entry = self.data.pack.catalogue.get(&marker(piece, ID_MARKER)?)?;
        self.data.pack.terms.outfit.stratum(entry)
    }

    /// Writes on a piece what a text notes on it; whether it bears all of that.
    pub(super) fn write_on(&self, piece: &mut PieceText, placed: &Placed) -> bool {
        let notes = &self.data.pack.terms.outfit.notes;
        let number = placed.number.map(|number| (NUMBER, number.to_string()));
        let property = |word: &Word| notes.iter().find(|note| note.word == *word).map(PieceNote::property);
        let noted = placed.notes.iter().filter_map(|(word, text)| Some((property(word)?, text.clone())));
        let all: Vec<(&str, String)> = number.into_iter().chain(noted).collect();
        all.iter().all(|(property, text)| set_property(piece, property, text))
    }
}
