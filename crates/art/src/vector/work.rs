//! What it takes to draw an SVG that is read: pixels painted, edges, layers and filters, weighed before any is drawn.

use resvg::tiny_skia::{PathSegment, Point, Rect, Transform};
use resvg::usvg::filter::{Filter, Kind};
use resvg::usvg::{
    ClipPath, Group, ImageKind, LineCap, LineJoin, Mask, Node, Paint, Path, Pattern, Stop, Stroke, Tree,
};

use super::crossings::Crossings;
use crate::bitmap;

/// Most bytes of layers, masks and decoded pictures that are there at the same time.
const MOST_BYTES: u64 = 120 << 20;
/// Nanoseconds: of a node, of an end of a line and of looking at it before, of a row that an edge crosses, of an edge that
/// crosses another, of a pixel of each kind.
const PER_NODE: u64 = 500;
const PER_POINT: u64 = 100;
const PER_WEIGHED: u64 = 20;
const PER_ROW: u64 = 12;
const PER_CROSSING: u64 = 4;
const PER_PAINTED: u64 = 2;
const PER_SHADED: u64 = 10;
const PER_LAYER: u64 = 10;
const PER_DECODED: u64 = 15;
/// Most lines of drawings do not cross where they might; so many crossings of a path take no longer than its edges.
const FEW_CROSSINGS: u64 = 100_000;
/// A large curve becomes so many lines, and a small one half of them.
const PER_CURVE: u64 = 12;
/// A line has two sides, ends and joins.
const SIDES: u64 = 3;
/// A round end or corner has a piece for so many pixels of the line's width, and no more than so many.
const ROUND_PER_PIECE: f64 = 4.0;
const MOST_PIECES: f64 = 24.0;
/// What is kept of a point of an outline, in pixels of four bytes.
const KEPT_PER_POINT: u64 = 4;
/// Most dashes of a line that the renderer draws; a line with more is drawn without any.
const MOST_DASHES: f32 = 1_000_000.0;

/// Weighing takes so much less than drawing.
const WEIGHING: u64 = 8;

/// The work of drawing a tree onto so many pixels. Where it is more than `most` or takes too much memory, that of weighing
/// it so far is the error.
pub fn of(tree: &Tree, transform: Transform, (width, height): (u32, u32), most: u64) -> Result<u64, u64> {
    let mut walk = Walk { left: most, alive: 0 };
    let canvas = DrawnSize { width: width as f32, height: height as f32 };
    let is_light = walk.group(tree.root(), transform, canvas).is_some();
    let weighed = most - walk.left;
    if is_light { Ok(weighed) } else { Err(weighed / WEIGHING) }
}

/// The pixels that something is drawn onto.
#[derive(Clone, Copy)]
struct DrawnSize {
    width: f32,
    height: f32,
}

impl DrawnSize {
    /// How much of a rectangle may be drawn: the renderer keeps layers up to twice the picture beyond each of its sides.
    fn area(self, rect: Rect) -> u64 {
        let along = |from: f32, to: f32, length: f32| {
            (to.min(3.0 * length) - from.max(-2.0 * length) + 4.0).clamp(1.0, 5.0 * length + 4.0)
        };
        let across = along(rect.left(), rect.right(), self.width);
        (f64::from(across) * f64::from(along(rect.top(), rect.bottom(), self.height))) as u64
    }

    /// The same of what is painted onto the picture itself.
    fn painted(self, rect: Rect) -> u64 {
        let along =
            |from: f32, to: f32, length: f32| (to.min(length) - from.max(0.0)).clamp(1.0, length + 1.0);
        let across = along(rect.left(), rect.right(), self.width);
        (f64::from(across) * f64::from(along(rect.top(), rect.bottom(), self.height))) as u64
    }
}

struct Walk {
    left: u64,
    alive: u64,
}

impl Walk {
    fn spend(&mut self, work: u64) -> Option<()> {
        self.left = self.left.checked_sub(work)?;
        Some(())
    }

