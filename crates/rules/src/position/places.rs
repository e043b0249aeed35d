//! The places of a game as data: a graph of which hexes are one kind; areas, boxes and tracks are others.
//!
//! `maps/<game>/places.toml` says which columns and words there are. A game types the words for its rules
//! (`ground.rs`), once for a pack (`Pack::typed`), and refuses a word that its rules do not know. Only `HexGrid`
//! knows sheets, rows and directions; a map without hexes has a grid without sheets rather than none. Hexes are
//! found by row and column (`HexIndex`), every other place by name.

mod cell_reader;
mod facts;
mod grid;
mod hex_index;
mod id;
mod read;
mod stored;
mod terms;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

pub use facts::{PlaceFacts, PlaceList, PlaceRow};
pub use grid::{ColumnDirection, Direction, Hex, HexGrid, RowDirection, Sheet};
pub use hex_index::HexIndex;
pub use id::{PlaceId, Tray};
pub use terms::{Columns, PlaceColumn, PlaceTakes, Terms};

use crate::data::word::Word;
use stored::StoredPlaces;

/// All places of a game.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(into = "StoredPlaces", try_from = "StoredPlaces")]
pub struct Places {
    /// The grid that the hexes lie in; a map without hexes has one without sheets.
    pub grid: HexGrid,
    /// What its tables may say.
    pub terms: Terms,
    /// Lists of places, such as shipping routes, in the order of the file.
    pub routes: Vec<PlaceList>,
    list: Vec<PlaceFacts>,
    /// Where in the list hexes are.
    by_hex: HexIndex,
    /// The same of places that are no hexes.
    by_id: BTreeMap<PlaceId, usize>,
    /// Places that pieces lie in, by name.
    by_name: BTreeMap<String, usize>,
    /// The same by the id of their row; what no row tells of has none.
    by_key: BTreeMap<String, usize>,
    /// What joins two places beyond the grid, both ways.
    next: BTreeMap<PlaceId, Vec<Joined>>,
}

/// A place that an edge joins to another, with the words of the edge by the alphabet.
type Joined = (PlaceId, Vec<Word>);

impl Places {
    /// All places with a row, in the order of the files.
    pub fn all(&self) -> &[PlaceFacts] {
        &self.list
    }

    /// What the data say about a place; `None` for one that has no row.
    pub fn facts(&self, place: &PlaceId) -> Option<&PlaceFacts> {
        self.index(place).map(|ix| &self.list[ix])
    }

    /// What the data say about a hex; `None` for one that has no row.
    pub fn hex(&self, hex: Hex) -> Option<&PlaceFacts> {
        self.by_hex.get(hex).map(|ix| &self.list[ix])
    }

    /// Where in the list a place is.
    fn index(&self, place: &PlaceId) -> Option<usize> {
        match place {
            PlaceId::Hex(hex) => self.by_hex.get(*hex),
            PlaceId::Named(_) | PlaceId::Tray(_) | PlaceId::Off(_) => self.by_id.get(place).copied(),
        }
    }

    /// All hexes with a row, by number.
    pub fn hexes(&self) -> impl Iterator<Item = (Hex, &PlaceFacts)> {
        self.by_hex.iter().map(|(hex, ix)| (hex, &self.list[ix]))
    }

    /// The places that are no hexes and that pieces may lie in: areas, boxes, spaces of tracks.
    pub fn named(&self) -> impl Iterator<Item = &PlaceFacts> {
        self.list.iter().filter(|place| place.id.hex().is_none() && !place.of_hexes)
    }

    /// The area, box or space with this name, else the one whose row has this id.
    pub fn place(&self, name: &str) -> Option<&PlaceFacts> {
        self.by_name.get(name).or_else(|| self.by_key.get(name)).map(|ix| &self.list[*ix])
    }

    /// The place that a text means: a hex in one of its forms, else a name or the id of a row.
    pub fn find(&self, text: &str) -> Option<PlaceId> {
        let hex = text.parse::<Hex>().ok().filter(|hex| self.grid.has(*hex));
        hex.map(PlaceId::Hex).or_else(|| self.place(text).map(|place| place.id.clone()))
    }

