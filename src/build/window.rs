//! `maps/<game>/module.toml`: the windows, trays, sides, dice and scenarios of a module, as data.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::art::panel::Panel;
use crate::rules::notation::month_name;
use crate::rules::word::Word;

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

/// What the tour of a game shows; its texts lie below `oob/<game>/tour/`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tour {
    /// The scenario's file.
    pub scenario: String,
    /// Lines laid over the scenario, each with a fault.
    pub faults: String,
    /// Two places whose rectangle shows the faults.
    pub faults_view: String,
    /// The battles that are resolved, each with a section of its own.
    #[serde(default)]
    pub battle: Vec<TourBattle>,
}

/// A declared battle of the tour.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TourBattle {
    /// The situation.
    pub text: String,
    /// What the names of its files begin with.
    pub file: String,
    /// The heading of its section.
    pub title: String,
    /// What is to be known before; may be left out.
    #[serde(default)]
    pub about: String,
    /// What the picture of the position before it shows.
    pub before: String,
    /// Two places whose rectangle shows the battle.
    pub view: String,
    /// Whether stacks are laid side by side.
    #[serde(default)]
    pub spread: bool,
    /// The seed of the battle's dice.
    pub seed: u64,
    /// Who decides how, as `--policy` takes it.
    pub policies: Vec<String>,
}

impl TourBattle {
    /// The name of the save that declares it.
    pub fn save(&self) -> String {
        format!("{}.vsav", self.file)
    }
}

/// What the tour shows of a game with hidden play; its texts lie below `oob/<game>/tour/`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HiddenTour {
    /// The situation.
    pub position: String,
    /// What each side was shown by then: a ledger by the alliance.
    pub ledgers: BTreeMap<String, String>,
    /// Two places whose rectangle shows the difference.
    pub view: String,
    /// What there is to see on the board of all pieces.
    pub master: String,
    /// What there is to see on the board of each side, by the alliance.
    pub sides: BTreeMap<String, String>,
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

/// A window that lists the pieces of a filter, wherever they lie.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceList {
    /// Its name, which is on its button, too.
    pub name: String,
    /// What its button says of it.
    pub tooltip: String,
    /// Which pieces, as an expression of VASSAL in braces; those in windows of other sides are left out.
    pub filter: String,
    /// The properties that gather its lines in folders, outermost first; VASSAL opens a window with all of them closed.
    #[serde(default)]
    pub group_by: Vec<String>,
    /// A line, with the names of properties between dollar signs.
    pub line: String,
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

/// What the turn tracker counts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The years.
    pub years: Vec<u16>,
    /// The names of the four seasons, from January; the English ones where the file says none.
    #[serde(default = "seasons")]
    pub seasons: Vec<String>,
    /// The names of the months; the English ones where the file says none.
    #[serde(default = "months")]
    pub months: Vec<String>,
    /// The group of phases that comes once a season, before its first month; empty where none does.
    #[serde(default)]
    pub seasonal: String,
    /// Year and month up to which a season has one monthly turn, that of its middle month.
    pub quarterly_until: Option<[u16; 2]>,
}

/// A menu of the toolbar.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Menu {
    /// Its name.
    pub name: String,
    /// What the mouse says over it.
    pub tooltip: String,
    /// The texts of the buttons it takes up.
    pub items: Vec<String>,
}

/// A command to many pieces at the end of a phase or turn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cleanup {
    /// What it does, in players' words.
    pub name: String,
    /// The step of the sequence of play.
    pub rule: String,
    /// The key that the pieces get: its name, or code and modifiers with a comma.
    pub key: String,
    /// The expression that says which pieces.
    pub filter: String,
    /// Whether it belongs to the end of the turn.
    #[serde(default)]
    pub end_of_turn: bool,
}

/// The words of the weather.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weather {
    /// The table with the letters by month and roll, below `rules/<game>/`.
    pub track: String,
    /// The names of the two buttons: the roll for the month, the roll for flying.
    pub rolls: [String; 2],
    /// The kinds of weather, the best first.
    pub state: Vec<WeatherState>,
    /// What weather does to flying, nothing first.
    pub air: Vec<String>,
    /// The zones.
    pub zone: Vec<WeatherZone>,
}

/// A kind of weather.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherState {
    /// Its letter on the track.
    pub letter: String,
    /// Its name.
    pub name: String,
}

/// A weather zone.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherZone {
    /// Its name, part of the property's name too.
    pub name: String,
    /// By kind of weather, the least roll of two dice for each effect on flying but the first.
    #[serde(default)]
    pub air: BTreeMap<String, Vec<u8>>,
}

/// A chart: one tab with tables one below the other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// The text on its tab.
    pub name: String,
    /// Its tables.
    pub table: Vec<ChartTable>,
}

/// A table of a chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartTable {
    /// Its heading.
    pub title: String,
    /// The paragraphs it comes from.
    pub rule: String,
    /// Its file below `rules/<game>/`, first line the heads of the columns; none for the sequence of play.
    pub file: Option<String>,
    /// The columns to show; all when empty.
    #[serde(default)]
    pub columns: Vec<ChartColumn>,
    /// Lines below it.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Colours behind cells: the text of a cell and the colour.
    #[serde(default)]
    pub tints: Vec<[String; 2]>,
    /// The symbol beside its heading.
    #[serde(default)]
    pub symbol: String,
}

/// A column of a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartColumn {
    /// Its head in the file.
    pub of: String,
    /// Its head in the chart.
    pub head: String,
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

/// A dice button.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    /// Its name.
    pub name: String,
    /// How many dice.
    pub count: u8,
    /// Faces of each.
    pub sides: u8,
}

/// A value of the game in the toolbar, with buttons that change it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dial {
    /// The word of the value in `pack.toml`.
    pub value: Word,
    /// The number that a new game begins with; the least one of the value, or 0, where it is missing.
    pub start: Option<i32>,
    /// By how much a button changes it.
    #[serde(default = "one")]
    pub step: i32,
}

fn one() -> i32 {
    1
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

/// The layers that pieces name (`pieces::piece`), lowest first.
fn seasons() -> Vec<String> {
    ["Winter", "Spring", "Summer", "Autumn"].map(str::to_owned).into()
}

fn months() -> Vec<String> {
    (1..=12).map(|month| month_name(month).to_owned()).collect()
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

    /// The name of the window with a nation's trays.
    pub fn tray_window(&self, nation: &str) -> Option<&str> {
        let mut windows = self.window.iter().filter(|window| window.trays.is_some());
        let found = windows.find(|window| window.nations.iter().any(|known| known == nation))?;
        Some(&found.name)
    }
}
