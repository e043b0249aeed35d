//! A piece as the copy of a looker has it, for those who compare pieces and write no save.

use super::counters::{Rewriter, VALUE};
use super::left_out::Losses;
use super::plan::Extent;
use crate::format::sequence;
use crate::model::eyes::Eyes;
use crate::model::module::Module;
use crate::model::position::{Piece, Position};

/// What a looker sees of the pieces of a position that he knows.
pub struct ShownPieces<'a> {
    eyes: &'a Eyes,
    module: Option<&'a Module>,
    rewriter: Rewriter<'a>,
}

impl<'a> ShownPieces<'a> {
    /// The pieces of a position, looked at with these eyes.
    pub fn new(position: &'a Position, module: Option<&'a Module>, eyes: &'a Eyes) -> Self {
        let known = position.pieces.iter().filter(|piece| eyes.knows(piece, module));
        let present = known.map(|piece| piece.id.as_str()).collect();
        let rewriter = Rewriter::new(eyes, &position.players, present, module, &position.properties);
        Self { eyes, module, rewriter }
    }

    /// The piece with what its traits say to the looker, and no more.
    #[must_use]
    pub fn piece(&self, piece: &Piece) -> Piece {
        let mut shown = piece.clone();
        let extent = if self.eyes.owns(piece, self.module) { Extent::Own } else { Extent::Public };
        let Some(text) = self.rewriter.piece(&piece.traits, extent, &mut Losses::default()) else {
            return shown;
        };
        // Of two values with one name the outer one counts.
        for text in text.traits.iter().rev() {
            let Some(rest) = text.type_text.strip_prefix(VALUE) else { continue };
            let key = sequence::Decoder::new(rest, ';').next().unwrap_or_default();
            if let Some(value) = shown.properties.get_mut(&*key) {
                value.replace_range(.., &text.state_text);
            }
        }
        shown.traits = text.into();
        shown
    }
}