    /// A text in which each hex bears its name where it is named first: `Saipan (E3032)`. What stands in brackets or within
    /// a longer word, as in the id of a battle, stays as it is.
    pub fn with_names(&self, text: &str) -> String {
        let is_inner = |c: char| c.is_alphanumeric() || c == '-';
        let mut told = BTreeSet::new();
        let mut named = String::with_capacity(text.len());
        let mut before = ' ';
        for word in text.split_inclusive(|c: char| !is_inner(c)) {
            let token = word.trim_end_matches(|c: char| !is_inner(c));
            let hex = token.parse::<Hex>().ok().filter(|hex| token.len() == 5 && self.grid.has(*hex));
            let name = hex.and_then(|hex| self.hex(hex)).map_or("", |facts| facts.row.name.as_str());
            if name.is_empty() || before == '(' || !told.insert(token) || named.ends_with(&format!("{name} "))
            {
                named.push_str(word);
            } else {
                named.push_str(&format!("{name} ({token}){}", &word[token.len()..]));
            }
            before = word.chars().next_back().unwrap_or(before);
        }
        named
    }

    /// The area of which a row of `areas.csv` has this id, whether pieces may lie in it or it is a name for hexes.
    pub fn area(&self, id: &str) -> Option<&PlaceFacts> {
        self.list.iter().find(|place| place.area && place.key == id)
    }

    /// What `areas.csv` tells of, in the order of the file.
    pub fn areas(&self) -> impl Iterator<Item = &PlaceFacts> {
        self.list.iter().filter(|place| place.area)
    }

    /// The hexes that say they belong to an area, by number.
    pub fn hexes_of<'a>(&'a self, area: &'a PlaceFacts) -> impl Iterator<Item = Hex> + 'a {
        let within = |facts: &PlaceFacts| facts.words_that_are(PlaceTakes::Area).any(|id| id == area.key);
        self.hexes().filter(move |(_, facts)| within(facts)).map(|(hex, _)| hex)
    }

    /// Whether pieces at a place are in play; those of a place without a row are where it is on the map.
    pub fn is_in_play(&self, place: &PlaceId) -> bool {
        match place {
            PlaceId::Hex(_) | PlaceId::Tray(_) => true,
            PlaceId::Named(_) => self.facts(place).is_none_or(|facts| facts.in_play),
            PlaceId::Off(_) => false,
        }
    }

    /// The places next to a place: the hexes around a hex in the order of [`Direction::ALL`], then what edges join.
    pub fn neighbours(&self, place: &PlaceId) -> Vec<PlaceId> {
        let around = place.hex().map(|hex| self.grid.neighbours(hex)).unwrap_or_default();
        let mut all: Vec<PlaceId> = around.into_iter().map(PlaceId::Hex).collect();
        let joined = self.next.get(place).into_iter().flatten().map(|(other, _)| other);
        let more: Vec<PlaceId> = joined.filter(|other| !all.contains(other)).cloned().collect();
        all.extend(more);
        all
    }

    /// The words of the edge between two places, by the alphabet; none when nothing lies there.
    pub fn edge(&self, a: &PlaceId, b: &PlaceId) -> impl Iterator<Item = &str> {
        self.words_between(a, b).iter().map(|word| &**word)
    }

    /// Whether the edge between two places carries a word.
    pub fn has_edge(&self, a: &PlaceId, b: &PlaceId, word: &str) -> bool {
        self.words_between(a, b).iter().any(|own| *own == *word)
    }

    fn words_between(&self, a: &PlaceId, b: &PlaceId) -> &[Word] {
        let joined = self.next.get(a).into_iter().flatten().find(|(other, _)| other == b);
        joined.map_or(&[], |(_, words)| words)
    }

