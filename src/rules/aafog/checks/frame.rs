//! What the rules demand who plays, which files there are and what they have in common (4.A).

use super::super::boards::Boards;
use crate::rules::check::Check;

/// The table of this topic.
pub const FRAME: &[Check<Boards>] = &[];
