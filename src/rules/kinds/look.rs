//! What the kinds of checks need to see of a position: the one place that knows how a situation holds it.

use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use crate::diagnostic::Severity;
use crate::rules::bound::Bound;
use crate::rules::catalogue::{Entry, Faces, Rating, Ratings, SOURCES};
use crate::rules::hexmap::{
    City, Column, Direction, Hex, HexFacts, HexKind, Island, Port, SideKind, Terrain,
};
use crate::rules::pack::Pack;
use crate::rules::situation::{Piece, PieceIx, PlaceId, Posture, Situation, Status};

/// What is at hand for the rows: the position, an earlier one, and the players' choices.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The position.
    pub now: &'a Situation,
    /// An earlier position of the same month.
    pub before: Option<&'a Situation>,
    /// Choices that differ from their defaults.
    pub choices: &'a BTreeMap<String, String>,
}

impl<'a> Look<'a> {
    /// The reading of a choice that holds.
    pub fn choice(&self, key: &str) -> &'a str {
        let default = || self.now.pack.choices.get(key);
        self.choices.get(key).map(String::as_str).or_else(default).unwrap_or_default()
    }
}

/// The printed numbers that a selector may compare.
pub const NUMBERS: &[&str] = &[
    "strength",
    "movement",
    "range",
    "quality",
    "gunnery",
    "torpedo",
    "armor",
    "capacity",
    "steps",
    "points",
    "rating",
    "radius",
    "exploitation",
    "count",
];

/// Words of how a piece is at its place, beside the states of chits.
const POSTURES: [&str; 13] = [
    "present",
    "docked",
    "aloft",
    "aboard",
    "pinned",
    "reduced",
    "used",
    "building",
    "destroyed",
    "adrift",
    "landing",
    "unclear",
    "lowest",
];

/// The words that `state` may be compared with.
pub fn states(_: &Pack) -> BTreeSet<&'static str> {
    POSTURES.into_iter().chain(Status::ALL.map(|(_, word)| word)).collect()
}

/// Whether a piece is in a state. A piece is `unclear` when the save does not tell how it is at its place, `landing`
/// when it attacks its own hex, `lowest` at the bottom of its stack.
pub fn is_in(piece: &Piece, state: &str) -> bool {
    match state {
        "present" => piece.posture == Posture::Present,
        "docked" => piece.posture == Posture::Docked,
        "aloft" => piece.posture == Posture::Aloft,
        "aboard" => matches!(piece.posture, Posture::Aboard(_)),
        "pinned" => piece.posture == Posture::Pinned,
        "reduced" => piece.reduced,
        "used" => piece.used,
        "building" => piece.building,
        "destroyed" => piece.destroyed,
        "adrift" => piece.adrift,
        "landing" => piece.attack.is_some_and(|hex| piece.at == PlaceId::Hex(hex)),
        "unclear" => !piece.posture_told,
        "lowest" => piece.depth == 0,
        word => Status::from_word(word).is_some_and(|status| piece.has(status)),
    }
}

/// What a state is called in a sentence.
pub fn state_name(state: &str) -> String {
    Status::from_word(state).map_or_else(|| state.replace('-', " "), |status| status.name().to_owned())
}

/// The family of a counter, named as its file.
pub fn family(entry: &Entry) -> &'static str {
    match entry.ratings {
        Ratings::Land(_) => "land",
        Ratings::Air(_) => "air",
        Ratings::Ship(_) => "ships",
        Ratings::Leader(_) => "leaders",
        Ratings::Transport(_) => "transport",
        Ratings::Special(_) => "special",
        Ratings::Chit(_) => "chits",
    }
}

/// Whether a counter is a named ship.
pub fn is_named(entry: &Entry) -> bool {
    matches!(&entry.ratings, Ratings::Ship(ship) if ship.named == Some(true))
}

/// The word of a counter's column `source`.
pub fn source(entry: &Entry) -> &'static str {
    SOURCES.iter().find(|(_, source)| *source == entry.source).map_or("", |(word, _)| word)
}

