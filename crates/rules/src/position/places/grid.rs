//! The grid of hexes: printed names, the six directions, and sheets that lie in one common grid.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A hex as the rules name it: the sheet's letter, two digits for the row, two for the column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
        self.write(f)
    }
}

impl FromStr for Hex {
    type Err = String;

    /// Reads the printed name and the forms in which people write it: `W4533`, `W 4533`, `w4533`, `W-4533`, `4533W`.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("expected a hex such as W4533, found \"{text}\"");
        let trimmed = text.trim();
        let is_letter = |c: char| c.is_ascii_alphabetic();
        let parts = trimmed
            .strip_prefix(is_letter)
            .map(|rest| (trimmed.chars().next(), rest))
            .or_else(|| trimmed.strip_suffix(is_letter).map(|rest| (trimmed.chars().next_back(), rest)));
        let (Some(sheet), rest) = parts.ok_or_else(expected)? else { return Err(expected()) };
        let digits = rest.trim();
        let digits = digits.strip_prefix('-').or_else(|| digits.strip_suffix('-')).unwrap_or(digits).trim();
        if digits.len() != 4 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(expected());
        }
        let (row, column) = digits.split_at(2);
        let number = |two: &str| two.parse().map_err(|_| expected());
        Ok(Self { sheet: sheet.to_ascii_uppercase(), row: number(row)?, column: number(column)? })
    }
}

impl Hex {
    /// The printed name.
    pub fn name(self) -> String {
        let mut name = String::with_capacity(5);
        // A text takes everything.
        _ = self.write(&mut name);
        name
    }

    fn write(self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_char(self.sheet)?;
        for number in [self.row, self.column] {
            if number > 99 {
                write!(out, "{number}")?;
            } else {
                out.write_char(char::from(b'0' + number / 10))?;
                out.write_char(char::from(b'0' + number % 10))?;
            }
        }
        Ok(())
    }

    /// A text that may name a hex: a hex in its printed form, any other text as it stands.
    pub fn tidy(text: &str) -> String {
        text.parse().map_or_else(|_| text.to_owned(), |hex: Self| hex.to_string())
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

/// Where a sheet lies in the common grid, whose rows count northwards and whose columns count eastwards.
///
/// One `[[sheet]]` of `sheets.toml`; what only the picture needs is left to those who draw it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "points of the compass")]
pub enum RowDirection {
    North,
    South,
}

/// The direction in which printed columns grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "points of the compass")]
pub enum ColumnDirection {
    East,
    West,
}

impl Sheet {
    /// Whether the sheet prints this hex number.
    fn prints(&self, hex: Hex) -> bool {
        (self.first_row..=self.last_row).contains(&hex.row)
            && (self.first_column..=self.last_column).contains(&hex.column)
    }

    /// Common rows to one printed row further.
    fn row_step(&self) -> i32 {
        if self.rows == RowDirection::North { 1 } else { -1 }
    }

    /// Common columns to one printed column further.
    fn column_step(&self) -> i32 {
        if self.columns == ColumnDirection::East { 1 } else { -1 }
    }
}

/// The hexes that the sheets of a map print; without sheets a map has none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HexGrid {
    /// The sheets; a place on two sheets belongs to the first.
    pub sheets: Vec<Sheet>,
}

impl HexGrid {
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
        let mut all = Vec::with_capacity(Direction::ALL.len());
        all.extend(self.around(hex));
        all
    }

    /// The same, one after the other.
    pub fn around(&self, hex: Hex) -> impl Iterator<Item = Hex> {
        self.common(hex).into_iter().flat_map(move |(row, half_column)| {
            let steps = Direction::ALL.iter().map(|direction| direction.step());
            steps.filter_map(move |(rows, half_columns)| self.at(row + rows, half_column + half_columns))
        })
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
}
