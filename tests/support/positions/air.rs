//! Aircraft: at bases that take them, aboard their carriers, floatplanes at ports, air transports, and what flies.

use liege::rules::position::places::Hex;

use super::layout::{At, Layout, Line, Piece};
use super::works::working;

const AIR_FORCES: [&str; 12] = ["JP", "JP", "JP", "JP", "US", "US", "US", "UK", "AU", "SU", "CN", "NL"];

/// Bases aircraft in a theatre.
pub fn base(layout: &mut Layout<'_>, theatre: &[Hex]) {
    for _ in 0..layout.dice.between(0, 10 * layout.crowd) {
        let nation = layout.dice.one(&AIR_FORCES).copied().unwrap_or("JP");
        let hexes = layout.standing(nation, theatre);
        match layout.dice.below(6) {
            0 => floatplane(layout, &hexes, nation),
            1 => transport(layout, &hexes, nation),
            _ => combat_unit(layout, &hexes, nation),
        }
    }
    fill_decks(layout);
    fly(layout, theatre);
}

/// Aircraft on a mission in the steps that have missions.
fn fly(layout: &mut Layout<'_>, theatre: &[Hex]) {
    if !["NA.2", "OL.4", "OA.2", "OS.2"].iter().any(|step| layout.time.within(step, step)) {
        return;
    }
    for _ in 0..layout.dice.between(0, 3) {
        let nation = layout.dice.one(&["JP", "US", "UK"]).copied().unwrap_or("JP");
        let unit = layout.find("air", &["F", "FB", "B", "N"], nation);
        if let (Some(hex), Some(unit)) = (layout.dice.one(theatre).copied(), unit) {
            layout.put(At::Hex(hex), "aloft", vec![unit]);
        }
    }
}

/// How many combat air units a hex takes: its bases, and with a strip one more (4.6.1).
pub fn capacity(layout: &Layout<'_>, hex: Hex) -> usize {
    let chits = working(layout, hex, "small-airbase") + 2 * working(layout, hex, "large-airbase");
    let enlarged = working(layout, hex, "harbor-enlargement") > 0;
    let facts = layout.world.facts(hex);
    // An enlarged port bases two, as any major port.
    let printed = if enlarged { usize::from(facts.resource) + 2 } else { layout.world.base_limit(hex) };
    printed + chits
}

fn based(layout: &Layout<'_>, hex: Hex, counts: fn(&Piece) -> bool) -> usize {
    layout.in_hex(hex).filter(|(stance, piece)| stance.is_empty() && counts(piece)).count()
}

fn is_atp(piece: &Piece) -> bool {
    *piece.entry.kind == *"atp"
}

fn is_fighter(piece: &Piece) -> bool {
    matches!(&*piece.entry.kind, "F" | "FB" | "N")
}

/// A fighter may use a strip beyond the bases, any unit a base (4.6.1.1).
fn combat_unit(layout: &mut Layout<'_>, hexes: &[Hex], nation: &str) {
    let Some(mut unit) = layout.find("air", &["F", "FB", "B", "N"], nation) else { return };
    let fighter = is_fighter(&unit);
    let free: Vec<Hex> = hexes
        .iter()
        .copied()
        .filter(|hex| {
            let strip = usize::from(fighter && working(layout, *hex, "dirt-airstrip") > 0);
            let others = based(layout, *hex, |piece| piece.uses_base() && !is_fighter(piece));
            let all = based(layout, *hex, Piece::uses_base);
            all < capacity(layout, *hex) + strip && others <= capacity(layout, *hex)
        })
        .filter(|hex| !layout.has_enemy(nation, *hex))
        .collect();
    let Some(hex) = layout.dice.one(&free).copied() else { return };
    super::land::turn_over(layout, &mut unit);
    commit(layout, &mut unit);
    let elite = nation == "JP" && layout.time.since(1942, 1) && layout.dice.in_hundred(10);
    let elite = if elite { layout.take("elite") } else { None };
    // A chit of pilots lies on its own unit.
    layout.put(At::Hex(hex), "", [unit].into_iter().chain(elite).collect());
}

/// Aircraft that have flown are marked until the End Phase; the Current ones are back before supply is landed (4.14.1).
fn commit(layout: &mut Layout<'_>, unit: &mut Piece) {
    let state = match layout.dice.below(5) {
        0 if layout.time.within("NA.2", "EN.4") => "committed",
        1 if layout.time.within("SW.1", "EN.4") => "previously-committed",
        2 if layout.time.within("NA.2", "NA.2") => "current",
        _ => return,
    };
    unit.states.insert(state.into());
}

/// Any port bases floatplanes, as many as there are (4.3.4).
fn floatplane(layout: &mut Layout<'_>, hexes: &[Hex], nation: &str) {
    let ports: Vec<Hex> =
        hexes.iter().copied().filter(|hex| layout.world.facts(*hex).port.is_some()).collect();
    let unit = layout.find("air", &["floatplane"], nation);
    if let (Some(hex), Some(unit)) = (layout.dice.one(&ports).copied(), unit) {
        layout.put(At::Hex(hex), "", vec![unit]);
    }
}

/// Air transports have the capacity of a base once more (4.3.5).
fn transport(layout: &mut Layout<'_>, hexes: &[Hex], nation: &str) {
    let room = |hex: &&Hex| based(layout, **hex, is_atp) < capacity(layout, **hex);
    let free: Vec<Hex> = hexes.iter().filter(room).copied().collect();
    let unit = layout.find("transport", &["atp"], nation);
    if let (Some(hex), Some(mut unit)) = (layout.dice.one(&free).copied(), unit) {
        if layout.dice.in_hundred(30) {
            unit.states.insert("reduced".into());
        }
        layout.put(At::Hex(hex), "", vec![unit]);
    }
}

/// Air groups aboard carriers of their nation, up to the strength that a deck holds (4.6.2.1).
fn fill_decks(layout: &mut Layout<'_>) {
    let mut decks = Vec::new();
    for Line { at, pieces, .. } in &layout.lines {
        let carriers = pieces.iter().filter(|piece| matches!(&*piece.entry.kind, "CV" | "CVL" | "CVE"));
        decks.extend(carriers.filter(|piece| !piece.is("reduced")).map(|piece| (at.clone(), piece.clone())));
    }
    for (at, carrier) in decks {
        embark(layout, &at, &carrier, 80);
    }
}

/// So often in a hundred an air group of its nation goes aboard a carrier, if the deck holds it.
pub fn embark(layout: &mut Layout<'_>, at: &At, carrier: &Piece, often: usize) {
    let room = usize::try_from(carrier.entry.number("capacity").unwrap_or(0)).unwrap_or(0);
    let Some(mut group) = layout.find("air", &["N"], &carrier.entry.nation) else { return };
    super::land::turn_over(layout, &mut group);
    let face = if group.is("reduced") { "back_strength" } else { "strength" };
    let strength = usize::try_from(group.entry.number(face).unwrap_or(9)).unwrap_or(9);
    if strength <= room && layout.dice.in_hundred(often) {
        layout.put(at.clone(), &format!("aboard {}", carrier.entry.id), vec![group]);
    }
}
