//! What chits and carriers say of their trays and loads, for the traits that ask it.

/// The property of a chit: its tray.
pub const TRAY: &str = "Tray";

/// The Marker of a piece: families and kinds that it may carry, each between slashes.
pub const CARRIES: &str = "Carries";

/// That a piece of a count may carry the one that counts, within the quoted filter of the count.
pub fn can_carry() -> String {
    let names = |property: &str| format!("{CARRIES}.contains(\\\"/\" + {property} + \"/\\\")");
    format!("{} || {}", names("Family"), names("Kind"))
}
