//! What is in a module, a save or a log, counted and named; never a player's secret id.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::format::Limits;
use crate::format::command::Command;
use crate::format::leaf::Leaf;
use crate::format::metadata::Metadata;
use crate::format::module_file::ModuleFile;
use crate::format::piece::PieceText;
use crate::format::save_file::SaveFile;
use crate::format::traits::Spec;
use crate::model::board::Board;
use crate::model::eyes::Eyes;
use crate::model::grid::Grid;
use crate::model::map::MapKind;
use crate::model::module::Module;
use crate::model::position::Position;
use crate::model::problem::Problem;

/// Traits of the engine whose definition is no plain list of fields.
const OTHER_TRAITS: &[&str] =
    &["emb;", "mark;", "rotate;", "nonRect;", "nonRect2;", "button;", "cloneOld;", "hidden;", "obscurable;"];
/// Commands of the engine that are kept as they stand.
const OTHER_COMMANDS: &[&str] = &[
    "ALERT",
    "AUDIO",
    "CHECK",
    "CLOCK",
    "CLOCKCONTROL",
    "DECK",
    "Events",
    "EXT",
    "FLARE",
    "LOCKSPOTAB",
    "LOS",
    "PLUGIN",
    "PNOTE",
    "PNOTES",
    "SEMAIL",
    "SGKC",
    "SHOW_RESULTS",
    "SNOTE",
    "UNMASK",
];
/// Longest beginning of an unknown text that is shown.
const LONGEST_WORD: usize = 24;

/// How often each name occurs.
pub type Counts = BTreeMap<String, usize>;

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
        if value.is_empty() { other } else { value.to_owned() }
    };
    let at_start = module.maps.iter().flat_map(|map| &map.at_start).flat_map(|stack| &stack.slots);
    let slots = module.slots.iter().chain(at_start).filter_map(|slot| slot.piece.as_ref());
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
        prototypes: module.prototypes.0.keys().cloned().collect(),
        scenarios: module.setups.iter().map(|setup| setup.path.join(" / ")).collect(),
        turn_trackers: trackers(module),
        images: file.archive.entries().iter().filter(|entry| is_image(&entry.name)).count(),
        unknown_elements: unknown_elements(file),
        unknown_traits: unknown_traits(slots.chain(module.prototypes.0.values())),
        problems: problems.iter().map(ToString::to_string).collect(),
    }
}

fn map_summary(map: &crate::model::map::Map) -> MapSummary {
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
    let middle = crate::model::geometry::Point::new(board.size.width / 2, board.size.height / 2);
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
        Grid::Region(regions) => format!("{} regions", regions.regions().len()),
        Grid::Zoned(zoned) => {
            let background =
                zoned.background.as_ref().map_or_else(|| "no grid".to_owned(), |grid| grid_words(grid));
            format!("{} zones over {background}", zoned.zones.len())
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
    let levels = |tracker: &crate::model::module::Tracker| {
        tracker.levels.iter().map(|level| level.name.clone()).collect::<Vec<_>>()
    };
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

fn unknown_traits<'a>(pieces: impl Iterator<Item = &'a PieceText>) -> Counts {
    let mut counts = Counts::new();
    for text in pieces.flat_map(|piece| &piece.traits).map(|part| part.type_text.as_str()) {
        let prefix = text.find(';').map_or(text, |end| &text[..=end]);
        if Spec::of(prefix).is_none() && !OTHER_TRAITS.contains(&prefix) && !prefix.is_empty() {
            *counts.entry(prefix.chars().take(LONGEST_WORD).collect()).or_default() += 1;
        }
    }
    counts
}

/// A player, without his secret id.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerSummary {
    /// The name he plays under.
    pub name: String,
    /// The side he took.
    pub side: String,
}

/// A map in a save.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MapInSave {
    /// Its name; none for pieces off the table.
    pub name: Option<String>,
    /// Its boards in play.
    pub boards: Vec<String>,
    /// Pieces on it that the looker knows.
    pub pieces: usize,
    /// Stacks with any of them.
    pub stacks: usize,
}

/// A deck in a save.
#[derive(Clone, Debug, Serialize)]
pub struct DeckInSave {
    /// Its name.
    pub name: String,
    /// Its map.
    pub map: Option<String>,
    /// Cards in it that the looker knows.
    pub cards: usize,
}

/// What is in a save or log.
#[derive(Clone, Debug, Serialize)]
pub struct SaveSummary {
    /// `save` or `log`.
    pub kind: &'static str,
    /// How the commands are laid down in bytes.
    pub encoding: &'static str,
    /// Whether it is an archive.
    pub zip: bool,
    /// The module it was made with.
    pub module: Option<String>,
    /// The version of that module.
    pub module_version: Option<String>,
    /// The VASSAL version that wrote it.
    pub vassal_version: Option<String>,
    /// The comment on it.
    pub description: Option<String>,
    /// Extensions in use.
    pub extensions: Vec<String>,
    /// Its players.
    pub players: Vec<PlayerSummary>,
    /// Pieces that the looker knows.
    pub pieces: usize,
    /// Stacks with any of them.
    pub stacks: usize,
    /// Maps in play.
    pub maps: Vec<MapInSave>,
    /// Decks in play.
    pub decks: Vec<DeckInSave>,
    /// State of each turn tracker.
    pub turn: BTreeMap<String, String>,
    /// Steps of a log.
    pub log_steps: usize,
    /// Beginnings of traits that VASSAL does not have.
    pub unknown_traits: Counts,
    /// Beginnings of commands that VASSAL does not have.
    pub unknown_commands: Counts,
    /// What could not be understood.
    pub problems: Vec<String>,
}

