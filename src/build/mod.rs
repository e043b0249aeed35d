//! From the data of a game to its VASSAL module: build file, pieces, pictures and predefined set-ups.

mod charts;
pub mod components;
mod fixtures;
mod grids;
pub mod map_parts;
mod palette;
mod pictures;
pub mod pieces;
pub mod scenario;
mod sheet;
pub mod states;
mod toolbar;
pub mod tracker;
pub mod window;

use std::collections::{BTreeMap, BTreeSet};

use crate::art::face::{Family as FaceFamily, Row};
use crate::format::build_file::Document;
use crate::format::metadata::Metadata;
use crate::format::module_file::ModuleFile;
use crate::format::piece::PieceText;
use crate::format::timestamp::Timestamp;
use crate::model::module::Module;
use crate::rules::catalogue::{Entry, Ratings};
use crate::rules::pack::Pack;

use components::component;
pub use pictures::{Drawing, Picture};
use window::Layout;

/// What the module's first free text begins with; the game's id follows, so that its saves tell their game.
pub const GAME_MARK: &str = "liege:";

/// The engine whose files we write; every later one reads them.
pub const VASSAL_VERSION: &str = "3.7.0";

/// What a module cannot be built from, with the place in the data.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {reason}")]
pub struct BuildError {
    /// The data file, or the piece.
    pub file: String,
    /// What is wrong and what was expected.
    pub reason: String,
}

impl BuildError {
    fn new(file: impl Into<String>, reason: impl ToString) -> Self {
        BuildError { file: file.into(), reason: reason.to_string() }
    }
}

/// Everything of a game that a module is made of.
pub struct Data {
    /// The rule pack with its counters and map.
    pub pack: Pack,
    /// Windows, sides, dice, scenarios.
    pub layout: Layout,
    /// The rows of `counters/`, as the pictures need them.
    rows: Vec<(FaceFamily, Row)>,
    /// The text of `nations.toml`.
    nations: String,
    /// The coastlines and labels of the board pictures, by path.
    map_files: BTreeMap<String, String>,
    /// The situations of the scenarios, by file name.
    scenarios: BTreeMap<String, String>,
    /// The tables of the charts and of the weather, by path below `rules/<game>/`.
    tables: BTreeMap<String, String>,
    /// The pages of the help menu, by file name.
    help: BTreeMap<String, String>,
}

/// A counter as the module holds it.
pub struct Slot {
    /// Its row in the catalogue.
    pub id: String,
    /// Its number in the palettes.
    pub gpid: String,
    /// Its traits, prototypes not expanded.
    pub piece: PieceText,
}

/// A module that is decided but not yet drawn.
pub struct Plan {
    /// The build file.
    pub document: Document,
    /// Name, version, description.
    pub about: Metadata,
    /// Every picture with its name and size.
    pub pictures: Vec<Picture>,
    /// The pieces by the id of the counter.
    pub slots: BTreeMap<String, Slot>,
}

/// Reads a data file as text, by its path.
pub type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

