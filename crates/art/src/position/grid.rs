//! Grids that players see: lines, dots and numbers on a board.
//!
//! Engine classes: `HexGrid`, `SquareGrid`, `ZonedGrid`, `HexGridNumbering`, `SquareGridNumbering`.

use super::scene::{Colour, Frame, GridInk, GridNumber, colour};
use super::writing::{ASCENT, DESCENT, LONGEST, Ruler};
use vassal::model::geometry::{Point, Size};
use vassal::model::grid::{Grid, GridLook, HexGrid, Numbering, SquareGrid, Zone};

/// Grids with more cells on one board are not drawn.
const MOST_CELLS: f64 = 250_000.0;
/// Most grids that are drawn on one board.
const MOST_GRIDS: usize = 200;
/// Most cells of all grids of one picture.
pub const MOST_OF_ALL: usize = 1_000_000;
/// Smaller numbers are not drawn.
const SMALLEST: i32 = 5;
/// Pixels by which a number may lie beside its place.
const ROUNDING: f64 = 2.0;

/// What is seen of the grids of a board of this size inside `seen`, in board pixels; of all grids of a picture `left` cells
/// are looked at.
pub fn inks(grid: &Grid, size: Size, seen: Frame, ruler: &mut dyn Ruler, left: &mut usize) -> Vec<GridInk> {
    match grid {
        Grid::Hex(hexes) => hex(hexes, size, seen, ruler, left).into_iter().collect(),
        Grid::Square(squares) => square(squares, size, seen, ruler, left).into_iter().collect(),
        Grid::Region(_) => Vec::new(),
        Grid::Zoned(zoned) => {
            let own = |zone: &&Zone| !zone.use_parent_grid;
            let mut all = Vec::new();
            for mut ink in zoned.background.iter().flat_map(|grid| inks(grid, size, seen, &mut *ruler, left))
            {
                ink.outside = zoned.zones.iter().filter(own).map(|zone| zone.path.clone()).collect();
                all.push(ink);
            }
            for zone in zoned.zones.iter().filter(own) {
                for mut ink in zone.grid.iter().flat_map(|grid| inks(grid, size, seen, &mut *ruler, left)) {
                    ink.inside = Some(zone.path.clone());
                    all.push(ink);
                }
                if all.len() >= MOST_GRIDS {
                    break;
                }
            }
            all
        }
    }
}

fn blank(look: &GridLook) -> GridInk {
    GridInk { colour: colour(&look.colour), ..GridInk::default() }
}

/// The first cell that may be seen, and how many follow; none where there are too many.
fn span(origin: i32, step: f64, length: i32) -> Option<(f64, usize)> {
    if step.is_nan() || step < 1.0 {
        return None;
    }
    let first = ((-f64::from(origin)) / step).floor() - 1.0;
    let count = f64::from(length) / step + 4.0;
    (count < MOST_CELLS).then(|| (f64::from(origin) + first * step, count as usize))
}

/// Takes so many cells from those that are left; none where a grid has too many.
fn take_cells(columns: usize, rows: usize, left_of_all: &mut usize) -> Option<()> {
    let cells = columns.checked_mul(rows).filter(|cells| *cells as f64 <= MOST_CELLS)?;
    *left_of_all = left_of_all.checked_sub(cells)?;
    Some(())
}

fn hex(
    grid: &HexGrid,
    size: Size,
    seen: Frame,
    ruler: &mut dyn Ruler,
    left_of_all: &mut usize,
) -> Option<GridInk> {
    let numbers = grid.numbering.as_ref().filter(|numbering| numbering.look.visible);
    if !grid.look.lines && !grid.look.dots && numbers.is_none() {
        return None;
    }
    let (width, height) = if grid.sideways { (size.height, size.width) } else { (size.width, size.height) };
    let (left, columns) = span(grid.origin.x, 2.0 * grid.dx, width)?;
    let (top, rows) = span(grid.origin.y, grid.dy, height)?;
    take_cells(columns, rows, left_of_all)?;
    let mut ink = blank(&grid.look);
    let near = wider(seen, 2.0 * grid.dx.max(grid.dy));
    for column in 0..2 * columns {
        for row in 0..rows {
            let odd = column % 2 == 1;
            let x = left + column as f64 * grid.dx;
            let y = top + row as f64 * grid.dy + if odd { grid.dy / 2.0 } else { 0.0 };
            let at = rounded(grid, x, y);
            if holds(near, at) {
                hexagon(&mut ink, grid, (x, y));
            }
            if let Some(numbering) = numbers {
                let upper = !grid.sideways && numbering.look.turned == 0;
                let up = if upper { (grid.dy / 2.0).round() as i32 } else { 0 };
                let place = NumberPlace { at: at.offset(0, -up), below: upper, seen };
                let cell = || grid.column_and_row(at, numbering);
                ink.numbers.extend(number(numbering, cell, place, ruler));
            }
        }
    }
    Some(ink)
}

