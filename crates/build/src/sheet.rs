//! The main map: a board for each sheet and for each map of areas, so that VASSAL names every place as the rules do.

use std::collections::BTreeMap;

use serde::Deserialize;

use liege_rules::data::Files;
use liege_rules::data::fault::{DataFault, did_you_mean, line_that, toml_fault};
use liege_rules::game::pack::Pack;
use liege_rules::position::places::{ColumnDirection, Hex, PlaceId, RowDirection, Sheet};
use vassal::format::build_file::Element;
use vassal::format::key::Key;
use vassal::model::attributes::Attributes;
use vassal::model::geometry::{Point, Size};
use vassal::model::grid::{HexGrid as ModelGrid, Numbering, Rows};

use super::areas::{self, AreaBoard};
use super::components::{Board, DEEP, MapWindow};
use super::grids::{HexGrid, HexNumbering, named_zone, zoned};
use super::map_parts::{ON_THE_MAP, Stacks, ZOOM, main_map_parts, point_camera};
use super::overview::overview;
use super::window::Layout;
use super::{BuildError, Data, Read, need};

/// What `sheets.toml` says about the pictures of the sheets.
#[derive(Clone, Debug, Deserialize)]
pub struct Sheets {
    /// Pixels across the flats of a hex at scale 1.
    #[serde(default)]
    pub hex_width: f64,
    /// The sheets from left to right.
    #[serde(default)]
    pub sheet: Vec<SheetPicture>,
    /// Boards of areas, to the right of the sheets.
    #[serde(default)]
    pub board: Vec<AreaBoard>,
}

/// One sheet's picture: its edges in hex widths of the common grid, and its size.
#[derive(Clone, Debug, Deserialize)]
pub struct SheetPicture {
    /// The letter before its hex numbers.
    pub letter: char,
    /// The name of the board.
    pub name: String,
    /// Left edge.
    pub left: f64,
    /// Upper edge; the common grid counts northwards.
    pub top: f64,
    /// Width in pixels.
    pub width_px: i32,
    /// Height in pixels.
    pub height_px: i32,
    /// Hex widths at the left edge that hold the legend.
    #[serde(default)]
    pub margin: f64,
    /// Hex widths at the right edge that hold the frame.
    #[serde(default)]
    pub frame: f64,
}

impl Sheets {
    /// Reads `sheets.toml` of a game and the pictures that it names.
    pub(super) fn load(game: &str, files: &dyn Files, faults: &mut Vec<DataFault>) -> Option<Self> {
        let path = format!("maps/{game}/sheets.toml");
        let text =
            need(&path, "the boards of its map", &|path| files.text(path).ok().map(str::to_owned), faults)?;
        let mut sheets: Self = match toml::from_str(&text) {
            Ok(sheets) => sheets,
            Err(error) => {
                faults.push(toml_fault(&path, &text, &error));
                return None;
            }
        };
        if sheets.sheet.is_empty() && sheets.board.is_empty() {
            faults.push(DataFault::at(&path, 0, "expected a [[sheet]] of hexes or a [[board]] of areas"));
        }
        areas::read_pictures(&mut sheets.board, (&path, &text), files, faults);
        Some(sheets)
    }

    /// The boards' widths and heights in pixels, from left to right.
    fn sizes(&self) -> Vec<(u32, u32)> {
        let sheets =
            self.sheet.iter().map(|sheet| (sheet.width_px.unsigned_abs(), sheet.height_px.unsigned_abs()));
        sheets.chain(self.board.iter().map(AreaBoard::size)).collect()
    }

    /// How stacks lie on the boards, which stand beside each other.
    fn stacks(&self) -> Stacks {
        let whole = self.sizes().into_iter().fold((0, 0), |(across, down): (u32, u32), (width, height)| {
            (across.saturating_add(width), down.max(height))
        });
        ON_THE_MAP.around(whole)
    }
}

impl SheetPicture {
    /// The name of the sheet's picture in the module.
    pub fn image(&self) -> String {
        format!("map-{}.png", self.letter)
    }

    /// The grid of the sheet without hexes under its legend and its frame, where VASSAL would name and snap to them.
    fn between_margins(&self, grid: Element, hex_width: f64) -> Element {
        let band = |name: &str, from: f64, to: f64| {
            let ([from, to], height) = ([from, to].map(|x| x.round() as i32), self.height_px);
            (from < to).then(|| named_zone(name, &format!("{from},0;{to},0;{to},{height};{from},{height}")))
        };
        let width = f64::from(self.width_px);
        let legend = band("Legend", 0.0, self.margin * hex_width);
        let frame = band("Frame", width - self.frame * hex_width, width);
        let bands: Vec<Element> = legend.into_iter().chain(frame).collect();
        if bands.is_empty() { grid } else { zoned(bands, Some(grid)) }
    }

    /// The centre of a cell of the common grid in pixels of this sheet.
    fn centre(&self, hex_width: f64, row: i32, half_column: i32) -> (f64, f64) {
        let x = (f64::from(half_column) / 2.0 - self.left) * hex_width;
        let y = (self.top - f64::from(row) * 3f64.sqrt() / 2.0) * hex_width;
        (x, y)
    }
}

