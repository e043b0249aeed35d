//! Aircraft with a mission of each kind that a step allows, at bases that reach what they fly to, and fighters that meet them.

use liege::rules::atpo::ground::{City, Ground, HexKind, Island, Terrain};
use liege::rules::position::places::Hex;

use super::air::capacity;
use super::forces::{near, room_at_sea};
use super::layout::{At, Layout, Piece};
use super::naval::fleet;
use super::works::working;
use super::world::is_at_war;

/// Combat air units that bomb.
const BOMBERS: [&str; 2] = ["B", "FB"];
/// Those that fly as fighters.
const FIGHTERS: [&str; 2] = ["F", "FB"];
/// The wings of B-29s.
const SUPERFORTRESSES: [&str; 5] = ["us-b29-58", "us-b29-73", "us-b29-313", "us-b29-314", "us-b29-315"];
/// The nations whose air forces fly missions.
const FLIERS: [&str; 4] = ["JP", "JP", "US", "UK"];

/// Sends aircraft against the economy, in the Strategic Warfare Phase.
pub fn bomb(layout: &mut Layout<'_>) {
    for what in ["", "night", "rail", "factory"] {
        if layout.dice.in_hundred(40) {
            let nation = *layout.dice.one(&["JP", "US", "US", "UK"]).unwrap_or(&"US");
            let prize = |facts: &Ground| facts.city.is_some() || facts.resource;
            let Some(hex) = held_by_enemy(layout, nation, prize) else { continue };
            raid(layout, nation, hex, what);
        }
    }
    if layout.time.since(1944, 1) && layout.dice.in_hundred(60) {
        superfortresses(layout, "fire");
    }
    if layout.time.since(1945, 7) {
        superfortresses(layout, "a-bomb");
    }
    if layout.dice.in_hundred(40) {
        over_convoys(layout);
    }
}

/// Bombers with escorts against a city or a resource.
fn raid(layout: &mut Layout<'_>, nation: &str, hex: Hex, what: &str) {
    let Some(base) = airfield(layout, nation, hex, 4) else { return };
    let target = aimed_at(hex, what);
    fly(layout, nation, base, (&BOMBERS, 1), &["strike", &target]);
    if what.is_empty() {
        fly(layout, nation, base, (&FIGHTERS, 1), &["escort", &target]);
    }
    meet(layout, nation, hex);
}

/// B-29s from an island or a coast that the US has taken, against a Japanese home city (2.1.4, 16.11).
fn superfortresses(layout: &mut Layout<'_>, what: &str) {
    let home =
        |facts: &Ground| facts.territory == "JP" && matches!(facts.city, Some(City::Home | City::Capital));
    let Some(city) = held_by_enemy(layout, "US", home) else { return };
    let Some(base) = airfield(layout, "US", city, 8) else { return };
    let come: Vec<String> = layout
        .world
        .available("air", &layout.time)
        .into_iter()
        .map(|(entry, _)| entry.id.clone())
        .filter(|id| SUPERFORTRESSES.contains(&id.as_str()))
        .collect();
    let Some(wing) = come.iter().find_map(|id| layout.take(id)) else { return };
    let target = aimed_at(city, what);
    layout.put(At::Hex(base), "", marked(vec![wing], &["strike", &target]));
    if what == "a-bomb" {
        let bomb = layout.take("a-bomb").into_iter().collect();
        layout.put(At::Hex(base), "", bomb);
    }
    meet(layout, "US", city);
}

/// Japanese bombers over a convoy route (2.2.1).
fn over_convoys(layout: &mut Layout<'_>) {
    let Some(base) = airfield_of(layout, "JP") else { return };
    let area = *layout.dice.one(&["east-pacific", "south-pacific", "indian-ocean-west"]).unwrap_or(&"");
    fly(layout, "JP", base, (&BOMBERS, 1), &["strike", &format!("target={area}")]);
}

