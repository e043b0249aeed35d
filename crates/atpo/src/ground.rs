//! The map in ATPO's own types: what the words of the hexes, hexsides and boxes mean to its rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use liege_rules::data::catalogue::Source;
use liege_rules::data::fault::{DataFault, did_you_mean};
use liege_rules::data::word::Word;
use liege_rules::position::places::{Columns, Hex, HexGrid, HexIndex, PlaceFacts, PlaceId, PlaceRow, Places};

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
pub enum GroundColumn {
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

impl GroundColumn {
    fn bit(self) -> u16 {
        1 << self as u16
    }
}

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
const RESOURCES: &[(&str, bool)] = &[("yes", true), ("no", false)];
const FORTS: &[(&str, bool)] = &[("permanent", true)];
const COLUMNS: &[(&str, GroundColumn)] = &[
    ("kind", GroundColumn::Kind),
    ("terrain", GroundColumn::Terrain),
    ("island", GroundColumn::Island),
    ("name", GroundColumn::Name),
    ("city", GroundColumn::City),
    ("resource", GroundColumn::Resource),
    ("port", GroundColumn::Port),
    ("fort", GroundColumn::Fort),
    ("territory", GroundColumn::Territory),
    ("owner_1937", GroundColumn::Owner1937),
    ("owner_1941", GroundColumn::Owner1941),
];

fn typed<T: Copy>(words: &[(&str, T)], word: &str) -> Option<T> {
    words.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

impl Terrain {
    /// Its word in the tables.
    pub fn word(self) -> &'static str {
        TERRAINS.iter().find(|(_, terrain)| *terrain == self).map_or("", |(word, _)| word)
    }
}

/// What the data say about one hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
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
    pub territory: Word,
    /// The owner when a scenario of a year starts, by year.
    pub owners: BTreeMap<u16, Word>,
    /// The weather zone.
    pub weather: Word,
    /// A bit for each column whose value is an estimate of ours.
    drafts: u16,
}

/// Which values of a row are estimates of ours.
struct Drafts {
    /// The columns that public history does not tell, where it tells the row.
    untold: u16,
}

impl Drafts {
    fn of(columns: &Columns) -> Self {
        let is_told = |name: &str| columns.get(name).is_some_and(|column| column.history);
        let untold = COLUMNS.iter().filter(|(name, _)| !is_told(name));
        Self { untold: untold.fold(0, |all, (_, own)| all | own.bit()) }
    }

    fn of_row(&self, facts: &PlaceRow) -> u16 {
        let by_source = match facts.source {
            Source::Rules => 0,
            Source::History => self.untold,
            Source::Draft => u16::MAX,
        };
        let stated = facts.stated.iter().filter_map(|word| typed(COLUMNS, word));
        stated.fold(by_source, |drafts, own| drafts & !own.bit())
    }
}

impl Ground {
    fn of(facts: &PlaceRow, drafts: &Drafts, no_word: &Word) -> Self {
        let mut ground = Self {
            kind: typed(KINDS, &facts.kind).unwrap_or(HexKind::Sea),
            terrain: None,
            island: None,
            name: facts.name.clone(),
            city: None,
            resource: false,
            port: None,
            permanent_fort: false,
            territory: no_word.clone(),
            owners: BTreeMap::new(),
            weather: no_word.clone(),
            drafts: drafts.of_row(facts),
        };
        for (column, word) in facts.cells() {
            match column {
                "terrain" => ground.terrain = typed(TERRAINS, word),
                "island" => ground.island = typed(ISLANDS, word),
                "city" => ground.city = typed(CITIES, word),
                "resource" => ground.resource = typed(RESOURCES, word).unwrap_or(false),
                "port" => ground.port = typed(PORTS, word),
                "fort" => ground.permanent_fort = typed(FORTS, word).unwrap_or(false),
                "territory" => ground.territory = word.clone(),
                "weather" => ground.weather = word.clone(),
                _ => {
                    let year = column.strip_prefix("owner_").and_then(|year| year.parse().ok());
                    ground.owners.extend(year.map(|year| (year, word.clone())));
                }
            }
        }
        ground
    }

    /// Whether a value is an estimate of ours: a hex that the rules only name says nothing of its terrain or its port.
    pub fn is_draft(&self, column: GroundColumn) -> bool {
        self.drafts & column.bit() != 0
    }
}

/// The hexes of the map with what lies between them.
#[derive(Debug, Clone, Default)]
pub struct GroundMap {
    grid: HexGrid,
    /// Hexes of one row share what it says.
    hexes: Vec<(Hex, Arc<Ground>)>,
    numbers: Arc<HexIndex>,
    sides: BTreeMap<(Hex, Hex), Vec<SideKind>>,
}

