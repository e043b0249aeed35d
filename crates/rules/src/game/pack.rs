//! A rule pack: everything of a game that is data, read once and checked as a whole.
//!
//! The types of a pack know nobody who reads or runs them: what it holds is in `pack/parts`, its checks in
//! `pack/demand`, rows of checks in `kinds/row` with `kinds/atoms`. A position, a check and a reader of rows can
//! therefore each hold a pack, and files form no circle.

mod clock;
mod demand;
mod demands;
mod outfit;
mod parts;
mod phases;
mod pools;
mod tables;
mod terms;
mod typed;
mod words;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::data::Files;
use crate::data::fault::{DataFault, expect_format_1, read_toml};
use crate::data::read::Read;
use crate::data::schedule;
use crate::play::inputs::{GameWords, LONGEST_CODE, NationWords};
use crate::position::places::Places;
use crate::position::values::{ValueRow, values};
use demands::choices;
use tables::{PackTables, StoredBeside, catalogue};

pub use clock::ClockTerms;
pub use demand::{Demand, Phases, Requires, Shared};
pub use demands::{checks_path, choices_path, page_path, procedure_path};
pub use outfit::{
    Counts, Cross, KIND, NUMBER, NoteLabel, NoteSpot, Outfit, PieceNote, Prototype, StackSum, Stratum,
};
pub use parts::{CardDeck, Nation, Pack, Phase, Side};
pub use pools::Pool;
pub use tables::stored_path;
pub use terms::{
    Carriage, EndedBy, FACE, Level, MARKER, PieceTerms, Pointing, Ride, StateLayer, TrayCommand, TrayTerms,
    Unfinished,
};
pub use typed::Typed;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PackFile {
    format: u32,
    title: String,
    #[serde(default)]
    tables: Vec<String>,
    #[serde(default)]
    phase: Vec<Phase>,
    #[serde(default)]
    clock: ClockTerms,
    /// Words of keys with those that mean the same.
    #[serde(default)]
    synonyms: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pieces: terms::PiecesFile,
    #[serde(default)]
    pool: Vec<Pool>,
    #[serde(default)]
    schedule: schedule::Paragraphs,
    /// The kinds of counters by family.
    #[serde(default)]
    kinds: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    value: Vec<ValueRow>,
}

#[derive(Deserialize)]
struct NationsFile {
    #[serde(default)]
    nation: Vec<NationFile>,
}

#[derive(Deserialize)]
struct NationFile {
    code: String,
    name: String,
    called: Option<String>,
    adjective: Option<String>,
    side: String,
    #[serde(default)]
    also: Vec<String>,
}

/// What a situation needs of `module.toml`.
#[derive(Default, Serialize, Deserialize)]
struct ModuleFile {
    #[serde(default)]
    name: String,
    #[serde(default)]
    side: Vec<SideFile>,
    #[serde(default)]
    window: Vec<WindowFile>,
    #[serde(default)]
    deck: Vec<CardDeck>,
    order_of_battle: Option<OrderOfBattleFile>,
}

#[derive(Serialize, Deserialize)]
struct OrderOfBattleFile {
    window: String,
}

#[derive(Serialize, Deserialize)]
struct SideFile {
    name: String,
    #[serde(default)]
    alliance: String,
    #[serde(default)]
    sees_all: bool,
}

#[derive(Serialize, Deserialize)]
struct WindowFile {
    name: String,
    #[serde(default)]
    side: Option<String>,
    #[serde(default)]
    boxes: Vec<String>,
}

impl Pack {
    /// Reads all data of a game; on any fault the list of all of them.
    pub fn load(game: &str, read: Read<'_>) -> Result<Self, Vec<DataFault>> {
        match Self::load_all(game, read) {
            (Some(pack), faults) if faults.is_empty() => Ok(pack),
            (_, faults) => Err(faults),
        }
    }

    /// Reads all data of a game, as far as it can be read, with all faults; nothing without a readable `pack.toml`.
    pub fn load_all(game: &str, read: Read<'_>) -> (Option<Self>, Vec<DataFault>) {
        let mut faults = Vec::new();
        let pack = Self::read_all(game, read, None, &mut faults).map(|(pack, in_table)| {
            pack.look_through(in_table, read, &mut faults);
            pack
        });
        (pack, faults)
    }

