//! Ships and works where a port does not take them.

use liege::rules::atpo::ground::{City, Ground, HexKind, Port};
use liege::rules::position::places::Hex;

use super::hand::{copies, down, one_of, quiet, quiet_land, quiet_sea, some};
use super::{Mutator, Shows, always, mutator};
use crate::positions::{At, Layout};

pub const ALL: &[Mutator] = &[
    mutator("ATPO-P01", always, crowded),
    mutator("ATPO-P02", always, crowded_capital),
    mutator("ATPO-P03", always, destroyed),
    mutator("ATPO-P04", always, damaged),
    mutator("ATPO-P05", |time| time.since(1941, 12) && time.within("MV.1", "SE.7"), enemy_port),
    mutator("ATPO-P06", |time| time.since(1941, 12), enemy_troops),
    mutator("ATPO-P07", always, floatplane),
    mutator("ATPO-P09", always, misplaced_enlargement),
    mutator("ATPO-P10", always, enlarged),
    mutator("ATPO-P12", |time| time.since(1945, 8), a_bomb),
];

const SHIPS: [(&str, &str); 3] = [("JP", "jp-dd"), ("US", "us-dd"), ("UK", "uk-dd-1")];

/// A quiet port of one of the great navies, and a counter of that navy.
fn port(layout: &mut Layout<'_>, test: fn(&Ground) -> bool) -> Option<(Hex, &'static str)> {
    let (nation, ship) = layout.dice.one(&SHIPS).copied()?;
    let limited = |facts: &Ground| facts.port.is_some_and(|port| port != Port::Unlimited) && test(facts);
    Some((quiet_land(layout, nation, limited)?, ship))
}

fn crowded(layout: &mut Layout<'_>) -> Option<Shows> {
    let (hex, ship) = port(layout, |facts| facts.city != Some(City::Capital))?;
    let room = layout.world.port_limit(hex)?;
    let count = layout.dice.between(room + 1, room + 6);
    let ships = copies(layout, ship, count);
    down(layout, hex, "docked", ships)
}

/// Tokyo is the one capital with a major port; of the others Bangkok has a port at all.
fn crowded_capital(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet(layout, |layout, hex, facts| {
        facts.city == Some(City::Capital) && facts.port.is_some() && layout.world.port_limit(hex) == Some(15)
    })?;
    let count = layout.dice.between(16, 30);
    let ships = copies(layout, "jp-dd", count);
    down(layout, hex, "docked", ships)
}

fn destroyed(layout: &mut Layout<'_>) -> Option<Shows> {
    let (hex, ship) = port(layout, |facts| matches!(facts.port, Some(Port::City | Port::Minor)))?;
    let count = layout.dice.between(1, 5);
    let ships = copies(layout, ship, count);
    let chits = copies(layout, "destroyed", 1);
    layout.put(At::Hex(hex), "", chits);
    down(layout, hex, "docked", ships)
}

/// A chit for each installation of the hex, so that one of them surely means the port.
fn damaged(layout: &mut Layout<'_>) -> Option<Shows> {
    let (hex, ship) =
        port(layout, |facts| facts.port == Some(Port::Major) && facts.city != Some(City::Capital))?;
    let facts = layout.world.facts(hex);
    let chits =
        copies(layout, "destroyed", 1 + usize::from(facts.resource) + usize::from(facts.permanent_fort));
    let count = layout.dice.between(16, 30);
    let ships = copies(layout, ship, count);
    layout.put(At::Hex(hex), "", chits);
    down(layout, hex, "docked", ships)
}

fn enemy_port(layout: &mut Layout<'_>) -> Option<Shows> {
    let (owner, ship) = if layout.dice.in_hundred(50) { ("JP", "us-dd") } else { ("US", "jp-dd") };
    let hex = quiet(layout, |layout, hex, facts| layout.owner(hex) == owner && facts.port.is_some())?;
    let count = layout.dice.between(1, 4);
    let ships = copies(layout, ship, count);
    down(layout, hex, "docked", ships)
}

fn enemy_troops(layout: &mut Layout<'_>) -> Option<Shows> {
    let (owner, ship) = if layout.dice.in_hundred(50) { ("JP", "us-dd") } else { ("UK", "jp-dd") };
    let hex = quiet_land(layout, owner, |facts| facts.port.is_some())?;
    let troops = some(layout, "land", &["infantry"], owner, 1)?;
    layout.put(At::Hex(hex), "", troops);
    let count = layout.dice.between(1, 4);
    let ships = copies(layout, ship, count);
    down(layout, hex, "docked", ships)
}

fn floatplane(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US"]);
    let inland = layout.dice.in_hundred(60);
    let hex =
        if inland { quiet_land(layout, nation, |facts| facts.port.is_none())? } else { quiet_sea(layout)? };
    let unit = some(layout, "air", &["floatplane"], nation, 1)?;
    down(layout, hex, "", unit)
}

fn misplaced_enlargement(layout: &mut Layout<'_>) -> Option<Shows> {
    let (nation, id) = if layout.dice.in_hundred(50) {
        ("JP", "jp-harbor-enlargement")
    } else {
        ("US", "us-harbor-enlargement")
    };
    let hex =
        quiet_land(layout, nation, |facts| matches!(facts.port, None | Some(Port::Major | Port::Unlimited)))?;
    let chit = copies(layout, id, 1);
    down(layout, hex, "", chit)
}

fn enlarged(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_land(layout, "JP", |facts| facts.port.is_some() && facts.city != Some(City::Capital))?;
    let chit = copies(layout, "jp-harbor-enlargement", 1);
    layout.put(At::Hex(hex), "", chit);
    let count = layout.dice.between(31, 36);
    let ships = copies(layout, "jp-dd", count);
    down(layout, hex, "docked", ships)
}

fn a_bomb(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet(layout, |layout, hex, facts| layout.owner(hex) == "JP" && facts.kind != HexKind::Sea)?;
    let bomb = copies(layout, "a-bomb", 1);
    down(layout, hex, "", bomb)
}
