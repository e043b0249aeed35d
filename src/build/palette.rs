//! The palettes: every counter in a list of its nation and family; and the prototypes.

use std::collections::BTreeMap;

use crate::format::build_file::Element;
use crate::format::leaf::Leaf;
use crate::format::piece::PieceText;
use crate::format::sequence::Unencodable;
use crate::format::traits::{BasicPiece, Trait};

use super::element::{component, with};
use super::prototype::Prototype;
use super::{BuildError, Data, Slot};

/// Counters are squares of so many pixels at 100 %.
pub const COUNTER_PIXELS: u32 = 75;

/// Width of the picture in a list, in pixels: a counter with the overlays of its states on both sides.
pub const PICTURE_PIXELS: u32 = 2 * COUNTER_PIXELS;

impl Data {
    /// The window with all palettes.
    pub(super) fn palettes(&self, slots: &BTreeMap<String, Slot>) -> Result<Element, Vec<BuildError>> {
        let mut tabs: BTreeMap<(usize, String), BTreeMap<usize, Vec<Element>>> = BTreeMap::new();
        let mut errors = Vec::new();
        let nations: Vec<&String> = self.pack.nations.keys().collect();
        for entry in self.pack.catalogue.entries() {
            let Some(slot) = slots.get(&entry.id) else { continue };
            let nation = nations.iter().position(|code| **code == entry.nation);
            let title = self.pack.nations.get(&entry.nation).map_or("Chits", |nation| nation.name.as_str());
            // Chits of nobody come last.
            let tab = (nation.unwrap_or(nations.len()), title.to_owned());
            match slot_element("widget.PieceSlot", &entry.name, &slot.gpid, &slot.piece) {
                Ok(element) => {
                    let family = self.pack.catalogue.order(entry);
                    tabs.entry(tab).or_default().entry(family).or_default().push(element);
                }
                Err(error) => errors.push(BuildError::new(&entry.id, error)),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let named = self.pack.catalogue.families();
        let name = |family: usize| named.get(family).map_or("", |family| family.name.as_str());
        let nations = tabs.into_iter().map(|((_, title), families)| {
            let panels = families.into_iter().map(|(family, pieces)| with(list(name(family)), pieces));
            with(component("widget.TabWidget", &[("entryName", &title)]), panels)
        });
        // One tab for each nation would take up more room than the counters.
        let all = with(component("widget.BoxWidget", &[("entryName", "Counters")]), nations);
        let window = component(
            "module.PieceWindow",
            &[
                ("defaultWidth", "560"),
                ("hidden", "false"),
                ("hotkey", "67,650"),
                ("icon", ""),
                ("name", "Counters"),
                ("scale", "1.0"),
                ("text", "Counters"),
                ("tooltip", "Show or hide the palettes"),
            ],
        );
        Ok(with(window, [all]))
    }
}

/// A list of names that scrolls, with the picture of the chosen counter beside it: a panel of pictures cannot scroll
/// and crops what does not fit.
fn list(title: &str) -> Element {
    component(
        "widget.ListWidget",
        &[
            ("divider", &PICTURE_PIXELS.to_string()),
            ("entryName", title),
            ("height", "400"),
            ("scale", "1.0"),
            ("width", "560"),
        ],
    )
}

/// A slot of this class with its number.
pub(super) fn slot_element(
    class: &str,
    name: &str,
    gpid: &str,
    piece: &PieceText,
) -> Result<Element, Unencodable> {
    let size = COUNTER_PIXELS.to_string();
    let attributes =
        [("entryName", name), ("gpid", gpid), ("height", size.as_str()), ("width", size.as_str())];
    Ok(component(class, &attributes).with_text(definition(piece)?))
}

/// The text of a slot or prototype: the command that adds the piece.
fn definition(piece: &PieceText) -> Result<String, Unencodable> {
    Leaf::add(None, piece.encode()?).encode()
}

/// The container of all prototypes.
pub fn prototypes(prototypes: &[Prototype]) -> Result<Element, Unencodable> {
    let mut container = component("module.PrototypesContainer", &[]);
    for prototype in prototypes {
        let mut traits = prototype.traits.clone();
        if let Some(basic) = BasicPiece::new("", "", "") {
            traits.push(Trait::BasicPiece(basic).encode()?);
        }
        let element =
            component("module.PrototypeDefinition", &[("description", ""), ("name", &prototype.name)]);
        container.push(element.with_text(definition(&PieceText { traits })?));
    }
    Ok(container)
}
