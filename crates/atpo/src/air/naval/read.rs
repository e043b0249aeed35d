//! Reads an air-naval attack from typed-in values, and what the rules have against it.

use super::battle::{AirAttack, Anchorage};
use super::numbers::AirSeaTables;
use crate::air::aircraft;
use crate::air::aircraft::{AirClass, AirWord, Aircraft};
use crate::forces::{ATTACKER, DEFENDER};
use crate::magic::HelpedNations;
use crate::sea::ship::NavalUnit;
use crate::sea::typed;
use liege_rules::play::inputs::{Inputs, KeyFault};
use liege_rules::play::procedure::{Refusal, Role};

/// More attacks than any strike makes.
const MOST_ATTACKS: u32 = 1_000;

/// An attack as typed in.
#[derive(Debug, Clone)]
pub struct AirStrike {
    /// Who attacks whom.
    pub attack: AirAttack,
    /// Whether the ships are located.
    located: bool,
    /// A sea area without hexes, in which only aircraft of carriers attack.
    hexless: bool,
    /// The port is fortified.
    fortified: bool,
}

/// Read an attack by bombers, with what only they are asked.
///
/// # Errors
/// Every value that is missing, wrong, or does not fit another.
pub(super) fn by_bombers(inputs: &Inputs) -> Result<AirStrike, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let whose = side_nation(inputs, "air-nation", &mut faults);
    let takes = &[AirWord::AsBomber, AirWord::Carrier, AirWord::Halved];
    let mut strike = strike(inputs, takes, whose).map_err(|more| faults.extend(more)).ok();
    if let Some(strike) = &mut strike {
        strike.attack.surprise = inputs.yes("surprise");
        strike.hexless = inputs.word("area") == Some("large");
        let american = strike.attack.ships.iter().any(|ship| ship.nation == Some("US"));
        if american && strike.attack.date.is_none() {
            faults.push(KeyFault::new("date", "is missing").help("US ships fire better from 1944 on"));
        }
    }
    strike.filter(|_| faults.is_empty()).ok_or(faults)
}

/// Read an attack by air units that know these words, of a nation unless they name one.
///
/// # Errors
/// Every value that is missing, wrong, or does not fit another.
pub(super) fn strike(
    inputs: &Inputs,
    takes: &[AirWord],
    whose: Option<&'static str>,
) -> Result<AirStrike, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let air = air_units(inputs, takes, whose, &mut faults);
    let ships = typed::fleet(inputs, "ships", "enemy", &mut faults);
    let strike = attack_of(inputs, (air, ships), "ship-nation", &mut faults);
    if faults.is_empty() { Ok(strike) } else { Err(faults) }
}

/// All else that is typed in of an attack by these air units on these ships; `of` is the key of the ships' nation.
#[must_use]
pub fn attack_of(
    inputs: &Inputs,
    (air, mut ships): (Vec<Aircraft>, Vec<NavalUnit>),
    of: &str,
    faults: &mut Vec<KeyFault>,
) -> AirStrike {
    let targets = ships.len();
    ships.extend(apart(typed::some_ships(inputs, "others", "other", faults), &ships));
    let sails = side_nation(inputs, of, faults);
    ships.iter_mut().for_each(|ship| ship.nation = ship.nation.or(sails));
    let anchorage = anchorage(inputs, faults);
    let magic = magic(inputs, &air, &ships, faults);
    let attack = AirAttack {
        air,
        open: (0..ships.len()).map(|ship| ship < targets).collect(),
        ships,
        anchorage,
        moonlit: inputs.yes("moonlit"),
        surprise: false,
        date: inputs.word("date").map(str::to_owned),
        magic,
        later_pilots: inputs.yes("quality-4"),
        kamikaze: None,
    };
    AirStrike {
        attack,
        located: inputs.yes_no("located").unwrap_or(true),
        hexless: false,
        fortified: inputs.yes("fortified"),
    }
}

