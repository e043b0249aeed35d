//! Reads the tables of `maps/<game>/` into a [`HexMap`].

use std::collections::BTreeSet;

use super::facts::{
    AreaKind, City, Column, HexFacts, HexKind, Island, NamedPlace, Port, Route, RouteKind, RoutePoint,
    SeaArea, SideKind, Terrain,
};
use super::{Hex, HexMap};
use crate::rules::catalogue::SOURCES;
use crate::rules::fault::DataFault;
use crate::rules::table::{Row, Table};

const KINDS: &[(&str, HexKind)] =
    &[("land", HexKind::Land), ("coastal", HexKind::Coastal), ("sea", HexKind::Sea)];
const TERRAINS: &[(&str, Terrain)] = &[
    ("clear", Terrain::Clear),
    ("desert", Terrain::Desert),
    ("forest", Terrain::Forest),
    ("jungle", Terrain::Jungle),
    ("jungle-mountain", Terrain::JungleMountain),
    ("marsh", Terrain::Marsh),
    ("mountain", Terrain::Mountain),
];
const ISLANDS: &[(&str, Island)] = &[("small", Island::Small), ("yes", Island::Plain)];
const CITIES: &[(&str, City)] = &[("city", City::Plain), ("home", City::Home), ("capital", City::Capital)];
const PORTS: &[(&str, Port)] =
    &[("city", Port::City), ("minor", Port::Minor), ("major", Port::Major), ("unlimited", Port::Unlimited)];
const STATED: &[(&str, Column)] = &[
    ("kind", Column::Kind),
    ("terrain", Column::Terrain),
    ("island", Column::Island),
    ("name", Column::Name),
    ("city", Column::City),
    ("resource", Column::Resource),
    ("port", Column::Port),
    ("fort", Column::Fort),
    ("territory", Column::Territory),
    ("owner_1937", Column::Owner1937),
    ("owner_1941", Column::Owner1941),
];
const SIDES: &[(&str, SideKind)] = &[
    ("all-sea", SideKind::AllSea),
    ("lake", SideKind::Lake),
    ("impassable", SideKind::Impassable),
    ("river", SideKind::River),
    ("rail", SideKind::Rail),
    ("ferry", SideKind::Ferry),
    ("border", SideKind::Border),
    ("strait", SideKind::Strait),
    ("canal", SideKind::Canal),
    ("jungle", SideKind::Jungle),
];
const AREAS: &[(&str, AreaKind)] =
    &[("sea-area", AreaKind::Grid), ("large-area", AreaKind::Large), ("convoy-area", AreaKind::Convoy)];
const ROUTES: &[(&str, RouteKind)] = &[("convoy", RouteKind::Convoy), ("merchant", RouteKind::Merchant)];

impl HexMap {
    /// Adds the rows of `hexes.csv`.
    pub fn add_hexes(&mut self, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        const COLUMNS: &[&str] = &[
            "hex",
            "kind",
            "terrain",
            "island",
            "name",
            "city",
            "resource",
            "port",
            "fort",
            "territory",
            "owner_1937",
            "owner_1941",
            "weather",
            "area",
            "source",
            "note",
        ];
        for row in Table::read(file, text, COLUMNS, faults).rows() {
            let Some(hex) = self.hex_cell(&row, "hex", faults) else {
                continue;
            };
            let facts = hex_facts(&row, faults);
            if self.facts.insert(hex, facts).is_some() {
                faults.push(row.fault("hex", format!("{hex} has two rows")));
            }
        }
    }

    /// Adds the rows of `stated.csv`; the hexes must be there already. A hex without a row has nothing to state.
    pub fn add_stated(&mut self, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        for row in Table::read(file, text, &["hex", "columns", "rule"], faults).rows() {
            let Some(hex) = self.hex_cell(&row, "hex", faults) else {
                continue;
            };
            let mut columns = Vec::new();
            for word in row.required("columns", faults).split_whitespace() {
                match STATED.iter().find(|(name, _)| *name == word) {
                    Some((_, column)) => columns.push(*column),
                    None => {
                        let known: Vec<&str> = STATED.iter().map(|(name, _)| *name).collect();
                        faults.push(row.unknown("columns", word, &known));
                    }
                }
            }
            row.required("rule", faults);
            if let Some(facts) = self.facts.get_mut(&hex) {
                facts.stated.extend(columns);
            }
        }
    }

