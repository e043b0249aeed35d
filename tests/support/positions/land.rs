//! Land units ashore within the stacking limits, the garrison of the Soviet border, and partisans.

use liege::rules::atpo::ground::HexKind;
use liege::rules::position::places::Hex;

use super::layout::{At, Layout, Piece};
use super::works::working;

/// The nations with land units, the larger armies more often.
const ARMIES: [&str; 18] = [
    "JP", "JP", "JP", "JP", "CN", "CN", "US", "US", "UK", "SU", "AU", "IN", "NL", "CC", "MK", "FR", "TH",
    "PH",
];

/// Puts land units of all kinds into hexes that hold them.
pub fn station(layout: &mut Layout<'_>, theatre: &[Hex]) {
    for _ in 0..layout.dice.between(0, 14 * layout.crowd) {
        let nation = layout.dice.one(&ARMIES).copied().unwrap_or("JP");
        let hexes = layout.standing(nation, theatre);
        let land: Vec<Hex> =
            hexes.into_iter().filter(|hex| layout.world.facts(*hex).kind != HexKind::Sea).collect();
        let (Some(hex), Some(mut unit)) = (layout.dice.one(&land).copied(), layout.find("land", &[], nation))
        else {
            continue;
        };
        turn_over(layout, &mut unit);
        if has_room(layout, hex, &unit) && !is_border(layout, hex, nation) {
            activate(layout, &mut unit);
            layout.put_on(hex, vec![unit]);
        }
    }
}

/// A unit of two steps may have lost one.
pub fn turn_over(layout: &mut Layout<'_>, unit: &mut Piece) {
    if unit.entry.number("steps") == Some(2) && layout.dice.in_hundred(35) {
        unit.states.insert("reduced".into());
    }
}

/// In a land offensive and until the End Phase units may be Active.
fn activate(layout: &mut Layout<'_>, unit: &mut Piece) {
    if layout.time.within("OL.1", "EN.1") && layout.dice.in_hundred(20) {
        unit.states.insert("active".into());
    }
}

/// Whether a hex holds one more unit: the limit of steps, one Chinese unit to a hex of China, four paratroops, and no
/// enemy (11.1.2).
pub fn has_room(layout: &Layout<'_>, hex: Hex, unit: &Piece) -> bool {
    let nation = unit.entry.nation.as_str();
    let land = || layout.in_hex(hex).filter(|(stance, piece)| stance.is_empty() && piece.is_land());
    let chinese = |piece: &Piece| matches!(piece.entry.nation.as_str(), "CN" | "CC");
    let exempt = layout.in_hex(hex).filter(|(_, piece)| is_exempt(piece)).count();
    let fort = ["fortification", "coastal-fort"].iter().any(|kind| working(layout, hex, kind) > 0);
    let soviet = nation == "SU" && land().all(|(_, piece)| piece.entry.nation == "SU");
    let limit = layout.world.step_limit(hex, fort) + if soviet { 2 } else { 0 };
    let mixed = land().any(|(_, piece)| (piece.entry.nation == "SU") != (nation == "SU"));
    let load: usize = land().map(|(_, piece)| piece.steps()).sum();
    let crowded =
        layout.world.facts(hex).territory == "CN" && chinese(unit) && land().any(|(_, piece)| chinese(piece));
    load + unit.steps() <= limit
        && !mixed
        && !crowded
        && (!is_exempt(unit) || exempt < 4)
        && !layout.has(hex, "partisan")
        && !layout.has_enemy(nation, hex)
}

fn is_exempt(piece: &Piece) -> bool {
    matches!(&*piece.entry.kind, "paratroop" | "hq" | "general" | "coastwatchers" | "partisan")
}

/// Whether Japanese troops in a hex would count to the garrison of the border, which is whole or not shown (17.5).
fn is_border(layout: &Layout<'_>, hex: Hex, nation: &str) -> bool {
    let world = layout.world;
    nation == "JP"
        && world.near(hex, 1, |facts| matches!(facts.territory.as_str(), "MK" | "MN"))
        && world.near(hex, 2, |facts| facts.territory == "SU")
}

/// Ten divisions in ten hexes of Manchukuo that touch the USSR, once Japan shows an army there.
pub fn guard_the_border(layout: &mut Layout<'_>) {
    let world = layout.world;
    let mut border: Vec<Hex> = world
        .land
        .iter()
        .copied()
        .filter(|hex| world.facts(*hex).territory == "MK" && layout.owner(*hex) == "JP")
        .filter(|hex| world.near(*hex, 1, |facts| facts.territory == "SU"))
        .collect();
    if !layout.dice.in_hundred(25) || border.len() < 10 {
        return;
    }
    while border.len() > 10 {
        let drop = layout.dice.below(border.len());
        border.remove(drop);
    }
    let strong = |piece: &Piece| piece.entry.number("strength") == Some(3);
    let mut divisions: Vec<Piece> = Vec::new();
    for _ in 0..60 {
        divisions.extend(layout.find("land", &["infantry"], "JP").filter(strong));
    }
    if divisions.len() >= 10 {
        for hex in border {
            let Some(mut unit) = divisions.pop() else { return };
            turn_over(layout, &mut unit);
            if has_room(layout, hex, &unit) {
                layout.put_on(hex, vec![unit]);
            }
        }
    }
}

/// Partisans alone in empty hexes of their own nation that the enemy holds by first owner (16.3).
pub fn hide_partisans(layout: &mut Layout<'_>, theatre: &[Hex]) {
    let world = layout.world;
    for _ in 0..layout.dice.between(0, 2) {
        let nation = layout.dice.one(&["CN", "PH", "FR", "IN", "AU", "CN"]).copied().unwrap_or("CN");
        let held: Vec<Hex> = theatre
            .iter()
            .copied()
            .filter(|hex| world.facts(*hex).territory == nation && world.facts(*hex).kind != HexKind::Sea)
            .filter(|hex| world.is_axis(layout.owner(*hex)) && !layout.control.contains_key(hex))
            .filter(|hex| layout.in_hex(*hex).next().is_none())
            .collect();
        if let (Some(hex), Some(unit)) =
            (layout.dice.one(&held).copied(), layout.find("special", &["partisan"], nation))
        {
            layout.put(At::Hex(hex), "", vec![unit]);
        }
    }
}

/// Units pinned on beaches that the enemy holds, once a combat step has been (3.14.8): no more of them than the hex holds.
pub fn pin(layout: &mut Layout<'_>, theatre: &[Hex]) {
    if !layout.time.within("OL.4", "SE.7") || !layout.time.since(1942, 1) {
        return;
    }
    let world = layout.world;
    for _ in 0..layout.dice.between(0, 2) {
        let nation = layout.dice.one(&["US", "JP", "US"]).copied().unwrap_or("US");
        let enemy = if nation == "JP" { "US" } else { "JP" };
        let beaches: Vec<Hex> = theatre
            .iter()
            .copied()
            .filter(|hex| layout.owner(*hex) == enemy && world.is_beach(*hex))
            .filter(|hex| !layout.has_enemy(enemy, *hex) && !layout.has(*hex, "partisan"))
            .collect();
        let unit = layout.find("land", &["infantry", "marine", "snlf"], nation);
        if let (Some(hex), Some(unit)) = (layout.dice.one(&beaches).copied(), unit) {
            layout.put(At::Hex(hex), "pinned", vec![unit]);
        }
    }
}
