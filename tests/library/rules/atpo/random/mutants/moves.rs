//! What was done between two saves, or in the course of a log, against the rules.

use liege::rules::atpo::ground::{City, HexKind};
use liege::rules::position::places::Hex;

use super::hand::{TROOPS, beside, is_open, one_of, quiet, quiet_land, quiet_sea, so, some};
use super::{Mutator, Shows, mutator};
use crate::positions::{At, Layout, Piece};

pub const ALL: &[Mutator] = &[
    mutator("ATPO-C12", |time| time.within("NA.1", "NA.1"), evacuation),
    mutator("ATPO-M10", |time| time.within("OS.2", "OS.2"), failed_launch),
    mutator("ATPO-M14", |time| time.within("OL.3", "OL.3"), activated_twice),
    mutator("ATPO-M15", |time| time.within("MV.1", "MV.2"), active_moved),
    mutator("ATPO-N01", |time| time.within("EN.1", "EN.1"), docked_moved),
    mutator("ATPO-L18", |time| time.within("EN.2", "EN.5"), attrition_too_early),
    mutator("ATPO-Z02", |time| time.within("OL.4", "OL.4"), changed_behind_front),
    mutator("ATPO-F05", |time| time.month > 1 && time.within("EN.5", "EN.5"), veteran_back),
    mutator("ATPO-F10", |time| time.within("EN.3", "EN.3"), replaced_beside_enemies),
];

/// The lines of an earlier position: its step, and the pieces that matter.
fn then(phase: &str, lines: &[(String, &Piece, &str)]) -> Vec<String> {
    let line = |(place, piece, state): &(String, &Piece, &str)| {
        format!("{place}: {} {state}", piece.entry.id).trim_end().to_owned()
    };
    std::iter::once(format!("phase: {phase}")).chain(lines.iter().map(line)).collect()
}

/// Everything but what a mutant adds goes, so that the two positions agree.
fn clear(layout: &mut Layout<'_>) {
    layout.lines.clear();
}

fn at(hex: Hex) -> String {
    format!("at {hex}")
}

fn evacuation(layout: &mut Layout<'_>) -> Option<Shows> {
    clear(layout);
    let hex = quiet_land(layout, "JP", |facts| facts.kind == HexKind::Coastal && facts.port.is_none())?;
    let ship = so(some(layout, "transport", &["stp"], "JP", 1)?.remove(0), "reduced");
    let unit = some(layout, "land", &["infantry", "snlf"], "JP", 1)?.remove(0);
    let before = then("NA.1", &[(at(hex), &unit, ""), (at(hex), &ship, "reduced")]);
    let stance = format!("aboard {}", ship.entry.id);
    layout.put(At::Hex(hex), "", vec![ship]);
    layout.put(At::Hex(hex), &stance, vec![unit]);
    Some(Shows::Since(vec![before]))
}

fn failed_launch(layout: &mut Layout<'_>) -> Option<Shows> {
    clear(layout);
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let (hex, target) = (quiet_sea(layout)?, quiet_sea(layout)?);
    let ship = some(layout, "ships", &["CV"], nation, 1)?.remove(0);
    let group = some(layout, "air", &["N"], nation, 1)?.remove(0);
    let aboard = format!("at {hex} aboard {}", ship.entry.id);
    let before = then("OS.2", &[(at(hex), &ship, ""), (aboard, &group, "current")]);
    layout.put(At::Hex(hex), "", vec![ship]);
    layout.put(At::Hex(target), "aloft", vec![group]);
    Some(Shows::Since(vec![before]))
}

/// Two quiet hexes side by side in which units of a nation stand.
fn two_hexes(layout: &mut Layout<'_>, nation: &str) -> Option<(Hex, Hex)> {
    let hex = quiet_land(layout, nation, |_| true)?;
    Some((hex, beside(layout, hex, |layout, near| layout.may_stand(nation, near))?))
}

fn activated_twice(layout: &mut Layout<'_>) -> Option<Shows> {
    clear(layout);
    let nation = one_of(layout, &["JP", "CN", "US", "SU"]);
    let (hex, near) = two_hexes(layout, nation)?;
    let unit = some(layout, "land", TROOPS, nation, 1)?.remove(0);
    let earlier = vec![
        then("OL.1", &[(at(hex), &unit, "")]),
        then("OL.3", &[(at(near), &unit, "active")]),
        then("OL.3", &[(at(hex), &unit, "")]),
    ];
    layout.put(At::Hex(hex), "", vec![so(unit, "active")]);
    Some(Shows::Since(earlier))
}

