//! Units as findings list them: their pieces, their names, how many they are.

use super::view::{Unit, View};
use crate::rules::bound::Bound;
use crate::rules::situation::PieceIx;

/// The pieces of some units.
pub fn pieces(units: &[&Unit]) -> Vec<PieceIx> {
    units.iter().map(|unit| unit.ix).collect()
}

/// The names of units, as their counters show them.
pub fn names(view: &View, units: &[&Unit]) -> String {
    units.iter().map(|unit| view.piece(unit).name.as_str()).collect::<Vec<_>>().join(", ")
}

/// So many, without a doubt.
pub fn number(count: usize) -> Bound {
    Bound::exact(i32::try_from(count).unwrap_or(i32::MAX))
}