    /// The same of the data that come with the program, whose files say nothing wrong of each other; `stored` is the
    /// binary form of their tables, as far as it is at hand.
    ///
    /// # Errors
    /// A file of it does not read.
    pub fn of_shipped(game: &str, read: Read<'_>, stored: Option<&[u8]>) -> Result<Self, Vec<DataFault>> {
        let mut faults = Vec::new();
        let tables = stored.and_then(PackTables::of_stored);
        match Self::read_all(game, read, tables, &mut faults) {
            Some((pack, _)) if faults.is_empty() => Ok(pack),
            _ => Err(faults),
        }
    }

    /// The binary form of a game's tables; `stamp` is that of its files, by which it is known to be of them.
    ///
    /// # Errors
    /// A file of it does not read, or has no such form.
    pub fn stored_tables(game: &str, files: &dyn Files, stamp: u64) -> Result<Vec<u8>, Vec<DataFault>> {
        let read: Read<'_> = &|path| files.text(path).ok().map(str::to_owned);
        let pack = Self::of_shipped(game, read, None)?;
        // All of these have been read without a fault.
        let none = &mut Vec::new();
        let words = (pack.phases.as_slice(), pack.pools.as_slice(), &pack.kinds);
        let tables = PackTables::read(game, words, read, none);
        let module = module(game, read, none);
        let stored = tables.store((module, &pack.choices, pack.rows), stamp);
        stored.map_err(|error| vec![DataFault::at(&stored_path(game), 0, error.to_string())])
    }

    /// Reads all files, and tells how many of the demands are rows of `checks.csv`, which come first.
    fn read_all(
        game: &str,
        read: Read<'_>,
        stored: Option<(PackTables, StoredBeside)>,
        faults: &mut Vec<DataFault>,
    ) -> Option<(Self, usize)> {
        let path = pack_path(game);
        let Some(file) = toml_file::<PackFile>((&path, "its title, its pieces and values"), read, faults)
        else {
            // The other files are read all the same, so that their faults are told, too.
            let nations = nations(game, read, faults);
            catalogue(game, read, &nations, &BTreeMap::new(), faults);
            places(game, &nations, read, faults);
            crate::check::kinds::file(game, read, faults);
            choices(game, read, faults);
            crate::play::roll::read_all(game, read, faults);
            demands::demands(game, &[], read, faults);
            return None;
        };
        expect_format_1(&path, file.format, faults);
        let mut terms = file.pieces.terms(&path, faults);
        let (stored, beside) = stored.unzip();
        let StoredBeside { module: of_module, choices: of_choices, rows } = beside.unwrap_or_default();
        let module = of_module.unwrap_or_else(|| module(game, read, faults));
        let tables = texts(game, &file.tables, read, faults);
        let words = (file.phase.as_slice(), file.pool.as_slice(), &file.kinds);
        let large = stored.unwrap_or_else(|| PackTables::read(game, words, read, faults));
        let PackTables { nations, catalogue, mut map, mut schedule, demands } = large;
        let private =
            module.window.iter().filter_map(|window| Some((window.name.clone(), window.side.clone()?)));
        terms.private = private.collect();
        schedule.rules = file.schedule;
        for window in &module.window {
            map.add_window(&window.name, window.boxes.iter().map(String::as_str));
        }
        if let Some(own) = &module.order_of_battle {
            let seasons: Vec<String> = schedule.seasons().iter().map(ToString::to_string).collect();
            map.add_window(&own.window, seasons.iter().map(String::as_str));
        }
        for deck in &module.deck {
            map.add_window(&deck.window, [deck.name.as_str()]);
        }
        let text = read(&path).unwrap_or_default();
        let values = values(&path, &text, file.value, faults);
        let choices = of_choices.unwrap_or_else(|| choices(game, read, faults));
        let mut pack = Self {
            game: game.into(),
            name: if module.name.is_empty() { file.title.clone() } else { module.name },
            title: file.title,
            sides: module
                .side
                .into_iter()
                .map(|side| Side { name: side.name, alliance: side.alliance, sees_all: side.sees_all })
                .collect(),
            nations,
            phases: file.phase,
            clock: file.clock,
            alike: GameWords::of(&file.synonyms, NationWords::read(game, read)),
            terms,
            pools: file.pool,
            kinds: file.kinds,
            catalogue,
            map,
            schedule,
            rows: Vec::new(),
            values,
            decks: module.deck,
            choices,
            pages: BTreeMap::new(),
            demands,
            tables,
            typed: Typed::default(),
        };
        pack.rows = rows.unwrap_or_else(|| crate::check::kinds::load(&pack, read, faults));
        let in_table = pack.demands.len();
        demands::join(&mut pack);
        pack.pages = demands::pages(&pack, read);
        Some((pack, in_table))
    }

