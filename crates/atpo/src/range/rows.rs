//! `air_range.toml`: the numbers and places that rule how far aircraft fly.

use serde::Deserialize;

use crate::sea::numbers::Format1;
use liege_rules::data::fault::{DataFault, read_toml};
use liege_rules::game::pack::Pack;
use liege_rules::position::places::{Hex, PlaceId};

/// Name of the file among the tables of the pack.
pub const FILE: &str = "air_range.toml";

/// The whole file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeRows {
    #[serde(rename = "format")]
    _format: Format1,
    /// Changes of base (4.3.6.1).
    pub change_of_base: ChangeOfBaseRow,
    /// Bases with more aircraft than they have room for (4.6.3).
    pub overstacked: OverstackedRow,
    /// Air bases near a strategic target (2.1.2).
    pub emergency_field: EmergencyFieldRow,
    /// Aircraft out of supply (13.6.3).
    pub unsupplied: UnsuppliedRow,
    /// The crossing from the West Coast (4.3.6.1).
    pub west_coast: WestCoastRow,
    /// Sea areas without hexes that aircraft based on land fly in (4.1.1.2).
    #[serde(default)]
    pub sea_area: Vec<OpenAreaRow>,
    /// Boxes that count as one hex (22).
    #[serde(default)]
    pub box_as_hex: Vec<BoxAsHexRow>,
}

/// How far and how often aircraft hop when they change base.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangeOfBaseRow {
    /// Ranges that a hop may have.
    pub ranges: u32,
    /// Hops of one change of base.
    pub hops: u32,
    /// The same out of supply.
    pub unsupplied_hops: u32,
}

/// How many air units lie on a base whose carriers are lost.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OverstackedRow {
    /// For each that it has room for.
    pub units: usize,
}

/// How near an air base spares bombers the long range.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmergencyFieldRow {
    /// Hexes from the target.
    pub hexes: u32,
}

/// How far aircraft out of supply fly.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnsuppliedRow {
    /// Hexes from their own.
    pub hexes: u32,
}

/// The crossing from the box of the West Coast.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WestCoastRow {
    /// The id of the box.
    #[serde(rename = "box")]
    pub from: String,
    /// The range from which on it is one hop.
    pub long: i32,
    /// The place of Panama.
    pub panama: Vec<String>,
    /// The hexes of Alaska.
    pub alaska: Vec<String>,
    /// The hexes of Hawaii, for those with the range alone.
    pub hawaii: Vec<String>,
}

impl WestCoastRow {
    /// The word of where only the longer ranges go.
    pub(super) const HAWAII: &'static str = "hawaii";

    /// The places, by the words of the procedures.
    fn by_word(&self) -> [(&'static str, &[String]); 3] {
        [("panama", &self.panama), ("alaska", &self.alaska), (Self::HAWAII, &self.hawaii)]
    }

    /// Whether a place is the box of the West Coast.
    pub fn is_from(&self, pack: &Pack, at: &PlaceId) -> bool {
        place(pack, &self.from).as_ref() == Some(at)
    }

    /// The word of the procedures for a place on the other side; none for any other place.
    pub fn stop(&self, pack: &Pack, at: &PlaceId) -> Option<&'static str> {
        let is = |words: &[String]| words.iter().any(|word| place(pack, word).as_ref() == Some(at));
        self.by_word().into_iter().find(|(_, words)| is(words)).map(|(word, _)| word)
    }
}

/// A sea area without hexes that aircraft based in a box fly in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenAreaRow {
    /// The id of the area.
    pub area: String,
    /// The id of the box.
    pub from: String,
}

/// A box that counts as one hex.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxAsHexRow {
    /// The id of the box.
    #[serde(rename = "box")]
    pub id: String,
    /// The hexes that it adjoins.
    pub hexes: Vec<String>,
}

impl BoxAsHexRow {
    /// The hexes that it adjoins.
    pub fn adjoining(&self) -> impl Iterator<Item = Hex> + '_ {
        self.hexes.iter().filter_map(|hex| hex.parse().ok())
    }
}

impl RangeRows {
    /// The rows of a pack; without numbers where it has no such file, or one whose faults its loader tells.
    pub fn of(pack: &Pack) -> Self {
        pack.tables.get(FILE).and_then(|text| toml::from_str(text).ok()).unwrap_or_default()
    }
}

/// The faults of the file, for the loader of the pack: what cannot be read, hexes off the map, boxes that nobody knows.
pub fn faults(path: &str, text: &str, pack: &Pack) -> Vec<DataFault> {
    let mut faults = Vec::new();
    let Some(rows) = read_toml::<RangeRows>(path, text, &mut faults) else { return faults };
    let coast = &rows.west_coast;
    let areas = rows.sea_area.iter().flat_map(|row| [&row.area, &row.from]);
    let boxes = rows.box_as_hex.iter().flat_map(|row| std::iter::once(&row.id).chain(&row.hexes));
    let coasts = coast.by_word().into_iter().flat_map(|(_, words)| words);
    let words = coasts.chain([&coast.from]).chain(areas).chain(boxes);
    for word in words.filter(|word| place(pack, word).is_none()) {
        let line = text.lines().position(|line| line.contains(&format!("\"{word}\"")));
        let told = format!("\"{word}\" is neither a hex on the map nor the id of a box or area");
        faults.push(DataFault::at(path, line.map_or(0, |line| line as u64 + 1), told));
    }
    faults
}

/// The place that a word of the file means.
pub(super) fn place(pack: &Pack, word: &str) -> Option<PlaceId> {
    pack.map.find(word).filter(|place| pack.map.facts(place).is_some())
}