    fn hold(&mut self, pixels: u64) -> Option<()> {
        self.alive = self.alive.checked_add(pixels.checked_mul(4)?)?;
        (self.alive <= MOST_BYTES).then_some(())
    }

    fn group(&mut self, group: &Group, outside: Transform, canvas: DrawnSize) -> Option<()> {
        self.spend(PER_NODE)?;
        let transform = outside.pre_concat(group.transform());
        let before = self.alive;
        if group.should_isolate() {
            let layer = group.layer_bounding_box().to_rect().transform(transform);
            let pixels = layer.map_or(0, |layer| canvas.area(layer));
            self.hold(pixels)?;
            self.spend(pixels.checked_mul(PER_LAYER)?)?;
            for filter in group.filters() {
                self.filter(filter, transform, canvas, pixels)?;
            }
            if let Some(clip) = group.clip_path() {
                self.clip(clip, transform, canvas, pixels)?;
            }
            if let Some(mask) = group.mask() {
                self.mask(mask, transform, canvas, pixels)?;
            }
        }
        for node in group.children() {
            self.node(node, transform, canvas)?;
        }
        self.alive = before;
        Some(())
    }

    fn node(&mut self, node: &Node, transform: Transform, canvas: DrawnSize) -> Option<()> {
        match node {
            Node::Group(group) => self.group(group, transform, canvas),
            Node::Path(path) => self.path(path, transform, canvas),
            Node::Text(text) => self.group(text.flattened(), transform, canvas),
            Node::Image(image) => {
                let place = image.bounding_box().transform(transform);
                let painted = place.map_or(0, |place| canvas.painted(place));
                self.spend(painted.checked_mul(PER_SHADED)?)?;
                self.picture(image.kind(), transform, canvas)
            }
        }
    }

    fn picture(&mut self, kind: &ImageKind, transform: Transform, canvas: DrawnSize) -> Option<()> {
        let before = self.alive;
        match kind {
            ImageKind::SVG(tree) => {
                let whole = f64::from(canvas.width) * f64::from(canvas.height);
                self.hold(whole as u64)?;
                self.spend((whole as u64).checked_mul(PER_LAYER)?)?;
                self.group(tree.root(), transform, canvas)?;
            }
            ImageKind::PNG(data) | ImageKind::JPEG(data) | ImageKind::GIF(data) | ImageKind::WEBP(data) => {
                // What cannot be decoded is not drawn.
                let pixels = bitmap::area(bitmap::size(data).unwrap_or_default());
                self.hold(pixels.checked_mul(2)?)?;
                self.spend(pixels.checked_mul(PER_DECODED)?)?;
            }
        }
        self.alive = before;
        Some(())
    }

    fn clip(&mut self, clip: &ClipPath, transform: Transform, canvas: DrawnSize, pixels: u64) -> Option<()> {
        let before = self.alive;
        self.hold(pixels)?;
        self.spend(pixels.checked_mul(PER_LAYER)?)?;
        self.group(clip.root(), transform.pre_concat(clip.transform()), canvas)?;
        if let Some(inner) = clip.clip_path() {
            self.clip(inner, transform, canvas, pixels)?;
        }
        self.alive = before;
        Some(())
    }

    fn mask(&mut self, mask: &Mask, transform: Transform, canvas: DrawnSize, pixels: u64) -> Option<()> {
        let before = self.alive;
        self.hold(pixels.checked_mul(2)?)?;
        self.spend(pixels.checked_mul(2 * PER_LAYER)?)?;
        self.group(mask.root(), transform, canvas)?;
        if let Some(inner) = mask.mask() {
            self.mask(inner, transform, canvas, pixels)?;
        }
        self.alive = before;
        Some(())
    }