    /// Finds what the files of a pack say wrong of each other.
    fn look_through(&self, in_table: usize, read: Read<'_>, faults: &mut Vec<DataFault>) {
        let path = pack_path(&self.game);
        let text = read(&path).unwrap_or_default();
        let rolls = crate::play::roll::read_all(&self.game, read, faults);
        faults.extend(words::unknown_marks(self, &rolls));
        faults.extend(demands::faults(self, in_table, read));
        faults.extend(words::faults(self, &path, &text));
    }
}

/// The files that a pack names, for tables that only one game reads.
fn texts(
    game: &str,
    names: &[String],
    read: Read<'_>,
    faults: &mut Vec<DataFault>,
) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for name in names {
        let path = format!("rules/{game}/{name}");
        match read(&path) {
            Some(text) => drop(texts.insert(name.clone(), text)),
            None => faults.push(DataFault::at(&path, 0, "this file is named in the pack, but missing")),
        }
    }
    texts
}

fn pack_path(game: &str) -> String {
    format!("rules/{game}/pack.toml")
}

fn toml_file<T: serde::de::DeserializeOwned>(
    (path, what): (&str, &str),
    read: Read<'_>,
    faults: &mut Vec<DataFault>,
) -> Option<T> {
    let Some(text) = read(path) else {
        faults.push(DataFault::missing(path, what));
        return None;
    };
    read_toml(path, &text, faults)
}

/// More nations than any game has.
const MOST_NATIONS: usize = 500;

/// The nations of `rules/<game>/nations.toml`, by code.
pub fn nations(game: &str, read: Read<'_>, faults: &mut Vec<DataFault>) -> BTreeMap<String, Nation> {
    let path = format!("rules/{game}/nations.toml");
    let what = "whom counters belong to, with side and colours";
    let file: Option<NationsFile> = toml_file((&path, what), read, faults);
    let rows = file.map(|file| file.nation).unwrap_or_default();
    if rows.len() > MOST_NATIONS {
        faults.push(DataFault::at(&path, 0, format!("more than {MOST_NATIONS} nations")));
    }
    for row in rows.iter().filter(|row| row.code.is_empty() || row.code.len() > LONGEST_CODE) {
        let told =
            format!("the code of {} has {} letters, expected 1 to {LONGEST_CODE}", row.name, row.code.len());
        faults.push(DataFault::at(&path, 0, told));
    }
    let nation = |row: NationFile| {
        let adjective = row.adjective.unwrap_or_else(|| row.name.clone());
        let called = row.called.unwrap_or_else(|| row.name.clone());
        (row.code, Nation { name: row.name, called, adjective, alliance: row.side, also: row.also })
    };
    rows.into_iter().map(nation).collect()
}

/// The places of the map.
fn places(
    game: &str,
    nations: &BTreeMap<String, Nation>,
    read: Read<'_>,
    faults: &mut Vec<DataFault>,
) -> Places {
    let codes: Vec<&str> = nations.keys().map(String::as_str).collect();
    Places::load(game, &codes, read, faults)
}

/// The sides and windows of the module; none when the game has no module as data.
fn module(game: &str, read: Read<'_>, faults: &mut Vec<DataFault>) -> ModuleFile {
    let path = format!("maps/{game}/module.toml");
    let file = read(&path).and_then(|_| toml_file((&path, "the windows"), read, faults));
    file.unwrap_or_default()
}
