//! The palettes: every counter as a picture on the page of its nation and family; and the prototypes.

use std::collections::BTreeMap;

use liege_art::counter::Styles;
use vassal::format::build_file::Element;
use vassal::format::leaf::Leaf;
use vassal::format::piece::PieceText;
use vassal::format::sequence::Unencodable;
use vassal::format::traits::{BasicPiece, Trait};

use super::element::{component, with};
use super::prototype::Prototype;
use super::{BuildError, Data, Slot};

/// Counters are squares of so many pixels at 100 %.
pub const COUNTER_PIXELS: u32 = 75;

/// Width and height of the largest page of pictures in pixels: with its head and tabs the window fits on a screen of
/// 1280 × 800.
const LARGEST: (u32, u32) = (1040, 560);

/// The same of the smallest, over which the tabs of the families find room.
const SMALLEST: (u32, u32) = (560, 220);

/// The room of a counter at full size, in pixels.
const CELL: u32 = COUNTER_PIXELS + 2;

/// The room that it has where there is more than enough.
const WIDE_CELL: u32 = 110;

impl Data {
    /// The window of the palettes.
    pub(super) fn palettes(&self, slots: &BTreeMap<String, Slot>) -> Result<Element, Vec<BuildError>> {
        let mut pages: BTreeMap<(usize, &str), Families> = BTreeMap::new();
        let mut errors = Vec::new();
        let styles = Styles::from_toml(&self.nations).unwrap_or_default();
        for entry in self.pack.catalogue.entries() {
            let Some(slot) = slots.get(&entry.id) else { continue };
            // Nations come in the order of their file, chits of nobody last.
            let nation = styles.nations.iter().position(|style| style.code == entry.nation);
            let title = self.pack.nations.get(&entry.nation).map_or("Chits", |nation| nation.name.as_str());
            let page = (nation.unwrap_or(styles.nations.len()), title);
            match slot_element("widget.PieceSlot", &entry.name, &slot.gpid, &slot.piece) {
                Ok(element) => {
                    let family = self.pack.catalogue.order(entry);
                    let place = (entry.kind.to_string(), by_number(&entry.name));
                    pages.entry(page).or_default().entry(family).or_default().push((place, element));
                }
                Err(error) => errors.push(BuildError::new(&entry.id, error)),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let named = self.pack.catalogue.families();
        let name = |family: usize| named.get(family).map_or("", |family| family.name.as_str());
        let counts = pages.values().flat_map(BTreeMap::values).map(Vec::len);
        let page = page_for(counts.max().unwrap_or_default() as u32);
        let nations = pages.into_iter().map(|((_, title), families)| {
            let panels = families.into_iter().flat_map(|(family, mut pieces)| {
                pieces.sort_by(|(one, _), (other, _)| one.cmp(other));
                panels(name(family), pieces.into_iter().map(|(_, piece)| piece).collect(), page)
            });
            with(component("widget.TabWidget", &[("entryName", title)]), panels)
        });
        let (width, height) = (page.0.to_string(), (page.1 + TABS).to_string());
        let size = [("height", height.as_str()), ("width", width.as_str())];
        // One tab for each nation would take up more room than the counters.
        let all = component("widget.BoxWidget", &[&[("entryName", WINDOW)], &size[..]].concat());
        Ok(with(window(WINDOW, false), [with(all, nations)]))
    }
}

/// The counters of a nation by family, each with its place on the page.
type Families = BTreeMap<usize, Vec<(Place, Element)>>;

/// Where a counter comes on the page of its family: by kind and by name.
type Place = (String, String);

/// A name in which numbers sort as numbers.
fn by_number(name: &str) -> String {
    let numbers = name.split_inclusive(|c: char| !c.is_ascii_digit());
    numbers.map(|part| format!("{part:0>8}")).collect()
}

/// The name of the window with all counters.
const WINDOW: &str = "Counters";

/// The height of the tabs of the families, in pixels.
const TABS: u32 = 30;

/// A window of palettes.
pub(super) fn window(name: &str, hidden: bool) -> Element {
    component(
        "module.PieceWindow",
        &[
            ("hidden", if hidden { "true" } else { "false" }),
            ("hotkey", if hidden { "" } else { "67,650" }),
            ("icon", ""),
            ("name", name),
            ("scale", "1.0"),
            ("text", if hidden { "" } else { name }),
            ("tooltip", if hidden { "" } else { "Show or hide the palettes" }),
        ],
    )
}

/// The size of the pages where the largest family has so many counters.
fn page_for(count: u32) -> (u32, u32) {
    let columns = columns(count, LARGEST);
    let size = |cells: u32, least: u32, most: u32| (cells * WIDE_CELL).clamp(least, most);
    let rows = count.div_ceil(columns);
    (size(columns, SMALLEST.0, LARGEST.0), size(rows, SMALLEST.1, LARGEST.1))
}

/// The fewest columns in which so many counters have cells that are no higher than wide.
fn columns(count: u32, page: (u32, u32)) -> u32 {
    let fits = |columns: &u32| columns * columns * page.1 >= count * page.0;
    (1..=count).find(fits).unwrap_or(1)
}

/// The pictures of a family, on as many pages as they need.
fn panels(title: &str, pieces: Vec<Element>, page: (u32, u32)) -> Vec<Element> {
    let smallest = CELL * 4 / 5;
    let most = ((page.0 / smallest) * (page.1 / smallest)) as usize;
    let pages = pieces.len().div_ceil(most).max(1);
    let each = pieces.len().div_ceil(pages).max(1);
    let mut pieces = pieces.into_iter();
    (1..=pages)
        .map(|number| {
            let name = if pages == 1 { title.to_owned() } else { format!("{title} {number}") };
            panel(&name, pieces.by_ref().take(each).collect(), page)
        })
        .collect()
}

/// A page of pictures, which shares its room out evenly among them; they are smaller where they do not find room.
fn panel(title: &str, pieces: Vec<Element>, page: (u32, u32)) -> Element {
    let count = pieces.len() as u32;
    let columns = columns(count, page);
    let cell = (page.0 / columns).min(page.1 / count.div_ceil(columns).max(1));
    let attributes = [
        ("entryName", title),
        ("fixed", "true"),
        ("nColumns", &columns.to_string()),
        ("scale", if cell < CELL { "0.8" } else { "1.0" }),
        ("vert", "false"),
    ];
    with(component("widget.PanelWidget", &attributes), pieces)
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
