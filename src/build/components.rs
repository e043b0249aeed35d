//! VASSAL's components as build-file elements: windows, boards, grids, palettes, tracker, dice.

use crate::art::panel::Panel;
use crate::format::build_file::Element;

use super::window::{Dice, Window};

const BUILD: &str = "VASSAL.build.";
const BOARD_GRID: &str = "module.map.boardPicker.board.";

/// An element of the package `VASSAL.build` with its attributes.
pub fn component(class: &str, attributes: &[(&str, &str)]) -> Element {
    let mut element = Element::new(format!("{BUILD}{class}"));
    for (name, value) in attributes {
        element.set_attr(name, *value);
    }
    element
}

/// An element with children.
pub fn with(mut parent: Element, children: impl IntoIterator<Item = Element>) -> Element {
    for child in children {
        parent.push(child);
    }
    parent
}

/// One board of a map window.
pub struct Board {
    /// Its name.
    pub name: String,
    /// The entry below `images/`.
    pub image: String,
    /// Its grid.
    pub grid: Element,
}

/// How a map window is shown.
pub struct MapWindow<'a> {
    /// The name of the map.
    pub name: &'a str,
    /// The text on its button; none for the main map.
    pub button: Option<&'a str>,
    /// The sides that may open it; empty for all.
    pub sides: Vec<String>,
    /// Boards from left to right.
    pub boards: Vec<Board>,
    /// Whether moves are marked and trailed.
    pub marks_moves: bool,
}

impl MapWindow<'_> {
    /// The Map (or PrivateMap) element with the usual components.
    pub fn element(&self) -> Element {
        let class = if self.sides.is_empty() { "module.Map" } else { "module.PrivateMap" };
        let mut map = component(
            class,
            &[
                ("allowMultiple", "true"),
                ("backgroundcolor", "70,84,92"),
                ("buttonName", self.button.unwrap_or("")),
                ("changeFormat", "$message$"),
                ("color", "0,0,0"),
                ("createFormat", "$pieceName$ created in $location$"),
                ("edgeHeight", "0"),
                ("edgeWidth", "0"),
                ("hideKey", ""),
                ("hotkey", ""),
                ("icon", ""),
                ("launch", if self.button.is_some() { "true" } else { "false" }),
                ("mapName", self.name),
                ("markMoved", if self.marks_moves { "Always" } else { "Never" }),
                ("markUnmovedHotkey", ""),
                ("markUnmovedIcon", "/images/unmoved.gif"),
                ("markUnmovedReport", ""),
                ("markUnmovedText", ""),
                ("markUnmovedTooltip", "Mark all pieces on this map as not moved"),
                ("moveKey", ""),
                ("moveToFormat", "$pieceName$ moves $previousLocation$ -> $location$ *"),
                ("moveWithinFormat", "$pieceName$ moves $previousLocation$ -> $location$ *"),
                ("onlyReportChangedLocation", "true"),
                ("showKey", ""),
                ("thickness", "3"),
            ],
        );
        if !self.sides.is_empty() {
            map.set_attr("side", self.sides.join(","));
            map.set_attr("visible", "false");
            map.set_attr("useBoards", "");
        }
        map.push(self.board_picker());
        for part in map_parts(self.name) {
            map.push(part);
        }
        map
    }

    fn board_picker(&self) -> Element {
        let mut picker = component(
            "module.map.BoardPicker",
            &[
                ("addColumnText", "Add column"),
                ("addRowText", "Add row"),
                ("boardPrompt", "Select board"),
                ("slotHeight", "125"),
                ("slotScale", "0.05"),
                ("slotWidth", "350"),
                ("title", "Choose Boards"),
            ],
        );
        picker.push(Element::new("setup").with_text(self.board_command()));
        for board in &self.boards {
            let element = component(
                "module.map.boardPicker.Board",
                &[("image", &board.image), ("name", &board.name), ("reversible", "false")],
            );
            picker.push(with(element, [board.grid.clone()]));
        }
        picker
    }

    /// The boards in a row, as the command that a save holds too (engine: BoardPicker.SetBoards).
    fn board_command(&self) -> String {
        let mut text = format!("{}BoardPicker", self.name);
        for (column, board) in self.boards.iter().enumerate() {
            text.push_str(&format!("\t{}\t{column}\t0", board.name));
        }
        text
    }
}

