//! Shaded parts of a map: discs around spots that run into one another, with one edge around all of them.

use resvg::tiny_skia::{BlendMode, Color, FillRule, Paint, PathBuilder, Pixmap, PixmapPaint, Transform};

use super::scene::Colour;

/// How much of the map a shade hides, and its edge.
const WITHIN: f32 = 0.26;
const EDGE: f32 = 0.85;
/// Width of the edge in radii of a disc, and the least in pixels of the picture.
const WIDTH: (f32, f32) = (0.09, 2.0);

/// A shade in pixels of the picture.
#[derive(Clone, Debug)]
pub struct ShadedSpots {
    /// The middles of its discs.
    pub spots: Vec<(f32, f32)>,
    /// The radius of each.
    pub radius: f32,
    /// Its colour.
    pub colour: Colour,
}

/// Draws shades one over the other.
pub fn draw(pixels: &mut Pixmap, shades: &[ShadedSpots]) {
    for shade in shades {
        let Some(mut layer) = Pixmap::new(pixels.width(), pixels.height()) else { return };
        let edge = (shade.radius * WIDTH.0).max(WIDTH.1);
        discs(&mut layer, shade, shade.radius + edge, EDGE);
        discs(&mut layer, shade, shade.radius, WITHIN);
        pixels.draw_pixmap(0, 0, layer.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }
}

/// Discs of one opacity in the place of what was there, so that those that overlap are no darker.
fn discs(layer: &mut Pixmap, shade: &ShadedSpots, radius: f32, opacity: f32) {
    let mut path = PathBuilder::new();
    for (x, y) in &shade.spots {
        path.push_circle(*x, *y, radius);
    }
    let Some(path) = path.finish() else { return };
    let [red, green, blue, alpha] = shade.colour;
    let alpha = (f32::from(alpha) * opacity).round() as u8;
    let mut paint = Paint { anti_alias: true, blend_mode: BlendMode::Source, ..Paint::default() };
    paint.set_color(Color::from_rgba8(red, green, blue, alpha));
    layer.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_run_into_one_with_an_edge_around_all_of_them() {
        let mut pixels = Pixmap::new(200, 100).unwrap();
        pixels.fill(Color::WHITE);
        let shade =
            ShadedSpots { spots: vec![(60.0, 50.0), (100.0, 50.0)], radius: 30.0, colour: [0, 0, 200, 255] };
        draw(&mut pixels, &[shade]);
        let red = |x, y| pixels.pixel(x, y).unwrap().red();
        assert_eq!(red(60, 50), red(80, 50), "no darker where discs overlap");
        assert!(red(60, 50) > 150 && red(60, 50) < 255);
        assert!(red(60, 50 - 31) < 80, "the edge");
        assert_eq!(red(60, 10), 255);
    }
}
