//! Sheets of a board from the texts of `maps/<game>/`: `sheets.toml`, hexes, hexsides, labels, coast.

use super::signs::{Cells, Signs};
use super::{
    AreaArt, HexArt, Legend, NameArt, NameKind, Point, PortArt, RouteArt, SheetArt, SideArt, TownArt,
};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The texts that a board is drawn from.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "named like the files")]
pub struct Texts<'a> {
    pub sheets: &'a str,
    pub places: &'a str,
    pub hexes: &'a str,
    pub hexsides: &'a str,
    pub labels: &'a str,
    pub coast: &'a str,
    /// Empty when the game has none.
    pub areas: &'a str,
    /// Empty when the game has none.
    pub routes: &'a str,
}

/// Why a board can't be drawn; each names its file.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// `sheets.toml` does not read.
    #[error("sheets.toml: {0}")]
    Sheets(#[from] toml::de::Error),
    /// `places.toml` does not read.
    #[error("places.toml: {0}")]
    Signs(toml::de::Error),
    /// A table does not read.
    #[error("{0}: {1}")]
    Table(&'static str, csv::Error),
    /// A hex lies on no sheet.
    #[error("{0}: no sheet prints hex {1:?}; write a letter of sheets.toml and four digits")]
    Hex(&'static str, String),
    /// A point of the coast does not read.
    #[error("coast.txt line {0}: expected points as x,y in 1/1000 hex width")]
    Coast(usize),
}

/// All sheets and the common grid they lie in, as `sheets.toml` gives them.
#[derive(Clone, Debug, Deserialize)]
pub struct Sheets {
    /// Pixels of one hex width at scale 1.
    pub hex_width: f32,
    /// The sheets, west first.
    pub sheet: Vec<Sheet>,
}

/// One sheet of `sheets.toml`; lengths in hex widths of the common grid.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "explained in sheets.toml")]
pub struct Sheet {
    pub letter: String,
    pub name: String,
    pub first_row: i32,
    pub last_row: i32,
    pub rows: String,
    pub first_column: i32,
    pub last_column: i32,
    pub columns: String,
    pub row_offset: i32,
    pub column_offset: i32,
    pub left: f32,
    pub right: f32,
    pub bottom: f32,
    pub top: f32,
    #[serde(default)]
    pub margin: f32,
    #[serde(default)]
    pub frame: f32,
}

impl Sheets {
    /// Centre of a hex such as `W4533` in the common grid; none when no sheet prints it.
    pub fn centre(&self, hex: &str) -> Option<Point> {
        let digits = hex.get(1..).filter(|d| d.len() == 4)?;
        let number: i32 = digits.parse().ok().filter(|n| *n >= 0)?;
        let (row, column) = (number / 100, number % 100);
        let sheet = (self.sheet.iter()).find(|s| Some(s.letter.as_str()) == hex.get(..1))?;
        let printed = (sheet.first_row..=sheet.last_row).contains(&row)
            && (sheet.first_column..=sheet.last_column).contains(&column);
        printed.then(|| sheet.centre(row, column))
    }
}

impl Sheet {
    fn edges(&self) -> [f32; 4] {
        [self.left, self.right, self.bottom, self.top]
    }

    /// Which of its edges are those of another sheet.
    fn joined(&self, sheets: &[Sheet]) -> [bool; 4] {
        const OPPOSITE: [usize; 4] = [1, 0, 3, 2];
        let meets =
            |edge: usize, other: &Sheet| (self.edges()[edge] - other.edges()[OPPOSITE[edge]]).abs() < 0.01;
        std::array::from_fn(|edge| sheets.iter().any(|other| meets(edge, other)))
    }

    /// Centre of a row and column of this sheet in the common grid.
    fn centre(&self, row: i32, column: i32) -> Point {
        let turn = |way: &str, back: &str, n: i32| if way == back { -n } else { n };
        let common = self.row_offset.saturating_add(turn(&self.rows, "south", row));
        let x = (self.column_offset).saturating_add(turn(&self.columns, "west", column));
        let shift = if common % 2 == 0 { 0.5 } else { 0.0 };
        (x as f32 + shift, common as f32 * 3f32.sqrt() / 2.0)
    }
}

#[derive(Deserialize)]
struct RouteRow {
    name: String,
    points: String,
}

#[derive(Deserialize)]
struct SideRow {
    hex: String,
    neighbour: String,
    kind: String,
}

#[derive(Deserialize)]
struct LabelRow {
    hex: String,
    kind: String,
    name: String,
    x: f32,
    y: f32,
}

/// Reads the texts and gives every sheet, in the order of `sheets.toml`.
pub fn sheets(texts: &Texts) -> Result<Vec<SheetArt>, Fault> {
    let grid: Sheets = toml::from_str(texts.sheets)?;
    let signs = Signs::read(texts.places).map_err(Fault::Signs)?;
    let legend = Legend::read(texts.places).map_err(Fault::Signs)?;
    let rows: Vec<Cells> = read("hexes.csv", texts.hexes)?;
    let by_name: BTreeMap<&str, &Cells> = rows.iter().map(|row| (cell(row, "hex"), row)).collect();
    let mut hexes = Vec::new();
    for row in &rows {
        hexes.push((row, hex_art(&grid, &signs, row)?));
    }
    let sides = sides(&grid, &signs, texts.hexsides)?;
    let labels: Vec<LabelRow> = read("labels.csv", texts.labels)?;
    let (lands, lakes) = coast(texts.coast)?;
    let area_rows: Vec<Cells> = read("areas.csv", texts.areas)?;
    let areas: Vec<AreaArt> = area_rows.iter().filter_map(|row| area(row, &signs)).collect();
    let route_rows: Vec<RouteRow> = read("routes.csv", texts.routes)?;
    let routes: Vec<RouteArt> = {
        let harbour = |area: &str| {
            let ports = rows.iter().filter(|row| cell(row, &signs.area) == area);
            let ports = ports.map(|row| (signs.port(row), row)).filter(|(port, _)| *port != PortArt::None);
            let best = ports.rev().max_by_key(|(port, _)| *port as u8);
            best.and_then(|(_, row)| grid.centre(cell(row, "hex")))
        };
        route_rows.iter().map(|row| route(row, &grid, &area_rows, &harbour)).collect()
    };
    let mut all = Vec::new();
    for sheet in &grid.sheet {
        let near = |(x, y): Point| {
            x > sheet.left - 2.0 && x < sheet.right + 2.0 && y > sheet.bottom - 2.0 && y < sheet.top + 2.0
        };
        let shapes = |rings: &[Vec<Point>]| -> Vec<Vec<Point>> {
            let seen = |ring: &&Vec<Point>| touches(ring, sheet);
            rings.iter().filter(seen).cloned().collect()
        };
        all.push(SheetArt {
            letter: sheet.letter.clone(),
            title: sheet.name.clone(),
            teeth: signs.teeth.clone(),
            zone_label: signs.zone_label.clone(),
            legend: legend.clone(),
            margin: sheet.margin,
            frame: sheet.frame,
            edges: sheet.edges(),
            joined: sheet.joined(&grid.sheet),
            hex_px: grid.hex_width,
            hexes: hexes.iter().filter(|h| near(h.1.centre)).map(|h| h.1.clone()).collect(),
            sides: sides.iter().filter(|s| near(s.a)).copied().collect(),
            towns: labels
                .iter()
                .filter(|l| near((l.x, l.y)))
                .filter_map(|l| town(l, &signs, &grid, by_name.get(l.hex.as_str())?))
                .map(|(hex, town)| TownArt {
                    name: if hex.starts_with(&sheet.letter) { town.name } else { String::new() },
                    ..town
                })
                .collect(),
            names: labels
                .iter()
                .filter(|l| {
                    (sheet.left..sheet.right).contains(&l.x) && (sheet.bottom..sheet.top).contains(&l.y)
                })
                .filter_map(name)
                // The names of areas take the place of those of the seas.
                .filter(|name| areas.is_empty() || !matches!(name.kind, NameKind::Sea | NameKind::Group))
                .collect(),
            areas: areas
                .iter()
                .filter(|area| (sheet.left..sheet.right).contains(&area.at.0))
                .cloned()
                .collect(),
            routes: routes.clone(),
            lands: shapes(&lands),
            lakes: shapes(&lakes),
        });
    }
    Ok(all)
}

fn read<T: serde::de::DeserializeOwned>(file: &'static str, text: &str) -> Result<Vec<T>, Fault> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows: Result<Vec<T>, csv::Error> = reader.deserialize().collect();
    rows.map_err(|e| Fault::Table(file, e))
}

fn cell<'a>(cells: &'a Cells, column: &str) -> &'a str {
    cells.get(column).map_or("", String::as_str)
}