/// Aircraft that strike, strafe, look or search, in the steps of aircraft.
pub fn strike(layout: &mut Layout<'_>) {
    for _ in 0..2 {
        let nation = *layout.dice.one(&FLIERS).unwrap_or(&"JP");
        match layout.dice.below(5) {
            0 => strafe(layout, nation),
            1 => bomb_installation(layout, nation),
            2 => look(layout, nation),
            3 => sweep(layout, nation),
            _ => change_base(layout, nation),
        }
    }
}

/// Fighters against what is based somewhere (4.9).
fn strafe(layout: &mut Layout<'_>, nation: &str) {
    let Some((hex, base)) = facing_bases(layout, nation) else { return };
    let target = aimed_at(hex, "");
    fly(layout, nation, base, (&FIGHTERS, 2), &["strafe", &target]);
    meet(layout, nation, hex);
}

/// Bombers against an installation, above all the base of others (4.13).
fn bomb_installation(layout: &mut Layout<'_>, nation: &str) {
    let Some((hex, base)) = facing_bases(layout, nation) else { return };
    let port = layout.world.facts(hex).port.is_some() && layout.dice.in_hundred(40);
    let target = aimed_at(hex, if port { "port" } else { "airbase" });
    fly(layout, nation, base, (&BOMBERS, 2), &["strike", &target]);
    meet(layout, nation, hex);
}

/// A look at a hex on land (4.5).
pub fn look(layout: &mut Layout<'_>, nation: &str) {
    let Some(hex) = held_by_enemy(layout, nation, |_| true) else { return };
    let Some(base) = airfield(layout, nation, hex, 3) else { return };
    fly(layout, nation, base, (&BOMBERS, 1), &["reconnaissance", &aimed_at(hex, "")]);
}

/// A search for a submarine of the enemy at sea or in port (3.16.8).
fn sweep(layout: &mut Layout<'_>, nation: &str) {
    let Some(base) = airfield_of(layout, nation) else { return };
    let near = near(layout, base, 3);
    let waters: Vec<Hex> = near.into_iter().filter(|hex| room_at_sea(layout, *hex)).collect();
    let Some(hex) = layout.dice.one(&waters).copied() else { return };
    let enemy = if layout.world.is_axis(nation) { "US" } else { "JP" };
    let boats = fleet(layout, enemy, 1, &["SS"]);
    layout.put(At::Hex(hex), "", boats);
    fly(layout, nation, base, (&["B", "FB", "N"], 1), &["asw-sweep", &aimed_at(hex, "")]);
}

/// A unit that goes to another base (4.3.6.1).
fn change_base(layout: &mut Layout<'_>, nation: &str) {
    let Some(from) = airfield_of(layout, nation) else { return };
    let Some(to) = airfield(layout, nation, from, 5) else { return };
    fly(layout, nation, from, (&["F", "FB", "B"], 1), &["change-base", &aimed_at(to, "")]);
    meet(layout, nation, to);
}

/// Air transport with cargo for another base (4.12).
pub fn carry(layout: &mut Layout<'_>) {
    let nation = *layout.dice.one(&FLIERS).unwrap_or(&"JP");
    let Some(from) = airfield_of(layout, nation) else { return };
    let Some(to) = airfield(layout, nation, from, 4) else { return };
    let Some(unit) = layout.find("transport", &["atp"], nation) else { return };
    let id = unit.entry.id.clone();
    layout.put(At::Hex(from), "", marked(vec![unit], &["transport", &aimed_at(to, "")]));
    let soldier = layout.find("land", &["infantry"], nation);
    let fits = soldier.filter(|soldier| soldier.steps() == 1 || !layout.dice.in_hundred(30));
    let cargo: Vec<Piece> = fits.or_else(|| layout.take("air-supply")).into_iter().collect();
    layout.put(At::Hex(from), &format!("aboard {id}"), cargo);
    meet(layout, nation, to);
}

