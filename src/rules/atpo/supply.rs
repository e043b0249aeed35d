//! Supply traces (13.2 to 13.5): from a unit over friendly land, rail through jungle and island chains to a source.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::Deserialize;

use super::field::{Alliance, Field, Unit};
use super::kind::{Air, Kind};
use super::ratings::Ratings;
use super::states::{Posture, Status};
use super::zoc::Zoc;
use crate::rules::atpo::ground::{City, Ground, GroundColumn, HexKind, SideKind, Terrain};
use crate::rules::fault::{DataFault, did_you_mean, toml_fault};
use crate::rules::notation::Date;
use crate::rules::pack::Pack;
use crate::rules::places::Hex;
use crate::rules::situation::PlaceId;

/// How doubtful facts are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// Draft terrain does not block, and anything that may be a source is one.
    Lenient,
    /// The data as they are.
    AsData,
}

/// How sure it is that a unit is in supply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Supplied {
    /// By the data as they are.
    Yes,
    /// Only if some draft value is wrong.
    Perhaps,
    /// Under no reading.
    No,
}

/// A rule of the trace that is left out to tell whether it is what closes a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOut {
    /// None: the trace as the rules have it.
    Nothing,
    /// Where and since when a source serves a nation (13.2.1).
    Limits,
    /// Jungle, jungle-mountain and desert (13.4.3).
    Terrain,
    /// That an island chain never crosses a sea hex (13.5.3); a single one is crossed.
    Sea,
    /// Enemy partisans (16.3.7).
    Partisans,
}

/// One row of `supply.toml`: a source beyond the home cities with a resource.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct SourceRow {
    users: Vec<String>,
    #[serde(default)]
    hexes: Vec<String>,
    #[serde(default)]
    boxes: Vec<String>,
    /// Only units in a hex of this territory.
    #[serde(default)]
    territory: Vec<String>,
    /// Only units at most this many hexes from the source.
    #[serde(default)]
    within: Option<u32>,
    #[serde(default)]
    from: String,
    #[expect(dead_code, reason = "read by people")]
    rule: String,
}

/// One row of `supply.toml`: a place whose garrison is always in supply.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct AlwaysRow {
    users: Vec<String>,
    #[serde(default)]
    hexes: Vec<String>,
    #[serde(default)]
    boxes: Vec<String>,
    /// Islands and cities of this owner.
    #[serde(default)]
    islands_of: Vec<String>,
    #[expect(dead_code, reason = "read by people")]
    rule: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SupplyFile {
    format: u32,
    /// Nations that draw from the home cities of others: user to givers.
    #[serde(default)]
    partners: BTreeMap<String, Vec<String>>,
    /// Nations whose home cities are sources without a resource symbol.
    #[serde(default)]
    any_home_city: Vec<String>,
    #[serde(default)]
    source: Vec<SourceRow>,
    #[serde(default)]
    always: Vec<AlwaysRow>,
}

/// What has been traced of a position, by place, nation and trust in the data.
pub struct Traced {
    file: SupplyFile,
    known: RefCell<BTreeMap<(PlaceId, String, Trust), bool>>,
}

impl Traced {
    /// Nothing yet.
    pub fn of(field: &Field) -> Self {
        let text = field.situation.pack.tables.get("supply.toml");
        let file = text.and_then(|text| read(text).ok()).unwrap_or_default();
        Self { file, known: RefCell::default() }
    }
}

/// Supply of every unit, traced on demand.
#[derive(Clone, Copy)]
pub struct Supply<'a> {
    /// The position.
    pub field: &'a Field,
    /// Its zones of control.
    pub zoc: &'a Zoc,
    /// What has been traced before.
    pub traced: &'a Traced,
}

/// Reads `supply.toml`.
fn read(text: &str) -> Result<SupplyFile, toml::de::Error> {
    toml::from_str(text)
}

