//! Ships in ports that take them, at sea, and in task forces.

use liege::rules::atpo::ground::Port;
use liege::rules::position::places::Hex;

use super::layout::{At, Layout, Piece};
use super::works::working;
use super::world::is_at_war;

/// The nations with navies, the larger more often.
pub const NAVIES: [&str; 10] = ["JP", "JP", "JP", "US", "US", "US", "UK", "AU", "NL", "SU"];

/// Warships that sail together.
pub const SURFACE: [&str; 9] = ["BB", "CB", "CA", "CV", "CVL", "CVE", "CL", "DD", "DE"];

/// Puts ships into ports of their side.
pub fn dock(layout: &mut Layout<'_>, theatre: &[Hex]) {
    for _ in 0..layout.dice.between(0, 6 * layout.crowd) {
        let nation = layout.dice.one(&NAVIES).copied().unwrap_or("JP");
        let ports: Vec<Hex> =
            layout.standing(nation, theatre).into_iter().filter(|hex| room(layout, *hex) > 0).collect();
        let Some(hex) = layout.dice.one(&ports).copied() else { continue };
        let most = room(layout, hex).min(8);
        let count = layout.dice.between(1, most);
        let ships = fleet(layout, nation, count, &[]);
        let admiral = layout.dice.in_hundred(15);
        let named = ships.clone();
        layout.put(At::Hex(hex), "docked", ships);
        if admiral {
            super::leaders::admiral(layout, &At::Hex(hex), &named);
        }
    }
    if layout.dice.in_hundred(10) {
        let ships = fleet(layout, "US", 5, &[]);
        layout.put(At::in_box("US Box (West Coast)"), "docked", ships);
    }
}

/// Ships of a nation, of all kinds or of some.
pub fn fleet(layout: &mut Layout<'_>, nation: &str, count: usize, kinds: &[&str]) -> Vec<Piece> {
    let mut ships = Vec::new();
    for _ in 0..count {
        let transport = kinds.is_empty() && layout.dice.in_hundred(25);
        let any: &[&str] = if kinds.is_empty() {
            &["BB", "BBCV", "CB", "CA", "CV", "CVL", "CL", "DD", "DE", "CVE", "SS"]
        } else {
            kinds
        };
        let ship = if transport {
            layout.find("transport", &["stp"], nation)
        } else {
            layout.find("ships", any, nation)
        };
        let Some(mut ship) = ship else { continue };
        let two = *ship.entry.kind == *"stp" || ship.entry.number("steps") == Some(2);
        if two && layout.dice.in_hundred(25) {
            ship.states.insert("reduced".into());
        }
        ships.push(ship);
    }
    ships
}

/// How many more ships a port takes; one that may be damaged takes none here.
pub fn room(layout: &Layout<'_>, hex: Hex) -> usize {
    let docked: usize =
        layout.in_hex(hex).filter(|(stance, piece)| *stance == "docked" && piece.is_naval()).count();
    let in_trays: usize = layout
        .in_hex(hex)
        .filter(|(stance, chit)| *stance == "docked" && *chit.entry.kind == *"task-force")
        .map(|(_, chit)| layout.lines.iter().filter(|line| line.at == At::Tray(chit.entry.id.clone())))
        .flat_map(|lines| lines.flat_map(|line| &line.pieces))
        .filter(|piece| piece.is_naval())
        .count();
    let enlarged = working(layout, hex, "harbor-enlargement") > 0;
    let limit = match (layout.world.facts(hex).port, enlarged) {
        (None, _) => 0,
        (Some(Port::Unlimited), _) => 99,
        (_, true) => 30,
        _ => layout.world.port_limit(hex).unwrap_or(99),
    };
    limit.saturating_sub(docked + in_trays)
}

/// Hexes with water in a theatre where no ship of either side is.
pub fn empty_waters(layout: &Layout<'_>, theatre: &[Hex]) -> Vec<Hex> {
    let water = |hex: &&Hex| layout.world.water.binary_search(hex).is_ok();
    let empty =
        |hex: &&Hex| !layout.in_hex(**hex).any(|(stance, piece)| piece.is_naval() && stance != "docked");
    theatre.iter().filter(water).filter(empty).copied().collect()
}

/// The nations whose fleets put to sea: those at war, and Japan.
pub fn sails(layout: &Layout<'_>, nation: &str) -> bool {
    nation == "JP" || is_at_war(nation, &layout.time)
}

/// Puts surface ships together and submarines alone to sea (3.16.2).
pub fn sail(layout: &mut Layout<'_>, theatre: &[Hex]) {
    for _ in 0..layout.dice.between(0, 5 * layout.crowd) {
        let nation = layout.dice.one(&NAVIES).copied().unwrap_or("JP");
        let waters = empty_waters(layout, theatre);
        let Some(hex) = layout.dice.one(&waters).copied().filter(|_| sails(layout, nation)) else { continue };
        let ships = if layout.dice.in_hundred(30) {
            fleet(layout, nation, 1, &["SS"])
        } else {
            let count = layout.dice.between(1, 6);
            fleet(layout, nation, count, &SURFACE)
        };
        let ships = commit(layout, ships);
        let named = ships.clone();
        layout.put(At::Hex(hex), "", ships);
        if layout.dice.in_hundred(25) {
            super::leaders::admiral(layout, &At::Hex(hex), &named);
        }
    }
}

