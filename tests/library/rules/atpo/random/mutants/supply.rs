//! Marks and supply chits that do not fit the lines of supply.

use liege::rules::atpo::ground::{City, Ground, HexKind};
use liege::rules::position::places::Hex;

use super::hand::{TROOPS, copies, down, one_of, quiet, quiet_land, quiet_sea, so, some};
use super::{Mutator, Shows, always, mutator};
use crate::positions::{At, Layout, Time, is_at_war};

pub const ALL: &[Mutator] = &[
    mutator("ATPO-L01", settled, cut_off),
    mutator("ATPO-L02", |time| settled(time) && time.since(1942, 1), overdrawn),
    mutator("ATPO-L03", always, air_supply),
    mutator("ATPO-L04", settled, leftover),
    mutator("ATPO-L07", |time| time.month % 3 == 0 && time.within("EN.2", "EN.5"), fleet_at_season_end),
    mutator("ATPO-L08", settled, docked),
    mutator("ATPO-L10", settled, garrison),
    mutator("ATPO-L11", |time| settled(time) && !time.since(1941, 7), too_early),
    mutator("ATPO-L12", |time| settled(time) && time.since(1942, 1), too_many_from_india),
    mutator("ATPO-L13", |time| settled(time) && time.since(1942, 1), through_jungle),
    mutator("ATPO-L14", |time| settled(time) && time.since(1942, 1), over_open_sea),
    mutator("ATPO-L15", |time| settled(time) && time.since(1941, 12), through_partisans),
    mutator("ATPO-L17", |time| settled(time) && time.since(1941, 12), fortress),
    mutator("ATPO-M17", settled, supplied),
];

/// Once supply was looked at in the month.
fn settled(time: &Time) -> bool {
    time.within("EN.2", "SE.7")
}

/// A named hex, when nothing lies near it.
fn calm(layout: &Layout<'_>, name: &str, radius: u32) -> Option<Hex> {
    let hex: Hex = name.parse().ok()?;
    let world = layout.world;
    let near = |other: Hex| world.map.distance(hex, other).is_some_and(|far| far <= radius);
    let pieces = layout.lines.iter().filter_map(|line| line.at.hex()).any(near);
    let control = layout.control.keys().copied().any(near);
    (!pieces && !control).then_some(hex)
}

/// A unit in the middle of enemy land.
fn cut_off(layout: &mut Layout<'_>) -> Option<Shows> {
    let (nation, enemy) =
        layout.dice.one(&[("JP", "CN"), ("JP", "US"), ("US", "JP"), ("CN", "JP")]).copied()?;
    if !is_at_war(if nation == "JP" { enemy } else { nation }, &layout.time) {
        return None;
    }
    let hex = quiet(layout, |layout, hex, facts| {
        let world = layout.world;
        let inland = |near: &Hex| {
            world.map.facts(*near).is_some_and(|facts| facts.kind != HexKind::Sea)
                && layout.owner(*near) == enemy
        };
        facts.kind == HexKind::Land
            && facts.city.is_none()
            && layout.owner(hex) == enemy
            && world.map.neighbours(hex).iter().all(inland)
    })?;
    let units = some(layout, "land", TROOPS, nation, 1)?;
    down(layout, hex, "", units)
}

fn air_supply(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US", "CN"]);
    let hex =
        quiet_land(layout, nation, |facts| facts.city.is_none() && facts.port.is_none() && !facts.resource)?;
    let field = layout.dice.in_hundred(50);
    let mut pieces = if field { copies(layout, "small-airbase", 1) } else { Vec::new() };
    let count = layout.dice.between(2, 4);
    pieces.extend(copies(layout, "air-supply", count));
    down(layout, hex, "", pieces)
}

fn leftover(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US"]);
    let hex = quiet_land(layout, nation, |facts| {
        facts.kind == HexKind::Coastal && facts.city.is_none() && !facts.resource
    })?;
    let id = if nation == "JP" { "jp-sea-supply" } else { "us-sea-supply" };
    let count = layout.dice.between(1, 3);
    let chits = copies(layout, id, count);
    down(layout, hex, "", chits)
}

fn fleet_at_season_end(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let hex = quiet_sea(layout)?;
    let count = layout.dice.between(1, 4);
    let ships = some(layout, "ships", &["CA", "DD", "CL", "BB"], nation, count)?;
    // Paid for as in any month, or forgotten.
    let paid = layout.dice.in_hundred(50) && layout.time.within("EN.2", "EN.4");
    let ships = if paid { ships.into_iter().map(|ship| so(ship, "standby")).collect() } else { ships };
    down(layout, hex, "", ships)
}

