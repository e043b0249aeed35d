//! Small signs on the land, so that each hex shows its terrain without colour too, and the dots of islets.

use resvg::tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, Transform};

use super::desk::{Desk, Way};
use super::{Ground, HexArt, Point, SheetArt, Terrain};

/// Pixels of the mask for each hex width.
const FINE: f32 = 16.0;

/// Where land is, coarsely.
pub struct Land {
    mask: Option<Pixmap>,
    left: f32,
    top: f32,
}

impl Land {
    /// Draws the lands of a sheet small.
    pub fn of(sheet: &SheetArt) -> Self {
        let [left, right, bottom, top] = sheet.edges;
        let pixels = |length: f32| ((length * FINE).ceil() as u32).clamp(1, 4000);
        let mut mask = Pixmap::new(pixels(right - left), pixels(top - bottom));
        let mut path = PathBuilder::new();
        for ring in &sheet.lands {
            for (number, (x, y)) in ring.iter().enumerate() {
                let (x, y) = ((x - left) * FINE, (top - y) * FINE);
                if number == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
            }
            path.close();
        }
        if let (Some(mask), Some(path)) = (&mut mask, path.finish()) {
            let mut paint = Paint::default();
            paint.set_color(Color::BLACK);
            mask.fill_path(&path, &paint, FillRule::EvenOdd, Transform::identity(), None);
        }
        Self { mask, left, top }
    }

    /// Whether a point lies on land.
    pub fn has(&self, (x, y): Point) -> bool {
        let (u, v) = ((x - self.left) * FINE, (self.top - y) * FINE);
        if u < 0.0 || v < 0.0 {
            return false;
        }
        let pixel = self.mask.as_ref().and_then(|mask| mask.pixel(u as u32, v as u32));
        pixel.is_some_and(|pixel| pixel.alpha() > 127)
    }

    /// The middle of what land a hex has; none when it has none.
    pub fn middle(&self, centre: Point) -> Option<Point> {
        let steps = (-7..=7).flat_map(|i| (-7..=7).map(move |j| (i, j)));
        let points = steps.map(|(i, j)| (centre.0 + i as f32 * 0.06, centre.1 + j as f32 * 0.06));
        let land: Vec<Point> = points.filter(|point| self.has(*point)).collect();
        let count = land.len().max(1) as f32;
        let sum = land.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
        (!land.is_empty()).then_some((sum.0 / count, sum.1 / count))
    }
}

/// Where signs stand in a hex, in hex widths from its centre: clear of its number and of most towns.
const SEATS: [Point; 7] =
    [(-0.33, 0.16), (0.33, 0.14), (-0.37, -0.13), (0.36, -0.17), (-0.16, -0.34), (0.17, -0.36), (0.0, -0.46)];

impl Desk<'_> {
    /// The signs of all hexes that are not clear.
    pub fn terrain_signs(&mut self, land: &Land) {
        for terrain in [
            Terrain::Desert,
            Terrain::Forest,
            Terrain::Jungle,
            Terrain::JungleMountain,
            Terrain::Marsh,
            Terrain::Mountain,
        ] {
            let sheet = self.sheet;
            let of_kind = |hex: &&HexArt| hex.terrain == terrain && hex.ground != Ground::Sea;
            for hex in sheet.hexes.iter().filter(of_kind) {
                let mut path = PathBuilder::new();
                for (number, (dx, dy)) in SEATS.iter().enumerate() {
                    let point = (hex.centre.0 + dx, hex.centre.1 + dy);
                    if land.has(point) {
                        self.sign(&mut path, terrain, number, self.at(point));
                    }
                }
                self.put(path.finish(), Way::Line(self.px(1.7), Vec::new()), sign_colour(terrain));
            }
        }
    }

    /// One sign about a pixel; the number of its seat tells which of two a mixed terrain shows.
    pub fn sign(&self, path: &mut PathBuilder, terrain: Terrain, seat: usize, (x, y): (f32, f32)) {
        let px = |length: f32| self.px(length);
        let mut line = |points: &[(f32, f32)]| {
            for (number, (dx, dy)) in points.iter().enumerate() {
                let at = (x + px(*dx), y + px(*dy));
                if number == 0 { path.move_to(at.0, at.1) } else { path.line_to(at.0, at.1) }
            }
        };
        match terrain {
            Terrain::Clear => {}
            Terrain::Mountain => {
                line(&[(-9.0, 5.0), (-1.0, -7.0), (7.0, 5.0)]);
                line(&[(-1.0, -7.0), (1.0, -1.0), (-1.0, 3.0)]);
            }
            Terrain::JungleMountain if seat.is_multiple_of(2) => {
                line(&[(-9.0, 5.0), (-1.0, -7.0), (7.0, 5.0)]);
                line(&[(-1.0, -7.0), (1.0, -1.0), (-1.0, 3.0)]);
            }
            Terrain::Jungle | Terrain::JungleMountain => {
                line(&[(0.0, 7.0), (0.0, -3.0), (-6.0, -6.0)]);
                line(&[(0.0, -3.0), (6.0, -6.0)]);
                line(&[(-6.0, -1.0), (0.0, -3.0), (6.0, -1.0)]);
            }
            Terrain::Forest => {
                line(&[(0.0, 7.0), (0.0, 3.0)]);
                line(&[(-5.0, 3.0), (0.0, -7.0), (5.0, 3.0), (-5.0, 3.0)]);
            }
            Terrain::Marsh => {
                line(&[(-7.0, 4.0), (7.0, 4.0)]);
                line(&[(-3.0, 4.0), (-4.0, -3.0)]);
                line(&[(0.0, 4.0), (0.0, -5.0)]);
                line(&[(3.0, 4.0), (4.0, -3.0)]);
            }
            Terrain::Desert => {
                for (dx, dy) in [(-6.0, 2.0), (0.0, -3.0), (6.0, 2.0)] {
                    line(&[(dx, dy), (dx + 0.6, dy)]);
                }
            }
        }
    }

    /// A dot on or beside the land of every islet, ringed so that it shows on land and sea.
    pub fn islets(&mut self, land: &Land) {
        let sheet = self.sheet;
        for hex in sheet.hexes.iter().filter(|hex| hex.islet) {
            let town = sheet.towns.iter().any(|town| inside(town.at, hex.centre));
            let at = match (town, land.middle(hex.centre)) {
                // The town's own sign stands on the island.
                (true, _) => (hex.centre.0 - 0.36, hex.centre.1 - 0.12),
                (false, Some(middle)) => middle,
                (false, None) => hex.centre,
            };
            let at = self.at(at);
            self.islet(at);
        }
    }

    /// The dot of an islet.
    pub fn islet(&mut self, at: (f32, f32)) {
        self.disc(at, 8.0, Way::Fill, [250, 246, 230, 235]);
        self.disc(at, 5.6, Way::Fill, [24, 24, 26, 255]);
    }
}

/// The colour of a sign, a darker shade of its terrain's tint.
pub fn sign_colour(terrain: Terrain) -> [u8; 4] {
    match terrain {
        Terrain::Desert => [150, 110, 40, 170],
        Terrain::Mountain => [104, 72, 40, 165],
        Terrain::Marsh => [40, 96, 90, 190],
        _ => [34, 84, 40, 165],
    }
}

/// Whether a point lies in the hex about a centre, near enough.
pub fn inside(point: Point, centre: Point) -> bool {
    (point.0 - centre.0).abs() <= 0.5 && (point.1 - centre.1).abs() <= 0.578
}