/// A paratroop that drops into a hex of the enemy (4.12.4).
pub fn drop(layout: &mut Layout<'_>) {
    let nation = *layout.dice.one(&FLIERS).unwrap_or(&"JP");
    let empty = layout.dice.in_hundred(70);
    let Some(hex) = held_by_enemy(layout, nation, |facts| facts.kind != HexKind::Sea) else { return };
    if empty == layout.in_hex(hex).any(|(_, piece)| piece.is_land()) {
        return;
    }
    let Some(base) = airfield(layout, nation, hex, 3) else { return };
    let (Some(unit), Some(soldier)) =
        (layout.find("transport", &["atp"], nation), layout.find("land", &["paratroop"], nation))
    else {
        return;
    };
    let id = unit.entry.id.clone();
    layout.put(At::Hex(base), "", marked(vec![unit], &["transport", &aimed_at(hex, "")]));
    layout.put(At::Hex(base), &format!("aboard {id}"), vec![soldier]);
    // So it is surely in supply.
    feed(layout, nation, base);
    meet(layout, nation, hex);
}

/// A Sea Supply chit, from which what is based there draws.
fn feed(layout: &mut Layout<'_>, nation: &str, hex: Hex) {
    let id = match nation {
        "JP" => "jp-sea-supply",
        "US" => "us-sea-supply",
        _ => "sea-supply",
    };
    let chit = layout.take(id).into_iter().collect();
    layout.put(At::Hex(hex), "", chit);
}

/// The words of a target.
fn aimed_at(hex: Hex, what: &str) -> String {
    if what.is_empty() { format!("target={hex}") } else { format!("target=\"{hex} {what}\"") }
}

pub fn marked(mut pieces: Vec<Piece>, words: &[&str]) -> Vec<Piece> {
    for piece in &mut pieces {
        piece.states.extend(words.iter().map(|word| (*word).to_owned()));
    }
    pieces
}

/// A hex on land or on a coast that an enemy of a nation holds, with whom it is at war.
pub fn held_by_enemy(layout: &mut Layout<'_>, nation: &str, fits: impl Fn(&Ground) -> bool) -> Option<Hex> {
    let (world, axis) = (layout.world, layout.world.is_axis(nation));
    let fights = |owner: &str| {
        if axis {
            !world.is_axis(owner) && is_at_war(owner, &layout.time)
        } else {
            matches!(owner, "JP" | "MK")
        }
    };
    let held: Vec<Hex> = world
        .land
        .iter()
        .copied()
        .filter(|hex| fights(layout.owner(*hex)) && fits(world.facts(*hex)))
        .collect();
    layout.dice.one(&held).copied()
}

/// A hex near another where units of a nation may stand: one of its side, else one that nobody is in and that it takes.
pub fn seat(
    layout: &mut Layout<'_>,
    nation: &str,
    hex: Hex,
    far: u32,
    fits: impl Fn(&Ground) -> bool,
) -> Option<Hex> {
    let world = layout.world;
    let near: Vec<Hex> = near(layout, hex, far)
        .into_iter()
        .filter(|other| {
            *other != hex && world.facts(*other).kind != HexKind::Sea && fits(world.facts(*other))
        })
        .collect();
    let own = layout.standing(nation, &near);
    let own: Vec<Hex> = own.into_iter().filter(|hex| !layout.has_enemy(nation, *hex)).collect();
    if let Some(hex) = layout.dice.one(&own) {
        return Some(*hex);
    }
    let axis = world.is_axis(nation);
    let taken = |owner: &str| {
        if axis { matches!(owner, "US" | "UK" | "AU" | "NL" | "CN") } else { owner == "JP" }
    };
    let empty: Vec<Hex> = near
        .into_iter()
        .filter(|hex| taken(layout.owner(*hex)) && world.facts(*hex).city.is_none())
        .filter(|hex| world.facts(*hex).territory != "FR" && layout.in_hex(*hex).next().is_none())
        .collect();
    let hex = layout.dice.one(&empty).copied()?;
    layout.owners.insert(hex, nation.to_owned());
    layout.control.insert(hex, nation.to_owned());
    Some(hex)
}

