//! Hex grids: which cell a point is in, its centre, name and neighbours.

use super::numbering::{Numbering, Rows};
use super::{Cells, GridLook};
use crate::model::attributes::Attributes;
use crate::model::geometry::{Point, Rect, Size, floor, polygon_contains, round, trunc};
use crate::model::problem::Problem;

/// Default distance between rows in pixels; the engine derives the default
/// distance between columns from it.
const DEFAULT_HEIGHT: f64 = 64.0;

/// A hex grid (`HexGrid`). Columns run down the board with flat-topped hexes;
/// `sideways` exchanges x and y, so that hexes have a point up.
#[derive(Debug, Clone, PartialEq)]
pub struct HexGrid {
    /// Centre of the first hex, in pixels of the unrotated grid.
    pub origin: Point,
    /// Distance between columns in pixels.
    pub dx: f64,
    /// Distance between hexes of one column in pixels.
    pub dy: f64,
    /// Whether x and y are exchanged.
    pub sideways: bool,
    /// Whether pieces snap at all.
    pub snap_to: bool,
    /// Whether hex sides are legal places.
    pub edges_legal: bool,
    /// Whether hex corners are legal places.
    pub corners_legal: bool,
    /// Size of the board or zone the grid lies in; descending numbers need it.
    pub container: Size,
    /// Names of cells, if any.
    pub numbering: Option<Numbering>,
    /// What players see of it.
    pub look: GridLook,
}

impl HexGrid {
    /// Reads the attributes of a `HexGrid` element that lies in a board or zone
    /// of size `container`.
    pub fn read(
        at: &Attributes<'_>,
        container: Size,
        numbering: Option<Numbering>,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let dy = at.double("dy", DEFAULT_HEIGHT, problems);
        let ratio = 3f64.sqrt() / 2.0;
        let mut dx = at.double("dx", ratio * DEFAULT_HEIGHT, problems);
        if dx == ratio * DEFAULT_HEIGHT {
            dx = ratio * dy;
        }
        Self {
            origin: Point::new(at.int("x0", 0, problems), at.int("y0", 32, problems)),
            dx,
            dy,
            sideways: at.flag("sideways", false),
            snap_to: at.flag("snapTo", true),
            edges_legal: at.flag("edgesLegal", false),
            corners_legal: at.flag("cornersLegal", false),
            container,
            numbering,
            look: GridLook::read(at),
        }
    }

    /// The name of the cell at `p` (board pixels), by the engine's rectangles:
    /// snap first when `p` may lie near a slanted side.
    pub fn location_name(&self, p: Point) -> Option<String> {
        let numbering = self.numbering.as_ref()?;
        let (column, row) = self.column_and_row(p, numbering);
        Some(numbering.name(column, row))
    }

    /// The column and row that `numbering` counts for `p`.
    pub fn column_and_row(&self, p: Point, numbering: &Numbering) -> (i32, i32) {
        let (raw_column, raw_row) = self.raw_cell(p);
        let (across, down) = (numbering.column.descending, numbering.row.descending);
        // The engine divides the width by dx only after exchanging the two
        // limits, so the row limit comes from the height and dx.
        let max_rows = floor(f64::from(self.container.height) / self.dx + 0.5);
        let max_columns = floor(f64::from(self.container.width) / self.dy + 0.5);
        let (flip_column, flip_row) = if self.sideways {
            (down.then_some(max_rows), across.then_some(max_columns))
        } else {
            (across.then_some(max_columns), down.then_some(max_rows))
        };
        let column = flip_column.map_or(raw_column, |m| m.saturating_sub(raw_column));
        let mut row = flip_row.map_or(raw_row, |m| m.saturating_sub(raw_row));
        if numbering.rows == Rows::Oblique {
            row = oblique(raw_column, row, numbering.stagger);
        } else if numbering.stagger && raw_column % 2 != 0 {
            row += if flip_row.is_some() { -1 } else { 1 };
        }
        (column, row)
    }

