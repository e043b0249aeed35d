//! Forces that lie as players keep them: in the trays of task forces, in port, hidden, with missions that bring them
//! together.

use liege::rules::atpo::ground::HexKind;
use liege::rules::position::places::Hex;

use super::air;
use super::layout::{At, Layout, Line, Piece};
use super::naval::{SURFACE, fleet, room, sails};
use super::sorties::marked;

/// The nations that have task forces with trays.
const WITH_TRAYS: [&str; 3] = ["JP", "US", "UK"];

/// The number of the highest tray.
const TRAYS: usize = 8;

fn is_ship(piece: &Piece) -> bool {
    piece.is_naval() && !matches!(&*piece.entry.kind, "SS" | "kaiten")
}

/// Puts most fleets that lie on the map into trays, with their Admirals and what is aboard.
pub fn gather(layout: &mut Layout<'_>) {
    for number in 0..layout.lines.len() {
        let line = layout.lines[number].clone();
        let afloat = matches!(line.stance.as_str(), "" | "docked") && !line.pieces.is_empty();
        let one_nation = line.pieces.windows(2).all(|two| two[0].entry.nation == two[1].entry.nation);
        let Some(hex) = line.at.hex().filter(|_| afloat && one_nation && line.pieces.iter().all(is_ship))
        else {
            continue;
        };
        // A line names what carries by its counter, so that alike ships of one place stay where they are.
        let is_other = |(other, own): (usize, &Line)| other != number && own.at == line.at;
        let alike = layout.lines.iter().enumerate().filter(|line| is_other(*line)).any(|(_, other)| {
            other.pieces.iter().any(|piece| line.pieces.iter().any(|own| own.entry.id == piece.entry.id))
        });
        if alike || !layout.dice.in_hundred(70) {
            continue;
        }
        let Some(chit) = chit(layout, &line.pieces[0].entry.nation) else { continue };
        let id = chit.entry.id.clone();
        let ids: Vec<String> = line.pieces.iter().map(|ship| ship.entry.id.clone()).collect();
        // The chit lends the ships what it bears; some bear it, too.
        let bears = layout.dice.in_hundred(50);
        let stance = if bears { line.stance.clone() } else { String::new() };
        for other in &mut layout.lines {
            let aboard =
                other.stance.strip_prefix("aboard ").is_some_and(|ship| ids.iter().any(|id| id == ship));
            if other.at == At::Hex(hex) && aboard {
                other.at = At::Tray(id.clone());
            }
        }
        layout.lines[number] = Line { at: At::Tray(id), stance, pieces: line.pieces };
        layout.put(At::Hex(hex), &line.stance, vec![chit]);
    }
}

/// The chit of a task force that is left.
fn chit(layout: &mut Layout<'_>, nation: &str) -> Option<Piece> {
    let nation = WITH_TRAYS.iter().find(|own| **own == nation)?.to_lowercase();
    let ids = (1..=TRAYS).map(|number| format!("{nation}-tf-{number}"));
    let known: Vec<String> = ids.filter(|id| layout.world.pack.catalogue.get(id).is_some()).collect();
    known.iter().find_map(|id| layout.take(id))
}

/// Hides some of the chits of task forces, and submarines, from the other side.
pub fn hide(layout: &mut Layout<'_>) {
    let (dice, lines) = (&mut layout.dice, &mut layout.lines);
    for piece in lines.iter_mut().filter(|line| line.at.hex().is_some()).flat_map(|line| &mut line.pieces) {
        if matches!(&*piece.entry.kind, "task-force" | "SS") && dice.in_hundred(40) {
            piece.states.insert("hidden".into());
        }
    }
}

/// A force of surface ships on the map: where it is, of which nation, and whether it is in port.
struct Afloat {
    hex: Hex,
    nation: String,
    docked: bool,
}

fn afloat(layout: &Layout<'_>) -> Vec<Afloat> {
    let is_force = |piece: &Piece| is_ship(piece) || *piece.entry.kind == *"task-force";
    let of = |line: &Line| {
        let piece = line.pieces.iter().find(|piece| is_force(piece))?;
        let docked = line.stance == "docked";
        let stands = docked || line.stance.is_empty();
        stands.then_some(())?;
        Some(Afloat { hex: line.at.hex()?, nation: piece.entry.nation.clone(), docked })
    };
    layout.lines.iter().filter_map(of).collect()
}

