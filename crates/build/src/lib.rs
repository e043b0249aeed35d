//! From the data of a game to its VASSAL module: build file, pieces, pictures and predefined set-ups.

mod aim;
pub mod areas;
mod carriers;
mod charts;
pub mod components;
pub mod counters;
mod decks;
mod dials;
mod displays;
pub mod drops;
mod element;
mod faults;
mod find;
mod fixtures;
pub mod frame;
mod grids;
pub mod map_parts;
mod masks;
mod moves;
mod notes;
mod opening;
pub mod order_of_battle;
mod overview;
mod palette;
mod pictures;
pub mod pieces;
mod prototype;
mod reading;
mod rows;
pub mod scenario;
mod sheet;
mod slots;
pub mod states;
mod tight;
mod tiles;
mod toolbar;
mod track_chits;
pub mod tracker;
mod tracks;
mod trays;
mod turn_chits;
mod unique;
mod unlisted;
pub mod viewers;
pub mod window;

use std::collections::BTreeMap;
use std::sync::Arc;

use liege_art::artwork::Artwork;
use liege_art::board::scan::Scan;
use liege_rules::data::fault::DataFault;
use liege_rules::game::pack::Pack;
use vassal::format::archive::Method;
use vassal::format::build_file::{Document, Element};
use vassal::format::key::Key;
use vassal::format::metadata::Metadata;
use vassal::format::module_file::ModuleFile;
use vassal::format::piece::PieceText;
use vassal::format::sequence::Unencodable;
use vassal::format::timestamp::Timestamp;
use vassal::model::module::Module;

use element::component;
use pictures::Faces;
pub use pictures::{Drawing, Picture};
pub use rows::design;
use rows::{CounterRow, CounterRows};
use sheet::Sheets;
use viewers::Viewed;
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

impl From<DataFault> for BuildError {
    fn from(fault: DataFault) -> Self {
        BuildError { reason: fault.message.clone(), file: fault.place() }
    }
}

impl BuildError {
    fn new(file: impl Into<String>, reason: impl ToString) -> Self {
        BuildError { file: file.into(), reason: reason.to_string() }
    }
}

/// Everything of a game that a module is made of.
pub struct Data {
    /// The rule pack with its counters and map.
    pub pack: Arc<Pack>,
    /// Windows, sides, dice, scenarios.
    pub layout: Layout,
    /// The rows of `counters/`, as the pictures need them.
    rows: CounterRows,
    /// The text of `nations.toml`.
    nations: String,
    /// The templates of the counters by path without ending, a user's own among them.
    templates: BTreeMap<String, String>,
    /// The coastlines and labels of the board pictures, by path.
    map_files: BTreeMap<String, String>,
    /// The situations of the scenarios, by file name.
    scenarios: BTreeMap<String, String>,
    /// The tables of the charts and of the weather, by path below `rules/<game>/`.
    tables: BTreeMap<String, String>,
    /// The pages of the help menu, by file name.
    help: BTreeMap<String, String>,
    /// Scans that take the place of drawn sheets, by letter.
    scans: BTreeMap<char, Scan>,
    /// The boards of the map.
    pub(crate) sheets: Sheets,
    /// Whether the data come with the program, so that nothing in them can be wrong.
    is_shipped: bool,
    /// What the data say that nobody reads or draws: no fault, but worth a word.
    pub unused: Vec<DataFault>,
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
    /// Puts a scan in the place of a drawn sheet.
    ///
    /// # Errors
    /// No such sheet, or hexes and pixels that do not fit it.
    pub fn use_scan(&mut self, letter: char, scan: Scan) -> Result<(), String> {
        let sheets = self.sheet_art().map_err(|errors| joined(&errors))?;
        let Some((_, sheet)) = sheets.iter().find(|(known, _)| *known == letter) else {
            let known: Vec<String> = sheets.iter().map(|(letter, _)| letter.to_string()).collect();
            return Err(format!("no sheet {letter:?}; sheets: {}", known.join(", ")));
        };
        scan.check(sheet).map_err(|error| error.to_string())?;
        self.scans.insert(letter, scan);
        Ok(())
    }

