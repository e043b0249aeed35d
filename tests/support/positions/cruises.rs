//! Ships with a mission of each kind that a step allows: at the coasts and ports of the enemy, past mines and straits, with
//! cargo, on the routes of convoys and merchants.

use liege::rules::atpo::ground::{Ground, HexKind, Port};
use liege::rules::position::places::{Hex, PlaceId};

use super::forces::{force, near, room_at_sea};
use super::layout::{At, Layout, Piece};
use super::naval::{SURFACE, fleet, room};
use super::sorties::{held_by_enemy, marked};

/// The nations whose navies go out.
const NAVIES: [&str; 4] = ["JP", "JP", "US", "UK"];

/// Hexes of straits that are closed to the Allies (18.1.6).
const STRAITS: [&str; 6] = ["W4427", "W4428", "W5032", "W5033", "W4330", "W5433"];

/// The hexes of fortresses with batteries (3.10).
const FORTRESSES: [&str; 2] = ["W2112", "W3021"];

/// The areas of convoy routes.
const CONVOYS: [&str; 5] =
    ["east-pacific", "southeast-pacific", "south-pacific", "indian-ocean-south", "indian-ocean-west"];

/// Raiders in the convoy areas and submarines on the merchant routes (2.2, 2.3).
pub fn interdict(layout: &mut Layout<'_>) {
    let pack = layout.world.pack.clone();
    for _ in 0..2 {
        let area = *layout.dice.one(&CONVOYS).unwrap_or(&"");
        let Some(place) = pack.map.all().iter().find(|place| place.key == area) else { continue };
        let ships = fleet(layout, "JP", 2, &["CA", "CL", "BB", "DD"]);
        layout.put(At::in_box(&place.name), "", ships);
    }
    let routes = pack.map.routes.iter().filter(|route| route.kind == "merchant");
    let places: Vec<Hex> = routes.flat_map(|route| &route.places).filter_map(PlaceId::hex).collect();
    for _ in 0..3 {
        let Some(hex) = layout.dice.one(&places).copied() else { return };
        if room_at_sea(layout, hex) {
            let nation = *layout.dice.one(&["US", "US", "UK", "NL"]).unwrap_or(&"US");
            let boats = fleet(layout, nation, 1, &["SS"]);
            layout.put(At::Hex(hex), "", boats);
        }
    }
}

/// Ships that enter ports, pass mines, slip into harbours and through straits, in the steps in which they move.
pub fn enter(layout: &mut Layout<'_>) {
    for _ in 0..2 {
        match layout.dice.below(5) {
            0 | 1 => enter_port(layout),
            2 => harbour(layout),
            3 => strait(layout),
            _ => sea_mines(layout),
        }
    }
}

fn is_port(facts: &Ground) -> bool {
    matches!(facts.port, Some(Port::Major | Port::Minor))
}

/// Puts ships of its owner into a port, now and then.
fn occupy(layout: &mut Layout<'_>, hex: Hex, often: usize) {
    let owner = layout.owner(hex).to_owned();
    let count = room(layout, hex).min(3);
    if layout.dice.in_hundred(often) && count > 0 {
        let ships = fleet(layout, &owner, count, &SURFACE);
        layout.put(At::Hex(hex), "docked", ships);
    }
}

/// A force that enters an enemy port, from its hex or the next (3.9.2).
fn enter_port(layout: &mut Layout<'_>) {
    let nation = *layout.dice.one(&NAVIES).unwrap_or(&"JP");
    let Some(hex) = held_by_enemy(layout, nation, is_port) else { return };
    occupy(layout, hex, 70);
    let target = format!("target={hex}");
    let near = near(layout, hex, 1);
    let sea: Vec<Hex> =
        near.into_iter().filter(|other| *other != hex && room_at_sea(layout, *other)).collect();
    match layout.dice.one(&sea).copied() {
        Some(from) if layout.dice.in_hundred(50) => {
            force(layout, nation, (from, ""), &["enter-port", &target])
        }
        _ => force(layout, nation, (hex, ""), &["enter-port"]),
    }
}

