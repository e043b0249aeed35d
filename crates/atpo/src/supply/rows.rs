//! `supply.toml`: sources of supply beyond the home cities with a resource, and places that are always in supply.

use std::collections::BTreeMap;

use serde::Deserialize;

use liege_rules::data::fault::{DataFault, did_you_mean, toml_fault};
use liege_rules::game::pack::Pack;
use liege_rules::position::notation::Date;
use liege_rules::position::places::Hex;

/// A source beyond the home cities with a resource.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceRow {
    /// The nations that may draw from it.
    pub users: Vec<String>,
    /// Where a line to it may end.
    #[serde(default)]
    pub hexes: Vec<String>,
    /// Boxes whose units draw from it.
    #[serde(default)]
    pub boxes: Vec<String>,
    /// Only units in a hex of this territory.
    #[serde(default)]
    pub territory: Vec<String>,
    /// Only units at most this many hexes from the source.
    #[serde(default)]
    pub within: Option<u32>,
    /// How many units of a nation may draw from it in a month; without a number as many as reach it.
    #[serde(default)]
    pub most: BTreeMap<String, u32>,
    /// The month since when it serves, such as 1941-07; empty for always.
    #[serde(default)]
    from: String,
    #[expect(dead_code, reason = "read by people")]
    rule: String,
}

impl SourceRow {
    /// Whether a nation is among its users.
    pub fn serves(&self, nation: &str) -> bool {
        self.users.iter().any(|user| user == nation)
    }

    /// Whether it serves anybody yet; without a date it may.
    pub fn is_in_force(&self, date: Option<Date>) -> bool {
        let month = |date: Date| format!("{:04}-{:02}", date.year, date.month);
        self.from.is_empty() || date.is_none_or(|date| month(date) >= self.from)
    }

    /// The hexes where a line to it may end.
    pub fn ends(&self) -> impl Iterator<Item = Hex> + '_ {
        self.hexes.iter().filter_map(|hex| hex.parse().ok())
    }
}

/// A place whose garrison is always in supply.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlwaysRow {
    /// Whose garrison.
    pub users: Vec<String>,
    /// The places that are hexes.
    #[serde(default)]
    pub hexes: Vec<String>,
    /// The places that are boxes.
    #[serde(default)]
    pub boxes: Vec<String>,
    /// Islands and cities of this owner.
    #[serde(default)]
    pub islands_of: Vec<String>,
    #[expect(dead_code, reason = "read by people")]
    rule: String,
}

/// The whole file.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupplyRows {
    format: u32,
    /// Nations that draw from the home cities of others: user to givers.
    #[serde(default)]
    pub partners: BTreeMap<String, Vec<String>>,
    /// Nations whose home cities are sources without a resource symbol.
    #[serde(default)]
    pub any_home_city: Vec<String>,
    /// Sources.
    #[serde(default)]
    pub source: Vec<SourceRow>,
    /// Places that need none.
    #[serde(default)]
    pub always: Vec<AlwaysRow>,
}

impl SupplyRows {
    /// The rows of a pack; none where it has no such file, or one whose faults its loader tells.
    pub fn of(pack: &Pack) -> Self {
        let text = pack.tables.get("supply.toml");
        text.and_then(|text| toml::from_str(text).ok()).unwrap_or_default()
    }

    /// A nation and those from whose home cities it draws as well.
    pub fn givers<'r>(&'r self, nation: &'r str) -> impl Iterator<Item = &'r str> {
        let partners = self.partners.get(nation).into_iter().flatten().map(String::as_str);
        partners.filter(move |partner| *partner != nation).chain([nation])
    }
}

/// The faults of `supply.toml`, for the loader of the pack: hexes off the map, nations and boxes that nobody knows.
pub fn faults(file: &str, text: &str, pack: &Pack) -> Vec<DataFault> {
    let parsed: SupplyRows = match toml::from_str(text) {
        Ok(parsed) => parsed,
        Err(error) => return vec![toml_fault(file, text, &error)],
    };
    let mut faults = Vec::new();
    if parsed.format != 1 {
        faults.push(DataFault::at(file, 1, format!("expected format = 1, found {}", parsed.format)));
    }
    let mut told = |word: &str, message: String| {
        let line =
            text.lines().position(|line| line.contains(&format!("\"{word}\"")) || line.starts_with(word));
        faults.push(DataFault::at(file, line.map_or(0, |line| line as u64 + 1), message));
    };
    let (source, always) = (parsed.source.iter(), parsed.always.iter());
    for hex in source.clone().flat_map(|row| &row.hexes).chain(always.clone().flat_map(|row| &row.hexes)) {
        match hex.parse::<Hex>() {
            Ok(at) if pack.map.grid.has(at) => {}
            Ok(at) => told(hex, format!("no sheet prints {at}")),
            Err(message) => told(hex, message),
        }
    }
    let codes: Vec<&str> = pack.nations.keys().map(String::as_str).collect();
    let nations = (source.clone().flat_map(|row| row.users.iter().chain(&row.territory)))
        .chain(always.clone().flat_map(|row| row.users.iter().chain(&row.islands_of)))
        .chain(&parsed.any_home_city)
        .chain(parsed.partners.iter().flat_map(|(user, givers)| std::iter::once(user).chain(givers)));
    for nation in nations.filter(|nation| !codes.contains(&nation.as_str())) {
        told(nation, format!("unknown nation \"{nation}\"{}", did_you_mean(nation, codes.iter().copied())));
    }
    for row in source.clone() {
        for nation in row.most.keys().filter(|nation| !row.serves(nation)) {
            told(nation, format!("most: \"{nation}\" is not a user of this source"));
        }
    }
    for name in source.flat_map(|row| &row.boxes).chain(always.flat_map(|row| &row.boxes)) {
        if pack.map.place(name).is_none() {
            let near = did_you_mean(name, pack.map.named().map(|place| place.name.as_str()));
            told(name, format!("unknown box \"{name}\"{near}"));
        }
    }
    faults
}
