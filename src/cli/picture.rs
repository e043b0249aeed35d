//! Pictures as the files that their names promise.

use std::io::Cursor;
use std::path::Path;

use image::codecs::jpeg::JpegEncoder;
use resvg::tiny_skia::Pixmap;

use super::{Failure, files};

/// How names of pictures may end.
const ENDINGS: &[&str] = &["png", "jpg", "jpeg"];

/// How much of a picture a JPEG keeps, of 100.
const QUALITY: u8 = 92;

/// Refuses a name for a picture that says something else.
pub fn expect_name(path: &Path) -> Result<(), Failure> {
    files::expect_ending(path, "a picture", ENDINGS)
}

/// The bytes of a picture, in the format that the name asks for; PNG where it asks for none.
pub fn encode(pixels: &Pixmap, path: &Path) -> Result<Vec<u8>, Failure> {
    let about = |error: &dyn std::fmt::Display| Failure::about(path, error);
    if !files::ending_of(path).is_some_and(|ending| ending.starts_with("jp")) {
        return pixels.encode_png().map_err(|error| about(&error));
    }
    // A JPEG has no transparent places: what is behind the picture is paper.
    let on_paper = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
        let paper = 255 - pixel.alpha();
        [pixel.red() + paper, pixel.green() + paper, pixel.blue() + paper]
    };
    let bytes: Vec<u8> = pixels.pixels().iter().flat_map(on_paper).collect();
    let mut out = Cursor::new(Vec::new());
    JpegEncoder::new_with_quality(&mut out, QUALITY)
        .encode(&bytes, pixels.width(), pixels.height(), image::ExtendedColorType::Rgb8)
        .map_err(|error| about(&error))?;
    Ok(out.into_inner())
}
