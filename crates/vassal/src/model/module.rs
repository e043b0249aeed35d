//! A module as its build file describes it: maps, pieces, sides, set-ups.

mod properties;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::attributes::Attributes;
use super::map::Map;
use super::map_reading::read_map;
use super::problem::Problem;
use super::slot::{Prototypes, Slot};
use crate::format::build_file::Element;
use properties::{containers, shown};
pub(super) use properties::{global_properties, zone_properties};

/// Size in pixels of a picture of the module, by the name elements use; none
/// when the module has no such picture.
pub type ImageSize<'a> = dyn Fn(&str) -> Option<(u32, u32)> + 'a;

/// A module. Unknown elements are passed over; the build file keeps them.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Module {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The VASSAL version it was saved with.
    pub vassal_version: String,
    /// What it says about itself.
    pub description: String,
    /// All maps in the order of creation, windows of charts included.
    pub maps: Vec<Map>,
    /// Pieces of palettes, in the order of the build file.
    pub slots: Vec<Slot>,
    /// Prototypes.
    pub prototypes: Prototypes,
    /// Sides a player can take.
    pub sides: Vec<String>,
    /// Predefined set-ups, menus flattened.
    pub setups: Vec<Setup>,
    /// Turn trackers; saves call them `TurnTracker0`, `TurnTracker1`, ….
    pub trackers: Vec<Tracker>,
    /// Global properties of the module and their initial values.
    pub properties: Vec<(String, String)>,
    /// Properties that dice, turn trackers and messages of the module show, with their values when a game is opened.
    pub shown: Vec<(String, String)>,
    /// The first container of each global property, by the property's name.
    pub containers: BTreeMap<String, String>,
    /// Decks of which some text of the module shows how many cards they hold.
    pub counted_decks: BTreeSet<String>,
    /// What the module shows everybody of a piece besides its picture: texts of mouse-over viewers and inventories, each
    /// with the condition for its pieces, which may be empty.
    pub viewed: BTreeSet<(String, String)>,
}

/// A predefined set-up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Setup {
    /// Names of the menus around it, then its own.
    pub path: Vec<String>,
    /// The archive entry with its save; none starts an empty game.
    pub file: Option<String>,
}

/// A turn tracker.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Tracker {
    /// Its name.
    pub name: String,
    /// How it shows where it stands: `$level1$`, `$level2$`, … are the levels it stands at.
    pub format: String,
    /// Its levels, outermost first.
    pub levels: Vec<TurnLevel>,
}

/// One level of a turn tracker.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct TurnLevel {
    /// Its name.
    pub name: String,
    /// The global property that holds its value.
    pub property: String,
    /// How it shows its value, `$value$`.
    pub format: String,
    /// Where a counter starts; none for a list.
    pub start: Option<i64>,
    /// The entries of a list; empty for a counter.
    pub list: Vec<String>,
    /// How deep it is nested, from 0.
    pub depth: usize,
}

impl Module {
    /// Reads a build file. What can't be understood is a problem and takes its
    /// default, as in the engine; [`Module::palette_problems`] tells those of palettes.
    pub fn read(root: &Element, image: &ImageSize<'_>) -> (Self, Vec<Problem>) {
        let mut problems = Vec::new();
        let at = attributes(root);
        let mut module = Self {
            name: at.text("name", ""),
            version: at.text("version", ""),
            vassal_version: at.text("VassalVersion", ""),
            description: at.text("description", ""),
            sides: sides(root),
            shown: shown(root),
            containers: containers(root),
            trackers: root.descendants("TurnTracker").map(tracker).collect(),
            ..Self::default()
        };
        for element in root.walk().filter(|e| is_map(e)) {
            let id = format!("Map{}", module.maps.len());
            module.maps.push(read_map(element, id, image, &mut problems));
        }
        share_boards(&mut module.maps);
        module.counted_decks = counted_decks(root, &module.maps);
        viewed(root, &mut module.viewed);
        module.read_prototypes(root, &mut problems);
        let mut path = Vec::new();
        collect_slots(root, &mut path, &mut module.slots);
        collect_setups(root, &mut path, &mut module.setups);
        let containers = root.elements().filter(|e| !is_map(e));
        for properties in containers.filter(|e| e.is("GlobalProperties")) {
            module.properties.extend(global_properties(properties));
        }
        (module, problems)
    }

