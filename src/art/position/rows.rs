//! A part of a large PNG, decoded row by row: of a board no more pixels are kept than are drawn, and of one that is drawn
//! whole a row.

use std::io::Cursor;

use image::RgbaImage;
use png::{BitDepth, ColorType, Decoder, Limits, Reader, Transformations};
use resvg::tiny_skia::PremultipliedColorU8;

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
            drawn.get_pixel_mut(x, row).0 = rgba(colour, values)?;
        }
    }
    Some(drawn)
}

/// A PNG whose rows follow each other, with 8 bits for a colour; none of another.
fn opened(bytes: &[u8], longest_side: u32) -> Option<Reader<Cursor<&[u8]>>> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MAX_BYTES });
    decoder.set_transformations(Transformations::EXPAND);
    let reader = decoder.read_info().ok()?;
    let info = reader.info();
    let is_plain = !info.interlaced && info.width.max(info.height) <= longest_side;
    (is_plain && reader.output_color_type().1 == BitDepth::Eight).then_some(reader)
}

/// A part of a PNG made so wide and high, or smaller, one row after the other with its number from 0: each pixel is the
/// mean of those that fall together. None where the PNG is not read row by row, or broken; then some rows were given.
pub fn each(
    bytes: &[u8],
    part: Frame,
    (width, height): (u32, u32),
    longest_side: u32,
    put: &mut dyn FnMut(u32, &[PremultipliedColorU8]),
) -> Option<()> {
    let (left, top) = (u32::try_from(part.x).ok()?, u32::try_from(part.y).ok()?);
    let mut reader = opened(bytes, longest_side)?;
    let info = reader.info();
    let is_within =
        left.checked_add(part.width)? <= info.width && top.checked_add(part.height)? <= info.height;
    if !is_within || !(1..=part.width).contains(&width) || !(1..=part.height).contains(&height) {
        return None;
    }
    let (colour, _) = reader.output_color_type();
    let samples = colour.samples();
    let (from, length) = (left as usize * samples, part.width as usize * samples);
    let mut means = Means::new(part, (width, height));
    for number in 0..top + part.height {
        let read = reader.next_row().ok()??;
        let Some(number) = number.checked_sub(top) else { continue };
        let pixels = read.data().get(from..from + length)?.chunks_exact(samples);
        means.across(pixels.map(|values| rgba(colour, values)))?;
        means.down(number, put);
    }
    Some(())
}

/// The sums of pixels that fall together.
struct Means {
    /// Width and height of what is read and of what is made.
    read: (u64, u64),
    made: (u64, u64),
    /// Of the row that was read last.
    row: Vec<[u32; 4]>,
    /// Of all rows that belong to the row that is made.
    sums: Vec<[u64; 4]>,
    pixels: Vec<PremultipliedColorU8>,
}

impl Means {
    fn new(part: Frame, (width, height): (u32, u32)) -> Self {
        let (read, made) = ((part.width.into(), part.height.into()), (width.into(), height.into()));
        let width = width as usize;
        let pixels = vec![PremultipliedColorU8::TRANSPARENT; width];
        Self { read, made, row: vec![[0; 4]; width], sums: vec![[0; 4]; width], pixels }
    }

    /// Sums a row: each pixel that is read covers one or two of those that are made.
    fn across(&mut self, pixels: impl Iterator<Item = Option<[u8; 4]>>) -> Option<()> {
        self.row.fill([0; 4]);
        for (at, pixel) in (0u64..).zip(pixels) {
            let colour = premultiplied(pixel?);
            for (to, share) in shares(at, self.read.0, self.made.0) {
                if let Some(sum) = self.row.get_mut(to) {
                    (0..4).for_each(|value| sum[value] += u32::from(colour[value]) * share as u32);
                }
            }
        }
        Some(())
    }

    /// Adds the row to those above it, and gives the row that is made when it is whole.
    fn down(&mut self, number: u32, put: &mut dyn FnMut(u32, &[PremultipliedColorU8])) {
        let (_, high) = self.read;
        let all = self.read.0 * high;
        for (to, share) in shares(number.into(), high, self.made.1) {
            for (sum, row) in self.sums.iter_mut().zip(&self.row) {
                (0..4).for_each(|value| sum[value] += u64::from(row[value]) * share);
            }
            let end = (to as u64 + 1) * high;
            if (u64::from(number) + 1) * self.made.1 < end {
                continue;
            }
            for (pixel, sum) in self.pixels.iter_mut().zip(&mut self.sums) {
                let [red, green, blue, alpha] = sum.map(|value| ((value + all / 2) / all) as u8);
                let mean =
                    PremultipliedColorU8::from_rgba(red.min(alpha), green.min(alpha), blue.min(alpha), alpha);
                *pixel = mean.unwrap_or(PremultipliedColorU8::TRANSPARENT);
                *sum = [0; 4];
            }
            put(to as u32, &self.pixels);
        }
    }
}

