//! The trail of a piece, under everything that is drawn after the piece.

use resvg::tiny_skia::{FillRule, Paint, PathBuilder, Stroke, Transform};

use super::{Canvas, color};
use crate::position::scene::Colour;
use crate::position::scene::Trail;

impl Canvas {
    /// Paints a trail, so solid as its piece.
    pub(super) fn trail(&mut self, trail: &Trail, opacity: f32) {
        let places: Vec<(f32, f32)> = trail.places.iter().map(|(x, y)| self.at(*x, *y)).collect();
        let radius = trail.radius as f32 * self.scale;
        let ink = |[red, green, blue, alpha]: Colour| {
            let mut paint = Paint::default();
            let alpha = f32::from(alpha) * trail.opacity * opacity;
            paint.set_color(color([red, green, blue, alpha.round() as u8]));
            paint
        };
        let line = trail.line.map(ink);
        let stroke = |width: f32| Stroke { width, ..Stroke::default() };
        // Java draws its lines on the pixels right of and below their places.
        let half = Transform::from_translate(0.5, 0.5);
        for pair in places.windows(2) {
            let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
            let length = (to_x - x).hypot(to_y - y);
            if length < 1.0 {
                continue;
            }
            // The engine cuts what is left of a pixel off.
            let (across, down) =
                ((radius * (to_x - x) / length).trunc(), (radius * (to_y - y) / length).trunc());
            let mut path = PathBuilder::new();
            path.move_to(x + across, y + down);
            path.line_to(to_x - across, to_y - down);
            if let Some((path, line)) = path.finish().zip(line.as_ref()) {
                let stroke = stroke((trail.width * self.scale).max(1.0));
                self.pixels.stroke_path(&path, line, &stroke, half, None);
            }
        }
        for (x, y) in places.iter().filter(|place| Some(*place) != places.last()) {
            let Some(disc) = PathBuilder::from_circle(*x, *y, radius) else {
                continue;
            };
            if let Some(fill) = trail.fill.map(ink) {
                self.pixels.fill_path(&disc, &fill, FillRule::Winding, Transform::identity(), None);
            }
            if let Some(line) = &line {
                let stroke = stroke((trail.width * self.scale).max(1.0));
                self.pixels.stroke_path(&disc, line, &stroke, half, None);
            }
        }
    }
}