/// A printed number of a counter, of the face that is up; `None` when the counter has no such number. A draft may be
/// one off, but steps, points and the count say which counter it is.
pub fn number(entry: &Entry, reduced: bool, column: &str) -> Option<Bound> {
    let exact = |number: Option<i32>| number.map(Bound::exact);
    if column == "count" {
        return exact(entry.count);
    }
    let steps = |steps: Option<i32>| exact(if reduced { Some(1) } else { steps });
    let of_faces = |faces: &Faces| {
        let up = faces.back.as_ref().filter(|_| reduced).or(faces.front.as_ref());
        up.and_then(Rating::number)
    };
    let printed = |rating: &Option<Rating>| rating.as_ref().and_then(Rating::number);
    let number = match (&entry.ratings, column) {
        (Ratings::Land(land), "steps") => return steps(land.steps),
        (Ratings::Air(air), "steps") => return steps(air.steps),
        (Ratings::Ship(ship), "steps") => return steps(ship.steps),
        (Ratings::Transport(transport), "points") => return exact(of_faces(&transport.points)),
        (Ratings::Land(land), "strength") => of_faces(&land.strength),
        (Ratings::Land(land), "movement") => of_faces(&land.movement),
        (Ratings::Air(air), "strength") => of_faces(&air.strength),
        (Ratings::Air(air), "range") => of_faces(&air.range),
        (Ratings::Air(air), "quality") => of_faces(&air.quality),
        (Ratings::Ship(ship), "gunnery") => of_faces(&ship.gunnery),
        (Ratings::Ship(ship), "torpedo") => of_faces(&ship.torpedo),
        (Ratings::Ship(ship), "armor") => of_faces(&ship.armor),
        (Ratings::Ship(ship), "movement") => of_faces(&ship.movement),
        (Ratings::Ship(ship), "capacity") => ship.capacity,
        (Ratings::Leader(leader), "rating") => printed(&leader.rating),
        (Ratings::Leader(leader), "radius") => printed(&leader.radius),
        (Ratings::Leader(leader), "strength") => printed(&leader.strength),
        (Ratings::Leader(leader), "exploitation") => printed(&leader.exploitation),
        (Ratings::Transport(transport), "movement") => printed(&transport.movement),
        (Ratings::Special(special), "strength") => printed(&special.strength),
        (Ratings::Special(special), "movement") => printed(&special.movement),
        _ => None,
    }?;
    Some(if entry.source.is_draft() {
        let range = (number - 1).max(0)..=number.saturating_add(1);
        Bound::about(number, range, format!("{column} of {}", entry.name))
    } else {
        Bound::exact(number)
    })
}

/// A value of the position: a track, points, a level.
pub fn value(now: &Situation, name: &str) -> Option<Bound> {
    now.globals.get(name).and_then(|text| text.trim().parse().ok()).map(Bound::exact)
}

/// The places of the map, then those that hold pieces and are no part of it.
pub fn places(now: &Situation) -> BTreeSet<PlaceId> {
    let map = &now.pack.map;
    let hexes = map.hexes().map(|(hex, _)| PlaceId::Hex(hex));
    let boxes = map.places.iter().map(|place| PlaceId::Box(place.name.clone()));
    hexes.chain(boxes).chain(now.at.keys().cloned()).collect()
}

/// The places beside a place.
pub fn beside(now: &Situation, place: &PlaceId) -> Vec<PlaceId> {
    let hexes = place.hex().map(|hex| now.pack.map.neighbours(hex)).unwrap_or_default();
    hexes.into_iter().map(PlaceId::Hex).collect()
}

/// Whether one of these lies along a side of a place.
pub fn has_edge(now: &Situation, place: &PlaceId, words: &[String]) -> bool {
    let Some(hex) = place.hex() else { return false };
    let map = &now.pack.map;
    let kinds: Vec<SideKind> = words
        .iter()
        .filter_map(|word| EDGES.iter().find(|(known, _)| known == word).map(|(_, kind)| *kind))
        .collect();
    Direction::ALL
        .into_iter()
        .filter_map(|direction| map.neighbour(hex, direction))
        .any(|near| kinds.iter().any(|kind| map.has_side(hex, near, *kind)))
}

