//! Reads maps, boards and grids from a build file.

use std::sync::Arc;

use super::attributes::Attributes;
use super::board::{Board, BoardPick};
use super::deck;
use super::geometry::{Point, Size};
use super::grid::{Grid, HexGrid, Numbering, Region, RegionGrid, Rows, SquareGrid, Zone, ZonedGrid};
use super::map::{AtStart, Map, MapKind, Owners, PieceLayers};
use super::module::{ImageSize, attributes, global_properties, is_slot, read_slot, zone_properties};
use super::problem::Problem;
use super::shading::Shading;
use super::slot::Slot;
use crate::format::build_file::Element;
use crate::format::leaf::Leaf;

/// How far apart the engine draws the pieces of a stack when the module does not say (`StackMetrics`).
const STACK_STEP: (i32, i32) = (2, 4);

/// Pixels between the cards of a hand when the module does not say (`HandMetrics`).
const HAND_GAP: i32 = 12;

/// Reads a map element and everything below it.
pub(super) fn read_map(
    element: &Element,
    id: String,
    image: &ImageSize<'_>,
    problems: &mut Vec<Problem>,
) -> Map {
    let at = attributes(element);
    let mut map = Map {
        id,
        name: at.text("mapName", ""),
        kind: kind(element, &at),
        by_button: at.flag("launch", false),
        edge: Size { width: at.int("edgeWidth", 0, problems), height: at.int("edgeHeight", 0, problems) },
        boards_of: at.get("useBoards").filter(|n| !n.is_empty()).map(str::to_owned),
        stacking: true,
        stack_step: STACK_STEP,
        background: at.get("backgroundcolor").map(str::to_owned),
        ..Map::default()
    };
    map.row_gap = matches!(map.kind, MapKind::Hand(_)).then_some(HAND_GAP);
    for child in element.walk() {
        let at = attributes(child);
        match child.short_tag() {
            "HandMetrics" => {
                map.stacking = !at.flag("disabled", false);
                map.row_gap = Some(at.int("exSepX", HAND_GAP, problems));
            }
            "StackMetrics" => {
                map.stacking = !at.flag("disabled", false);
                map.row_gap = None;
                let (right, up) = STACK_STEP;
                map.stack_step = (at.int("unexSepX", right, problems), at.int("unexSepY", up, problems));
                map.blank = at.get("color").filter(|colour| !colour.is_empty()).map(str::to_owned);
            }
            "LayeredPieceCollection" => {
                map.layers = PieceLayers { property: at.text("property", ""), order: at.list("layerOrder") };
            }
            "MapShader" => map.shadings.push(Shading::read(&at)),
            "SetupStack" => map.at_start.push(at_start(child, false, problems)),
            "DrawPile" => map.at_start.push(at_start(child, true, problems)),
            tag if tag.ends_with("BoardPicker") => read_picker(child, &mut map, image, problems),
            _ => {}
        }
    }
    for properties in element.children("GlobalProperties") {
        map.properties.extend(global_properties(properties));
    }
    map
}

fn kind(element: &Element, at: &Attributes<'_>) -> MapKind {
    let owners = || Owners { sides: at.list("side"), visible: at.flag("visible", false) };
    match element.short_tag() {
        "PrivateMap" => MapKind::Private(owners()),
        "PlayerHand" => MapKind::Hand(owners()),
        "WidgetMap" => MapKind::Widget,
        _ => MapKind::Public,
    }
}

fn at_start(element: &Element, is_deck: bool, problems: &mut Vec<Problem>) -> AtStart {
    let at = attributes(element);
    let filled = |name: &str| at.get(name).filter(|v| !v.is_empty()).map(str::to_owned);
    let slots = element.walk().filter(|e| is_slot(e));
    let path: Arc<[String]> = Arc::new([at.text("name", "")]);
    let by_name = at.flag("useGridLocation", false);
    let slots: Vec<Slot> = slots.map(|e| read_slot(e, Arc::clone(&path))).collect();
    problems.extend(slots.iter().filter_map(Slot::problem));
    AtStart {
        board: filled("owningBoard"),
        at: Point::new(at.int("x", 100, problems), at.int("y", 100, problems)),
        location: filled("location").filter(|_| by_name),
        deck: is_deck,
        definition: is_deck.then(|| deck::definition(element)).flatten().unwrap_or_default(),
        slots,
        name: at.text("name", ""),
    }
}

fn read_picker(element: &Element, map: &mut Map, image: &ImageSize<'_>, problems: &mut Vec<Problem>) {
    for child in element.elements() {
        if child.is("setup") {
            map.default_boards = default_boards(&child.text());
        } else if child.tag.ends_with("Board") {
            map.boards.push(Arc::new(read_board(child, image, problems)));
        }
    }
}

fn default_boards(text: &str) -> Option<Vec<BoardPick>> {
    match Leaf::decode(text) {
        Leaf::SetBoards { boards, .. } => Some(boards.into_iter().map(BoardPick::from).collect()),
        _ => None,
    }
}