/// Sends forces of the other side against some that are on the map, and gives those a move to make.
pub fn oppose(layout: &mut Layout<'_>) {
    for _ in 0..layout.dice.between(5, 10) {
        let there = afloat(layout);
        let Some(met) = (!there.is_empty()).then(|| &there[layout.dice.below(there.len())]) else { return };
        let axis = layout.world.is_axis(&met.nation);
        let enemy = if axis { *layout.dice.one(&["US", "US", "UK"]).unwrap_or(&"US") } else { "JP" };
        if !sails(layout, enemy) || !sails(layout, &met.nation) {
            continue;
        }
        let target = format!("target={}", met.hex);
        match layout.dice.below(if met.docked { 10 } else { 8 }) {
            0 => force(layout, enemy, (met.hex, ""), &["engage"]),
            1 => {
                let boats = fleet(layout, enemy, 1, &["SS"]);
                let mission = if met.docked { "infiltrate" } else { "submarine-attack" };
                let boats = marked(boats, &[mission, &target]);
                layout.put(At::Hex(met.hex), "", boats);
            }
            2 | 3 => {
                let near = near(layout, met.hex, 3);
                let waters: Vec<Hex> =
                    near.into_iter().filter(|hex| layout.world.water.binary_search(hex).is_ok()).collect();
                let Some(from) = layout.dice.one(&waters).copied() else { continue };
                force(layout, enemy, (from, ""), &["intercept", &target]);
            }
            4 | 5 => {
                let near = near(layout, met.hex, 4);
                let ports: Vec<Hex> =
                    layout.standing(enemy, &near).into_iter().filter(|hex| room(layout, *hex) >= 6).collect();
                let Some(from) = layout.dice.one(&ports).copied() else { continue };
                force(layout, enemy, (from, "docked"), &["intercept", &target]);
            }
            6 | 7 => strike(layout, enemy, met.hex, &target),
            _ => force(layout, enemy, (met.hex, ""), &["enter-port"]),
        }
        give_move(layout, met.hex, axis);
    }
}

pub fn near(layout: &Layout<'_>, hex: Hex, far: u32) -> Vec<Hex> {
    let map = &layout.world.map;
    let within = |other: &Hex| map.distance(hex, *other).is_some_and(|hexes| hexes <= far);
    map.hexes().map(|(other, _)| other).filter(within).collect()
}

/// Whether a hex has water and no ship of either side at sea.
pub fn room_at_sea(layout: &Layout<'_>, hex: Hex) -> bool {
    let at_sea = |(stance, piece): (&str, &Piece)| {
        stance != "docked" && (piece.is_naval() || *piece.entry.kind == *"task-force")
    };
    layout.world.water.binary_search(&hex).is_ok() && !layout.in_hex(hex).any(at_sea)
}

/// Puts a force of a nation on the map, in a tray or not, with its mission on the chit or on each ship.
pub fn force(layout: &mut Layout<'_>, nation: &str, (hex, stance): (Hex, &str), mission: &[&str]) {
    if layout.lines.iter().any(|line| {
        line.at == At::Hex(hex)
            && line.pieces.iter().any(|piece| {
                *piece.entry.kind == *"SS"
                    && layout.world.is_axis(&piece.entry.nation) == layout.world.is_axis(nation)
            })
    }) {
        return;
    }
    let count = layout.dice.between(1, 6);
    let mut ships = fleet(layout, nation, count, &SURFACE);
    if layout.dice.in_hundred(30) {
        ships.extend(layout.find("transport", &["stp"], nation));
    }
    if ships.is_empty() {
        return;
    }
    if layout.time.within("NA.1", "MV.2") && layout.dice.in_hundred(40) || layout.time.within("OS.1", "OS.2")
    {
        ships = marked(ships, &["standby"]);
    }
    let chit = if layout.dice.in_hundred(65) { chit(layout, nation) } else { None };
    let (at, ships) = match chit {
        None => {
            let ships = marked(ships, mission);
            layout.put(At::Hex(hex), stance, ships.clone());
            (At::Hex(hex), ships)
        }
        Some(chit) => {
            let by_chit = layout.dice.in_hundred(70);
            let tray = At::Tray(chit.entry.id.clone());
            let words = if by_chit { mission } else { &[] };
            layout.put(At::Hex(hex), stance, marked(vec![chit], words));
            if !by_chit {
                // Some stay, and some do what their own marks say.
                let some = layout.dice.between(1, ships.len());
                let own = marked(ships[..some].to_vec(), mission);
                ships.splice(..some, own);
            }
            let bears = layout.dice.in_hundred(50);
            layout.put(tray.clone(), if bears { stance } else { "" }, ships.clone());
            (tray, ships)
        }
    };
    let decks = ships.iter().filter(|ship| matches!(&*ship.entry.kind, "CV" | "CVL" | "CVE"));
    for carrier in decks.filter(|ship| !ship.is("reduced")).cloned().collect::<Vec<_>>() {
        air::embark(layout, &at, &carrier, 80);
    }
    if layout.dice.in_hundred(40) {
        super::leaders::admiral(layout, &at, &ships);
    }
}

