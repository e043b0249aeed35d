//! Lines on a picture: stretches that lines share are drawn once, and a ring stands where lines end.

use std::collections::BTreeSet;

use resvg::tiny_skia::{Color, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform};

use super::scene::Colour;

/// Width of a line in map pixels, and the least in pixels of the picture.
const WIDTH: (f32, f32) = (11.0, 2.5);
/// Width of the light edge on each side of a line, in its widths.
const EDGE: f32 = 0.3;
/// Radius of the ring at the end of a line, in its widths: a counter can be read inside it.
const END: f32 = 4.3;
/// How much of a line is seen on the pieces that lie on it.
const THROUGH: f32 = 0.4;
const WHITE: Colour = [255, 255, 255, 255];

/// A line in pixels of the picture.
#[derive(Clone, Debug)]
pub struct Course {
    /// Its places, from its start to its end.
    pub places: Vec<(f32, f32)>,
    /// Its colour.
    pub colour: Colour,
}

/// The stretches of lines of one colour, each once, whichever way lines run along it.
type Stretches = BTreeSet<((i64, i64), (i64, i64))>;

/// Hundredths of a pixel, which have an order.
fn fine((x, y): (f32, f32)) -> (i64, i64) {
    ((x * 100.0) as i64, (y * 100.0) as i64)
}

fn coarse((x, y): (i64, i64)) -> (f32, f32) {
    (x as f32 / 100.0, y as f32 / 100.0)
}

fn width(scale: f32) -> f32 {
    (WIDTH.0 * scale).max(WIDTH.1)
}

/// The colours of some lines, in their order.
fn colours(lines: &[Course]) -> BTreeSet<Colour> {
    lines.iter().map(|line| line.colour).collect()
}

fn stretches(lines: &[Course], colour: Colour) -> Stretches {
    let own = lines.iter().filter(|line| line.colour == colour);
    let pairs = own.flat_map(|line| line.places.windows(2));
    let ends = pairs.filter_map(|pair| match pair {
        [one, other] => Some((fine(*one), fine(*other))),
        _ => None,
    });
    ends.map(|(one, other)| (one.min(other), one.max(other))).collect()
}

/// Draws lines with light edges, below the pieces.
pub fn draw(pixels: &mut Pixmap, lines: &[Course], scale: f32) {
    let width = width(scale);
    for colour in colours(lines) {
        let stretches = stretches(lines, colour);
        stroke(pixels, &stretches, width * (1.0 + 2.0 * EDGE), WHITE, 1.0);
        stroke(pixels, &stretches, width, colour, 1.0);
    }
}

/// Lets lines show through the pieces that lie on them, and draws their ends.
pub fn draw_above(pixels: &mut Pixmap, lines: &[Course], scale: f32) {
    let width = width(scale);
    for colour in colours(lines) {
        stroke(pixels, &stretches(lines, colour), width, colour, THROUGH);
        let own = lines.iter().filter(|line| line.colour == colour);
        let ends: BTreeSet<(i64, i64)> =
            own.filter_map(|line| line.places.last()).map(|end| fine(*end)).collect();
        for end in ends {
            ring(pixels, coarse(end), width, width * (0.8 + 2.0 * EDGE), WHITE);
            ring(pixels, coarse(end), width, width * 0.8, colour);
        }
    }
}

fn paint([red, green, blue, alpha]: Colour, opacity: f32) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(Color::from_rgba8(red, green, blue, (f32::from(alpha) * opacity).round() as u8));
    paint
}

/// Strokes all stretches as one path, so that what lies on what does not show.
fn stroke(pixels: &mut Pixmap, stretches: &Stretches, width: f32, colour: Colour, opacity: f32) {
    let mut path = PathBuilder::new();
    for (one, other) in stretches {
        let ((x, y), (to_x, to_y)) = (coarse(*one), coarse(*other));
        path.move_to(x, y);
        path.line_to(to_x, to_y);
    }
    let Some(path) = path.finish() else { return };
    let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    pixels.stroke_path(&path, &paint(colour, opacity), &stroke, Transform::identity(), None);
}

/// A ring around the end of a line of some width, itself so thick.
fn ring(pixels: &mut Pixmap, (x, y): (f32, f32), width: f32, thick: f32, colour: Colour) {
    if let Some(path) = PathBuilder::from_circle(x, y, width * END) {
        let stroke = Stroke { width: thick, ..Stroke::default() };
        pixels.stroke_path(&path, &paint(colour, 1.0), &stroke, Transform::identity(), None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAGENTA: Colour = [216, 0, 140, 255];

    fn line(places: &[(f32, f32)]) -> Course {
        Course { places: places.to_vec(), colour: MAGENTA }
    }

    fn at(pixels: &Pixmap, x: u32, y: u32) -> Colour {
        let pixel = pixels.pixel(x, y).unwrap().demultiply();
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
    }

    #[test]
    fn a_line_runs_from_place_to_place_between_light_edges() {
        let mut pixels = Pixmap::new(200, 100).unwrap();
        draw(&mut pixels, &[line(&[(20.0, 50.0), (100.0, 50.0), (150.0, 20.0)])], 1.0);
        assert_eq!(at(&pixels, 60, 50), MAGENTA);
        assert_eq!(at(&pixels, 60, 57), WHITE);
        assert_eq!(at(&pixels, 60, 62)[3], 0);
        assert_eq!(at(&pixels, 125, 35), MAGENTA);
        assert_eq!(at(&pixels, 60, 20)[3], 0);
    }

    #[test]
    fn a_stretch_that_lines_share_is_drawn_once() {
        let both = [line(&[(60.0, 50.0), (240.0, 50.0)]), line(&[(240.0, 50.0), (60.0, 50.0)])];
        assert_eq!(stretches(&both, MAGENTA).len(), 1);
        let drawn = |lines: &[Course]| {
            let mut pixels = Pixmap::new(300, 100).unwrap();
            pixels.fill(Color::WHITE);
            draw_above(&mut pixels, lines, 1.0);
            at(&pixels, 150, 50)
        };
        assert_eq!(drawn(&both), drawn(&both[..1]), "no darker where two lines run");
        assert_ne!(drawn(&both), WHITE);
    }

    #[test]
    fn a_ring_stands_around_the_end_of_a_line_and_where_there_is_no_way_to_go() {
        let mut pixels = Pixmap::new(300, 120).unwrap();
        draw_above(&mut pixels, &[line(&[(20.0, 60.0), (100.0, 60.0)]), line(&[(230.0, 60.0)])], 1.0);
        for x in [100, 230] {
            assert_eq!(at(&pixels, x, 60 - 47), MAGENTA, "{x}");
            assert_eq!(at(&pixels, x, 60 - 53), WHITE, "{x}");
            assert_eq!(at(&pixels, x, 60 - 20)[3], 0, "the counter inside can be read");
        }
        assert_eq!(at(&pixels, 20, 60 - 47)[3], 0, "the start has none");
    }
}
