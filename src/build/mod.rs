//! From the data of a game to its VASSAL module: build file, pieces, pictures and predefined set-ups.

pub mod areas;
mod charts;
pub mod components;
pub mod counters;
mod decks;
mod dials;
mod displays;
pub mod drops;
mod element;
mod faults;
mod fixtures;
mod grids;
pub mod map_parts;
mod masks;
mod notes;
pub mod order_of_battle;
mod palette;
mod pictures;
pub mod pieces;
mod prototype;
pub mod scenario;
mod sheet;
pub mod states;
mod toolbar;
mod track_chits;
pub mod tracker;
mod tracks;
mod trays;
mod unlisted;
pub mod window;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use crate::art::artwork::Artwork;
use crate::art::board::scan::Scan;
use crate::art::design::{CounterSign, Design, FIGURES, PLAIN, Row};
use crate::art::templates;
use crate::format::archive::Method;
use crate::format::build_file::{Document, Element};
use crate::format::metadata::Metadata;
use crate::format::module_file::ModuleFile;
use crate::format::piece::PieceText;
use crate::format::sequence::Unencodable;
use crate::format::timestamp::Timestamp;
use crate::model::module::Module;
use crate::rules::catalogue::Entry;
use crate::rules::catalogue::families::{self, Family};
use crate::rules::data::Files;
use crate::rules::fault::{DataFault, read_toml};
use crate::rules::game::Game;
use crate::rules::pack::{Pack, Pool};
use crate::rules::table::line_of;
use crate::rules::unused;
use crate::rules::word::Word;

use drops::Drops;
use element::component;
use map_parts::Viewed;
pub use pictures::{Drawing, Picture};
use sheet::Sheets;
use trays::Gathering;
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

/// The counter tables, whose rows are read when somebody draws them.
struct CounterRows {
    /// The family of each, how it is drawn, its path and its text.
    tables: Vec<(Word, Arc<Design>, String, String)>,
    read: OnceLock<Vec<CounterRow>>,
}

impl CounterRows {
    /// The tables of these families; what does not read is left to the catalogue, which reports it.
    fn of(game: &str, families: &[Family], read: Read<'_>) -> Self {
        let table = |family: &Family| {
            let file = family.path(game);
            let text = read(&file)?;
            Some((family.id.clone(), Arc::new(design(family)), file, text))
        };
        Self { tables: families.iter().filter_map(table).collect(), read: OnceLock::new() }
    }

    /// The rows of all of them.
    fn all(&self) -> &[CounterRow] {
        self.read.get_or_init(|| {
            self.tables
                .iter()
                .flat_map(|(family, design, file, text)| counter_rows(family, design, file, text))
                .collect()
        })
    }
}

/// A row of a counter table with its place.
struct CounterRow {
    /// The family: the name of the table without folder and ending.
    family: Word,
    /// How it is drawn.
    design: Arc<Design>,
    /// Path of the table.
    file: String,
    /// Line of the row.
    line: u64,
    cells: Row,
}

impl CounterRow {
    fn cell(&self, column: &str) -> &str {
        self.cells.get(column).map_or("", |cell| cell.trim())
    }

    /// A fault in a cell of this row.
    fn fault(&self, column: &str, message: impl Into<String>) -> DataFault {
        DataFault {
            file: self.file.clone(),
            line: self.line,
            column: Some(column.into()),
            message: message.into(),
        }
    }
}