/// A submarine into a harbour with ships (3.16.10).
fn harbour(layout: &mut Layout<'_>) {
    let nation = *layout.dice.one(&["JP", "US"]).unwrap_or(&"JP");
    let Some(hex) = held_by_enemy(layout, nation, is_port) else { return };
    occupy(layout, hex, 100);
    if room_at_sea(layout, hex) {
        let boats = fleet(layout, nation, 1, &["SS"]);
        layout.put(At::Hex(hex), "", marked(boats, &["infiltrate"]));
    }
}

/// An Allied submarine through a strait, some with guards (3.4.3.1).
fn strait(layout: &mut Layout<'_>) {
    let Some(hex) = layout.dice.one(&STRAITS).and_then(|hex| hex.parse::<Hex>().ok()) else { return };
    if !room_at_sea(layout, hex) {
        return;
    }
    let boats = fleet(layout, "US", 1, &["SS"]);
    layout.put(At::Hex(hex), "", marked(boats, &["infiltrate"]));
    if layout.dice.in_hundred(50) {
        let guards = fleet(layout, "JP", 1, &["DD", "DE"]);
        layout.put(At::Hex(hex), "", guards);
    }
}

/// A force that sails past the mines of a coastal fort (3.14.5.6).
fn sea_mines(layout: &mut Layout<'_>) {
    let nation = *layout.dice.one(&NAVIES).unwrap_or(&"JP");
    let Some(hex) = held_by_enemy(layout, nation, |facts| facts.kind == HexKind::Coastal) else { return };
    fortify(layout, hex);
    let near = near(layout, hex, 1);
    let sea: Vec<Hex> =
        near.into_iter().filter(|other| *other != hex && room_at_sea(layout, *other)).collect();
    let Some(from) = layout.dice.one(&sea).copied() else { return };
    force(layout, nation, (from, ""), &["sail", &format!("target={hex}")]);
}

/// A coastal fort of whoever holds a hex.
fn fortify(layout: &mut Layout<'_>, hex: Hex) {
    if layout.has(hex, "coastal-fort") {
        return;
    }
    let id = match layout.owner(hex) {
        "JP" => "jp-coastal-fort",
        "US" => "us-coastal-fort",
        _ => "coastal-fort",
    };
    let chit = layout.take(id).into_iter().collect();
    layout.put_on(hex, chit);
}

/// Ships off an installation that they bombard (3.15).
pub fn bombard(layout: &mut Layout<'_>) {
    for _ in 0..2 {
        let nation = *layout.dice.one(&NAVIES).unwrap_or(&"JP");
        let coast = |facts: &Ground| facts.kind == HexKind::Coastal;
        let Some(hex) = held_by_enemy(layout, nation, coast) else { continue };
        match layout.dice.below(3) {
            0 => fortify(layout, hex),
            1 if !layout.has(hex, "small-airbase") && !layout.has(hex, "large-airbase") => {
                let chit = layout.take("small-airbase").into_iter().collect();
                layout.put_on(hex, chit);
                let owner = layout.owner(hex).to_owned();
                let based = layout.find("air", &["F", "B"], &owner).into_iter().collect();
                layout.put(At::Hex(hex), "", based);
            }
            _ => occupy(layout, hex, 60),
        }
        if room_at_sea(layout, hex) {
            force(layout, nation, (hex, ""), &["bombardment"]);
        }
    }
}

/// Sea transport with cargo from one port to another place: of its own side, or the coast of the enemy (3.13).
pub fn carry(layout: &mut Layout<'_>) {
    let nation = *layout.dice.one(&NAVIES).unwrap_or(&"JP");
    let world = layout.world;
    let own = |layout: &Layout<'_>, hex: Hex| layout.owner(hex) == nation;
    let ports: Vec<Hex> =
        world.land.iter().copied().filter(|hex| own(layout, *hex) && room(layout, *hex) > 1).collect();
    let (Some(from), Some(to)) = (layout.dice.one(&ports).copied(), layout.dice.one(&ports).copied()) else {
        return;
    };
    let target = format!("target={to}");
    load(layout, nation, (from, "docked"), &["transport", &target]);
}

