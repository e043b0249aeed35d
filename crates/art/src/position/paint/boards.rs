//! Boards onto a picture.

use resvg::tiny_skia::{Pixmap, PixmapPaint, PremultipliedColorU8, Transform};

use super::{Canvas, GREY, turned};
use crate::position::pictures::Pictures;
use crate::position::scene::{Backdrop, Frame};

impl Canvas {
    pub(super) fn board(&mut self, board: &Backdrop, pictures: &mut Pictures<'_>) {
        let Some(seen) = board.area.common(self.area) else {
            return;
        };
        let Some(name) = &board.image else {
            if let Some(colour) = board.colour {
                self.fill(seen, colour);
            }
            return;
        };
        if let Some(whole) = pictures.whole(name, self.scale) {
            let (x, y) = self.at(board.area.x, board.area.y);
            let mut transform = Transform::from_translate(x.round(), y.round());
            if board.turned {
                transform = turned(transform, (whole.width(), whole.height()));
            }
            self.pixels.draw_pixmap(0, 0, whole.as_ref().as_ref(), &PixmapPaint::default(), transform, None);
            return;
        }
        // On a turned board the part seen lies at the other end of the picture.
        let from = |at: i32, length: u32, start: i32, whole: u32| {
            let near = at - start;
            if board.turned { whole as i32 - near - length as i32 } else { near }
        };
        let part = Frame {
            x: from(seen.x, seen.width, board.area.x, board.area.width),
            y: from(seen.y, seen.height, board.area.y, board.area.height),
            ..seen
        };
        let length = |pixels: u32| ((pixels as f32 * self.scale).round() as u32).max(1);
        let (width, height) = (length(seen.width), length(seen.height));
        let mut onto = BoardRows::new(self, seen, (width, height), board.turned);
        if pictures.each_row(name, part, (width, height), &mut |number, row| onto.put(number, row)) {
            return;
        }
        let Some(picture) = pictures.part(name, part, width, height) else {
            self.fill(seen, GREY);
            return;
        };
        let (x, y) = self.at(seen.x, seen.y);
        let mut transform = Transform::from_translate(x.round(), y.round());
        if board.turned {
            transform = turned(transform, (width, height));
        }
        self.pixels.draw_pixmap(0, 0, picture.as_ref(), &PixmapPaint::default(), transform, None);
    }
}

/// Where the rows of a board come to lie on the canvas.
struct BoardRows<'a> {
    pixels: &'a mut Pixmap,
    left: usize,
    top: usize,
    high: u32,
    turned: bool,
}

impl<'a> BoardRows<'a> {
    fn new(canvas: &'a mut Canvas, seen: Frame, (_, high): (u32, u32), turned: bool) -> Self {
        let (left, top) = canvas.at(seen.x, seen.y);
        let (left, top) = (left.round().max(0.0) as usize, top.round().max(0.0) as usize);
        BoardRows { pixels: &mut canvas.pixels, left, top, high, turned }
    }

    /// Paints a row, as far as the canvas reaches.
    fn put(&mut self, number: u32, row: &[PremultipliedColorU8]) {
        let number = if self.turned { self.high - 1 - number } else { number };
        let (wide, high) = (self.pixels.width() as usize, self.pixels.height() as usize);
        let line = self.top + number as usize;
        if line >= high {
            return;
        }
        let below = &mut self.pixels.pixels_mut()[line * wide + self.left.min(wide)..(line + 1) * wide];
        for (at, pixel) in below.iter_mut().enumerate().take(row.len()) {
            *pixel = over(row[if self.turned { row.len() - 1 - at } else { at }], *pixel);
        }
    }
}

/// A pixel on another, as pictures are painted on each other.
fn over(pixel: PremultipliedColorU8, below: PremultipliedColorU8) -> PremultipliedColorU8 {
    if pixel.is_opaque() {
        return pixel;
    }
    let through = u16::from(255 - pixel.alpha());
    let with = |own: u8, below: u8| own.saturating_add(((u16::from(below) * through + 127) / 255) as u8);
    let alpha = with(pixel.alpha(), below.alpha());
    let colour = |own: u8, below: u8| with(own, below).min(alpha);
    PremultipliedColorU8::from_rgba(
        colour(pixel.red(), below.red()),
        colour(pixel.green(), below.green()),
        colour(pixel.blue(), below.blue()),
        alpha,
    )
    .unwrap_or(pixel)
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::ColorU8;

    use super::*;

    #[test]
    fn a_pixel_lies_on_another_as_in_a_painted_picture() {
        let colours =
            [(200, 100, 50, 255), (200, 100, 50, 128), (0, 255, 9, 1), (7, 7, 7, 0), (255, 255, 255, 254)];
        let pixel = |(red, green, blue, alpha)| ColorU8::from_rgba(red, green, blue, alpha).premultiply();
        let one = |colour| {
            let mut picture = Pixmap::new(1, 1).unwrap();
            picture.pixels_mut()[0] = pixel(colour);
            picture
        };
        for above in colours {
            for below in colours {
                let mut painted = one(below);
                let onto = Transform::identity();
                painted.draw_pixmap(0, 0, one(above).as_ref(), &PixmapPaint::default(), onto, None);
                assert_eq!(over(pixel(above), pixel(below)), painted.pixels()[0], "{above:?} on {below:?}");
            }
        }
    }
}
