//! What the rules demand of moves and their order: lists, announcements, bumps (4.C).

mod attacks;
mod bumps;
mod orders;
mod returned;
mod table;

use super::super::boards::Boards;
use liege_rules::check::{Check, whole};

/// The table of this topic.
pub const MOVES: &[Check<Boards>] = &[
    whole("AAF-020", orders::entry_off_the_list).decided_by_all(),
    whole("AAF-021", orders::list_not_followed).decided_by_all(),
    whole("AAF-022", attacks::no_announcement_of_its_own).decided_by_all(),
    whole("AAF-023", attacks::attacked_twice),
    whole("AAF-024", attacks::raid_apart),
    whole("AAF-025", table::stranger_at_the_board),
    whole("AAF-026", table::casualty_left).decided_by_all(),
    whole("AAF-027", bumps::knowing_entry),
    whole("AAF-028", bumps::fought_late).decided_by_all(),
    whole("AAF-069", returned::own_units_changed),
];
