//! Bitmaps as far as their first bytes tell, so that nothing large is decoded unseen.

use std::borrow::Cow;
use std::io::Cursor;

use image::ImageReader;

/// Most pixels of a picture that is decoded as a whole.
const MOST_PIXELS: u64 = 36_000_000;
/// More are decoded where a picture has so many bytes for them: a photograph of a map does, a trap does not.
const PIXELS_PER_BYTE: u64 = 5;

/// A PNG begins so, with the head of its first chunk.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
/// The sign by which every PNG begins; a chunk has a length, a name of four letters, and a checksum.
const PNG_SIGN: usize = 8;
const CHUNK_FRAME: usize = 12;
/// A PNG with fewer bytes beside its pixels is decoded as it is.
const FEW_BESIDE: usize = 1 << 12;

/// A PNG without texts, profiles of colours and whatever else its pixels do not need: a profile of a kB may unpack to a GB,
/// and decoders keep texts. Of another file all bytes.
#[must_use]
pub fn bare(bytes: &[u8]) -> Cow<'_, [u8]> {
    let needed = |name: &[u8]| name.first().is_some_and(u8::is_ascii_uppercase) || name == b"tRNS";
    let beside: usize = chunks(bytes).filter(|(name, _)| !needed(name)).map(|(_, chunk)| chunk.len()).sum();
    if beside < FEW_BESIDE {
        return bytes.into();
    }
    let kept = chunks(bytes).filter(|(name, _)| needed(name));
    let mut bare = bytes[..PNG_SIGN].to_vec();
    kept.for_each(|(_, chunk)| bare.extend_from_slice(chunk));
    bare.into()
}

/// The chunks of a PNG by their names, as far as they are whole; none of another file.
fn chunks(bytes: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = if bytes.starts_with(PNG) { &bytes[PNG_SIGN..] } else { &[] };
    std::iter::from_fn(move || {
        let length = u32::from_be_bytes(*rest.first_chunk()?);
        let end = usize::try_from(length).ok()?.checked_add(CHUNK_FRAME)?;
        let (chunk, behind) = rest.split_at_checked(end)?;
        rest = behind;
        Some((&chunk[4..8], chunk))
    })
}

/// The size that a bitmap says it has.
#[must_use]
pub fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    if let Some(header) = bytes.strip_prefix(PNG) {
        let (width, height) = header.split_first_chunk()?;
        let (width, height) = (u32::from_be_bytes(*width), u32::from_be_bytes(*height.first_chunk()?));
        return (width > 0 && height > 0).then_some((width, height));
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A white pixel with a chunk of this name and length before its colours.
    fn png(name: &[u8; 4], length: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette([255, 255, 255].to_vec());
        encoder.set_trns([128].to_vec());
        encoder.write_header().unwrap().write_image_data(&[0]).unwrap();
        let chunk = [&u32::try_from(length).unwrap().to_be_bytes()[..], name, &vec![0; length + 4]].concat();
        let behind_header = 33;
        bytes.splice(behind_header..behind_header, chunk);
        bytes
    }

    #[test]
    fn what_pixels_do_not_need_is_left_out_of_a_png() {
        let plain = png(b"tEXt", 0);
        for name in [b"iCCP", b"tEXt", b"zTXt", b"iTXt", b"eXIf"] {
            let bare = bare(&png(name, 10_000)).into_owned();
            assert_eq!(bare.len() + CHUNK_FRAME, plain.len(), "{}", name.escape_ascii());
            let pixels = image::load_from_memory(&bare).unwrap().into_rgba8();
            assert_eq!(pixels.get_pixel(0, 0).0, [255, 255, 255, 128]);
        }
        assert_eq!(*bare(&plain), *plain, "little is left where it is");
        let mut broken = png(b"tEXt", 10_000);
        broken.truncate(5_000);
        assert_eq!(*bare(&broken), *broken);
        assert_eq!(*bare(b"GIF89a"), *b"GIF89a");
    }

    #[test]
    fn the_header_of_a_png_tells_its_size() {
        assert_eq!(size(&png(b"iCCP", 10)), Some((1, 1)));
        assert_eq!(size(&png(b"iCCP", 10)[..24]), Some((1, 1)));
        assert_eq!(size(&png(b"iCCP", 10)[..23]), None);
    }
}
