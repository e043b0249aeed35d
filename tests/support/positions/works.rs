//! Installations: airfields, strips, forts, enlarged ports, and what of them is destroyed or still building.

use liege::rules::atpo::ground::{City, HexKind, Island, Port, Terrain};
use liege::rules::position::places::{Hex, PlaceId};

use super::layout::{Layout, Piece};

/// Installations that players have built in a theatre.
pub fn build(layout: &mut Layout<'_>, theatre: &[Hex]) {
    let held: Vec<Hex> = theatre.iter().copied().filter(|hex| is_held(layout, *hex)).collect();
    for _ in 0..layout.dice.between(0, 10 * layout.crowd) {
        let Some(hex) = layout.dice.one(&held).copied() else { return };
        match layout.dice.below(8) {
            0 => fort(layout, hex, "fortification"),
            1 => coastal_fort(layout, hex),
            2 => strip(layout, hex),
            3 => enlarged_port(layout, hex),
            4 => railway(layout, hex),
            _ => airfield(layout, hex),
        }
    }
}

/// Nobody but the powers builds, and everybody only on land that he holds.
fn is_held(layout: &Layout<'_>, hex: Hex) -> bool {
    let builds = matches!(layout.owner(hex), "JP" | "US" | "UK" | "AU" | "CN" | "SU" | "NL" | "IN");
    builds && layout.world.facts(hex).kind != HexKind::Sea
}

fn add(layout: &mut Layout<'_>, hex: Hex, id: &str, states: &[&str]) {
    if let Some(mut piece) = layout.take(id) {
        piece.states.extend(states.iter().map(|state| (*state).to_owned()));
        layout.put_on(hex, vec![piece]);
    }
}

/// One fort of a kind in a hex.
fn fort(layout: &mut Layout<'_>, hex: Hex, id: &str) {
    let kind = layout.world.entry(id).kind.clone();
    if !layout.has(hex, &kind) {
        let states: &[&str] = match layout.dice.below(6) {
            0 => &["building"],
            1 => &["destroyed"],
            _ => &[],
        };
        add(layout, hex, id, states);
    }
}

fn coastal_fort(layout: &mut Layout<'_>, hex: Hex) {
    let id = match layout.owner(hex) {
        "JP" => "jp-coastal-fort",
        "US" => "us-coastal-fort",
        _ => "coastal-fort",
    };
    if layout.world.facts(hex).kind == HexKind::Coastal {
        fort(layout, hex, id);
    }
}

/// Never in mountains, a large one neither in the jungle nor on a small island, and one to a hex (4.6.4).
fn airfield(layout: &mut Layout<'_>, hex: Hex) {
    let facts = layout.world.facts(hex);
    let jungle = matches!(facts.terrain, Some(Terrain::Jungle | Terrain::JungleMountain));
    let large = !jungle && facts.island != Some(Island::Small) && layout.dice.in_hundred(40);
    let other = ["small-airbase", "large-airbase", "dirt-airstrip"].iter().any(|kind| layout.has(hex, kind));
    if facts.terrain != Some(Terrain::Mountain) && !other {
        let states: &[&str] = match layout.dice.below(8) {
            0 => &["building"],
            1 => &["destroyed"],
            _ => &[],
        };
        add(layout, hex, if large { "large-airbase" } else { "small-airbase" }, states);
    }
}

/// Only in the clear, without city, resource and another airfield (4.6.1.1).
fn strip(layout: &mut Layout<'_>, hex: Hex) {
    let facts = layout.world.facts(hex);
    let other = ["small-airbase", "large-airbase", "dirt-airstrip"].iter().any(|kind| layout.has(hex, kind));
    if facts.terrain == Some(Terrain::Clear) && facts.city.is_none() && !facts.resource && !other {
        add(layout, hex, "dirt-airstrip", &[]);
    }
}

/// Japan enlarges one port, the US two, each a minor one or that of a city (14.6.1.4).
fn enlarged_port(layout: &mut Layout<'_>, hex: Hex) {
    let facts = layout.world.facts(hex);
    let id = match layout.owner(hex) {
        "JP" => "jp-harbor-enlargement",
        "US" => "us-harbor-enlargement",
        _ => return,
    };
    let capital = facts.city == Some(City::Capital);
    if matches!(facts.port, Some(Port::City | Port::Minor))
        && !capital
        && !layout.has(hex, "harbor-enlargement")
    {
        add(layout, hex, id, &[]);
    }
}

/// A chit of the Burma Railway continues a printed railway (17.6).
fn railway(layout: &mut Layout<'_>, hex: Hex) {
    let map = &layout.world.pack.map;
    let place = PlaceId::Hex(hex);
    let rail = map.neighbours(&place).iter().any(|near| map.has_edge(&place, near, "rail"));
    let asia = matches!(layout.world.facts(hex).territory.as_str(), "UK" | "TH") && hex.sheet == 'W';
    if layout.owner(hex) == "JP" && rail && asia && !layout.has(hex, "burma-railway") {
        add(layout, hex, "burma-railway", &[]);
    }
}

/// Whether an installation works: neither building nor destroyed.
pub fn works(piece: &Piece) -> bool {
    !piece.is("building") && !piece.is("destroyed")
}

/// Working installations of a kind in a hex.
pub fn working(layout: &Layout<'_>, hex: Hex, kind: &str) -> usize {
    layout.in_hex(hex).filter(|(_, piece)| *piece.entry.kind == *kind && works(piece)).count()
}
