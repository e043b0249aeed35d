//! The hexes of a game's map as data: names, neighbours across the seam of two sheets, terrain and hexsides.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use super::catalogue::{SOURCES, Source};
use super::fault::DataFault;
use super::table::{Row, Table};

/// A hex as the rules name it: the sheet's letter, two digits for the row, two for the column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// The letter of the sheet.
    pub sheet: char,
    /// The printed row, 0 to 99.
    pub row: u8,
    /// The printed column, 0 to 99.
    pub column: u8,
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}{:02}", self.sheet, self.row, self.column)
    }
}

impl FromStr for Hex {
    type Err = String;

    /// Reads `W4533` and `W 4533`.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("expected a hex such as W4533, found \"{text}\"");
        let mut letters = text.trim().chars();
        let sheet = letters.next().filter(char::is_ascii_uppercase).ok_or_else(expected)?;
        let digits = letters.as_str().trim_start();
        if digits.len() != 4 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(expected());
        }
        let (row, column) = digits.split_at(2);
        let number = |two: &str| two.parse().map_err(|_| expected());
        Ok(Self { sheet, row: number(row)?, column: number(column)? })
    }
}

/// The six directions from a hex whose top is a point, in the order of VASSAL levels of an attack mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// East.
    East,
    /// North-east.
    NorthEast,
    /// North-west.
    NorthWest,
    /// West.
    West,
    /// South-west.
    SouthWest,
    /// South-east.
    SouthEast,
}

impl Direction {
    /// All six, counter-clockwise from east.
    pub const ALL: [Self; 6] =
        [Self::East, Self::NorthEast, Self::NorthWest, Self::West, Self::SouthWest, Self::SouthEast];

    /// The compass letters, `E` to `SE`.
    pub fn letters(self) -> &'static str {
        match self {
            Self::East => "E",
            Self::NorthEast => "NE",
            Self::NorthWest => "NW",
            Self::West => "W",
            Self::SouthWest => "SW",
            Self::SouthEast => "SE",
        }
    }

    /// Steps on the common grid: rows northwards, half columns eastwards.
    fn step(self) -> (i32, i32) {
        match self {
            Self::East => (0, 2),
            Self::NorthEast => (1, 1),
            Self::NorthWest => (1, -1),
            Self::West => (0, -2),
            Self::SouthWest => (-1, -1),
            Self::SouthEast => (-1, 1),
        }
    }
}

/// What a hex consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HexKind {
    /// Land only.
    Land,
    /// Land and sea (light blue).
    Coastal,
    /// Sea only.
    Sea,
}

/// The terrain of a land or coastal hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the words of the terrain chart")]
pub enum Terrain {
    Clear,
    Desert,
    Forest,
    Jungle,
    JungleMountain,
    Marsh,
    Mountain,
}

/// What kind of island a hex is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Island {
    /// The black dot.
    Small,
    /// An island of at most a few hexes.
    Plain,
}

/// What kind of city a hex holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum City {
    /// A city that is no home city.
    Plain,
    /// A home city.
    Home,
    /// A home city that is a capital.
    Capital,
}

/// How large a port is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the words of the map's legend")]
pub enum Port {
    City,
    Minor,
    Major,
    Unlimited,
}

/// What lies along the side between two hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the words of the map's legend")]
pub enum SideKind {
    AllSea,
    Lake,
    Impassable,
    River,
    Rail,
    Ferry,
    Border,
    Strait,
    Jungle,
}

/// What the data say about one hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HexFacts {
    /// Land, coastal or sea.
    pub kind: HexKind,
    /// The terrain; `None` at sea.
    pub terrain: Option<Terrain>,
    /// The kind of island.
    pub island: Option<Island>,
    /// The name printed in the hex.
    pub name: String,
    /// The city in the hex.
    pub city: Option<City>,
    /// Whether a resource symbol is printed.
    pub resource: bool,
    /// The printed port.
    pub port: Option<Port>,
    /// Whether a permanent fortification is printed.
    pub permanent_fort: bool,
    /// The nation in whose borders the hex lies; empty when none.
    pub territory: String,
    /// The owner when a scenario of a year starts, by year.
    pub owners: BTreeMap<u16, String>,
    /// The weather zone.
    pub weather: String,
    /// Where the facts come from.
    pub source: Source,
    /// A remark for readers of the data.
    pub note: String,
}

