//! What is typed in for an encounter, read by the readers of its links.

use serde_json::Value;

use super::aircraft::AircraftInput;
use super::aircraft::read::aircraft;
use super::idle;
use super::keys::{GROUPS, PAST_SEA_MINES, TO_PORT};
use super::told::told;
use crate::forces::unit;
use crate::sea::batteries::{Approach, CoastalBattery};
use crate::sea::combat::NavalCombat;
use crate::sea::combat::battle::{Engagement, SideIx};
use crate::sea::evasion::{self, ChitCase, is_us};
use crate::sea::interception::{Hunt, OnceKind, OnceModifier};
use crate::sea::magic::MinesMagic;
use crate::sea::mines::{PortEntry, PortMines};
use crate::sea::naval_units;
use crate::sea::ship::{NavalUnit, ShipBack};
use crate::sea::submarine::hunt::{BoatFound, SubmarineAttack};
use crate::sea::typed;
use liege_rules::play::inputs::{Inputs, KeyFault, TypedInput as _};
use liege_rules::play::procedure::{Coded as _, Script as _};

/// An encounter as typed in.
#[derive(Debug, Clone)]
pub struct SortieInput {
    pub engagement: Engagement,
    /// The number of the search group of each ship that searches.
    pub group_of: Vec<u8>,
    pub hunt: Hunt,
    /// For each modifier of the search that is used once the Admiral whose letter it is.
    pub letters: Vec<Option<(SideIx, u8)>>,
    pub chit: ChitCase,
    /// Strength of the Naval-Air units aboard the target's US carriers, where it is told.
    pub us_air: Option<u32>,
    pub evasion_chits: u8,
    pub night_chits: u8,
    /// Whether they meet inside a port.
    pub in_port: bool,
    /// Whether the force that moves enters the hex of a coastal fort.
    pub coastal_fort: bool,
    /// For each ship of the force that moves whether those sea mines do not meet it.
    pub past_sea_mines: Vec<bool>,
    /// Whether ships that react come into the hex of a coastal fort of the force that moves.
    pub mover_fort: bool,
    /// The nation of the mines, where it is told.
    pub mines: MinesMagic,
    pub port: Option<PortEntry>,
    /// Whether the port is still before the force that moves, in a battle of its own.
    pub to_port: bool,
    pub fortress: Option<Approach>,
    pub boat: Option<BoatFound>,
    /// Aircraft of the carriers of both forces.
    pub aircraft: Option<AircraftInput>,
}

/// Reads the values.
///
/// # Errors
/// Every value that is missing, wrong, or does not fit another.
pub(super) fn sortie(inputs: &Inputs) -> Result<SortieInput, Vec<KeyFault>> {
    let mut engagement = NavalCombat::read(&told(inputs, &[], &[]))?;
    let group_of = groups(inputs, &mut engagement)?;
    let mut faults = Vec::new();
    let in_port = matches!(inputs.word("automatic"), Some("docked" | "enemy-port"));
    let automatic = inputs.word("automatic").is_some();
    if automatic && group_of.contains(&2) {
        faults.push(KeyFault::new(GROUPS[0], "an automatic interception has no dice and one group"));
    }
    if !automatic {
        faults.extend(speeds(&engagement));
    }
    let hunt = hunt(inputs, &engagement, &group_of).map_err(|more| faults.extend(more)).ok();
    let boat = boat(inputs, &engagement).map_err(|more| faults.extend(more)).ok().flatten();
    let port = port(inputs).map_err(|more| faults.extend(more)).ok().flatten();
    let fortress = fortress(inputs, hunt.as_ref()).map_err(|more| faults.extend(more)).ok().flatten();
    let aircraft = aircraft(inputs, &mut engagement, &group_of, &mut faults);
    let night = hunt.as_ref().is_some_and(|hunt| hunt.reactive) && !automatic;
    if night && engagement.date.is_none() {
        faults.push(KeyFault::new("date", "is missing").help("the effect of moonlight depends on the month"));
    }
    let mines = MinesMagic::fields(inputs, &mut faults).unwrap_or_default();
    let (coastal_fort, mover_fort) = (inputs.yes("coastal-fort"), inputs.yes("mover-fort"));
    faults.extend(sea_mines(coastal_fort, mover_fort, hunt.as_ref(), &engagement));
    let mover = usize::from(hunt.as_ref().is_some_and(|hunt| hunt.reactive));
    let past_sea_mines = past_sea_mines(inputs, &engagement.fleets[mover].units, &mut faults);
    faults.extend(to_port(inputs, mover == 1));
    faults.extend(at_open_sea(inputs));
    faults.extend(idle::of(inputs));
    let chit = chit(inputs, &engagement, &mut faults);
    let number = |key: &str| inputs.number(key).and_then(|number| u8::try_from(number).ok()).unwrap_or(0);
    let (evasion_chits, night_chits) = (number("evasion-chits"), number("night-chits"));
    if night_chits > 0 && hunt.as_ref().is_some_and(|hunt| !hunt.reactive) {
        let fault = KeyFault::new("night-chits", "only a moving force that is found may declare Night");
        faults.push(fault.help("leave it out, or give kind=reactive"));
    }
    let us_air = inputs.number("us-air").and_then(|strength| u32::try_from(strength).ok());
    match hunt.filter(|_| faults.is_empty()) {
        None => Err(faults),
        Some(mut hunt) => {
            let letters = letters(&engagement, &group_of, &mut hunt);
            Ok(SortieInput {
                engagement,
                group_of,
                hunt,
                letters,
                chit,
                us_air,
                evasion_chits,
                night_chits,
                in_port,
                coastal_fort,
                past_sea_mines,
                mover_fort,
                mines,
                port,
                to_port: inputs.yes(TO_PORT),
                fortress,
                boat,
                aircraft,
            })
        }
    }
}

