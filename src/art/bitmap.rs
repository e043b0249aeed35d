//! Bitmaps as far as their first bytes tell, so that nothing large is decoded unseen.

use std::io::Cursor;

use image::ImageReader;

/// Most pixels of a picture that is decoded as a whole.
const MOST_PIXELS: u64 = 36_000_000;
/// More are decoded where a picture has so many bytes for them: a photograph of a map does, a trap does not.
const PIXELS_PER_BYTE: u64 = 5;

/// The size that a bitmap says it has.
#[must_use]
pub fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?.into_dimensions().ok()
}

/// Its pixels.
#[must_use]
pub fn area((width, height): (u32, u32)) -> u64 {
    u64::from(width) * u64::from(height)
}

/// Whether a bitmap has more pixels than are decoded at once.
#[must_use]
pub fn is_too_large(bytes: &[u8]) -> bool {
    let most = MOST_PIXELS.max((bytes.len() as u64).saturating_mul(PIXELS_PER_BYTE));
    size(bytes).is_some_and(|size| area(size) > most)
}