impl Data {
    /// Reads the data of a game; on any fault the list of all of them.
    pub fn load(game: &str, read: Read<'_>) -> Result<Self, Vec<BuildError>> {
        let pack = Pack::load(game, read).map_err(|faults| {
            faults
                .iter()
                .map(|fault| BuildError { file: format!("data of {game}"), reason: fault.to_string() })
                .collect::<Vec<_>>()
        })?;
        let path = format!("maps/{game}/module.toml");
        let missing =
            |path: &str| vec![BuildError::new(path, "the game has no such file, but a module needs it")];
        let text = read(&path).ok_or_else(|| missing(&path))?;
        let layout: Layout = toml::from_str(&text).map_err(|error| vec![BuildError::new(&path, error)])?;
        let nations_path = format!("rules/{game}/nations.toml");
        let nations = read(&nations_path).ok_or_else(|| missing(&nations_path))?;
        let mut scenarios = BTreeMap::new();
        for scenario in &layout.scenario {
            let path = format!("oob/{game}/scenarios/{}", scenario.text);
            scenarios.insert(scenario.text.clone(), read(&path).ok_or_else(|| missing(&path))?);
        }
        if let Some(tour) = &layout.tour {
            for name in [&tour.faults, &tour.battle] {
                let path = format!("oob/{game}/tour/{name}");
                scenarios.insert(format!("tour/{name}"), read(&path).ok_or_else(|| missing(&path))?);
            }
        }
        let map_files = pictures::MAP_FILES
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), read(&format!("maps/{game}/{name}"))?)))
            .collect();
        let rows = rows(game, read);
        let tables = charts::read_tables(game, &layout, read)?;
        let mut help = BTreeMap::new();
        for page in &layout.help {
            let path = format!("maps/{game}/help/{}", page.file);
            help.insert(page.file.clone(), read(&path).ok_or_else(|| missing(&path))?);
        }
        Ok(Data { pack, layout, rows, nations, map_files, scenarios, tables, help })
    }

    /// The text of a scenario's situation.
    pub fn scenario_text(&self, file: &str) -> Option<&str> {
        self.scenarios.get(file).map(String::as_str)
    }

    /// Decides everything of the module but its pictures' pixels.
    pub fn plan(&self, date: Timestamp) -> Result<Plan, Vec<BuildError>> {
        let faces = self.faces()?;
        let prototypes =
            pieces::prototypes(&self.shared()).map_err(|error| vec![BuildError::new("prototypes", error)])?;
        let slots = self.slots(&faces)?;
        let mark = format!("{GAME_MARK}{}", self.pack.game);
        let mut root = component(
            "GameModule",
            &[
                ("ModuleOther1", &mark),
                ("ModuleOther2", ""),
                ("VassalVersion", VASSAL_VERSION),
                ("description", &self.layout.description),
                ("name", &self.layout.name),
                ("nextPieceSlotId", &(slots.len() + 1).to_string()),
                ("version", &self.layout.version),
            ],
        );
        let fault = |error: &dyn ToString| vec![BuildError::new(&self.layout.name, error.to_string())];
        for part in self.fixed_parts().map_err(|error| fault(&error))? {
            root.push(part);
        }
        root.push(
            palette::prototypes(&prototypes).map_err(|error| vec![BuildError::new("prototypes", error)])?,
        );
        root.push(self.palettes(&slots)?);
        root.push(sheet::main_map(self)?);
        for window in &self.layout.window {
            root.push(components::panel_window(
                window,
                &window.image(),
                self.openers(window.side.as_deref()),
            ));
        }
        for part in self.buttons().map_err(|error| fault(&error))? {
            root.push(part);
        }
        for scenario in &self.layout.scenario {
            let attributes = [
                ("description", ""),
                ("file", &scenario.file),
                ("isMenu", "false"),
                ("name", &scenario.name),
                ("useFile", "true"),
            ];
            root.push(component("module.PredefinedSetup", &attributes));
        }
        Ok(Plan {
            document: Document::new(root),
            about: Metadata {
                name: Some(self.layout.name.clone()),
                version: Some(self.layout.version.clone()),
                vassal_version: Some(VASSAL_VERSION.to_owned()),
                date_saved: Some(date),
                description: Some(self.layout.description.clone()),
                extra1: Some(mark),
                extra2: Some(String::new()),
                universal: None,
            },
            pictures: self.pictures(&faces)?,
            slots,
        })
    }

    /// Every counter as a piece, numbered in the order of the catalogue.
    fn slots(&self, faces: &pictures::Faces) -> Result<BTreeMap<String, Slot>, Vec<BuildError>> {
        let mut slots = BTreeMap::new();
        let mut errors = Vec::new();
        for (number, entry) in self.pack.catalogue.entries().enumerate() {
            let gpid = (number + 1).to_string();
            match self.slot(entry, faces, &gpid) {
                Ok(piece) => drop(slots.insert(entry.id.clone(), Slot { id: entry.id.clone(), gpid, piece })),
                Err(error) => errors.push(BuildError::new(&entry.id, error)),
            }
        }
        if errors.is_empty() { Ok(slots) } else { Err(errors) }
    }

    fn slot(
        &self,
        entry: &Entry,
        faces: &pictures::Faces,
        gpid: &str,
    ) -> Result<PieceText, crate::format::sequence::Unencodable> {
        let chit = matches!(entry.ratings, Ratings::Chit(_));
        let pool = self.pack.force_pool_of((!chit).then_some(entry.nation.as_str()));
        let known = |zone: &&str| self.layout.find_box(zone).is_some();
        let infantry = matches!(entry.ratings, Ratings::Land(_));
        let replenishment = self.pack.replenishment.get(&entry.nation).filter(|_| infantry);
        let (front, back) = (faces.front_name(&entry.id), faces.back_name(&entry.id));
        let looks = pieces::Looks {
            front: &front,
            back: back.as_deref(),
            side: self.side_of(&entry.nation),
            force_pool: pool.filter(known),
            replenishment: replenishment.map(String::as_str).filter(known),
            tray: self.layout.tray_window(&entry.nation),
            gpid,
        };
        Ok(PieceText { traits: pieces::piece(entry, &looks)?.traits })
    }

    /// What the prototypes are made for: every box, tray window and nation that a counter can have.
    fn shared(&self) -> pieces::Shared {
        let place = |zone: &String| {
            let window = self.layout.find_box(zone)?.0;
            Some((window.name.clone(), zone.clone()))
        };
        let boxes = |zones: &BTreeMap<String, String>| {
            let different: BTreeSet<&String> = zones.values().collect();
            different.into_iter().filter_map(place).collect()
        };
        let trays = self.layout.window.iter().filter(|window| window.trays.is_some());
        let mut nations: BTreeSet<&str> = self.pack.nations.keys().map(String::as_str).collect();
        nations.insert("");
        let words = |code: &str| match self.pack.nations.get(code) {
            Some(nation) => format!("Hidden force of {}", nation.name),
            None => "Hidden force".to_owned(),
        };
        pieces::Shared {
            pools: boxes(&self.pack.force_pool),
            replenishments: boxes(&self.pack.replenishment),
            trays: trays.map(|window| (window.name.clone(), window.nations.clone())).collect(),
            nations: nations.into_iter().map(|code| (code.to_owned(), words(code))).collect(),
        }
    }

    /// The side that owns the pieces of a nation.
    pub fn side_of(&self, nation: &str) -> Option<&str> {
        let alliance = self.pack.alliance(nation);
        let side = self.layout.side.iter().find(|side| side.alliance.as_deref() == Some(alliance))?;
        Some(&side.name)
    }

    /// Who may open a window: its side and those that see all; nobody in particular when it is no one's.
    fn openers(&self, side: Option<&str>) -> Vec<String> {
        let Some(side) = side else { return Vec::new() };
        let all = self.layout.side.iter().filter(|known| known.sees_all).map(|known| known.name.clone());
        std::iter::once(side.to_owned()).chain(all).collect()
    }
}

