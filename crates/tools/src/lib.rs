//! What can be done with VASSAL's files without the rules of a game: find their faults, compare them, convert them.

pub mod compare;
pub mod convert;
pub mod lint;