/// What every map window has: stacking, moving, reporting, viewing, zooming.
fn map_parts(map: &str) -> Vec<Element> {
    let main_zoom = "0.1,0.2,0.3,0.45,0.6,0.8,1.0,1.5,2.0";
    vec![
        component(
            "module.map.StackMetrics",
            &[
                ("bottom", "40,0"),
                ("disabled", "false"),
                ("down", "37,0"),
                ("exSepX", "14"),
                ("exSepY", "34"),
                ("top", "38,0"),
                ("unexSepX", "4"),
                ("unexSepY", "6"),
                ("up", "39,0"),
            ],
        ),
        component("module.map.ForwardToKeyBuffer", &[]),
        component("module.map.Scroller", &[]),
        component("module.map.ForwardToChatter", &[]),
        component("module.map.MenuDisplayer", &[]),
        component("module.map.MapCenterer", &[]),
        component("module.map.StackExpander", &[]),
        component("module.map.PieceMover", &[]),
        component("module.map.KeyBufferer", &[]),
        component(
            "module.map.ImageSaver",
            &[
                ("buttonText", ""),
                ("canDisable", "false"),
                ("hideWhenDisabled", "false"),
                ("hotkey", ""),
                ("icon", "/images/camera.gif"),
                ("propertyGate", ""),
                ("tooltip", &format!("Save {map} as a picture")),
            ],
        ),
        viewer(),
        component("module.properties.GlobalProperties", &[]),
        component("module.map.SelectionHighlighters", &[]),
        component(
            "module.map.HighlightLastMoved",
            &[("color", "255,0,0"), ("enabled", "true"), ("thickness", "2")],
        ),
        component(
            "module.map.Zoomer",
            &[
                ("inButtonText", ""),
                ("inIconName", "/images/zoomIn.gif"),
                ("inTooltip", "Zoom in"),
                ("outButtonText", ""),
                ("outIconName", "/images/zoomOut.gif"),
                ("outTooltip", "Zoom out"),
                ("pickButtonText", ""),
                ("pickIconName", "/images/zoom.png"),
                ("pickTooltip", "Select Zoom"),
                ("zoomInKey", "61,130"),
                ("zoomLevels", main_zoom),
                ("zoomOutKey", "45,130"),
                ("zoomPickKey", ""),
                ("zoomStart", "4"),
            ],
        ),
        component(
            "module.map.Flare",
            &[
                ("circleColor", "255,0,0"),
                ("circleScale", "true"),
                ("circleSize", "100"),
                ("flareKey", "keyAlt"),
                ("flareName", "Map Flare"),
                ("flarePulses", "6"),
                ("flarePulsesPerSec", "3"),
                ("reportFormat", ""),
            ],
        ),
    ]
}

/// The mouse-over view of a stack.
fn viewer() -> Element {
    component(
        "module.map.CounterDetailViewer",
        &[
            ("bgColor", "255,255,255"),
            ("borderColor", "0,0,0"),
            ("borderWidth", "2"),
            ("centerText", "false"),
            ("combineCounterSummary", "false"),
            ("counterReportFormat", ""),
            ("delay", "500"),
            ("description", "Stack"),
            ("display", "from all layers"),
            ("emptyHexReportForma", "$LocationName$"),
            ("enableHTML", "false"),
            ("fgColor", "0,0,0"),
            ("fontSize", "11"),
            ("graphicsZoom", "1.0"),
            ("hotkey", "32,130"),
            ("minDisplayPieces", "1"),
            ("showgraph", "true"),
            ("showgraphsingle", "true"),
            ("showtext", "true"),
            ("showtextsingle", "true"),
            ("summaryReportFormat", "$LocationName$"),
            ("unrotatePieces", "false"),
            ("version", "4"),
            ("zoomlevel", "1.0"),
        ],
    )
}

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
    let highlighter = component(&format!("{BOARD_GRID}mapgrid.ZonedGridHighlighter"), &[]);
    let zones = panel.boxes.iter().enumerate().map(|(index, title)| {
        let area = panel.area(index);
        let (right, bottom) = (area.x + area.width, area.y + area.height);
        let path = format!("{0},{1};{right},{1};{right},{bottom};{0},{bottom}", area.x, area.y);
        component(
            &format!("{BOARD_GRID}mapgrid.Zone"),
            &[
                ("highlightProperty", ""),
                ("locationFormat", "$name$"),
                ("name", title),
                ("path", &path),
                ("useHighlight", "false"),
                ("useParentGrid", "false"),
            ],
        )
    });
    let grid = component(&format!("{BOARD_GRID}ZonedGrid"), &[]);
    with(grid, std::iter::once(highlighter).chain(zones))
}

/// The window of a panel.
pub fn panel_window(window: &Window, image: &str, sides: Vec<String>) -> Element {
    MapWindow {
        name: &window.name,
        button: Some(&window.button),
        sides,
        boards: vec![Board {
            name: window.name.clone(),
            image: image.to_owned(),
            grid: panel_grid(&window.panel()),
        }],
        marks_moves: false,
    }
    .element()
}

/// A dice button.
pub fn dice_button(dice: &Dice) -> Element {
    component(
        "module.DiceButton",
        &[
            ("addToTotal", "0"),
            ("canDisable", "false"),
            ("hotkey", ""),
            ("icon", "/images/die.gif"),
            ("nDice", &dice.count.to_string()),
            ("nSides", &dice.sides.to_string()),
            ("name", &dice.name),
            ("plus", "0"),
            ("prompt", "false"),
            ("reportFormat", "** $name$ = $result$ *** <$PlayerName$>"),
            ("reportTotal", if dice.count > 1 { "true" } else { "false" }),
            ("text", &dice.name),
            ("tooltip", &format!("Roll {}", dice.name)),
        ],
    )
}
