//! `maps/<game>/module.toml`: the windows, trays, sides, dice and scenarios of a module, as data.

mod charts;
mod toolbar;
mod tour;

use std::collections::BTreeMap;

use serde::Deserialize;

use liege_art::panel::Panel;
use liege_rules::data::word::Word;

pub use charts::{Chart, ChartColumn, ChartTable, Weather, WeatherState, WeatherZone};
use toolbar::months;
pub use toolbar::{Cleanup, Dial, Dice, Menu, PieceList, Turn};
pub use tour::{HiddenTour, Tour, TourBattle};

/// The whole file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// Version of this file's form; 1.
    pub format: u32,
    /// The name of the module.
    pub name: String,
    /// The version of the module; `1.0` where the file says none.
    #[serde(default = "first_version")]
    pub version: String,
    /// One line for VASSAL's list of modules.
    #[serde(default)]
    pub description: String,
    /// The name of the map window with the sheets; `Main Map` where the file says none.
    #[serde(default = "main_map")]
    pub main_map: String,
    /// The sides players choose from.
    #[serde(default)]
    pub side: Vec<Side>,
    /// Whether the counters of a side take commands only from it and from those who see everything, and a counter that
    /// the game has once is on its maps once. Not in a game whose players guess with counters of their enemies on boards
    /// of their own.
    #[serde(default)]
    pub own_commands: bool,
    /// The windows that are grids of boxes.
    #[serde(default)]
    pub window: Vec<Window>,
    /// The decks of cards.
    #[serde(default)]
    pub deck: Vec<Deck>,
    /// What the turn tracker counts; a module without it has no tracker.
    pub turn: Option<Turn>,
    /// The dice buttons.
    #[serde(default)]
    pub dice: Vec<Dice>,
    /// The numbers that are printed in boxes.
    #[serde(default)]
    pub track: Vec<Track>,
    /// The values that the toolbar shows and changes.
    #[serde(default)]
    pub dial: Vec<Dial>,
    /// The layers of pieces on the main map, lowest first.
    #[serde(default)]
    pub layers: Vec<String>,
    /// The menus that gather buttons of the toolbar.
    #[serde(default)]
    pub menu: Vec<Menu>,
    /// What the end of a phase or turn takes off the pieces.
    #[serde(default)]
    pub cleanup: Vec<Cleanup>,
    /// The windows that list pieces.
    #[serde(default)]
    pub list: Vec<PieceList>,
    /// The words of the weather, when the game has any.
    pub weather: Option<Weather>,
    /// The charts.
    #[serde(default)]
    pub chart: Vec<Chart>,
    /// The pages of the help menu, as HTML below `maps/<game>/help/`.
    #[serde(default)]
    pub help: Vec<Help>,
    /// The predefined set-ups.
    #[serde(default)]
    pub scenario: Vec<ScenarioFile>,
    /// What the tour shows, when the game has one.
    pub tour: Option<Tour>,
    /// What the tour shows of hidden play, when the game has it.
    pub hidden_tour: Option<HiddenTour>,
    /// How the order of battle looks, when the game has one.
    pub order_of_battle: Option<OrderOfBattle>,
}

/// Where the pieces of the schedule wait and where they go; the boxes follow from the schedule.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderOfBattle {
    /// The name of the window with a box for each season and year.
    pub window: String,
    /// The text on its button.
    pub button: String,
    /// A line beside the heading of its board.
    #[serde(default)]
    pub subtitle: String,
    /// Width of a box in pixels.
    pub box_width: u32,
    /// The box of what arrives now.
    pub arrivals: String,
    /// The box of what has left the game, or left it before the scenario.
    pub removed: String,
    /// The box of what is lost for good.
    pub lost: String,
    /// The stance in which pieces come to a hex: families and kinds of the pieces by stance.
    #[serde(default)]
    pub stance: BTreeMap<Word, Vec<String>>,
    /// The boxes of the four seasons on the Turn Track, winter first.
    pub season_boxes: [String; 4],
    /// Colours of field, letters and lines in which the boxes of each season are printed, winter first.
    #[serde(default)]
    pub season_colours: Vec<[String; 3]>,
    /// The boxes of the months on the Turn Track, January first.
    pub month_boxes: [String; 12],
}

/// A side of the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// Its name in VASSAL.
    pub name: String,
    /// The alliance of `nations.toml` whose pieces it owns.
    pub alliance: Option<String>,
    /// Whether private windows open to it.
    #[serde(default)]
    pub sees_all: bool,
}

