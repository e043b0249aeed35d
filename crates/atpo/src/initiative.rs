//! Who has the Initiative, by the chit in a box of Offensives (14.9).

use super::field::{Alliance, Field};
use liege_rules::position::situation::PieceIx;

/// The kind of the chit.
const CHIT: &str = "initiative";
/// The boxes of Offensives with the party whose they are.
pub const BOXES: [(&str, Alliance); 4] = [
    ("Japan Offensives", Alliance::Axis),
    ("Western Allies Offensives", Alliance::Allies),
    ("US Offensives", Alliance::Allies),
    ("Soviet Offensives", Alliance::Allies),
];

/// The chits of the Initiative in a box.
pub fn chits(field: &Field, name: &str) -> Vec<PieceIx> {
    field.chits(&field.box_called(name), CHIT)
}

/// Who has the Initiative; none where no chit tells, or chits tell of both.
pub fn holder(field: &Field) -> Option<Alliance> {
    let lies =
        |side: Alliance| BOXES.iter().any(|(name, whose)| *whose == side && !chits(field, name).is_empty());
    match (lies(Alliance::Axis), lies(Alliance::Allies)) {
        (true, false) => Some(Alliance::Axis),
        (false, true) => Some(Alliance::Allies),
        _ => None,
    }
}
