//! Too many, or the wrong ones, in a hex: land units, HQs, partisans, submarines, task forces.

use liege::rules::atpo::ground::{HexKind, Island};

use super::hand::{TROOPS, beside, copies, down, one_of, quiet, quiet_land, quiet_sea, so, some};
use super::{Mutator, Shows, always, mutator};
use crate::positions::{At, Layout, Time};

pub const ALL: &[Mutator] = &[
    mutator("ATPO-S01", settled, |layout| overstacked(layout, false)),
    mutator("ATPO-S02", settled, |layout| overstacked(layout, true)),
    mutator("ATPO-S03", settled, exempt_units),
    mutator("ATPO-S04", settled, chinese),
    mutator("ATPO-S06", always, two_headquarters),
    mutator("ATPO-S07", |time| time.within("OL.1", "OL.6"), |layout| side_by_side(layout, true)),
    mutator("ATPO-S08", always, |layout| side_by_side(layout, false)),
    mutator("ATPO-S09", |time| time.since(1941, 12), enemies_together),
    mutator("ATPO-S10", always, partisan_among_friends),
    mutator("ATPO-S11", always, partisan_among_enemies),
    mutator("ATPO-S12", always, at_sea),
    mutator("ATPO-S14", |time| time.since(1942, 1) && time.within("OL.3", "OL.4"), beach),
    mutator("ATPO-S16", |time| time.within("OL.4", "OL.4"), after_retreat),
    mutator("ATPO-S18", always, submarine_with_ships),
    mutator("ATPO-S20", always, submarine_in_tray),
    mutator("ATPO-S21", always, empty_task_force),
    mutator("ATPO-S22", always, dummies),
    mutator("ATPO-S24", |time| time.since(1941, 12), leader_on_enemy_fort),
    mutator("ATPO-S25", always, admiral_on_wrong_ship),
];

/// In the steps of combat stacking is looked at when the step ends.
fn settled(time: &Time) -> bool {
    !["OL.2", "OL.4", "OL.5"].iter().any(|step| time.touches(step, step))
}

fn overstacked(layout: &mut Layout<'_>, small: bool) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "JP", "SU", "US"]);
    let hex = quiet_land(layout, nation, |facts| (facts.island == Some(Island::Small)) == small)?;
    let count = layout.dice.between(8, 12);
    let mut units = some(layout, "land", TROOPS, nation, count)?;
    let pairs = layout.dice.below(3);
    for unit in units.iter_mut().take(pairs) {
        unit.states.insert("reduced".into());
    }
    let steps: usize = units.iter().map(|unit| unit.steps()).sum();
    // The most that any reading of a hex allows, Soviet units included.
    if steps > 13 { down(layout, hex, "", units) } else { None }
}

fn exempt_units(layout: &mut Layout<'_>) -> Option<Shows> {
    let (nation, id) = if layout.dice.in_hundred(50) { ("JP", "jp-para-1") } else { ("US", "us-para-503") };
    let hex = quiet_land(layout, nation, |_| true)?;
    let count = layout.dice.between(5, 9);
    let units = copies(layout, id, count);
    down(layout, hex, "", units)
}

fn chinese(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_land(layout, "CN", |facts| facts.territory == "CN")?;
    let count = layout.dice.between(2, 3);
    let units = some(layout, "land", TROOPS, "CN", count)?;
    down(layout, hex, "", units)
}

fn two_headquarters(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "CN", "SU", "US"]);
    let hex = quiet_land(layout, nation, |_| true)?;
    let count = layout.dice.between(2, 3);
    let units = some(layout, "leaders", &["hq"], nation, count)?;
    down(layout, hex, "", units)
}

fn side_by_side(layout: &mut Layout<'_>, used: bool) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "JP", "SU", "US"]);
    let hex = quiet_land(layout, nation, |_| true)?;
    let near = beside(layout, hex, |layout, near| layout.may_stand(nation, near))?;
    let mut units = some(layout, "leaders", &["hq"], nation, 2)?;
    let second = units.pop()?;
    let first = units.pop()?;
    layout.put(At::Hex(near), "", vec![second]);
    down(layout, hex, "", vec![if used { so(first, "used") } else { first }])
}

fn enemies_together(layout: &mut Layout<'_>) -> Option<Shows> {
    let enemy = one_of(layout, &["CN", "US", "UK", "AU", "IN"]);
    let hex = quiet_land(layout, "JP", |_| true)?;
    let mut units = some(layout, "land", TROOPS, enemy, 1)?;
    units.extend(layout.find("land", TROOPS, "JP"));
    if units.len() == 2 { down(layout, hex, "", units) } else { None }
}

fn partisan_among_friends(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_land(layout, "CN", |facts| facts.territory == "CN")?;
    let mut units = copies(layout, "cn-partisan", 1);
    let other = match layout.dice.below(3) {
        0 => Some(layout.copy("cn-partisan")),
        1 => layout.find("land", TROOPS, "CN"),
        _ => layout.find("air", &["F"], "CN"),
    };
    units.push(other?);
    down(layout, hex, "", units)
}

