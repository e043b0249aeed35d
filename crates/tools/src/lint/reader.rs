//! Who reads pictures for the checks that look into them.

/// Reads pictures as far as checks need it; this crate draws none.
pub trait ReadPictures {
    /// What is asked for the sizes of many pictures, all of which share one limit of what is read.
    fn sizes(&self) -> Box<SizeOf>;

    /// Whether the pixels of a picture can be unpacked, in so far as its kind is known; those of one that is too large for
    /// that are taken to be there.
    fn has_pixels(&self, bytes: &[u8]) -> bool;
}

/// Width and height of a picture by its name; none where it is no picture or too much was read. The function that is
/// passed reads so many of its first bytes, or all where it has fewer.
pub type SizeOf = dyn FnMut(&str, &dyn Fn(usize) -> Option<Vec<u8>>) -> Option<(u32, u32)>;