    /// All edges that carry words, each once, the smaller place first.
    pub fn edges(&self) -> impl Iterator<Item = (&PlaceId, &PlaceId, &[Word])> {
        self.next.iter().flat_map(|(from, to)| {
            to.iter().filter(move |(to, _)| from < to).map(move |(to, words)| (from, to, words.as_slice()))
        })
    }

    /// Steps from one place to another, 0 for the same: hexes over the grid, else from neighbour to neighbour.
    pub fn distance(&self, from: &PlaceId, to: &PlaceId) -> Option<u32> {
        if let (Some(from), Some(to)) = (from.hex(), to.hex()) {
            return self.grid.distance(from, to);
        }
        let mut queue = VecDeque::from([(from.clone(), 0)]);
        let mut seen = BTreeSet::from([from.clone()]);
        while let Some((place, steps)) = queue.pop_front() {
            if place == *to {
                return Some(steps);
            }
            for next in self.neighbours(&place) {
                if seen.insert(next.clone()) {
                    queue.push_back((next, steps + 1));
                }
            }
        }
        None
    }

    /// Adds a place; one that another table has already gets what both say.
    fn add(&mut self, facts: PlaceFacts) {
        match self.index(&facts.id) {
            Some(ix) => self.list[ix].join(&facts),
            None => _ = self.add_new(facts),
        }
    }

    /// Adds a place that no other row has; whether none has.
    fn add_new(&mut self, facts: PlaceFacts) -> bool {
        let at = self.list.len();
        match facts.id.hex() {
            Some(hex) if !self.by_hex.insert(hex, at) => return false,
            Some(_) => {}
            None => match self.by_id.entry(facts.id.clone()) {
                Entry::Vacant(free) => _ = free.insert(at),
                Entry::Occupied(_) => return false,
            },
        }
        if facts.id.hex().is_none() && !facts.of_hexes {
            for (names, name) in [(&mut self.by_name, &facts.name), (&mut self.by_key, &facts.key)] {
                if !name.is_empty() {
                    names.entry(name.clone()).or_insert(at);
                }
            }
        }
        self.list.push(facts);
        true
    }