/// Where a sheet lies in the common grid, whose rows count northwards and whose columns count eastwards.
///
/// One `[[sheet]]` of `sheets.toml`; what only the picture needs is left to those who draw it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Sheet {
    /// The letter before its hex numbers.
    pub letter: char,
    /// The first printed row.
    pub first_row: u8,
    /// The last printed row.
    pub last_row: u8,
    /// The direction in which printed rows grow.
    pub rows: RowDirection,
    /// The first printed column.
    pub first_column: u8,
    /// The last printed column.
    pub last_column: u8,
    /// The direction in which printed columns grow.
    pub columns: ColumnDirection,
    /// Common row of printed row 0.
    #[serde(default)]
    pub row_offset: i32,
    /// Common column of printed column 0.
    #[serde(default)]
    pub column_offset: i32,
}

/// The direction in which printed rows grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "points of the compass")]
pub enum RowDirection {
    North,
    South,
}

/// The direction in which printed columns grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "points of the compass")]
pub enum ColumnDirection {
    East,
    West,
}

/// A box or tray that is no hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPlace {
    /// Kebab-case id.
    pub id: String,
    /// The name printed and used by VASSAL.
    pub name: String,
    /// The map window it is on.
    pub map: String,
    /// What it is for.
    pub kind: String,
    /// Its port, when ships may lie in it.
    pub port: Option<Port>,
}

/// All hexes of a game.
#[derive(Debug, Clone, Default)]
pub struct HexMap {
    /// The sheets; a place on two sheets belongs to the first.
    pub sheets: Vec<Sheet>,
    facts: BTreeMap<Hex, HexFacts>,
    sides: BTreeMap<(Hex, Hex), BTreeSet<SideKind>>,
    /// Boxes and trays, in the order of the file.
    pub places: Vec<NamedPlace>,
}

const KINDS: &[(&str, HexKind)] =
    &[("land", HexKind::Land), ("coastal", HexKind::Coastal), ("sea", HexKind::Sea)];
const TERRAINS: &[(&str, Terrain)] = &[
    ("clear", Terrain::Clear),
    ("desert", Terrain::Desert),
    ("forest", Terrain::Forest),
    ("jungle", Terrain::Jungle),
    ("jungle-mountain", Terrain::JungleMountain),
    ("marsh", Terrain::Marsh),
    ("mountain", Terrain::Mountain),
];
const ISLANDS: &[(&str, Island)] = &[("small", Island::Small), ("yes", Island::Plain)];
const CITIES: &[(&str, City)] = &[("city", City::Plain), ("home", City::Home), ("capital", City::Capital)];
const PORTS: &[(&str, Port)] =
    &[("city", Port::City), ("minor", Port::Minor), ("major", Port::Major), ("unlimited", Port::Unlimited)];
const SIDES: &[(&str, SideKind)] = &[
    ("all-sea", SideKind::AllSea),
    ("lake", SideKind::Lake),
    ("impassable", SideKind::Impassable),
    ("river", SideKind::River),
    ("rail", SideKind::Rail),
    ("ferry", SideKind::Ferry),
    ("border", SideKind::Border),
    ("strait", SideKind::Strait),
    ("jungle", SideKind::Jungle),
];

impl HexMap {
    /// What the data say about a hex; `None` for one that has no row.
    pub fn facts(&self, hex: Hex) -> Option<&HexFacts> {
        self.facts.get(&hex)
    }

    /// All hexes with a row, by name.
    pub fn hexes(&self) -> impl Iterator<Item = (Hex, &HexFacts)> {
        self.facts.iter().map(|(hex, facts)| (*hex, facts))
    }

    /// Whether a sheet prints this hex number.
    pub fn has(&self, hex: Hex) -> bool {
        self.common(hex).is_some()
    }

    /// The hex on the common grid: row northwards, half columns eastwards. Odd rows lie half a hex to the west.
    pub fn common(&self, hex: Hex) -> Option<(i32, i32)> {
        let sheet = self.sheets.iter().find(|sheet| sheet.letter == hex.sheet && sheet.prints(hex))?;
        let row = sheet.row_offset + sheet.row_step() * i32::from(hex.row);
        let column = sheet.column_offset + sheet.column_step() * i32::from(hex.column);
        Some((row, 2 * column + i32::from(row.rem_euclid(2) == 0)))
    }

