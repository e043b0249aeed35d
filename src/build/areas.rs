//! Boards of areas: their picture, and grids by which VASSAL names a piece's place as the tables name the area.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::art::areas::{Area, AreaMap, Border, Fill, Join};
use crate::format::build_file::Element;
use crate::model::geometry::Point;
use crate::model::module::Module;
use crate::rules::places::{PlaceFacts, PlaceId, Places};

use super::components::{Board, component, with};
use super::grids::{BOARD_GRID, named_zone};
use super::{BuildError, Data};

/// One `[[board]]` of `sheets.toml`: a picture of areas rather than of hexes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaBoard {
    /// The name of the board.
    pub name: String,
    /// Width in pixels.
    pub width_px: u32,
    /// Height in pixels.
    pub height_px: u32,
}

/// The largest board, in pixels of each side.
const LARGEST: u32 = 16_000;

/// Which of the art's words draws a word of the map: `[draw]` of `places.toml`.
#[derive(Default, Deserialize)]
struct TermsFile {
    #[serde(default)]
    draw: DrawFile,
}

#[derive(Default, Deserialize)]
struct DrawFile {
    /// The fill of areas, by their kind.
    #[serde(default)]
    areas: BTreeMap<String, String>,
    /// The lines between areas, by the word of the edge.
    #[serde(default)]
    borders: BTreeMap<String, String>,
}

impl AreaBoard {
    /// The name of its picture in the module, by its place among the boards of areas.
    pub fn image(number: usize) -> String {
        format!("board-{}.png", number + 1)
    }

    /// Its size in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width_px, self.height_px)
    }
}

/// The areas of a board with the points where their pieces lie; those that name no board are on the first.
fn areas<'d>(data: &'d Data, boards: &[AreaBoard], number: usize) -> Vec<(&'d PlaceFacts, (i32, i32))> {
    let on = |area: &PlaceFacts| match area.board.as_str() {
        "" => number == 0,
        name => boards[number].name == name,
    };
    let places = data.pack.map.areas().filter(|area| !area.of_hexes && on(area));
    places.filter_map(|area| Some((area, spot(area)?))).collect()
}

/// Where pieces of an area lie: its point, else the middle of its corners.
fn spot(area: &PlaceFacts) -> Option<(i32, i32)> {
    if let Some((x, y)) = area.at {
        return Some((x.round() as i32, y.round() as i32));
    }
    let count = i32::try_from(area.outline.len()).ok().filter(|count| *count > 0)?;
    let sum = area.outline.iter().fold((0, 0), |sum, corner| (sum.0 + corner.0, sum.1 + corner.1));
    Some((sum.0 / count, sum.1 / count))
}

/// What is wrong with the boards of areas, as far as the tables tell.
pub(super) fn faults(data: &Data, boards: &[AreaBoard]) -> Vec<BuildError> {
    let mut errors = Vec::new();
    for board in boards {
        if !(1..=LARGEST).contains(&board.width_px) || !(1..=LARGEST).contains(&board.height_px) {
            let told = format!("board \"{}\": expected a size of 1 to {LARGEST} pixels", board.name);
            errors.push(BuildError::new("sheets.toml", told));
        }
    }
    if boards.is_empty() {
        return errors;
    }
    for area in data.pack.map.areas().filter(|area| !area.of_hexes) {
        let board = match area.board.as_str() {
            "" => boards.first(),
            name => boards.iter().find(|board| board.name == name),
        };
        let told = match (board, spot(area)) {
            (None, _) => {
                let known: Vec<&str> = boards.iter().map(|board| board.name.as_str()).collect();
                format!("{}: expected a board of {}, found \"{}\"", area.key, known.join(", "), area.board)
            }
            (_, None) => format!("{}: expected an outline or a point (x and y)", area.key),
            (Some(board), Some((x, y))) => {
                let (width, height) = (board.width_px as i32, board.height_px as i32);
                if (0..width).contains(&x) && (0..height).contains(&y) {
                    continue;
                }
                format!("{}: its point {x},{y} lies beside the board of {width} by {height} pixels", area.key)
            }
        };
        errors.push(BuildError::new("areas.csv", told));
    }
    errors
}

