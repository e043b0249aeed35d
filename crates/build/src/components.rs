//! VASSAL's map windows as build-file elements.

use vassal::format::build_file::Element;
use vassal::format::key::Key;

use super::element::{component, open_key, tray_key, unmoved_key, with};
use super::grids::panel_grid;
use super::map_parts::{
    IN_BOXES, IN_TRAYS, Stacks, map_parts, named_button, point_camera, without_buttons, zone_button, zoom_for,
};
use super::opening::Opening;
use super::trays::tray_places;
use super::viewers::Viewed;
use super::window::Window;

/// The colour around maps: deep water.
pub const DEEP: &str = "70,84,92";
/// The colour around boards of boxes: their paper.
const PAPER: &str = "242,234,212";

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
    /// The zoom at which it is opened.
    pub zoom: f32,
    /// The colour around the boards, as red, green and blue.
    pub ground: &'a str,
    /// How stacks lie, and with them the room around the boards.
    pub stacks: Stacks,
    /// What a mouse-over shows.
    pub viewed: &'a Viewed,
    /// Further components of the window.
    pub parts: Vec<Element>,
    /// The key that what ends a move here gets.
    pub moved: Option<Key>,
    /// The private windows.
    pub private: &'a [&'a str],
    /// Whether it has buttons that zoom and save; the wheel of the mouse zooms without them.
    pub has_toolbar: bool,
}

impl MapWindow<'_> {
    /// The Map (or PrivateMap) element with the usual components.
    pub fn element(self) -> Element {
        let (beside, above) = self.stacks.room();
        let class = if self.sides.is_empty() { "module.Map" } else { "module.PrivateMap" };
        let mut map = component(
            class,
            &[
                ("allowMultiple", "true"),
                ("backgroundcolor", self.ground),
                ("buttonName", self.button.unwrap_or("")),
                ("changeFormat", "$message$"),
                ("color", "0,0,0"),
                ("createFormat", "$pieceName$ created in $location$"),
                ("edgeHeight", &above.to_string()),
                ("edgeWidth", &beside.to_string()),
                ("hideKey", ""),
                ("hotkey", ""),
                ("icon", ""),
                ("launch", if self.button.is_some() { "true" } else { "false" }),
                ("mapName", self.name),
                ("markMoved", if self.marks_moves { "Always" } else { "Never" }),
                ("markUnmovedHotkey", &unmoved_key(self.name).encode()),
                ("markUnmovedIcon", "/images/unmoved.gif"),
                ("markUnmovedReport", ""),
                ("markUnmovedText", ""),
                ("markUnmovedTooltip", "Mark all pieces on this map as not moved"),
                ("moveKey", &self.moved.as_ref().map(Key::encode).unwrap_or_default()),
                ("moveToFormat", &told_of_arrivals(self.private)),
                ("moveWithinFormat", "$pieceName$ moves $previousLocation$ -> $location$ *"),
                ("onlyReportChangedLocation", "true"),
                ("showKey", &open_key(self.name).encode()),
                ("thickness", "3"),
            ],
        );
        if !self.sides.is_empty() {
            // The chat goes to everybody; what lies in a private window is nobody else's business.
            for format in ["changeFormat", "createFormat", "moveToFormat", "moveWithinFormat"] {
                map.set_attr(format, "");
            }
            map.set_attr("side", self.sides.join(","));
            map.set_attr("visible", "false");
            map.set_attr("useBoards", "");
        }
        map.push(self.board_picker());
        let parts = map_parts(self.name, self.stacks, self.viewed, self.zoom);
        let parts = if self.has_toolbar { parts } else { without_buttons(parts) };
        parts.into_iter().chain(self.parts).for_each(|part| map.push(part));
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

/// What is told of a piece that comes to another window: not where it was in a private one.
pub fn told_of_arrivals(private: &[&str]) -> String {
    let of_private: Vec<String> = private.iter().map(|name| format!("previousMap == \"{name}\"")).collect();
    if of_private.is_empty() {
        return "$pieceName$ moves $previousMap$ $previousLocation$ -> $location$ *".to_owned();
    }
    let from = "\" moves \" + previousMap + \" \" + previousLocation + \" -> \"";
    format!("{{pieceName + ({} ? \" comes to \" : {from}) + location + \" *\"}}", of_private.join(" || "))
}

/// How stacks lie in a window of boxes.
pub fn stacks_of(window: &Window) -> Stacks {
    if window.trays.is_none() {
        return IN_BOXES;
    }
    // The board itself is room for a stack in the first tray: its head, and what is left of the last place.
    let panel = window.panel();
    let (width, _) = panel.size();
    let places: Vec<(u32, u32)> = (0..panel.boxes.len()).flat_map(|tray| tray_places(&panel, tray)).collect();
    let right = places.iter().map(|(x, _)| *x).max().unwrap_or(width);
    let top = places.iter().map(|(_, y)| *y).min().unwrap_or_default();
    let (beside, above) = IN_TRAYS.room();
    IN_TRAYS.within((beside.saturating_sub(width - right), above.saturating_sub(top)))
}

/// The height of a box, in pixels, that a window on a small screen shows with its head.
const SEEN: u32 = 700;

/// The button that leads to a box, of one that is higher than windows are to its head; `room` lies around the board.
fn jump(window: &Window, text: &str, to: &str, room: (u32, u32)) -> Element {
    let index = window.boxes.iter().position(|name| name == to);
    let area = index.map(|index| window.panel().area(index)).filter(|area| area.height > SEEN);
    let Some(area) = area else { return zone_button(text, to, &Key::Unset) };
    let (x, y) = (room.0 + area.x + area.width / 2, room.1 + area.y + SEEN / 2);
    named_button(point_camera(&x.to_string(), &y.to_string(), &Key::Unset), text, to)
}

/// The window of a panel; `has_commands` says whether its toolbar gets buttons of the game.
pub fn panel_window(
    window: &Window,
    image: &str,
    sides: Vec<String>,
    viewed: &Viewed,
    moved: Option<Key>,
    private: &[&str],
    has_commands: bool,
) -> Element {
    let stacks = stacks_of(window);
    let jumps = window.jumps.iter().map(|[text, to]| jump(window, text, to, stacks.room()));
    let (board, room) = (window.panel().size(), stacks.room());
    let zoom = zoom_for(board.0 + 2 * room.0);
    let shown = [board.0 + 2 * room.0, board.1 + 2 * room.1].map(|pixels| (zoom * pixels as f32) as u32);
    let opening = Opening::of(shown, !window.jumps.is_empty() || has_commands);
    let cameras = window.tray_names().map(|tray| zone_button(&tray, &tray, &tray_key(&window.name, &tray)));
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
        zoom,
        ground: PAPER,
        stacks,
        viewed,
        parts: cameras.chain(jumps).chain([opening.spacer(board)]).collect(),
        moved,
        private,
        has_toolbar: opening.has_toolbar,
    }
    .element()
}
