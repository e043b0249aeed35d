//! The palettes: every counter in a tab of its nation and family; and the prototypes.

use std::collections::BTreeMap;

use crate::format::build_file::Element;
use crate::format::leaf::Leaf;
use crate::format::piece::PieceText;
use crate::format::sequence::Unencodable;
use crate::format::traits::{BasicPiece, Trait};
use crate::rules::catalogue::Ratings;

use super::components::{component, with};
use super::pieces::Prototype;
use super::{BuildError, Data, Slot};

/// Counters are squares of so many pixels at 100 %.
pub const COUNTER_PIXELS: u32 = 75;

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
            match piece_slot(&entry.name, slot) {
                Ok(element) => {
                    let family = family_order(&entry.ratings);
                    tabs.entry(tab).or_default().entry(family).or_default().push(element);
                }
                Err(error) => errors.push(BuildError::new(&entry.id, error)),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let nations = tabs.into_iter().map(|((_, title), families)| {
            let panels = families.into_iter().map(|(family, pieces)| {
                let panel = component(
                    "widget.PanelWidget",
                    &[
                        ("entryName", FAMILY_TITLES[family]),
                        ("fixed", "true"),
                        ("nColumns", "6"),
                        ("scale", "1.0"),
                        ("vert", "false"),
                    ],
                );
                with(panel, pieces)
            });
            with(component("widget.TabWidget", &[("entryName", &title)]), panels)
        });
        let all = with(component("widget.TabWidget", &[("entryName", "Counters")]), nations);
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

const FAMILY_TITLES: [&str; 7] = ["Land", "Air", "Ships", "Leaders", "Transport", "Special", "Chits"];

fn family_order(ratings: &Ratings) -> usize {
    match ratings {
        Ratings::Land(_) => 0,
        Ratings::Air(_) => 1,
        Ratings::Ship(_) => 2,
        Ratings::Leader(_) => 3,
        Ratings::Transport(_) => 4,
        Ratings::Special(_) => 5,
        Ratings::Chit(_) => 6,
    }
}

fn piece_slot(name: &str, slot: &Slot) -> Result<Element, Unencodable> {
    let size = COUNTER_PIXELS.to_string();
    let attributes = [
        ("entryName", name),
        ("gpid", slot.gpid.as_str()),
        ("height", size.as_str()),
        ("width", size.as_str()),
    ];
    Ok(component("widget.PieceSlot", &attributes).with_text(definition(&slot.piece)?))
}

/// The text of a slot or prototype: the command that adds the piece.
fn definition(piece: &PieceText) -> Result<String, Unencodable> {
    let (type_text, state) = piece.encode()?;
    Leaf::AddPiece { id: None, type_text, state }.encode()
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