fn partisan_among_enemies(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_land(layout, "JP", |facts| matches!(facts.territory.as_str(), "CN" | "MK"))?;
    let mut units = copies(layout, "cn-partisan", 1);
    let other = match layout.dice.below(3) {
        0 => layout.find("land", TROOPS, "JP"),
        1 => layout.find("leaders", &["hq"], "JP"),
        _ => Some(layout.copy("jp-coastal-fort")),
    };
    units.push(other?);
    down(layout, hex, "", units)
}

fn at_sea(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US", "UK", "CN"]);
    let count = layout.dice.between(1, 3);
    let units = some(layout, "land", &[], nation, count)?;
    if layout.dice.in_hundred(15) {
        layout.put(At::in_box("South Pacific"), "", units);
        return Some(Shows::Now);
    }
    let hex = quiet_sea(layout)?;
    down(layout, hex, "", units)
}

fn beach(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet(layout, |layout, hex, _| layout.owner(hex) == "JP" && layout.world.is_beach(hex))?;
    let pinned = some(layout, "land", &["infantry", "marine"], "US", 2)?;
    let wave = some(layout, "land", &["infantry", "marine"], "US", 7)?;
    let steps: usize = pinned.iter().chain(&wave).map(|unit| unit.steps()).sum();
    let ships = some(layout, "transport", &["stp"], "US", 5)?;
    layout.put(At::Hex(hex), "pinned", pinned);
    layout.put(At::Hex(hex), "", ships);
    let wave = wave.into_iter().map(|unit| so(unit, &format!("attack {hex}"))).collect();
    if steps > 11 { down(layout, hex, "", wave) } else { None }
}

fn after_retreat(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_land(layout, "JP", |facts| facts.territory == "CN")?;
    let units = some(layout, "land", TROOPS, "JP", 7)?;
    let steps: usize = units.iter().map(|unit| unit.steps()).sum();
    let from = quiet_land(layout, "CN", |_| true).filter(|from| *from != hex)?;
    let target = layout.world.map.neighbours(from).into_iter().next()?;
    let attacker = so(layout.find("land", TROOPS, "CN")?, &format!("attack {target}"));
    layout.put(At::Hex(from), "", vec![attacker]);
    if steps > 13 { down(layout, hex, "", units) } else { None }
}

fn submarine_with_ships(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let hex = quiet_sea(layout)?;
    let mut ships = some(layout, "ships", &["SS"], nation, 1)?;
    let (family, kinds): (_, &[&str]) = match layout.dice.below(4) {
        0 => ("transport", &["stp"]),
        1 => ("ships", &["SS"]),
        _ => ("ships", &["DD", "CA", "CL", "BB"]),
    };
    let count = layout.dice.between(1, 2);
    ships.extend(some(layout, family, kinds, nation, count)?);
    down(layout, hex, "", ships)
}

fn submarine_in_tray(layout: &mut Layout<'_>) -> Option<Shows> {
    let (nation, chit) = if layout.dice.in_hundred(50) { ("JP", "jp-tf-7") } else { ("US", "us-tf-7") };
    let hex = quiet_sea(layout)?;
    let mut ships = some(layout, "ships", &["SS"], nation, 1)?;
    let count = layout.dice.between(1, 3);
    ships.extend(some(layout, "ships", &["DD", "CA", "CL"], nation, count)?);
    layout.put(At::Tray(chit.into()), "", ships);
    let chit = copies(layout, chit, 1);
    down(layout, hex, "", chit)
}

fn empty_task_force(layout: &mut Layout<'_>) -> Option<Shows> {
    let chit = one_of(layout, &["jp-tf-5", "jp-tf-6", "jp-tf-7", "jp-tf-8", "us-tf-8"]);
    let hex = quiet_sea(layout)?;
    let chit = copies(layout, chit, 1);
    down(layout, hex, "", chit)
}

fn dummies(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_sea(layout)?;
    let (id, least) = match layout.dice.below(3) {
        0 => ("jp-tf-dummy", 1),
        1 => ("us-tf-dummy", 4),
        _ => ("uk-tf-dummy", 4),
    };
    let count = layout.dice.between(least, least + 2);
    let chits = copies(layout, id, count);
    down(layout, hex, "", chits)
}

fn leader_on_enemy_fort(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["US", "UK"]);
    let hex =
        quiet(layout, |layout, hex, facts| layout.owner(hex) == "JP" && facts.kind == HexKind::Coastal)?;
    let mut pieces = some(layout, "leaders", &["hq"], nation, 1)?;
    pieces.push(layout.copy("jp-coastal-fort"));
    down(layout, hex, "", pieces)
}

fn admiral_on_wrong_ship(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_sea(layout)?;
    let (admiral, kinds): (_, &[&str]) = if layout.dice.in_hundred(50) {
        ("jp-adm-tanaka", &["BB", "CA"])
    } else {
        ("jp-adm-mikawa", &["DD", "CL"])
    };
    let mut pieces = some(layout, "ships", kinds, "JP", 2)?;
    pieces.push(layout.copy(admiral));
    down(layout, hex, "", pieces)
}