/// Adds the ships of further search groups; the group of each ship.
fn groups(inputs: &Inputs, engagement: &mut Engagement) -> Result<Vec<u8>, Vec<KeyFault>> {
    let fleet = &mut engagement.fleets[0];
    let mut group_of = vec![1; fleet.units.len()];
    let mut faults = Vec::new();
    for (number, key) in (2u8..).zip(GROUPS) {
        let Some(value) = inputs.value(key) else { continue };
        if group_of.last() != Some(&(number - 1)) {
            faults.push(KeyFault::new(key, "comes after a missing group"));
        }
        let units = naval_units(key, &format!("group {number}"), value, inputs.nations())
            .map_err(|more| faults.extend(more));
        let whose = inputs.word("attack-nation").and_then(|word| inputs.nation(word));
        for mut unit in units.unwrap_or_default() {
            unit.nation = unit.nation.or(whose);
            if fleet.units.iter().any(|known| known.name == unit.name) {
                unit.name = format!("{} of group {number}", unit.name);
            }
            fleet.units.push(unit);
            group_of.push(number);
        }
    }
    let place = group_of.clone();
    fleet.set_alike(|ship| place[ship]);
    if faults.is_empty() { Ok(group_of) } else { Err(faults) }
}

/// Ships whose speed is not told; who is faster may evade.
fn speeds(engagement: &Engagement) -> Vec<KeyFault> {
    let untold = |unit: &&NavalUnit| {
        let back = match unit.back {
            ShipBack::Damaged(face) => face.movement,
            ShipBack::Blank | ShipBack::Unknown => unit.front.movement,
        };
        unit.front.movement.is_none() || back.is_none()
    };
    let fault = |(key, unit): (&str, &NavalUnit)| {
        let fault =
            KeyFault::new(key, format!("{} has no movement, which decides whether it evades", unit.name));
        fault.help("write the movement behind the Armor of each side: CA 2-8-33/1-6-20")
    };
    let fleets = ["attack", "defence"].into_iter().zip(&engagement.fleets);
    fleets.filter_map(|(key, fleet)| Some(fault((key, fleet.units.iter().find(untold)?)))).collect()
}

/// What does not fit sea mines of the hex, which are of one side.
fn sea_mines(
    coastal_fort: bool,
    mover_fort: bool,
    hunt: Option<&Hunt>,
    engagement: &Engagement,
) -> Vec<KeyFault> {
    let mut faults = Vec::new();
    if (coastal_fort || mover_fort) && engagement.date.is_none() {
        faults.push(KeyFault::new("date", "is missing").help("from 1943 on the die of sea mines has +1"));
    }
    if coastal_fort && mover_fort {
        faults.push(KeyFault::new("mover-fort", "a hex has one coastal fort, and coastal-fort is given"));
    }
    if mover_fort && hunt.is_some_and(|hunt| !hunt.reactive) {
        let told = "in an active interception only the moving force enters the hex";
        faults.push(KeyFault::new("mover-fort", told).help("give kind=reactive, or coastal-fort=yes"));
    }
    faults
}