    /// The results of all steps of a filter are kept until its end.
    fn filter(&mut self, filter: &Filter, transform: Transform, canvas: DrawnSize, layer: u64) -> Option<()> {
        let before = self.alive;
        let region = filter.rect().to_rect().transform(transform).map_or(0, |region| canvas.area(region));
        let pixels = region.min(layer);
        let (across, down) = scale_of(transform);
        for step in filter.primitives() {
            self.hold(pixels.checked_mul(2)?)?;
            let each = match step.kind() {
                Kind::Turbulence(noise) => 100 * u64::from(noise.num_octaves()).max(1),
                Kind::Morphology(shape) => {
                    let reach = |radius: f32, scale: f32| {
                        (2.0 * radius * scale + 1.0).min(2.0 * canvas.width.max(canvas.height)) as u64
                    };
                    5 + 2 * reach(shape.radius_x().get(), across) * reach(shape.radius_y().get(), down)
                }
                Kind::ConvolveMatrix(matrix) => {
                    5 + 5 * u64::from(matrix.matrix().columns()) * u64::from(matrix.matrix().rows())
                }
                Kind::GaussianBlur(_) | Kind::DropShadow(_) => 60,
                Kind::DiffuseLighting(_) | Kind::SpecularLighting(_) => 100,
                Kind::Merge(merge) => 10 * (merge.inputs().len() as u64 + 1),
                Kind::Image(image) => {
                    self.group(image.root(), transform, canvas)?;
                    20
                }
                _ => 25,
            };
            self.spend(pixels.checked_mul(each)?)?;
        }
        self.alive = before;
        Some(())
    }

    fn path(&mut self, path: &Path, transform: Transform, canvas: DrawnSize) -> Option<()> {
        self.spend(PER_NODE + path.data().len() as u64 * PER_WEIGHED)?;
        if !path.is_visible() {
            return Some(());
        }
        let painted = |rect: Rect| rect.transform(transform).map_or(0, |rect| canvas.painted(rect));
        if let Some(fill) = path.fill() {
            let lines = Lines::of(path, transform, canvas, 0.0);
            let pixels = painted(path.bounding_box());
            self.cross(&lines, 1)?;
            self.edges(lines.points, lines.rows)?;
            self.paint(fill.paint(), pixels, transform)?;
        }
        if let Some(stroke) = path.stroke() {
            let (across, down) = scale_of(transform);
            let wide = f64::from(stroke.width().get() * across.max(down)).max(1.0) + 1.0;
            let lines = Lines::of(path, transform, canvas, wide as f32 / 2.0);
            self.cross(&lines, 2)?;
            let along = (f64::from(lines.length) + lines.points as f64 * wide) * wide;
            let dashes = dashes(stroke, lines.length / across.max(down).max(f32::MIN_POSITIVE));
            // What is round is made of the more pieces the larger it is.
            let is_round = stroke.linecap() == LineCap::Round || stroke.linejoin() == LineJoin::Round;
            let pieces = if is_round { 1 + (wide / ROUND_PER_PIECE).min(MOST_PIECES) as u64 } else { 1 };
            let ends = lines.points.saturating_add(dashes);
            let rows = lines.rows.saturating_add((ends as f64 * wide.min(f64::from(canvas.height))) as u64);
            let points = ends.saturating_mul(SIDES).saturating_mul(pieces);
            self.edges(points, rows.saturating_mul(SIDES))?;
            let before = self.alive;
            self.hold(points.saturating_mul(KEPT_PER_POINT))?;
            self.alive = before;
            self.paint(stroke.paint(), painted(path.stroke_bounding_box()).min(along as u64), transform)?;
        }
        Some(())
    }

    /// Lines that may cross; each has so many sides.
    fn cross(&mut self, lines: &Lines, sides: u64) -> Option<()> {
        let crossings = lines.crossings.most().checked_mul(sides * sides)?;
        self.spend(crossings.saturating_sub(FEW_CROSSINGS).checked_mul(PER_CROSSING)?)
    }

    fn edges(&mut self, points: u64, rows: u64) -> Option<()> {
        self.spend(points.checked_mul(PER_POINT)?.checked_add(rows.checked_mul(PER_ROW)?)?)
    }

