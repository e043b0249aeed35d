//! Names of cells: how a column and a row become `W4533`.

use super::NumberLook;
use crate::model::attributes::Attributes;
use crate::model::problem::Problem;
use crate::model::text;

/// No name needs more digits or letters than this; hostile values are cut.
const LONGEST: i32 = 100;

/// How one coordinate of a cell is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// Letters (A..Z, AA, BB, …) instead of digits.
    pub alphabetic: bool,
    /// Digits are filled with zeros to one more than this.
    pub leading: i32,
    /// Added to the count before it is written.
    pub offset: i32,
    /// Counted from the far edge.
    pub descending: bool,
}

impl Axis {
    fn read(at: &Attributes<'_>, prefix: char, problems: &mut Vec<Problem>) -> Self {
        let name = |suffix: &str| format!("{prefix}{suffix}");
        Self {
            alphabetic: at.get(&name("Type")).is_some_and(|t| t.starts_with('A')),
            leading: at.int(&name("Leading"), 1, problems),
            offset: at.int(&name("Off"), 1, problems),
            descending: at.flag(&name("Descend"), false),
        }
    }

    /// The text of coordinate `n`, the offset included.
    pub fn label(&self, n: i32) -> String {
        let value = n.saturating_add(self.offset);
        let mut out = String::new();
        if value < 0 {
            out.push('-');
        }
        let mut value = value.unsigned_abs();
        if self.alphabetic {
            for _ in 0..LONGEST {
                out.push(char::from(b'A' + (value % 26) as u8));
                if value < 26 {
                    break;
                }
                value -= 26;
            }
            return out;
        }
        let width = self.leading.clamp(0, LONGEST) as usize + 1;
        out.push_str(&format!("{value:0width$}"));
        out
    }
}

/// Which lines of a hex grid the rows follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// Rows follow the columns' own count (`HexGridNumbering`).
    Straight,
    /// Rows run along a slanted line of hexes (`ObliqueHexGridNumbering`, 3.8).
    Oblique,
}

/// Numbering of a hex or square grid (`RegularGridNumbering`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbering {
    /// Whether the column stands first in the name.
    pub column_first: bool,
    /// Text between the two parts.
    pub separator: String,
    /// How columns are written.
    pub column: Axis,
    /// How rows are written.
    pub row: Axis,
    /// Whether odd columns of a hex grid count one row further.
    pub stagger: bool,
    /// What a location reads like, from `$gridLocation$`, `$row$`, `$column$`.
    pub location_format: String,
    /// How rows of a hex grid run.
    pub rows: Rows,
    /// What players see of it.
    pub look: NumberLook,
}

impl Numbering {
    /// Reads the attributes of a `…GridNumbering` element.
    pub fn read(at: &Attributes<'_>, rows: Rows, problems: &mut Vec<Problem>) -> Self {
        Self {
            column_first: !at.get("first").is_some_and(|f| f.starts_with('V')),
            separator: at.text("sep", ""),
            column: Axis::read(at, 'h', problems),
            row: Axis::read(at, 'v', problems),
            stagger: at.flag("stagger", true),
            location_format: at.text("locationFormat", "$gridLocation$"),
            rows,
            look: NumberLook::read(at, problems),
        }
    }

    /// The number of a cell by its counted column and row, as it is drawn.
    pub fn number(&self, column: i32, row: i32) -> String {
        let (column, row) = (self.column.label(column), self.row.label(row));
        let (first, second) = if self.column_first { (&column, &row) } else { (&row, &column) };
        format!("{first}{}{second}", self.separator)
    }

    /// The location name of a cell by its counted column and row.
    pub fn name(&self, column: i32, row: i32) -> String {
        let (column, row) = (self.column.label(column), self.row.label(row));
        let (first, second) = if self.column_first { (&column, &row) } else { (&row, &column) };
        let location = || format!("{first}{}{second}", self.separator);
        if self.location_format == "$gridLocation$" {
            return location();
        }
        text::expand(&self.location_format, |name| match name {
            "gridLocation" => Some(location()),
            "row" => Some(row.clone()),
            "column" => Some(column.clone()),
            _ => None,
        })
    }
}
