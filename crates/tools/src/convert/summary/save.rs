//! What is in a save or log for somebody who looks at it, counted and named; never a player's secret id.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{Counts, unknown_traits};
use vassal::format::Limits;
use vassal::format::command::Command;
use vassal::format::detect::FileError;
use vassal::format::leaf::{Leaf, first_word};
use vassal::format::metadata::Metadata;
use vassal::format::save_file::SaveFile;
use vassal::model::eyes::{Eyes, has_secrets, unsure_windows};
use vassal::model::markup::words;
use vassal::model::module::Module;
use vassal::model::position::{Piece, Position};
use vassal::model::problem::Problem;

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
    // With a line's end behind it.
    "end_save",
];
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
    /// Pieces on it that the looker knows; none where it is a window closed to him, or may be for all that is known.
    pub pieces: Option<usize>,
    /// Stacks with any of them.
    pub stacks: Option<usize>,
    /// Whether the window is closed to the looker.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
}

/// A deck in a save.
#[derive(Clone, Debug, Serialize)]
pub struct DeckInSave {
    /// Its name.
    pub name: String,
    /// Its map.
    pub map: Option<String>,
    /// Cards in it that the looker knows; none where its map is a window closed to him, or may be.
    pub cards: Option<usize>,
    /// Whether its cards lie with their backs up.
    pub face_down: bool,
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
    /// The names of those that are not loaded with its module; none where there is no module.
    pub missing_extensions: Vec<String>,
    /// Its players.
    pub players: Vec<PlayerSummary>,
    /// Pieces that the looker knows.
    pub pieces: usize,
    /// Pieces that nobody but a side may see, where no side looks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<usize>,
    /// Stacks with any of the known pieces.
    pub stacks: usize,
    /// Maps in play.
    pub maps: Vec<MapInSave>,
    /// Decks in play.
    pub decks: Vec<DeckInSave>,
    /// What each turn tracker shows.
    pub turn: BTreeMap<String, String>,
    /// State of each turn tracker as the save spells it.
    pub turn_state: BTreeMap<String, String>,
    /// Steps of a log, as VASSAL's step button counts them.
    pub log_steps: usize,
    /// The step of a log after which it is looked at; 0 is its start.
    pub at_step: usize,
    /// Beginnings of traits that VASSAL does not have.
    pub unknown_traits: Counts,
    /// Beginnings of commands that VASSAL does not have.
    pub unknown_commands: Counts,
    /// Expressions and formats that have no value here, by the number of pieces that have each: what they would say
    /// is blank.
    pub untold: Counts,
    /// What could not be understood.
    pub problems: Vec<String>,
}

/// A position that somebody looks at, and what it was made from.
pub struct Looked<'a> {
    /// Its commands.
    pub commands: &'a Command,
    /// The position.
    pub position: &'a Position,
    /// Its module, where it was found.
    pub module: Option<&'a Module>,
    /// The names of extensions that the save was written with and that are not loaded with its module.
    pub missing_extensions: &'a [String],
    /// What could not be understood.
    pub problems: &'a [Problem],
    /// Who looks.
    pub eyes: &'a Eyes,
    /// Whether what he may not see is counted.
    pub count_hidden: bool,
    /// How many steps a log has; none for a save.
    pub log_steps: usize,
    /// The step after which is looked.
    pub at_step: usize,
}

/// Sums up a save or log for somebody who looks at it.
/// Metadata that cannot be read are a problem of the save.
pub fn of_save(file: &SaveFile, looked: &Looked<'_>, limits: &Limits) -> SaveSummary {
    let Looked { position, module, eyes, .. } = *looked;
    let mut problems = Vec::new();
    let mut told = |about: Result<Option<Metadata>, FileError>| {
        about.unwrap_or_else(|error| {
            problems.push(error.to_string());
            None
        })
    };
    let (module_data, save_data) = (told(file.module_data(limits)), told(file.save_data(limits)));
    if *eyes == Eyes::Umpire || !has_secrets(position, module) {
        problems.extend(looked.problems.iter().map(ToString::to_string));
    }
    let (extensions, unknown_commands) = of_commands(looked.commands);
    let seen: Vec<_> = position.pieces.iter().filter(|piece| eyes.knows(piece, module)).collect();
    let hidden = position.pieces.len() - seen.len();
    let vassal = |about: &Option<Metadata>| about.as_ref().and_then(|about| about.vassal_version.clone());
    let (mut maps, stacks) = maps_in_save(position, module, eyes);
    let mut decks = decks_in_save(position, module, eyes);
    if *eyes != Eyes::Umpire {
        leave_out_closed(looked, &mut maps, &mut decks);
    }
    SaveSummary {
        kind: if looked.log_steps > 0 { "log" } else { "save" },
        encoding: file.encoding.name(),
        zip: file.archive.is_some(),
        vassal_version: vassal(&save_data).or_else(|| vassal(&module_data)),
        module_version: module_data.as_ref().and_then(|about| about.version.clone()),
        module: module_data.and_then(|about| about.name).map(|name| words(&name)),
        description: save_data
            .and_then(|about| about.description)
            .map(|text| words(&text))
            .filter(|text| !text.is_empty()),
        extensions,
        missing_extensions: looked.missing_extensions.to_vec(),
        players: players(position),
        pieces: seen.len(),
        hidden: (looked.count_hidden && hidden > 0).then_some(hidden),
        stacks,
        maps,
        decks,
        turn: position.turn_words.clone(),
        turn_state: position.turns.clone(),
        log_steps: looked.log_steps,
        at_step: looked.at_step,
        unknown_traits: unknown_traits(seen.iter().map(|piece| &*piece.traits)),
        unknown_commands,
        untold: untold(&seen),
        problems,
    }
}

