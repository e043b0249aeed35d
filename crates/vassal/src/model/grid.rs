//! Grids of boards: where pieces snap to and what the places are called.

mod hex;
mod look;
mod numbering;
mod region;
mod shape;
mod square;
mod zone;

pub use hex::HexGrid;
pub use look::{GridLook, NumberLook};
pub use numbering::{Axis, Numbering, Rows};
pub use region::{Region, RegionGrid};
pub use square::SquareGrid;
pub use zone::{Zone, ZonedGrid};

use super::geometry::{Point, Rect, Size};

/// More cells than this on one board are not enumerated.
const MAX_CELLS: usize = 1_000_000;

/// Any grid a board or zone can have. All points are pixels of the board.
#[derive(Debug, Clone, PartialEq)]
pub enum Grid {
    /// Hexes.
    Hex(HexGrid),
    /// Rectangles.
    Square(SquareGrid),
    /// Named points.
    Region(RegionGrid),
    /// Zones with grids of their own.
    Zoned(ZonedGrid),
}

impl Grid {
    /// The location name at `p`; none where the grid has no name for it.
    pub fn location_name(&self, p: Point) -> Option<String> {
        match self {
            Self::Hex(g) => g.location_name(p),
            Self::Square(g) => g.location_name(p),
            Self::Region(g) => g.location_name(p),
            Self::Zoned(g) => g.location_name(p),
        }
    }

    /// Where a piece dropped at `p` comes to rest. `force` snaps even where
    /// snapping is off; `center_only` ignores sides and corners.
    pub fn snap(&self, p: Point, force: bool, center_only: bool) -> Point {
        match self {
            Self::Hex(g) => g.snap(p, force, center_only),
            Self::Square(g) => g.snap(p, force, center_only),
            Self::Region(g) => g.snap(p, force),
            Self::Zoned(g) => {
                let grid = g.grid_at(p);
                grid.map_or(p, |g| g.snap(p, force, center_only))
            }
        }
    }

    /// The zones, if this is a multi-zoned grid.
    pub fn zones(&self) -> &[Zone] {
        match self {
            Self::Zoned(g) => &g.zones,
            _ => &[],
        }
    }

    /// The zone at `p`, if this is a multi-zoned grid.
    pub fn zone_at(&self, p: Point) -> Option<&Zone> {
        match self {
            Self::Zoned(g) => g.zone_at(p),
            _ => None,
        }
    }

    /// The hex grid that holds at `p`, looking through zones.
    pub fn hex_at(&self, p: Point) -> Option<&HexGrid> {
        match self {
            Self::Hex(g) => Some(g),
            Self::Zoned(g) => g.grid_at(p)?.hex_at(p),
            _ => None,
        }
    }

    /// Every named place of a board of size `board`: its name and the point
    /// where a piece placed there lies, on the board. Rows come from the top,
    /// and a name can occur twice when the numbering repeats itself.
    pub fn places(&self, board: Size) -> Vec<(String, Point)> {
        let area = Rect { origin: Point::default(), size: board };
        let mut cells = Cells::new(area);
        self.cells(area, &mut cells);
        let named = |p: Point| Some((self.location_name(p)?, p));
        cells.points.into_iter().filter_map(named).collect()
    }

    /// The first place of a board of size `board` that is called `name`.
    pub fn centre_of(&self, name: &str, board: Size) -> Option<Point> {
        let mut places = self.places(board).into_iter();
        places.find(|(n, _)| n == name).map(|(_, p)| p)
    }

    /// The point that stands for the place at `p` among [`Self::places`], and whether the place is a zone as a whole.
    pub fn point_of(&self, p: Point) -> Option<(Point, bool)> {
        let Self::Zoned(grid) = self else { return Some((self.snap(p, true, true), false)) };
        let Some(zone) = grid.zone_at(p) else { return grid.background.as_ref()?.point_of(p) };
        match grid.grid_of(zone).filter(|_| zone.has_cells()) {
            Some(inner) => inner.point_of(p),
            None => Some((grid.point_of(zone)?, true)),
        }
    }

    fn cells(&self, area: Rect, out: &mut Cells) {
        match self {
            Self::Hex(g) => g.cells(area, out),
            Self::Square(g) => g.cells(area, out),
            Self::Region(g) => g.regions().iter().for_each(|r| {
                out.push(r.origin);
            }),
            Self::Zoned(g) => zoned_cells(g, area, out),
        }
    }
}

/// Cells of a zone count only where that zone holds, and a zone whose names do
/// not depend on its grid is one place.
fn zoned_cells(grid: &ZonedGrid, area: Rect, out: &mut Cells) {
    let collect = |inner: &Grid, within: Rect, zone: Option<&Zone>, out: &mut Cells| {
        let mut cells = Cells::new(area);
        cells.tried = out.tried;
        inner.cells(within, &mut cells);
        out.tried = cells.tried;
        for p in cells.points {
            let holds = match (grid.zone_at(p), zone) {
                (Some(a), Some(b)) => std::ptr::eq(a, b),
                (None, None) => true,
                _ => false,
            };
            if holds {
                out.points.push(p);
            }
        }
    };
    for zone in &grid.zones {
        match grid.grid_of(zone).filter(|_| zone.has_cells()) {
            Some(inner) => collect(inner, zone.bounds(), Some(zone), out),
            None => {
                if let Some(p) = grid.point_of(zone) {
                    out.push(p);
                }
            }
        }
    }
    if let Some(background) = &grid.background {
        collect(background, area, None, out);
    }
}

/// Points of places on a board, in the order they were found, up to a limit.
struct Cells {
    area: Rect,
    tried: usize,
    points: Vec<Point>,
}

impl Cells {
    fn new(area: Rect) -> Self {
        let (tried, points) = (0, Vec::new());
        Self { area, tried, points }
    }

    /// Takes a point if it is on the board; one pixel off the edge is pulled
    /// back, as the engine does. False when there are too many.
    fn push(&mut self, p: Point) -> bool {
        self.tried += 1;
        let pull = |v: i32, low: i32, length: i32| match v.saturating_sub(low) {
            -1 => low,
            d if d == length => low + length - 1,
            _ => v,
        };
        let (origin, size) = (self.area.origin, self.area.size);
        let p = Point::new(pull(p.x, origin.x, size.width), pull(p.y, origin.y, size.height));
        if self.area.contains(p) {
            self.points.push(p);
        }
        self.tried < MAX_CELLS
    }
}