/// The board as VASSAL reads it: a zone for each outline, a region for each point.
pub(super) fn board(data: &Data, boards: &[AreaBoard], number: usize) -> Board {
    let (outlined, points): (Vec<_>, Vec<_>) =
        areas(data, boards, number).into_iter().partition(|(area, _)| !area.outline.is_empty());
    let regions = points.iter().map(|(area, (x, y))| {
        component(
            &format!("{BOARD_GRID}Region"),
            &[("name", &area.name), ("originx", &x.to_string()), ("originy", &y.to_string())],
        )
    });
    let region_grid = component(
        &format!("{BOARD_GRID}RegionGrid"),
        &[("fontsize", "9"), ("snapto", "true"), ("visible", "false")],
    );
    let region_grid = with(region_grid, regions);
    let grid = if outlined.is_empty() {
        region_grid
    } else {
        let highlighter = component(&format!("{BOARD_GRID}mapgrid.ZonedGridHighlighter"), &[]);
        let zones = outlined.iter().map(|(area, _)| zone(area));
        let background = (!points.is_empty()).then_some(region_grid);
        let zoned = component(&format!("{BOARD_GRID}ZonedGrid"), &[]);
        with(zoned, std::iter::once(highlighter).chain(zones).chain(background))
    };
    Board { name: boards[number].name.clone(), image: AreaBoard::image(number), grid }
}

fn zone(area: &PlaceFacts) -> Element {
    let corners: Vec<String> = area.outline.iter().map(|(x, y)| format!("{x},{y}")).collect();
    named_zone(&area.name, &corners.join(";"))
}

/// The picture of a board of areas.
pub(super) fn drawn(data: &Data, boards: &[AreaBoard], number: usize) -> AreaMap {
    let text = data.map_files.get("places.toml").map_or("", String::as_str);
    let draw = toml::from_str::<TermsFile>(text).unwrap_or_default().draw;
    let fill =
        |kind: &str| Fill::of(draw.areas.get(kind).map_or(kind, String::as_str)).unwrap_or(Fill::Blank);
    let areas = areas(data, boards, number);
    let points: BTreeMap<&PlaceId, ((i32, i32), bool)> =
        areas.iter().map(|(area, at)| (&area.id, (*at, area.outline.is_empty()))).collect();
    let mut lines = Vec::new();
    for (from, to, words) in data.pack.map.edges() {
        let (Some((a, bare)), Some((b, also_bare))) = (points.get(from), points.get(to)) else { continue };
        let word = words.iter().map(|word| draw.borders.get(&**word).map_or(&**word, String::as_str));
        let line = word.filter_map(Border::of).next();
        // Outlines that touch tell by themselves that they adjoin.
        if let Some(line) = line.or((*bare || *also_bare).then_some(Border::Plain)) {
            lines.push(Join { from: *a, to: *b, line });
        }
    }
    let areas = areas.iter().map(|(area, at)| Area {
        name: area.name.clone(),
        at: *at,
        outline: area.outline.clone(),
        fill: fill(&area.kind),
    });
    AreaMap { size: boards[number].size(), areas: areas.collect(), lines }
}

/// The points of all areas on the main map whose boards begin at this distance from its left edge and its upper edge.
pub(super) fn centres(
    data: &Data,
    boards: &[AreaBoard],
    (mut left, top): (i32, i32),
) -> BTreeMap<PlaceId, (i32, i32)> {
    let mut centres = BTreeMap::new();
    for (number, board) in boards.iter().enumerate() {
        let here = areas(data, boards, number).into_iter();
        centres.extend(here.map(|(area, (x, y))| (area.id.clone(), (left + x, top + y))));
        left += board.width_px as i32;
    }
    centres
}

/// Areas whose pieces VASSAL would say to be elsewhere, by the module as it reads it.
pub(super) fn misnamed(
    module: &Module,
    main_map: &str,
    places: &Places,
    centres: &BTreeMap<PlaceId, (i32, i32)>,
) -> Vec<BuildError> {
    let Some(map) = module.maps.iter().find(|map| map.identifier() == main_map) else { return Vec::new() };
    let layout = map.lay_out(None, &mut Vec::new());
    let areas = places.areas().filter_map(|area| Some((area, *centres.get(&area.id)?)));
    let wrong = areas.filter_map(|(area, (x, y))| {
        let name = layout.location_name(Point::new(x, y));
        let told = format!(
            "{}: VASSAL would call its point \"{name}\"; give it an outline that holds its point and overlaps no other",
            area.key
        );
        (name != area.name).then(|| BuildError::new("areas.csv", told))
    });
    wrong.collect()
}
