//! Where pieces come to lie in boxes: on the spot that their own command names, or on the first free one in rows.

use std::collections::BTreeSet;

use liege_art::panel::PanelBox;
use liege_build::drops::SPACING;
use vassal::model::change::{Change, Order};
use vassal::model::geometry::Point;

use crate::table::Table;

/// Gives every piece that goes to the middle of a box a spot of its own there, and every new one that comes on top.
///
/// Places of a grid, such as hexes, are left alone: there pieces lie in stacks.
pub fn lay_out(understood: &Table, changes: &mut [Change]) {
    let position = &understood.opened.position;
    let moving: BTreeSet<String> = changes.iter().filter_map(moved).map(str::to_owned).collect();
    let mut taken: Vec<(String, Point)> = position
        .pieces
        .iter()
        .filter(|piece| !moving.contains(&piece.id))
        .filter_map(|piece| Some((piece.map.clone()?, piece.at())))
        .collect();
    for change in changes {
        let (piece, to) = match change {
            Change::Move { piece, to } => (Some(&*piece), to),
            Change::Add { to, .. } if to.order == Order::Top => (None, to),
            _ => continue,
        };
        let Some(layout) = position.map(&to.map).map(|map| &map.layout) else { continue };
        let (Some(zone), Some(board)) = (layout.zone_at(to.at), layout.board_at(to.at)) else { continue };
        if zone.grid.is_some() || zone.use_parent_grid {
            continue;
        }
        let own = piece.and_then(|id| position.piece(id)?.spot_in(&zone.name));
        let bounds = zone.bounds();
        let corner = board.bounds.origin.offset(bounds.origin.x, bounds.origin.y);
        to.at = match own {
            Some((0, 0)) | None => {
                let free = |at: &Point| {
                    taken.iter().filter(|(map, _)| *map == to.map).all(|(_, other)| apart(*other, *at))
                };
                let size = bounds.size;
                spots(corner, (size.width, size.height)).find(free).unwrap_or(to.at)
            }
            Some((x, y)) => {
                let middle = corner.offset(bounds.size.width / 2, bounds.size.height / 2);
                middle.offset(x, y)
            }
        };
        taken.push((to.map.clone(), to.at));
    }
}

fn moved(change: &Change) -> Option<&str> {
    match change {
        Change::Move { piece, .. } => Some(piece),
        _ => None,
    }
}

/// The spot with this number in the box at a point, row by row from its upper left corner, whatever else lies there; the
/// point itself outside of boxes.
pub fn numbered(understood: &Table, map: &str, at: Point, number: usize) -> Point {
    let layout = understood.opened.position.map(map).map(|map| &map.layout);
    let found = layout.and_then(|layout| {
        let (zone, board) = (layout.zone_at(at)?, layout.board_at(at)?);
        let bounds = zone.bounds();
        let corner = board.bounds.origin.offset(bounds.origin.x, bounds.origin.y);
        (zone.grid.is_none() && !zone.use_parent_grid)
            .then(|| spots(corner, (bounds.size.width, bounds.size.height)).nth(number))?
    });
    found.unwrap_or(at)
}

/// Whether counters at two points leave each other free.
fn apart(a: Point, b: Point) -> bool {
    let least = SPACING - 5;
    a.x.abs_diff(b.x) >= least || a.y.abs_diff(b.y) >= least
}

/// The spots of a box from its upper left corner, row by row: those whose outlines a built board shows.
fn spots(corner: Point, (width, height): (i32, i32)) -> impl Iterator<Item = Point> {
    let [width, height] = [width, height].map(|length| u32::try_from(length).unwrap_or(0));
    let pixels = |length: u32| i32::try_from(length).unwrap_or(i32::MAX);
    let area = PanelBox { x: 0, y: 0, width, height };
    area.places(SPACING).map(move |(x, y)| corner.offset(pixels(x), pixels(y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_at_the_end_of_the_world_hinder_no_spot() {
        let here = Point::new(500, 500);
        assert!(apart(Point::new(i32::MIN, i32::MAX), here));
        assert!(apart(Point::new(500, 500 - SPACING as i32), here));
        assert!(!apart(Point::new(520, 480), here));
    }
}
