//! Sizes of pictures, told by their first bytes as by the whole file.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::cell::RefCell;
use std::io::Cursor;

use image::{DynamicImage, ImageFormat, RgbImage};
use liege::art::position::image_size;
use liege::art::vector::Budget;

/// The size of a picture, and how many bytes were asked for to find it, one reading after the other.
fn sized(name: &str, bytes: &[u8]) -> (Option<(u32, u32)>, Vec<usize>) {
    let read = RefCell::new(Vec::new());
    let first = |most: usize| {
        read.borrow_mut().push(most);
        Some(bytes[..most.min(bytes.len())].to_vec())
    };
    let size = image_size(name, &first, &RefCell::new(Budget::new()));
    (size, read.into_inner())
}

/// A picture without a pattern, so that it stays long when it is packed.
fn noise(format: ImageFormat) -> Vec<u8> {
    let mut seed = 1941u32;
    let mut pixel = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    };
    let noisy = RgbImage::from_fn(501, 303, |_, _| image::Rgb([pixel(), pixel(), pixel()]));
    let mut out = Cursor::new(Vec::new());
    DynamicImage::from(noisy).write_to(&mut out, format).unwrap();
    out.into_inner()
}

#[test]
fn the_start_of_a_bitmap_tells_its_size() {
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::Bmp] {
        let bytes = noise(format);
        assert!(bytes.len() > 1 << 16, "{format:?}");
        assert_eq!(sized("board", &bytes), (Some((501, 303)), vec![1 << 16]), "{format:?}");
    }
}

#[test]
fn a_picture_with_a_long_preface_is_read_whole() {
    let png = noise(ImageFormat::Png);
    // A text of 100,000 bytes between the header and the pixels.
    let text = [b"tEXtTitle\0".to_vec(), vec![b'x'; 100_000]].concat();
    let length = u32::try_from(text.len() - 4).unwrap().to_be_bytes();
    let mut sum = u32::MAX;
    for byte in &text {
        sum ^= u32::from(*byte);
        (0..8).for_each(|_| sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 });
    }
    let chunk = [&length, text.as_slice(), &(!sum).to_be_bytes()].concat();
    let long = [&png[..33], &chunk, &png[33..]].concat();
    assert_eq!(sized("board.png", &long).0, Some((501, 303)));
}

#[test]
fn the_root_of_an_svg_tells_its_size_where_it_can() {
    let filler = "<rect width=\"3\" height=\"3\"/>".repeat(4000);
    let sizes = [
        ("width=\"120.2\" height=\"80\"", Some((121, 80)), 1),
        ("viewBox=\"0 0 60 30\"", Some((60, 30)), 1),
        ("width=\"2in\" height=\"50%\" viewBox=\"0 0 60 30\"", None, 1),
        // Nothing tells but what is drawn.
        ("", Some((3, 3)), 2),
    ];
    for (attributes, due, readings) in sizes {
        let head = "<?xml version=\"1.0\"?><!-- > --><svg xmlns=\"http://www.w3.org/2000/svg\" ";
        let svg = format!("{head}{attributes}>{filler}</svg>");
        let whole = format!("{head}{attributes}><rect width=\"3\" height=\"3\"/></svg>");
        let (size, read) = sized("board.svg", svg.as_bytes());
        assert_eq!(size, sized("board.svg", whole.as_bytes()).0, "{attributes}");
        if due.is_some() {
            assert_eq!(size, due, "{attributes}");
        }
        assert_eq!(read.len(), readings, "{attributes}");
    }
}

#[test]
fn what_is_no_picture_has_no_size() {
    for bytes in [&b""[..], b"BM", b"<html></html>", b"<svg", b"\x89PNG\r\n\x1a\nlies", &[0xff; 70_000]] {
        assert_eq!(sized("board", bytes).0, None, "{bytes:.20?}");
    }
    assert_eq!(image_size("absent.png", &|_| None, &RefCell::new(Budget::new())), None);
}