/// Other ships under names of their own.
fn apart(others: Vec<NavalUnit>, ships: &[NavalUnit]) -> Vec<NavalUnit> {
    let named = |ship: NavalUnit| match ships.iter().any(|known| known.name == ship.name) {
        true => NavalUnit { name: format!("{} in the hex", ship.name), ..ship },
        false => ship,
    };
    others.into_iter().map(named).collect()
}

/// The air units of the key `air`, with the nation of their side.
fn air_units(
    inputs: &Inputs,
    takes: &[AirWord],
    whose: Option<&'static str>,
    faults: &mut Vec<KeyFault>,
) -> Vec<Aircraft> {
    let Some(value) = inputs.value("air") else {
        let help = "air units as their counters are printed: Akagi:N 4-5/3 2-5/3 JP, navy B 3-16";
        faults.push(KeyFault::new("air", "is missing").help(help));
        return Vec::new();
    };
    let before = faults.len();
    let units = aircraft("air", "the", value, takes, inputs.nations());
    let mut units = units.map_err(|more| faults.extend(more)).unwrap_or_default();
    if units.is_empty() && faults.len() == before {
        faults.push(KeyFault::new("air", "expected at least one air unit"));
    }
    let attacks: u32 = units.iter().map(|unit| u32::from(unit.face().strength)).sum();
    if attacks > MOST_ATTACKS {
        faults.push(KeyFault::new("air", format!("{attacks} attacks, more than {MOST_ATTACKS}")));
    }
    units.iter_mut().for_each(|unit| unit.nation = unit.nation.or(whose));
    units
}

fn side_nation(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<&'static str> {
    let word = inputs.word(key)?;
    let code = inputs.nation(word);
    if code.is_none() {
        faults.push(KeyFault::new(key, format!("no nation \"{word}\"")));
    }
    code
}

fn anchorage(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Anchorage {
    let better = inputs.yes("enlarged") || inputs.yes("fortified");
    match inputs.word("port") {
        Some("major") => Anchorage::MajorPort,
        Some("minor") if better => Anchorage::MajorPort,
        Some("minor") => Anchorage::MinorPort,
        // A fort may stand where no port is.
        _ if inputs.yes("enlarged") => {
            let fault = KeyFault::new("port", "is missing");
            faults.push(fault.help("an enlarged port is minor or major"));
            Anchorage::OpenSea
        }
        _ if inputs.yes("coastal") => Anchorage::Coast,
        _ => Anchorage::OpenSea,
    }
}

/// Who plays Magic: the side that is told, else the one that is not Japan's.
fn magic(
    inputs: &Inputs,
    air: &[Aircraft],
    ships: &[NavalUnit],
    faults: &mut Vec<KeyFault>,
) -> Option<(Role, u8)> {
    let number = inputs.number("magic").and_then(|number| u8::try_from(number).ok());
    let flies = air.iter().any(|unit| unit.nation == Some("JP"));
    let sails = ships.iter().any(|ship| ship.nation == Some("JP"));
    let side = match (inputs.word("magic-side"), flies, sails) {
        (Some("attacker"), ..) | (None, false, true) => Some(ATTACKER),
        (Some(_), ..) | (None, true, false) => Some(DEFENDER),
        (None, ..) => None,
    };
    if number.is_none() && inputs.word("magic-side").is_some() {
        let fault = KeyFault::new("magic-side", "says who plays a Magic chit, but none is given");
        faults.push(fault.help("give its number, magic=…, or leave out magic-side"));
    }
    if number.is_some() && side.is_none() {
        let fault = KeyFault::new("magic-side", "is missing");
        faults.push(fault.help("attacker or defender: who plays Magic"));
    }
    Some((side?, number?))
}

impl AirStrike {
    /// Whether the ships are located.
    pub(super) fn located(&self) -> bool {
        self.located
    }

    /// The same with what only an attack by bombers has: surprise, and a sea area without hexes.
    #[must_use]
    pub fn by_bombers(mut self, inputs: &Inputs) -> Self {
        self.attack.surprise = inputs.yes("surprise");
        self.hexless = inputs.word("area") == Some("large");
        self
    }

    /// The same at ships that are located, as a larger battle knows.
    #[must_use]
    pub fn at_found_ships(self) -> Self {
        Self { located: true, ..self }
    }

    /// What the rules forbid about any attack on these ships.
    #[must_use]
    pub fn against_any(&self, tables: &AirSeaTables) -> Vec<Refusal> {
        against_any(self, &tables.sea.helped)
    }

    /// The ships that are attacked.
    #[must_use]
    pub fn ships(&self) -> &[NavalUnit] {
        &self.attack.ships
    }

    /// The attack itself.
    #[must_use]
    pub fn into_attack(self) -> AirAttack {
        self.attack
    }
}

/// What the rules forbid about an attack by bombers.
pub(super) fn against(strike: &AirStrike, tables: &AirSeaTables) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for unit in strike.attack.air.iter().filter(|unit| !unit.may_bomb()) {
        let reason = match unit.class {
            AirClass::SpecialKamikaze | AirClass::Ohka => {
                format!("{} attacks only as a Kamikaze (ATPO-R32)", unit.name)
            }
            _ => format!("{} is not a bomber and does not fly as one", unit.name),
        };
        refusals.push(Refusal::new("4.10.1", reason));
    }
    if !strike.located && tables.reads("recon_required", "required") {
        let reason =
            "the ships are not located: reconnaissance comes first (ATPO-R25; choice recon_required)";
        refusals.push(Refusal::new("4.4", reason));
    }
    refusals.extend(against_any(strike, &tables.sea.helped));
    refusals
}

