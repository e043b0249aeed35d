//! What the rules demand of secrets kept: research, purchases, moves, income (4.B).

use super::super::view::View;
use crate::rules::check::Check;

/// The table of this topic.
pub const SECRECY: &[Check<View>] = &[];
