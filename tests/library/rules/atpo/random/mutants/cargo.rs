//! More or other cargo than ships, submarines and aircraft lift.

use super::hand::{copies, down, one_of, quiet, quiet_land, quiet_sea, so, some};
use super::{Mutator, Shows, always, mutator};
use crate::positions::{At, Layout, Piece, Time};

pub const ALL: &[Mutator] = &[
    mutator("ATPO-C01", always, over_lift),
    mutator("ATPO-C03", always, weak_pair),
    mutator("ATPO-C04", always, unfit_for_pair),
    mutator("ATPO-C05", |time| time.since(1942, 1) && time.within("OL.3", "OL.4"), assault_from_warships),
    mutator("ATPO-C06", always, supply_in_submarine),
    mutator("ATPO-C07", always, troops_in_submarine),
    mutator("ATPO-C08", |time| time.within("NA.1", "NA.3"), supply_over_lift),
    mutator("ATPO-C09", in_flight, air_load),
    mutator("ATPO-C13", |time| time.within("OS.2", "OS.2") || time.within("EN.1", "EN.1"), supply_over_lift),
    mutator("ATPO-C14", always, too_many_counters),
    mutator("ATPO-C15", always, tokyo_express),
    mutator("ATPO-C17", |time| time.since(1945, 8), bomb_in_submarine),
    mutator("ATPO-C19", |time| time.within("OL.1", "OL.5"), flying_headquarters),
];

fn in_flight(time: &Time) -> bool {
    time.within("NA.2", "NA.2") || time.within("OL.4", "OL.4")
}

/// Puts ships to sea with cargo aboard the first of them.
fn sail(layout: &mut Layout<'_>, ships: Vec<Piece>, cargo: Vec<Piece>) -> Option<Shows> {
    let hex = quiet_sea(layout)?;
    let stance = format!("aboard {}", ships.first()?.entry.id);
    layout.put(At::Hex(hex), "", ships);
    down(layout, hex, &stance, cargo)
}

fn over_lift(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let half = layout.dice.in_hundred(50);
    let ship = some(layout, "transport", &["stp"], nation, 1)?;
    let ship = if half { ship.into_iter().map(|ship| so(ship, "reduced")).collect() } else { ship };
    let count = layout.dice.between(if half { 2 } else { 3 }, 5);
    let units = some(layout, "land", &["infantry", "marine", "artillery"], nation, count)?;
    sail(layout, ship, units)
}

/// A light cruiser and a destroyer of which one is depleted.
fn weak_pair(layout: &mut Layout<'_>) -> Option<Shows> {
    let cruiser = layout.copy("jp-cl-sendai");
    let destroyer = so(layout.copy("jp-dd"), "reduced");
    let cargo = if layout.dice.in_hundred(50) {
        copies(layout, "jp-sea-supply", 1)
    } else {
        let unit = some(layout, "land", &["infantry"], "JP", 1)?;
        if unit[0].steps() < 2 {
            return None;
        }
        unit
    };
    sail(layout, vec![cruiser, destroyer], cargo)
}

fn unfit_for_pair(layout: &mut Layout<'_>) -> Option<Shows> {
    let ships = vec![layout.copy("jp-cl-sendai"), layout.copy("jp-dd")];
    let cargo = some(layout, "land", &["artillery", "armor", "flak", "mechanized"], "JP", 1)?;
    sail(layout, ships, cargo)
}

fn assault_from_warships(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet(layout, |layout, hex, _| layout.owner(hex) == "JP" && layout.world.is_beach(hex))?;
    let ships = vec![layout.copy("us-cl-1"), layout.copy("us-dd")];
    let troops = some(layout, "land", &["marine"], "US", 1)?;
    layout.put(At::Hex(hex), "", ships);
    let troops = troops.into_iter().map(|unit| so(unit, &format!("attack {hex}"))).collect();
    down(layout, hex, "", troops)
}

