//! Places of boards: zones that overlap, numbers of hexes that collide, boards that take too much memory.

use std::collections::HashMap;

use super::super::words::quoted;
use super::super::{At, Subject, Told};
use vassal::diagnostic::few;
use vassal::model::board::Board;
use vassal::model::geometry::{Point, Size, bounds_of, polygon_contains};
use vassal::model::grid::Grid;

/// Two zones are compared at so many points each way of the rectangle that both have.
const POINTS: i32 = 24;
/// Two zones that share less than one part in so many of the smaller one only touch.
const TOUCHING: f64 = 20.0;
/// A zone lies in another one when this part of it does.
const INSIDE: f64 = 0.9;
/// So many corners are looked at for all zones of a grid together; no map that was drawn by hand has as many.
const MOST_CORNERS: usize = 300_000_000;
/// A picture of more pixels takes 400 MB unpacked, and VASSAL has 1,024 MB unless a player gives it more.
pub const MOST_PIXELS: i64 = 100_000_000;

/// The corners of a zone.
fn corners(path: &str) -> Vec<Point> {
    let point = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some(Point::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
    };
    path.split(';').filter_map(point).collect()
}

/// Two zones of one grid hold the same places.
pub fn overlapping(subject: &Subject<'_>, told: &mut Told<'_>) {
    for (grid, _) in subject.tree.all("ZonedGrid") {
        let of_grid = subject.tree.all("Zone").filter(|(_, own)| own.parent == Some(grid));
        let zones: Vec<(usize, &str, Vec<Point>)> = of_grid
            .map(|(at, own)| {
                let text = |name: &str| own.element.attr(name).unwrap_or_default();
                (at, text("name"), corners(text("path")))
            })
            .filter(|(.., path)| path.len() > 2)
            .collect();
        let mut left = MOST_CORNERS;
        for (place, (at, name, path)) in zones.iter().enumerate() {
            let over = zones[..place].iter().filter(|(.., first)| overlap(first, path, &mut left));
            let names: Vec<String> = over.map(|(_, name, _)| quoted(name)).collect();
            if left == 0 {
                let message = "its zones have too many corners; not all overlaps are listed";
                told.at(At::whole(grid), message.to_owned(), None);
                break;
            }
            if !names.is_empty() {
                let first = few(&names, 1);
                let own = quoted(name);
                told.at(
                    At::whole(*at),
                    format!("it overlaps {first}; what is in both is not in {own}"),
                    None,
                );
            }
        }
    }
}

/// Whether a zone lies over another one, and not around it: they share more than a seam, and the first is no part of the
/// second. `left_over` is how many corners may still be looked at.
fn overlap(one: &[Point], other: &[Point], left_over: &mut usize) -> bool {
    let [a, b] = [bounds_of(one), bounds_of(other)];
    let left = a.origin.x.max(b.origin.x);
    let top = a.origin.y.max(b.origin.y);
    let right = (a.origin.x.saturating_add(a.size.width)).min(b.origin.x.saturating_add(b.size.width));
    let bottom = (a.origin.y.saturating_add(a.size.height)).min(b.origin.y.saturating_add(b.size.height));
    if left >= right || top >= bottom {
        return false;
    }
    let cost = (one.len() + other.len()).saturating_mul((POINTS * POINTS).unsigned_abs() as usize);
    *left_over = left_over.saturating_sub(cost);
    if *left_over == 0 {
        return false;
    }
    let at = |low: i32, high: i32, step: i32| {
        let (low, high) = (i64::from(low), i64::from(high));
        i32::try_from(low + (high - low) * i64::from(2 * step + 1) / i64::from(2 * POINTS)).unwrap_or(0)
    };
    let points = (0..POINTS).flat_map(|row| (0..POINTS).map(move |column| (column, row)));
    let of_both = points.filter(|(column, row)| {
        let point = Point::new(at(left, right, *column), at(top, bottom, *row));
        polygon_contains(one, point) && polygon_contains(other, point)
    });
    let part = of_both.count() as f64 / f64::from(POINTS * POINTS);
    let common = part * f64::from(right - left) * f64::from(bottom - top);
    let (first, second) = (area(one), area(other));
    // Where the first lies in the second, it is a part of it that was drawn on purpose.
    let is_inside = common > first * INSIDE && first < second;
    // Where the shared rectangle is a sliver of both, what they share is a seam.
    let is_thin = (right - left).min(bottom - top) < 4;
    !is_thin && !is_inside && common * TOUCHING > first.min(second)
}