/// What does not fit a port that is still before the force that moves.
fn to_port(inputs: &Inputs, reactive: bool) -> Option<KeyFault> {
    if !inputs.yes(TO_PORT) {
        return None;
    }
    let enters = inputs.yes("into-port") || inputs.word("port").is_some() || inputs.yes("enlarged");
    let (told, help) = match reactive {
        false => ("applies to a moving force that is searched for", "leave it out, or give kind=reactive"),
        true if enters => {
            ("says that the port is entered later, but it is entered here", "leave out one of the two")
        }
        true => return None,
    };
    Some(KeyFault::new(TO_PORT, told).help(help))
}

/// Which of the ships that move have the sea mines behind them.
fn past_sea_mines(inputs: &Inputs, units: &[NavalUnit], faults: &mut Vec<KeyFault>) -> Vec<bool> {
    let mut past = vec![false; units.len()];
    let Some(value) = inputs.value(PAST_SEA_MINES) else { return past };
    if !inputs.yes("coastal-fort") {
        let told = "names ships that have passed sea mines, but no ships pass any";
        faults.push(KeyFault::new(PAST_SEA_MINES, told).help("leave it out, or give coastal-fort=yes"));
    }
    for entry in unit::entries(value) {
        let name = entry.as_str().map_or_else(|| entry.to_string(), |text| text.trim().to_owned());
        let is_it = |ship: &usize| !past[*ship] && units[*ship].name.eq_ignore_ascii_case(&name);
        match (0..units.len()).find(is_it) {
            Some(ship) => past[ship] = true,
            None => {
                let told = format!("no ship of the moving force is called \"{name}\"");
                faults
                    .push(KeyFault::new(PAST_SEA_MINES, told).help("name each ship once, as its force does"));
            }
        }
    }
    past
}

/// What lies on a coast alone, where the battle is told to be at open sea.
fn at_open_sea(inputs: &Inputs) -> Option<KeyFault> {
    let open = match (inputs.yes_no("coastal"), inputs.yes("sea-area")) {
        (Some(false), _) => "coastal=no",
        (_, true) => "sea-area=yes",
        _ => return None,
    };
    let told = |key: &&str| inputs.yes(key) || inputs.word(key).is_some();
    let key =
        ["into-port", "port", "enlarged", "coastal-fort", "mover-fort", "fortress"].into_iter().find(told)?;
    let fault = KeyFault::new(key, format!("is on a coast, but {open} says that they meet at open sea"));
    Some(fault.help("leave out one of the two"))
}

/// The search, with what the ships tell of its groups.
fn hunt(inputs: &Inputs, engagement: &Engagement, group_of: &[u8]) -> Result<Hunt, Vec<KeyFault>> {
    let units = &engagement.fleets[0].units;
    let submarine = units.first().is_some_and(|unit| unit.class.is_submarine());
    let last = group_of.iter().copied().max().unwrap_or(1);
    let apart =
        inputs.value("groups").map(|value| typed::parts("groups", value)).transpose()?.unwrap_or_default();
    if apart.len() > last.into() {
        let fault =
            KeyFault::new("groups", format!("describes {} search groups, but there are {last}", apart.len()));
        return Err(vec![fault.help("the ships of further groups are attack-2, attack-3, attack-4")]);
    }
    let told_group = |number: u8| {
        let own = || units.iter().zip(group_of).filter(|(_, group)| **group == number).map(|(unit, _)| unit);
        let surface = || own().filter(|unit| !unit.is_transport());
        let mut words = match surface().count() {
            0 => "stp".to_owned(),
            count => format!("{count} ships"),
        };
        if !submarine && surface().all(|unit| unit.front.gunnery.is_none()) {
            words.push_str(" de");
        }
        let speed = own().filter_map(|unit| unit.face(unit.hits_left() < 2).movement).min();
        words.extend(speed.map(|speed| format!(" speed {speed}")));
        let more = apart.get(usize::from(number - 1)).into_iter().flat_map(|part| &part.words);
        words.extend(more.map(|word| format!(" {word}")));
        words
    };
    let groups: Vec<Value> = (1..=last).map(|number| told_group(number).into()).collect();
    let boats = engagement.fleets[1].units.iter().any(|unit| unit.class.is_submarine());
    let with =
        [("groups", groups.into()), ("submarine", submarine.into()), ("target-submarine", boats.into())];
    // What was typed of Naval Magic is a number here, and each Admiral's letters stand on his ship.
    Hunt::of(&told(inputs, &with, &["magic", "groups"]))
}