/// A base of a nation near a hex with room for aircraft.
fn airfield(layout: &mut Layout<'_>, nation: &str, hex: Hex, far: u32) -> Option<Hex> {
    let flat = |facts: &Ground| facts.terrain != Some(Terrain::Mountain);
    (0..4).find_map(|_| {
        let base = seat(layout, nation, hex, far, flat)?;
        level(layout, base);
        (room(layout, base) > 0).then_some(base)
    })
}

/// A base of a nation anywhere.
fn airfield_of(layout: &mut Layout<'_>, nation: &str) -> Option<Hex> {
    let world = layout.world;
    let own: Vec<Hex> = world.land.iter().copied().filter(|hex| layout.owner(*hex) == nation).collect();
    let hex = layout.dice.one(&own).copied()?;
    airfield(layout, nation, hex, 2)
}

/// Builds an airbase where no base is.
fn level(layout: &mut Layout<'_>, hex: Hex) {
    let facts = layout.world.facts(hex);
    let fields = ["small-airbase", "large-airbase", "dirt-airstrip"];
    if layout.world.base_limit(hex) > 0 || fields.iter().any(|kind| layout.has(hex, kind)) {
        return;
    }
    let jungle = matches!(facts.terrain, Some(Terrain::Jungle | Terrain::JungleMountain));
    let large = !jungle && facts.island != Some(Island::Small);
    let chit = layout.take(if large { "large-airbase" } else { "small-airbase" });
    layout.put_on(hex, chit.into_iter().collect());
}

/// How many more air units a base takes.
fn room(layout: &Layout<'_>, hex: Hex) -> usize {
    let based = layout.in_hex(hex).filter(|(stance, piece)| stance.is_empty() && piece.uses_base()).count();
    let fighters = working(layout, hex, "dirt-airstrip");
    (capacity(layout, hex) + fighters).saturating_sub(based + fighters)
}

/// Puts some air units of a nation at a base, if it has room for them.
fn fly(layout: &mut Layout<'_>, nation: &str, base: Hex, (kinds, most): (&[&str], usize), words: &[&str]) {
    for _ in 0..most.min(room(layout, base)) {
        let Some(mut unit) = layout.find("air", kinds, nation) else { return };
        super::land::turn_over(layout, &mut unit);
        layout.put(At::Hex(base), "", marked(vec![unit], words));
    }
}

/// A base of the enemy with aircraft, and one of a nation near it.
fn facing_bases(layout: &mut Layout<'_>, nation: &str) -> Option<(Hex, Hex)> {
    let flat = |facts: &Ground| facts.terrain != Some(Terrain::Mountain);
    let hex = held_by_enemy(layout, nation, flat)?;
    let base = airfield(layout, nation, hex, 3)?;
    level(layout, hex);
    let owner = layout.owner(hex).to_owned();
    fly(layout, &owner, hex, (&["F", "B", "FB"], 2), &[]);
    if layout.dice.in_hundred(25) {
        // More than the base takes lie below its room (4.6.3).
        let more = layout.find("air", &["F", "B"], &owner).into_iter().collect();
        layout.put(At::Hex(hex), "", more);
    }
    Some((hex, base))
}

/// Enemy fighters that meet whoever of a nation flies to a hex, now and then.
fn meet(layout: &mut Layout<'_>, nation: &str, hex: Hex) {
    if !layout.dice.in_hundred(40) {
        return;
    }
    let enemy = if layout.world.is_axis(nation) { "US" } else { "JP" };
    if let Some(base) = airfield(layout, enemy, hex, 2) {
        fly(layout, enemy, base, (&FIGHTERS, 1), &["intercept", &aimed_at(hex, "")]);
    }
}
