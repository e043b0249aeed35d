//! What the rules demand of moves and their order: lists, announcements, bumps (4.C).

use super::super::boards::Boards;
use crate::rules::check::Check;

/// The table of this topic.
pub const MOVES: &[Check<Boards>] = &[];
