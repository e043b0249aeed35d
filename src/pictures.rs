//! Who reads the pictures that checks of a module look into: the reader that draws them.

use std::cell::RefCell;

use liege_art::position::{has_pixels, image_size};
use liege_art::vector::Budget;
use liege_tools::lint::{ReadPictures, SizeOf};

/// Reads pictures as they are drawn.
#[derive(Debug, Clone, Copy, Default)]
pub struct AsDrawn;

impl ReadPictures for AsDrawn {
    fn sizes(&self) -> Box<SizeOf> {
        let budget = RefCell::new(Budget::new());
        Box::new(move |name, first| image_size(name, first, &budget))
    }

    fn has_pixels(&self, bytes: &[u8]) -> bool {
        has_pixels(bytes)
    }
}