/// The upper half of a hexagon, to which its neighbours add the lower, and the dot in its middle.
fn hexagon(ink: &mut GridInk, grid: &HexGrid, (x, y): (f64, f64)) {
    let side = 2.0 * grid.dx / 3.0;
    if grid.look.lines {
        let up = y - grid.dy / 2.0;
        let corners = [(x - side, y), (x - side / 2.0, up), (x + side / 2.0, up), (x + side, y)];
        let corners = corners.map(|(x, y)| rounded(grid, x, y));
        ink.lines.extend(corners.windows(2).map(|pair| (pair[0], pair[1])));
    }
    if grid.look.dots {
        ink.dots.push(rounded(grid, x, y));
    }
}

fn rounded(grid: &HexGrid, x: f64, y: f64) -> Point {
    let at = Point::new(x.round() as i32, y.round() as i32);
    if grid.sideways { at.swapped() } else { at }
}

fn square(
    grid: &SquareGrid,
    size: Size,
    seen: Frame,
    ruler: &mut dyn Ruler,
    left_of_all: &mut usize,
) -> Option<GridInk> {
    let numbers = grid.numbering.as_ref().filter(|numbering| numbering.look.visible);
    if !grid.look.lines && !grid.look.dots && numbers.is_none() {
        return None;
    }
    let (left, columns) = span(grid.origin.x, grid.dx, size.width)?;
    let (top, rows) = span(grid.origin.y, grid.dy, size.height)?;
    take_cells(columns, rows, left_of_all)?;
    let mut ink = blank(&grid.look);
    let line = |from: f64, step: f64, number: usize| (from + (number as f64 + 0.5) * step).round() as i32;
    if grid.look.lines {
        // On the very edge of the board the engine draws none.
        for x in (0..columns).map(|column| line(left, grid.dx, column)).filter(|x| *x > 0) {
            ink.lines.push((Point::new(x, 0), Point::new(x, size.height)));
        }
        for y in (0..rows).map(|row| line(top, grid.dy, row)).filter(|y| *y > 0) {
            ink.lines.push((Point::new(0, y), Point::new(size.width, y)));
        }
    }
    for column in 0..columns {
        for row in 0..rows {
            let (x, y) = (left + column as f64 * grid.dx, top + row as f64 * grid.dy);
            if grid.look.dots {
                ink.dots.push(Point::new(x.round() as i32, y.round() as i32));
            }
            if let Some(numbering) = numbers {
                let middle = Point::new(x.round() as i32, y.round() as i32);
                let at = Point::new(x as i32, (y - grid.dy / 2.0) as i32);
                let cell = || grid.column_and_row(middle, numbering);
                ink.numbers.extend(number(numbering, cell, NumberPlace { at, below: true, seen }, ruler));
            }
        }
    }
    Some(ink)
}

/// Where a number stands: below a point or about it; and what is drawn of the board.
struct NumberPlace {
    at: Point,
    below: bool,
    seen: Frame,
}

/// The number of a cell; none where nothing of it is drawn.
fn number(
    numbering: &Numbering,
    cell: impl FnOnce() -> (i32, i32),
    place: NumberPlace,
    ruler: &mut dyn Ruler,
) -> Option<GridNumber> {
    let look = &numbering.look;
    let at = place.at.offset(look.offset.0, look.offset.1);
    if look.font_size < SMALLEST || !holds(wider(place.seen, ROUNDING), at) {
        return None;
    }
    let colour: Colour = colour(&look.colour)?;
    let size = look.font_size.min(200) as f32;
    let (column, row) = cell();
    let text = numbering.number(column, row);
    let text: String = text.chars().filter(|letter| !letter.is_control()).take(LONGEST).collect();
    let (width, height) = ((ruler.number(&text) * size).ceil(), (size * (ASCENT + DESCENT)).ceil());
    let up = if place.below { 0 } else { height as i32 / 2 };
    let at = at.offset(-(width as i32) / 2, -up);
    (width > 0.0).then_some(GridNumber { at, width: width as u32, height: height as u32, size, colour, text })
}

/// A part of a board with so much room around it.
fn wider(part: Frame, room: f64) -> Frame {
    let room = room.clamp(0.0, f64::from(i32::MAX / 2)) as i32;
    let length = |length: u32| length.saturating_add(2 * room.unsigned_abs());
    Frame {
        x: part.x.saturating_sub(room),
        y: part.y.saturating_sub(room),
        width: length(part.width),
        height: length(part.height),
    }
}

fn holds(part: Frame, at: Point) -> bool {
    part.common(Frame { x: at.x, y: at.y, width: 1, height: 1 }).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_all_grids_of_a_picture_no_more_cells_are_looked_at_than_can_be_drawn() {
        let mut left = 50;
        assert_eq!(take_cells(5, 6, &mut left), Some(()));
        assert_eq!((take_cells(5, 6, &mut left), left), (None, 20), "a smaller one may still come");
        assert_eq!(take_cells(5, 4, &mut left), Some(()));
        let mut left = usize::MAX;
        assert_eq!(take_cells(1000, 1000, &mut left), None, "too many for one");
        assert_eq!(take_cells(usize::MAX, 2, &mut left), None);
    }

    #[test]
    fn cells_cover_the_board_and_no_more_than_can_be_drawn() {
        assert_eq!(span(50, 100.0, 400), Some((-150.0, 8)));
        assert_eq!(span(0, 0.0, 400), None);
        assert_eq!(span(0, f64::NAN, 400), None);
        assert_eq!(span(0, 1.0, 1_000_000), None);
    }
}
