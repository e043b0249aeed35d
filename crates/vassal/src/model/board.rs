//! Boards, and how the boards in play lie side by side on a map.

use std::sync::Arc;

use super::geometry::{Point, Rect, Size};
use super::grid::{Grid, HexGrid, Zone};
use crate::format::leaf::BoardAt;

/// What a place is called that is on no board or that no grid names.
pub const OFFBOARD: &str = "offboard";

/// More boards or a larger matrix than this is not laid out.
const MAX_MATRIX: i32 = 10_000;

/// A board that a module offers (`Board`).
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Board {
    /// Its name.
    pub name: String,
    /// Its picture, by the name the module gives it.
    pub image: Option<String>,
    /// Size in pixels; nothing when its picture is missing.
    pub size: Size,
    /// Background where there is no picture, as `r,g,b`.
    pub color: Option<String>,
    /// Whether players may turn it by 180 degrees.
    pub reversible: bool,
    /// Its grid.
    pub grid: Option<Grid>,
}

/// A board as players chose it: which, and where in the matrix of boards.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardPick {
    /// Name of the board.
    pub board: String,
    /// Turned by 180 degrees.
    pub reversed: bool,
    /// Column of the matrix, from 0.
    pub column: i32,
    /// Row of the matrix, from 0.
    pub row: i32,
}

impl From<BoardAt> for BoardPick {
    fn from(board: BoardAt) -> Self {
        Self { board: board.name, reversed: board.reversed, column: board.column, row: board.row }
    }
}

impl From<BoardPick> for BoardAt {
    fn from(pick: BoardPick) -> Self {
        Self { name: pick.board, reversed: pick.reversed, column: pick.column, row: pick.row }
    }
}

/// A board in play.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PlacedBoard {
    /// Which board.
    pub board: Arc<Board>,
    /// Turned by 180 degrees.
    pub reversed: bool,
    /// Column of the matrix, from 0.
    pub column: i32,
    /// Row of the matrix, from 0.
    pub row: i32,
    /// Where it lies, in map pixels.
    pub bounds: Rect,
}

impl PlacedBoard {
    /// The board pixels of a map point, the other way round on a turned board.
    pub fn local(&self, p: Point) -> Point {
        let p = p.relative_to(self.bounds.origin);
        self.turned(p)
    }

    /// The map pixels of a board point.
    pub fn global(&self, p: Point) -> Point {
        let p = self.turned(p);
        p.offset(self.bounds.origin.x, self.bounds.origin.y)
    }

    fn turned(&self, p: Point) -> Point {
        if !self.reversed {
            return p;
        }
        let size = self.bounds.size;
        Point::new(size.width, size.height).relative_to(p)
    }
}

/// The boards in play on one map and its decks, in map pixels.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Layout {
    /// Boards in the order they were chosen; the first one at a point counts.
    pub boards: Vec<PlacedBoard>,
    /// Names of decks and where they lie.
    pub decks: Vec<(String, Point)>,
}

impl Layout {
    /// Lays out boards with `edge` pixels around them. Widths of a row and
    /// heights of a column add up (`Map.setBoardBoundaries`).
    pub fn new(chosen: Vec<(BoardPick, Arc<Board>)>, edge: Size) -> Self {
        let cell = |n: i32| n.clamp(0, MAX_MATRIX);
        let sizes: Vec<_> =
            chosen.iter().map(|(pick, board)| (cell(pick.column), cell(pick.row), board.size)).collect();
        let place = |(pick, board): (BoardPick, Arc<Board>)| {
            let (column, row) = (cell(pick.column), cell(pick.row));
            let left = sum(&sizes, |c, r| r == row && c < column, |s| s.width);
            let above = sum(&sizes, |c, r| c == column && r < row, |s| s.height);
            PlacedBoard {
                reversed: pick.reversed && board.reversible,
                column,
                row,
                bounds: Rect {
                    origin: Point::new(edge.width, edge.height).offset(left, above),
                    size: board.size,
                },
                board,
            }
        };
        Self { boards: chosen.into_iter().map(place).collect(), decks: Vec::new() }
    }

