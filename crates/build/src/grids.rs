//! Grids of boards as build-file elements: numbered hexes, and zones that are boxes.
//!
//! The grid proves itself: `build` asks the model what VASSAL would call every hex of the data, and refuses to write
//! a module that names one differently.

use liege_art::panel::Panel;
use vassal::format::build_file::Element;

use super::element::{component, with};

/// The package of grids and zones.
pub const BOARD_GRID: &str = "module.map.boardPicker.board.";

/// A hex grid whose hexes have a point up: rows run across, in VASSAL's words it is sideways.
pub struct HexGrid {
    /// Distance of neighbouring centres in a row, in pixels; VASSAL's `dy`.
    pub width: f64,
    /// The centre of the first cell as VASSAL counts, x and y in pixels of the board.
    pub origin: (i32, i32),
    /// The numbering.
    pub numbering: HexNumbering,
}

/// How hexes are named (engine: HexGridNumbering): the row, then the column, two digits each, behind a letter.
#[derive(Clone, Debug)]
pub struct HexNumbering {
    /// The letter before the number.
    pub letter: String,
    /// Whether column numbers fall from left to right.
    pub columns_fall: bool,
    /// Whether row numbers fall from top to bottom.
    pub rows_fall: bool,
    /// Added to the column.
    pub column_offset: i32,
    /// Added to the row.
    pub row_offset: i32,
    /// Whether every other row begins one number later.
    pub stagger: bool,
}

impl HexGrid {
    /// The grid with its numbering.
    pub fn element(&self) -> Element {
        let numbering = &self.numbering;
        let flag = |value: bool| if value { "true" } else { "false" };
        let row_distance = self.width * 3f64.sqrt() / 2.0;
        let grid = component(
            &format!("{BOARD_GRID}HexGrid"),
            &[
                ("color", "0,0,0"),
                ("cornersLegal", "false"),
                ("dotsVisible", "false"),
                ("dx", &row_distance.to_string()),
                ("dy", &format!("{:?}", self.width)),
                ("edgesLegal", "false"),
                ("sideways", "true"),
                ("snapTo", "true"),
                ("visible", "false"),
                ("x0", &self.origin.1.to_string()),
                ("y0", &self.origin.0.to_string()),
            ],
        );
        let names = component(
            &format!("{BOARD_GRID}mapgrid.HexGridNumbering"),
            &[
                ("color", "0,0,0"),
                ("first", "H"),
                ("fontSize", "9"),
                ("hDescend", flag(numbering.columns_fall)),
                ("hDrawOff", "0"),
                ("hLeading", "1"),
                ("hOff", &numbering.row_offset.to_string()),
                ("hType", "N"),
                ("locationFormat", &format!("{}$gridLocation$", numbering.letter)),
                ("rotateText", "0"),
                ("sep", ""),
                ("stagger", flag(numbering.stagger)),
                ("vDescend", flag(numbering.rows_fall)),
                ("vDrawOff", "0"),
                ("vLeading", "1"),
                ("vOff", &numbering.column_offset.to_string()),
                ("vType", "N"),
                ("visible", "false"),
            ],
        );
        with(grid, [names])
    }
}

/// A grid whose zones are the boxes of a panel.
pub fn panel_grid(panel: &Panel) -> Element {
    let titled = panel.boxes.iter().enumerate().filter(|(_, title)| !title.is_empty());
    let zones = titled.map(|(index, title)| {
        let area = panel.area(index);
        let (right, bottom) = (area.x + area.width, area.y + area.height);
        let path = format!("{0},{1};{right},{1};{right},{bottom};{0},{bottom}", area.x, area.y);
        named_zone(title, &path)
    });
    zoned(zones, None)
}

/// Zones, the first that holds a point counting, and a grid for what lies in none.
pub fn zoned(zones: impl IntoIterator<Item = Element>, background: Option<Element>) -> Element {
    let highlighter = component(&format!("{BOARD_GRID}mapgrid.ZonedGridHighlighter"), &[]);
    let grid = component(&format!("{BOARD_GRID}ZonedGrid"), &[]);
    with(grid, std::iter::once(highlighter).chain(zones).chain(background))
}

/// A zone whose name is the location of its pieces; its path is `x,y;x,y` in pixels of the board.
pub fn named_zone(name: &str, path: &str) -> Element {
    component(
        &format!("{BOARD_GRID}mapgrid.Zone"),
        &[
            ("highlightProperty", ""),
            ("locationFormat", "$name$"),
            ("name", name),
            ("path", path),
            ("useHighlight", "false"),
            ("useParentGrid", "false"),
        ],
    )
}
