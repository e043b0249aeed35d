//! What the rules demand on land: undefended places, blitz, facilities (4.E).

mod blitz;
mod conquest;
mod facilities;

use super::super::boards::Boards;
use liege_rules::check::{Check, whole};

/// The table of this topic.
pub const LAND: &[Check<Boards>] = &[
    whole("AAF-046", conquest::loser_told_too_much),
    whole("AAF-047", blitz::not_allowed).decided_by_all(),
    whole("AAF-048", facilities::not_shown),
    whole("AAF-049", facilities::shown_without_cause),
    whole("AAF-050", conquest::taken_by_air).decided_by_all(),
];
