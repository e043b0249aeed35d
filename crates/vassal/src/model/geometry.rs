//! Points, sizes and polygons in pixels, with the edge rules of the engine.

use serde::{Deserialize, Serialize};

/// Coordinates and sizes that an attribute can name never leave this range, so
/// that no later arithmetic on them can overflow.
const LIMIT: f64 = 1e9;

/// A place in pixels, x to the right, y down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: i32,
    /// Pixels from the top edge.
    pub y: i32,
}

impl Point {
    /// The point at `x`, `y` pixels.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The point with both coordinates exchanged, as a sideways grid sees it.
    pub const fn swapped(self) -> Self {
        Self { x: self.y, y: self.x }
    }

    /// The point moved by `dx`, `dy` pixels.
    pub const fn offset(self, dx: i32, dy: i32) -> Self {
        Self { x: self.x.saturating_add(dx), y: self.y.saturating_add(dy) }
    }

    /// The point as seen from `origin`.
    pub const fn relative_to(self, origin: Self) -> Self {
        Self { x: self.x.saturating_sub(origin.x), y: self.y.saturating_sub(origin.y) }
    }

    /// Square of the straight distance to `other`, in pixels².
    pub fn distance_squared(self, other: Self) -> i64 {
        let dx = i64::from(self.x) - i64::from(other.x);
        let dy = i64::from(self.y) - i64::from(other.y);
        dx.saturating_mul(dx).saturating_add(dy.saturating_mul(dy))
    }
}

/// A width and a height in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Size {
    /// Pixels across.
    pub width: i32,
    /// Pixels down.
    pub height: i32,
}

/// An upright rectangle in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rect {
    /// Left upper corner.
    pub origin: Point,
    /// Extent; nothing is inside when a side is 0.
    pub size: Size,
}

impl Rect {
    /// Whether `p` is inside; the left and top edges belong to the rectangle,
    /// the right and bottom edges do not (`java.awt.Rectangle.contains`).
    pub fn contains(&self, p: Point) -> bool {
        let dx = i64::from(p.x) - i64::from(self.origin.x);
        let dy = i64::from(p.y) - i64::from(self.origin.y);
        (0..i64::from(self.size.width)).contains(&dx) && (0..i64::from(self.size.height)).contains(&dy)
    }
}

/// Whether a polygon contains `p` by the even-odd rule; a point on a left or
/// top edge is inside (`java.awt.Polygon.contains`).
pub fn polygon_contains(corners: &[Point], p: Point) -> bool {
    let (x, y) = (f64::from(p.x), f64::from(p.y));
    let mut crossings = 0;
    let Some(mut a) = corners.last().copied() else { return false };
    for &b in corners {
        let (from, to) = (a, b);
        a = b;
        if (from.y <= p.y) == (to.y <= p.y) {
            continue;
        }
        let (low, high) = if from.y < to.y { (from, to) } else { (to, from) };
        let (lx, ly) = (f64::from(low.x), f64::from(low.y));
        let (hx, hy) = (f64::from(high.x), f64::from(high.y));
        if x < lx + (y - ly) * (hx - lx) / (hy - ly) {
            crossings += 1;
        }
    }
    crossings % 2 == 1
}

/// The smallest rectangle around `corners`, as the engine counts it: its right
/// and bottom edges lie on the largest coordinates.
pub fn bounds_of(corners: &[Point]) -> Rect {
    let left = corners.iter().map(|p| p.x).min().unwrap_or(0);
    let top = corners.iter().map(|p| p.y).min().unwrap_or(0);
    let right = corners.iter().map(|p| p.x).max().unwrap_or(0);
    let bottom = corners.iter().map(|p| p.y).max().unwrap_or(0);
    Rect {
        origin: Point::new(left, top),
        size: Size { width: right.saturating_sub(left), height: bottom.saturating_sub(top) },
    }
}

/// Largest whole number not above `v`.
pub(crate) fn floor(v: f64) -> i32 {
    v.floor().clamp(-LIMIT, LIMIT) as i32
}

/// `v` to the nearest whole number, halves upward (`Math.round`).
pub(crate) fn round(v: f64) -> i32 {
    floor(v + 0.5)
}

/// `v` without its fraction (a Java cast to `int`).
pub(crate) fn trunc(v: f64) -> i32 {
    v.clamp(-LIMIT, LIMIT) as i32
}