    fn raw_cell(&self, p: Point) -> (i32, i32) {
        let p = self.turn(p);
        let (x, y) = self.relative(p);
        let row = if round(x / self.dx) % 2 == 0 {
            round(y / self.dy)
        } else {
            round((y - self.dy / 2.0) / self.dy)
        };
        (floor(x / self.dx + 0.5), row)
    }

    /// Where a piece dropped at `p` comes to rest, board pixels. `force` snaps
    /// even where snapping is off; `center_only` ignores sides and corners.
    pub fn snap(&self, p: Point, force: bool, center_only: bool) -> Point {
        if !self.snap_to && !force {
            return p;
        }
        let center = self.center_at(p);
        if center_only || !(self.edges_legal || self.corners_legal) {
            return center;
        }
        let turned = self.turn(p);
        let side = self.turn(self.side(turned));
        let corner = self.turn(self.corner(turned));
        let side_wins = p.distance_squared(side) < p.distance_squared(corner);
        let target = if self.edges_legal && (!self.corners_legal || side_wins) { side } else { corner };
        if center.distance_squared(target) <= 2 { center } else { target }
    }

    /// The centre of the hex whose drawn outline contains `p`, board pixels.
    pub fn center_at(&self, p: Point) -> Point {
        let (column, row) = self.cell_at(p);
        self.turn(self.center(column, row))
    }

    /// The six neighbours' centres of the hex at `p`, in board pixels, whether
    /// on the board or not: clockwise on an upright grid, from the upper left.
    pub fn neighbours(&self, p: Point) -> [Point; 6] {
        let (column, row) = self.cell_at(p);
        let shift = if column % 2 == 0 { -1 } else { 0 };
        [(-1, shift), (0, -1), (1, shift), (1, shift + 1), (0, 1), (-1, shift + 1)]
            .map(|(dc, dr)| self.turn(self.center(column + dc, row + dr)))
    }

    /// Distance between the hexes of two points, in hexes (`HexGrid.range`).
    pub fn distance(&self, a: Point, b: Point) -> i32 {
        let cube = |p| {
            let (column, row) = self.cell_at(p);
            (column, row.saturating_sub((column - (column & 1)) / 2))
        };
        let ((aq, ar), (bq, br)) = (cube(a), cube(b));
        let (dq, dr) = (aq.saturating_sub(bq), ar.saturating_sub(br));
        let sum = dq.unsigned_abs().saturating_add(dr.unsigned_abs());
        let sum = sum.saturating_add(dq.saturating_add(dr).unsigned_abs());
        (sum / 2).try_into().unwrap_or(i32::MAX)
    }

    /// The corners of the hex around `center`, in board pixels.
    pub fn outline(&self, center: Point) -> [Point; 6] {
        self.shape(self.turn(center)).map(|p| self.turn(p))
    }

    /// Centres of all hexes that can lie in `area`, in board pixels.
    pub(super) fn cells(&self, area: Rect, out: &mut Cells) {
        let from = self.turn(area.origin);
        let to = self.turn(area.origin.offset(area.size.width, area.size.height));
        let span = |low: i32, high: i32, zero: i32, step: f64| {
            let first = (f64::from(low) - f64::from(zero)) / step;
            let last = (f64::from(high) - f64::from(zero)) / step;
            (floor(first.min(last)) - 1, floor(first.max(last)) + 2)
        };
        let columns = span(from.x, to.x, self.origin.x, self.dx);
        let rows = span(from.y, to.y, self.origin.y, self.dy);
        for row in rows.0..=rows.1 {
            for column in columns.0..=columns.1 {
                if !out.push(self.turn(self.center(column, row))) {
                    return;
                }
            }
        }
    }

    fn turn(&self, p: Point) -> Point {
        if self.sideways { p.swapped() } else { p }
    }

    fn relative(&self, p: Point) -> (f64, f64) {
        let x = f64::from(p.x) - f64::from(self.origin.x);
        let y = f64::from(p.y) - f64::from(self.origin.y);
        (x, y)
    }