/// Puts ships on Standby or makes them Active, all alike, in the steps that know it. Before a Seasonal Turn nobody stays
/// at sea on Standby (3.7.1).
fn commit(layout: &mut Layout<'_>, mut ships: Vec<Piece>) -> Vec<Piece> {
    let state = match layout.dice.below(4) {
        0 if layout.time.within("NA.1", "MV.2") => "standby",
        1 if layout.time.within("NA.1", "EN.4") => "active",
        _ => return ships,
    };
    for ship in &mut ships {
        ship.states.insert(state.into());
    }
    ships
}

/// Before a Seasonal Turn, and in it, whatever is still at sea when the fleets have gone home is out of supply; raiders need
/// no fuel (3.7.1).
pub fn run_dry(layout: &mut Layout<'_>) {
    let last = layout.time.month.is_multiple_of(3) || !layout.time.since(1941, 10);
    let gone_home = last && layout.time.within("EN.2", "EN.5");
    if !gone_home && !layout.time.touches("SE", "SE.7") {
        return;
    }
    let docked: Vec<String> = layout
        .lines
        .iter()
        .filter(|line| line.stance == "docked")
        .flat_map(|line| line.pieces.iter().map(|piece| piece.entry.id.clone()))
        .collect();
    for line in &mut layout.lines {
        let in_port = matches!(&line.at, At::Tray(chit) if docked.contains(chit));
        if in_port || matches!(line.at, At::Box(_)) || !line.stance.is_empty() {
            continue;
        }
        let dry = |piece: &&mut Piece| piece.is_naval() && !matches!(&*piece.entry.kind, "AC" | "kaiten");
        for ship in line.pieces.iter_mut().filter(dry) {
            ship.states.retain(|state| state == "reduced");
            ship.states.insert("out-of-supply".into());
        }
    }
}

/// Task forces with ships in their trays, at sea or in port.
pub fn form_task_forces(layout: &mut Layout<'_>, theatre: &[Hex]) {
    for _ in 0..layout.dice.between(0, 2 * layout.crowd) {
        let nation = layout.dice.one(&["JP", "JP", "US", "UK"]).copied().unwrap_or("JP");
        if !sails(layout, nation) {
            continue;
        }
        let chits: Vec<String> =
            (1..=4).map(|number| format!("{}-tf-{number}", nation.to_lowercase())).collect();
        let Some(chit) = layout.dice.one(&chits).cloned() else { continue };
        let ports: Vec<Hex> =
            layout.standing(nation, theatre).into_iter().filter(|hex| room(layout, *hex) >= 6).collect();
        let port = layout.dice.in_hundred(40);
        let places = if port { ports } else { empty_waters(layout, theatre) };
        let Some(hex) = layout.dice.one(&places).copied() else { continue };
        let Some(piece) = layout.take(&chit) else { continue };
        let count = layout.dice.between(1, 5);
        let ships = fleet(layout, nation, count, &SURFACE);
        if ships.is_empty() {
            continue;
        }
        layout.put(At::Hex(hex), if port { "docked" } else { "" }, vec![piece]);
        layout.put(At::Tray(chit.clone()), "", ships.clone());
        if layout.dice.in_hundred(30) {
            super::leaders::admiral(layout, &At::Tray(chit), &ships);
        }
    }
}

/// Sends an enemy force of up to six ships to a place where ships are at sea, to engage them; the place, when there is
/// such a place and a navy that fights.
pub fn meet(layout: &mut Layout<'_>) -> Option<Hex> {
    let at_sea = |line: &&super::layout::Line| {
        let surface =
            |piece: &Piece| piece.is_naval() && *piece.entry.kind != *"SS" && *piece.entry.kind != *"kaiten";
        line.stance.is_empty() && line.pieces.iter().any(surface)
    };
    let found = layout.lines.iter().filter(at_sea).filter_map(|line| {
        let nation = line.pieces.iter().find(|piece| piece.is_naval())?.entry.nation.clone();
        Some((line.at.hex()?, nation))
    });
    let found: Vec<(Hex, String)> = found.collect();
    let (hex, nation) = layout.dice.one(&found)?.clone();
    let enemy = if layout.world.is_axis(&nation) { *layout.dice.one(&["US", "UK", "AU"])? } else { "JP" };
    if !sails(layout, enemy) || !sails(layout, &nation) {
        return None;
    }
    let count = layout.dice.between(1, 6);
    let mut ships = fleet(layout, enemy, count, &SURFACE);
    ships.iter_mut().for_each(|ship| _ = ship.states.insert("engage".into()));
    let met = !ships.is_empty();
    layout.put(At::Hex(hex), "", ships);
    met.then_some(hex)
}

/// Puts carriers of the US and of Japan with air groups aboard into one hex, those of the US to look for the others; the
/// hex, where there is room and both have a carrier.
pub fn meet_carriers(layout: &mut Layout<'_>) -> Option<Hex> {
    let water = layout.world.water.clone();
    let hex = *layout.dice.one(&empty_waters(layout, &water))?;
    if !sails(layout, "US") {
        return None;
    }
    for (nation, mission) in [("US", "intercept"), ("JP", "")] {
        let mut ships = fleet(layout, nation, 2, &["CV", "CVL"]);
        let decks: Vec<Piece> = ships.iter().filter(|ship| !ship.is("reduced")).cloned().collect();
        ships.extend(fleet(layout, nation, 2, &["CA", "DD"]));
        if decks.is_empty() {
            return None;
        }
        if !mission.is_empty() {
            ships.iter_mut().for_each(|ship| _ = ship.states.insert(mission.into()));
        }
        layout.put(At::Hex(hex), "", ships);
        for carrier in decks {
            super::air::embark(layout, &At::Hex(hex), &carrier, 100);
        }
    }
    Some(hex)
}