    fn read_prototypes(&mut self, root: &Element, problems: &mut Vec<Problem>) {
        for element in root.descendants("PrototypeDefinition") {
            let name = element.attr("name").unwrap_or_default().to_owned();
            if !self.prototypes.add(&name, &element.text()) {
                let message = "its definition can't be read";
                problems.push(Problem::new(format!("prototype \"{name}\""), message));
            }
        }
    }

    /// The pieces of palettes that can't be read.
    pub fn palette_problems(&self) -> impl Iterator<Item = Problem> {
        self.slots.iter().filter_map(Slot::problem)
    }

    /// A map by its name or by its id (`Map0`), as saves name it.
    pub fn map(&self, identifier: &str) -> Option<&Map> {
        self.maps.iter().find(|m| m.name == identifier || m.id == identifier)
    }

    /// The slot with this gpid, in palettes, decks and at-start stacks.
    pub fn slot(&self, gpid: &str) -> Option<&Slot> {
        let at_start = self.maps.iter().flat_map(|m| &m.at_start);
        let slots = self.slots.iter();
        slots.chain(at_start.flat_map(|s| &s.slots)).find(|s| s.gpid == gpid)
    }
}

/// The attributes of an element, called by tag and name in messages.
pub(super) fn attributes(element: &Element) -> Attributes<'_> {
    let named = ["mapName", "name", "entryName"];
    let name = named.iter().find_map(|n| element.attr(n));
    let tag = element.short_tag();
    let place = name.map_or_else(|| tag.to_owned(), |name| format!("{tag} \"{name}\""));
    Attributes::new(place, element.pairs().collect())
}

/// Modules bring map classes of their own; what has a board picker is a map.
fn is_map(element: &Element) -> bool {
    let known = ["Map", "PrivateMap", "PlayerHand", "WidgetMap"];
    known.contains(&element.short_tag()) || element.elements().any(|child| child.tag.ends_with("BoardPicker"))
}

/// Private windows can show the boards of another map.
fn share_boards(maps: &mut [Map]) {
    for i in 0..maps.len() {
        let Some(name) = &maps[i].boards_of else {
            continue;
        };
        let Some(other) = maps.iter().find(|m| m.name == *name && m.boards_of.is_none()) else {
            continue;
        };
        let boards = other.boards.iter().map(Arc::clone).collect();
        let (edge, picks) = (other.edge, other.default_boards.clone());
        (maps[i].boards, maps[i].edge, maps[i].default_boards) = (boards, edge, picks);
    }
}

/// The decks that some text of the module counts: a label, a report, a viewer.
fn counted_decks(root: &Element, maps: &[Map]) -> BTreeSet<String> {
    let decks = maps.iter().flat_map(|map| &map.at_start).filter(|stack| stack.deck);
    let names: BTreeSet<&str> = decks.map(|stack| stack.name.as_str()).collect();
    let mut counted = BTreeSet::new();
    for element in root.walk().filter(|_| !names.is_empty()) {
        let attributes = element.attributes.iter().map(|(_, text)| text.as_str());
        let own = element.text();
        for text in attributes.chain([own.as_str()]) {
            counted.extend(decks_counted_in(text, &names).map(str::to_owned));
        }
    }
    counted
}

/// Windows that not everybody may open.
const CLOSED_WINDOWS: [&str; 2] = ["PrivateMap", "PlayerHand"];

