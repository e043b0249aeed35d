//! Which sign of the drawing shows which word of a map: `[draw]` of `places.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{CityArt, Ground, PortArt, SideKind, Terrain};

/// The row of a table by its headings.
pub type Cells = BTreeMap<String, String>;

/// The part of `places.toml` that the drawing reads; a map without it shows coasts, numbers and names.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Signs {
    /// The column of the zones whose edges are drawn.
    pub zone: String,
    /// What stands behind the name of a zone at its edge.
    pub zone_label: String,
    /// The zone towards which the edge has teeth.
    pub teeth: String,
    /// The column of the area whose edges are drawn with dots.
    pub area: String,
    /// The column of what it costs to enter an area without hexes.
    pub cost: String,
    /// What stands before it.
    pub cost_label: String,
    /// The column of the modifier printed beside the cost.
    pub modifier: String,
    /// What stands before it.
    pub modifier_label: String,
    /// The signs of the columns of `hexes.csv`, the kind among them: word to sign.
    pub hexes: BTreeMap<String, BTreeMap<String, String>>,
    /// The signs of the words of `hexsides.csv`.
    pub hexsides: BTreeMap<String, String>,
    /// The signs of the kinds of `areas.csv`.
    pub areas: BTreeMap<String, String>,
}

/// What `places.toml` says to the drawing.
#[derive(Default, Deserialize)]
struct TermsFile {
    #[serde(default)]
    draw: Signs,
}

/// What a hex holds.
pub const GROUNDS: &[(&str, Ground)] =
    &[("land", Ground::Land), ("coast", Ground::Coast), ("sea", Ground::Sea)];

/// The tints of land.
pub const TERRAINS: &[(&str, Terrain)] = &[
    ("clear", Terrain::Clear),
    ("desert", Terrain::Desert),
    ("forest", Terrain::Forest),
    ("jungle", Terrain::Jungle),
    ("jungle-mountain", Terrain::JungleMountain),
    ("marsh", Terrain::Marsh),
    ("mountain", Terrain::Mountain),
];

/// The ranks of towns.
pub const TOWNS: &[(&str, CityArt)] =
    &[("town", CityArt::City), ("home", CityArt::Home), ("capital", CityArt::Capital)];

/// The sizes of ports.
pub const PORTS: &[(&str, PortArt)] =
    &[("landing", PortArt::City), ("small-anchor", PortArt::Minor), ("anchor", PortArt::Major)];

/// What runs along or across a hexside.
pub const SIDES: &[(&str, SideKind)] = &[
    ("water", SideKind::Water),
    ("lake", SideKind::Lake),
    ("canal", SideKind::Canal),
    ("border", SideKind::Border),
    ("rail", SideKind::Rail),
    ("river", SideKind::River),
    ("strait", SideKind::Strait),
    ("ferry", SideKind::Ferry),
    ("barrier", SideKind::Barrier),
];

/// The thing of a sign.
pub fn find<T: Copy>(known: &[(&str, T)], sign: &str) -> Option<T> {
    known.iter().find(|(name, _)| *name == sign).map(|(_, value)| *value)
}

impl Signs {
    /// Reads the text of `places.toml`; an empty one has no signs.
    pub fn read(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str::<TermsFile>(text).map(|file| file.draw)
    }

    /// The signs of a hex. A word without a row is the sign of its own name.
    fn of_hex<'a>(&'a self, cells: &'a Cells) -> impl Iterator<Item = &'a str> {
        self.hexes.iter().filter_map(|(column, signs)| {
            let word = cells.get(column).filter(|word| !word.is_empty())?;
            Some(signs.get(word).unwrap_or(word).as_str())
        })
    }

    fn find<T: Copy>(&self, cells: &Cells, known: &[(&str, T)]) -> Option<T> {
        self.of_hex(cells).find_map(|sign| find(known, sign))
    }

    /// Whether a hex has a sign.
    pub fn has(&self, cells: &Cells, sign: &str) -> bool {
        self.of_hex(cells).any(|known| known == sign)
    }

    /// Land, coast or sea.
    pub fn ground(&self, cells: &Cells) -> Ground {
        self.find(cells, GROUNDS).unwrap_or(Ground::Sea)
    }

    /// The tint of the land.
    pub fn terrain(&self, cells: &Cells) -> Terrain {
        self.find(cells, TERRAINS).unwrap_or(Terrain::Clear)
    }

    /// The rank of a town.
    pub fn town(&self, cells: &Cells) -> CityArt {
        self.find(cells, TOWNS).unwrap_or(CityArt::None)
    }

    /// The size of a port.
    pub fn port(&self, cells: &Cells) -> PortArt {
        self.find(cells, PORTS).unwrap_or(PortArt::None)
    }

    /// What runs along or across a hexside; none for a word that is not drawn.
    pub fn side(&self, word: &str) -> Option<SideKind> {
        find(SIDES, self.hexsides.get(word).map_or(word, String::as_str))
    }

    /// Whether an area's kind has a sign.
    pub fn area_has(&self, kind: &str, sign: &str) -> bool {
        self.areas.get(kind).is_some_and(|known| known == sign)
    }
}
