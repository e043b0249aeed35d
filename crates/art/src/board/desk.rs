//! Where the paths of a sheet are gathered, in pixels: lines, rings, discs, text.

use super::seats::{Seat, Spot};
use super::text::Letters;
use super::{Point, SheetArt};

use resvg::tiny_skia::{Path, PathBuilder};

/// How one path is drawn.
#[derive(Clone)]
pub enum Way {
    /// Filled, even-odd.
    Fill,
    /// Filled where anything of it is.
    Union,
    /// Filled with the relief of the land.
    Relief,
    /// A line of a width in pixels, with dashes if any.
    Line(f32, Vec<f32>),
}

/// One thing to draw.
pub struct Stroked {
    pub path: Path,
    pub way: Way,
    pub colour: [u8; 4],
}

/// Where paths are gathered.
pub struct Desk<'a> {
    pub sheet: &'a SheetArt,
    pub scale: f32,
    pub letters: Letters,
    /// Where the signs of each town of the sheet stand.
    pub seats: Vec<Seat>,
    pub all: Vec<Stroked>,
}

impl Desk<'_> {
    /// Pixels of a length given for scale 1.
    pub fn px(&self, length: f32) -> f32 {
        length * self.scale
    }

    /// Spot of a point of the common grid.
    pub fn at(&self, point: Point) -> (f32, f32) {
        let (x, y) = self.sheet.pixel(point);
        (x * self.scale, y * self.scale)
    }

    /// Adds a finished path.
    pub fn put(&mut self, path: Option<Path>, way: Way, colour: [u8; 4]) {
        if let Some(path) = path {
            self.all.push(Stroked { path, way, colour });
        }
    }

    /// Adds a disc or ring.
    pub fn disc(&mut self, at: (f32, f32), radius: f32, way: Way, colour: [u8; 4]) {
        let path = PathBuilder::from_circle(at.0, at.1, self.px(radius));
        self.put(path, way, colour);
    }

    /// Closed rings of points of the common grid.
    pub fn rings(&self, rings: &[Vec<Point>]) -> Option<Path> {
        let mut path = PathBuilder::new();
        for ring in rings {
            for (i, &point) in ring.iter().enumerate() {
                let (x, y) = self.at(point);
                if i == 0 {
                    path.move_to(x, y);
                } else {
                    path.line_to(x, y);
                }
            }
            path.close();
        }
        path.finish()
    }

    /// A line through points of the common grid.
    pub fn line(&self, points: &[Point]) -> Option<Path> {
        let mut path = PathBuilder::new();
        for (i, &point) in points.iter().enumerate() {
            let (x, y) = self.at(point);
            if i == 0 {
                path.move_to(x, y);
            } else {
                path.line_to(x, y);
            }
        }
        path.finish()
    }

    /// A line through pixels of scale 1.
    pub fn through(&self, points: &[Spot]) -> Option<Path> {
        let mut path = PathBuilder::new();
        for (i, (x, y)) in points.iter().enumerate() {
            let (x, y) = (x * self.scale, y * self.scale);
            if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
        }
        path.finish()
    }

    /// Adds the outline of a hex to a path.
    pub fn hexagon(&self, path: &mut PathBuilder, centre: Point) {
        const CORNERS: [(f32, f32); 6] = [
            (0.5, -0.288_675),
            (0.5, 0.288_675),
            (0.0, 0.577_35),
            (-0.5, 0.288_675),
            (-0.5, -0.288_675),
            (0.0, -0.577_35),
        ];
        for (i, (dx, dy)) in CORNERS.iter().enumerate() {
            let (x, y) = self.at((centre.0 + dx, centre.1 + dy));
            if i == 0 {
                path.move_to(x, y);
            } else {
                path.line_to(x, y);
            }
        }
        path.close();
    }

    /// Both ends of the side between two hexes, in pixels.
    pub fn ends(&self, a: Point, b: Point) -> [(f32, f32); 2] {
        let (x, y) = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
        let (dx, dy) = ((b.0 - a.0) * 0.288_675, (b.1 - a.1) * 0.288_675);
        [self.at((x - dy, y + dx)), self.at((x + dy, y - dx))]
    }
}

/// A hex by its place, in half columns and rows.
pub fn key(point: Point) -> (i32, i32) {
    ((point.0 * 2.0).round() as i32, (point.1 / 0.866_025_4).round() as i32)
}
