//! What stands in the toolbar of a module, as `module.toml` says it: turns, dice, dials, menus, lists, what an end of a
//! phase takes off.

use serde::Deserialize;

use liege_rules::data::word::Word;
use liege_rules::position::notation::month_name;

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
    /// The kinds of the chits that go to the boxes of the year and of the month.
    #[serde(default)]
    pub chits: TurnChits,
}

/// Chits that follow the turn tracker on the track of the years and months.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnChits {
    /// The kind that lies in the box of the year; empty for none.
    #[serde(default)]
    pub year: String,
    /// The kind that lies in the box of the month; empty for none.
    #[serde(default)]
    pub month: String,
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

fn seasons() -> Vec<String> {
    ["Winter", "Spring", "Summer", "Autumn"].map(str::to_owned).into()
}

pub fn months() -> Vec<String> {
    (1..=12).map(|month| month_name(month).to_owned()).collect()
}