    /// The printed hex at a place of the common grid.
    pub fn at(&self, row: i32, half_column: i32) -> Option<Hex> {
        let column = (half_column - i32::from(row.rem_euclid(2) == 0)).div_euclid(2);
        self.sheets.iter().find_map(|sheet| {
            let printed = |common: i32, origin: i32, step: i32| u8::try_from((common - origin) * step).ok();
            let hex = Hex {
                sheet: sheet.letter,
                row: printed(row, sheet.row_offset, sheet.row_step())?,
                column: printed(column, sheet.column_offset, sheet.column_step())?,
            };
            sheet.prints(hex).then_some(hex)
        })
    }

    /// The neighbour in a direction; `None` at the edge of the map.
    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        let (row, half_column) = self.common(hex)?;
        let (rows, half_columns) = direction.step();
        self.at(row + rows, half_column + half_columns)
    }

    /// The neighbours in the order of [`Direction::ALL`]; fewer than six at the edge.
    pub fn neighbours(&self, hex: Hex) -> Vec<Hex> {
        Direction::ALL.iter().filter_map(|direction| self.neighbour(hex, *direction)).collect()
    }

    /// The direction from a hex to its neighbour.
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| self.neighbour(from, *direction) == Some(to))
    }

    /// Hexes from one to the other, 0 for the same hex.
    pub fn distance(&self, from: Hex, to: Hex) -> Option<u32> {
        let (from, to) = (self.common(from)?, self.common(to)?);
        let (rows, half_columns) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        Some(rows + half_columns.saturating_sub(rows) / 2)
    }

    /// What lies along the side between two neighbours; empty when nothing does.
    pub fn sides(&self, a: Hex, b: Hex) -> impl Iterator<Item = SideKind> + '_ {
        self.sides.get(&(a.min(b), a.max(b))).into_iter().flatten().copied()
    }

    /// Whether something of this kind lies along the side between two neighbours.
    pub fn has_side(&self, a: Hex, b: Hex, kind: SideKind) -> bool {
        self.sides(a, b).any(|side| side == kind)
    }

    /// The box or tray with this name or id.
    pub fn place(&self, name: &str) -> Option<&NamedPlace> {
        self.places.iter().find(|place| place.name == name || place.id == name)
    }

    /// Adds the rows of `hexes.csv`.
    pub fn add_hexes(&mut self, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        const COLUMNS: &[&str] = &[
            "hex",
            "kind",
            "terrain",
            "island",
            "name",
            "city",
            "resource",
            "port",
            "fort",
            "territory",
            "owner_1937",
            "owner_1941",
            "weather",
            "source",
            "note",
        ];
        for row in Table::read(file, text, COLUMNS, faults).rows() {
            let Some(hex) = self.hex_cell(&row, "hex", faults) else {
                continue;
            };
            let facts = hex_facts(&row, faults);
            if self.facts.insert(hex, facts).is_some() {
                faults.push(row.fault("hex", format!("{hex} has two rows")));
            }
        }
    }

    /// Adds the rows of `hexsides.csv`.
    pub fn add_sides(&mut self, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        for row in Table::read(file, text, &["hex", "neighbour", "kind", "name", "source"], faults).rows() {
            let hexes = (self.hex_cell(&row, "hex", faults), self.hex_cell(&row, "neighbour", faults));
            let kind = row.one_of("kind", SIDES, faults);
            let ((Some(a), Some(b)), Some(kind)) = (hexes, kind) else {
                continue;
            };
            if self.distance(a, b) != Some(1) {
                faults.push(row.fault("neighbour", format!("{a} and {b} are not adjacent")));
            }
            self.sides.entry((a.min(b), a.max(b))).or_default().insert(kind);
        }
    }

    /// Adds the rows of `places.csv`.
    pub fn add_places(&mut self, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        for row in Table::read(file, text, &["id", "name", "map", "kind", "port", "source"], faults).rows() {
            let place = NamedPlace {
                id: row.required("id", faults),
                name: row.required("name", faults),
                map: row.text("map").into(),
                kind: row.text("kind").into(),
                port: row.one_of("port", PORTS, faults),
            };
            self.places.push(place);
        }
    }

    fn hex_cell(&self, row: &Row<'_>, column: &str, faults: &mut Vec<DataFault>) -> Option<Hex> {
        match row.text(column).parse::<Hex>() {
            Ok(hex) if self.has(hex) => Some(hex),
            Ok(hex) => {
                faults.push(row.fault(column, format!("no sheet prints {hex}")));
                None
            }
            Err(message) => {
                faults.push(row.fault(column, message));
                None
            }
        }
    }
}