/// The faults of `supply.toml`, for the loader of the pack: hexes off the map, nations and boxes that nobody knows.
pub fn faults(file: &str, text: &str, pack: &Pack) -> Vec<DataFault> {
    let parsed = match read(text) {
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
    for name in source.flat_map(|row| &row.boxes).chain(always.flat_map(|row| &row.boxes)) {
        if pack.map.place(name).is_none() {
            let near = did_you_mean(name, pack.map.named().map(|place| place.name.as_str()));
            told(name, format!("unknown box \"{name}\"{near}"));
        }
    }
    faults
}

impl<'a> Supply<'a> {
    /// Whether a unit is in supply; partisans always are (16.3).
    pub fn of_unit(&self, unit: &Unit) -> Supplied {
        if unit.kind == Kind::Partisan {
            return Supplied::Yes;
        }
        let at = &self.field.piece(unit).at;
        if self.is_traced(unit, at, Trust::AsData) {
            Supplied::Yes
        } else if self.is_traced(unit, at, Trust::Lenient) {
            Supplied::Perhaps
        } else {
            Supplied::No
        }
    }

    /// Whether the rules name a unit's place as always in supply for it (13.2.1).
    pub fn is_always(&self, unit: &Unit) -> bool {
        let (nation, at) = (&unit.entry.nation, &self.field.piece(unit).at);
        self.traced.file.always.iter().filter(|row| row.users.contains(nation)).any(|row| {
            let named = match at {
                PlaceId::Hex(hex) => row.hexes.iter().any(|name| name.parse() == Ok(*hex)),
                PlaceId::Named(name) => row.boxes.iter().any(|own| **own == **name),
                _ => false,
            };
            named || at.hex().is_some_and(|hex| self.is_own_island(&row.islands_of, nation, hex))
        })
    }

    /// The sources that a unit's trace from a hex reaches; only when there is none by the data as they are, those of
    /// the lenient reading. A retreating unit may designate any of them (11.6.7).
    pub fn sources_from(&self, unit: &Unit, hex: Hex) -> BTreeSet<Hex> {
        let reached = |reading| -> BTreeSet<Hex> {
            let tracer = self.tracer(unit, reading);
            let sources = self.sources(unit, hex, reading).into_iter();
            sources.filter(|source| tracer.reaches(hex, &BTreeSet::from([*source]))).collect()
        };
        let strict = reached(Trust::AsData);
        if strict.is_empty() { reached(Trust::Lenient) } else { strict }
    }

    /// Whether a unit would be in supply in another hex, by the data as they are.
    pub fn would_be(&self, unit: &Unit, hex: Hex) -> bool {
        self.trace(unit, &PlaceId::Hex(hex), Trust::AsData)
    }

    /// The hexes from a unit to the source that it draws from, by the data as they are; none where it draws from no hex.
    pub fn path_of(&self, unit: &Unit) -> Option<Vec<Hex>> {
        let start = self.field.piece(unit).at.hex()?;
        self.tracer(unit, Trust::AsData).path(start, &self.sources(unit, start, Trust::AsData))
    }

    /// Whether a unit would be in supply in its hex, by the data as they are, if one rule of the trace did not hold.
    pub fn would_be_without(&self, unit: &Unit, rule: LeftOut) -> bool {
        let Some(start) = self.field.piece(unit).at.hex() else { return false };
        let sources = match rule {
            LeftOut::Limits => self.sources_anywhere(unit),
            _ => self.sources(unit, start, Trust::AsData),
        };
        let tracer = Tracer { left_out: rule, ..self.tracer(unit, Trust::AsData) };
        tracer.reaches(start, &sources)
    }

    /// Whether units of a nation may draw from a hex itself, wherever they stand: a home source or one that is listed.
    pub fn is_source_for(&self, nation: &str, hex: Hex) -> bool {
        let map = self.field.map();
        let home = map
            .facts(hex)
            .is_some_and(|facts| facts.territory == nation && self.is_home_source(facts, Trust::Lenient));
        let listed = |row: &SourceRow| {
            row.users.iter().any(|user| user == nation)
                && row.hexes.iter().any(|name| name.parse() == Ok(hex))
        };
        home || self.traced.file.source.iter().any(listed)
    }

    /// The sources that list a unit's nation, wherever they serve it and since when.
    fn sources_anywhere(&self, unit: &Unit) -> BTreeSet<Hex> {
        let rows = self.traced.file.source.iter().filter(|row| row.users.contains(&unit.entry.nation));
        rows.flat_map(|row| &row.hexes).filter_map(|hex| hex.parse().ok()).collect()
    }

    /// The hexes that adjoin a box that is a source of supply, as `supply.toml` lists them.
    pub fn entries(&self, name: &str) -> Vec<Hex> {
        let rows = self.traced.file.source.iter().filter(|row| row.boxes.iter().any(|own| own == name));
        rows.flat_map(|row| &row.hexes).filter_map(|hex| hex.parse().ok()).collect()
    }

    fn tracer(&self, unit: &Unit, reading: Trust) -> Tracer<'a> {
        Tracer { field: self.field, zoc: self.zoc, side: unit.side, reading, left_out: LeftOut::Nothing }
    }

    fn is_own_island(&self, owners: &[String], nation: &str, hex: Hex) -> bool {
        let Some(facts) = self.field.map().facts(hex) else { return false };
        let colony_city = facts.city == Some(City::Plain);
        owners.iter().any(|owner| owner == nation && facts.territory == *owner)
            && (facts.island.is_some() || colony_city)
            && self.field.may_hold(hex).contains(
                &Alliance::of(self.field.situation.pack.alliance(nation)).unwrap_or(Alliance::Allies),
            )
    }

    fn is_traced(&self, unit: &Unit, at: &PlaceId, reading: Trust) -> bool {
        let key = (at.clone(), unit.entry.nation.clone(), reading);
        if let Some(known) = self.traced.known.borrow().get(&key) {
            return *known;
        }
        let traced = self.is_always(unit) || self.trace(unit, at, reading);
        self.traced.known.borrow_mut().insert(key, traced);
        traced
    }

    fn trace(&self, unit: &Unit, at: &PlaceId, reading: Trust) -> bool {
        match at {
            PlaceId::Hex(start) => {
                let tracer = self.tracer(unit, reading);
                let sources = self.sources(unit, *start, reading);
                tracer.reaches(*start, &sources)
            }
            PlaceId::Named(name) => self.traced.file.source.iter().any(|row| {
                row.boxes.iter().any(|own| **own == **name) && row.users.contains(&unit.entry.nation)
            }),
            // A unit whose place is unknown may be in supply.
            PlaceId::Tray(_) | PlaceId::Off(_) => reading == Trust::Lenient,
        }
    }

    /// The hexes from which a unit may draw: home sources, named sources, boxes by their entry hexes, and supply chits.
    fn sources(&self, unit: &Unit, start: Hex, reading: Trust) -> BTreeSet<Hex> {
        let map = self.field.map();
        let nation = &unit.entry.nation;
        let givers = self.traced.file.partners.get(nation).into_iter().flatten().chain([nation]);
        let givers: BTreeSet<&String> = givers.collect();
        let home = map.hexes().filter(|(_, facts)| {
            givers.iter().any(|giver| **giver == facts.territory) && self.is_home_source(facts, reading)
        });
        let mut sources: BTreeSet<Hex> = home.map(|(hex, _)| hex).collect();
        let date = self.field.situation.clock.date;
        for row in
            self.traced.file.source.iter().filter(|row| row.users.contains(nation) && is_in_force(row, date))
        {
            let hexes = row.hexes.iter().filter_map(|name| name.parse::<Hex>().ok());
            sources.extend(hexes.filter(|source| serves(self.field, row, *source, start)));
        }
        for chit in ["sea-supply", "air-supply"] {
            let pieces = &self.field.situation.pieces;
            let own = pieces
                .iter()
                .filter(|piece| piece.is_chit(chit) && self.is_own_chit(piece.nation(), unit.side));
            sources.extend(own.filter_map(|piece| piece.at.hex()));
        }
        sources
    }

    fn is_own_chit(&self, nation: &str, side: Alliance) -> bool {
        nation.is_empty() || Alliance::of(self.field.situation.pack.alliance(nation)) == Some(side)
    }

    fn is_home_source(&self, facts: &Ground, reading: Trust) -> bool {
        let home = matches!(facts.city, Some(City::Home | City::Capital));
        let resource = facts.resource
            || self.traced.file.any_home_city.contains(&facts.territory)
            || (reading == Trust::Lenient && facts.is_draft(GroundColumn::Resource));
        home && resource
    }
}

