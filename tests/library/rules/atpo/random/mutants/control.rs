//! Units where they may not stand by who holds or owns a place, and forts and supply in enemy hands.

use liege::rules::atpo::ground::{Ground, HexKind, Port, Terrain};
use liege::rules::position::places::Hex;

use super::hand::{TROOPS, copies, down, one_of, quiet, quiet_land, so, some};
use super::{Mutator, Shows, always, mutator};
use crate::positions::{At, Layout, Piece};

pub const ALL: &[Mutator] = &[
    mutator("ATPO-Z01", |time| time.since(1941, 12), |layout| on_enemy_control(layout, |_| true)),
    mutator("ATPO-Z03", |time| time.since(1941, 12), isolated),
    mutator("ATPO-Z05", always, communists),
    mutator("ATPO-Z06", always, forbidden_box),
    mutator("ATPO-Z07", |time| time.since(1941, 12), on_enemy_fort),
    mutator("ATPO-Z09", always, partisan_on_enemy_control),
    mutator("ATPO-Z10", always, partisan_abroad),
    mutator("ATPO-Z12", always, ship_on_land),
    mutator("ATPO-Z13", |time| !time.since(1941, 12), in_neutral_nation),
    mutator(
        "ATPO-Z16",
        |time| time.since(1941, 12) && time.within("OL.4", "OL.4"),
        |layout| on_enemy_control(layout, |facts| facts.city.is_some()),
    ),
    mutator("ATPO-Z17", |time| time.since(1941, 12) && time.within("OL.4", "OL.4"), dropped_among_enemies),
    mutator("ATPO-Z22", always, wrong_beach),
    mutator("ATPO-Z24", always, inland_fort),
    mutator("ATPO-L05", |time| time.since(1941, 12), captured_fort),
    mutator("ATPO-L16", |time| time.since(1941, 12), supply_for_the_pinned),
];

/// A side, a nation that holds hexes against it, and a unit of the side.
fn enemies(layout: &mut Layout<'_>) -> Option<(&'static str, &'static str)> {
    layout.dice.one(&[("JP", "US"), ("US", "JP"), ("UK", "JP"), ("CN", "JP"), ("JP", "UK")]).copied()
}

fn on_enemy_control(layout: &mut Layout<'_>, test: fn(&Ground) -> bool) -> Option<Shows> {
    let (nation, enemy) = enemies(layout)?;
    let hex = quiet_land(layout, enemy, test)?;
    layout.control.insert(hex, enemy.into());
    let count = layout.dice.between(1, 2);
    let units = some(layout, "land", TROOPS, nation, count)?;
    down(layout, hex, "", units)
}

/// Out of Supply in a hex that was its side's from the start and is marked as the enemy's.
fn isolated(layout: &mut Layout<'_>) -> Option<Shows> {
    let (nation, enemy) = enemies(layout)?;
    let hex = quiet_land(layout, nation, |facts| facts.territory == nation || nation == "JP")?;
    layout.control.insert(hex, enemy.into());
    let unit =
        some(layout, "land", TROOPS, nation, 1)?.into_iter().map(|unit| so(unit, "out-of-supply")).collect();
    down(layout, hex, "", unit)
}

fn communists(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet(layout, |_, hex, facts| {
        hex.sheet == 'W' && hex.row < 46 && facts.territory == "CN" && facts.kind != HexKind::Sea
    })?;
    let units = some(layout, "land", TROOPS, "CC", 1)?;
    down(layout, hex, "", units)
}

fn forbidden_box(layout: &mut Layout<'_>) -> Option<Shows> {
    let place = one_of(layout, &["Maldives", "Panama"]);
    let (family, kinds): (_, &[&str]) = match layout.dice.below(3) {
        0 => ("ships", &["CA", "DD"]),
        1 => ("air", &["F", "B"]),
        _ => ("land", &[]),
    };
    let count = layout.dice.between(1, 3);
    let units = some(layout, family, kinds, "JP", count)?;
    layout.put(At::in_box(place), "", units);
    Some(Shows::Now)
}

fn on_enemy_fort(layout: &mut Layout<'_>) -> Option<Shows> {
    let (nation, enemy, fort) = if layout.dice.in_hundred(50) {
        ("US", "JP", "jp-coastal-fort")
    } else {
        ("JP", "US", "us-coastal-fort")
    };
    let hex = quiet_land(layout, enemy, |facts| facts.kind == HexKind::Coastal)?;
    let count = layout.dice.between(1, 2);
    let mut pieces = some(layout, "land", TROOPS, nation, count)?;
    pieces.push(layout.copy(fort));
    down(layout, hex, "", pieces)
}

