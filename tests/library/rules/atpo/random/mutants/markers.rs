//! Marks and chits that lie where they may not, or at a wrong time.

use liege::rules::atpo::ground::{Ground, HexKind};

use super::hand::{copies, down, one_of, quiet, quiet_land, quiet_sea, so, some};
use super::{Mutator, Shows, always, mutator};
use crate::positions::{At, Layout};

pub const ALL: &[Mutator] = &[
    mutator("ATPO-M01", |time| time.within("EN.5", "SE.7"), left_over),
    mutator("ATPO-M02", always, |layout| marked_twice(layout, "active")),
    mutator("ATPO-M06", |time| time.within("NA.3", "NA.3"), still_current),
    mutator("ATPO-M16", |time| time.within("EN.5", "SE.7"), still_used),
    mutator("ATPO-M18", always, nothing_to_destroy),
    mutator("ATPO-M20", |time| time.within("OL.4", "SE.7"), pinned_at_home),
    mutator("ATPO-M21", always, firebombed),
    mutator("ATPO-M22", |time| time.within("NA.1", "OS.2"), evasion),
    mutator("ATPO-M23", always, night),
    mutator("ATPO-M31", always, |layout| marked_twice(layout, "out-of-supply")),
    mutator("ATPO-M32", |time| !time.since(1941, 12), atrocity_at_peace),
    mutator("ATPO-N08", |time| time.within("OS.2", "OS.2") || time.within("NA.1", "NA.3"), admiral_ashore),
];

fn left_over(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let (family, kinds, states): (_, &[&str], &[&'static str]) = match layout.dice.below(3) {
        0 => ("ships", &["CA", "DD"], &["standby", "active"]),
        1 => ("land", &["infantry"], &["active"]),
        _ => ("air", &["F", "B"], &["committed", "previously-committed", "current"]),
    };
    let hex = if family == "ships" {
        quiet_sea(layout)?
    } else {
        quiet_land(layout, nation, |facts| facts.city.is_some())?
    };
    let state = one_of(layout, states);
    let units = some(layout, family, kinds, nation, 1)?;
    down(layout, hex, "", units.into_iter().map(|unit| so(unit, state)).collect())
}

fn marked_twice(layout: &mut Layout<'_>, other: &str) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let hex = quiet_sea(layout)?;
    let count = layout.dice.between(1, 2);
    let ships = some(layout, "ships", &["CA", "DD", "BB", "CV"], nation, count)?;
    down(layout, hex, "", ships.into_iter().map(|ship| so(so(ship, "standby"), other)).collect())
}

fn still_current(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let hex = quiet_land(layout, nation, |facts| facts.city.is_some())?;
    let units = some(layout, "air", &["F", "FB", "B"], nation, 1)?;
    down(layout, hex, "", units.into_iter().map(|unit| so(unit, "current")).collect())
}

fn still_used(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US", "CN", "SU"]);
    let hex = quiet_land(layout, nation, |_| true)?;
    let kinds: &[&str] = if layout.dice.in_hundred(50) { &["hq"] } else { &["general"] };
    let units = some(layout, "leaders", kinds, nation, 1)?;
    down(layout, hex, "", units.into_iter().map(|unit| so(unit, "used")).collect())
}

fn nothing_to_destroy(layout: &mut Layout<'_>) -> Option<Shows> {
    let bare = |facts: &Ground| {
        facts.kind == HexKind::Land && facts.city.is_none() && !facts.resource && !facts.permanent_fort
    };
    let hex = quiet(layout, |layout, hex, facts| {
        let (map, place) = (&layout.world.pack.map, hex.into());
        let rail = map.neighbours(&place).iter().any(|near| map.has_edge(&place, near, "rail"));
        bare(facts) && facts.port.is_none() && !rail
    })?;
    let piece = if layout.dice.in_hundred(50) {
        layout.copy("destroyed")
    } else {
        so(layout.copy("dirt-airstrip"), "destroyed")
    };
    down(layout, hex, "", vec![piece])
}

fn pinned_at_home(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US"]);
    let hex = quiet_land(layout, nation, |_| true)?;
    let count = layout.dice.between(1, 2);
    let units = some(layout, "land", &["infantry", "marine", "snlf"], nation, count)?;
    down(layout, hex, "pinned", units)
}

fn firebombed(layout: &mut Layout<'_>) -> Option<Shows> {
    let early = !layout.time.since(1944, 1);
    let home = layout.dice.in_hundred(50);
    let hex =
        quiet_land(layout, "JP", |facts| facts.city.is_some() == home && (facts.territory == "JP" || !home))?;
    let count = if home && !early { 2 } else { 1 };
    let chits = copies(layout, "firebombed", count);
    down(layout, hex, "", chits)
}

fn evasion(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_sea(layout)?;
    let mut pieces = match layout.dice.below(3) {
        0 => Vec::new(),
        1 => some(layout, "ships", &["SS"], "US", 1)?,
        _ => some(layout, "ships", &["CA", "DD"], "JP", 2)?,
    };
    pieces.push(layout.copy("evasion"));
    down(layout, hex, "", pieces)
}

fn night(layout: &mut Layout<'_>) -> Option<Shows> {
    let (nation, chit) = if layout.dice.in_hundred(50) { ("JP", "jp-night") } else { ("US", "us-night") };
    let hex = quiet_sea(layout)?;
    let ships = layout.dice.in_hundred(50);
    let mut pieces = if ships { some(layout, "ships", &["CA", "DD"], nation, 1)? } else { Vec::new() };
    let count = if ships && layout.time.since(1942, 1) { 7 } else { 1 };
    pieces.extend(copies(layout, chit, count));
    down(layout, hex, "", pieces)
}

fn atrocity_at_peace(layout: &mut Layout<'_>) -> Option<Shows> {
    let land = one_of(layout, &["UK", "US", "AU", "NL", "PH", "IN", "SU", "JP"]);
    let hex = quiet(layout, |_, _, facts| facts.territory == land && facts.kind != HexKind::Sea)?;
    let chit = copies(layout, "atrocity", 1);
    down(layout, hex, "", chit)
}

fn admiral_ashore(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let hex = quiet_land(layout, nation, |facts| facts.port.is_none())?;
    let units = some(layout, "leaders", &["admiral"], nation, 1)?;
    layout.put(At::Hex(hex), "", units);
    Some(Shows::Now)
}