fn submarine(layout: &mut Layout<'_>) -> Option<(Piece, &'static str, &'static str)> {
    let (nation, chit) = layout.dice.one(&[("US", "us-sea-supply"), ("JP", "jp-sea-supply")]).copied()?;
    Some((layout.find("ships", &["SS"], nation)?, nation, chit))
}

fn supply_in_submarine(layout: &mut Layout<'_>) -> Option<Shows> {
    let (boat, _, chit) = submarine(layout)?;
    let half = layout.dice.in_hundred(50) && boat.entry.number("steps") == Some(2);
    let count = if half { 1 } else { layout.dice.between(2, 3) };
    let cargo = copies(layout, chit, count);
    sail(layout, vec![if half { so(boat, "reduced") } else { boat }], cargo)
}

fn troops_in_submarine(layout: &mut Layout<'_>) -> Option<Shows> {
    let (boat, nation, _) = submarine(layout)?;
    let kinds: &[&str] = &["infantry", "marine", "armor", "engineer", "artillery"];
    let cargo = some(layout, "land", kinds, nation, 1)?;
    sail(layout, vec![boat], cargo)
}

fn supply_over_lift(layout: &mut Layout<'_>) -> Option<Shows> {
    let (nation, chit) = layout.dice.one(&[("US", "us-sea-supply"), ("JP", "jp-sea-supply")]).copied()?;
    let half = layout.dice.in_hundred(50);
    let ship = layout.find("transport", &["stp"], nation)?;
    let count = layout.dice.between(if half { 2 } else { 3 }, 5);
    let cargo = copies(layout, chit, count);
    sail(layout, vec![if half { so(ship, "reduced") } else { ship }], cargo)
}

fn air_load(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US"]);
    let hex = quiet_land(layout, nation, |facts| facts.city.is_some())?;
    let plane = layout.find("transport", &["atp"], nation)?;
    let kinds: &[&str] = &["armor", "artillery", "flak", "mechanized"];
    let (plane, cargo) = if layout.dice.in_hundred(50) {
        (plane, some(layout, "land", kinds, nation, 1)?)
    } else {
        (so(plane, "reduced"), some(layout, "land", &["infantry"], nation, 2)?)
    };
    let stance = format!("aboard {}", plane.entry.id);
    layout.put(At::Hex(hex), "", vec![plane]);
    down(layout, hex, &stance, cargo)
}

fn too_many_counters(layout: &mut Layout<'_>) -> Option<Shows> {
    let id =
        one_of(layout, &["jp-stp-1", "us-stp-1", "uk-stp-1", "au-stp-1", "nl-stp-1", "jp-atp-1", "us-atp-1"]);
    let most = usize::from(layout.world.entry(id).copies());
    let count = layout.dice.between(most + 1, most + 4);
    let pieces = copies(layout, id, count);
    let hex = quiet_sea(layout)?;
    down(layout, hex, "", pieces)
}

fn tokyo_express(layout: &mut Layout<'_>) -> Option<Shows> {
    super::hand::without(layout, &["jp-adm-tanaka"]);
    let ships = copies(layout, "jp-dd", 2);
    let count = layout.dice.between(1, 3);
    let cargo = copies(layout, "jp-sea-supply", count);
    sail(layout, ships, cargo)
}

fn bomb_in_submarine(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_sea(layout)?;
    let mut pieces = layout.find("ships", &["SS"], "US").into_iter().collect::<Vec<_>>();
    pieces.push(layout.copy("a-bomb"));
    down(layout, hex, "", pieces)
}

fn flying_headquarters(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US"]);
    let hex = quiet_land(layout, nation, |facts| facts.city.is_some())?;
    let plane = layout.find("transport", &["atp"], nation)?;
    let state = one_of(layout, &["used", "active"]);
    let hq = so(layout.find("leaders", &["hq"], nation)?, state);
    let stance = format!("aboard {}", plane.entry.id);
    layout.put(At::Hex(hex), "", vec![plane]);
    down(layout, hex, &stance, vec![hq])
}
