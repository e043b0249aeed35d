//! Square and rectangular grids: cells, names and snapping.

use super::numbering::Numbering;
use super::{Cells, GridLook};
use crate::model::attributes::Attributes;
use crate::model::geometry::{Point, Rect, Size, floor, round, trunc};
use crate::model::problem::Problem;

/// A grid of rectangles (`SquareGrid`).
#[derive(Debug, Clone, PartialEq)]
pub struct SquareGrid {
    /// Centre of the first cell, board pixels.
    pub origin: Point,
    /// Width of a cell in pixels.
    pub dx: f64,
    /// Height of a cell in pixels.
    pub dy: f64,
    /// Whether pieces snap at all.
    pub snap_to: bool,
    /// Whether cell sides are legal places.
    pub edges_legal: bool,
    /// Whether cell corners are legal places.
    pub corners_legal: bool,
    /// Size of the board or zone the grid lies in; descending numbers need it.
    pub container: Size,
    /// Names of cells, if any.
    pub numbering: Option<Numbering>,
    /// What players see of it.
    pub look: GridLook,
}

impl SquareGrid {
    /// Reads the attributes of a `SquareGrid` element that lies in a board or
    /// zone of size `container`.
    pub fn read(
        at: &Attributes<'_>,
        container: Size,
        numbering: Option<Numbering>,
        problems: &mut Vec<Problem>,
    ) -> Self {
        Self {
            origin: Point::new(at.int("x0", 24, problems), at.int("y0", 24, problems)),
            dx: at.double("dx", 48.0, problems),
            dy: at.double("dy", 48.0, problems),
            snap_to: at.flag("snapTo", true),
            edges_legal: at.flag("edgesLegal", false),
            corners_legal: at.flag("cornersLegal", false),
            container,
            numbering,
            look: GridLook::read(at),
        }
    }

    /// The name of the cell at `p` (board pixels).
    pub fn location_name(&self, p: Point) -> Option<String> {
        let numbering = self.numbering.as_ref()?;
        let (column, row) = self.column_and_row(p, numbering);
        Some(numbering.name(column, row))
    }

    /// The column and row that `numbering` counts for `p`.
    pub fn column_and_row(&self, p: Point, numbering: &Numbering) -> (i32, i32) {
        let (x, y) = self.relative(p);
        let mut column = floor(x / self.dx + 0.5);
        // The engine casts where it should round down, so rows above the first
        // one are off by one.
        let mut row = trunc(y / self.dy + 0.5);
        if numbering.column.descending {
            let most = trunc(f64::from(self.container.width) / self.dx + 0.5);
            column = most.saturating_sub(column);
        }
        if numbering.row.descending {
            let most = trunc(f64::from(self.container.height) / self.dy + 0.5);
            row = most.saturating_sub(row);
        }
        (column, row)
    }

    /// Where a piece dropped at `p` comes to rest, board pixels. `force` snaps
    /// even where snapping is off; `center_only` ignores sides and corners.
    pub fn snap(&self, p: Point, force: bool, center_only: bool) -> Point {
        if !self.snap_to && !force {
            return p;
        }
        let (x, y) = self.relative(p);
        let whole_x = 2 * round(x / self.dx);
        let whole_y = 2 * round(y / self.dy);
        let mut nx = round(x / (0.5 * self.dx));
        let mut ny = round(y / (0.5 * self.dy));
        let (corners, edges) = (self.corners_legal, self.edges_legal);
        if corners && edges {
        } else if corners && !center_only {
            nx = if ny % 2 == 0 { whole_x } else { 1 + 2 * round(x / self.dx - 0.5) };
        } else if edges && !center_only {
            if ny % 2 != 0 || nx % 2 == 0 {
                nx = whole_x;
            }
        } else {
            (nx, ny) = (whole_x, whole_y);
        }
        self.origin.offset(round(f64::from(nx) * self.dx / 2.0), round(f64::from(ny) * self.dy / 2.0))
    }

    /// Centres of all cells that can lie in `area`, in board pixels.
    pub(super) fn cells(&self, area: Rect, out: &mut Cells) {
        let (x, y) = self.relative(area.origin);
        let columns = f64::from(area.size.width) / self.dx;
        let rows = f64::from(area.size.height) / self.dy;
        let first = (floor(x / self.dx) - 1, floor(y / self.dy) - 1);
        let last = (first.0 + floor(columns) + 3, first.1 + floor(rows) + 3);
        for row in first.1..=last.1 {
            for column in first.0..=last.0 {
                let dx = round(f64::from(column) * self.dx);
                let dy = round(f64::from(row) * self.dy);
                if !out.push(self.origin.offset(dx, dy)) {
                    return;
                }
            }
        }
    }

    fn relative(&self, p: Point) -> (f64, f64) {
        let x = f64::from(p.x) - f64::from(self.origin.x);
        let y = f64::from(p.y) - f64::from(self.origin.y);
        (x, y)
    }
}