/// Partisans with the words for the hexes of their own nation.
const PARTISANS: [(&str, &[&str]); 4] = [
    ("cn-partisan", &["CN", "MK"]),
    ("ph-partisan", &["PH"]),
    ("in-partisan", &["IN"]),
    ("fr-partisan", &["FR", "TH"]),
];

fn partisan(layout: &mut Layout<'_>, at_home: bool) -> Option<(Hex, Vec<Piece>)> {
    let (id, home) = layout.dice.one(&PARTISANS).copied()?;
    let hex = quiet(layout, |_, _, facts| {
        facts.kind != HexKind::Sea && home.contains(&facts.territory.as_str()) == at_home
    })?;
    Some((hex, copies(layout, id, 1)))
}

fn partisan_on_enemy_control(layout: &mut Layout<'_>) -> Option<Shows> {
    let (hex, unit) = partisan(layout, true)?;
    layout.control.insert(hex, "JP".into());
    down(layout, hex, "", unit)
}

fn partisan_abroad(layout: &mut Layout<'_>) -> Option<Shows> {
    let (hex, unit) = partisan(layout, false)?;
    down(layout, hex, "", unit)
}

fn ship_on_land(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let hex = quiet(layout, |_, _, facts| facts.kind == HexKind::Land && facts.port.is_none())?;
    let count = layout.dice.between(1, 3);
    let ships = some(layout, "ships", &["CA", "DD", "BB"], nation, count)?;
    down(layout, hex, "", ships)
}

/// Away from the borders, which are drafts.
fn in_neutral_nation(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet(layout, |layout, hex, facts| {
        let land = facts.territory.as_str();
        let inside = !layout.world.near(hex, 1, |near| near.territory != land && !near.territory.is_empty());
        facts.kind != HexKind::Sea && inside && matches!(land, "UK" | "IN" | "AU" | "US" | "PH" | "SU" | "NL")
    })?;
    let count = layout.dice.between(1, 2);
    let units = some(layout, "land", TROOPS, "JP", count)?;
    down(layout, hex, "", units)
}

fn dropped_among_enemies(layout: &mut Layout<'_>) -> Option<Shows> {
    let (nation, drop) = if layout.dice.in_hundred(50) { ("JP", "us-para-503") } else { ("US", "jp-para-1") };
    let hex = quiet_land(layout, nation, |_| true)?;
    let count = layout.dice.between(1, 2);
    let mut units = some(layout, "land", TROOPS, nation, count)?;
    units.push(layout.copy(drop));
    down(layout, hex, "", units)
}

fn wrong_beach(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US"]);
    let hex = quiet(layout, |_, _, facts| {
        let closed = [Terrain::Forest, Terrain::Jungle, Terrain::JungleMountain, Terrain::Marsh];
        let mountain = facts.terrain == Some(Terrain::Mountain)
            && facts.port != Some(Port::Minor)
            && facts.port.is_none();
        facts.kind == HexKind::Coastal
            && (mountain || facts.terrain.is_some_and(|terrain| closed.contains(&terrain)))
    })?;
    let count = layout.dice.between(1, 2);
    let units = some(layout, "land", &["infantry", "marine", "snlf"], nation, count)?;
    down(layout, hex, "pinned", units)
}

fn inland_fort(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet(layout, |_, _, facts| facts.kind == HexKind::Land)?;
    let id = one_of(layout, &["jp-coastal-fort", "coastal-fort", "us-coastal-fort"]);
    let fort = copies(layout, id, 1);
    down(layout, hex, "", fort)
}

fn captured_fort(layout: &mut Layout<'_>) -> Option<Shows> {
    let (owner, chits): (_, &[&'static str]) = if layout.dice.in_hundred(50) {
        ("JP", &["us-coastal-fort", "us-sea-supply"])
    } else {
        ("US", &["jp-coastal-fort", "jp-sea-supply"])
    };
    let hex = quiet_land(layout, owner, |facts| facts.kind == HexKind::Coastal)?;
    let id = one_of(layout, chits);
    let chit = copies(layout, id, 1);
    down(layout, hex, "", chit)
}

fn supply_for_the_pinned(layout: &mut Layout<'_>) -> Option<Shows> {
    let (owner, nation, chit) = if layout.dice.in_hundred(50) {
        ("JP", "US", "us-sea-supply")
    } else {
        ("US", "JP", "jp-sea-supply")
    };
    let hex = quiet(layout, |layout, hex, _| layout.owner(hex) == owner && layout.world.is_beach(hex))?;
    let units = some(layout, "land", &["infantry", "marine", "snlf"], nation, 1)?;
    layout.put(At::Hex(hex), "pinned", units);
    let chits = copies(layout, chit, 1);
    down(layout, hex, "", chits)
}