/// The area of a polygon.
fn area(corners: &[Point]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let twice = corners
        .iter()
        .zip(next)
        .map(|(a, b)| f64::from(a.x) * f64::from(b.y) - f64::from(b.x) * f64::from(a.y));
    twice.sum::<f64>().abs() / 2.0
}

/// So many cells of all grids are looked at; no module that was made by hand has as many.
const MOST_CELLS: usize = 3_000_000;

/// Two cells of one grid have one number.
pub fn colliding(subject: &Subject<'_>, told: &mut Told<'_>) {
    let mut left = MOST_CELLS;
    for (at, own) in subject.tree.all("Board") {
        let name = own.element.attr("name").unwrap_or_default();
        let map = subject.tree.around(at).filter_map(|at| subject.tree.components.get(at));
        let map = map.filter_map(|own| own.element.attr("mapName")).next();
        let board = map.and_then(|map| subject.module.map(map)).and_then(|map| map.board(name));
        let Some((board, grid)) = board.and_then(|board| Some((board, board.grid.as_ref()?))) else {
            continue;
        };
        if let Some((number, first, second)) = collision(grid, board, &mut left) {
            let message = format!("{} is the number of both {first} and {second}", quoted(&number));
            let help = "give columns and rows more leading zeros, or a separator".to_owned();
            told.at(At::whole(at), message, Some(help));
        }
    }
}

/// The first number that two cells have, with their columns and rows in words.
fn collision(grid: &Grid, board: &Board, left: &mut usize) -> Option<(String, String, String)> {
    let numbering = match grid {
        Grid::Hex(own) => own.numbering.as_ref(),
        Grid::Square(own) => own.numbering.as_ref(),
        Grid::Zoned(own) => {
            let inner =
                own.zones.iter().filter_map(|zone| zone.grid.as_ref()).chain(own.background.as_deref());
            return inner
                .filter(|inner| !matches!(inner, Grid::Zoned(_)))
                .find_map(|inner| collision(inner, board, left));
        }
        Grid::Region(_) => None,
    }?;
    let words = |(column, row): (i32, i32)| {
        format!("column {}, row {}", numbering.column.label(column), numbering.row.label(row))
    };
    if *left == 0 {
        return None;
    }
    let mut seen: HashMap<String, (i32, i32)> = HashMap::new();
    let places = grid.places(board.size);
    *left = left.saturating_sub(places.len());
    for (_, at) in places {
        let cell = match grid {
            Grid::Hex(own) => own.column_and_row(at, numbering),
            Grid::Square(own) => own.column_and_row(at, numbering),
            _ => continue,
        };
        let number = numbering.number(cell.0, cell.1);
        match seen.get(&number) {
            Some(other) if *other != cell => return Some((number, words(*other), words(cell))),
            _ => drop(seen.insert(number, cell)),
        }
    }
    None
}

/// A board whose picture takes more than 400 MB unpacked.
pub fn too_large(subject: &Subject<'_>, told: &mut Told<'_>) {
    for (at, own) in subject.tree.all("Board") {
        let map = subject.tree.around(at).filter_map(|at| subject.tree.components.get(at));
        let map = map.filter_map(|own| own.element.attr("mapName")).next();
        let name = own.element.attr("name").unwrap_or_default();
        let board = map.and_then(|map| subject.module.map(map)).and_then(|map| map.board(name));
        let Some(Size { width, height }) =
            board.filter(|board| board.image.is_some()).map(|board| board.size)
        else {
            continue;
        };
        let pixels = i64::from(width) * i64::from(height);
        if pixels > MOST_PIXELS {
            let memory = pixels * 4 / 1_000_000;
            told.at(At::whole(at), format!("its picture is {width} × {height}, {memory} MB unpacked"), None);
        }
    }
}
