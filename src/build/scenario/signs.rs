//! Signs of a set-up: flags and the like that lie apart in their area, and the numbers that chits show.

use crate::format::piece::PieceText;
use crate::rules::notation::Scenario;
use crate::rules::pack::Stratum;
use crate::rules::values::Shown;

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

    /// Writes the numbers that the text names on the chits that show them.
    pub(super) fn number_chits(&self, scenario: &Scenario, piles: &mut [Pile]) {
        for named in scenario.values.iter().filter(|named| named.least == named.most) {
            let Some(value) = self.data.pack.values.iter().find(|value| value.word == named.word) else {
                continue;
            };
            let Shown::OfPiece { chit, property } = &value.shown else { continue };
            for piece in piles.iter_mut().flat_map(|pile| &mut pile.pieces) {
                let id = marker(piece, ID_MARKER).unwrap_or_default();
                let entry = self.data.pack.catalogue.get(&id);
                if entry.is_some_and(|entry| entry.id == *chit || entry.kind == **chit) {
                    set_property(piece, property, &named.least.to_string());
                }
            }
        }
    }
}
