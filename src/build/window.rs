//! `maps/<game>/module.toml`: the windows, trays, sides, dice and scenarios of a module, as data.

use serde::Deserialize;

use crate::art::panel::Panel;

/// The whole file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// Version of this file's form; 1.
    pub format: u32,
    /// The name of the module.
    pub name: String,
    /// The version of the module.
    pub version: String,
    /// One line for VASSAL's list of modules.
    pub description: String,
    /// The name of the map window with the sheets.
    pub main_map: String,
    /// The sides players choose from.
    pub side: Vec<Side>,
    /// The windows that are grids of boxes.
    pub window: Vec<Window>,
    /// What the turn tracker counts.
    pub turn: Turn,
    /// The dice buttons.
    pub dice: Vec<Dice>,
    /// The predefined set-ups.
    pub scenario: Vec<ScenarioFile>,
    /// What the tour shows, when the game has one.
    pub tour: Option<Tour>,
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
    /// A situation with a declared battle.
    pub battle: String,
    /// Two places whose rectangle shows the battle.
    pub battle_view: String,
    /// The seed of the battle's dice.
    pub seed: u64,
    /// Who decides how, as `--policy` takes it.
    pub policies: Vec<String>,
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
    /// Boxes in one row.
    pub columns: u32,
    /// Width of a box in pixels.
    pub box_width: u32,
    /// Height of a box in pixels.
    pub box_height: u32,
    /// The names of the boxes.
    #[serde(default)]
    pub boxes: Vec<String>,
    /// The nations whose task forces lie in its trays.
    #[serde(default)]
    pub nations: Vec<String>,
    /// First and last number of its task-force trays.
    pub trays: Option<[u16; 2]>,
}

/// What the turn tracker counts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The years.
    pub years: Vec<u16>,
    /// The names of the four seasons, from January.
    pub seasons: Vec<String>,
    /// The names of the months.
    pub months: Vec<String>,
    /// The group of phases that comes once a season, before its first month.
    pub seasonal: String,
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
}

impl Window {
    /// The titles of all boxes: those named, then the trays.
    pub fn titles(&self) -> Vec<String> {
        let trays = self.trays.map(|[first, last]| (first..=last).map(tray_name)).into_iter().flatten();
        self.boxes.iter().cloned().chain(trays).collect()
    }

    /// The name of its board's picture in the module.
    pub fn image(&self) -> String {
        format!("board-{}.png", self.name.to_lowercase().replace(' ', "-"))
    }

    /// The drawing of the window.
    pub fn panel(&self) -> Panel {
        Panel {
            title: self.name.clone(),
            boxes: self.titles(),
            columns: self.columns,
            box_width: self.box_width,
            box_height: self.box_height,
        }
    }
}

/// The name of a task-force tray's zone.
pub fn tray_name(number: u16) -> String {
    format!("TF {number}")
}

impl Layout {
    /// The window and the index of a box, by the name of the box.
    pub fn find_box(&self, name: &str) -> Option<(&Window, usize)> {
        self.window.iter().find_map(|window| {
            window.titles().iter().position(|title| title == name).map(|index| (window, index))
        })
    }
}