/// The letters of Admirals and Naval Magic as modifiers of the search, about which their sides are asked.
fn letters(engagement: &Engagement, group_of: &[u8], hunt: &mut Hunt) -> Vec<Option<(SideIx, u8)>> {
    let mut letters = Vec::new();
    hunt.once.clear();
    for side in 0..2 {
        for (ship, unit) in (0u8..).zip(&engagement.fleets[side].units) {
            let Some(admiral) = unit.admiral else { continue };
            let (what, value, group) = match side {
                0 => (OnceKind::Locator, admiral.locator.into(), Some(group_of[usize::from(ship)].into())),
                _ => (OnceKind::Evader, -i32::from(admiral.evasion), None),
            };
            if value != 0 {
                hunt.once.push(OnceModifier { what, value, group, asked: true });
                letters.push(Some((side, ship)));
            }
        }
    }
    if let Some((0, value)) = engagement.magic {
        hunt.once.push(OnceModifier { what: OnceKind::Magic, value: value.into(), group: None, asked: true });
        letters.push(None);
    }
    letters
}

/// The submarine that searches, alone.
fn boat(inputs: &Inputs, engagement: &Engagement) -> Result<Option<BoatFound>, Vec<KeyFault>> {
    let units = &engagement.fleets[0].units;
    if !units.iter().any(|unit| unit.class.is_submarine()) {
        return match inputs.yes("kaiten") {
            true => Err(vec![KeyFault::new("kaiten", "rides with a submarine, but none attacks")]),
            false => Ok(None),
        };
    }
    if units.len() > 1 {
        return Err(vec![KeyFault::new("attack", "a submarine searches and attacks on its own")]);
    }
    let copy = |key: &str| inputs.value(key).cloned().unwrap_or_default();
    let with = [("submarine", copy("attack")), ("ships", copy("defence"))];
    SubmarineAttack::read(&told(inputs, &with, &[])).map(Some)
}

/// The port that the force that moves enters.
fn port(inputs: &Inputs) -> Result<Option<PortEntry>, Vec<KeyFault>> {
    let size = inputs.word("port").map(|_| "port").or(inputs.yes("enlarged").then_some("enlarged"));
    if let (Some(false), Some(key)) = (inputs.yes_no("into-port"), size) {
        let fault = KeyFault::new(key, "applies to entering a port, but into-port=no is given");
        return Err(vec![fault.help("leave out one of the two")]);
    }
    let enters = inputs.yes("into-port") || inputs.word("port").is_some() || inputs.yes("enlarged");
    if !enters {
        let docked = inputs.word("automatic") == Some("docked");
        let fault = KeyFault::new("port", "is missing: ships that enter an enemy port meet its mines");
        return match docked && inputs.yes_no("into-port").is_none() {
            true => Err(vec![fault.help("port=minor, port=major, port=city, or into-port=yes and hex=HEX")]),
            false => Ok(None),
        };
    }
    let ships = inputs.value("attack").cloned().unwrap_or_default();
    // Whose the mines are is read with the encounter.
    PortMines::read(&told(inputs, &[("ships", ships)], &["mines"])).map(Some)
}

/// The fortress before which the target lands.
fn fortress(inputs: &Inputs, hunt: Option<&Hunt>) -> Result<Option<Approach>, Vec<KeyFault>> {
    if inputs.word("fortress").is_none() {
        return Ok(None);
    }
    let lands = hunt.is_none_or(|hunt| hunt.reactive && hunt.is_landing());
    if !lands {
        let fault = KeyFault::new("fortress", "fires at a target that moves and lands");
        return Err(vec![fault.help("give amphibious=yes and a reactive interception")]);
    }
    let ships = inputs.value("defence").cloned().unwrap_or_default();
    CoastalBattery::read(&told(inputs, &[("ships", ships)], &[])).map(Some)
}

/// What the limits of Evasion chits depend on beside the ships; their gunnery points where they were told.
fn chit(inputs: &Inputs, engagement: &Engagement, faults: &mut Vec<KeyFault>) -> ChitCase {
    let units = &engagement.fleets[1].units;
    let points = |key: &str| inputs.number(key).and_then(|number| u32::try_from(number).ok());
    ChitCase {
        us: units.iter().all(is_us),
        share: evasion::share(points("us-gunnery"), points("gunnery"), faults),
        sea_area: inputs.yes("sea-area"),
        near_japan: inputs.yes("near-japan"),
        submarine: units.iter().any(|unit| unit.class.is_submarine()),
        lies: false,
    }
}