/// Sea transport with cargo off a coast of its own or in a port: what is aboard debarks there, or was evacuated from it.
pub fn debark(layout: &mut Layout<'_>) {
    let nation = *layout.dice.one(&NAVIES).unwrap_or(&"JP");
    let world = layout.world;
    let docks = layout.dice.in_hundred(50);
    let coasts: Vec<Hex> = world
        .land
        .iter()
        .copied()
        .filter(|hex| layout.owner(*hex) == nation && world.facts(*hex).kind == HexKind::Coastal)
        .filter(|hex| !docks || room(layout, *hex) > 1)
        .collect();
    let Some(hex) = layout.dice.one(&coasts).copied() else { return };
    load(layout, nation, (hex, if docks { "docked" } else { "" }), &[]);
}

/// Sea transport that takes units away from a coast of its own (3.13.2).
pub fn evacuate(layout: &mut Layout<'_>) {
    let nation = *layout.dice.one(&NAVIES).unwrap_or(&"JP");
    let world = layout.world;
    let coasts: Vec<Hex> = world
        .land
        .iter()
        .copied()
        .filter(|hex| layout.owner(*hex) == nation && world.facts(*hex).kind == HexKind::Coastal)
        .collect();
    let Some(hex) = layout.dice.one(&coasts).copied() else { return };
    let near = near(layout, hex, 6);
    let ports: Vec<Hex> =
        near.into_iter().filter(|other| layout.owner(*other) == nation && room(layout, *other) > 1).collect();
    let Some(port) = layout.dice.one(&ports).copied() else { return };
    load(layout, nation, (hex, ""), &["transport", &format!("target={port}")]);
}

/// Sea transport with a unit or two aboard.
fn load(layout: &mut Layout<'_>, nation: &str, (hex, stance): (Hex, &str), mission: &[&str]) {
    let Some(ship) = layout.find("transport", &["stp"], nation) else { return };
    let id = ship.entry.id.clone();
    let mut ships = vec![ship];
    ships.extend(fleet(layout, nation, 1, &["DD", "CL"]));
    layout.put(At::Hex(hex), stance, marked(ships, mission));
    let mut cargo: Vec<Piece> = layout.find("land", &["infantry", "marine"], nation).into_iter().collect();
    let supply = match nation {
        "JP" => "jp-sea-supply",
        "US" => "us-sea-supply",
        _ => "sea-supply",
    };
    cargo.extend(layout.take(supply).filter(|_| layout.dice.in_hundred(60)));
    layout.put(At::Hex(hex), &format!("aboard {id}"), cargo);
}

/// Troops that land on a coast of the enemy out of their ships, some below a fortress (3.14, 3.10).
pub fn land(layout: &mut Layout<'_>) {
    let fortress = layout.dice.one(&FORTRESSES).and_then(|hex| hex.parse::<Hex>().ok());
    let fortress = fortress.filter(|hex| !layout.world.is_axis(layout.owner(*hex)));
    let below = layout.dice.in_hundred(35);
    let (nation, hex) = match fortress.filter(|_| below) {
        Some(hex) => ("JP", hex),
        None => {
            let nation = *layout.dice.one(&["JP", "US"]).unwrap_or(&"JP");
            let coast = |facts: &Ground| facts.kind == HexKind::Coastal;
            let Some(hex) = held_by_enemy(layout, nation, coast) else { return };
            (nation, hex)
        }
    };
    if !layout.world.is_beach(hex) && !below || !room_at_sea(layout, hex) {
        return;
    }
    let Some(ship) = layout.find("transport", &["stp"], nation) else { return };
    let id = ship.entry.id.clone();
    let mut ships = vec![ship];
    ships.extend(fleet(layout, nation, 3, &SURFACE));
    layout.put(At::Hex(hex), "", marked(ships, &["standby"]));
    let unit = layout.find("land", &["infantry", "marine", "snlf"], nation).into_iter().collect();
    let attack = format!("attack {hex}");
    layout.put(At::Hex(hex), &format!("aboard {id}"), marked(unit, &[&attack]));
    if layout.dice.in_hundred(60) {
        let owner = layout.owner(hex).to_owned();
        let guard = layout.find("land", &["infantry"], &owner).into_iter().collect();
        layout.put_on(hex, guard);
    }
}