/// A map window that is a grid of titled boxes or of numbered trays.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Its name, which is the name of the VASSAL map.
    pub name: String,
    /// The text on its button.
    pub button: String,
    /// The side whose private window it is.
    pub side: Option<String>,
    /// A line beside the heading of its board.
    #[serde(default)]
    pub subtitle: String,
    /// Lines below that heading.
    #[serde(default)]
    pub lines: Vec<String>,
    /// Boxes in one row.
    pub columns: u32,
    /// Boxes in each row where they differ from `columns`; all rows are equally wide.
    #[serde(default)]
    pub row_columns: Vec<u32>,
    /// Width of a box in pixels.
    pub box_width: u32,
    /// Height of a box in pixels.
    pub box_height: u32,
    /// Heights of its rows in pixels where they differ from `box_height`.
    #[serde(default)]
    pub row_heights: Vec<u32>,
    /// The names of the boxes; an empty name is a gap.
    #[serde(default)]
    pub boxes: Vec<String>,
    /// The nation by box in whose colours the box is printed.
    #[serde(default)]
    pub flags: BTreeMap<String, String>,
    /// Words at the head of a box, by box.
    #[serde(default)]
    pub notes: BTreeMap<String, String>,
    /// Buttons of the window that bring a box into view: the text and the box.
    #[serde(default)]
    pub jumps: Vec<[String; 2]>,
    /// The symbol that is printed at every place of its boxes.
    #[serde(default)]
    pub symbol: String,
    /// The nations whose trays are in it.
    #[serde(default)]
    pub nations: Vec<String>,
    /// First and last number of its trays.
    pub trays: Option<[u16; 2]>,
    /// What its trays are called, before their numbers.
    #[serde(default = "tray")]
    pub tray: String,
}

/// The numbers of a record track, printed in boxes of a window. Chits that go along it lie on their number; below 1
/// they lie at a place of their own before the numbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// Its boxes.
    pub boxes: Vec<String>,
    /// The last of its numbers; larger ones are counted from the first again.
    pub numbers: u32,
    /// The kinds of chits that go along it, of the nation in whose colours a box is printed.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The kinds of chits that only have a place before the numbers: of that nation, or of none.
    #[serde(default)]
    pub stays: Vec<String>,
}

/// A deck of cards, in the middle of a box of a window.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    /// Its name, which is that of its place too.
    pub name: String,
    /// The window it lies in.
    pub window: String,
    /// The box of that window.
    #[serde(rename = "box")]
    pub place: String,
    /// The ids, kinds or families of the counters that are its cards; none for a pile that starts empty.
    #[serde(default)]
    pub cards: Vec<String>,
    /// Whether its cards lie with their backs up.
    #[serde(default = "yes")]
    pub face_down: bool,
    /// Whether its menu shuffles it.
    #[serde(default = "yes")]
    pub shuffle: bool,
    /// Whether a card drawn from it is open to all at once.
    #[serde(default)]
    pub draw_face_up: bool,
    /// The deck that its menu sends all of its cards to.
    pub empties_into: Option<String>,
}

fn yes() -> bool {
    true
}

/// A page of the help menu.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Help {
    /// Its title.
    pub title: String,
    /// Its file.
    pub file: String,
}

/// A predefined set-up and where its text lies below `oob/<game>/scenarios/`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// Its name in the list.
    pub name: String,
    /// The save's name inside the module.
    pub file: String,
    /// The file with the situation.
    pub text: String,
    /// The hex in the middle of its theatre, which the main map shows first; the middle of the map where it is empty.
    #[serde(default)]
    pub view: String,
}

fn first_version() -> String {
    "1.0".to_owned()
}

fn main_map() -> String {
    "Main Map".to_owned()
}

impl Window {
    /// The titles of all boxes: those named, then the trays.
    pub fn titles(&self) -> Vec<String> {
        self.boxes.iter().cloned().chain(self.tray_names()).collect()
    }

    /// The names of its trays.
    pub fn tray_names(&self) -> impl Iterator<Item = String> + '_ {
        let numbers = self.trays.into_iter().flat_map(|[first, last]| first..=last);
        numbers.map(|number| self.tray_name(number))
    }

    /// The name of a tray's zone.
    pub fn tray_name(&self, number: u16) -> String {
        format!("{} {number}", self.tray)
    }

    /// The name of its board's picture in the module.
    pub fn image(&self) -> String {
        format!("board-{}.png", self.name.to_lowercase().replace(' ', "-"))
    }

    /// The drawing of the window.
    pub fn panel(&self) -> Panel {
        Panel {
            title: self.name.clone(),
            lines: self.lines.clone(),
            boxes: self.titles(),
            columns: self.columns,
            row_columns: self.row_columns.clone(),
            box_width: self.box_width,
            box_height: self.box_height,
            row_heights: self.row_heights.clone(),
        }
    }
}

fn tray() -> String {
    "Tray".to_owned()
}

impl Layout {
    /// The names of the months, of the turn tracker or the English ones.
    pub fn months(&self) -> Vec<String> {
        self.turn.as_ref().map_or_else(months, |turn| turn.months.clone())
    }

    /// The window and the index of a box, by the name of the box.
    pub fn find_box(&self, name: &str) -> Option<(&Window, usize)> {
        // An empty name is a gap, not a box.
        self.window.iter().filter(|_| !name.is_empty()).find_map(|window| {
            window.titles().iter().position(|title| title == name).map(|index| (window, index))
        })
    }

    /// The names of the windows that a side has to itself.
    pub fn private_windows(&self) -> Vec<&str> {
        let own = self.window.iter().filter(|window| window.side.is_some());
        own.map(|window| window.name.as_str()).collect()
    }

    /// The name of the window with a nation's trays.
    pub fn tray_window(&self, nation: &str) -> Option<&str> {
        let mut windows = self.window.iter().filter(|window| window.trays.is_some());
        let found = windows.find(|window| window.nations.iter().any(|known| known == nation))?;
        Some(&found.name)
    }
}
