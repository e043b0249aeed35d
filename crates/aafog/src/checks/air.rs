//! What the rules demand in the air, with kamikaze tokens and at air bases (4.F).

mod blips;
mod interception;
mod scramble;
mod tokens;

use super::super::boards::Boards;
use liege_rules::check::{Check, whole};

/// The table of this topic.
pub const AIR: &[Check<Boards>] = &[
    whole("AAF-051", blips::says_too_much).decided_by_all(),
    whole("AAF-052", blips::missing_or_for_subs),
    whole("AAF-053", scramble::of_wrong_units).decided_by_all(),
    whole("AAF-054", interception::not_one_salvo),
    whole("AAF-055", interception::beside_a_fleet).decided_by_all(),
    whole("AAF-056", tokens::out_of_place).decided_by_all(),
    whole("AAF-057", tokens::miscounted).decided_by_all(),
];
