//! What the data say about hexes, hexsides, sea areas, routes and boxes.

use std::collections::{BTreeMap, BTreeSet};

use super::place::Hex;
use crate::rules::catalogue::Source;

/// What a hex consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HexKind {
    /// Land only.
    Land,
    /// Land and sea (light blue).
    Coastal,
    /// Sea only.
    Sea,
}

/// The terrain of a land or coastal hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the words of the terrain chart")]
pub enum Terrain {
    Clear,
    Desert,
    Forest,
    Jungle,
    JungleMountain,
    Marsh,
    Mountain,
}

/// What kind of island a hex is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Island {
    /// The black dot.
    Small,
    /// An island of at most a few hexes.
    Plain,
}

/// What kind of city a hex holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum City {
    /// A city that is no home city.
    Plain,
    /// A home city.
    Home,
    /// A home city that is a capital.
    Capital,
}

/// How large a port is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the words of the map's legend")]
pub enum Port {
    City,
    Minor,
    Major,
    Unlimited,
}

/// What lies along the side between two hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the words of the map's legend")]
pub enum SideKind {
    AllSea,
    Lake,
    Impassable,
    River,
    Rail,
    Ferry,
    Border,
    Strait,
    Canal,
    Jungle,
}

/// A column of `hexes.csv` whose values checks weigh by where they come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the columns of the table")]
pub enum Column {
    Kind,
    Terrain,
    Island,
    Name,
    City,
    Resource,
    Port,
    Fort,
    Territory,
    Owner1937,
    Owner1941,
}

impl Column {
    /// Whether public history tells it; the rest is how the printed map draws the hex.
    fn is_history(self) -> bool {
        !matches!(self, Self::Kind | Self::Terrain | Self::Island)
    }
}

/// What the data say about one hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HexFacts {
    /// Land, coastal or sea.
    pub kind: HexKind,
    /// The terrain; `None` at sea.
    pub terrain: Option<Terrain>,
    /// The kind of island.
    pub island: Option<Island>,
    /// The name printed in the hex.
    pub name: String,
    /// The city in the hex.
    pub city: Option<City>,
    /// Whether a resource symbol is printed.
    pub resource: bool,
    /// The printed port.
    pub port: Option<Port>,
    /// Whether a permanent fortification is printed.
    pub permanent_fort: bool,
    /// The nation in whose borders the hex lies; empty when none.
    pub territory: String,
    /// The owner when a scenario of a year starts, by year.
    pub owners: BTreeMap<u16, String>,
    /// The weather zone.
    pub weather: String,
    /// The id of the sea area; empty for a hex without water.
    pub area: String,
    /// Where the facts come from.
    pub source: Source,
    /// The columns that the rule text states, whatever the source of the others.
    pub stated: BTreeSet<Column>,
    /// A remark for readers of the data.
    pub note: String,
}

impl HexFacts {
    /// Whether a value is an estimate of ours: a hex that the rules only name says nothing of its terrain or its port.
    pub fn is_draft(&self, column: Column) -> bool {
        let by_row = match self.source {
            Source::Rules => true,
            Source::History => column.is_history(),
            Source::Draft => false,
        };
        !by_row && !self.stated.contains(&column)
    }
}

/// What kind of sea area an area is (3.2, 18.1.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AreaKind {
    /// With hexes inside.
    Grid,
    /// A vast expanse without hexes.
    Large,
    /// A large area with the ship of a convoy route.
    Convoy,
}

/// A named part of the sea.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeaArea {
    /// Kebab-case id.
    pub id: String,
    /// The name printed in it.
    pub name: String,
    /// With or without hexes.
    pub kind: AreaKind,
    /// Movement points to enter it.
    pub mp: Option<i32>,
    /// The printed modifier of naval interception in it.
    pub interception: Option<i32>,
    /// Where the values come from.
    pub source: Source,
    /// A remark for readers of the data.
    pub note: String,
}

/// Whose ships a route stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RouteKind {
    /// Allied convoys (2.2, 18.1.5).
    Convoy,
    /// Japanese merchant shipping (2.3).
    Merchant,
}

/// One place on a route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoutePoint {
    /// A hex.
    Hex(Hex),
    /// The id of a sea area.
    Area(String),
}

/// A shipping route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// Kebab-case id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Whose ships sail it.
    pub kind: RouteKind,
    /// The places in order.
    pub points: Vec<RoutePoint>,
}

/// A box or tray that is no hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPlace {
    /// Kebab-case id.
    pub id: String,
    /// The name printed and used by VASSAL.
    pub name: String,
    /// The map window it is on.
    pub map: String,
    /// What it is for.
    pub kind: String,
    /// Its port, when ships may lie in it.
    pub port: Option<Port>,
}