    /// The board at a map point.
    pub fn board_at(&self, p: Point) -> Option<&PlacedBoard> {
        self.boards.iter().find(|b| b.bounds.contains(p))
    }

    /// The zone at a map point. The engine forgets here that a board may be
    /// turned, and so do we.
    pub fn zone_at(&self, p: Point) -> Option<&Zone> {
        let board = self.board_at(p)?;
        let origin = board.bounds.origin;
        let grid = board.board.grid.as_ref()?;
        grid.zone_at(p.relative_to(origin))
    }

    /// The first zone of a name on any of the boards.
    pub fn zone_named(&self, name: &str) -> Option<&Zone> {
        let zones = self.boards.iter().flat_map(|b| b.board.grid.as_ref().map_or(&[][..], Grid::zones));
        zones.into_iter().find(|zone| zone.name == name)
    }

    /// What the place at a map point is called (`Map.locationName`).
    pub fn location_name(&self, p: Point) -> String {
        if let Some((name, _)) = self.decks.iter().find(|(_, at)| *at == p) {
            return name.clone();
        }
        let name = self.board_at(p).and_then(|b| {
            let grid = b.board.grid.as_ref()?;
            grid.location_name(b.local(p))
        });
        name.unwrap_or_else(|| OFFBOARD.to_owned())
    }

    /// Where a piece dropped at a map point comes to rest (`Map.snapTo`).
    pub fn snap(&self, p: Point) -> Point {
        let Some(board) = self.board_at(p) else {
            return p;
        };
        let snap = |b: &PlacedBoard, p| match &b.board.grid {
            Some(grid) => b.global(grid.snap(b.local(p), false, false)),
            None => p,
        };
        let mut snapped = snap(board, p);
        match self.board_at(snapped) {
            Some(other) if !std::ptr::eq(other, board) => snapped = snap(other, snapped),
            _ => {}
        }
        if self.board_at(snapped).is_none() {
            snapped = pulled_back(snapped, board.bounds);
        }
        snapped
    }

    /// The map point of the first place called `name`: a deck, hex, region or
    /// zone. Board after board is enumerated: keep [`Layout::places`] for many.
    pub fn centre_of(&self, name: &str) -> Option<Point> {
        if let Some((_, p)) = self.decks.iter().find(|(n, _)| n == name) {
            return Some(*p);
        }
        self.boards.iter().find_map(|b| {
            let grid = b.board.grid.as_ref()?;
            Some(b.global(grid.centre_of(name, b.board.size)?))
        })
    }

    /// Every named place of every board, with its map point.
    pub fn places(&self) -> Vec<(String, Point)> {
        let of_board = |b: &PlacedBoard| {
            let grid = b.board.grid.as_ref();
            let places = grid.map(|g| g.places(b.board.size)).unwrap_or_default();
            let global = |(name, p)| (name, b.global(p));
            places.into_iter().map(global).collect::<Vec<_>>()
        };
        self.boards.iter().flat_map(of_board).collect()
    }

    /// The hex grid at a map point and the board it belongs to.
    pub fn hex_grid_at(&self, p: Point) -> Option<(&PlacedBoard, &HexGrid)> {
        let board = self.board_at(p)?;
        let grid = board.board.grid.as_ref()?;
        Some((board, grid.hex_at(board.local(p))?))
    }
}

fn sum(sizes: &[(i32, i32, Size)], counts: impl Fn(i32, i32) -> bool, length: impl Fn(Size) -> i32) -> i32 {
    // Of boards on one cell the engine measures the last one.
    let mut by_cell = std::collections::BTreeMap::new();
    for &(column, row, size) in sizes {
        if counts(column, row) {
            by_cell.insert((column, row), length(size));
        }
    }
    by_cell.values().fold(0i32, |a, &b| a.saturating_add(b))
}

fn pulled_back(p: Point, board: Rect) -> Point {
    let pull = |v: i32, low: i32, length: i32| match v.saturating_sub(low) {
        -1 => low,
        d if d == length => low.saturating_add(length) - 1,
        _ => v,
    };
    let (origin, size) = (board.origin, board.size);
    Point::new(pull(p.x, origin.x, size.width), pull(p.y, origin.y, size.height))
}