/// The global properties with the point that the main map shows first, and what they say.
pub const VIEW: [(&str, &str); 2] =
    [("ViewX", "Middle of the theatre, in pixels from the left"), ("ViewY", "and from above")];

/// The hot key that shows the theatre of the scenario.
pub fn view_key() -> Key {
    Key::named("show the theatre")
}

/// Scenarios whose theatre is no hex and no area of the map, at the line of `module.toml` or of their own text.
pub(super) fn view_faults(layout: &Layout, pack: &Pack, read: Read<'_>) -> Vec<DataFault> {
    let areas = |place: &PlaceId| pack.map.areas().any(|area| area.id == *place);
    let known = |view: &str| pack.map.find(view).is_some_and(|place| place.hex().is_some() || areas(&place));
    let named = layout.scenario.iter().filter(|scenario| !scenario.view.is_empty());
    let unknown = named.filter(|scenario| !known(&scenario.view));
    let told = unknown.map(|scenario| {
        let view = &scenario.view;
        let near = did_you_mean(view, pack.map.areas().map(|area| area.name.as_str()));
        let message = format!(
            "scenario \"{}\": the map has no hex or area \"{view}\" to show first{near}",
            scenario.name
        );
        let paths = [
            format!("maps/{}/module.toml", pack.game),
            format!("oob/{}/scenarios/{}", pack.game, scenario.text),
        ];
        let says = |line: &str| line.trim_start().starts_with("view") && line.contains(view.as_str());
        let lines = paths.map(|path| (line_that(&read(&path).unwrap_or_default(), says), path));
        let at = lines.iter().find(|(line, _)| *line > 0).unwrap_or(&lines[0]);
        DataFault::at(&at.1, at.0, message)
    });
    told.collect()
}

/// The values of [`VIEW`] for a hex or an area, or for the middle of the map where none is named.
pub fn view(data: &Data, centres: &BTreeMap<PlaceId, (i32, i32)>, place: &str) -> [String; 2] {
    let middle = |own: fn(&(i32, i32)) -> i32| {
        let (least, most) = (centres.values().map(own).min(), centres.values().map(own).max());
        least.zip(most).map_or(0, |(least, most)| least.midpoint(most))
    };
    let named = data.pack.map.find(place).and_then(|place| centres.get(&place).copied());
    let (x, y) = named.unwrap_or_else(|| (middle(|(x, _)| *x), middle(|(_, y)| *y)));
    [x.to_string(), y.to_string()]
}

/// The Map element of the main map.
pub fn main_map(data: &Data) -> Result<Element, Vec<BuildError>> {
    let sheets = &data.sheets;
    let mut boards = Vec::new();
    let mut errors = Vec::new();
    for picture in &sheets.sheet {
        match hex_grid(data, sheets, picture) {
            Ok(grid) => {
                boards.push(Board {
                    name: picture.name.clone(),
                    image: picture.image(),
                    grid: picture.between_margins(grid.element(), sheets.hex_width),
                });
            }
            Err(error) => errors.push(error),
        }
    }
    errors.extend(areas::faults(data, &sheets.board));
    if !errors.is_empty() {
        return Err(errors);
    }
    boards.extend((0..sheets.board.len()).map(|number| areas::board(data, &sheets.board, number)));
    let mut parts = main_map_parts(&data.layout.layers, overview(&sheets.sizes()))
        .map_err(|error| vec![BuildError::new("layers", error)])?;
    let [x, y] = VIEW.map(|(name, _)| format!("${name}$"));
    parts.push(point_camera(&x, &y, &view_key()));
    let window = MapWindow {
        name: &data.layout.main_map,
        button: None,
        sides: Vec::new(),
        boards,
        marks_moves: true,
        zoom: ZOOM,
        ground: DEEP,
        stacks: sheets.stacks(),
        viewed: &data.viewed(),
        parts,
        moved: data.moved_key(),
        private: &data.layout.private_windows(),
        has_toolbar: true,
    };
    Ok(window.element())
}

