//! Submarines that aircraft have found, which attack nothing (3.16.8).

use super::super::super::kind::{Kind, Ship};
use super::super::super::view::{Unit, View};

/// Why a submarine that aircraft have found does not attack.
pub(super) const SILENCED: &str = "the submarine is located and cannot attack this month (choice asw_house)";

/// Whether a submarine may not attack, since aircraft have located it this month (house rule, gap G63).
pub(super) fn is_silenced(view: &View, boat: &Unit) -> bool {
    boat.kind == Kind::Ship(Ship::Submarine) && view.states(boat).located && view.choice("asw_house") == "on"
}