    /// Puts a picture in the place of that of a board of areas.
    ///
    /// # Errors
    /// No such board, or a picture of another size.
    pub fn use_picture(&mut self, board: &str, picture: Artwork) -> Result<(), String> {
        let boards = &mut self.sheets.board;
        if let Some(own) = boards.iter_mut().find(|known| known.name == board) {
            return own.show(picture);
        }
        let known: Vec<&str> = boards.iter().map(|board| board.name.as_str()).collect();
        Err(match known.is_empty() {
            true => "the map has no board of areas".to_owned(),
            false => format!("no board \"{board}\"; boards: {}", known.join(", ")),
        })
    }

    /// The text of a scenario's situation.
    pub fn scenario_text(&self, file: &str) -> Option<&str> {
        self.scenarios.get(file).map(String::as_str)
    }

    /// Decides everything of the module but its pictures' pixels.
    ///
    /// # Errors
    /// Everything in the data that no module can be made of.
    pub fn plan(&self, date: Timestamp) -> Result<Plan, Vec<BuildError>> {
        let faces = self.faces()?;
        let (document, slots) = self.document(&faces)?;
        let plan = Plan {
            document,
            about: Metadata {
                name: Some(self.layout.name.clone()),
                version: Some(self.layout.version.clone()),
                vassal_version: Some(VASSAL_VERSION.to_owned()),
                date_saved: Some(date),
                description: Some(self.layout.description.clone()),
                extra1: Some(self.mark()),
                extra2: Some(String::new()),
                universal: None,
            },
            pictures: self.pictures(&faces)?,
            slots,
        };
        sheet::prove_areas(self, &plan)?;
        Ok(plan)
    }

    /// The module as VASSAL reads it, without deciding on its pictures.
    ///
    /// # Errors
    /// As [`Self::plan`].
    pub fn module(&self) -> Result<Module, Vec<BuildError>> {
        let (document, _) = self.document(&self.faces()?)?;
        let sizes = self.board_sizes();
        Ok(Module::read(&document.root, &|name| sizes.get(name).copied()).0)
    }

    /// The build file with all pieces, and the slots of the pieces.
    fn document(&self, faces: &Faces) -> Result<(Document, BTreeMap<String, Slot>), Vec<BuildError>> {
        let fault = |error: Unencodable| vec![BuildError::new("prototypes", error)];
        let have_backs = faces.svg.values().any(|face| face.back.is_some());
        let mut prototypes = pieces::prototypes(&self.shared(have_backs)).map_err(fault)?;
        prototypes.extend(order_of_battle::prototype(&self.layout).map_err(fault)?);
        prototypes.extend(track_chits::prototype(&self.layout).map_err(fault)?);
        prototypes.extend(turn_chits::prototypes(&self.layout).map_err(fault)?);
        if self.layout.own_commands {
            prototypes.push(unique::prototype().map_err(fault)?);
        }
        let slots = self.slots(faces)?;
        let laid = self.laid(&self.count_slots(&slots).to_string()).map_err(fault)?;
        let counters = self.palettes(&slots)?;
        let prototypes = palette::prototypes(&prototypes).map_err(fault)?;
        Ok((Document::new(self.root([prototypes, laid], Some(counters), &slots)?), slots))
    }

    /// The module without its palettes and prototypes: what tells where pieces lie, whose windows are whose and what
    /// properties there are. Cards that lie in decks from the start bring the pieces along.
    ///
    /// # Errors
    /// As [`Self::plan`].
    pub fn frame(&self) -> Result<Module, Vec<BuildError>> {
        if !self.layout.deck.is_empty() {
            return self.module();
        }
        let root = self.root([], None, &BTreeMap::new())?;
        let sizes = self.board_sizes();
        Ok(Module::read(&root, &|name| sizes.get(name).copied()).0)
    }

    fn mark(&self) -> String {
        format!("{GAME_MARK}{}", self.pack.game)
    }