    /// Adds the rows of `hexsides.csv`.
    pub fn add_sides(&mut self, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        for row in Table::read(file, text, &["hex", "neighbour", "kind", "name", "source"], faults).rows() {
            let hexes = (self.hex_cell(&row, "hex", faults), self.hex_cell(&row, "neighbour", faults));
            let kind = row.one_of("kind", SIDES, faults);
            let ((Some(a), Some(b)), Some(kind)) = (hexes, kind) else {
                continue;
            };
            if self.distance(a, b) != Some(1) {
                faults.push(row.fault("neighbour", format!("{a} and {b} are not adjacent")));
            }
            self.sides.entry((a.min(b), a.max(b))).or_default().insert(kind);
        }
    }

    /// Adds the rows of `places.csv`.
    pub fn add_places(&mut self, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        for row in Table::read(file, text, &["id", "name", "map", "kind", "port", "source"], faults).rows() {
            let place = NamedPlace {
                id: row.required("id", faults),
                name: row.required("name", faults),
                map: row.text("map").into(),
                kind: row.text("kind").into(),
                port: row.one_of("port", PORTS, faults),
            };
            self.places.push(place);
        }
    }

    /// Adds the rows of `areas.csv`.
    pub fn add_areas(&mut self, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        const COLUMNS: &[&str] = &["id", "name", "kind", "mp", "interception", "x", "y", "source", "note"];
        for row in Table::read(file, text, COLUMNS, faults).rows() {
            let Some(kind) = row.one_of("kind", AREAS, faults) else {
                continue;
            };
            let area = SeaArea {
                id: row.required("id", faults),
                name: row.required("name", faults),
                kind,
                mp: row.number("mp", faults),
                interception: row.number("interception", faults),
                source: row.one_of("source", SOURCES, faults).unwrap_or_default(),
                note: row.text("note").into(),
            };
            if self.area(&area.id).is_some() {
                faults.push(row.fault("id", format!("{} has two rows", area.id)));
                continue;
            }
            self.areas.push(area);
        }
    }

    /// Adds the rows of `routes.csv`; the areas must be there already.
    pub fn add_routes(&mut self, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        const COLUMNS: &[&str] = &["id", "name", "kind", "points", "source", "note"];
        for row in Table::read(file, text, COLUMNS, faults).rows() {
            let Some(kind) = row.one_of("kind", ROUTES, faults) else {
                continue;
            };
            let mut points = Vec::new();
            for word in row.text("points").split_whitespace() {
                match word.parse::<Hex>() {
                    Ok(hex) if self.has(hex) => points.push(RoutePoint::Hex(hex)),
                    _ if self.area(word).is_some() => points.push(RoutePoint::Area(word.into())),
                    _ => faults.push(row.fault("points", format!("\"{word}\" is no hex and no sea area"))),
                }
            }
            let (id, name) = (row.required("id", faults), row.required("name", faults));
            self.routes.push(Route { id, name, kind, points });
        }
    }

    fn hex_cell(&self, row: &Row<'_>, column: &str, faults: &mut Vec<DataFault>) -> Option<Hex> {
        match row.text(column).parse::<Hex>() {
            Ok(hex) if self.has(hex) => Some(hex),
            Ok(hex) => {
                faults.push(row.fault(column, format!("no sheet prints {hex}")));
                None
            }
            Err(message) => {
                faults.push(row.fault(column, message));
                None
            }
        }
    }
}

fn hex_facts(row: &Row<'_>, faults: &mut Vec<DataFault>) -> HexFacts {
    let owners = [(1937, "owner_1937"), (1941, "owner_1941")];
    let kind = row.one_of("kind", KINDS, faults).unwrap_or(HexKind::Sea);
    let terrain = row.one_of("terrain", TERRAINS, faults);
    if terrain.is_none() && kind != HexKind::Sea {
        faults.push(row.fault("terrain", "expected the terrain of a hex with land"));
    }
    HexFacts {
        kind,
        terrain,
        island: row.one_of("island", ISLANDS, faults),
        name: row.text("name").into(),
        city: row.one_of("city", CITIES, faults),
        resource: row.yes("resource", faults).unwrap_or(false),
        port: row.one_of("port", PORTS, faults),
        permanent_fort: row.one_of("fort", &[("permanent", true)], faults).unwrap_or(false),
        territory: row.text("territory").into(),
        owners: owners
            .into_iter()
            .filter(|(_, column)| !row.text(column).is_empty())
            .map(|(year, column)| (year, row.text(column).to_owned()))
            .collect(),
        weather: row.text("weather").into(),
        area: row.text("area").into(),
        source: row.one_of("source", SOURCES, faults).unwrap_or_default(),
        stated: BTreeSet::new(),
        note: row.text("note").into(),
    }
}