    fn join(&mut self, a: &PlaceId, b: &PlaceId, words: impl IntoIterator<Item = Word> + Clone) {
        for (from, to) in [(a, b), (b, a)] {
            let joined = self.next.entry(from.clone()).or_default();
            let at = joined.partition_point(|(other, _)| other < to);
            if joined.get(at).is_none_or(|(other, _)| other != to) {
                joined.insert(at, (to.clone(), Vec::new()));
            }
            for word in words.clone() {
                let own = &mut joined[at].1;
                if let Err(place) = own.binary_search(&word) {
                    own.insert(place, word);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: &str = r#"
format = 1
[hexes]
kinds = ["land", "sea"]
[[hexes.column]]
name = "terrain"
words = ["clear", "swamp"]
needed = ["land"]
[[hexes.column]]
name = "city"
words = ["city"]
history = true
[[hexes.column]]
name = "island"
words = ["small"]
[areas]
kinds = ["grid", "wide"]
of_hexes = ["grid"]
[[areas.column]]
name = "mp"
takes = "number"
[edges]
words = ["strait", "rail"]
"#;

    fn two_sheets() -> Places {
        let west = Sheet {
            letter: 'W',
            first_row: 1,
            last_row: 60,
            rows: RowDirection::North,
            first_column: 0,
            last_column: 33,
            columns: ColumnDirection::East,
            row_offset: 0,
            column_offset: 0,
        };
        let east = Sheet {
            letter: 'E',
            first_column: 1,
            last_column: 34,
            rows: RowDirection::South,
            columns: ColumnDirection::West,
            row_offset: 61,
            column_offset: 68,
            ..west.clone()
        };
        let terms = Terms::read("places.toml", TERMS, &mut Vec::new());
        Places { grid: HexGrid { sheets: vec![west, east] }, terms, ..Places::default() }
    }

    fn hex(name: &str) -> Hex {
        name.parse().unwrap()
    }

    #[test]
    fn hex_names_are_read_in_every_form_and_written_in_one() {
        for form in ["W 4533", "w4533", "W-4533", "4533W", "4533 w", "w - 4533", " W4533 "] {
            assert_eq!(hex(form).to_string(), "W4533", "{form}");
        }
        assert_eq!(hex("E0734").to_string(), "E0734");
        assert_eq!(["w 4533", "Buna", "4533"].map(Hex::tidy), ["W4533", "Buna", "4533"]);
        for wrong in ["", "4533", "W453", "W45333", "W45x3", "W4533E", "W--4533", "W", "ä4533"] {
            assert!(wrong.parse::<Hex>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_strait_across_the_seam_joins_its_two_hexes() {
        let map = two_sheets();
        assert_eq!(map.grid.distance(hex("W5433"), hex("E0734")), Some(1));
        assert_eq!(map.grid.direction(hex("W5433"), hex("E0734")), Some(Direction::East));
        assert!(map.grid.neighbours(hex("E0734")).contains(&hex("W5433")));
    }

    #[test]
    fn rows_alternate_by_half_a_hex() {
        let map = two_sheets();
        assert_eq!(map.grid.neighbour(hex("W4433"), Direction::NorthWest), Some(hex("W4533")));
        assert_eq!(map.grid.neighbour(hex("W4532"), Direction::NorthEast), Some(hex("W4632")));
        assert_eq!(map.grid.neighbours(hex("W2010")).len(), 6);
    }

    #[test]
    fn distance_counts_hexes() {
        let map = two_sheets();
        assert_eq!(map.grid.distance(hex("W4533"), hex("W4533")), Some(0));
        assert_eq!(map.grid.distance(hex("W4510"), hex("W4516")), Some(6));
        assert_eq!(map.grid.distance(hex("W4510"), hex("W4110")), Some(4));
        assert_eq!(map.grid.distance(hex("W9999"), hex("W4110")), None);
    }

    #[test]
    fn sides_join_only_neighbours() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        let text = "hex,neighbour,kind,name,source\nE0734,W5433,strait,Soya,rules\nW4510,W4516,rail,,draft\n";
        map.add_hexsides("hexsides.csv", text, &mut faults);
        assert!(map.has_edge(&hex("W5433").into(), &hex("E0734").into(), "strait"));
        assert_eq!(faults.len(), 1);
        assert_eq!(
            faults[0].to_string(),
            "hexsides.csv:3: column \"neighbour\": W4510 and W4516 are not adjacent"
        );
    }

    #[test]
    fn a_route_names_hexes_and_known_areas() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        let areas = "id,name,kind,mp,x,y,source,note\nwide,Wide Sea,wide,8,1,2,draft,\n";
        map.add_areas("areas.csv", areas, &[], &mut faults);
        let routes = "id,name,kind,points,source,note\na,A,convoy,W4510 W4511 wide,draft,\nb,B,merchant,W9999 wid,draft,\n";
        map.add_routes("routes.csv", routes, &mut faults);
        assert_eq!(map.area("wide").map(|area| (&*area.kind, area.number("mp"))), Some(("wide", Some(8))));
        assert_eq!(map.routes[0].places[2], PlaceId::named("Wide Sea"));
        assert_eq!(faults.len(), 2);
        assert_eq!(
            faults[1].to_string(),
            "routes.csv:3: column \"points\": \"wid\" is neither a hex nor an area"
        );
    }

    #[test]
    fn what_the_rules_state_of_a_hex_is_a_list_of_its_columns() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        let rows = [("W4510", "draft"), ("W4511", "history"), ("W4512", "rules")];
        let rows = rows.map(|(at, source)| format!("\n{at},land,clear,city,,{source}"));
        let text = format!("hex,kind,terrain,city,island,source{}", rows.concat());
        map.add_hexes("hexes.csv", &text, &[], &mut faults);
        map.add_stated("stated.csv", "hex,columns,rule\nW4510,terrain city,1.2\n", &mut faults);
        assert!(faults.is_empty(), "{faults:?}");
        let drafts = |name: &str| {
            let facts = map.hex(hex(name)).unwrap();
            ["terrain", "city", "island"].map(|column| facts.is_draft(column))
        };
        assert_eq!(drafts("W4510"), [false, false, true]);
        assert_eq!(drafts("W4511"), [true, false, true]);
        assert_eq!(drafts("W4512"), [false, false, false]);
        map.add_stated(
            "stated.csv",
            "hex,columns,rule\nW4510,iland,1.2\nW4511,,1.2\nW9999,name,1\n",
            &mut faults,
        );
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(
            told[0].starts_with("stated.csv:2: column \"columns\": unknown columns \"iland\""),
            "{told:?}"
        );
        assert!(told[0].contains("island"), "{told:?}");
        assert!(told[1].starts_with("stated.csv:3: column \"columns\""), "{told:?}");
        assert!(told[2].starts_with("stated.csv:4: column \"hex\": no sheet prints W9999"), "{told:?}");
    }

    #[test]
    fn a_hex_whose_row_is_like_the_one_before_has_its_facts_and_its_own_number() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        let rows = ["W4510,land,clear,city,,draft", "W4511,land,clear,city,,draft", "W4512,sea,,,,draft"];
        let text = format!(
            "hex,kind,terrain,city,island,source\n{}\nW4513,see,,,,draft\nW4514,see,,,,draft",
            rows.join("\n")
        );
        map.add_hexes("hexes.csv", &text, &[], &mut faults);
        let told = |name: &str| {
            let facts = map.hex(hex(name)).unwrap();
            (facts.key.clone(), facts.kind.to_string(), facts.word("city").to_owned())
        };
        let expected =
            |name: &str, kind: &str, city: &str| (name.to_owned(), kind.to_owned(), city.to_owned());
        assert_eq!(told("W4510"), expected("W4510", "land", "city"));
        assert_eq!(told("W4511"), expected("W4511", "land", "city"));
        assert_eq!(told("W4512"), expected("W4512", "sea", ""));
        let lines: Vec<u64> = faults.iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [5, 6], "each row with a fault is told: {faults:?}");
    }

    #[test]
    fn a_word_that_the_game_does_not_list_is_told_with_the_nearest() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        let text = "hex,kind,terrain,city,island\nW4510,land,swanp,,\nW4511,land,,,\nW4512,see,,,\n";
        map.add_hexes("hexes.csv", text, &[], &mut faults);
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "hexes.csv:2: column \"terrain\": expected one of clear, swamp, found \"swanp\"; did you mean \"swamp\"?",
                "hexes.csv:3: column \"terrain\": expected the terrain of a place of the kind \"land\"",
                "hexes.csv:4: column \"kind\": expected one of land, sea, found \"see\"; did you mean \"sea\"?",
            ]
        );
    }

    #[test]
    fn areas_adjoin_by_their_borders_and_are_as_far_apart_as_steps_between_them() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        let areas = "id,name,kind,mp,outline\na,Atoll,wide,,\"0,0 9,0 9,9\"\nb,Bay,wide,,\nc,Cape,wide,,\nd,Deep,wide,,\n";
        map.add_areas("areas.csv", areas, &[], &mut faults);
        let borders = "from,to,words\na,Bay,strait rail\nb,c,\nc,W4510,rail\n";
        map.add_borders("borders.csv", borders, &mut faults);
        assert!(faults.is_empty(), "{faults:?}");
        let [a, b, c, d] = ["Atoll", "Bay", "Cape", "Deep"].map(PlaceId::named);
        assert_eq!(map.facts(&a).unwrap().outline, [(0, 0), (9, 0), (9, 9)]);
        assert_eq!(map.neighbours(&b), [a.clone(), c.clone()]);
        assert_eq!(map.edge(&b, &a).collect::<Vec<_>>(), ["rail", "strait"]);
        assert_eq!(map.edge(&b, &c).count(), 0);
        assert_eq!([&a, &b, &c, &d].map(|to| map.distance(&a, to)), [Some(0), Some(1), Some(2), None]);
        assert_eq!(map.distance(&a, &hex("W4511").into()), Some(4), "over an edge into the grid");
        map.add_borders("borders.csv", "from,to,words\na,Bai,\na,a,\na,b,river\n", &mut faults);
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "borders.csv:2: column \"to\": no hex, area or box is called \"Bai\"; did you mean \"Bay\"?",
                "borders.csv:3: column \"to\": Atoll cannot adjoin itself",
                "borders.csv:4: column \"words\": unknown words \"river\", expected one of strait, rail",
            ]
        );
    }

    #[test]
    fn a_gap_of_a_window_is_no_place_and_a_negative_number_is_not_its_positive_one() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        map.add_areas("areas.csv", "id,name,kind,mp\n2,Two Rivers,wide,\n", &[], &mut faults);
        map.add_window("Morale Track", ["-1", "", "0", "1", "2"]);
        let names: Vec<String> = ["-1", "", "0", "1", "2"]
            .map(|name| map.place(name).map_or("none", |place| place.name.as_str()).to_owned())
            .into();
        assert_eq!(names, ["-1", "none", "0", "1", "2"]);
        assert_eq!(map.place("2").map(|place| place.window.as_str()), Some("Morale Track"));
        assert_eq!(map.named().count(), 5);
        assert!(map.place("morale-track").is_none(), "a window is no place");
    }

    #[test]
    fn an_outline_of_more_corners_than_any_map_has_is_told() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        let corners = "32000,32000 ".repeat(10_001);
        let text = format!("id,name,kind,mp,outline\na,Atoll,wide,,\"{corners}\"\n");
        map.add_areas("areas.csv", &text, &[], &mut faults);
        assert_eq!(
            faults[0].to_string(),
            "areas.csv:2: column \"outline\": expected at most 10000 corners, found 10001"
        );
        assert_eq!(map.areas().map(|area| area.outline.len()).collect::<Vec<_>>(), [10_000]);
    }

    #[test]
    fn a_window_names_the_box_of_a_row_by_its_id() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        map.add_boxes("places.csv", "id,name,map,kind\npool,Our Pool,Pools,pool\n", &[], &mut faults);
        map.add_window("Pools", ["pool", "Our Pool"]);
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(map.named().map(|place| place.name.as_str()).collect::<Vec<_>>(), ["Our Pool"]);
    }

    #[test]
    fn two_rows_of_one_name_or_one_id_are_told() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        map.add_areas("areas.csv", "id,name,kind,mp\na,Atoll,wide,\n", &[], &mut faults);
        let boxes =
            "id,name,map,kind\natoll,Atoll,Islands,box\nb,Bay,Seas,box\nc,Bay,Seas,sea\nb,Cape,Seas,box\n";
        map.add_boxes("places.csv", boxes, &[], &mut faults);
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "places.csv:4: column \"name\": duplicate box \"Bay\"",
                "places.csv:5: column \"id\": duplicate row b",
            ]
        );
        let atoll = map.place("Atoll").map(|place| (place.window.as_str(), place.key.as_str()));
        assert_eq!(atoll, Some(("Islands", "a")), "a box may tell more of an area");
    }

    #[test]
    fn an_area_that_is_a_name_for_hexes_holds_no_pieces() {
        let (mut map, mut faults) = (two_sheets(), Vec::new());
        map.add_areas(
            "areas.csv",
            "id,name,kind,mp\ngrid,Grid Sea,grid,\nwide,Wide Sea,wide,\n",
            &[],
            &mut faults,
        );
        assert!(faults.is_empty(), "{faults:?}");
        assert!(map.place("Grid Sea").is_none() && map.area("grid").is_some());
        assert_eq!(map.place("wide").map(|place| place.id.to_string()).as_deref(), Some("Wide Sea"));
    }
}