fn hex_art(grid: &Sheets, signs: &Signs, row: &Cells) -> Result<HexArt, Fault> {
    let name = cell(row, "hex");
    let centre = (grid.centre(name)).ok_or_else(|| Fault::Hex("hexes.csv", name.to_owned()))?;
    Ok(HexArt {
        name: name.to_owned(),
        centre,
        ground: signs.ground(row),
        terrain: signs.terrain(row),
        islet: signs.has(row, "islet"),
        zone: cell(row, &signs.zone).to_owned(),
        area: cell(row, &signs.area).to_owned(),
    })
}

fn sides(grid: &Sheets, signs: &Signs, text: &str) -> Result<Vec<SideArt>, Fault> {
    let mut all = Vec::new();
    for row in read::<SideRow>("hexsides.csv", text)? {
        let centre = |hex: &str| grid.centre(hex).ok_or_else(|| Fault::Hex("hexsides.csv", hex.into()));
        let (a, b) = (centre(&row.hex)?, centre(&row.neighbour)?);
        all.extend(signs.side(&row.kind).map(|kind| SideArt { a, b, kind }));
    }
    Ok(all)
}

/// A town with the name of its hex.
fn town<'a>(label: &'a LabelRow, signs: &Signs, grid: &Sheets, row: &Cells) -> Option<(&'a str, TownArt)> {
    let hex = grid.centre(&label.hex)?;
    matches!(label.kind.as_str(), "town" | "island").then(|| {
        let town = TownArt {
            at: (label.x, label.y),
            hex,
            name: label.name.clone(),
            city: signs.town(row),
            port: signs.port(row),
            resource: signs.has(row, "resource"),
            fort: signs.has(row, "fort"),
        };
        (label.hex.as_str(), town)
    })
}

