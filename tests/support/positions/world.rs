//! What a position is made from: the map as it is held in a month, and the counters that have come by then.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use liege::rules::atpo::ground::{City, Ground, GroundMap, HexKind, Island, Port, Terrain};
use liege::rules::data::catalogue::Entry;
use liege::rules::data::schedule::{Event, SeasonTurn, Turn};
use liege::rules::game::pack::Pack;
use liege::rules::position::places::Hex;

use super::time::Time;

/// The pack, in the terms of a generator.
pub struct World {
    pub pack: Arc<Pack>,
    pub map: GroundMap,
    /// Every month and step of the game.
    pub times: Vec<Time>,
    counters: Vec<Counter>,
    /// The hexes of the map that are land, wholly or in part.
    pub land: Vec<Hex>,
    /// The hexes with water, wholly or in part.
    pub water: Vec<Hex>,
}

/// A counter, and when the order of battle brings how many; none where it does not mention it.
struct Counter {
    entry: Arc<Entry>,
    comes: Option<Vec<Coming>>,
}

struct Coming {
    season: Option<SeasonTurn>,
    /// The year and month in which the ship was commissioned or the formation raised.
    exists: Option<(u16, u8)>,
    count: u16,
}

/// The counters of a pack with what the order of battle says of them.
fn counters(pack: &Pack) -> Vec<Counter> {
    let schedule = pack.schedule.by_counter();
    let of = |entry: &Arc<Entry>| {
        let rows = schedule.get(entry.id.as_str()).map(|events| {
            let brings = events.iter().filter(|event| event.kind.brings());
            let row = |event: &&Event| Coming {
                season: event.turn.map(Turn::season),
                exists: event.available.map(|date| (date.year, date.month)),
                count: event.count,
            };
            brings.map(row).collect()
        });
        Counter { entry: entry.clone(), comes: rows }
    };
    pack.catalogue.entries().map(of).collect()
}

/// The hex of the only capital with a major port (3.9.1).
const TOKYO: &str = "W4533";

impl World {
    pub fn of(pack: Arc<Pack>) -> Self {
        let map = GroundMap::of(&pack.map);
        let of_kind = |kinds: &[HexKind]| -> Vec<Hex> {
            map.hexes().filter(|(_, facts)| kinds.contains(&facts.kind)).map(|(hex, _)| hex).collect()
        };
        let land = of_kind(&[HexKind::Land, HexKind::Coastal]);
        let water = of_kind(&[HexKind::Sea, HexKind::Coastal]);
        let counters = counters(&pack);
        let times = Time::all(&pack);
        Self { pack, map, times, counters, land, water }
    }

    /// What the map says of a hex of it.
    pub fn facts(&self, hex: Hex) -> &Ground {
        self.map.facts(hex).unwrap_or_else(|| panic!("{hex} is not on the map"))
    }

    /// Whether a nation fights for Japan.
    pub fn is_axis(&self, nation: &str) -> bool {
        self.pack.alliance(nation) == "axis"
    }

    pub fn entry(&self, id: &str) -> Arc<Entry> {
        self.pack.catalogue.get(id).cloned().unwrap_or_else(|| panic!("no counter {id}"))
    }

    /// The counters of a family that are in the game by now, with how many of each: those that the order of battle had
    /// brought when the season began, and those that it does not mention.
    pub fn available(&self, family: &str, time: &Time) -> Vec<(Arc<Entry>, u16)> {
        let season = time.season();
        let by_now = |coming: &&Coming| {
            coming.season.is_none_or(|own| own < season)
                && coming.exists.is_none_or(|(year, month)| time.since(year, month))
        };
        let come = |counter: &Counter| match &counter.comes {
            None => counter.entry.copies(),
            Some(rows) => {
                rows.iter().filter(by_now).map(|row| row.count).sum::<u16>().min(counter.entry.copies())
            }
        };
        let counters = self.counters.iter().filter(|counter| *counter.entry.family == *family);
        counters
            .map(|counter| (counter.entry.clone(), come(counter)))
            .filter(|(_, count)| *count > 0)
            .collect()
    }

    /// Land steps that a hex holds, by the data as they are (11.1.2).
    pub fn step_limit(&self, hex: Hex, fort: bool) -> usize {
        let facts = self.facts(hex);
        let base = if facts.island == Some(Island::Small) { 4 } else { 8 };
        base + if facts.city.is_some() { 2 } else { 0 } + usize::from(fort || facts.permanent_fort)
    }

    /// Ships that the printed port of a hex takes (3.9); none for no limit.
    pub fn port_limit(&self, hex: Hex) -> Option<usize> {
        let facts = self.facts(hex);
        match self.port(hex) {
            Some(Port::Unlimited) => None,
            Some(Port::Major) => Some(30),
            Some(_) if facts.city == Some(City::Capital) => Some(15),
            Some(Port::Minor) => Some(15),
            Some(Port::City) => Some(5),
            None => Some(0),
        }
    }

    fn port(&self, hex: Hex) -> Option<Port> {
        let facts = self.facts(hex);
        let capital = facts.city == Some(City::Capital) && facts.port.is_some();
        if capital && hex.to_string() == TOKYO { Some(Port::Major) } else { facts.port }
    }

    /// Air units that the printed bases of a hex take (4.6.1).
    pub fn base_limit(&self, hex: Hex) -> usize {
        let facts = self.facts(hex);
        // Of the ports that a capital shows only Tokyo's counts as a major one.
        let capital = facts.city == Some(City::Capital) && hex.to_string() != TOKYO;
        let major = self.port(hex) == Some(Port::Major) && !capital;
        let city = usize::from(facts.city.is_some() || facts.port == Some(Port::City));
        usize::from(facts.resource) + if major { 2 } else { city }
    }

    /// Whether an amphibious assault may go in at a hex (3.14.2).
    pub fn is_beach(&self, hex: Hex) -> bool {
        let facts = self.facts(hex);
        facts.kind == HexKind::Coastal
            && match facts.terrain {
                Some(Terrain::Clear | Terrain::Desert) => true,
                Some(Terrain::Mountain) => facts.port.is_some(),
                _ => false,
            }
    }

    /// Whether a hex lies within so many hexes of one that a test accepts.
    pub fn near(&self, hex: Hex, steps: u32, test: impl Fn(&Ground) -> bool) -> bool {
        let mut seen = BTreeSet::from([hex]);
        for _ in 0..steps {
            let next: Vec<Hex> = seen.iter().flat_map(|from| self.map.neighbours(*from)).collect();
            seen.extend(next);
        }
        seen.into_iter().any(|near| self.map.facts(near).is_some_and(&test))
    }

    /// Who holds the hexes of the map when the scenario of a month starts (docs/data.md), Indochina as a Japanese conquest
    /// from July 1941 on (15.1.1).
    pub fn first_owners(&self, time: &Time) -> BTreeMap<Hex, String> {
        let year = if time.since(1941, 12) { 1941 } else { 1937 };
        let of = |facts: &Ground| {
            let year = if facts.territory == "FR" && time.since(1941, 7) { 1941 } else { year };
            facts.owners.get(&year).map(ToString::to_string)
        };
        self.map.hexes().filter_map(|(hex, facts)| Some((hex, of(facts)?))).collect()
    }
}

/// Whether a nation is at war with Japan by history (15).
pub fn is_at_war(nation: &str, time: &Time) -> bool {
    match nation {
        "CN" | "CC" => true,
        "SU" | "MN" => time.since(1945, 8),
        "US" | "PH" | "UK" | "IN" | "AU" | "NZ" | "NL" | "FR" => time.since(1941, 12),
        _ => false,
    }
}
