//! A picture that a person made: looked at as a whole before it is used, so that a broken one is told at once.
//!
//! `build::areas` reads it when the data are read, to the last pixel, so that every command reports a broken picture
//! with its line. The module gets the bytes unchanged, an SVG drawn.

use std::io::Cursor;
use std::sync::Arc;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ImageFormat, ImageReader, RgbImage};

use super::fonts::Fonts;

/// The largest picture, in pixels of each side.
pub const LARGEST: u32 = 16_000;

/// Most bytes that a decoder may take for it.
const MOST_BYTES: u64 = 512 << 20;

/// Channels of a JPEG in the colours of a printer, which VASSAL does not read.
const OF_A_PRINTER: u8 = 4;

/// A picture of PNG, JPEG, GIF or SVG that can be drawn.
#[derive(Clone, Debug)]
pub struct Artwork {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// What it is made of.
    pub content: Content,
}

/// What a picture is made of.
#[derive(Clone, Debug)]
pub enum Content {
    /// An SVG text.
    Svg(String),
    /// The bytes of a file that VASSAL reads as it is, with the ending of its name.
    File(Arc<[u8]>, &'static str),
}

impl Artwork {
    /// Reads the bytes of a picture to the last pixel.
    ///
    /// # Errors
    /// What is wrong, in a sentence without the name of the file.
    pub fn read(bytes: &[u8], fonts: &Fonts) -> Result<Self, String> {
        if bytes.trim_ascii_start().starts_with(b"<") || bytes.starts_with(b"\xef\xbb\xbf<") {
            let text = std::str::from_utf8(bytes).map_err(|_| "expected an SVG in UTF-8")?;
            let text = text.trim_start_matches('\u{feff}').to_owned();
            let size = within(fonts.size(&text).map_err(|error| error.to_string())?)?;
            return Ok(Self { size, content: Content::Svg(text) });
        }
        let unknown = || "expected a picture in PNG, JPEG, GIF or SVG".to_owned();
        let reader = || {
            let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| unknown());
            let mut reader = reader?;
            let mut limits = image::Limits::default();
            limits.max_alloc = Some(MOST_BYTES);
            reader.limits(limits);
            Ok::<_, String>(reader)
        };
        let broken = |error: image::ImageError| format!("the picture is broken: {error}");
        let ending = match reader()?.format() {
            Some(ImageFormat::Png) => "png",
            Some(ImageFormat::Jpeg) => "jpg",
            Some(ImageFormat::Gif) => "gif",
            _ => return Err(unknown()),
        };
        let size = within(reader()?.into_dimensions().map_err(broken)?)?;
        let pixels = reader()?.decode().map_err(broken)?;
        let content = match ending {
            "jpg" if channels(bytes) == Some(OF_A_PRINTER) => {
                Content::File(png(&pixels.into_rgb8())?.into(), "png")
            }
            _ => Content::File(bytes.into(), ending),
        };
        Ok(Self { size, content })
    }

    /// The ending of its name in a module; an SVG is drawn for it.
    pub fn ending(&self) -> &'static str {
        match self.content {
            Content::Svg(_) => "png",
            Content::File(_, ending) => ending,
        }
    }
}

/// A picture as PNG, quickly.
///
/// # Errors
/// What the encoder says.
pub fn png(picture: &RgbImage) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Adaptive);
    picture.write_with_encoder(encoder).map_err(|error| error.to_string())?;
    Ok(bytes)
}

fn within((width, height): (u32, u32)) -> Result<(u32, u32), String> {
    if (1..=LARGEST).contains(&width) && (1..=LARGEST).contains(&height) {
        return Ok((width, height));
    }
    Err(format!("expected a picture of 1 to {LARGEST} pixels each way, found {width} by {height}"))
}

/// How many channels a JPEG has, by the segment that begins its frame (ITU T.81, B.2.2).
fn channels(bytes: &[u8]) -> Option<u8> {
    let mut at = 2;
    loop {
        let &[0xff, marker, high, low] = bytes.get(at..at + 4)? else { return None };
        // Tables that share the numbers of frames: Huffman, extensions, arithmetic.
        if (0xc0..=0xcf).contains(&marker) && ![0xc4, 0xc8, 0xcc].contains(&marker) {
            return bytes.get(at + 9).copied();
        }
        at += 2 + usize::from(u16::from_be_bytes([high, low]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates;

    fn read(bytes: &[u8]) -> Result<Artwork, String> {
        Artwork::read(bytes, &templates::fonts())
    }

    fn encoded(format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        RgbImage::new(20, 10).write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn every_kind_of_picture_that_vassal_reads_is_kept_as_it_is() {
        for (format, ending) in
            [(ImageFormat::Png, "png"), (ImageFormat::Jpeg, "jpg"), (ImageFormat::Gif, "gif")]
        {
            let bytes = encoded(format);
            let found = read(&bytes).unwrap();
            assert_eq!((found.size, found.ending()), ((20, 10), ending));
            assert!(matches!(found.content, Content::File(own, _) if *own == *bytes));
        }
        let svg =
            read(b"\xef\xbb\xbf<svg xmlns='http://www.w3.org/2000/svg' width='7' height='5'/>").unwrap();
        assert_eq!((svg.size, svg.ending()), ((7, 5), "png"));
    }

    #[test]
    fn a_picture_that_cannot_be_drawn_is_told_before_it_is_used() {
        let cut = encoded(ImageFormat::Png);
        assert!(read(&cut[..cut.len() - 20]).unwrap_err().starts_with("the picture is broken: "));
        for bytes in [&b""[..], b"no picture", b"BM\x00\x00"] {
            assert_eq!(read(bytes).unwrap_err(), "expected a picture in PNG, JPEG, GIF or SVG");
        }
        assert!(read(b"<svg").unwrap_err().starts_with("not a valid SVG"));
        let large = b"<svg xmlns='http://www.w3.org/2000/svg' width='99999' height='5'/>";
        assert!(read(large).unwrap_err().ends_with("found 99999 by 5"));
        // A header that promises what no file holds.
        let mut absurd = encoded(ImageFormat::Gif);
        absurd[6..10].copy_from_slice(&[0xff; 4]);
        assert!(read(&absurd).unwrap_err().ends_with("found 65535 by 65535"));
    }

    #[test]
    fn the_channels_of_a_jpeg_stand_in_its_frame() {
        let bytes = encoded(ImageFormat::Jpeg);
        assert_eq!((channels(&bytes), channels(&bytes[..8])), (Some(3), None));
    }
}
