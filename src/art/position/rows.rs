//! A part of a large PNG, decoded row by row: of a board that is drawn in part no more pixels are kept than are drawn.

use std::io::Cursor;

use image::RgbaImage;
use png::{BitDepth, ColorType, Decoder, Limits, Transformations};

use super::scene::Frame;

/// Decoders may take so many bytes beside a row.
const MAX_BYTES: usize = 1 << 26;

/// A part of a PNG, given in its own pixels; none where more than half of it is asked for, where its rows do not follow
/// each other, where a colour has 16 bits, or where it cannot be read.
pub fn part(bytes: &[u8], part: Frame, longest_side: u32) -> Option<RgbaImage> {
    let (left, top) = (u32::try_from(part.x).ok()?, u32::try_from(part.y).ok()?);
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MAX_BYTES });
    decoder.set_transformations(Transformations::EXPAND);
    let mut reader = decoder.read_info().ok()?;
    let info = reader.info();
    let (whole_width, whole_height, interlaced) = (info.width, info.height, info.interlaced);
    let (width, height) =
        (part.width.min(whole_width.checked_sub(left)?), part.height.min(whole_height.checked_sub(top)?));
    let area = |width: u32, height: u32| u64::from(width) * u64::from(height);
    let is_small = area(width, height) <= area(whole_width, whole_height) / 2;
    let (colour, depth) = reader.output_color_type();
    let is_plain = !interlaced && depth == BitDepth::Eight && whole_width.max(whole_height) <= longest_side;
    if !is_small || !is_plain {
        return None;
    }
    let mut drawn = RgbaImage::new(width, height);
    let samples = colour.samples();
    let from = usize::try_from(left).ok()? * samples;
    let length = usize::try_from(width).ok()? * samples;
    for row in 0..top + height {
        let read = reader.next_row().ok()??;
        let Some(row) = row.checked_sub(top) else { continue };
        let seen = read.data().get(from..from + length)?.chunks_exact(samples);
        for (x, values) in (0..width).zip(seen) {
            drawn.get_pixel_mut(x, row).0 = rgba(colour, values)?;
        }
    }
    Some(drawn)
}

fn rgba(colour: ColorType, values: &[u8]) -> Option<[u8; 4]> {
    match (colour, values) {
        (ColorType::Rgb, &[red, green, blue]) => Some([red, green, blue, 255]),
        (ColorType::Rgba, &[red, green, blue, alpha]) => Some([red, green, blue, alpha]),
        (ColorType::Grayscale, &[grey]) => Some([grey, grey, grey, 255]),
        (ColorType::GrayscaleAlpha, &[grey, alpha]) => Some([grey, grey, grey, alpha]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(colour: ColorType, depth: BitDepth, row_bytes: usize, palette: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 40, 30);
        encoder.set_color(colour);
        encoder.set_depth(depth);
        if !palette.is_empty() {
            encoder.set_palette(palette.to_vec());
            encoder.set_trns(vec![0, 90]);
        }
        let data: Vec<u8> = (0..row_bytes * 30).map(|at| (at * 7 % 251) as u8).collect();
        let data = if palette.is_empty() { data } else { data.iter().map(|at| at % 3).collect() };
        encoder.write_header().unwrap().write_image_data(&data).unwrap();
        bytes
    }

    #[test]
    fn a_part_has_the_pixels_that_the_whole_has_there_for_every_kind_of_colour() {
        let palette = [1, 2, 3, 40, 50, 60, 200, 210, 220];
        let kinds = [
            (ColorType::Rgb, BitDepth::Eight, 120, &[][..]),
            (ColorType::Rgba, BitDepth::Eight, 160, &[]),
            (ColorType::Grayscale, BitDepth::Eight, 40, &[]),
            (ColorType::Grayscale, BitDepth::Two, 10, &[]),
            (ColorType::GrayscaleAlpha, BitDepth::Eight, 80, &[]),
            (ColorType::Indexed, BitDepth::Eight, 40, &palette),
        ];
        let frame = Frame { x: 7, y: 11, width: 9, height: 19 };
        for (colour, depth, row_bytes, palette) in kinds {
            let bytes = png(colour, depth, row_bytes, palette);
            let whole = image::load_from_memory(&bytes).unwrap().into_rgba8();
            let wanted = image::imageops::crop_imm(&whole, 7, 11, 9, 19).to_image();
            assert_eq!(part(&bytes, frame, 100), Some(wanted), "{colour:?} {depth:?}");
        }
    }

    #[test]
    fn a_part_ends_where_the_picture_does_and_what_is_large_deep_or_broken_is_left_to_others() {
        let bytes = png(ColorType::Rgb, BitDepth::Eight, 120, &[]);
        let beyond = Frame { x: 35, y: 28, width: 100, height: 100 };
        assert_eq!(part(&bytes, beyond, 100).map(|drawn| drawn.dimensions()), Some((5, 2)));
        let small = Frame { x: 0, y: 0, width: 4, height: 4 };
        assert!(part(&bytes, small, 100).is_some());
        assert_eq!(part(&bytes, small, 39), None, "longer than is allowed");
        assert_eq!(part(&bytes, Frame { width: 40, height: 30, ..small }, 100), None, "nearly all of it");
        assert_eq!(part(&bytes, Frame { x: 41, ..small }, 100), None, "beside it");
        assert_eq!(part(&bytes, Frame { x: -1, ..small }, 100), None);
        assert_eq!(part(&bytes[..60], small, 100), None, "cut off");
        let deep = png(ColorType::Rgb, BitDepth::Sixteen, 240, &[]);
        assert_eq!(part(&deep, small, 100), None);
        assert_eq!(part(b"GIF89a", small, 100), None);
    }
}
