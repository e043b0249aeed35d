//! Boards of areas: their picture, and grids by which VASSAL names a piece's place as the tables name the area.
//!
//! An area with corners becomes a zone, one with a point a region: the Region grid gives every pixel to the nearest
//! point and would name the far end of a long area wrongly. VASSAL takes the first zone that contains a point and we
//! draw the last area on top, so zones are written in reverse order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use liege_art::areas::{Area, AreaMap, Border, Fill, Join};
use liege_art::artwork::{Artwork, LARGEST};
use liege_art::templates;
use liege_rules::data::Files;
use liege_rules::data::fault::{DataFault, did_you_mean, line_at, line_that};
use liege_rules::position::places::{PlaceFacts, PlaceId};
use vassal::format::build_file::Element;
use vassal::model::geometry::Point;
use vassal::model::module::Module;

use super::components::Board;
use super::element::{component, with};
use super::grids::{BOARD_GRID, named_zone, zoned};
use super::{BuildError, Data};

/// One `[[board]]` of `sheets.toml`: a picture of areas rather than of hexes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaBoard {
    /// The name of the board.
    pub name: String,
    /// Width in pixels; of a board with a picture that of the picture.
    #[serde(default)]
    pub width_px: u32,
    /// Height in pixels, in the same way.
    #[serde(default)]
    pub height_px: u32,
    /// The file beside `sheets.toml` with its picture; it is drawn from the table of areas where there is none.
    pub picture: Option<Spanned<String>>,
    /// The picture, once it is read.
    #[serde(skip)]
    pub artwork: Option<Arc<Artwork>>,
}

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
    pub fn image(&self, number: usize) -> String {
        let ending = self.artwork.as_ref().map_or("png", |artwork| artwork.ending());
        format!("board-{}.{ending}", number + 1)
    }

    /// Its size in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width_px, self.height_px)
    }

    /// Takes a picture, and its size where the board has none.
    ///
    /// # Errors
    /// The board has another size.
    pub fn show(&mut self, artwork: Artwork) -> Result<(), String> {
        let ((width, height), found) = (self.size(), artwork.size);
        let fits = |own, found| own == 0 || own == found;
        if !fits(width, found.0) || !fits(height, found.1) {
            let told = format!("expected a picture of {width} by {height} pixels, as sheets.toml says");
            return Err(format!("{told}, found {} by {}", found.0, found.1));
        }
        (self.width_px, self.height_px) = found;
        self.artwork = Some(Arc::new(artwork));
        Ok(())
    }
}

/// Reads the pictures that the boards of `sheets.toml` name, and refuses boards without a size.
pub(super) fn read_pictures(
    boards: &mut [AreaBoard],
    (path, text): (&str, &str),
    files: &dyn Files,
    faults: &mut Vec<DataFault>,
) {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut names = BTreeSet::new();
    for board in boards {
        let own = board.name.clone();
        let mut fault = |line: u64, told: String| {
            faults.push(DataFault::at(path, line, format!("board \"{own}\": {told}")));
        };
        let named = format!("\"{own}\"");
        let begins = line_that(text, |line| line.starts_with("name") && line.contains(&named));
        if !names.insert(own.clone()) {
            fault(begins, "the name is already used".to_owned());
        }
        let Some(name) = board.picture.clone() else {
            if board.size() == (0, 0) {
                fault(begins, "expected a picture, or its width_px and height_px".to_owned());
            } else if !(1..=LARGEST).contains(&board.width_px) || !(1..=LARGEST).contains(&board.height_px) {
                fault(begins, format!("expected a size of 1 to {LARGEST} pixels"));
            }
            continue;
        };
        let (line, file) = (line_at(text, name.span().start), format!("{folder}/{}", name.get_ref()));
        let told = match files.read(&file) {
            Some(bytes) => {
                Artwork::read(bytes, &templates::fonts()).and_then(|artwork| board.show(artwork)).err()
            }
            None => {
                let beside = files.list(folder);
                let names = beside.iter().filter_map(|path| path.strip_prefix(folder)?.strip_prefix('/'));
                Some(format!("no such file{}", did_you_mean(name.get_ref(), names)))
            }
        };
        if let Some(told) = told {
            fault(line, format!("{file}: {told}"));
        }
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
    let count = i64::try_from(area.outline.len()).ok().filter(|count| *count > 0)?;
    let middle = |pixel: fn(&(i32, i32)) -> i32| {
        let sum: i64 = area.outline.iter().map(|corner| i64::from(pixel(corner))).sum();
        i32::try_from(sum / count).ok()
    };
    Some((middle(|corner| corner.0)?, middle(|corner| corner.1)?))
}

/// A fault of an area, at its row.
fn fault_of(data: &Data, area: &PlaceFacts, told: &str) -> BuildError {
    let text = data.map_files.get("areas.csv").map_or("", String::as_str);
    let is_own =
        |line: &str| line.split(',').next().is_some_and(|id| id.trim().trim_matches('"') == area.key);
    let path = format!("maps/{}/areas.csv", data.pack.game);
    DataFault::at(&path, line_that(text, is_own), format!("{}: {told}", area.key)).into()
}

/// What is wrong with the areas of the boards, as far as the tables tell.
pub(super) fn faults(data: &Data, boards: &[AreaBoard]) -> Vec<BuildError> {
    let mut errors = Vec::new();
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
                format!("expected a board of {}, found \"{}\"", known.join(", "), area.board)
            }
            (_, None) => "expected an outline or a point (x and y)".to_owned(),
            (Some(board), Some((x, y))) => {
                let (width, height) = (board.width_px as i32, board.height_px as i32);
                if (0..width).contains(&x) && (0..height).contains(&y) {
                    continue;
                }
                format!("its point {x},{y} is outside the board of {width} by {height} pixels")
            }
        };
        errors.push(fault_of(data, area, &told));
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
        // What is drawn last lies on top.
        zoned(outlined.iter().rev().map(|(area, _)| zone(area)), (!points.is_empty()).then_some(region_grid))
    };
    Board { name: boards[number].name.clone(), image: boards[number].image(number), grid }
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
    data: &Data,
    module: &Module,
    centres: &BTreeMap<PlaceId, (i32, i32)>,
) -> Vec<BuildError> {
    let map = module.maps.iter().find(|map| map.identifier() == data.layout.main_map);
    let Some(map) = map else { return Vec::new() };
    let layout = map.lay_out(None, &mut Vec::new());
    let areas = || data.pack.map.areas().filter_map(|area| Some((area, *centres.get(&area.id)?)));
    let wrong = areas().filter_map(|(area, (x, y))| {
        let name = layout.location_name(Point::new(x, y));
        let told = format!(
            "VASSAL would call its point \"{name}\"; give it an outline around its point, and put it below \
             the areas that it overlaps"
        );
        (name != area.name).then(|| fault_of(data, area, &told))
    });
    let mut errors: Vec<BuildError> = wrong.collect();
    let strata = &data.pack.terms.outfit.strata;
    for stratum in strata.iter().filter(|stratum| stratum.offset != (0, 0)) {
        let (right, down) = stratum.offset;
        errors.extend(areas().filter_map(|(area, (x, y))| {
            let name = layout.location_name(Point::new(x + right, y + down));
            let told = format!(
                "VASSAL would call the place of its layer \"{}\" \"{name}\"; give it a larger outline, or the layer a \
                 smaller offset in pack.toml",
                stratum.layer
            );
            (name != area.name).then(|| fault_of(data, area, &told))
        }));
    }
    errors
}
