//! The command line as a user meets it: exit statuses, JSON keys, and the whole way from a situation to a resolved save.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fail loudly")]

mod aafog;
mod aafog_facts;
mod air;
mod air_bases;
mod air_weather;
mod asking;
mod bad_input;
mod battle;
#[path = "../support/beside.rs"]
mod beside;
mod call;
mod chapters;
mod check;
mod commands_page;
mod compare;
mod compare_files;
mod counters;
mod data_folder;
mod envelope;
#[path = "../support/example_module.rs"]
mod example_module;
mod examples;
mod extensions;
mod git;
mod guide;
mod half_written;
mod help;
mod hidden_play;
mod integration_page;
mod islands;
mod land_air;
mod lint;
mod lint_fix;
mod lint_outlets;
mod lint_project;
mod logs;
mod look;
mod luck;
mod manners;
mod module;
mod oob;
mod opened_game;
mod orders;
mod outputs;
mod own_copy;
mod own_game;
mod own_map;
mod own_nations;
mod own_words;
mod packages;
mod paths_once;
mod prompt;
mod proven_game;
mod quiet;
mod readme;
mod refresh;
mod refresh_set_ups;
mod resolve;
mod sea;
mod sea_entries;
mod sea_forces;
mod several;
mod shells;
mod supply;
mod table_top;
#[path = "../support/tables.rs"]
mod tables;
mod tour;
mod umpire;
mod umpire_again;
mod umpire_chips;
mod umpire_desk;
mod umpire_examples;
mod umpire_flights;
mod umpire_landing;
mod umpire_page;
mod umpire_papers;
mod umpire_returns;
mod umpire_take;
mod umpire_turn;
mod undecided;
mod user_texts;
mod verify;
mod wording;
mod words;

use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;

use call::Call;
use liege::build::scenario::Table;
use liege::build::{Data, Plan};
use liege::format::save_file::SaveFile;
use liege::format::timestamp::Timestamp;
use liege::rules::data::Embedded;
use liege::rules::games::known;

/// The day written into test files.
pub const DAY: Timestamp = Timestamp(1_767_225_600_000);

/// What the tool prints and how it ends.
pub fn liege(arguments: &[&str]) -> Output {
    Call::of(arguments).output()
}

/// All that a command said.
pub fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat()
}

/// All that a command said that ended well.
pub fn done(arguments: &[&str]) -> String {
    let output = liege(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    said(&output)
}

/// The same, with something typed into it.
pub fn liege_with(arguments: &[&str], input: &str) -> Output {
    Call::of(arguments).typing(input).output()
}

/// The same, typed in a folder.
pub fn within(folder: &Path, arguments: &[String]) -> Output {
    Call::of(arguments).within(folder).output()
}

/// The result on standard output, of a call that ended with this status.
pub fn told(arguments: &[&str], status: i32) -> String {
    let output = liege(arguments);
    let talk = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{arguments:?} said: {talk}");
    String::from_utf8(output.stdout).unwrap()
}

/// A text with single spaces: columns are those of the lines that are printed together.
pub fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The data of a game and its module, not drawn.
pub struct Made {
    /// What it is made of.
    pub data: Data,
    /// Its module.
    pub plan: Plan,
}

impl Made {
    /// Reads the data of a game; slow in a debug build, so each game is made once.
    pub fn of(game: &str) -> Self {
        let game = known(game, &Embedded).unwrap();
        let data = Data::load(&*game, &Embedded).unwrap_or_else(|errors| {
            panic!("{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
        });
        let plan = data.plan(DAY).unwrap_or_else(|errors| panic!("{errors:?}"));
        Self { data, plan }
    }
}

/// The main game.
static MAIN_GAME: LazyLock<Made> = LazyLock::new(|| Made::of("atpo"));

/// The data of the main game.
pub fn data() -> &'static Data {
    &MAIN_GAME.data
}

/// The module of the main game, not drawn.
pub fn plan() -> &'static Plan {
    &MAIN_GAME.plan
}

static TABLE: LazyLock<Table<'static>> = LazyLock::new(|| Table::new(data(), plan()).unwrap());

/// Writes the save of a situation into a folder.
pub fn save(folder: &Path, name: &str, situation: &str) -> PathBuf {
    let plan = plan();
    let commands = TABLE.save(name, situation).unwrap_or_else(|errors| panic!("{errors:?}"));
    let module_data = plan.about.write();
    let file = SaveFile::new(&commands, Some(module_data.as_bytes()), &plan.about).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, file.write(DAY).unwrap()).unwrap();
    path
}