fn is_in_force(row: &SourceRow, date: Option<Date>) -> bool {
    row.from.is_empty() || date.is_none_or(|date| format!("{:04}-{:02}", date.year, date.month) >= row.from)
}

fn serves(field: &Field, row: &SourceRow, source: Hex, start: Hex) -> bool {
    let map = field.map();
    let inside = || map.facts(start).is_some_and(|facts| row.territory.contains(&facts.territory));
    let near = |most: u32| map.distance(source, start).is_some_and(|hexes| hexes <= most);
    (row.territory.is_empty() || inside()) && row.within.is_none_or(near)
}

/// A node of the trace: a hex, whether the path came by rail, and whether it follows an island chain.
type TraceNode = (Hex, bool, bool);

/// The hexes of a trace from its start to a node, each once.
fn way_back(came: &BTreeMap<TraceNode, TraceNode>, end: TraceNode) -> Vec<Hex> {
    let mut way = vec![end.0];
    let mut node = end;
    while let Some(before) = came.get(&node).filter(|before| **before != node) {
        node = *before;
        if way.last() != Some(&node.0) {
            way.push(node.0);
        }
    }
    way.reverse();
    way
}

struct Tracer<'a> {
    field: &'a Field,
    zoc: &'a Zoc,
    side: Alliance,
    reading: Trust,
    left_out: LeftOut,
}