/// The words of what may lie along the sides of places.
pub fn edges(_: &Pack) -> BTreeSet<&'static str> {
    EDGES.iter().map(|(word, _)| *word).collect()
}

const EDGES: [(&str, SideKind); 10] = [
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

/// The columns of hexes, with how drafts of them are told.
const COLUMNS: [(&str, Option<Column>); 11] = [
    ("kind", Some(Column::Kind)),
    ("terrain", Some(Column::Terrain)),
    ("island", Some(Column::Island)),
    ("name", Some(Column::Name)),
    ("city", Some(Column::City)),
    ("resource", Some(Column::Resource)),
    ("port", Some(Column::Port)),
    ("fort", Some(Column::Fort)),
    ("territory", Some(Column::Territory)),
    ("weather", None),
    ("area", None),
];

/// The columns of boxes.
const OF_BOXES: [&str; 5] = ["kind", "name", "id", "port", "window"];

/// The columns of the map's tables with the words that they may have.
pub fn columns(pack: &Pack) -> BTreeMap<String, BTreeSet<String>> {
    let mut columns: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let names = COLUMNS.iter().map(|(name, _)| *name).chain(OF_BOXES);
    columns.extend(names.map(|name| (name.to_owned(), BTreeSet::new())));
    let fixed: [(&str, &[&str]); 6] = [
        ("kind", &["land", "coastal", "sea"]),
        ("terrain", &["clear", "desert", "forest", "jungle", "jungle-mountain", "marsh", "mountain"]),
        ("island", &["small", "yes"]),
        ("city", &["city", "home", "capital"]),
        ("port", &["city", "minor", "major", "unlimited"]),
        ("fort", &["permanent"]),
    ];
    let mut add = |column: &str, word: &str| {
        if let Some(words) = columns.get_mut(column).filter(|words| !words.contains(word)) {
            words.insert(word.to_owned());
        }
    };
    fixed.iter().for_each(|(column, words)| words.iter().for_each(|word| add(column, word)));
    add("resource", "yes");
    pack.nations.keys().for_each(|nation| add("territory", nation));
    for (hex, facts) in pack.map.hexes() {
        add("name", &facts.name);
        add("name", &hex.to_string());
        add("weather", &facts.weather);
        add("area", &facts.area);
        add("territory", &facts.territory);
    }
    for place in &pack.map.places {
        let of = [("kind", &place.kind), ("name", &place.name), ("id", &place.id), ("window", &place.map)];
        of.into_iter().for_each(|(column, word)| add(column, word));
    }
    columns
}

/// Whether a column of a place fits: yes or no by the data, perhaps where they are drafts or there are none.
pub fn column(now: &Situation, place: &PlaceId, name: &str, fits: &dyn Fn(&str) -> bool) -> Answer {
    let why = || format!("{name} of {place}");
    match place {
        PlaceId::Hex(hex) => {
            let Some(facts) = now.pack.map.facts(*hex) else { return Answer::unknown(why()) };
            let printed = name == "name" && fits(&hex.to_string());
            let holds = printed || fits(&word(facts, name));
            if !printed && is_draft(now, *hex, facts, name) {
                Answer::draft(holds, why())
            } else {
                Answer::exact(holds)
            }
        }
        PlaceId::Box(title) => {
            let Some(known) = now.pack.map.place(title) else { return Answer::unknown(why()) };
            let word = match name {
                "kind" => &known.kind,
                "name" => &known.name,
                "id" => &known.id,
                "window" => &known.map,
                "port" => return Answer::exact(fits(known.port.map_or("", port))),
                _ => "",
            };
            Answer::exact(fits(word))
        }
        PlaceId::Tray(_) | PlaceId::Off(_) => Answer::unknown(why()),
    }
}

fn word(facts: &HexFacts, column: &str) -> String {
    let given = |yes: bool, word: &'static str| if yes { word } else { "" };
    let word = match column {
        "kind" => match facts.kind {
            HexKind::Land => "land",
            HexKind::Coastal => "coastal",
            HexKind::Sea => "sea",
        },
        "terrain" => facts.terrain.map_or("", terrain),
        "island" => facts.island.map_or("", |island| if island == Island::Small { "small" } else { "yes" }),
        "city" => facts.city.map_or("", |city| match city {
            City::Plain => "city",
            City::Home => "home",
            City::Capital => "capital",
        }),
        "port" => facts.port.map_or("", port),
        "resource" => given(facts.resource, "yes"),
        "fort" => given(facts.permanent_fort, "permanent"),
        "name" => &facts.name,
        "territory" => &facts.territory,
        "weather" => &facts.weather,
        "area" => &facts.area,
        _ => "",
    };
    word.to_owned()
}

fn terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "clear",
        Terrain::Desert => "desert",
        Terrain::Forest => "forest",
        Terrain::Jungle => "jungle",
        Terrain::JungleMountain => "jungle-mountain",
        Terrain::Marsh => "marsh",
        Terrain::Mountain => "mountain",
    }
}

