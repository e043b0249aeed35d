//! A part of a large PNG, decoded row by row: of a board that is drawn in part no more pixels are kept than are drawn, of
//! one that is drawn whole no more than a row.

use std::io::Cursor;

use image::RgbaImage;
use png::{BitDepth, ColorType, Decoder, Limits, Reader, Transformations};
use resvg::tiny_skia::{ColorU8, PremultipliedColorU8};

use super::means::Means;
use super::scene::Frame;

/// Decoders may take so many bytes beside a row.
const MAX_BYTES: usize = 1 << 26;

/// A part of a PNG, given in its own pixels; none where more than half of it is asked for, where its rows do not follow
/// each other, where a colour has 16 bits, or where it cannot be read.
pub fn part(bytes: &[u8], part: Frame, longest_side: u32) -> Option<RgbaImage> {
    let (left, top) = (u32::try_from(part.x).ok()?, u32::try_from(part.y).ok()?);
    let mut reader = opened(bytes, longest_side)?;
    let (whole_width, whole_height) = (reader.info().width, reader.info().height);
    let (width, height) =
        (part.width.min(whole_width.checked_sub(left)?), part.height.min(whole_height.checked_sub(top)?));
    let area = |width: u32, height: u32| u64::from(width) * u64::from(height);
    if area(width, height) > area(whole_width, whole_height) / 2 {
        return None;
    }
    let (colour, _) = reader.output_color_type();
    let mut drawn = RgbaImage::new(width, height);
    let samples = colour.samples();
    let from = usize::try_from(left).ok()? * samples;
    let length = usize::try_from(width).ok()? * samples;
    for row in 0..top + height {
        let read = reader.next_row().ok()??;
        let Some(row) = row.checked_sub(top) else { continue };
        let seen = read.data().get(from..from + length)?.chunks_exact(samples);
        for (x, values) in (0..width).zip(seen) {
            drawn.get_pixel_mut(x, row).0 = rgba(colour, values);
        }
    }
    Some(drawn)
}

/// Gives a part of a PNG made so wide and high, neither more than it is, row after row with the number of each. None where
/// the PNG is not read row by row, or is broken; then some rows may have been given.
pub fn each(
    bytes: &[u8],
    part: Frame,
    size: (u32, u32),
    longest_side: u32,
    put: &mut dyn FnMut(u32, &[PremultipliedColorU8]),
) -> Option<()> {
    let (left, top) = (u32::try_from(part.x).ok()?, u32::try_from(part.y).ok()?);
    let mut reader = opened(bytes, longest_side)?;
    let (whole_width, whole_height) = (reader.info().width, reader.info().height);
    let is_within =
        left.checked_add(part.width)? <= whole_width && top.checked_add(part.height)? <= whole_height;
    if !is_within || !(1..=part.width).contains(&size.0) || !(1..=part.height).contains(&size.1) {
        return None;
    }
    let (colour, _) = reader.output_color_type();
    let samples = colour.samples();
    let (from, length) = (left as usize * samples, part.width as usize * samples);
    let mut means = Means::new(part, size);
    let mut as_it_is = Vec::with_capacity(part.width as usize);
    for number in 0..top + part.height {
        let read = reader.next_row().ok()??;
        let Some(number) = number.checked_sub(top) else { continue };
        let pixels = read.data().get(from..from + length)?.chunks_exact(samples);
        let pixels = pixels.map(|values| premultiplied(rgba(colour, values)));
        if size == (part.width, part.height) {
            as_it_is.clear();
            as_it_is.extend(pixels);
            put(number, &as_it_is);
        } else {
            means.add(number, pixels, put);
        }
    }
    Some(())
}

/// A PNG whose rows follow each other, with 8 bits for a colour; none of another.
fn opened(bytes: &[u8], longest_side: u32) -> Option<Reader<Cursor<&[u8]>>> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MAX_BYTES });
    decoder.set_transformations(Transformations::EXPAND);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let reader = decoder.read_info().ok()?;
    let info = reader.info();
    let is_plain = !info.interlaced && info.width.max(info.height) <= longest_side;
    (is_plain && reader.output_color_type().1 == BitDepth::Eight).then_some(reader)
}

fn premultiplied([red, green, blue, alpha]: [u8; 4]) -> PremultipliedColorU8 {
    ColorU8::from_rgba(red, green, blue, alpha).premultiply()
}

/// A pixel; clear where it has other samples than its kind of colour, which a reader that expands never gives.
fn rgba(colour: ColorType, values: &[u8]) -> [u8; 4] {
    match (colour, values) {
        (ColorType::Rgb, &[red, green, blue]) => [red, green, blue, 255],
        (ColorType::Rgba, &[red, green, blue, alpha]) => [red, green, blue, alpha],
        (ColorType::Grayscale, &[grey]) => [grey, grey, grey, 255],
        (ColorType::GrayscaleAlpha, &[grey, alpha]) => [grey, grey, grey, alpha],
        _ => [0; 4],
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
    fn rows_come_one_by_one_as_they_are_or_smaller() {
        let bytes = png(ColorType::Rgb, BitDepth::Eight, 120, &[]);
        let whole = image::load_from_memory(&bytes).unwrap().into_rgba8();
        let rows = |part: Frame, size: (u32, u32)| {
            let mut all = Vec::new();
            let put = &mut |number: u32, row: &[PremultipliedColorU8]| {
                assert_eq!(number as usize * size.0 as usize, all.len());
                all.extend(row.iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]));
            };
            each(&bytes, part, size, 100, put).map(|()| all)
        };
        let inner = Frame { x: 3, y: 2, width: 30, height: 20 };
        let cut = image::imageops::crop_imm(&whole, 3, 2, 30, 20).to_image();
        assert_eq!(rows(inner, (30, 20)), Some(cut.pixels().map(|pixel| pixel.0).collect()));
        let mean = |value: usize| {
            let sum: u64 = cut.pixels().map(|pixel| u64::from(pixel[value])).sum();
            ((sum + 300) / 600) as u8
        };
        assert_eq!(rows(inner, (1, 1)), Some(vec![[mean(0), mean(1), mean(2), 255]]));
        for wrong in [(31, 20), (30, 21), (0, 20)] {
            assert_eq!(rows(inner, wrong), None);
        }
        assert_eq!(rows(Frame { x: 11, ..inner }, (30, 20)), None, "beyond it");
        let put = &mut |_: u32, _: &[PremultipliedColorU8]| {};
        assert_eq!(each(&bytes[..60], inner, (30, 20), 100, put), None, "cut off");
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