impl Tracer<'_> {
    fn reaches(&self, start: Hex, sources: &BTreeSet<Hex>) -> bool {
        self.path(start, sources).is_some()
    }

    /// The hexes from a start to the nearest of these sources.
    fn path(&self, start: Hex, sources: &BTreeSet<Hex>) -> Option<Vec<Hex>> {
        if sources.contains(&start) && self.is_open(start) {
            return Some(vec![start]);
        }
        let first = (start, true, false);
        let mut came: BTreeMap<TraceNode, TraceNode> = BTreeMap::from([(first, first)]);
        let mut queue: VecDeque<TraceNode> = VecDeque::from([first]);
        while let Some(step) = queue.pop_front() {
            for next in self.exits(step, start) {
                if came.contains_key(&next) {
                    continue;
                }
                came.insert(next, step);
                if !next.2 && sources.contains(&next.0) {
                    return Some(way_back(&came, next));
                }
                queue.push_back(next);
            }
        }
        None
    }

    fn exits(&self, (hex, by_rail, at_sea): TraceNode, start: Hex) -> Vec<TraceNode> {
        let mut exits = Vec::new();
        for to in self.field.map().neighbours(hex) {
            if !at_sea && self.is_land_step(hex, to, hex == start, by_rail) {
                exits.push((to, self.field.map().has_side(hex, to, SideKind::Rail), false));
            }
            if (at_sea || self.is_island(hex)) && self.is_chain_step(hex, to) {
                exits.push((to, false, true));
            }
        }
        if at_sea && self.is_island(hex) && self.is_open(hex) {
            exits.push((hex, false, false));
        }
        exits
    }

    fn facts(&self, hex: Hex) -> Option<&Ground> {
        self.field.map().facts(hex)
    }

    /// The terrain of a hex as this reading takes it: a lenient one does not let a draft terrain block.
    fn terrain(&self, hex: Hex) -> Option<Terrain> {
        let facts = self.facts(hex)?;
        let doubtful = self.reading == Trust::Lenient && facts.is_draft(GroundColumn::Terrain)
            || self.left_out == LeftOut::Terrain;
        if doubtful { Some(Terrain::Clear) } else { facts.terrain }
    }

    /// Jungle may be entered, but passed through only along rail (13.4.3).
    fn is_land_step(&self, from: Hex, to: Hex, at_start: bool, by_rail: bool) -> bool {
        let map = &self.field.map();
        let rail = map.has_side(from, to, SideKind::Rail);
        let blocked = map.sides(from, to).any(|side| match side {
            SideKind::AllSea | SideKind::Lake => !map.has_side(from, to, SideKind::Ferry),
            SideKind::Impassable => true,
            _ => false,
        });
        let rough = matches!(self.terrain(from), Some(Terrain::Jungle | Terrain::JungleMountain));
        let through = at_start || !rough || (by_rail && rail);
        !blocked && through && self.terrain(to) != Some(Terrain::Desert) && self.is_open(to)
    }

    /// A friendly land hex without an enemy partisan and outside uninhibited enemy zones.
    fn is_open(&self, hex: Hex) -> bool {
        let land = self.facts(hex).is_some_and(|facts| facts.kind != HexKind::Sea);
        let partisan = |unit: &Unit| {
            self.left_out != LeftOut::Partisans && unit.side != self.side && unit.kind == Kind::Partisan
        };
        land && self.field.may_hold(hex).contains(&self.side)
            && !self.field.in_hex(hex).any(partisan)
            && !self.zoc.is_uninhibited(self.field, self.side.enemy(), hex)
    }

    fn is_island(&self, hex: Hex) -> bool {
        self.facts(hex).is_some_and(|facts| facts.island.is_some())
    }

    /// A coastal hex without a supplied armed enemy (13.5.3.1); only island coasts unless the reading is lenient.
    fn is_chain_step(&self, from: Hex, to: Hex) -> bool {
        let is_sea = |hex: Hex| self.facts(hex).is_some_and(|facts| facts.kind == HexKind::Sea);
        if self.left_out == LeftOut::Sea && is_sea(to) {
            return !is_sea(from);
        }
        let coastal = self.facts(to).is_some_and(|facts| facts.kind == HexKind::Coastal);
        coastal
            && (self.is_island(to) || self.reading == Trust::Lenient)
            && !self.field.in_hex(to).any(|unit| unit.side != self.side && self.interrupts(unit))
    }

    fn interrupts(&self, unit: &Unit) -> bool {
        let armed = match (&unit.kind, &*unit.ratings) {
            (Kind::Land(_), _) => self.field.posture(unit) == Posture::Present,
            (Kind::Air(kind), _) => self.field.posture(unit) != Posture::Aloft && *kind != Air::B25,
            (Kind::Ship(_), Ratings::Ship(ship)) => {
                let positive = |faces: &crate::rules::catalogue::Faces| {
                    faces
                        .front
                        .as_ref()
                        .and_then(crate::rules::catalogue::Rating::number)
                        .is_some_and(|n| n > 0)
                };
                positive(&ship.gunnery) || positive(&ship.torpedo)
            }
            _ => false,
        };
        armed && !self.field.has(unit, Status::OutOfSupply)
    }
}
