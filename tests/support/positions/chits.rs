//! Chits on the map: Night, Evasion, firebombed cities, Atrocities, Coastwatchers and A-Bombs.

use liege::rules::atpo::ground::{City, HexKind};
use liege::rules::position::places::Hex;

use super::layout::{At, Layout, Piece};

/// Lays chits where they may lie.
pub fn lay(layout: &mut Layout<'_>, theatre: &[Hex]) {
    if layout.time.since(1942, 1) && layout.time.within("NA.1", "OS.2") {
        night(layout);
        evasion(layout);
    }
    if layout.time.since(1944, 1) && layout.dice.in_hundred(30) {
        firebomb(layout);
    }
    if layout.time.since(1942, 1) && layout.dice.in_hundred(10) {
        coastwatchers(layout, theatre);
    }
    if layout.time.since(1945, 8) && layout.dice.in_hundred(40) {
        let bombs = layout.take("a-bomb").into_iter().collect();
        layout.put(At::in_box("US Box (West Coast)"), "", bombs);
    }
}

/// The hexes at sea with surface ships of a nation and of nobody else.
fn at_sea(layout: &Layout<'_>, nation: &str) -> Vec<Hex> {
    let own = |piece: &Piece| piece.is_naval() && piece.entry.nation == nation && *piece.entry.kind != *"SS";
    let lines = layout.lines.iter().filter(|line| line.stance.is_empty() && line.pieces.iter().all(own));
    let alone =
        |hex: &Hex| layout.in_hex(*hex).all(|(_, piece)| !piece.is_naval() || piece.entry.nation == nation);
    lines.filter_map(|line| line.at.hex()).filter(alone).collect()
}

fn night(layout: &mut Layout<'_>) {
    for (nation, id) in [("JP", "jp-night"), ("US", "us-night")] {
        for hex in at_sea(layout, nation) {
            if layout.dice.in_hundred(20) {
                let chits = layout.take(id).into_iter().collect();
                layout.put(At::Hex(hex), "", chits);
            }
        }
    }
}

/// On US ships away from the coast of Japan (17.2).
fn evasion(layout: &mut Layout<'_>) {
    let world = layout.world;
    for hex in at_sea(layout, "US") {
        let near_japan = world.near(hex, 1, |facts| facts.territory == "JP");
        if !near_japan && layout.dice.in_hundred(20) {
            let chits = layout.take("evasion").into_iter().collect();
            layout.put(At::Hex(hex), "", chits);
        }
    }
}

/// A home city of Japan, once Japan keeps a full-strength fighter of quality 3 at home (17.9).
fn firebomb(layout: &mut Layout<'_>) {
    let world = layout.world;
    let homes: Vec<Hex> = world
        .land
        .iter()
        .copied()
        .filter(|hex| world.facts(*hex).territory == "JP" && layout.owner(*hex) == "JP")
        .filter(|hex| matches!(world.facts(*hex).city, Some(City::Home | City::Capital)))
        .collect();
    let veterans: Vec<String> = world
        .available("air", &layout.time)
        .into_iter()
        .filter(|(entry, _)| entry.nation == "JP" && *entry.kind == *"F")
        .filter(|(entry, _)| entry.number("quality").is_some_and(|quality| quality >= 3))
        .map(|(entry, _)| entry.id.clone())
        .collect();
    let empty: Vec<Hex> = homes.iter().copied().filter(|hex| layout.in_hex(*hex).next().is_none()).collect();
    let (Some(base), Some(veteran), Some(city)) = (
        layout.dice.one(&empty).copied(),
        layout.dice.one(&veterans).cloned(),
        layout.dice.one(&homes).copied(),
    ) else {
        return;
    };
    let Some(guard) = layout.take(&veteran) else { return };
    layout.put(At::Hex(base), "", vec![guard]);
    let chits = layout.take("firebombed").into_iter().collect();
    layout.put(At::Hex(city), "", chits);
}

fn coastwatchers(layout: &mut Layout<'_>, theatre: &[Hex]) {
    let hexes: Vec<Hex> = layout
        .standing("AU", theatre)
        .into_iter()
        .filter(|hex| {
            layout.world.facts(*hex).kind == HexKind::Coastal && layout.in_hex(*hex).next().is_none()
        })
        .collect();
    if let Some(hex) = layout.dice.one(&hexes).copied() {
        let units = layout.take("au-coastwatchers").into_iter().collect();
        layout.put(At::Hex(hex), "", units);
    }
}