/// Refuses a module in which VASSAL would say that the pieces of an area are elsewhere.
pub(super) fn prove_areas(data: &Data, plan: &super::Plan) -> Result<(), Vec<BuildError>> {
    if data.sheets.board.is_empty() {
        return Ok(());
    }
    let wrong = areas::misnamed(data, &plan.module(), &place_centres(data)?);
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// The centre of every hex and the point of every area on the main map, in pixels.
pub fn place_centres(data: &Data) -> Result<BTreeMap<PlaceId, (i32, i32)>, Vec<BuildError>> {
    centres_of(data, None)
}

/// The same of the place that the map shows first; of all places where `view` names none.
pub(super) fn centres_for_view(data: &Data, view: &str) -> BTreeMap<PlaceId, (i32, i32)> {
    centres_of(data, data.pack.map.find(view).as_ref()).unwrap_or_default()
}

/// The centre of one place, or of all.
fn centres_of(data: &Data, only: Option<&PlaceId>) -> Result<BTreeMap<PlaceId, (i32, i32)>, Vec<BuildError>> {
    let is_wanted = |hex: Hex| only.is_none_or(|only| only.hex() == Some(hex));
    let sheets = &data.sheets;
    let mut centres = BTreeMap::new();
    let (beside, above) = sheets.stacks().room();
    let (mut left, top) = (beside as i32, above as i32);
    for picture in &sheets.sheet {
        let grid = hex_grid(data, sheets, picture).map_err(|error| vec![error])?;
        let size = Size { width: picture.width_px, height: picture.height_px };
        let model = as_vassal_sees_it(&grid, size);
        let hexes = data.pack.map.hexes().map(|(hex, _)| hex);
        for hex in hexes.filter(|hex| hex.sheet == picture.letter && is_wanted(*hex)) {
            let Some((row, half)) = data.pack.map.grid.common(hex) else { continue };
            let (x, y) = picture.centre(sheets.hex_width, row, half);
            let centre = model.center_at(Point::new(x.round() as i32, y.round() as i32));
            centres.insert(PlaceId::Hex(hex), (left + centre.x, top + centre.y));
        }
        left += picture.width_px;
    }
    centres.extend(areas::centres(data, &sheets.board, (left, top)));
    Ok(centres)
}

/// The grid of a sheet, that of a user's data proven hex by hex against what VASSAL would call each centre.
fn hex_grid(data: &Data, sheets: &Sheets, picture: &SheetPicture) -> Result<HexGrid, BuildError> {
    let fault = |reason: String| BuildError::new(format!("maps/{}/sheets.toml", data.pack.game), reason);
    let sheet = data
        .pack
        .map
        .grid
        .sheets
        .iter()
        .find(|sheet| sheet.letter == picture.letter)
        .ok_or_else(|| fault(format!("no sheet has the letter {}", picture.letter)))?;
    let hexes: Vec<(Hex, i32, i32)> = data
        .pack
        .map
        .hexes()
        .filter(|(hex, _)| hex.sheet == sheet.letter)
        .filter_map(|(hex, _)| data.pack.map.grid.common(hex).map(|(row, half)| (hex, row, half)))
        .collect();
    let top = hexes.iter().map(|(_, row, _)| *row).max();
    let first = hexes.iter().find(|(_, row, _)| Some(*row) == top);
    let &(_, row, half) = first.ok_or_else(|| fault(format!("sheet {} has no hexes", sheet.letter)))?;
    let (x, y) = picture.centre(sheets.hex_width, row, half);
    let origin = (x.rem_euclid(sheets.hex_width).round() as i32, y.round() as i32);
    let mut grid = HexGrid { width: sheets.hex_width, origin, numbering: plain_numbering(sheet) };
    let size = Size { width: picture.width_px, height: picture.height_px };
    // Offsets are what is missing between VASSAL's own count and the printed number of one hex.
    if let Some(&(hex, row, half)) = first {
        let (x, y) = picture.centre(sheets.hex_width, row, half);
        let point = Point::new(x.round() as i32, y.round() as i32);
        let model = as_vassal_sees_it(&grid, size);
        if let Some(numbering) = &model.numbering {
            let (rows, columns) = model.column_and_row(point, numbering);
            grid.numbering.row_offset = i32::from(hex.row) - rows;
            grid.numbering.column_offset = i32::from(hex.column) - columns;
        }
    }
    if data.is_shipped {
        return Ok(grid);
    }
    let model = as_vassal_sees_it(&grid, size);
    for (hex, row, half) in hexes {
        let (x, y) = picture.centre(sheets.hex_width, row, half);
        let point = Point::new(x.round() as i32, y.round() as i32);
        let name = model.location_name(point).unwrap_or_default();
        if name != hex.to_string() {
            return Err(fault(format!(
                "VASSAL would call the hex {hex} \"{name}\"; the sheet's edges do not fit its numbers"
            )));
        }
    }
    Ok(grid)
}

fn plain_numbering(sheet: &Sheet) -> HexNumbering {
    HexNumbering {
        letter: sheet.letter.to_string(),
        columns_fall: sheet.columns == ColumnDirection::West,
        rows_fall: sheet.rows == RowDirection::North,
        column_offset: 0,
        row_offset: 0,
        stagger: true,
    }
}

/// The grid as the engine reads it from the build file.
fn as_vassal_sees_it(grid: &HexGrid, board: Size) -> ModelGrid {
    let element = grid.element();
    let mut problems = Vec::new();
    let numbering = element
        .children("HexGridNumbering")
        .next()
        .map(|numbering| Numbering::read(&attributes(numbering), Rows::Straight, &mut problems));
    ModelGrid::read(&attributes(&element), board, numbering, &mut problems)
}

fn attributes(element: &Element) -> Attributes<'_> {
    Attributes::new(element.short_tag(), element.pairs().collect())
}
