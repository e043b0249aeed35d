//! Pieces as palettes, decks and at-start stacks offer them, and prototypes.

use std::collections::BTreeMap;

use super::problem::Problem;
use crate::format::leaf::Leaf;
use crate::format::piece::{Form, PieceText};
use crate::format::traits::Trait;

/// Prototypes may name prototypes, to this depth.
const MAX_DEPTH: usize = 50;
/// No piece gets more traits than this, however prototypes multiply them.
const MAX_TRAITS: usize = 2_000;

/// One piece a module can make (`PieceSlot`, `CardSlot`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Slot {
    /// The name shown in the palette.
    pub name: String,
    /// The number that ties pieces on the map to this slot.
    pub gpid: String,
    /// Its traits, prototypes not expanded; none where they can't be read.
    pub piece: Option<PieceText>,
    /// Names of the windows and lists around it, outermost first.
    pub path: Vec<String>,
}

/// The piece that a definition of a slot or prototype spells.
pub fn read_definition(text: &str) -> Option<PieceText> {
    match Leaf::decode(text).form()? {
        Form::Piece(piece) => Some(piece),
        _ => None,
    }
}

/// The prototypes of a module by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prototypes(pub BTreeMap<String, PieceText>);

impl Prototypes {
    /// The piece that the engine makes from a definition: each Prototype trait
    /// gives way to the traits of its prototype, comments vanish
    /// (`PieceCloner`). Unknown prototypes are problems and vanish too.
    pub fn expand(&self, piece: &PieceText, problems: &mut Vec<Problem>) -> PieceText {
        let mut expanded = PieceText::default();
        self.push(piece, true, 0, &mut expanded, problems);
        expanded
    }

    fn push(
        &self,
        piece: &PieceText,
        with_basic: bool,
        depth: usize,
        out: &mut PieceText,
        problems: &mut Vec<Problem>,
    ) {
        for text in &piece.traits {
            let known = Trait::decode(text);
            match known {
                Trait::BasicPiece(_) if !with_basic => {}
                Trait::Prototype(prototype) => {
                    let name = prototype.fields.get("prototypeName");
                    match self.0.get(name).filter(|_| depth < MAX_DEPTH) {
                        Some(inner) => self.push(inner, false, depth + 1, out, problems),
                        None => problems.push(unknown(name)),
                    }
                }
                _ if text.type_text.starts_with("cmt;") => {}
                // The basic piece always fits, or the piece would be none.
                _ if out.traits.len() >= MAX_TRAITS && !with_basic => return,
                _ => out.traits.push(text.clone()),
            }
        }
    }
}

fn unknown(name: &str) -> Problem {
    let message = "no such prototype, or prototypes that contain each other";
    Problem::new(format!("prototype \"{name}\""), message)
}