/// A home city with a resource, or one of China, away from the enemy.
fn home(layout: &mut Layout<'_>, nation: &'static str, test: fn(&Ground) -> bool) -> Option<Hex> {
    quiet_land(layout, nation, |facts| {
        let city = matches!(facts.city, Some(City::Home | City::Capital));
        city && facts.territory == nation && (facts.resource || nation == "CN") && test(facts)
    })
}

fn docked(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "JP", "AU"]);
    let hex = home(layout, nation, |facts| facts.port.is_some())?;
    let count = layout.dice.between(1, 3);
    let ships = some(layout, "ships", &["CA", "DD", "CL"], nation, count)?;
    down(layout, hex, "docked", ships.into_iter().map(|ship| so(ship, "out-of-supply")).collect())
}

fn garrison(layout: &mut Layout<'_>) -> Option<Shows> {
    let name = one_of(layout, &["W3621", "W3733", "W3825", "E0327", "E3628"]);
    let hex = calm(layout, name, 1)?;
    let units = some(layout, "land", &["infantry", "snlf", "artillery"], "JP", 1)?;
    down(layout, hex, "", units.into_iter().map(|unit| so(unit, "out-of-supply")).collect())
}

fn supplied(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "CN", "SU", "AU"]);
    let hex = home(layout, nation, |_| true)?;
    let (family, kinds): (_, &[&str]) =
        if layout.dice.in_hundred(50) { ("land", TROOPS) } else { ("air", &["F", "B"]) };
    let units = some(layout, family, kinds, nation, 1)?;
    down(layout, hex, "", units.into_iter().map(|unit| so(unit, "out-of-supply")).collect())
}

/// Saigon serves Japan from July 1941 on.
fn too_early(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = calm(layout, "W2713", 3)?;
    layout.control.insert(hex, "JP".into());
    let count = layout.dice.between(1, 2);
    let units = some(layout, "land", TROOPS, "JP", count)?;
    down(layout, hex, "", units)
}

fn through_jungle(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = calm(layout, "W3205", 6)?;
    let nation = one_of(layout, &["UK", "IN"]);
    let units = some(layout, "land", TROOPS, nation, 1)?;
    down(layout, hex, "", units)
}

fn over_open_sea(layout: &mut Layout<'_>) -> Option<Shows> {
    let (hex, source) = (calm(layout, "W2530", 5)?, calm(layout, "W2631", 5)?);
    let mut garrison = some(layout, "land", TROOPS, "JP", 1)?;
    garrison.extend(copies(layout, "jp-sea-supply", 1));
    layout.put(At::Hex(source), "", garrison);
    let units = some(layout, "land", TROOPS, "JP", 1)?;
    down(layout, hex, "", units)
}

fn through_partisans(layout: &mut Layout<'_>) -> Option<Shows> {
    let (hex, between) = (calm(layout, "W3916", 6)?, calm(layout, "W4016", 1)?);
    super::hand::without(layout, &["partisan"]);
    layout.control.insert(hex, "JP".into());
    let partisan = copies(layout, "cn-partisan", 1);
    layout.put(At::Hex(between), "", partisan);
    let units = some(layout, "land", TROOPS, "JP", 1)?;
    down(layout, hex, "", units)
}

/// Singapore is a source for the British in Malaya.
fn fortress(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_land(layout, "UK", |facts| facts.permanent_fort && facts.territory == "UK")?;
    let hex = Some(hex).filter(|hex| hex.to_string() == "W2112")?;
    let nation = one_of(layout, &["UK", "IN", "AU"]);
    let units = some(layout, "land", TROOPS, nation, 1)?;
    down(layout, hex, "", units.into_iter().map(|unit| so(unit, "out-of-supply")).collect())
}

/// More units than chits on an island that no line leaves.
fn overdrawn(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = calm(layout, "W2530", 5)?;
    let mut pieces = some(layout, "land", TROOPS, "JP", 2)?;
    pieces.extend(copies(layout, "air-supply", 1));
    down(layout, hex, "", pieces)
}

fn too_many_from_india(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = calm(layout, "W3502", 2)?;
    let count = layout.dice.between(3, 4);
    let units = some(layout, "land", TROOPS, "US", count)?;
    down(layout, hex, "", units)
}
