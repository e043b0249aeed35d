//! What the rules demand at sea: who meets whom and what follows (4.D).

use super::super::boards::Boards;
use crate::rules::check::Check;

/// The table of this topic.
pub const SEA: &[Check<Boards>] = &[];