/// Sums up a save or log for somebody who looks at it.
///
/// # Errors
/// Metadata that cannot be read.
pub fn of_save(
    file: &SaveFile,
    tree: &Command,
    position: &Position,
    module: Option<&Module>,
    problems: &[Problem],
    eyes: &Eyes,
    limits: &Limits,
) -> Result<SaveSummary, crate::format::detect::FileError> {
    let (module_data, save_data) = (file.module_data(limits)?, file.save_data(limits)?);
    let leaves = || tree.walk().map(|command| Leaf::decode(command.own()));
    let log_steps = tree.walk().filter(|command| command.own().starts_with("LOG\t")).count();
    let seen: Vec<_> = position.pieces.iter().filter(|piece| eyes.knows(piece, module)).collect();
    let extension = |leaf: Leaf| match leaf {
        Leaf::Extension { name, version } => Some(format!("{name} {version}").trim().to_owned()),
        _ => None,
    };
    let vassal = |about: &Option<Metadata>| about.as_ref().and_then(|about| about.vassal_version.clone());
    let maps = maps_in_save(position, module, eyes);
    Ok(SaveSummary {
        kind: if log_steps > 0 { "log" } else { "save" },
        encoding: file.encoding.name(),
        zip: file.archive.is_some(),
        vassal_version: vassal(&save_data).or_else(|| vassal(&module_data)),
        module_version: module_data.as_ref().and_then(|about| about.version.clone()),
        module: module_data.and_then(|about| about.name),
        description: save_data.and_then(|about| about.description).filter(|text| !text.is_empty()),
        extensions: leaves().filter_map(extension).collect(),
        players: players(position),
        pieces: seen.len(),
        stacks: maps.iter().map(|map| map.stacks).sum(),
        maps,
        decks: decks_in_save(position, module, eyes),
        turn: position.turns.clone(),
        log_steps,
        unknown_traits: unknown_traits(seen.iter().map(|piece| &piece.traits)),
        unknown_commands: unknown_commands(leaves()),
        problems: if *eyes == Eyes::Umpire || !crate::model::eyes::has_secrets(position, module) {
            problems.iter().map(ToString::to_string).collect()
        } else {
            Vec::new()
        },
    })
}

/// Players appear twice in most saves.
fn players(position: &Position) -> Vec<PlayerSummary> {
    position
        .players
        .iter()
        .map(|player| PlayerSummary { name: player.name.clone(), side: player.side.clone() })
        .collect()
}

fn maps_in_save(position: &Position, module: Option<&Module>, eyes: &Eyes) -> Vec<MapInSave> {
    let mut by_name: BTreeMap<Option<&str>, (usize, std::collections::BTreeSet<&str>)> = BTreeMap::new();
    for piece in position.pieces.iter().filter(|piece| eyes.knows(piece, module)) {
        let (pieces, stacks) = by_name.entry(piece.map.as_deref()).or_default();
        *pieces += 1;
        stacks.extend(piece.stack.as_deref());
    }
    for deck in position.stacks.iter().filter(|stack| stack.deck.is_some()) {
        if let Some((_, stacks)) = by_name.get_mut(&deck.map.as_deref()) {
            stacks.remove(deck.id.as_str());
        }
    }
    let mut out = Vec::new();
    for map in &position.maps {
        let (pieces, stacks) = by_name.remove(&Some(map.identifier.as_str())).unwrap_or_default();
        let boards = map.picks.iter().flatten().map(|pick| pick.board.clone());
        let (name, stacks) = (Some(map.identifier.clone()), stacks.len());
        out.push(MapInSave { name, boards: boards.collect(), pieces, stacks });
    }
    for (name, (pieces, stacks)) in by_name {
        let name = name.map(str::to_owned);
        out.push(MapInSave { name, boards: Vec::new(), pieces, stacks: stacks.len() });
    }
    out
}

fn decks_in_save(position: &Position, module: Option<&Module>, eyes: &Eyes) -> Vec<DeckInSave> {
    let known: std::collections::BTreeSet<&str> = position
        .pieces
        .iter()
        .filter(|piece| eyes.knows(piece, module))
        .map(|piece| piece.id.as_str())
        .collect();
    let decks = position.stacks.iter().filter_map(|stack| {
        Some(DeckInSave {
            name: stack.deck.clone()?,
            map: stack.map.clone(),
            cards: stack.pieces.iter().filter(|id| known.contains(id.as_str())).count(),
        })
    });
    decks.collect()
}

fn unknown_commands(leaves: impl Iterator<Item = Leaf>) -> Counts {
    let mut counts = Counts::new();
    for leaf in leaves {
        let Leaf::Verbatim(text) = leaf else {
            continue;
        };
        let word: String =
            text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').take(LONGEST_WORD).collect();
        if !OTHER_COMMANDS.contains(&word.as_str()) {
            *counts.entry(if word.is_empty() { "?".to_owned() } else { word }).or_default() += 1;
        }
    }
    counts
}
