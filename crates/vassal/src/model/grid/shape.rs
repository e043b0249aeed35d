//! What lies within so many cells of a place, as the engine outlines it.
//!
//! Engine interface: `build.module.map.boardPicker.board.mapgrid.GeometricGrid`.

use super::{Grid, HexGrid, SquareGrid};
use crate::model::geometry::{Point, trunc};

/// More cells in each direction are not outlined.
const MOST_CELLS: i32 = 50;

impl Grid {
    /// The cells within `range` of a board point, each as its corners, all in the same sense: centred on that point,
    /// wherever in its cell it lies. None where no hexes or squares hold.
    pub fn cells_around(&self, at: Point, range: i32) -> Option<Vec<Vec<Point>>> {
        let range = range.clamp(0, MOST_CELLS);
        match self {
            Self::Hex(grid) => Some(grid.cells_around(at, range)),
            Self::Square(grid) => Some(grid.cells_around(at, range)),
            Self::Region(_) => None,
            Self::Zoned(grid) => {
                let own = grid.grid_at(at).and_then(|grid| grid.cells_around(at, range));
                own.or_else(|| grid.background.as_ref()?.cells_around(at, range))
            }
        }
    }
}

impl HexGrid {
    fn cells_around(&self, at: Point, range: i32) -> Vec<Vec<Point>> {
        let mut cells = Vec::new();
        for column in -range..=range {
            let x = trunc(f64::from(column) * self.dx);
            let length = range * 2 + 1 - column.abs();
            let above = if length % 2 == 1 {
                self.dy * f64::from(length - 1) / 2.0
            } else {
                self.dy * (0.5 + f64::from((length - 2) / 2))
            };
            let mut y = -trunc(above);
            for _ in 0..length {
                let centre = Point::new(x, y);
                let centre = if self.sideways { centre.swapped() } else { centre };
                cells.push(self.outline(centre).map(|p| p.offset(at.x, at.y)).to_vec());
                // The engine keeps whole pixels from hex to hex.
                y = trunc(f64::from(y) + self.dy);
            }
        }
        cells
    }
}

impl SquareGrid {
    fn cells_around(&self, at: Point, range: i32) -> Vec<Vec<Point>> {
        let (width, height) = (trunc(self.dx), trunc(self.dy));
        let mut cells = Vec::new();
        for column in -range..=range {
            for row in -range..=range {
                let middle = |number: i32, step: f64| f64::from(trunc(f64::from(number) * step));
                let left = trunc(middle(column, self.dx) - self.dx / 2.0);
                let top = trunc(middle(row, self.dy) - self.dy / 2.0);
                let corner = Point::new(left, top).offset(at.x, at.y);
                cells.push(vec![
                    corner,
                    corner.offset(width, 0),
                    corner.offset(width, height),
                    corner.offset(0, height),
                ]);
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::attributes::Attributes;
    use crate::model::geometry::{Size, polygon_contains};
    use crate::model::grid::{RegionGrid, ZonedGrid};

    fn hexes(sideways: bool) -> HexGrid {
        let flag = if sideways { "true" } else { "false" };
        let at = Attributes::new("grid", vec![("dx", "60"), ("dy", "70"), ("sideways", flag)]);
        HexGrid::read(&at, Size { width: 1000, height: 1000 }, None, &mut Vec::new())
    }

    #[test]
    fn hexes_within_a_range_lie_around_the_point() {
        for sideways in [false, true] {
            let grid = Grid::Hex(hexes(sideways));
            for (range, count) in [(0, 1), (1, 7), (3, 37)] {
                let cells = grid.cells_around(Point::new(500, 400), range).unwrap();
                assert_eq!(cells.len(), count);
                let inside = |x, y| cells.iter().any(|cell| polygon_contains(cell, Point::new(x, y)));
                let at = |across: i32, along: i32| {
                    let (x, y) = if sideways { (along, across) } else { (across, along) };
                    inside(500 + x, 400 + y)
                };
                assert!(at(60 * range, 35 * range) && at(0, 70 * range));
                assert!(!at(60 * (range + 1), 35 * range) && !at(0, 70 * (range + 1)));
            }
        }
    }

    #[test]
    fn squares_within_a_range_are_a_square() {
        let at = Attributes::new("grid", vec![("dx", "50"), ("dy", "40")]);
        let grid = SquareGrid::read(&at, Size::default(), None, &mut Vec::new());
        let cells = Grid::Square(grid).cells_around(Point::new(100, 100), 1).unwrap();
        assert_eq!(cells.len(), 9);
        assert_eq!(cells[0][0], Point::new(25, 40));
        assert_eq!(cells[8][2], Point::new(175, 160));
    }

    #[test]
    fn grids_of_other_kinds_have_no_cells() {
        let zoned = |background| Grid::Zoned(ZonedGrid { zones: Vec::new(), background });
        assert_eq!(zoned(None).cells_around(Point::new(1, 1), 1), None);
        assert_eq!(Grid::Region(RegionGrid::default()).cells_around(Point::new(1, 1), 1), None);
        let hexes = Some(Box::new(Grid::Hex(hexes(false))));
        assert_eq!(zoned(hexes).cells_around(Point::new(1, 1), 1_000_000).unwrap().len(), 7_651);
    }
}
