//! A prototype of the module, and the named commands by which prototypes call each other.

use vassal::format::piece::TraitText;

/// A prototype of the module: its name and traits, outermost first.
pub struct Prototype {
    /// Its name.
    pub name: String,
    /// Its traits without the Basic Piece.
    pub traits: Vec<TraitText>,
}

/// The named command of the Mask.
pub const MASK: &str = "mask";
/// The named command that brings a piece of a tray to its chit.
pub const LEAVE: &str = "leaveTray";