fn active_moved(layout: &mut Layout<'_>) -> Option<Shows> {
    clear(layout);
    let nation = one_of(layout, &["JP", "CN", "US", "SU"]);
    let (hex, near) = two_hexes(layout, nation)?;
    let unit = some(layout, "land", TROOPS, nation, 1)?.remove(0);
    let before = then(&layout.time.phase.clone(), &[(at(hex), &unit, "active")]);
    layout.put(At::Hex(near), "", vec![so(unit, "active")]);
    Some(Shows::Since(vec![before]))
}

fn docked_moved(layout: &mut Layout<'_>) -> Option<Shows> {
    clear(layout);
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let hex = quiet_land(layout, nation, |facts| facts.port.is_some())?;
    let to = quiet_sea(layout)?;
    let ship = some(layout, "ships", &["CA", "DD", "BB", "SS"], nation, 1)?.remove(0);
    let before = then("EN.1", &[(format!("at {hex} docked"), &ship, "")]);
    layout.put(At::Hex(to), "", vec![ship]);
    Some(Shows::Since(vec![before]))
}

fn changed_behind_front(layout: &mut Layout<'_>) -> Option<Shows> {
    clear(layout);
    layout.control.clear();
    let (nation, enemy) = if layout.dice.in_hundred(50) { ("CN", "JP") } else { ("JP", "CN") };
    let hex = quiet(layout, |layout, hex, facts| {
        let near = layout.world.map.neighbours(hex);
        facts.kind == HexKind::Land
            && layout.may_stand(nation, hex)
            && near
                .into_iter()
                .any(|near| layout.world.map.facts(near).is_some() && layout.may_stand(enemy, near))
    })?;
    let near = beside(layout, hex, |layout, near| layout.may_stand(enemy, near))?;
    let unit = some(layout, "land", TROOPS, nation, 1)?.remove(0);
    let before = then("OL.3", &[(at(hex), &unit, "out-of-supply")]);
    // The control line belongs to the later position alone.
    let mut lines = before.clone();
    lines.insert(1, format!("control: {enemy} {near}"));
    layout.control.insert(near, nation.into());
    layout.put(At::Hex(near), "", vec![so(unit, "out-of-supply")]);
    Some(Shows::Since(vec![lines]))
}

fn veteran_back(layout: &mut Layout<'_>) -> Option<Shows> {
    clear(layout);
    let hex = quiet_land(layout, "JP", |facts| facts.territory == "JP" && facts.city.is_some())?;
    let veteran = |unit: &Piece| unit.entry.number("quality") == Some(3);
    let unit = (0..40).find_map(|_| layout.find("air", &["F", "FB", "B"], "JP").filter(veteran))?;
    let before = then("OA.2", &[(at(hex), &unit, "")]);
    layout.put(At::in_box("Japan Force Pool"), "", vec![unit]);
    Some(Shows::Since(vec![before]))
}

fn replaced_beside_enemies(layout: &mut Layout<'_>) -> Option<Shows> {
    clear(layout);
    let hex = quiet_land(layout, "CN", |facts| {
        facts.territory == "CN" && is_open(facts) && facts.city != Some(City::Capital)
    })?;
    let near = beside(layout, hex, |_, _| true)?;
    let unit = some(layout, "land", TROOPS, "CN", 1)?.remove(0);
    let enemy = some(layout, "land", TROOPS, "JP", 1)?;
    let before = then("EN.3", &[("in \"China Replenishment\"".into(), &unit, "")]);
    layout.put(At::Hex(near), "", enemy);
    layout.put(At::Hex(hex), "", vec![unit]);
    Some(Shows::Since(vec![before]))
}

fn attrition_too_early(layout: &mut Layout<'_>) -> Option<Shows> {
    clear(layout);
    let nation = one_of(layout, &["JP", "CN"]);
    let hex = quiet_land(layout, nation, |_| true)?;
    let unit = some(layout, "land", &["infantry"], nation, 1)?.remove(0);
    let unit = so(so(unit, "reduced"), "out-of-supply");
    let before = then("EN.1", &[(at(hex), &unit, "")]);
    layout.put(At::Hex(hex), "", vec![unit]);
    Some(Shows::Since(vec![before]))
}