fn port(port: Port) -> &'static str {
    match port {
        Port::City => "city",
        Port::Minor => "minor",
        Port::Major => "major",
        Port::Unlimited => "unlimited",
    }
}

/// Whether a value of a hex is an estimate that its surroundings do not settle: a draft coast may be one hex off, and
/// what is open sea under every reading has nothing that lands have.
fn is_draft(now: &Situation, hex: Hex, facts: &HexFacts, name: &str) -> bool {
    let column = COLUMNS.iter().find(|(known, _)| *known == name).and_then(|(_, column)| *column);
    let map = &now.pack.map;
    let alike =
        |near: Hex| map.facts(near).map_or(facts.kind == HexKind::Sea, |near| near.kind == facts.kind);
    let settled = || {
        let around = || facts.kind != HexKind::Coastal && map.neighbours(hex).into_iter().all(alike);
        (name == "kind" || facts.kind == HexKind::Sea) && (!facts.is_draft(Column::Kind) || around())
    };
    column.is_some_and(|column| facts.is_draft(column)) && !settled()
}

/// The nation that holds a place: its owner at the start, changed by control chits. Whether only drafts tell is the
/// second value.
pub fn holder(now: &Situation, place: &PlaceId) -> Option<(String, bool)> {
    let hex = place.hex()?;
    if let Some(nation) = now.control.get(&hex) {
        return Some((nation.clone(), false));
    }
    let facts = now.pack.map.facts(hex)?;
    let year = now.clock.date.map_or(u16::MAX, |date| date.year);
    let begun = facts.owners.iter().rev().find(|(first, _)| **first <= year);
    let (first, nation) = begun.or_else(|| facts.owners.iter().next())?;
    let column = if *first == 1937 { Column::Owner1937 } else { Column::Owner1941 };
    Some((nation.clone(), facts.is_draft(column)))
}

/// The piece that carries a piece, when the save shows which.
pub fn carrier(now: &Situation, ix: PieceIx) -> Option<PieceIx> {
    match now.pieces[ix].posture {
        Posture::Aboard(carrier) => carrier,
        _ => None,
    }
}

/// One piece in two positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// Where it is in the earlier position.
    pub before: Option<PieceIx>,
    /// Where it is in the later position.
    pub now: Option<PieceIx>,
}

/// Every piece of two positions by its id, in the order of the later one; what is gone comes last.
pub fn moves(before: &Situation, now: &Situation) -> Vec<Move> {
    let mut earlier: BTreeMap<&str, PieceIx> =
        before.all().map(|ix| (before.pieces[ix].id.as_str(), ix)).collect();
    let later =
        now.all().map(|ix| Move { before: earlier.remove(now.pieces[ix].id.as_str()), now: Some(ix) });
    let mut moves: Vec<Move> = later.collect();
    let mut gone: Vec<PieceIx> = earlier.into_values().collect();
    gone.sort_unstable();
    moves.extend(gone.into_iter().map(|ix| Move { before: Some(ix), now: None }));
    moves
}

/// The severity of what is a fault for sure or only by the data as they are.
pub fn severity(own: Severity, sure: bool) -> Severity {
    if sure { own } else { Severity::Suspicious }
}
