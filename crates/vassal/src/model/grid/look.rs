//! What players see of a grid: its lines, the dots in its cells and the numbers.

use crate::model::attributes::Attributes;
use crate::model::problem::Problem;

const BLACK: &str = "0,0,0";

/// How a grid is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GridLook {
    /// Its lines are seen.
    pub lines: bool,
    /// A dot in the middle of each cell is seen.
    pub dots: bool,
    /// Their colour, as `r,g,b`; blank for none.
    pub colour: String,
}

impl GridLook {
    /// Reads the attributes of a grid element.
    pub fn read(at: &Attributes<'_>) -> Self {
        Self {
            lines: at.flag("visible", false),
            dots: at.flag("dotsVisible", false),
            colour: at.text("color", BLACK),
        }
    }
}

/// How the numbers of a grid are drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NumberLook {
    /// They are seen.
    pub visible: bool,
    /// Height of the font in pixels.
    pub font_size: i32,
    /// Their colour, as `r,g,b`; blank for none.
    pub colour: String,
    /// Pixels to the right of and below their usual place.
    pub offset: (i32, i32),
    /// Degrees by which they are turned; such numbers have another place.
    pub turned: i32,
}

impl NumberLook {
    /// Reads the attributes of a numbering element.
    pub fn read(at: &Attributes<'_>, problems: &mut Vec<Problem>) -> Self {
        Self {
            visible: at.flag("visible", false),
            font_size: at.int("fontSize", 9, problems),
            colour: at.text("color", BLACK),
            offset: (at.int("hDrawOff", 0, problems), at.int("vDrawOff", 0, problems)),
            turned: at.int("rotateText", 0, problems),
        }
    }
}