fn players(position: &Position) -> Vec<PlayerSummary> {
    position
        .players
        .iter()
        .map(|player| PlayerSummary { name: words(&player.name), side: player.side.clone() })
        .collect()
}

/// Leaves out how much lies in windows that are closed to the looker, or may be. Without a module that one of them is
/// empty would tell about the others.
fn leave_out_closed(looked: &Looked<'_>, maps: &mut [MapInSave], decks: &mut [DeckInSave]) {
    let unsure = unsure_windows(looked.position, looked.module);
    let is_private = |map: &str| looked.module?.map(map).map(|map| !looked.eyes.may_open(&map.kind));
    let is_closed = |map: &Option<String>| match (looked.module, map) {
        (Some(_), Some(map)) => is_private(map).unwrap_or(false) || unsure.contains(map.as_str()),
        (None, map) => map.is_some() && !unsure.is_empty(),
        (Some(_), None) => false,
    };
    for map in maps.iter_mut().filter(|map| is_closed(&map.name)) {
        (map.pieces, map.stacks) = (None, None);
        map.private = map.name.as_deref().and_then(is_private).unwrap_or(false);
    }
    for deck in decks.iter_mut().filter(|deck| is_closed(&deck.map)) {
        deck.cards = None;
    }
}

/// The maps, and how many stacks there are on all of them.
fn maps_in_save(position: &Position, module: Option<&Module>, eyes: &Eyes) -> (Vec<MapInSave>, usize) {
    let mut by_name: BTreeMap<Option<&str>, (usize, BTreeSet<&str>)> = BTreeMap::new();
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
    let all_stacks = by_name.values().map(|(_, stacks)| stacks.len()).sum();
    for map in &position.maps {
        let (pieces, stacks) = by_name.remove(&Some(map.identifier.as_str())).unwrap_or_default();
        let boards = map.picks.iter().flatten().map(|pick| pick.board.clone());
        out.push(MapInSave {
            name: Some(map.identifier.clone()),
            boards: boards.collect(),
            pieces: Some(pieces),
            stacks: Some(stacks.len()),
            private: false,
        });
    }
    for (name, (pieces, stacks)) in by_name {
        let (pieces, stacks) = (Some(pieces), Some(stacks.len()));
        out.push(MapInSave {
            name: name.map(str::to_owned),
            boards: Vec::new(),
            pieces,
            stacks,
            private: false,
        });
    }
    (out, all_stacks)
}

fn decks_in_save(position: &Position, module: Option<&Module>, eyes: &Eyes) -> Vec<DeckInSave> {
    let known: BTreeSet<&str> = position
        .pieces
        .iter()
        .filter(|piece| eyes.knows(piece, module))
        .map(|piece| piece.id.as_str())
        .collect();
    let decks = position.stacks.iter().filter_map(|stack| {
        Some(DeckInSave {
            name: stack.deck.clone()?,
            map: stack.map.clone(),
            face_down: stack.face_down,
            cards: Some(stack.pieces.iter().filter(|id| known.contains(id.as_str())).count()),
        })
    });
    decks.collect()
}

fn untold(pieces: &[&Piece]) -> Counts {
    let mut counts = Counts::new();
    for text in pieces.iter().flat_map(|piece| &piece.untold) {
        *counts.entry(text.clone()).or_default() += 1;
    }
    counts
}

/// The extensions that a save names, and what its commands say that nobody understands.
fn of_commands(commands: &Command) -> (Vec<String>, Counts) {
    let (mut extensions, mut unknown) = (Vec::new(), Counts::new());
    for command in commands.walk().filter(|command| !Leaf::is_addition(command.own())) {
        match Leaf::decode(command.own()) {
            Leaf::Extension { name, version } => {
                extensions.push(format!("{name} {version}").trim().to_owned())
            }
            Leaf::Verbatim(text) => {
                let word = first_word(&text);
                if !OTHER_COMMANDS.contains(&word.as_str()) {
                    *unknown.entry(word).or_default() += 1;
                }
            }
            _ => {}
        }
    }
    (extensions, unknown)
}
