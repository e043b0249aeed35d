//! Counters that have lost units in a step, and those that were made of others.

use std::collections::BTreeMap;

use liege_rules::desk::play::BoardDeed;
use liege_rules::position::situation::PieceIx;

/// What has become of counters in a step: each deed for some of the units comes before all others, where the counter lies.
#[derive(Default)]
pub(super) struct PartedCounters {
    /// The units of counters that have lost some.
    pub left: BTreeMap<PieceIx, Vec<String>>,
    /// What the list calls counters that were made in this step.
    pub names: BTreeMap<PieceIx, String>,
    /// The deeds that make them.
    pub deeds: Vec<BoardDeed>,
    /// How many counters were made.
    pub made: usize,
}
