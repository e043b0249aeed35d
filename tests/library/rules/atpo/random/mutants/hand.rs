//! What mutators share: finding a quiet place, taking counters, putting them down.

use liege::rules::atpo::ground::{Ground, HexKind, Terrain};
use liege::rules::position::places::Hex;

use super::Shows;
use crate::positions::{At, Layout, Piece};

/// A random hex that a test accepts, with nothing in it, and neither pieces nor changed control around it.
pub fn quiet(layout: &mut Layout<'_>, test: impl Fn(&Layout<'_>, Hex, &Ground) -> bool) -> Option<Hex> {
    let world = layout.world;
    let mut busy: Vec<Hex> = layout.lines.iter().filter_map(|line| line.at.hex()).collect();
    busy.extend(layout.control.keys());
    let still =
        |hex: Hex| !busy.iter().any(|other| world.map.distance(hex, *other).is_some_and(|far| far < 2));
    let hexes: Vec<Hex> = world
        .map
        .hexes()
        .filter(|(hex, facts)| test(layout, *hex, facts) && still(*hex))
        .map(|(hex, _)| hex)
        .collect();
    layout.dice.one(&hexes).copied()
}

/// A quiet hex of land in which units of a nation may stand.
pub fn quiet_land(layout: &mut Layout<'_>, nation: &str, test: impl Fn(&Ground) -> bool) -> Option<Hex> {
    let stands = |layout: &Layout<'_>, hex: Hex, facts: &Ground| {
        facts.kind != HexKind::Sea && layout.may_stand(nation, hex) && test(facts)
    };
    quiet(layout, stands)
}

/// A quiet hex of the open sea.
pub fn quiet_sea(layout: &mut Layout<'_>) -> Option<Hex> {
    quiet(layout, |layout, hex, facts| {
        let world = layout.world;
        facts.kind == HexKind::Sea && !world.near(hex, 1, |near| near.kind != HexKind::Sea)
    })
}

/// A neighbour of a hex that is land in the clear, joined to it by land, with nothing in it.
pub fn beside(layout: &mut Layout<'_>, hex: Hex, test: impl Fn(&Layout<'_>, Hex) -> bool) -> Option<Hex> {
    let world = layout.world;
    let near: Vec<Hex> = world
        .map
        .neighbours(hex)
        .into_iter()
        .filter(|near| world.map.facts(*near).is_some_and(|facts| facts.kind != HexKind::Sea))
        .filter(|near| world.map.sides(hex, *near).next().is_none())
        .filter(|near| layout.in_hex(*near).next().is_none() && test(layout, *near))
        .collect();
    layout.dice.one(&near).copied()
}

/// Whether zones of control reach into a hex (11.3).
pub fn is_open(facts: &Ground) -> bool {
    matches!(facts.terrain, Some(Terrain::Clear | Terrain::Desert | Terrain::Forest))
}

/// One of some words.
pub fn one_of(layout: &mut Layout<'_>, words: &[&'static str]) -> &'static str {
    layout.dice.one(words).copied().unwrap_or_default()
}

/// Counters of a family, kinds and nation that are in the game by now.
pub fn some(
    layout: &mut Layout<'_>,
    family: &str,
    kinds: &[&str],
    nation: &str,
    count: usize,
) -> Option<Vec<Piece>> {
    (0..count).map(|_| layout.find(family, kinds, nation)).collect()
}

/// Land units with zones of control.
pub const TROOPS: &[&str] = &["infantry"];

/// Copies of a counter, as many as one likes.
pub fn copies(layout: &Layout<'_>, id: &str, count: usize) -> Vec<Piece> {
    (0..count).map(|_| layout.copy(id)).collect()
}

/// The piece in a state.
pub fn so(mut piece: Piece, state: &str) -> Piece {
    piece.states.insert(state.to_owned());
    piece
}

/// Puts pieces down, and says that the demand is broken now.
pub fn down(layout: &mut Layout<'_>, hex: Hex, stance: &str, pieces: Vec<Piece>) -> Option<Shows> {
    layout.put(At::Hex(hex), stance, pieces);
    Some(Shows::Now)
}

/// Puts a chit with a number into a box.
pub fn number(layout: &mut Layout<'_>, place: &str, id: &str, number: i32) {
    let chit = so(layout.copy(id), &format!("number={number}"));
    layout.put(At::in_box(place), "", vec![chit]);
}

/// Puts counters into a box, and says that the demand is broken now.
pub fn boxed(layout: &mut Layout<'_>, place: &str, id: &str, count: usize) -> Option<Shows> {
    let pieces = copies(layout, id, count);
    layout.put(At::in_box(place), "", pieces);
    Some(Shows::Now)
}

/// Takes all counters of these ids and kinds out of the position.
pub fn without(layout: &mut Layout<'_>, ids: &[&str]) {
    let all = || layout.world.pack.catalogue.entries();
    for id in ids {
        assert!(all().any(|entry| entry.id == *id || *entry.kind == **id), "no counter is called {id}");
    }
    for line in &mut layout.lines {
        line.pieces
            .retain(|piece| !ids.contains(&piece.entry.id.as_str()) && !ids.contains(&&*piece.entry.kind));
    }
    layout.lines.retain(|line| !line.pieces.is_empty());
}
