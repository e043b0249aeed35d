//! Pictures at the size in which they are drawn.

use image::{RgbaImage, imageops};
use resvg::tiny_skia::{IntSize, Pixmap, Transform};

use super::crisp::crisp;
use super::decoding::{LARGEST_COUNTER, Source};
use super::scene::Frame;
use crate::bitmap::area;
use crate::fonts::DrawError;
use crate::vector::{self, Budget};

/// What a length may lack of a whole pixel and still be one; what is left over is cut off, as in the engine.
const ALMOST: f32 = 1e-3;
/// Nanoseconds of a pixel made smaller or larger.
pub(super) const PER_STRETCHED: u64 = 15;

/// A picture so many times its size.
///
/// # Errors
/// It has no pixels at that size, or takes more work than is left.
pub(super) fn draw_scaled(source: &Source, scale: f32, budget: &mut Budget) -> Result<Pixmap, DrawError> {
    let empty = |width: u32, height: u32| DrawError::Size { width, height };
    match source {
        Source::Bitmap(bitmap) => {
            let length = |pixels: u32| ((pixels as f32 * scale + ALMOST).floor() as u32).max(1);
            let (width, height) = (length(bitmap.width()), length(bitmap.height()));
            if !budget.spend(area(bitmap.dimensions()).saturating_mul(PER_STRETCHED)) {
                return Err(DrawError::TooMuch);
            }
            let drawn = if (width, height) == bitmap.dimensions() {
                pixmap(bitmap)
            } else {
                resized(bitmap, width, height)
            };
            drawn.ok_or(empty(width, height))
        }
        Source::Vector(tree) => {
            let crisp = crisp(tree, scale, budget);
            let tree = crisp.as_ref().unwrap_or(tree);
            let size = tree.size();
            let length = |pixels: f32| (pixels * scale).ceil().max(1.0) as u32;
            let (width, height) = (length(size.width()), length(size.height()));
            let mut pixels = Pixmap::new(width, height).ok_or(empty(width, height))?;
            vector::render(tree, Transform::from_scale(scale, scale), &mut pixels, budget)?;
            Ok(pixels)
        }
    }
}

/// What a picture has of a part of it, so wide and high.
pub(super) fn stretched(view: &RgbaImage, part: Frame, (width, height): (u32, u32)) -> Option<Pixmap> {
    if (part.width, part.height) == (width, height) {
        return pixmap(view);
    }
    pixmap(&imageops::resize(view, width, height, imageops::FilterType::Triangle))
}

/// A picture made smaller with the engine's filter, which keeps small letters sharp; a large one, whose pixels that
/// filter would keep four times, by the mean of those that fall together.
fn resized(bitmap: &RgbaImage, width: u32, height: u32) -> Option<Pixmap> {
    if area(bitmap.dimensions()) > LARGEST_COUNTER {
        return pixmap(&imageops::thumbnail(bitmap, width, height));
    }
    let mut small = imageops::resize(&premultiplied(bitmap), width, height, imageops::FilterType::Lanczos3);
    for pixel in small.pixels_mut() {
        let alpha = pixel[3];
        for value in &mut pixel.0[..3] {
            *value = (*value).min(alpha);
        }
    }
    Pixmap::from_vec(small.into_raw(), IntSize::from_wh(width, height)?)
}

/// The same picture with its colours multiplied by their opacity.
fn pixmap(bitmap: &RgbaImage) -> Option<Pixmap> {
    let size = IntSize::from_wh(bitmap.width(), bitmap.height())?;
    Pixmap::from_vec(premultiplied(bitmap).into_raw(), size)
}

fn premultiplied(bitmap: &RgbaImage) -> RgbaImage {
    let mut bitmap = bitmap.clone();
    for pixel in bitmap.pixels_mut() {
        let alpha = u16::from(pixel[3]);
        if alpha < 255 {
            for value in &mut pixel.0[..3] {
                *value = (u16::from(*value) * alpha / 255) as u8;
            }
        }
    }
    bitmap
}