fn name(label: &LabelRow) -> Option<NameArt> {
    let kind = match label.kind.as_str() {
        "ocean" => NameKind::Ocean,
        "sea" => NameKind::Sea,
        "land" => NameKind::Land,
        "isle" => NameKind::Isle,
        "group" => NameKind::Group,
        _ => return None,
    };
    Some(NameArt { at: (label.x, label.y), text: label.name.clone(), kind })
}

fn area(row: &Cells, signs: &Signs) -> Option<AreaArt> {
    let has = |sign| signs.area_has(cell(row, "kind"), sign);
    let labelled = |label: &str, cell: &str| format!("{label} {cell}").trim_start().to_owned();
    let printed = match (cell(row, &signs.cost), cell(row, &signs.modifier)) {
        (cost, _) if cost.is_empty() || !has("open") => String::new(),
        (cost, "") => labelled(&signs.cost_label, cost),
        (cost, more) => labelled(&signs.cost_label, cost) + "  " + &labelled(&signs.modifier_label, more),
    };
    Some(AreaArt {
        id: cell(row, "id").to_owned(),
        at: area_at(row)?,
        name: cell(row, "name").to_owned(),
        printed,
        freighter: has("freighter"),
    })
}

/// The middle of an area that has one.
fn area_at(row: &Cells) -> Option<Point> {
    Some((cell(row, "x").parse().ok()?, cell(row, "y").parse().ok()?))
}

/// A route over hexes and, by their middles, areas; it ends in the best port of its last area. What the map does not
/// show is left out.
fn route(
    row: &RouteRow,
    grid: &Sheets,
    areas: &[Cells],
    harbour: &dyn Fn(&str) -> Option<Point>,
) -> RouteArt {
    let point = |word: &str| {
        let area = || areas.iter().find(|area| cell(area, "id") == word).and_then(area_at);
        grid.centre(word).or_else(area)
    };
    let mut points: Vec<Point> = row.points.split_whitespace().filter_map(point).collect();
    let end = row.points.split_whitespace().next_back().and_then(harbour);
    if let Some((last, end)) = points.last_mut().zip(end) {
        *last = end;
    }
    RouteArt { points, name: row.name.clone() }
}

type Rings = Vec<Vec<Point>>;

/// Lands and lakes of `coast.txt`, in hex widths.
fn coast(text: &str) -> Result<(Rings, Rings), Fault> {
    let (mut lands, mut lakes) = (Vec::new(), Vec::new());
    let mut lake = false;
    for (i, line) in text.lines().enumerate() {
        match line {
            "land" => lake = false,
            "lake" => lake = true,
            _ if line.starts_with('#') || line.is_empty() => {}
            _ => {
                let ring: Option<Vec<Point>> = line.split(' ').map(point).collect();
                let ring = ring.ok_or(Fault::Coast(i + 1))?;
                if lake { &mut lakes } else { &mut lands }.push(ring);
            }
        }
    }
    Ok((lands, lakes))
}

fn point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    let number = |n: &str| n.parse::<i32>().ok().map(|n| n as f32 / 1000.0);
    Some((number(x)?, number(y)?))
}

/// Whether the box around a ring meets a sheet.
fn touches(ring: &[Point], sheet: &Sheet) -> bool {
    let span = |pick: fn(&Point) -> f32| {
        let values = ring.iter().map(pick);
        values.fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(v), b.max(v)))
    };
    let (x, y) = (span(|p| p.0), span(|p| p.1));
    x.1 > sheet.left - 1.0 && x.0 < sheet.right + 1.0 && y.1 > sheet.bottom - 1.0 && y.0 < sheet.top + 1.0
}