    /// The root of the build file with these palettes and prototypes.
    fn root(
        &self,
        pieces: impl IntoIterator<Item = Element>,
        counters: Option<Element>,
        slots: &BTreeMap<String, Slot>,
    ) -> Result<Element, Vec<BuildError>> {
        let mut root = component(
            "GameModule",
            &[
                ("ModuleOther1", &self.mark()),
                ("ModuleOther2", ""),
                ("VassalVersion", VASSAL_VERSION),
                ("description", &self.layout.description),
                ("name", &self.layout.name),
                ("nextPieceSlotId", &(self.count_slots(slots) + 1).to_string()),
                ("version", &self.layout.version),
            ],
        );
        let fault = |error: &dyn ToString| vec![BuildError::new(&self.layout.name, error.to_string())];
        for part in self.fixed_parts().map_err(|error| fault(&error))? {
            root.push(part);
        }
        pieces.into_iter().for_each(|part| root.push(part));
        root.push(sheet::main_map(self)?);
        let viewed = self.viewed();
        let mut decks = self.decks(slots)?;
        let moved = self.moved_key();
        for window in &self.layout.window {
            let mut element = components::panel_window(
                window,
                &window.image(),
                self.openers(window.side.as_deref()),
                &viewed,
                // What lies in a tray is where its chit is.
                if window.trays.is_none() { moved.clone() } else { self.placed_key() },
                &self.layout.private_windows(),
                order_of_battle::commands_in(&self.layout, window),
            );
            for deck in decks.remove(&window.name).unwrap_or_default() {
                element.push(deck);
            }
            root.push(order_of_battle::with_buttons(&self.layout, &self.pack.pools, window, element));
        }
        for part in self.buttons(counters).map_err(|error| fault(&error))? {
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
        Ok(root)
    }

    /// The key that a window sends to what has moved in it or into it.
    fn moved_key(&self) -> Option<Key> {
        let aims = self.pack.terms.outfit.pointed_out().map(|_| moves::key());
        states::moved_key(&self.pack.terms).or(aims).or_else(|| self.placed_key())
    }

    /// The key that a window sends to what is put down where no move ends.
    fn placed_key(&self) -> Option<Key> {
        self.layout.own_commands.then(moves::placed_key)
    }

    /// What a mouse-over shows.
    fn viewed(&self) -> Viewed {
        let outfit = &self.pack.terms.outfit;
        let units = outfit.units();
        let below = self.layout.layers.iter().filter(|layer| units.is_some_and(|units| units != *layer));
        Viewed { below: below.cloned().collect(), summary: outfit.summary.clone() }
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
        std::iter::once(side.to_owned()).chain(self.see_all()).collect()
    }

    /// The sides that see everything.
    fn see_all(&self) -> impl Iterator<Item = String> {
        self.layout.side.iter().filter(|known| known.sees_all).map(|known| known.name.clone())
    }
}

impl Plan {
    /// The module as VASSAL reads it, pictures counted by their size alone.
    pub fn module(&self) -> Module {
        let sizes: BTreeMap<&str, (u32, u32)> =
            self.pictures.iter().map(|picture| (picture.name.as_str(), picture.size)).collect();
        Module::read(&self.document.root, &|name| sizes.get(name).copied()).0
    }

    /// Draws every picture and packs the module with its saves; `progress` hears how many of how many parts are
    /// done: each picture is one, and the archive is the last.
    pub fn write(
        &self,
        data: &Data,
        saves: &[(String, Vec<u8>)],
        date: Timestamp,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<u8>, Vec<BuildError>> {
        let all = self.pictures.len() + 1;
        let drawn = pictures::draw(data, &self.pictures, &|done, _| progress(done, all))?;
        let fault = |error: &dyn ToString| vec![BuildError::new(&data.layout.name, error.to_string())];
        let mut document = self.document.clone();
        let drawn = tiles::named_by_content(&self.pictures, drawn, &mut document.root);
        let mut module = ModuleFile::new(document, self.about.clone()).map_err(|error| fault(&error))?;
        let pages = data.help.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes()));
        let entries = drawn.into_iter().map(|(name, bytes)| (format!("images/{name}"), bytes)).chain(pages);
        for (name, bytes) in entries.chain(saves.iter().cloned()) {
            // What is packed in itself gets no smaller.
            let is_packed = PACKED.iter().any(|ending| name.ends_with(ending));
            let method = if is_packed { Method::Stored } else { Method::Deflated };
            module.archive.append(&name, bytes, method, None).map_err(|error| fault(&error))?;
        }
        let bytes = module.write(date).map_err(|error| fault(&error))?;
        progress(all, all);
        Ok(bytes)
    }
}

/// Endings of files that are packed in themselves.
const PACKED: [&str; 3] = [".png", ".vsav", ".vlog"];

fn joined(errors: &[BuildError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Reads a file that a module cannot do without; `what` says what stands in it.
fn need(path: &str, what: &str, read: Read<'_>, faults: &mut Vec<DataFault>) -> Option<String> {
    let text = read(path);
    if text.is_none() {
        faults.push(DataFault::missing(path, what));
    }
    text
}