impl Plan {
    /// The module as VASSAL reads it, pictures counted by their size alone.
    pub fn module(&self) -> Module {
        let sizes: BTreeMap<&str, (u32, u32)> =
            self.pictures.iter().map(|picture| (picture.name.as_str(), picture.size)).collect();
        Module::read(&self.document.root, &|name| sizes.get(name).copied()).0
    }

    /// Draws every picture and packs the module with its saves; `progress` hears how many of how many are drawn.
    pub fn write(
        &self,
        data: &Data,
        saves: &[(String, Vec<u8>)],
        date: Timestamp,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<u8>, Vec<BuildError>> {
        let drawn = pictures::draw(data, &self.pictures, progress)?;
        let fault = |error: &dyn ToString| vec![BuildError::new(&data.layout.name, error.to_string())];
        let mut module =
            ModuleFile::new(self.document.clone(), self.about.clone()).map_err(|error| fault(&error))?;
        let pages = data.help.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes()));
        let entries = drawn.into_iter().map(|(name, bytes)| (format!("images/{name}"), bytes)).chain(pages);
        for (name, bytes) in entries.chain(saves.iter().cloned()) {
            module.archive.insert(&name, bytes).map_err(|error| fault(&error))?;
        }
        module.write(date).map_err(|error| fault(&error))
    }
}

/// The rows of all counter files.
fn rows(game: &str, read: Read<'_>) -> Vec<(FaceFamily, Row)> {
    let mut rows = Vec::new();
    for (family, name) in FaceFamily::ALL {
        let Some(text) = read(&format!("counters/{game}/{name}.csv")) else { continue };
        let mut table = csv::Reader::from_reader(text.as_bytes());
        // The catalogue has read the same files before and reported what is wrong with them.
        rows.extend(table.deserialize::<Row>().flatten().map(|row| (family, row)));
    }
    rows
}
