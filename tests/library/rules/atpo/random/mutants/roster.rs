//! Counters that are there too often, too early, or in a box that may not hold them.

use liege::rules::atpo::ground::HexKind;

use super::hand::{boxed, copies, down, one_of, quiet, quiet_land, quiet_sea, so, some};
use super::{Mutator, Shows, always, mutator};
use crate::positions::{At, Layout};

pub const ALL: &[Mutator] = &[
    mutator("ATPO-F01", always, twice),
    mutator("ATPO-F03", |time| !time.since(1943, 1), too_early),
    mutator("ATPO-F04", |time| time.within("SE.6", "SE.7"), wrong_box),
    mutator("ATPO-F06", |time| time.within("EN.4", "SE.7"), not_replaced),
    mutator("ATPO-F14", |time| time.within("SE.6", "SE.7"), bought_reduced),
    mutator("ATPO-F15", always, railways),
    mutator("ATPO-F16", |time| time.within("SE.6", "SE.7"), lonely_railway),
    mutator("ATPO-F17", always, raiders),
    mutator(
        "ATPO-F18",
        |time| !time.since(1945, 7),
        |layout| boxed(layout, "US Box (West Coast)", "a-bomb", 1),
    ),
    mutator("ATPO-F19", |time| !time.since(1944, 7), kaiten),
    mutator("ATPO-F20", |time| !time.since(1945, 1), kamikaze),
    mutator("ATPO-F22", always, |layout| partisans(layout, 3)),
    mutator("ATPO-F23", |time| !time.since(1941, 12), |layout| partisans(layout, 1)),
    mutator("ATPO-F26", always, coastwatchers),
    mutator("ATPO-F27", always, deleted_transport),
    mutator("ATPO-N15", always, named_twice),
];

fn twice(layout: &mut Layout<'_>) -> Option<Shows> {
    let (one, other) = (quiet_sea(layout)?, quiet_sea(layout)?);
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let ship = some(layout, "ships", &["BB", "CA", "CV"], nation, 1)?;
    layout.put(At::Hex(one), "", ship.clone());
    if one == other { None } else { down(layout, other, "", ship) }
}

/// Ships that were commissioned during the war.
fn too_early(layout: &mut Layout<'_>) -> Option<Shows> {
    let id = one_of(
        layout,
        &["us-cv-intrepid", "us-cv-bennington", "us-bb-missouri", "uk-cv-implacable", "us-cvl-langley"],
    );
    let hex = quiet_sea(layout)?;
    let ship = copies(layout, id, 1);
    down(layout, hex, "", ship)
}

fn wrong_box(layout: &mut Layout<'_>) -> Option<Shows> {
    let place = one_of(layout, &["Jan", "Mar", "Jul", "Nov", "Dec"]);
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let ship = some(layout, "ships", &["CV", "BB", "DD", "CA"], nation, 1)?;
    layout.put(At::in_box(place), "", ship);
    Some(Shows::Now)
}

fn not_replaced(layout: &mut Layout<'_>) -> Option<Shows> {
    let (nation, place) = layout
        .dice
        .one(&[
            ("JP", "Japan Replenishment"),
            ("CN", "China Replenishment"),
            ("AU", "Australia Replenishment"),
        ])
        .copied()?;
    let count = layout.dice.between(1, 3);
    let units = some(layout, "land", &["infantry"], nation, count)?;
    layout.put(At::in_box(place), "", units);
    Some(Shows::Now)
}

fn bought_reduced(layout: &mut Layout<'_>) -> Option<Shows> {
    let place = one_of(layout, &["Winter", "Spring", "Summer", "Autumn"]);
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let ship = some(layout, "ships", &["CV", "BB", "CA"], nation, 1)?;
    layout.put(At::in_box(place), "", ship.into_iter().map(|ship| so(ship, "reduced")).collect());
    Some(Shows::Now)
}

fn railways(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_land(layout, "JP", |_| true)?;
    let count = layout.dice.between(2, 7);
    let chits = copies(layout, "burma-railway", count);
    down(layout, hex, "", chits)
}

fn lonely_railway(layout: &mut Layout<'_>) -> Option<Shows> {
    super::hand::without(layout, &["burma-railway"]);
    let hex = quiet(layout, |layout, hex, facts| {
        let map = &layout.world.pack.map;
        let rail = |hex: liege::rules::position::places::Hex| {
            let place = hex.into();
            map.neighbours(&place).iter().any(|near| map.has_edge(&place, near, "rail"))
        };
        let beside = layout.world.map.neighbours(hex).into_iter().any(rail);
        facts.kind != HexKind::Sea && facts.city.is_none() && !rail(hex) && !beside
    })?;
    let chit = copies(layout, "burma-railway", 1);
    down(layout, hex, "", chit)
}

fn raiders(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_sea(layout)?;
    let count = layout.dice.between(6, 9);
    let id = one_of(layout, &["de-ac-atlantis", "de-ac-komet", "de-ac-orion", "jp-ac-aikoku"]);
    let ships = copies(layout, id, count);
    down(layout, hex, "", ships)
}

fn kaiten(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_sea(layout)?;
    let unit = copies(layout, "jp-kaiten", 1);
    down(layout, hex, "", unit)
}

fn kamikaze(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_land(layout, "JP", |facts| facts.city.is_some())?;
    let unit = copies(layout, "jp-kamikaze", 1);
    down(layout, hex, "", unit)
}

/// Partisans at home in quiet hexes.
fn partisans(layout: &mut Layout<'_>, count: usize) -> Option<Shows> {
    let (nation, id) =
        layout.dice.one(&[("PH", "ph-partisan"), ("AU", "au-partisan"), ("SU", "su-partisan")]).copied()?;
    let count = if nation == "AU" && count > 1 { 5 } else { count };
    for _ in 0..count {
        let hex = quiet(layout, |_, _, facts| facts.territory == nation && facts.kind != HexKind::Sea)?;
        let unit = copies(layout, id, 1);
        layout.put(At::Hex(hex), "", unit);
    }
    Some(Shows::Now)
}

fn coastwatchers(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_land(layout, "AU", |_| true)?;
    let count = layout.dice.between(3, 5);
    let units = copies(layout, "au-coastwatchers", count);
    down(layout, hex, "", units)
}

fn named_twice(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_sea(layout)?;
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let ship = some(layout, "ships", &["BB", "CA", "CV"], nation, 1)?;
    let ships = ship.iter().chain(&ship).cloned().collect();
    down(layout, hex, "", ships)
}

/// Everything that a small nation has waits in its pool but for a sea transport.
fn deleted_transport(layout: &mut Layout<'_>) -> Option<Shows> {
    let (nation, pool) =
        layout.dice.one(&[("FR", "French Force Pool"), ("NL", "Dutch Force Pool")]).copied()?;
    layout.lines.clear();
    let all: Vec<_> = layout
        .world
        .pack
        .catalogue
        .entries()
        .filter(|entry| entry.nation == nation && !entry.is_chit)
        .collect();
    for entry in all.into_iter().filter(|entry| *entry.kind != *"stp") {
        boxed(layout, pool, &entry.id, entry.copies().into())?;
    }
    Some(Shows::Now)
}