/// The texts that mouse-over viewers of open windows (`CounterDetailViewer`) and inventories show of a piece.
fn viewed(element: &Element, found: &mut BTreeSet<(String, String)>) {
    let condition = |name: &'static str| {
        move |text: String| (text, element.attr(name).unwrap_or_default().trim().to_owned())
    };
    let text = |name: &str| element.attr(name).filter(|text| !text.is_empty()).map(str::to_owned);
    match element.short_tag() {
        tag if CLOSED_WINDOWS.contains(&tag) => return,
        "CounterDetailViewer" => {
            let shows = |name: &str| element.attr(name) == Some("true");
            if shows("showtext") || shows("showtextsingle") {
                let formats = ["counterReportFormat", "summaryReportFormat"].into_iter().filter_map(text);
                found.extend(formats.map(condition("propertyFilter")));
            }
        }
        "Inventory" => {
            found.extend(text("leafFormat").map(condition("include")));
            let names = element.attr("groupBy").unwrap_or_default().split(',').map(str::trim);
            let names = names.filter(|name| !name.is_empty()).map(|name| format!("${name}$"));
            found.extend(names.map(condition("include")));
        }
        _ => {}
    }
    element.elements().for_each(|child| viewed(child, found));
}

/// The decks of these names whose property `<name>_numPieces` stands in a text.
pub(super) fn decks_counted_in<'t>(
    text: &'t str,
    names: &'t BTreeSet<&str>,
) -> impl Iterator<Item = &'t str> {
    text.match_indices("_numPieces").filter_map(|(at, _)| {
        let fitting = names.iter().filter(|name| !name.is_empty() && text[..at].ends_with(**name));
        // Of two names that fit the longer is meant.
        fitting.max_by_key(|name| name.len()).copied()
    })
}

fn sides(root: &Element) -> Vec<String> {
    let roster = root.walk().find(|e| e.tag.ends_with("PlayerRoster"));
    let entries = roster.into_iter().flat_map(|r| r.children("entry"));
    entries.map(Element::text).collect()
}

fn tracker(element: &Element) -> Tracker {
    let mut levels = Vec::new();
    collect_levels(element, 0, &mut levels);
    let format = element.attr("turnFormat").unwrap_or("$level1$ $level2$ $level3$ $level4$").to_owned();
    Tracker { name: element.attr("name").unwrap_or("Turn").to_owned(), format, levels }
}

fn collect_levels(element: &Element, depth: usize, out: &mut Vec<TurnLevel>) {
    for child in element.elements().filter(|e| e.tag.ends_with("TurnLevel")) {
        let at = attributes(child);
        let start = at.text("start", "1").trim().parse().unwrap_or(1);
        out.push(TurnLevel {
            name: at.text("name", ""),
            property: at.text("property", ""),
            format: at.text("turnFormat", "$value$"),
            start: child.is("CounterTurnLevel").then_some(start),
            list: at.list("list"),
            depth,
        });
        collect_levels(child, depth + 1, out);
    }
}

fn collect_slots(element: &Element, path: &mut Vec<String>, out: &mut Vec<Slot>) {
    // The slots of one list have one path.
    let mut own: Option<Arc<[String]>> = None;
    for child in element.elements().filter(|e| !is_map(e)) {
        if is_slot(child) {
            let path = own.get_or_insert_with(|| path.as_slice().into());
            out.push(read_slot(child, Arc::clone(path)));
            continue;
        }
        let name = child.attr("entryName").or_else(|| child.attr("name"));
        let named = name.filter(|n| !n.is_empty());
        path.extend(named.map(str::to_owned));
        collect_slots(child, path, out);
        if named.is_some() {
            path.pop();
        }
    }
}

pub(super) fn is_slot(element: &Element) -> bool {
    element.is("PieceSlot") || element.is("CardSlot")
}

pub(super) fn read_slot(element: &Element, path: Arc<[String]>) -> Slot {
    let at = |name: &str| element.attr(name).unwrap_or_default();
    Slot::new(at("entryName"), at("gpid"), path, element.text())
}

fn collect_setups(element: &Element, path: &mut Vec<String>, out: &mut Vec<Setup>) {
    for child in element.elements() {
        if !child.is("PredefinedSetup") {
            collect_setups(child, path, out);
            continue;
        }
        path.push(child.attr("name").unwrap_or_default().to_owned());
        if child.attr("isMenu") == Some("true") {
            collect_setups(child, path, out);
        } else {
            let uses = child.attr("useFile") != Some("false");
            let file = child.attr("file").filter(|f| uses && !f.is_empty());
            out.push(Setup { path: path.clone(), file: file.map(str::to_owned) });
        }
        path.pop();
    }
}
