//! Pictures as files: what kind one is, how large, and its pixels.

use std::cell::RefCell;
use std::io::Cursor;

use image::{ImageReader, RgbaImage};
use quick_xml::Reader;
use quick_xml::events::Event;
use resvg::usvg::Tree;

use crate::bitmap::{self, area};
use crate::fonts::{DrawError, Fonts};
use crate::vector::{self, Budget};

/// Pictures wider or higher than this are not decoded.
pub(super) const MAX_SIDE: u32 = 30_000;
/// Most bytes a decoder may take for one picture.
const MAX_BYTES: u64 = 1 << 30;
/// Most unpacked bytes of the file of a picture: a few kB in the archive may become half a GB.
pub(super) const LARGEST_FILE: usize = 128 << 20;
/// Nanoseconds of a byte read.
pub(super) const PER_READ: u64 = 2;
/// Pieces have fewer pixels.
pub(super) const LARGEST_COUNTER: u64 = 4_000_000;

/// A picture that was read.
pub(super) enum Source {
    Bitmap(RgbaImage),
    Vector(Box<Tree>),
}
/// Bytes of a picture in which its size stands in nearly every file.
const START: usize = 1 << 16;

/// The size of a picture in pixels, where possible from its first bytes; `None` when it is no picture. `first` reads so
/// many of them, or all where it has fewer; the pictures of one call share a budget.
pub fn image_size(
    name: &str,
    first: &dyn Fn(usize) -> Option<Vec<u8>>,
    budget: &RefCell<Budget>,
) -> Option<(u32, u32)> {
    let start = first(START)?;
    let of_svg = |bytes| svg_size(bytes, &mut budget.borrow_mut());
    let of_start =
        if is_svg(name, &start) { svg_start(&start).and_then(of_svg) } else { bitmap::size(&start) };
    of_start.or_else(|| {
        if start.len() < START && !is_svg(name, &start) {
            return None;
        }
        if budget.borrow().is_spent() {
            return None;
        }
        let all = first(LARGEST_FILE)?;
        budget.borrow_mut().lose(PER_READ * all.len() as u64);
        if is_svg(name, &all) { of_svg(all) } else { bitmap::size(&all) }
    })
}

/// Whether the pixels of a picture can be unpacked, in so far as its reader knows its kind; those of one that is too
/// large for that are taken to be there.
#[must_use]
pub fn has_pixels(bytes: &[u8]) -> bool {
    bitmap::is_too_large(bytes) || bitmap(bytes).is_ok()
}

/// Whether a picture has as many pixels as only boards have, and no more than are decoded.
pub(super) fn is_board(size: (u32, u32)) -> bool {
    area(size) > LARGEST_COUNTER && size.0.max(size.1) <= MAX_SIDE
}

fn svg_size(bytes: Vec<u8>, budget: &mut Budget) -> Option<(u32, u32)> {
    // The size does not hang on the fonts.
    let text = String::from_utf8(bytes).ok()?;
    let size = vector::read(&text, &Fonts::new([]), budget).ok()?.size();
    Some((size.width().ceil() as u32, size.height().ceil() as u32))
}

/// An SVG cut down to its root element, where that alone tells its size.
fn svg_start(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut reader = Reader::from_reader(bytes);
    loop {
        match reader.read_event().ok()? {
            Event::Start(root) => {
                let absolute = |name: &str| {
                    let value = root.try_get_attribute(name).ok().flatten();
                    value.is_some_and(|value| !value.value.ends_with('%'))
                };
                let tells = root.local_name().as_ref() == "svg"
                    && (absolute("viewBox") || absolute("width") && absolute("height"));
                let end = usize::try_from(reader.buffer_position()).ok()?.checked_sub(1)?;
                return tells.then(|| [&bytes[..end], b"/>"].concat());
            }
            Event::Empty(_) | Event::Eof => return None,
            _ => {}
        }
    }
}

/// Whether a picture is an SVG, by its name or its beginning.
pub(super) fn is_svg(name: &str, bytes: &[u8]) -> bool {
    name.ends_with(".svg") || bytes.trim_ascii_start().starts_with(b"<")
}

/// The pixels of a bitmap.
///
/// # Errors
/// It cannot be decoded.
pub(super) fn bitmap(bytes: &[u8]) -> Result<RgbaImage, DrawError> {
    let unreadable = |error: &dyn std::fmt::Display| DrawError::Decode(error.to_string());
    let bytes = bitmap::bare(bytes);
    let reader = ImageReader::new(Cursor::new(&*bytes)).with_guessed_format();
    let mut reader = reader.map_err(|error| unreadable(&error))?;
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    Ok(reader.decode().map_err(|error| unreadable(&error))?.into_rgba8())
}
