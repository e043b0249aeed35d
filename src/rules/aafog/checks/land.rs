//! What the rules demand on land: undefended places, blitz, facilities (4.E).

use super::super::boards::Boards;
use crate::rules::check::Check;

/// The table of this topic.
pub const LAND: &[Check<Boards>] = &[];
