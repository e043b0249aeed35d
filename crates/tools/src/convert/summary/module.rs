//! What is in a module or extension, counted and named.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Counts, unknown_traits};
use vassal::diagnostic::counted;
use vassal::format::metadata::Metadata;
use vassal::format::module_file::ModuleFile;
use vassal::model::board::Board;
use vassal::model::geometry::Point;
use vassal::model::grid::Grid;
use vassal::model::map::{Map, MapKind};
use vassal::model::markup::words;
use vassal::model::module::{Module, Tracker};
use vassal::model::problem::Problem;
use vassal::model::slot::Slot;

/// A board of a module.
#[derive(Clone, Debug, Serialize)]
pub struct BoardSummary {
    /// Its name.
    pub name: String,
    /// Its picture.
    pub image: Option<String>,
    /// Width in pixels; 0 when its picture is missing.
    pub width: i32,
    /// Height in pixels.
    pub height: i32,
    /// The kind of its grid.
    pub grid: Option<String>,
    /// The name of the place in its middle.
    pub example: Option<String>,
}

/// A map of a module.
#[derive(Clone, Debug, Serialize)]
pub struct MapSummary {
    /// Its name.
    pub name: String,
    /// `public`, `private`, `hand` or `chart`.
    pub kind: &'static str,
    /// The sides it belongs to.
    pub owners: Vec<String>,
    /// Its boards.
    pub boards: Vec<BoardSummary>,
    /// Its decks.
    pub decks: Vec<String>,
    /// At-start stacks.
    pub at_start: usize,
}

/// A palette window or at least its name.
#[derive(Clone, Debug, Serialize)]
pub struct PaletteSummary {
    /// The outermost container.
    pub name: String,
    /// Slots in it.
    pub slots: usize,
}

/// What is in a module or extension.
#[derive(Clone, Debug, Serialize)]
pub struct ModuleSummary {
    /// `module` or `extension`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The VASSAL version it was saved with.
    pub vassal_version: String,
    /// What it says about itself.
    pub description: String,
    /// Its maps.
    pub maps: Vec<MapSummary>,
    /// Sides a player can take.
    pub sides: Vec<String>,
    /// Its palettes.
    pub palettes: Vec<PaletteSummary>,
    /// Names of its prototypes.
    pub prototypes: Vec<String>,
    /// Predefined set-ups: names of menus and its own joined with ` / `.
    pub scenarios: Vec<String>,
    /// Turn trackers with the names of their levels.
    pub turn_trackers: BTreeMap<String, Vec<String>>,
    /// Pictures in the archive.
    pub images: usize,
    /// Classes that VASSAL does not have, with how often they occur.
    pub unknown_elements: Counts,
    /// Prefixes of traits that VASSAL does not have.
    pub unknown_traits: Counts,
    /// What could not be understood.
    pub problems: Vec<String>,
}

/// Sums up a module or extension.
pub fn of_module(
    file: &ModuleFile,
    kind: &'static str,
    module: &Module,
    problems: &[Problem],
) -> ModuleSummary {
    let about = file.about.as_ref();
    let own = |value: &str, other: fn(&Metadata) -> Option<&String>| {
        let other = about.and_then(other).cloned().unwrap_or_default();
        words(if value.is_empty() { &other } else { value })
    };
    let at_start = module.maps.iter().flat_map(|map| &map.at_start).flat_map(|stack| &stack.slots);
    let slots = module.slots.iter().chain(at_start).filter_map(Slot::piece);
    let is_image = |name: &str| name.starts_with("images/") && !name.ends_with('/');
    ModuleSummary {
        kind,
        name: own(&module.name, |about| about.name.as_ref()),
        version: own(&module.version, |about| about.version.as_ref()),
        vassal_version: own(&module.vassal_version, |about| about.vassal_version.as_ref()),
        description: own(&module.description, |about| about.description.as_ref()),
        maps: module.maps.iter().map(map_summary).collect(),
        sides: module.sides.clone(),
        palettes: palettes(module),
        prototypes: module.prototypes.of.keys().cloned().collect(),
        scenarios: module.setups.iter().map(|setup| setup.path.join(" / ")).collect(),
        turn_trackers: trackers(module),
        images: file.archive.entries().iter().filter(|entry| is_image(&entry.name)).count(),
        unknown_elements: unknown_elements(file),
        unknown_traits: unknown_traits(slots.chain(module.prototypes.of.values())),
        problems: problems.iter().map(ToString::to_string).collect(),
    }
}

fn map_summary(map: &Map) -> MapSummary {
    let (kind, owners) = match &map.kind {
        MapKind::Public => ("public", Vec::new()),
        MapKind::Private(owners) => ("private", owners.sides.clone()),
        MapKind::Hand(owners) => ("hand", owners.sides.clone()),
        MapKind::Widget => ("chart", Vec::new()),
    };
    MapSummary {
        name: map.identifier().to_owned(),
        kind,
        owners,
        boards: map.boards.iter().map(|board| board_summary(board)).collect(),
        decks: map.at_start.iter().filter(|stack| stack.deck).map(|stack| stack.name.clone()).collect(),
        at_start: map.at_start.iter().filter(|stack| !stack.deck).count(),
    }
}

fn board_summary(board: &Board) -> BoardSummary {
    let middle = Point::new(board.size.width / 2, board.size.height / 2);
    let grid = board.grid.as_ref();
    BoardSummary {
        name: board.name.clone(),
        image: board.image.clone(),
        width: board.size.width,
        height: board.size.height,
        grid: grid.map(grid_words),
        example: grid.and_then(|grid| grid.location_name(middle)),
    }
}

fn grid_words(grid: &Grid) -> String {
    match grid {
        Grid::Hex(_) => "hex".to_owned(),
        Grid::Square(_) => "square".to_owned(),
        Grid::Region(regions) => counted(regions.regions().len(), "region"),
        Grid::Zoned(zoned) => {
            let background =
                zoned.background.as_ref().map_or_else(|| "no grid".to_owned(), |grid| grid_words(grid));
            format!("{} over {background}", counted(zoned.zones.len(), "zone"))
        }
    }
}

fn palettes(module: &Module) -> Vec<PaletteSummary> {
    let mut out: Vec<PaletteSummary> = Vec::new();
    for slot in &module.slots {
        let name = slot.path.first().cloned().unwrap_or_default();
        match out.iter_mut().find(|palette| palette.name == name) {
            Some(palette) => palette.slots += 1,
            None => out.push(PaletteSummary { name, slots: 1 }),
        }
    }
    out
}

fn trackers(module: &Module) -> BTreeMap<String, Vec<String>> {
    let levels =
        |tracker: &Tracker| tracker.levels.iter().map(|level| level.name.clone()).collect::<Vec<_>>();
    module.trackers.iter().map(|tracker| (tracker.name.clone(), levels(tracker))).collect()
}

/// Elements are Java classes; those of the engine all live in its own package.
fn unknown_elements(file: &ModuleFile) -> Counts {
    let mut counts = Counts::new();
    for element in file.build_file.root.walk() {
        if element.tag.contains('.') && !element.tag.starts_with("VASSAL.") {
            *counts.entry(element.tag.clone()).or_default() += 1;
        }
    }
    counts
}
