//! The frame of a shipped module, made beforehand, so that a save whose module is not at hand is placed at once.
//!
//! `build::Plan::module` is a module without pictures, which gives the places of a save; the sizes of pictures are
//! known before they are drawn. `cargo run --example prebuild` writes `maps/<game>/frame.xml`, and a test fails when
//! it is out of date.

use std::collections::BTreeMap;

use super::{BuildError, Data};
use liege_rules::data::Files;
use vassal::format::Limits;
use vassal::format::build_file::{Document, Element, Node};
use vassal::model::module::Module;

/// Where the frame of a game's module stands among the data files.
pub fn path(game: &str) -> String {
    format!("maps/{game}/frame.xml")
}

/// The frame as its file tells it; none where there is no such file.
pub fn shipped(game: &str, files: &dyn Files) -> Option<Module> {
    let text = files.text(&path(game)).ok()?;
    let root = Document::parse(text.as_bytes(), &Limits::default()).ok()?.root;
    let number = |board: &Element, name: &str| board.attr(name)?.parse().ok();
    let size = |board: &Element| Some((number(board, WIDTH)?, number(board, HEIGHT)?));
    let sizes: BTreeMap<&str, (u32, u32)> =
        root.walk().filter_map(|element| Some((element.attr(IMAGE)?, size(element)?))).collect();
    Some(Module::read(&root, &|name| sizes.get(name).copied()).0)
}

impl Data {
    /// The file with the frame of the module: its build file with what a frame has of it, and the sizes of boards. None
    /// of a module with decks, whose cards bring all pieces along.
    ///
    /// # Errors
    /// As [`Data::plan`].
    pub fn frame_file(&self) -> Result<Option<Document>, Vec<BuildError>> {
        if !self.layout.deck.is_empty() {
            return Ok(None);
        }
        let mut root = self.root([], None, &BTreeMap::new())?;
        keep_frame(&mut root);
        write_sizes(&mut root, &self.board_sizes());
        Ok(Some(Document::new(root)))
    }
}

const IMAGE: &str = "image";
const WIDTH: &str = "width";
const HEIGHT: &str = "height";

/// The parts of a build file that say where pieces lie, whose windows are whose and what properties there are.
const PARTS: [&str; 27] = [
    "Board",
    "BoardPicker",
    "CounterDetailViewer",
    "CounterTurnLevel",
    "DiceButton",
    "GlobalProperties",
    "GlobalProperty",
    "GlobalTranslatableMessage",
    "HexGrid",
    "HexGridNumbering",
    "Inventory",
    "LayeredPieceCollection",
    "ListTurnLevel",
    "Map",
    "MapShader",
    "PlayerRoster",
    "PredefinedSetup",
    "PrivateMap",
    "Region",
    "RegionGrid",
    "SpecialDiceButton",
    "StackMetrics",
    "TurnTracker",
    "Zone",
    "ZonedGrid",
    "entry",
    "setup",
];

fn keep_frame(element: &mut Element) {
    element.nodes.retain(|node| match node {
        Node::Element(part) => PARTS.contains(&part.short_tag()),
        node => matches!(node, Node::Text(_)),
    });
    element.elements_mut().for_each(keep_frame);
}

fn write_sizes(element: &mut Element, sizes: &BTreeMap<String, (u32, u32)>) {
    if let Some((width, height)) = element.attr(IMAGE).and_then(|image| sizes.get(image)) {
        element.set_attr(WIDTH, width.to_string());
        element.set_attr(HEIGHT, height.to_string());
    }
    element.elements_mut().for_each(|child| write_sizes(child, sizes));
}