/// For what faults data are looked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scrutiny {
    /// For all that may be wrong or of no use.
    OfAll,
    /// For none but files that do not read.
    OfNothing,
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
    ///
    /// # Errors
    /// Everything that is wrong in its files.
    pub fn load(own: &dyn Game, files: &dyn Files) -> Result<Self, Vec<BuildError>> {
        let (pack, faults) = Pack::load_all(own.id(), &|path| files.text(path).ok().map(str::to_owned));
        Self::read(own, files, pack.map(Arc::new), faults, Scrutiny::OfAll)
    }

    /// The same of the data that come with the program, whose pack is read and in which nothing can be wrong.
    ///
    /// # Errors
    /// A file of it does not read.
    pub fn of_shipped(own: &dyn Game, files: &dyn Files, pack: Arc<Pack>) -> Result<Self, Vec<BuildError>> {
        Self::read(own, files, Some(pack), Vec::new(), Scrutiny::OfNothing)
    }

    fn read(
        own: &dyn Game,
        files: &dyn Files,
        pack: Option<Arc<Pack>>,
        mut faults: Vec<DataFault>,
        scrutiny: Scrutiny,
    ) -> Result<Self, Vec<BuildError>> {
        let game = own.id();
        let read: Read<'_> = &|path| files.text(path).ok().map(str::to_owned);
        let mut layout = layout(game, read, &mut faults);
        if let (Some(pack), Some(layout)) = (&pack, &mut layout) {
            unlisted::add(layout, pack, files, &mut faults);
            order_of_battle::add_window(layout, pack, &mut faults);
            drops::make_room(layout, pack);
        }
        if let (Scrutiny::OfAll, Some(pack), Some(layout)) = (scrutiny, &pack, &layout) {
            faults.extend(sheet::view_faults(layout, pack, read));
            let path = format!("maps/{game}/module.toml");
            let text = read(&path).unwrap_or_default();
            faults.extend(faults::of_sides(&path, &text, layout, pack));
            faults.extend(faults::of_tour(&path, &text, layout));
            faults.extend(decks::faults(&path, &text, layout, pack));
            faults.extend(dials::faults(&path, &text, layout, pack));
            faults.extend(displays::faults(&path, &text, layout, pack));
            faults.extend(tracks::faults(&path, &text, layout, pack));
        }
        let sheets = Sheets::load(game, files, &mut faults);
        let nations = read(&format!("rules/{game}/nations.toml"));
        let mut scenarios = BTreeMap::new();
        for (folder, name, key) in layout.iter().flat_map(texts) {
            let text = need(&format!("oob/{game}/{folder}/{name}"), SET_UP, read, &mut faults);
            scenarios.extend(text.map(|text| (key, text)));
        }
        let map_files = pictures::MAP_FILES
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), read(&format!("maps/{game}/{name}"))?)))
            .collect();
        let families_path = families::path(game);
        let families = read(&families_path)
            .map(|text| families::read(&families_path, &text, &mut Vec::new()))
            .unwrap_or_default();
        let rows = CounterRows::of(game, &families, read);
        let tables = layout.as_ref().map(|layout| charts::read_tables(game, layout, read, &mut faults));
        let pages = layout.iter().flat_map(|layout| &layout.help);
        let help = pages.filter_map(|page| {
            let text = need(&format!("maps/{game}/help/{}", page.file), HELP, read, &mut faults)?;
            Some((page.file.clone(), text))
        });
        let help = help.collect();
        let flags = nations.as_deref().unwrap_or_default();
        let templates = match scrutiny {
            Scrutiny::OfAll => faults::templates(&families, rows.all(), flags, pack.as_deref(), read),
            // No folder of a user's is beside them.
            Scrutiny::OfNothing => templates::svg(),
        };
        if scrutiny == Scrutiny::OfAll {
            faults.extend(faults::of_families(&families_path, &families, &templates));
            // Without the file the pack has told so.
            faults.extend(
                nations.iter().flat_map(|text| faults::of_pictures(game, rows.all(), text, &templates)),
            );
        }
        if let (Scrutiny::OfAll, Some(pack)) = (scrutiny, &pack) {
            faults.extend(faults::of_map(game, pack, read));
            faults.extend(layout.iter().flat_map(|layout| faults::of_outfit(pack, layout, &templates, read)));
            faults.extend(faults::of_scenarios(pack, game, &scenarios));
            faults.extend(own.faults(pack, read));
        }
        match (pack, layout, sheets) {
            (Some(pack), Some(layout), Some(sheets)) if faults.is_empty() => {
                let tables = tables.unwrap_or_default();
                let mut unused = Vec::new();
                if scrutiny == Scrutiny::OfAll {
                    unused.extend(faults::unpictured(rows.all(), &templates));
                    unused.extend(faults::unseen_signs(&families_path, &families, rows.all()));
                    unused.extend(unused::of(&pack, own.choices(), read));
                    unused.extend(own.unused(read));
                    unused.sort();
                }
                Ok(Data {
                    pack,
                    layout,
                    rows,
                    nations: nations.unwrap_or_default(),
                    templates,
                    map_files,
                    scenarios,
                    tables,
                    help,
                    scans: BTreeMap::new(),
                    sheets,
                    is_shipped: scrutiny == Scrutiny::OfNothing,
                    unused,
                })
            }
            _ => {
                faults::leave_out_what_follows(&families_path, game, &mut faults);
                // One file may be read for two purposes.
                faults.sort();
                faults.dedup();
                Err(faults.into_iter().map(BuildError::from).collect())
            }
        }
    }

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
        let fault = |error: Unencodable| vec![BuildError::new("prototypes", error)];
        let have_backs = faces.svg.values().any(|face| face.back.is_some());
        let mut prototypes = pieces::prototypes(&self.shared(have_backs)).map_err(fault)?;
        prototypes.extend(order_of_battle::prototype(&self.layout).map_err(fault)?);
        prototypes.extend(track_chits::prototype(&self.layout).map_err(fault)?);
        let slots = self.slots(&faces)?;
        let pieces = [palette::prototypes(&prototypes).map_err(fault)?, self.palettes(&slots)?];
        let plan = Plan {
            document: Document::new(self.root(pieces, &slots)?),
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

    /// The module without its palettes and prototypes: what tells where pieces lie, whose windows are whose and what
    /// properties there are. Cards that lie in decks from the start bring the pieces along.
    ///
    /// # Errors
    /// As [`Self::plan`].
    pub fn frame(&self) -> Result<Module, Vec<BuildError>> {
        if !self.layout.deck.is_empty() {
            return Ok(self.plan(Timestamp(0))?.module());
        }
        let root = self.root([], &BTreeMap::new())?;
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
        for window in &self.layout.window {
            let mut element = components::panel_window(
                window,
                &window.image(),
                self.openers(window.side.as_deref()),
                &viewed,
            );
            for deck in decks.remove(&window.name).unwrap_or_default() {
                element.push(deck);
            }
            root.push(order_of_battle::with_buttons(&self.layout, &self.pack.pools, window, element));
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
        Ok(root)
    }

    /// Every counter as a piece, numbered in the order of the catalogue.
    fn slots(&self, faces: &pictures::Faces) -> Result<BTreeMap<String, Slot>, Vec<BuildError>> {
        let drops = Drops::new(&self.layout, &self.pack);
        let mut slots = BTreeMap::new();
        let mut errors = Vec::new();
        for (number, entry) in self.pack.catalogue.entries().enumerate() {
            let gpid = (number + 1).to_string();
            match self.slot(entry, faces, &drops, &gpid) {
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
        drops: &Drops,
        gpid: &str,
    ) -> Result<PieceText, Unencodable> {
        let chit = entry.is_chit;
        let named = || self.pack.schedule.events.iter().any(|event| event.id == entry.id);
        let known = |zone: &&str| self.layout.find_box(zone).is_some();
        let scheduled = self.layout.order_of_battle.is_some() && (!chit || named());
        let own = self.layout.order_of_battle.as_ref().filter(|_| scheduled);
        let pools = self.pack.pools.iter().filter_map(|pool| Some((pool.marker(), pool.of(entry)?)));
        let pools: Vec<(String, &str)> = pools.collect();
        let by_schedule = own
            .into_iter()
            .flat_map(|own| [(drops::ARRIVE, own.arrivals.as_str()), (drops::LEAVE, own.removed.as_str())]);
        let sent = pools.iter().map(|(marker, name)| (marker.as_str(), *name)).chain(by_schedule);
        let places = sent.filter_map(|(marker, name)| {
            let (x, y) = drops.offset(&self.layout, name, &entry.id)?;
            Some(drops::markers(marker).into_iter().zip([x.to_string(), y.to_string()]))
        });
        let boxes: Vec<&str> = pools.iter().map(|(_, name)| *name).filter(known).collect();
        let (front, back) = (faces.front_name(&entry.id), faces.back_name(&entry.id));
        let looks = pieces::Looks {
            terms: &self.pack.terms,
            front: &front,
            back: back.as_deref(),
            family: pieces::cargo_name(&self.pack.catalogue, &entry.family),
            side: self.side_of(&entry.nation),
            pools: &boxes,
            tray: self.layout.tray_window(&entry.nation),
            has_trays: self.layout.window.iter().any(|window| window.trays.is_some()),
            carries: &self.carries(entry),
            decks: &self.decks_of(entry),
            scheduled,
            drops: &places.flatten().collect::<Vec<_>>(),
            track: &track_chits::markers(&self.layout, drops, entry),
            gpid,
        };
        Ok(PieceText { traits: pieces::piece(entry, &looks)?.traits })
    }

    /// What the prototypes are made for: every box, tray window and nation that a counter can have.
    fn shared(&self, have_backs: bool) -> pieces::Shared<'_> {
        let place = |zone: &String| {
            let window = self.layout.find_box(zone)?.0;
            Some((window.name.clone(), zone.clone()))
        };
        let boxes = |pool| {
            let different: BTreeSet<&String> = Pool::boxes(pool).collect();
            different.into_iter().filter_map(place).map(move |(window, zone)| (pool, window, zone))
        };
        let trays = self.layout.window.iter().filter(|window| window.trays.is_some());
        let mut nations: BTreeSet<&str> = self.pack.nations.keys().map(String::as_str).collect();
        nations.insert("");
        let words = |code: &str| match self.pack.nations.get(code) {
            Some(nation) => format!("Hidden force of {}", nation.name),
            None => "Hidden force".to_owned(),
        };
        pieces::Shared {
            terms: &self.pack.terms,
            all_pools: &self.pack.pools,
            pools: self.pack.pools.iter().flat_map(boxes).collect(),
            trays: trays.map(|window| (window.name.clone(), window.panel())).collect(),
            gathering: Gathering::new(&self.pack),
            nations: nations
                .into_iter()
                .map(|code| (code.to_owned(), words(code), self.openers(self.side_of(code))))
                .collect(),
            sides: self.layout.side.iter().map(|side| side.name.clone()).collect(),
            see_all: self.see_all().collect(),
            have_backs,
        }
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

    /// What a counter may carry, by the names that pieces give to families and kinds, each between slashes.
    fn carries(&self, entry: &Entry) -> String {
        let rows =
            self.pack.terms.carriage.iter().filter(|row| row.on.iter().any(|kind| entry.kind == **kind));
        let names: BTreeSet<&str> =
            rows.map(|row| pieces::cargo_name(&self.pack.catalogue, &row.cargo)).collect();
        names.into_iter().fold(String::new(), |sum, name| {
            if sum.is_empty() { format!("/{name}/") } else { sum + name + "/" }
        })
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
        let mut module =
            ModuleFile::new(self.document.clone(), self.about.clone()).map_err(|error| fault(&error))?;
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

/// What stands in the texts that `module.toml` names.
const SET_UP: &str = "module.toml names it as a set-up or as part of the tour";
const HELP: &str = "module.toml names it as a page of the help menu";

/// Reads a file that a module cannot do without; `what` says what stands in it.
fn need(path: &str, what: &str, read: Read<'_>, faults: &mut Vec<DataFault>) -> Option<String> {
    let text = read(path);
    if text.is_none() {
        faults.push(DataFault::missing(path, what));
    }
    text
}

fn layout(game: &str, read: Read<'_>, faults: &mut Vec<DataFault>) -> Option<Layout> {
    let path = format!("maps/{game}/module.toml");
    let text = need(&path, "the name of its module, sides, windows and dice", read, faults)?;
    read_toml(&path, &text, faults)
}

/// The texts that a module's scenarios and tour need: folder below `oob/<game>`, file name, and name in the data.
fn texts(layout: &Layout) -> Vec<(&'static str, String, String)> {
    let scenarios = layout.scenario.iter().map(|own| ("scenarios", own.text.clone(), own.text.clone()));
    let tour = layout.tour.iter();
    let tour = tour
        .flat_map(|tour| std::iter::once(&tour.faults).chain(tour.battle.iter().map(|battle| &battle.text)));
    let hidden = layout.hidden_tour.iter();
    let hidden = hidden.flat_map(|tour| std::iter::once(&tour.position).chain(tour.ledgers.values()));
    let tours = tour.chain(hidden).map(|name| ("tour", name.clone(), format!("tour/{name}")));
    scenarios.chain(tours).collect()
}

/// The drawing of a family: a plain one shows the first columns of figures where the family names no other.
pub fn design(family: &Family) -> Design {
    let default = if family.chits { "chit" } else { PLAIN };
    let mut design = Design::new(family.template.as_deref().unwrap_or(default), family.id.as_str());
    let is_named = FIGURES.iter().any(|slot| family.slots.contains_key(*slot));
    if !is_named && (design.template == PLAIN || design.is_own()) {
        let figures = FIGURES.into_iter().zip(family.figures());
        design.slots.extend(figures.map(|(slot, column)| (slot.to_owned(), column.name.to_string())));
    }
    design.slots.extend(family.slots.clone());
    let sign = |row: &families::CounterSign| {
        let families::CounterSign { of, template, symbol, set, colours, as_back } = row.clone();
        CounterSign { of, template, symbol, set, colours, as_back }
    };
    design.signs = family.sign.iter().map(sign).collect();
    design
}

/// The rows of a counter table.
fn counter_rows(family: &Word, design: &Arc<Design>, file: &str, text: &str) -> Vec<CounterRow> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let Ok(headings) = reader.headers().cloned() else { return Vec::new() };
    let row = |record: csv::StringRecord| {
        let line = line_of(&headings, &record);
        let cells = headings.iter().map(str::to_owned).zip(record.iter().map(str::to_owned)).collect();
        CounterRow { family: family.clone(), design: design.clone(), file: file.to_owned(), line, cells }
    };
    reader.records().flatten().map(row).collect()
}
