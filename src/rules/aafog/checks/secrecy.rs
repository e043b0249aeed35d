//! What the rules demand of secrets kept: research, purchases, moves, income (4.B).

use super::super::boards::Boards;
use crate::rules::check::Check;

/// The table of this topic.
pub const SECRECY: &[Check<Boards>] = &[];