/// What the rules forbid about any attack from the air on ships.
pub(super) fn against_any(strike: &AirStrike, helped: &HelpedNations) -> Vec<Refusal> {
    let attack = &strike.attack;
    let mut refusals = Vec::new();
    let targets = || attack.ships.iter().zip(&attack.open).filter(|(_, open)| **open).map(|(ship, _)| ship);
    for boat in targets().filter(|ship| ship.class.is_submarine()) {
        if strike.fortified && attack.anchorage.is_port() {
            let reason = format!("{} is in a fortified port, where submarines cannot be attacked", boat.name);
            refusals.push(Refusal::new("3.16.9", reason));
        } else if !strike.located && !attack.anchorage.is_port() {
            let reason = format!("{} is not located: aircraft search for it first (ATPO-R22)", boat.name);
            refusals.push(Refusal::new("3.16.8", reason));
        }
    }
    if strike.hexless {
        for unit in attack.air.iter().filter(|unit| !unit.is(AirWord::Carrier)) {
            let reason =
                format!("{} is not based on a carrier, and cannot enter a sea area without hexes", unit.name);
            refusals.push(Refusal::new("4.1.1.2", reason));
        }
    }
    let naval_air = |unit: usize| {
        let class = attack.air[unit].class;
        matches!(class, AirClass::NavalAir | AirClass::Floatplane)
            && attack.air[unit].nation.is_none_or(|code| code == "JP")
    };
    if attack.surprise && !(0..attack.air.len()).any(naval_air) {
        refusals
            .push(Refusal::new("17.1.4", "surprise helps only Japanese Naval-Air units, but none attacks"));
    }
    if attack.surprise && attack.ships.iter().any(|ship| ship.nation == Some("SU")) {
        refusals.push(Refusal::new("17.1.6", "the Sneak Attack Bonus does not apply against Soviet units"));
    }
    if let Some((role, _)) = attack.magic {
        let air = attack.air.iter().map(|unit| unit.nation);
        let ships = attack.ships.iter().map(|ship| ship.nation);
        let own: Vec<_> = if role == ATTACKER { air.collect() } else { ships.collect() };
        // In a fleet of several nations it is for a ship that it helps.
        let helps = own.iter().any(|nation| helped.helps(*nation));
        let barred = own.iter().flatten().any(|nation| helped.bars(nation));
        refusals.extend(helped.refused_in_the_air(own).filter(|_| !helps || barred));
    }
    refusals
}