/// Which of so many pixels that are made one of those that are read covers, and how much of each, in parts of a pixel
/// that is made as there are pixels that are read.
fn shares(at: u64, read: u64, made: u64) -> impl Iterator<Item = (usize, u64)> {
    let (first, into) = (at * made / read, at * made % read);
    let own = made.min(read - into);
    [(first as usize, own), (first as usize + 1, made - own)].into_iter().filter(|(_, share)| *share > 0)
}

fn premultiplied([red, green, blue, alpha]: [u8; 4]) -> [u8; 4] {
    if alpha == 255 {
        return [red, green, blue, alpha];
    }
    let with = |value: u8| (u16::from(value) * u16::from(alpha) / 255) as u8;
    [with(red), with(green), with(blue), alpha]
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

    /// All rows of a part made so wide and high.
    fn rows(bytes: &[u8], part: Frame, size: (u32, u32)) -> Option<Vec<[u8; 4]>> {
        let mut all = Vec::new();
        let mut numbers = Vec::new();
        let made = each(bytes, part, size, 100, &mut |number, row| {
            numbers.push(number);
            all.extend(row.iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]));
        });
        made?;
        assert_eq!(numbers, (0..size.1).collect::<Vec<_>>());
        Some(all)
    }

    #[test]
    fn rows_come_one_by_one_as_they_are_and_smaller_as_means() {
        let bytes = png(ColorType::Rgb, BitDepth::Eight, 120, &[]);
        let whole = image::load_from_memory(&bytes).unwrap().into_rgba8();
        let all = Frame { x: 0, y: 0, width: 40, height: 30 };
        let pixels: Vec<[u8; 4]> = whole.pixels().map(|pixel| pixel.0).collect();
        assert_eq!(rows(&bytes, all, (40, 30)), Some(pixels.clone()));
        let inner = Frame { x: 3, y: 2, width: 30, height: 20 };
        let cut = image::imageops::crop_imm(&whole, 3, 2, 30, 20).to_image();
        assert_eq!(rows(&bytes, inner, (30, 20)), Some(cut.pixels().map(|pixel| pixel.0).collect()));
        // One pixel is the mean of all.
        let mean = |value: usize| {
            let sum: u64 = pixels.iter().map(|pixel| u64::from(pixel[value])).sum();
            ((sum + 600) / 1200) as u8
        };
        assert_eq!(rows(&bytes, all, (1, 1)), Some(vec![[mean(0), mean(1), mean(2), 255]]));
        for size in [(39, 29), (7, 11), (40, 1), (13, 30)] {
            let made = rows(&bytes, all, size).unwrap();
            assert_eq!(made.len(), (size.0 * size.1) as usize);
            assert!(made.iter().all(|pixel| pixel[3] == 255));
        }
        for wrong in [(41, 30), (40, 31), (0, 30)] {
            assert_eq!(rows(&bytes, all, wrong), None);
        }
        assert_eq!(rows(&bytes, Frame { x: 1, ..all }, (40, 30)), None, "beyond it");
        assert_eq!(rows(&bytes[..60], all, (40, 30)), None, "cut off");
    }

    #[test]
    fn what_is_seen_through_weighs_less() {
        let palette = [200, 0, 0, 0, 0, 90, 0, 0, 0];
        let bytes = png(ColorType::Indexed, BitDepth::Eight, 40, &palette);
        let whole = image::load_from_memory(&bytes).unwrap().into_rgba8();
        let alpha: u64 = whole.pixels().map(|pixel| u64::from(pixel[3])).sum();
        let all = Frame { x: 0, y: 0, width: 40, height: 30 };
        let made = rows(&bytes, all, (1, 1)).unwrap();
        assert_eq!((made[0][0], u64::from(made[0][3])), (0, (alpha + 600) / 1200), "red is not seen at all");
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
