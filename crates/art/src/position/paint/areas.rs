//! Areas of Effect and Map Shadings as pixels.

use resvg::tiny_skia::{
    FillRule, FilterQuality, Mask, Paint, Path, PathBuilder, Pattern, Pixmap, Rect, SpreadMode, Transform,
};

use super::{Canvas, color};
use crate::position::pictures::Pictures;
use crate::position::scene::{Colour, Frame, Region, Scene, ShadingInk, Weave};

/// Where of a square of four pixels the dots of a pattern lie, the first so many.
const DOTS: [(u32, u32); 4] = [(0, 0), (1, 1), (1, 0), (0, 1)];
/// How much of a pixel has to be covered to be inside.
const INSIDE: u8 = 128;

impl Canvas {
    /// Paints what an Area of Effect covers.
    pub(super) fn around(&mut self, region: &Region, [red, green, blue, alpha]: Colour, opacity: f32) {
        let mut paint = Paint::default();
        let alpha = (f32::from(alpha) * opacity).round() as u8;
        paint.set_color(color([red, green, blue, alpha]));
        if let Some(path) = self.path(region) {
            self.pixels.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
    }

    /// Paints the Map Shadings that lie above the pieces, or those below.
    pub(super) fn shadings(&mut self, scene: &Scene, above: bool, pictures: &mut Pictures<'_>) {
        for ink in scene.shadings.iter().filter(|ink| ink.is_above == above) {
            self.ink(ink, pictures);
        }
    }

    fn ink(&mut self, ink: &ShadingInk, pictures: &mut Pictures<'_>) -> Option<()> {
        let cover = self.cover(ink)?;
        let tile = match &ink.weave {
            Weave::Dots(number, colour) => dots(*number, *colour)?,
            Weave::Picture(name) => pictures.scaled(name, 1.0)?.0.as_ref().clone(),
        };
        // The dots are pixels of the screen at every size, and begin at the corner of the map.
        let (x, y) = self.at(0, 0);
        let start = Transform::from_translate(x.round(), y.round());
        let paint = Paint {
            shader: Pattern::new(
                tile.as_ref(),
                SpreadMode::Repeat,
                FilterQuality::Nearest,
                ink.opacity,
                start,
            ),
            ..Paint::default()
        };
        let whole = Rect::from_xywh(0.0, 0.0, self.pixels.width() as f32, self.pixels.height() as f32)?;
        self.pixels.fill_rect(whole, &paint, Transform::identity(), Some(&cover));
        if let Some(colour) = ink.border {
            let begins = |from: fn(&Frame) -> i32| {
                ink.boards.iter().flatten().any(|board| from(board) == from(&self.area))
            };
            let outside = (begins(|frame| frame.x), begins(|frame| frame.y));
            let mut paint = Paint::default();
            paint.set_color(color(colour));
            self.pixels.fill_rect(whole, &paint, Transform::identity(), Some(&edge(&cover, outside)?));
        }
        Some(())
    }

    /// Which pixels a shading covers.
    fn cover(&self, ink: &ShadingInk) -> Option<Mask> {
        let mut region = Mask::new(self.pixels.width(), self.pixels.height())?;
        let fill = |mask: &mut Mask, path: Option<Path>| {
            if let Some(path) = path {
                mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
            }
        };
        fill(&mut region, self.path(&ink.region));
        let Some(boards) = &ink.boards else { return Some(region) };
        let mut mask = Mask::new(self.pixels.width(), self.pixels.height())?;
        fill(&mut mask, self.frames(boards));
        for (own, free) in mask.data_mut().iter_mut().zip(region.data()) {
            *own = own.saturating_sub(*free);
        }
        Some(mask)
    }

    fn path(&self, region: &Region) -> Option<Path> {
        let mut path = PathBuilder::new();
        for cell in &region.cells {
            let mut corners = cell.iter().map(|p| self.at(p.x, p.y));
            let Some((x, y)) = corners.next() else { continue };
            path.move_to(x, y);
            corners.for_each(|(x, y)| path.line_to(x, y));
            path.close();
        }
        for (middle, radius) in &region.discs {
            let (x, y) = self.at(middle.x, middle.y);
            path.push_circle(x, y, *radius as f32 * self.scale);
        }
        path.finish()
    }

    fn frames(&self, frames: &[Frame]) -> Option<Path> {
        let mut path = PathBuilder::new();
        for frame in frames {
            let (x, y) = self.at(frame.x, frame.y);
            let (width, height) = (frame.width as f32 * self.scale, frame.height as f32 * self.scale);
            path.push_rect(Rect::from_xywh(x, y, width, height)?);
        }
        path.finish()
    }
}

/// Four pixels, the first so many of them in a colour.
fn dots(number: u8, [red, green, blue, alpha]: Colour) -> Option<Pixmap> {
    let mut tile = Pixmap::new(2, 2)?;
    let colour = resvg::tiny_skia::ColorU8::from_rgba(red, green, blue, alpha).premultiply();
    for (x, y) in DOTS.iter().take(usize::from(number)) {
        let at = usize::try_from(y * 2 + x).ok()?;
        *tile.pixels_mut().get_mut(at)? = colour;
    }
    Some(tile)
}

/// The pixels right of and below the border of a mask, where Java draws its lines. What lies beyond the picture is
/// `outside` on the left and above, or like its neighbour.
fn edge(cover: &Mask, outside: (bool, bool)) -> Option<Mask> {
    let width = usize::try_from(cover.width()).ok()?;
    let mut edge = Mask::new(cover.width(), cover.height())?;
    let inside = |at: usize| cover.data().get(at).is_some_and(|own| *own >= INSIDE);
    for (at, own) in edge.data_mut().iter_mut().enumerate() {
        let here = inside(at);
        let left = if at % width > 0 { inside(at - 1) } else { here && !outside.0 };
        let above = if at >= width { inside(at - width) } else { here && !outside.1 };
        if here != left || here != above {
            *own = u8::MAX;
        }
    }
    Some(edge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_lies_right_of_and_below_its_border() {
        let mut cover = Mask::new(4, 3).unwrap();
        cover.data_mut().copy_from_slice(&[0, 255, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0]);
        let marked =
            |outside| edge(&cover, outside).unwrap().data().iter().map(|own| own / 255).collect::<Vec<_>>();
        assert_eq!(marked((true, false)), [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0]);
        assert_eq!(marked((true, true)), [0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0]);
    }

    #[test]
    fn dots_fill_a_part_of_each_square_of_four() {
        for number in 1..=4 {
            let tile = dots(number, [9, 8, 7, 255]).unwrap();
            let filled = tile.pixels().iter().filter(|pixel| pixel.alpha() > 0).count();
            assert_eq!(filled, usize::from(number));
        }
    }
}
