//! Pictures as the files that their names promise.

use std::io::{Cursor, Write};
use std::path::Path;

use image::codecs::jpeg::JpegEncoder;
use resvg::tiny_skia::Pixmap;

use super::{Failure, files};

/// How names of pictures may end.
const ENDINGS: &[&str] = &["png", "jpg", "jpeg"];

/// How much of a picture a JPEG keeps, of 100.
const QUALITY: u8 = 92;
/// Bytes of a chunk of a PNG.
const CHUNK: usize = 1 << 20;

/// Refuses a name for a picture that says something else.
pub fn expect_name(path: &Path) -> Result<(), Failure> {
    files::expect_ending(path, "a picture", ENDINGS)
}

/// The bytes of a picture, in the format that the name asks for; PNG where it asks for none.
pub fn encode(pixels: &Pixmap, path: &Path) -> Result<Vec<u8>, Failure> {
    let about = |error: &dyn std::fmt::Display| Failure::about(path, error);
    if !files::ending_of(path).is_some_and(|ending| ending.starts_with("jp")) {
        return png(pixels).map_err(|error| about(&error));
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

/// A PNG, made row by row so that no second copy of a large picture is in memory.
fn png(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer_with_size(CHUNK)?;
    for row in pixels.pixels().chunks(pixels.width() as usize) {
        let colours = row.iter().map(|pixel| pixel.demultiply());
        let row: Vec<u8> =
            colours.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]).collect();
        rows.write_all(&row)?;
    }
    rows.finish()?;
    writer.finish()?;
    Ok(bytes)
}
