//! What the rules demand in the air, with kamikaze tokens and at air bases (4.F).

use super::super::boards::Boards;
use crate::rules::check::Check;

/// The table of this topic.
pub const AIR: &[Check<Boards>] = &[];