impl GroundMap {
    /// Types the words of a map.
    pub fn of(places: &Places) -> Self {
        let sides = places.edges().filter_map(|(from, to, words)| {
            let mut kinds: Vec<SideKind> = words.iter().filter_map(|word| typed(SIDES, word)).collect();
            kinds.sort_unstable();
            Some(((from.hex()?, to.hex()?), kinds))
        });
        let (drafts, no_word) = (Drafts::of(&places.terms.hexes), Word::from(""));
        let mut rows = foldhash::HashMap::default();
        let ground = |(hex, facts): (Hex, &PlaceFacts)| {
            let of_row = || Arc::new(Ground::of(facts, &drafts, &no_word));
            (hex, Arc::clone(rows.entry(facts.row_id()).or_insert_with(of_row)))
        };
        let hexes: Vec<(Hex, Arc<Ground>)> = places.hexes().map(ground).collect();
        let mut numbers = HexIndex::default();
        for (number, (hex, _)) in hexes.iter().enumerate() {
            numbers.insert(*hex, number);
        }
        Self { grid: places.grid.clone(), hexes, numbers: Arc::new(numbers), sides: sides.collect() }
    }

    /// What the data say about a hex; `None` for one that has no row.
    pub fn facts(&self, hex: Hex) -> Option<&Ground> {
        self.hexes.get(self.numbers.get(hex)?).map(|(_, ground)| &**ground)
    }

    /// All hexes with a row, by number.
    pub fn hexes(&self) -> impl ExactSizeIterator<Item = (Hex, &Ground)> {
        self.hexes.iter().map(|(hex, ground)| (*hex, &**ground))
    }

    /// Where in [`GroundMap::hexes`] a hex comes, from 0.
    pub fn numbers(&self) -> &Arc<HexIndex> {
        &self.numbers
    }

    /// The hexes around a hex, as [`HexGrid::around`] gives them.
    pub fn around(&self, hex: Hex) -> impl Iterator<Item = Hex> {
        self.grid.around(hex)
    }

    /// The hexes around a hex; fewer than six at the edge.
    pub fn neighbours(&self, hex: Hex) -> Vec<Hex> {
        self.grid.neighbours(hex)
    }

    /// Hexes from one to the other, 0 for the same hex.
    pub fn distance(&self, from: Hex, to: Hex) -> Option<u32> {
        self.grid.distance(from, to)
    }

    /// What lies along the side between two neighbours; empty when nothing does.
    pub fn sides(&self, a: Hex, b: Hex) -> impl Iterator<Item = SideKind> + '_ {
        self.sides.get(&(a.min(b), a.max(b))).into_iter().flatten().copied()
    }

    /// All sides along which something lies, the smaller hex first.
    pub fn all_sides(&self) -> impl Iterator<Item = ((Hex, Hex), &[SideKind])> {
        self.sides.iter().map(|(between, kinds)| (*between, kinds.as_slice()))
    }

    /// Whether something of this kind lies along the side between two neighbours.
    pub fn has_side(&self, a: Hex, b: Hex, kind: SideKind) -> bool {
        self.sides(a, b).any(|side| side == kind)
    }
}

/// The port of a box that ships may lie in.
pub fn box_port(places: &Places, place: &PlaceId) -> Option<Port> {
    typed(PORTS, places.facts(place)?.word("port"))
}

/// What ATPO's rules need of `places.toml`: a word for which they have no rule would count as nothing, in silence, and
/// so would a column that is not there.
pub fn faults(file: &str, text: &str, places: &Places) -> Vec<DataFault> {
    let (hexes, boxes) = (&places.terms.hexes, &places.terms.boxes);
    let listed = |columns: &Columns, name: &str| columns.get(name).map(|column| column.words.clone());
    let lists = [
        ("kind of a hex", Some(hexes.kinds.clone()), words(KINDS)),
        ("terrain", listed(hexes, "terrain"), words(TERRAINS)),
        ("island", listed(hexes, "island"), words(ISLANDS)),
        ("city", listed(hexes, "city"), words(CITIES)),
        ("resource", listed(hexes, "resource"), words(RESOURCES)),
        ("port", listed(hexes, "port"), words(PORTS)),
        ("fort", listed(hexes, "fort"), words(FORTS)),
        ("port of a box", listed(boxes, "port"), words(PORTS)),
        ("hexside", Some(places.terms.edges.words.clone()), words(SIDES)),
    ];
    let mut faults = Vec::new();
    for (what, listed, known) in lists {
        let expected = known.join(", ");
        match listed {
            Some(listed) if !listed.is_empty() => {
                for word in listed.iter().filter(|word| !known.contains(&&***word)) {
                    let line = text.lines().position(|line| line.contains(&format!("\"{word}\"")));
                    let near = did_you_mean(word, known.iter().copied());
                    let told = format!("{what}: the rules know {expected}, found \"{word}\"{near}");
                    faults.push(DataFault::at(file, line.map_or(0, |line| line as u64 + 1), told));
                }
            }
            _ => faults.push(DataFault::at(file, 0, format!("{what}: expected the words {expected}"))),
        }
    }
    let needed = COLUMNS.iter().map(|(name, _)| *name).chain(["weather"]);
    for name in needed.filter(|name| *name != "kind" && hexes.get(name).is_none()) {
        faults.push(DataFault::at(file, 0, format!("hexes: the rules need a column \"{name}\"")));
    }
    faults
}

fn words<T>(typed: &[(&'static str, T)]) -> Vec<&'static str> {
    typed.iter().map(|(word, _)| *word).collect()
}