    fn center(&self, column: i32, row: i32) -> Point {
        let x = trunc(self.dx * f64::from(column) + f64::from(self.origin.x));
        let half = if column % 2 == 0 { 0 } else { trunc(self.dy / 2.0) };
        let y = self.dy * f64::from(row) + f64::from(half) + f64::from(self.origin.y);
        Point::new(x, trunc(y))
    }

    /// Raw column and row of the hex that contains the board point `p`.
    fn cell_at(&self, p: Point) -> (i32, i32) {
        let p = self.turn(p);
        let (x, y) = self.relative(p);
        let column = floor((x + self.dx / 2.0) / self.dx);
        let even = column % 2 == 0;
        let row = floor((if even { y + self.dy / 2.0 } else { y }) / self.dy);
        let contains = |c, r| polygon_contains(&self.shape(self.center(c, r)), p);
        if contains(column, row) {
            return (column, row);
        }
        let around =
            if even { [(-1, -1), (-1, 0), (1, -1), (1, 0)] } else { [(-1, 0), (-1, 1), (1, 0), (1, 1)] };
        let neighbour = around.iter().map(|(dc, dr)| (column + dc, row + dr)).find(|&(c, r)| contains(c, r));
        neighbour.unwrap_or((column, row))
    }

    /// Corners of the unturned hex around `center`; the engine works in single
    /// precision here, and its rounding decides points on a side.
    fn shape(&self, center: Point) -> [Point; 6] {
        let (dx, dy) = (self.dx as f32, self.dy as f32);
        let radius = 2.0 * dx / 3.0;
        let (x, y) = (center.x as f32, center.y as f32);
        let near = |v: f32| floor(f64::from(v) + 0.5);
        let (up, down) = (near(y - 0.5 * dy), near(y + 0.5 * dy));
        let (left, right) = (near(x - 0.5 * radius), near(x + 0.5 * radius));
        [
            Point::new(near(x - radius), center.y),
            Point::new(left, up),
            Point::new(right + 1, up),
            Point::new(near(x + radius) + 1, center.y),
            Point::new(right + 1, down + 1),
            Point::new(left, down + 1),
        ]
    }

    fn side(&self, p: Point) -> Point {
        let (x, y) = self.relative(p);
        let (x0, y0) = (f64::from(self.origin.x), f64::from(self.origin.y));
        let n = floor((x + self.dx / 4.0) * 2.0 / self.dx);
        let half = self.dy / 2.0;
        let y = if n % 2 == 0 {
            half * f64::from(floor((y + self.dy / 4.0) * 2.0 / self.dy)) + y0
        } else {
            half * f64::from(floor(y * 2.0 / self.dy)) + f64::from(trunc(self.dy / 4.0)) + y0
        };
        Point::new(trunc(self.dx / 2.0 * f64::from(n) + x0), trunc(y))
    }

    fn corner(&self, p: Point) -> Point {
        let (x, y) = self.relative(p);
        let (x0, y0) = (f64::from(self.origin.x), f64::from(self.origin.y));
        let m = floor((y + self.dy / 4.0) * 2.0 / self.dy);
        let third = self.dx / 3.0;
        let step = 2.0 * self.dx / 3.0;
        let count = |shift: f64| {
            let whole = f64::from(floor(x + shift));
            f64::from(trunc(whole * 3.0 / (2.0 * self.dx)))
        };
        let x = if m % 2 == 0 {
            step * count(third) + x0
        } else {
            step * count(third + third) - f64::from(trunc(third)) + x0
        };
        Point::new(trunc(x), trunc(self.dy / 2.0 * f64::from(m) + y0))
    }
}

fn oblique(column: i32, row: i32, stagger: bool) -> i32 {
    if stagger { row.saturating_add(column / 2) } else { row.saturating_sub(column / 2).saturating_add(1) }
}
