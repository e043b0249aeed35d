//! Where a sheet has land, coarsely.

use resvg::tiny_skia::{BlendMode, Color, FillRule, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::{Point, SheetArt, SideArt, SideKind};

/// Pixels of the mask for each hex width.
const FINE: f32 = 16.0;

/// How wide the channel along a side of water is, in hex widths.
const CHANNEL: f32 = 0.27;

/// Where land is, coarsely.
pub struct Land {
    mask: Option<Pixmap>,
    left: f32,
    top: f32,
    /// Both ends of each hexside of water that has drawn land beside it.
    pub cut: Vec<[Point; 2]>,
}

impl Land {
    /// Draws the lands of a sheet small, without its lakes and their shores and without the channels along sides of water.
    pub fn of(sheet: &SheetArt) -> Self {
        let [left, right, bottom, top] = sheet.edges;
        let pixels = |length: f32| ((length * FINE).ceil() as u32).clamp(1, 4000);
        let mut mask = Pixmap::new(pixels(right - left), pixels(top - bottom));
        let mut paint = Paint::default();
        paint.set_color(Color::BLACK);
        if let (Some(mask), Some(path)) = (&mut mask, small(&sheet.lands, (left, top))) {
            mask.fill_path(&path, &paint, FillRule::EvenOdd, Transform::identity(), None);
        }
        paint.blend_mode = BlendMode::Clear;
        if let (Some(mask), Some(path)) = (&mut mask, small(&sheet.lakes, (left, top))) {
            let shore = Stroke { width: FINE * 0.2, ..Stroke::default() };
            mask.fill_path(&path, &paint, FillRule::EvenOdd, Transform::identity(), None);
            mask.stroke_path(&path, &paint, &shore, Transform::identity(), None);
        }
        let mut land = Self { mask, left, top, cut: Vec::new() };
        let water = sheet.sides.iter().filter(|side| side.kind == SideKind::Water);
        land.cut = water.map(SideArt::ends).filter(|side| land.is_beside(*side)).collect();
        let mut channels = PathBuilder::new();
        for [from, to] in &land.cut {
            channels.move_to((from.0 - left) * FINE, (top - from.1) * FINE);
            channels.line_to((to.0 - left) * FINE, (top - to.1) * FINE);
        }
        if let (Some(mask), Some(path)) = (&mut land.mask, channels.finish()) {
            let wide = Stroke { width: FINE * CHANNEL, ..Stroke::default() };
            mask.stroke_path(&path, &paint, &wide, Transform::identity(), None);
        }
        land
    }

    /// Whether land lies on a hexside or close to it.
    fn is_beside(&self, [from, to]: [Point; 2]) -> bool {
        let (along, across) = ((to.0 - from.0, to.1 - from.1), (from.1 - to.1, to.0 - from.0));
        let shares = |steps: u8| (0..=steps).map(move |step| f32::from(step) / f32::from(steps));
        let points = shares(12).flat_map(|far| shares(4).map(move |aside| (far, (aside - 0.5) * 0.6)));
        points.into_iter().any(|(far, aside)| {
            self.has((from.0 + along.0 * far + across.0 * aside, from.1 + along.1 * far + across.1 * aside))
        })
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

    /// The points of land in a hex.
    fn points(&self, centre: Point) -> Vec<Point> {
        let steps = (-8..=8).flat_map(|i| (-9..=9).map(move |j| (i, j)));
        let points = steps.map(|(i, j)| (centre.0 + i as f32 * 0.055, centre.1 + j as f32 * 0.055));
        points.filter(|point| within(*point, centre, 0.06) && self.has(*point)).collect()
    }

    /// The middle of what land a hex has; none when it has none.
    pub fn middle(&self, centre: Point) -> Option<Point> {
        let land = self.points(centre);
        let count = land.len().max(1) as f32;
        let sum = land.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
        self.nearest(centre, (sum.0 / count, sum.1 / count))
    }

    /// The point of a hex's land that is nearest to a place; none when it has no land.
    pub fn nearest(&self, centre: Point, to: Point) -> Option<Point> {
        let far = |point: &Point| (point.0 - to.0).hypot(point.1 - to.1);
        self.points(centre).into_iter().min_by(|a, b| far(a).total_cmp(&far(b)))
    }
}

/// Rings as a path in pixels of the mask.
fn small(rings: &[Vec<Point>], (left, top): Point) -> Option<Path> {
    let mut path = PathBuilder::new();
    for ring in rings {
        for (number, (x, y)) in ring.iter().enumerate() {
            let (x, y) = ((x - left) * FINE, (top - y) * FINE);
            if number == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
        }
        path.close();
    }
    path.finish()
}

/// Whether a point lies in the hex about a centre, a margin from its sides, in hex widths.
pub fn within(point: Point, centre: Point, margin: f32) -> bool {
    let (x, y) = ((point.0 - centre.0).abs(), (point.1 - centre.1).abs());
    x <= 0.5 - margin && x * 0.5 + y * 0.866 <= 0.5 - margin
}
