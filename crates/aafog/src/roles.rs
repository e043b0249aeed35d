//! The sides of a meeting: who moves and who is there.

use liege_rules::play::procedure::Role;

/// The side whose units move.
pub const MOVER: Role = Role::new("mover");

/// The side whose units are there.
pub const OCCUPANT: Role = Role::new("occupant");
