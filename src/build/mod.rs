//! From the data of a game to its VASSAL module: build file, pieces, pictures and predefined set-ups.

pub mod components;
mod palette;
mod pictures;
pub mod pieces;
pub mod scenario;
mod sheet;
pub mod tracker;
pub mod window;

use std::collections::BTreeMap;

use crate::art::face::{Family as FaceFamily, Row};
use crate::format::build_file::{Document, Element};
use crate::format::metadata::Metadata;
use crate::format::module_file::ModuleFile;
use crate::format::piece::PieceText;
use crate::format::timestamp::Timestamp;
use crate::model::module::Module;
use crate::rules::catalogue::{Entry, Ratings};
use crate::rules::pack::Pack;

use components::{component, with};
pub use pictures::{Drawing, Picture};
use tracker::TurnTrack;
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
        Ok(Data { pack, layout, rows, nations, map_files, scenarios })
    }

    /// The text of a scenario's situation.
    pub fn scenario_text(&self, file: &str) -> Option<&str> {
        self.scenarios.get(file).map(String::as_str)
    }

    /// Decides everything of the module but its pictures' pixels.
    pub fn plan(&self, date: Timestamp) -> Result<Plan, Vec<BuildError>> {
        let faces = self.faces()?;
        let prototypes = pieces::prototypes().map_err(|error| vec![BuildError::new("prototypes", error)])?;
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
        for part in self.fixed_parts() {
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
        root.push(TurnTrack::new(self).element().map_err(|error| vec![BuildError::new("turn", error)])?);
        for dice in &self.layout.dice {
            root.push(components::dice_button(dice));
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
        let window = pool.and_then(|pool| Some((self.layout.find_box(pool)?.0.name.as_str(), pool)));
        let (front, back) = (faces.front_name(&entry.id), faces.back_name(&entry.id));
        let looks = pieces::Looks {
            front: &front,
            back: back.as_deref(),
            side: self.side_of(&entry.nation),
            force_pool: window,
            gpid,
        };
        Ok(PieceText { traits: pieces::piece(entry, &looks)?.traits })
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

    /// The components every module has, with the sides.
    fn fixed_parts(&self) -> Vec<Element> {
        let entries = self.layout.side.iter().map(|side| Element::new("entry").with_text(&side.name));
        let roster = component(
            "module.PlayerRoster",
            &[
                ("buttonIcon", ""),
                ("buttonKeyStroke", ""),
                ("buttonText", "Retire"),
                ("buttonToolTip", "Switch sides, become observer, or release faction"),
            ],
        );
        let options = component(
            "module.GlobalOptions",
            &[
                ("autoReport", "Always"),
                ("chatterHTMLSupport", "Never"),
                ("hotKeysOnClosedWindows", "Never"),
                ("inventoryForAll", "Always"),
                ("nonOwnerUnmaskable", "Never"),
                ("playerIdFormat", "$PlayerName$"),
                ("promptString", "Opponents can unmask my pieces"),
                ("sendToLocationMoveTrails", "Never"),
            ],
        );
        vec![
            component("module.BasicCommandEncoder", &[]),
            component("module.Documentation", &[]),
            with(roster, entries),
            options,
            component("module.Chatter", &[]),
            component("module.KeyNamer", &[]),
            component("module.properties.GlobalProperties", &[]),
            component("module.properties.GlobalTranslatableMessages", &[]),
            Element::new("VASSAL.i18n.Language"),
            component(
                "module.Inventory",
                &[
                    ("centerOnPiece", "true"),
                    ("drawPieces", "true"),
                    ("forwardKeystroke", "true"),
                    ("groupBy", "CurrentMap,LocationName"),
                    ("hotkey", ""),
                    ("icon", "/images/inventory.gif"),
                    ("name", "Inventory"),
                    ("text", ""),
                    ("tooltip", "Show inventory of all pieces"),
                ],
            ),
            component(
                "module.NotesWindow",
                &[
                    ("buttonText", "Notes"),
                    ("hotkey", "78,585"),
                    ("icon", "/images/notes.gif"),
                    ("tooltip", "Notes"),
                ],
            ),
        ]
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
        let entries = drawn.into_iter().map(|(name, bytes)| (format!("images/{name}"), bytes));
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
