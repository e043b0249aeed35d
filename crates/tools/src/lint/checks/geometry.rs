//! Boards, zones and at-start stacks: pieces beside the board, boards that are not there, zones without an area.

use super::super::roles::Role;
use super::super::words::{quoted, repeated};
use super::super::{At, Subject, Told};
use vassal::model::geometry::Size;
use vassal::model::map::Map;

/// The map that a component is on.
fn map_of<'m>(subject: &Subject<'m>, at: usize) -> Option<&'m Map> {
    let mut around = subject.tree.around(at).filter_map(|at| subject.tree.components.get(at));
    let name = around.find_map(|own| own.element.attr("mapName"))?;
    subject.module.map(name)
}

/// A whole number of an attribute.
fn number(subject: &Subject<'_>, at: usize, name: &str) -> Option<i32> {
    subject.tree.components.get(at)?.element.attr(name)?.trim().parse().ok()
}

/// An at-start stack or deck lies beside its board.
pub fn off_board(subject: &Subject<'_>, told: &mut Told<'_>) {
    let stacks = subject.tree.all("SetupStack").chain(subject.tree.all("DrawPile"));
    for (at, own) in stacks {
        let by_name = own.element.attr("useGridLocation") == Some("true");
        let Some(map) = map_of(subject, at).filter(|_| !by_name) else { continue };
        let named = own.element.attr("owningBoard").filter(|name| !name.is_empty() && *name != "null");
        let board = match (named, map.boards.as_slice()) {
            (Some(name), _) => map.board(name),
            (None, [only]) => Some(only),
            _ => None,
        };
        let Some(board) = board.filter(|board| board.size.width > 0 && board.size.height > 0) else {
            continue;
        };
        let (Some(x), Some(y)) = (number(subject, at, "x"), number(subject, at, "y")) else { continue };
        let Size { width, height } = board.size;
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            let board = quoted(&board.name);
            let message = format!("it is at {x}, {y}, but the board {board} is {width} × {height}");
            told.at(At::whole(at), message, None);
        }
    }
}

/// A Map Shading covers all boards.
const ALL_BOARDS: &str = "Yes";

/// An at-start stack or deck lies on, or a Map Shading covers, a board that its map does not have.
pub fn missing_board(subject: &Subject<'_>, told: &mut Told<'_>) {
    for value in subject.of_role(Role::Board).filter(|value| value.at.of_trait.is_none()) {
        let Some(map) = map_of(subject, value.at.component) else { continue };
        // Any board, maps that show the boards of another one, and a list of boards where all are meant.
        let meant = subject.tree.components[value.at.component].element.attr("boards");
        if ["null", "<any>"].contains(&&*value.text) || map.boards_of.is_some() || meant == Some(ALL_BOARDS) {
            continue;
        }
        if map.board(&value.text).is_none() {
            let (map, board) = (quoted(&map.name), quoted(&value.text));
            told.at(value.at, format!("the map {map} has no board {board}"), None);
        }
    }
}

/// A zone with fewer than three corners.
pub fn zone_without_area(subject: &Subject<'_>, told: &mut Told<'_>) {
    for (at, own) in subject.tree.all("Zone") {
        let corners = own.element.attr("path").unwrap_or_default().split(';');
        let corners = corners.filter(|corner| !corner.trim().is_empty()).count();
        if corners < 3 {
            let at = At { component: at, of_trait: None, field: "path" };
            told.at(at, format!("it has {}", vassal::diagnostic::counted(corners, "corner")), None);
        }
    }
}

/// Two zones of one grid, or two regions of one grid, have one name.
pub fn name_twice(subject: &Subject<'_>, told: &mut Told<'_>) {
    for (class, what) in [("ZonedGrid", "zone"), ("RegionGrid", "region")] {
        let inner = if what == "zone" { "Zone" } else { "Region" };
        for (grid, _) in subject.tree.all(class) {
            let of_grid = subject.tree.all(inner).filter(|(_, own)| own.parent == Some(grid));
            let names = of_grid.map(|(at, own)| (own.element.attr("name").unwrap_or_default(), at));
            for (name, places) in repeated(names) {
                let message = format!("{} {what}s of this grid are called {}", places.len(), quoted(name));
                told.at(At::whole(places[1]), message, None);
            }
        }
    }
}