impl Sheet {
    fn prints(&self, hex: Hex) -> bool {
        (self.first_row..=self.last_row).contains(&hex.row)
            && (self.first_column..=self.last_column).contains(&hex.column)
    }

    fn row_step(&self) -> i32 {
        if self.rows == RowDirection::North { 1 } else { -1 }
    }

    fn column_step(&self) -> i32 {
        if self.columns == ColumnDirection::East { 1 } else { -1 }
    }
}

fn hex_facts(row: &Row<'_>, faults: &mut Vec<DataFault>) -> HexFacts {
    let owners = [(1937, "owner_1937"), (1941, "owner_1941")];
    let kind = row.one_of("kind", KINDS, faults).unwrap_or(HexKind::Sea);
    let terrain = row.one_of("terrain", TERRAINS, faults);
    if terrain.is_none() && kind != HexKind::Sea {
        faults.push(row.fault("terrain", "expected the terrain of a hex with land"));
    }
    HexFacts {
        kind,
        terrain,
        island: row.one_of("island", ISLANDS, faults),
        name: row.text("name").into(),
        city: row.one_of("city", CITIES, faults),
        resource: row.yes("resource", faults).unwrap_or(false),
        port: row.one_of("port", PORTS, faults),
        permanent_fort: row.one_of("fort", &[("permanent", true)], faults).unwrap_or(false),
        territory: row.text("territory").into(),
        owners: owners
            .into_iter()
            .filter(|(_, column)| !row.text(column).is_empty())
            .map(|(year, column)| (year, row.text(column).to_owned()))
            .collect(),
        weather: row.text("weather").into(),
        source: row.one_of("source", SOURCES, faults).unwrap_or_default(),
        note: row.text("note").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_sheets() -> HexMap {
        let west = Sheet {
            letter: 'W',
            first_row: 1,
            last_row: 60,
            rows: RowDirection::North,
            first_column: 0,
            last_column: 33,
            columns: ColumnDirection::East,
            row_offset: 0,
            column_offset: 0,
        };
        let east = Sheet {
            letter: 'E',
            first_column: 1,
            last_column: 34,
            rows: RowDirection::South,
            columns: ColumnDirection::West,
            row_offset: 61,
            column_offset: 68,
            ..west.clone()
        };
        HexMap { sheets: vec![west, east], ..HexMap::default() }
    }

    fn hex(name: &str) -> Hex {
        name.parse().unwrap()
    }

    #[test]
    fn hex_names_are_read_with_and_without_a_space() {
        assert_eq!(hex("W 4533"), hex("W4533"));
        assert_eq!(hex("E0734").to_string(), "E0734");
        for wrong in ["", "4533", "W453", "W45333", "w4533", "W45x3"] {
            assert!(wrong.parse::<Hex>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_strait_across_the_seam_joins_its_two_hexes() {
        let map = two_sheets();
        assert_eq!(map.distance(hex("W5433"), hex("E0734")), Some(1));
        assert_eq!(map.direction(hex("W5433"), hex("E0734")), Some(Direction::East));
        assert!(map.neighbours(hex("E0734")).contains(&hex("W5433")));
    }

    #[test]
    fn rows_alternate_by_half_a_hex() {
        let map = two_sheets();
        assert_eq!(map.neighbour(hex("W4433"), Direction::NorthWest), Some(hex("W4533")));
        assert_eq!(map.neighbour(hex("W4532"), Direction::NorthEast), Some(hex("W4632")));
        assert_eq!(map.neighbours(hex("W2010")).len(), 6);
    }

    #[test]
    fn distance_counts_hexes() {
        let map = two_sheets();
        assert_eq!(map.distance(hex("W4533"), hex("W4533")), Some(0));
        assert_eq!(map.distance(hex("W4510"), hex("W4516")), Some(6));
        assert_eq!(map.distance(hex("W4510"), hex("W4110")), Some(4));
        assert_eq!(map.distance(hex("W9999"), hex("W4110")), None);
    }

    #[test]
    fn sides_join_only_neighbours() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        let text = "hex,neighbour,kind,name,source\nE0734,W5433,strait,Soya,rules\nW4510,W4516,rail,,draft\n";
        map.add_sides("hexsides.csv", text, &mut faults);
        assert!(map.has_side(hex("W5433"), hex("E0734"), SideKind::Strait));
        assert_eq!(faults.len(), 1);
        assert_eq!(
            faults[0].to_string(),
            "hexsides.csv:3: column \"neighbour\": W4510 and W4516 are not adjacent"
        );
    }
}