fn read_board(element: &Element, image: &ImageSize<'_>, problems: &mut Vec<Problem>) -> Board {
    let at = attributes(element);
    let name = at.text("name", "");
    let picture = at.get("image").filter(|i| !i.is_empty());
    let size = match picture {
        None => Size { width: at.int("width", 500, problems), height: at.int("height", 500, problems) },
        Some(picture) => picture_size(&name, picture, image, problems),
    };
    let grids = element.elements().filter_map(|e| read_grid(e, size, problems));
    Board {
        grid: grids.last(),
        name,
        image: picture.map(str::to_owned),
        size,
        color: at.get("color").map(str::to_owned),
        reversible: at.flag("reversible", false),
    }
}

/// Without its picture a board has no size, and all its places are off board.
fn picture_size(board: &str, picture: &str, image: &ImageSize<'_>, problems: &mut Vec<Problem>) -> Size {
    let pixels = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    match image(picture) {
        Some((width, height)) => Size { width: pixels(width), height: pixels(height) },
        None => {
            let message = format!("its picture \"{picture}\" is missing, so it has no places");
            problems.push(Problem::new(format!("board \"{board}\""), message));
            Size::default()
        }
    }
}

/// Reads a grid of a board or zone of size `container`; none for elements that
/// are no grid.
fn read_grid(element: &Element, container: Size, problems: &mut Vec<Problem>) -> Option<Grid> {
    let at = attributes(element);
    Some(match element.short_tag() {
        "HexGrid" => {
            let numbering = numbering(element, problems);
            Grid::Hex(HexGrid::read(&at, container, numbering, problems))
        }
        "SquareGrid" => {
            let numbering = numbering(element, problems);
            Grid::Square(SquareGrid::read(&at, container, numbering, problems))
        }
        "RegionGrid" => {
            let regions = element.children("Region").map(|e| region(e, problems));
            Grid::Region(RegionGrid::new(regions.collect(), at.flag("snapto", true)))
        }
        "ZonedGrid" => Grid::Zoned(zoned_grid(element, container, problems)),
        _ => return None,
    })
}

fn numbering(grid: &Element, problems: &mut Vec<Problem>) -> Option<Numbering> {
    let rows = |e: &Element| match e.short_tag() {
        "HexGridNumbering" | "SquareGridNumbering" => Some(Rows::Straight),
        "ObliqueHexGridNumbering" => Some(Rows::Oblique),
        _ => None,
    };
    let (element, rows) = grid.elements().rev().find_map(|e| Some((e, rows(e)?)))?;
    Some(Numbering::read(&attributes(element), rows, problems))
}

fn region(element: &Element, problems: &mut Vec<Problem>) -> Region {
    let at = attributes(element);
    Region {
        name: at.text("name", ""),
        origin: Point::new(at.int("originx", 0, problems), at.int("originy", 0, problems)),
    }
}

fn zoned_grid(element: &Element, container: Size, problems: &mut Vec<Problem>) -> ZonedGrid {
    let mut grid = ZonedGrid::default();
    let mut corners = MOST_CORNERS;
    for child in element.elements() {
        if child.is("Zone") {
            grid.zones.push(zone(child, &mut corners, problems));
        } else if let Some(background) = read_grid(child, container, problems) {
            grid.background = Some(Box::new(background));
        }
    }
    grid
}

/// Most corners of all zones of a grid, each of which is asked for the place of each piece.
const MOST_CORNERS: usize = 40_000;

fn zone(element: &Element, corners_left: &mut usize, problems: &mut Vec<Problem>) -> Zone {
    let at = attributes(element);
    let mut zone = Zone {
        name: at.text("name", ""),
        path: path(&at, corners_left, problems),
        location_format: at.text("locationFormat", "$name$"),
        use_parent_grid: at.flag("useParentGrid", false),
        grid: None,
        properties: zone_properties(element),
    };
    let size = zone.bounds().size;
    let grids = element.elements().filter_map(|e| read_grid(e, size, problems));
    zone.grid = grids.last();
    zone
}

fn path(at: &Attributes<'_>, left: &mut usize, problems: &mut Vec<Problem>) -> Vec<Point> {
    let mut corners = Vec::new();
    for corner in at.text("path", "").split(';').filter(|c| !c.is_empty()) {
        let Some(fewer) = left.checked_sub(1) else {
            problems.push(at.problem(format!("the zones have more than {MOST_CORNERS} corners in total")));
            return Vec::new();
        };
        *left = fewer;
        let numbers = corner.split_once(',').and_then(|(x, y)| {
            let number = |t: &str| t.trim().parse().ok();
            Some(Point::new(number(x)?, number(y)?))
        });
        match numbers {
            Some(p) => corners.push(p),
            None => problems.push(at.problem(format!("corner \"{corner}\" of its path is not a point"))),
        }
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_with_more_corners_than_pieces_can_be_held_against_are_told() {
        let zone = |corners: usize| {
            let path = vec!["1,2"; corners].join(";");
            Element::new("Zone").with("name", "Area").with("path", path)
        };
        let board = Element::new("ZonedGrid").with_child(zone(MOST_CORNERS)).with_child(zone(1));
        let mut problems = Vec::new();
        let read = zoned_grid(&board, Size { width: 9, height: 9 }, &mut problems);
        let corners: Vec<usize> = read.zones.iter().map(|zone| zone.path.len()).collect();
        assert_eq!((corners, problems.len()), (vec![MOST_CORNERS, 0], 1));
        assert!(problems[0].to_string().contains("more than 40000 corners"), "{}", problems[0]);
    }
}