/// Aircraft of a nation at a base that reaches a hex, with a mission there.
fn strike(layout: &mut Layout<'_>, nation: &str, hex: Hex, target: &str) {
    let near = near(layout, hex, 4);
    let bases: Vec<Hex> =
        layout.standing(nation, &near).into_iter().filter(|hex| layout.world.base_limit(*hex) > 0).collect();
    let Some(base) = layout.dice.one(&bases).copied() else { return };
    let mission = *layout.dice.one(&["strike", "strike", "reconnaissance"]).unwrap_or(&"strike");
    let units = layout.find("air", &["B", "FB"], nation).into_iter().collect();
    layout.put(At::Hex(base), "", marked(units, &[mission, target]));
}

/// Gives the force of a party in a hex something to do: it sails, carries or bombards.
fn give_move(layout: &mut Layout<'_>, hex: Hex, axis: bool) {
    let coast = layout.world.facts(hex).kind == HexKind::Coastal;
    let around: Vec<Hex> =
        near(layout, hex, 1).into_iter().filter(|to| layout.world.water.binary_search(to).is_ok()).collect();
    let to = layout.dice.one(&around).copied().unwrap_or(hex);
    let words: Vec<String> = match layout.dice.below(6) {
        0 => vec!["sail".into()],
        1 => vec!["sail".into(), format!("target={to}")],
        2 => vec!["transport".into(), format!("target={to}")],
        3 if coast => vec!["bombardment".into()],
        _ => return,
    };
    let world = layout.world;
    let is_own = |piece: &Piece| world.is_axis(&piece.entry.nation) == axis;
    let missions = [
        "sail",
        "intercept",
        "engage",
        "submarine-attack",
        "bombardment",
        "enter-port",
        "infiltrate",
        "transport",
    ];
    let is_free = |piece: &Piece| !missions.iter().any(|mission| piece.is(mission));
    let lines =
        layout.lines.iter_mut().filter(|line| line.at == At::Hex(hex) && !line.stance.starts_with("aboard"));
    for piece in lines.flat_map(|line| &mut line.pieces) {
        let sails = is_ship(piece) || *piece.entry.kind == *"task-force";
        if sails && is_own(piece) && is_free(piece) && !piece.entry.id.contains("dummy") {
            piece.states.extend(words.clone());
        }
    }
}

/// Attacks on land in some places where enemies stand side by side, those with a port and ships in it before others.
pub fn attack(layout: &mut Layout<'_>) {
    let world = layout.world;
    let is_port = |hex: Hex| world.facts(hex).port.is_some();
    let held: Vec<Hex> = world.land.iter().copied().filter(|hex| is_port(*hex)).collect();
    for _ in 0..layout.dice.between(2, 4) {
        let Some(hex) = layout.dice.one(&held).copied() else { return };
        let axis = world.is_axis(layout.owner(hex));
        let nation = if axis { "US" } else { "JP" };
        let ground: Vec<Hex> = world
            .map
            .neighbours(hex)
            .into_iter()
            .filter(|near| world.facts(*near).kind != HexKind::Sea)
            .filter(|near| layout.may_stand(nation, *near))
            .collect();
        let Some(from) = layout.dice.one(&ground).copied() else { continue };
        let owner = layout.owner(hex).to_owned();
        let defender = layout.find("land", &["infantry"], &owner);
        layout.put(At::Hex(hex), "", defender.into_iter().collect());
        let count = layout.dice.between(1, 3);
        let ships = fleet(layout, &owner, count, &SURFACE);
        layout.put(At::Hex(hex), "docked", ships);
        for _ in 0..3 {
            let unit = layout.find("land", &["infantry", "armor", "marine"], nation);
            let target = hex.to_string();
            let own = unit.into_iter().map(|mut unit| {
                unit.states.extend(["standby".to_owned(), format!("attack {target}")]);
                unit
            });
            let own = own.collect();
            layout.put(At::Hex(from), "", own);
        }
    }
}
