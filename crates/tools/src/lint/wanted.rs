//! What is asked of a module or extension.

use super::{Check, ReadPictures};

/// Which checks are wanted, and who reads pictures for those that look into them.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// Picks checks.
    pub checks: &'a dyn Fn(&Check) -> bool,
    /// Reads pictures. Without it checks of their sizes are not made, and no pixels are unpacked.
    pub pictures: Option<&'a dyn ReadPictures>,
}
