//! What lies in a place that the module has elsewhere now, such as a box that was drawn anew. The engine leaves it where
//! it was.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Refreshed;
use vassal::format::command::Command;
use vassal::model::board::{Layout, PlacedBoard};
use vassal::model::change::{self, ChangeError};
use vassal::model::geometry::Point;
use vassal::model::module::Module;
use vassal::model::position::{Piece, Position};

/// A stack or lone piece that went with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Followed {
    /// The map.
    pub map: String,
    /// The name of the place.
    pub place: String,
    /// Ids of its pieces, bottom first.
    pub pieces: Vec<String>,
    /// Where it lay: map pixels from the left and the top.
    pub from: (i32, i32),
    /// Where it lies now.
    pub to: (i32, i32),
}

/// A stack or lone piece whose place is not known in the module, and which stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stayed {
    /// The map.
    pub map: String,
    /// The name of the place; empty where it lay on a board, but in no place with a name.
    pub place: String,
    /// Ids of its pieces, bottom first.
    pub pieces: Vec<String>,
    /// How many places of the board have this name now: none, or several.
    pub places: usize,
}

/// What became of all that lay in places.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Followers {
    /// What went with its place.
    pub followed: Vec<Followed>,
    /// What stayed because its place is not known.
    pub stayed: Vec<Stayed>,
}

/// Lays each stack and lone piece of a refreshed save that lay in a place of the old module into the place of that name
/// of the new one, as far from its point as before. Decks stay.
///
/// # Errors
/// A state that the file format cannot carry.
pub fn follow(
    made: &mut Refreshed,
    commands: &Command,
    (old, new): (&Module, &Module),
) -> Result<(), ChangeError> {
    let commands = made.commands.as_ref().unwrap_or(commands);
    let [before, now] = [old, new].map(|module| Position::read(commands, Some(module)).0);
    let mut followers = Followers::default();
    let mut moves = Vec::new();
    let mut maps = BTreeMap::new();
    for unit in units(&before) {
        let Some((old, new)) = maps.entry(unit.map).or_insert_with(|| changed(&before, &now, unit.map))
        else {
            continue;
        };
        match unit.target(old, new) {
            Some((place, Ok(to))) => {
                moves.push((unit.id.to_owned(), to));
                followers.followed.push(unit.followed(place, to));
            }
            Some((place, Err(places))) => followers.stayed.push(unit.stayed(place, places)),
            None => {}
        }
    }
    if !moves.is_empty() {
        made.commands = Some(change::carry(commands, &moves)?);
    }
    made.followers = Some(followers);
    Ok(())
}

/// A stack or lone piece on a map.
struct Unit<'p> {
    id: &'p str,
    map: &'p str,
    at: Point,
    pieces: Vec<String>,
}

/// All stacks and lone pieces that lie on maps.
fn units(position: &Position) -> impl Iterator<Item = Unit<'_>> {
    let stacks = position.stacks.iter().filter(|stack| stack.deck.is_none()).filter_map(|stack| {
        let (map, at) = (stack.map.as_deref()?, Point::new(stack.x, stack.y));
        Some(Unit { id: &stack.id, map, at, pieces: stack.pieces.clone() })
    });
    let is_alone = |piece: &&Piece| piece.stack.is_none();
    let loners = position.pieces.iter().filter(is_alone).filter_map(|piece| {
        let (map, at) = (piece.map.as_deref()?, Point::new(piece.x, piece.y));
        Some(Unit { id: &piece.id, map, at, pieces: vec![piece.id.clone()] })
    });
    stacks.chain(loners)
}

/// The boards of a map in the old module, and the places that the new one has there; none where both are the same.
fn changed<'p>(before: &'p Position, now: &'p Position, map: &str) -> Option<(&'p Layout, Places<'p>)> {
    let (old, new) = (&before.map(map)?.layout, &now.map(map)?.layout);
    (old.boards != new.boards).then(|| (old, Places::of(new)))
}

/// A board by its column, row and name.
type Cell<'p> = (i32, i32, &'p str);

fn cell(board: &PlacedBoard) -> Cell<'_> {
    (board.column, board.row, &board.board.name)
}

/// The named places of the boards of a map.
struct Places<'p>(BTreeMap<Cell<'p>, (&'p PlacedBoard, BTreeMap<String, Vec<Point>>)>);

impl<'p> Places<'p> {
    fn of(layout: &'p Layout) -> Self {
        let named = |board: &'p PlacedBoard| {
            let mut places: BTreeMap<String, Vec<Point>> = BTreeMap::new();
            let all = board.board.grid.as_ref().map(|grid| grid.places(board.board.size));
            for (name, at) in all.unwrap_or_default() {
                places.entry(name).or_default().push(board.global(at));
            }
            (cell(board), (board, places))
        };
        Self(layout.boards.iter().map(named).collect())
    }
}

impl Unit<'_> {
    /// The place it lies in, and where it goes with it, or how many places have its name; none where it stays where it
    /// belongs.
    fn target(&self, old: &Layout, new: &Places<'_>) -> Option<(String, Result<Point, usize>)> {
        let board = old.board_at(self.at)?;
        let local = board.local(self.at);
        let named = board.board.grid.as_ref().and_then(|grid| {
            let name = grid.location_name(local).filter(|name| !name.trim().is_empty())?;
            Some((grid.point_of(local)?, name))
        });
        let Some(((point, is_zone), name)) = named else {
            let stays = new.0.get(&cell(board)).is_some_and(|(now, _)| now.bounds == board.bounds);
            return (!stays).then(|| (String::new(), Err(0)));
        };
        let from = board.global(point);
        let Some((board, places)) = new.0.get(&cell(board)) else { return Some((name, Err(0))) };
        let found = places.get(&name).map_or(&[][..], Vec::as_slice);
        let is_in = |at: Point| {
            let grid = board.board.grid.as_ref().filter(|_| board.bounds.contains(at));
            grid.and_then(|grid| grid.location_name(board.local(at))).as_ref() == Some(&name)
        };
        let &[to] = found else {
            return (!is_in(self.at)).then(|| (name.clone(), Err(found.len())));
        };
        if from == to || is_zone && is_in(self.at) {
            return None;
        }
        let way = to.relative_to(from);
        let beside = self.at.offset(way.x, way.y);
        Some((name.clone(), Ok(if is_in(beside) { beside } else { to })))
    }

    fn followed(self, place: String, to: Point) -> Followed {
        let (from, to) = ((self.at.x, self.at.y), (to.x, to.y));
        Followed { map: self.map.to_owned(), place, pieces: self.pieces, from, to }
    }

    fn stayed(self, place: String, places: usize) -> Stayed {
        Stayed { map: self.map.to_owned(), place, pieces: self.pieces, places }
    }
}