    fn paint(&mut self, paint: &Paint, pixels: u64, transform: Transform) -> Option<()> {
        let run_of = |stops: &[Stop]| {
            // The colours are copied for each path, and looked through for each pixel.
            let stops = stops.len() as u64;
            pixels.checked_mul(PER_SHADED + stops)?.checked_add(stops.checked_mul(PER_POINT)?)
        };
        match paint {
            Paint::Color(_) => self.spend(pixels.checked_mul(PER_PAINTED)?),
            Paint::Pattern(pattern) => {
                self.spend(pixels.checked_mul(2 * PER_SHADED)?)?;
                self.pattern(pattern, transform)
            }
            Paint::LinearGradient(colours) => self.spend(run_of(colours.stops())?),
            Paint::RadialGradient(colours) => self.spend(run_of(colours.stops())?),
        }
    }

    fn pattern(&mut self, pattern: &Pattern, transform: Transform) -> Option<()> {
        let (across, down) = scale_of(transform.pre_concat(pattern.transform()));
        let tile = pattern.rect();
        let canvas = DrawnSize { width: tile.width() * across, height: tile.height() * down };
        let before = self.alive;
        let pixels = (f64::from(canvas.width).ceil() * f64::from(canvas.height).ceil()) as u64;
        self.hold(pixels)?;
        self.spend(pixels.checked_mul(PER_LAYER)?)?;
        let within = Transform::from_scale(across, down).pre_translate(-tile.x(), -tile.y());
        self.group(pattern.root(), within, canvas)?;
        self.alive = before;
        Some(())
    }
}

fn scale_of(transform: Transform) -> (f32, f32) {
    (transform.sx.hypot(transform.ky), transform.kx.hypot(transform.sy))
}

/// How many dashes a line so long has.
fn dashes(stroke: &Stroke, length: f32) -> u64 {
    let Some(pattern) = stroke.dasharray() else { return 0 };
    let period: f32 = pattern.iter().sum();
    let dashes = length / period * pattern.len() as f32;
    if dashes.is_finite() { dashes.clamp(0.0, MOST_DASHES) as u64 } else { MOST_DASHES as u64 }
}

/// The lines of a path on the picture.
struct Lines {
    points: u64,
    /// Rows that they cross, each counted for each line.
    rows: u64,
    /// Their length in pixels.
    length: f32,
    crossings: Crossings,
}

impl Lines {
    fn of(path: &Path, transform: Transform, canvas: DrawnSize, margin: f32) -> Self {
        let size = (canvas.width, canvas.height);
        let crossings = Crossings::new(path.data().len(), size, margin);
        let mut lines = Self { points: 0, rows: 0, length: 0.0, crossings };
        let (mut first, mut last) = (Point::zero(), Point::zero());
        let on_picture = |mut point: Point| {
            transform.map_point(&mut point);
            point
        };
        for segment in path.data().segments() {
            let points = match segment {
                PathSegment::MoveTo(point) => {
                    first = on_picture(point);
                    last = first;
                    continue;
                }
                PathSegment::LineTo(end) => [on_picture(end); 3],
                PathSegment::QuadTo(handle, end) => [handle, end, end].map(on_picture),
                PathSegment::CubicTo(handle, other, end) => [handle, other, end].map(on_picture),
                PathSegment::Close => [first; 3],
            };
            let is_straight = points[0] == points[2];
            lines.points += if is_straight { 1 } else { PER_CURVE };
            for point in points.into_iter().skip(if is_straight { 2 } else { 0 }) {
                lines.add(last, point, canvas);
                lines.crossings.add(last, point, if is_straight { 1 } else { PER_CURVE as u32 / 6 });
                last = point;
            }
        }
        lines
    }

    fn add(&mut self, from: Point, to: Point, canvas: DrawnSize) {
        let within = |y: f32| y.clamp(0.0, canvas.height);
        self.rows = self.rows.saturating_add((within(from.y) - within(to.y)).abs() as u64);
        self.length += from.distance(to);
    }
}
